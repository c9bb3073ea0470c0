"""The report on a worklist: what was decided and written, for the file of whoever answers for it.

The page names no input file, patient or note, and quotes no text. Documents appear as their ids, outputs
under the names that Chartveil made for them, reviewers as they named themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from chartveil.domain import Label
from chartveil.formats.annotations.visible import safe_for_display
from chartveil.policy import ReplacementMode
from chartveil.review.model import DocumentState
from chartveil.service.report_data import (
    FailureCount,
    LabelCount,
    ReportData,
    SecondReadingSummary,
    WrittenFile,
    kappa_word,
    whole_percent,
)

__all__ = [
    "FailureCount",
    "LabelCount",
    "ReportData",
    "SecondReadingSummary",
    "WrittenFile",
    "kappa_word",
    "report_html",
    "whole_percent",
]

_OUTPUT_NAME = re.compile(r"(?:note|table|row|spans)-[0-9a-f]{12}(?:-\d+)?\.[a-z0-9]{1,8}")
"""Names that ``naming`` makes from the key. Any other may come from an input's, and is not shown."""
_MOST_DOCUMENTS = 6
"""Ids shown of one file or kind of failure."""

_MODES = {
    ReplacementMode.SURROGATE: "made-up text of the same kind (surrogates)",
    ReplacementMode.TAG: "the label in brackets",
    ReplacementMode.NUMBERED: "the label and a number in brackets",
    ReplacementMode.MASK: "black boxes",
}
_STATES = {
    DocumentState.EXPORTED: "signed off and exported",
    DocumentState.SIGNED_OFF: "signed off, not exported",
    DocumentState.IN_REVIEW: "in review: someone has begun",
    DocumentState.TO_REVIEW: "to review: nobody has begun",
    DocumentState.DETECTING: "being searched for identifiers",
    DocumentState.WAITING: "waiting to be searched",
    DocumentState.FAILED: "failed: nothing was written",
}
_FAILURES = {
    "InputError": "could not be read as it is",
    "OutputError": "could not be written",
    "LeakError": "kept back by the leak check",
    "StageError": "a step of detection failed",
    "PolicyError": "the policy is not valid",
    "KeyFileError": "the surrogate key could not be used",
    "StoreError": "the record of the work could not be used",
    "ResourceError": "a dictionary or model is missing or altered",
    "ReviewError": "a decision could not be made",
    "Bug": "a mistake of ours",
}
_STYLE = """
body { font-family: "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 10pt; line-height: 140%;
  color: #1b1f24; background-color: #ffffff; margin: 24px auto; max-width: 720px; padding: 0 24px; }
h1 { font-size: 20pt; margin: 0 0 4px 0; }
h2 { font-size: 13pt; margin: 24px 0 4px 0; color: #0b5cad; }
p { margin: 4px 0 8px 0; }
li { margin: 0 0 4px 0; }
.muted { color: #565d67; }
table { border-collapse: collapse; border: 1px solid #8a919c; width: 100%; margin: 8px 0 12px 0; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { border: 1px solid #b8bec7; padding: 4px 8px; text-align: left; vertical-align: top; }
thead th { background-color: #eef0f3; }
.number { text-align: right; }
.hash { font-family: "DejaVu Sans Mono", Consolas, Menlo, monospace; font-size: 8pt;
  font-weight: 400; }
.total { font-weight: 600; }
@page { margin: 18mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } thead { display: table-header-group; }
  tr, caption { break-inside: avoid; } h2, caption { break-after: avoid; } }
"""


def report_html(data: ReportData) -> str:
    """The report as one page of HTML that prints well: no script, nothing fetched from anywhere.

    Args:
        data: what to say.

    Returns:
        A whole document. Text that reviewers gave is escaped, and control characters in it are shown.
    """
    title = _text(data.title)
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        f"<h1>{title}</h1>",
        f'<p class="muted">Chartveil {_text(data.app_version)}, {_text(_moment(data.created))}. '
        "This page holds no text of documents, no names of input files and no patient ids.</p>",
        _in_short(data),
        _made_with(data),
        _documents(data),
        _spans(data),
        _deciders(data),
        _second_section(data),
        _leak_check(data),
        _files(data),
        _failed(data),
        _not_done(data),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(p for p in parts if p)


def _in_short(data: ReportData) -> str:
    total = sum(data.states.values())
    exported = data.states.get(DocumentState.EXPORTED, 0)
    signed = exported + data.states.get(DocumentState.SIGNED_OFF, 0)
    taken = sum(c.taken for c in data.labels)
    added = sum(c.added for c in data.labels)
    rejected = sum(c.rejected for c in data.labels)
    lines = [
        f"{_count(signed, 'document')} of {total:,} signed off, {exported:,} of them exported.",
        f"{_count(len(data.files), 'file')} written; {data.leak_blocked_files:,} kept back by the leak check.",
        f"{_count(taken, 'span')} of text taken out, {added:,} of them found by a reviewer alone; "
        f"{rejected:,} left in by a reviewer's decision.",
        f"{whole_percent(data.risk_seen)} % of the risk looked at. Risk tells what is most worth a second look; "
        "it is no probability.",
    ]
    return _section("In short", "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")


def _made_with(data: ReportData) -> str:
    rows: list[Sequence[_Cell]] = [
        ("Policy", data.policy),
        ("Policy, SHA-256", _Code(data.policy_sha256)),
        ("In the place of identifiers", _MODES[data.mode]),
        (
            "Models, SHA-256",
            _Code(data.models_sha256) if data.models_sha256 else "no models were used",
        ),
        ("Dictionaries, SHA-256", _Code(data.dictionaries_sha256)),
        ("Surrogate key, its mark", _Code(data.key_id)),
        ("Signed off by", ", ".join(data.reviewers) or "nobody"),
    ]
    note = "The same files, policy, lists, key and decisions give the same output, byte for byte."
    return _section("How it was made", _table("Settings", ("What", "Value"), rows), note)


def _documents(data: ReportData) -> str:
    rows: list[Sequence[_Cell]] = [(words, data.states.get(s, 0)) for s, words in _STATES.items()]
    table = _table(
        "Documents by state", ("State", "Documents"), rows, total=("all", sum(data.states.values()))
    )
    return _section("Documents", table)


def _spans(data: ReportData) -> str:
    order = list(Label)
    counts = sorted(data.labels, key=lambda c: order.index(c.label))
    rows = [(c.label.value, c.label.info.meaning, c.taken, c.added, c.rejected, c.recovered) for c in counts]
    total: Sequence[_Cell] = (
        "all",
        "",
        sum(c.taken for c in counts),
        sum(c.added for c in counts),
        sum(c.rejected for c in counts),
        sum(c.recovered for c in counts),
    )
    head = ("Label", "Meaning", "Taken out", "of these added", "Left in", "Given back")
    note = (
        "Counted in the documents that are signed off. Added: marked by a reviewer where nothing was found. "
        "Left in: found, and left in the text by a reviewer. Given back: found, and kept as a medical term."
    )
    table = _table("Spans by label", head, rows, total=total) if rows else _nothing("No spans.")
    return _section("What was taken out", table, note)


def _deciders(data: ReportData) -> str:
    rows: list[Sequence[_Cell]] = [(who, n) for who, n in sorted(data.decided.items())]
    rows.append(("nobody: taken as proposed, as the policy allows", data.undecided))
    table = _table("Decisions by reviewer", ("Who", "Decisions"), rows)
    note = f"{whole_percent(data.risk_seen)} % of the risk lies in spans that a reviewer decided."
    return _section("Who decided", table, note)


def _second_section(data: ReportData) -> str:
    second = data.second
    if second is None:
        return _section("Second reading", _nothing("There was none."))
    rows: list[Sequence[_Cell]] = [
        ("Second reader", ", ".join(second.readers)),
        ("Documents read twice", f"{second.documents:,}"),
        ("Words compared", f"{second.words:,}"),
        ("Agreement on what is an identifier", _kappa(second.kappa)),
        ("Agreement on the label too", _kappa(second.kappa_labelled)),
        ("Places decided differently", f"{second.disagreements:,}"),
        ("of these settled", f"{second.resolved:,}"),
    ]
    note = (
        "Agreement is Cohen's kappa by word: 1 where both decide alike, 0 where they do no better than "
        "chance. The words for it are those of Landis and Koch, Biometrics 1977;33:159–174."
    )
    return _section("Second reading", _table("Two readers", ("What", "Value"), rows), note)


def _leak_check(data: ReportData) -> str:
    text = (
        f"{_count(data.leak_checked_files, 'file')} read back from the disk and searched for every original that was "
        f"to go, and for what rules take for identifiers. {_count(data.leak_blocked_files, 'file')} kept back for it."
    )
    meaning = (
        "What was written passed this search. A name that no rule and no reviewer saw can still be there."
    )
    return _section("Leak check", f"<p>{text}</p>", meaning)


def _files(data: ReportData) -> str:
    if not data.files:
        return _section("Files written", _nothing("None."))
    rows: list[Sequence[_Cell]] = []
    for f in data.files:
        name = f.name if _OUTPUT_NAME.fullmatch(f.name) else "name not shown: it may come from an input's"
        rows.append((_Named(name, f.sha256), _Code(_ids(f.documents))))
    note = "A file whose SHA-256 differs from the one here is not the one that was checked."
    return _section("Files written", _table("Outputs", ("Name and SHA-256", "Documents"), rows), note)


def _failed(data: ReportData) -> str:
    if not data.failures:
        return _section("What failed", _nothing("Nothing."))
    rows: list[Sequence[_Cell]] = [
        (_FAILURES.get(f.kind, "failed for another reason"), f.count, _Code(_ids(f.documents)))
        for f in data.failures
    ]
    note = "Nothing was written for these."
    return _section("What failed", _table("Failures by kind", ("Kind", "Files", "Documents"), rows), note)


def _not_done(data: ReportData) -> str:
    open_ = sum(
        data.states.get(s, 0)
        for s in (
            DocumentState.WAITING,
            DocumentState.DETECTING,
            DocumentState.TO_REVIEW,
            DocumentState.IN_REVIEW,
        )
    )
    lines = []
    if open_:
        lines.append(f"{_count(open_, 'document')} not signed off, and so not exported.")
    if data.undecided:
        lines.append(f"{_count(data.undecided, 'span')} taken as proposed: no person looked at each of them.")
    if data.second is None:
        lines.append("No second person read the documents.")
    elif data.second.resolved < data.second.disagreements:
        left = data.second.disagreements - data.second.resolved
        lines.append(f"{_count(left, 'place')} on which the readers differ: not settled.")
    if not data.models_sha256:
        lines.append("No models were used: only rules and dictionaries looked for identifiers.")
    lines += [
        "Pictures were not read: they are blanked or left out, never copied.",
        "How far several harmless facts together point to a person was not judged. This report is no expert "
        "determination (45 CFR 164.514(b)(1)).",
        "No share of missed identifiers was measured on these documents.",
    ]
    return _section("What was not done", "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")


@dataclass(frozen=True, slots=True)
class _Code:
    """A hash or an id."""

    text: str


@dataclass(frozen=True, slots=True)
class _Named:
    """A name with a hash below it: side by side they would be wider than a page."""

    name: str
    code: str


_Cell = str | int | _Code | _Named


def _table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[_Cell]],
    *,
    total: Sequence[_Cell] | None = None,
) -> str:
    body = list(rows)
    sample = body[0] if body else ()
    lines = [f"<table>\n<caption>{_text(caption)}</caption>\n<thead><tr>"]
    for i, text in enumerate(head):
        number = i < len(sample) and isinstance(sample[i], int)
        lines.append(f'<th scope="col"{_number(number)}>{_text(text)}</th>')
    lines.append("</tr></thead>\n<tbody>")
    lines += [f"<tr>{_row(row)}</tr>" for row in body]
    if total is not None:
        lines.append(f'<tr class="total">{_row(total)}</tr>')
    lines.append("</tbody>\n</table>")
    return "\n".join(lines)


def _row(cells: Sequence[_Cell]) -> str:
    first, *others = cells
    return f'<th scope="row">{_inner(first)}</th>' + "".join(
        f"<td{_number(isinstance(c, int))}>{_inner(c)}</td>" for c in others
    )


def _inner(cell: _Cell) -> str:
    if isinstance(cell, _Code):
        return f'<span class="hash">{_text(cell.text)}</span>'
    if isinstance(cell, _Named):
        return f'{_text(cell.name)}<br><span class="hash">{_text(cell.code)}</span>'
    return f"{cell:,}" if isinstance(cell, int) else _text(cell)


def _number(is_one: bool) -> str:
    return ' class="number"' if is_one else ""


def _section(title: str, body: str, note: str = "") -> str:
    below = f'\n<p class="muted">{_text(note)}</p>' if note else ""
    return f"<h2>{_text(title)}</h2>\n{body}{below}"


def _nothing(text: str) -> str:
    return f"<p>{_text(text)}</p>"


def _kappa(kappa: float | None) -> str:
    if kappa is None:
        return "not defined: both readers put all words into one class"
    return f"{kappa:.2f}, {kappa_word(kappa)}"


def _ids(documents: Sequence[str]) -> str:
    shown = ", ".join(documents[:_MOST_DOCUMENTS])
    more = len(documents) - _MOST_DOCUMENTS
    return f"{shown} and {more:,} more" if more > 0 else shown


def _count(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def _moment(iso: str) -> str:
    """``2026-01-02T10:22:05+00:00`` as people write it; anything else as it is."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\+00:00|Z)", iso)
    return f"{match[1]} {match[2]} UTC" if match else iso


def _text(text: str) -> str:
    return escape(safe_for_display(text), quote=True)
