"""Texts of the inspector, without widgets."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication

from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.review.model import ReviewItem

_REPEATS = re.compile(r"repeats the span at (\d+)")
_ORDER = (
    EvidenceKind.REVIEWER,
    EvidenceKind.MODEL,
    EvidenceKind.RULE,
    EvidenceKind.DICTIONARY,
    EvidenceKind.DOSSIER,
    EvidenceKind.PROPAGATION,
    EvidenceKind.LEAK_CHECK,
    EvidenceKind.RECOVERY,
    EvidenceKind.DOUBT,
    EvidenceKind.MERGE,
)
_SHOWN_TEXT = 60
translate = QCoreApplication.translate


class ReasonRowKind(Enum):
    """The kinds of rows in the list of reasons."""

    HEADING = auto()
    VOTE = auto()
    """Name, bar, score, label."""
    REASON = auto()
    """Name, score and label, and a line or more of words."""


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """A row of the reasons.

    Attributes:
        kind: how it is drawn.
        name: of the rule, model, list; or the heading.
        detail: what it says; empty for nothing.
        label: what it spoke for; None where that is the item's own label, or nothing.
        score: its own score.
        linked_offset: offset of another place it speaks of; None where it speaks of none.
    """

    kind: ReasonRowKind
    name: str
    detail: str = ""
    label: Label | None = None
    score: float | None = None
    linked_offset: int | None = None


def reason_rows(span: Span, text: str, describe: Callable[[Evidence], str]) -> list[ReasonRow]:
    """Every reason for a span, in groups with a heading each; never empty.

    Args:
        span: of the document.
        text: of the document, to show what a reason saw where that is not the span itself.
        describe: one line for people about a reason; empty if there is none.
    """
    rows: list[ReasonRow] = []
    for kind in _ORDER:
        of_kind = [e for e in span.evidence if e.kind is kind]
        if not of_kind:
            continue
        rows.append(_heading(kind, of_kind))
        if kind is EvidenceKind.MODEL:
            of_kind.sort(key=lambda e: (-(e.score or 0.0), e.name))
        rows += [_row(e, span, text, describe) for e in of_kind]
    return rows or [ReasonRow(ReasonRowKind.REASON, translate("Inspector", "No reason was recorded"))]


def _heading(kind: EvidenceKind, evidence: Sequence[Evidence]) -> ReasonRow:
    several = len(evidence) > 1 and kind in (EvidenceKind.MODEL, EvidenceKind.RULE)
    name = f"{choice_name(kind)}s" if several else choice_name(kind)
    return ReasonRow(ReasonRowKind.HEADING, name)


def _row(evidence: Evidence, span: Span, text: str, describe: Callable[[Evidence], str]) -> ReasonRow:
    e = evidence
    label = e.label if e.label is not span.label else None
    saw = _saw(e, span, text)
    if e.kind is EvidenceKind.MODEL:
        words = "; ".join(x for x in (e.detail, saw) if x)
        return ReasonRow(ReasonRowKind.VOTE, e.name, words, label, e.score)
    if e.kind is EvidenceKind.PROPAGATION:
        return _repeat(e, label, text)
    name = e.name
    if e.kind is EvidenceKind.DICTIONARY:
        name = e.name.replace("+", " + ").replace("_", " ")
    elif e.kind is EvidenceKind.DOSSIER:
        name = translate("Inspector", "patient's own record") if e.name == "dossier" else e.name
    elif e.kind is EvidenceKind.LEAK_CHECK:
        name = translate("Inspector", "found again after the replacement")
    elif e.kind is EvidenceKind.REVIEWER:
        name = e.name if e.name != "reviewer" else translate("Inspector", "marked by hand")
    detail = "; ".join(dict.fromkeys(x for x in (describe(e), e.detail, saw) if x))
    return ReasonRow(ReasonRowKind.REASON, name, detail, label, e.score)


def _repeat(e: Evidence, label: Label | None, text: str) -> ReasonRow:
    found = _REPEATS.search(e.detail)
    if not found:
        name = translate("Inspector", "in another document of this patient")
        return ReasonRow(ReasonRowKind.REASON, name, "", label, e.score)
    offset = int(found.group(1))
    words = translate("Inspector", "Line {line}: “{text}”. Go there with Enter.").format(
        line=text.count("\n", 0, offset) + 1, text=_around(text, offset)
    )
    name = translate("Inspector", "named before in this document")
    return ReasonRow(ReasonRowKind.REASON, name, words, label, e.score, offset)


def _saw(e: Evidence, span: Span, text: str) -> str:
    if e.start is None or e.end is None or (e.start, e.end) == (span.start, span.end):
        return ""
    return translate("Inspector", "saw “{text}”").format(text=_short(text[e.start : e.end]))


def _around(text: str, offset: int) -> str:
    """What stands at an offset, to the end of its line."""
    end = text.find("\n", offset)
    return _short(text[offset : end if end >= 0 else len(text)])


def _short(text: str) -> str:
    line = one_line(text[: _SHOWN_TEXT * 2]).strip()
    return line if len(line) <= _SHOWN_TEXT else line[: _SHOWN_TEXT - 1].rstrip() + "…"


def decided_by_text(item: ReviewItem) -> str:
    """Who decided, and when by this machine's clock; empty while nobody has."""
    if not item.by and not item.at:
        return ""
    when = local_time_text(item.at)
    if item.by and when:
        return translate("Inspector", "by {who}, {when}").format(who=item.by, when=when)
    return translate("Inspector", "by {who}").format(who=item.by) if item.by else when


def local_time_text(at: str) -> str:
    """An instant in ISO 8601 as ``2026-03-17 14:05`` by this machine's clock; else as it is."""
    try:
        return dt.datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at


def same_text_summary(here: int, patient: int | None, worklist: int) -> str:
    """How often a text stands in this document, those of its patient, and the whole worklist."""
    if worklist <= 1:
        return translate("Inspector", "Same text: only here")
    parts = [translate("Inspector", "{n} here").format(n=f"{here:,}")]
    if patient is not None:
        parts.append(translate("Inspector", "{n} of this patient").format(n=f"{patient:,}"))
    parts.append(translate("Inspector", "{n} in the worklist").format(n=f"{worklist:,}"))
    return translate("Inspector", "Same text: {counts}").format(counts=", ".join(parts))
