"""Texts and signs of the worklist: states, counts and risk."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor, QIcon

from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.worklist_report import whole_percent

_COLORS = {
    None: "warning",
    DocumentState.WAITING: "muted",
    DocumentState.DETECTING: "muted",
    DocumentState.TO_REVIEW: "accent",
    DocumentState.IN_REVIEW: "accent",
    DocumentState.SIGNED_OFF: "success",
    DocumentState.EXPORTED: "success",
    DocumentState.FAILED: "danger",
}
"""Tokens of the theme, which are readable as text on all its backgrounds."""


def state_icon(icons: IconSet, state: DocumentState | None, ink: QColor | None = None) -> QIcon:
    """The sign of a state, or of doubt where it is None; in its own colour where no other is given."""
    name = f"state-{(state or 'doubtful').replace(' ', '-')}"
    return icons.icon(name, ink or getattr(icons.theme, _COLORS[state]))


def remaining_text(row: DocumentRow) -> str:
    """What there is or is left to decide in a document, in two or three words."""
    counts = row.counts
    if not row.state.is_searched:
        return ""
    if counts.spans == 0:
        return _tr("no spans")
    if row.state is DocumentState.IN_REVIEW and counts.undecided == 0:
        return _tr("all decided")
    if row.state is not DocumentState.IN_REVIEW or counts.undecided == counts.spans:
        return counted_text(counts.spans, _tr("1 span"), _tr("{n} spans"))
    return _tr("{left} of {n} left").format(left=f"{counts.undecided:,}", n=f"{counts.spans:,}")


def summary_text(row: DocumentRow) -> str:
    """State, patient and type in one line."""
    unread = counted_text(row.unread_passages, _tr("1 unread passage"), _tr("{n} unread passages"))
    parts = (
        choice_name(row.state),
        unread if row.unread_passages else "",
        row.patient,
        row.note_type,
    )
    return " · ".join(filter(None, parts))


def accessible_text(row: DocumentRow) -> str:
    """The whole row for a screen reader."""
    parts = [row.name, summary_text(row)]
    if row.state is DocumentState.FAILED:
        parts.append(row.reason)
    elif row.state.is_searched:
        parts.append(remaining_text(row))
        if row.counts.doubtful:
            parts.append(_tr("{n} doubtful").format(n=f"{row.counts.doubtful:,}"))
    return ", ".join(filter(None, parts))


def tooltip_text(row: DocumentRow) -> str:
    """The whole row for a tooltip, in lines of plain text."""
    lines = [row.name, summary_text(row)]
    if row.state is DocumentState.FAILED:
        lines.append(row.reason)
    elif row.state.is_searched:
        c = row.counts
        lines.append(
            _tr("{n} spans, {left} undecided, {doubtful} doubtful").format(
                n=f"{c.spans:,}", left=f"{c.undecided:,}", doubtful=f"{c.doubtful:,}"
            )
        )
        if c.recovered:
            lines.append(_tr("{n} medical terms recovered").format(n=f"{c.recovered:,}"))
        lines.append(_tr("Risk looked at: {n} %").format(n=whole_percent(share_of_risk_seen((c,)))))
    if row.signed_by:
        lines.append(_tr("Signed off by {name}").format(name=row.signed_by))
    return "\n".join(filter(None, lines))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Worklist", text)
