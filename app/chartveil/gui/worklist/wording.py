"""What the worklist says: states, counts, time left."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.review.model import DocumentRow, DocumentState

OPENABLE_STATES = frozenset(
    {DocumentState.TO_REVIEW, DocumentState.IN_REVIEW, DocumentState.SIGNED_OFF, DocumentState.EXPORTED}
)
"""States in which there is something to read: detection is through."""

_NO_RISK = 1e-9
"""Risk below which nothing is left; sums of floats seldom meet exactly."""


def document_state_text(state: DocumentState) -> str:
    """The state as the user reads it."""
    return {
        DocumentState.WAITING: _tr("Waiting"),
        DocumentState.DETECTING: _tr("Detecting"),
        DocumentState.TO_REVIEW: _tr("To review"),
        DocumentState.IN_REVIEW: _tr("In review"),
        DocumentState.SIGNED_OFF: _tr("Signed off"),
        DocumentState.EXPORTED: _tr("Exported"),
        DocumentState.FAILED: _tr("Failed"),
    }[state]


def risk_left(row: DocumentRow) -> float:
    """Risk of the items nobody has decided; 0 and up."""
    return max(0.0, row.counts.risk - row.counts.risk_seen)


def risk_seen(row: DocumentRow) -> float:
    """Share of the document's risk that was looked at, 0 to 1; 1 where there was none."""
    if row.counts.risk <= _NO_RISK:
        return 1.0
    return min(1.0, row.counts.risk_seen / row.counts.risk)


def percent_text(share: float) -> str:
    """A share in whole per cent; 100 only when nothing is left, 0 only when nothing is done."""
    whole = round(share * 100)
    if share < 1:
        whole = min(whole, 99)
    if share > 0:
        whole = max(whole, 1)
    return f"{whole} %"


def document_count_text(n: int) -> str:
    """How many documents there are."""
    return _tr("1 document") if n == 1 else _tr("{n} documents").format(n=f"{n:,}")


def unreadable_count_text(n: int) -> str:
    """How many documents could not be read."""
    if n == 1:
        return _tr("1 document could not be read")
    return _tr("{n} documents could not be read").format(n=f"{n:,}")


def doubtful_count_text(n: int) -> str:
    """How many spans are doubtful."""
    return _tr("{n} doubtful").format(n=f"{n:,}")


def unread_passages_text(n: int) -> str:
    """How many passages in languages or scripts that detection does not cover are left to read."""
    return _tr("1 unread passage") if n == 1 else _tr("{n} unread passages").format(n=f"{n:,}")


def remaining_text(row: DocumentRow) -> str:
    """What there is or is left to decide in a document, in two or three words."""
    if row.state not in OPENABLE_STATES:
        return ""
    if row.counts.spans == 0:
        return _tr("no spans")
    if row.state is DocumentState.IN_REVIEW and row.counts.undecided == 0:
        return _tr("all decided")
    if row.state is not DocumentState.IN_REVIEW or row.counts.undecided == row.counts.spans:
        return _tr("1 span") if row.counts.spans == 1 else _tr("{n} spans").format(n=f"{row.counts.spans:,}")
    return _tr("{left} of {n} left").format(left=f"{row.counts.undecided:,}", n=f"{row.counts.spans:,}")


def summary_text(row: DocumentRow) -> str:
    """State, patient and type in one line."""
    parts = [document_state_text(row.state)]
    if row.unread_passages:
        parts.append(unread_passages_text(row.unread_passages))
    if row.patient:
        parts.append(row.patient)
    if row.note_type:
        parts.append(row.note_type)
    return " · ".join(parts)


def time_left_text(seconds: float) -> str:
    """How long detection still takes, in the coarsest words that help."""
    if seconds < 60:
        return _tr("under 1 min left")
    minutes = round(seconds / 60)
    if minutes < 90:
        return _tr("{n} min left").format(n=minutes)
    return _tr("{n} h left").format(n=round(minutes / 60))


def accessible_text(row: DocumentRow) -> str:
    """The whole row for a screen reader."""
    parts = [row.name, summary_text(row)]
    if row.reason and row.state is DocumentState.FAILED:
        parts.append(row.reason)
    if row.state in OPENABLE_STATES:
        parts.append(remaining_text(row))
        if row.counts.doubtful:
            parts.append(doubtful_count_text(row.counts.doubtful))
    return ", ".join(parts)


def tooltip_text(row: DocumentRow) -> str:
    """The whole row for a tooltip, in lines of plain text."""
    lines = [row.name, summary_text(row)]
    if row.state is DocumentState.FAILED:
        lines.append(row.reason)
    elif row.state in OPENABLE_STATES:
        c = row.counts
        lines.append(
            _tr("{n} spans, {left} undecided, {doubtful} doubtful").format(
                n=f"{c.spans:,}", left=f"{c.undecided:,}", doubtful=f"{c.doubtful:,}"
            )
        )
        if c.recovered:
            lines.append(_tr("{n} medical terms recovered").format(n=f"{c.recovered:,}"))
        lines.append(_tr("Risk looked at: {share}").format(share=percent_text(risk_seen(row))))
    if row.signed_by:
        lines.append(_tr("Signed off by {name}").format(name=row.signed_by))
    return "\n".join(line for line in lines if line)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Worklist", text)
