"""Searches the rewritten notes of a case for identifiers that are left, with the leak check of releases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.model import AlteredNote, CaseDecisions, CaseNote, CaseReport
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import LeakError
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, Span
from chartveil.release.deidentified_document import leaks_as_spans
from chartveil.release.leak_check import LeakCheck, LeakFinding, changed_spans

_ROUNDS = 3
"""How often leaks are marked and searched for again before a person has to look."""


def find_leaks(note: AlteredNote, check: LeakCheck) -> list[LeakFinding]:
    """The identifiers that a rewritten note still holds.

    Args:
        note: rewritten.
        check: with the rules and lists of detection.
    """
    document = Document(note.note.text, DocumentSource("", "", ""))
    ranges = note.note.ordinary, note.note.recovered
    return check.check_text(document, note.note.spans, _replacements(note), note.text, *ranges)


def with_leak_spans(notes: Sequence[CaseNote], check: LeakCheck, tools: CaseTools) -> list[CaseNote]:
    """The notes with further spans, for leaks that are found before a person has decided anything."""
    notes = list(notes)
    for _ in range(_ROUNDS):
        altered = {n.note.id: n for n in build_case(notes, CaseDecisions(), tools=tools).notes}
        more: dict[str, list[Span]] = {}
        for note in altered.values():
            found = leaks_as_spans(find_leaks(note, check), ReplacementOffsets(_replacements(note)))
            if new := [f for f in found if not any(f.overlaps(s) for s in note.note.spans)]:
                more[note.note.id] = new
        if not more:
            break
        notes = [replace(n, spans=tuple(_merged(n.spans, more.get(n.id, ())))) for n in notes]
    return notes


def require_no_leaks(case: CaseReport, check: LeakCheck, parts: Iterable[tuple[str, str]]) -> None:
    """Checks that neither the notes of a case nor its drafts hold an identifier.

    Args:
        case: as it is written.
        check: with the rules and lists of detection.
        parts: name and text of each draft, as they were read back.

    Raises:
        LeakError: if one does.
    """
    for note in case.notes:
        if findings := find_leaks(note, check):
            back = ReplacementOffsets(_replacements(note))
            places = tuple((back.to_original(f.start), back.to_original(f.end)) for f in findings)
            raise LeakError(note.note.id, tuple(map(str, findings)), places)
    originals = [
        (n.note.text, changed_spans(n.note.text, n.note.spans, _replacements(n))) for n in case.notes
    ]
    findings = check.check_parts(originals, [n.text for n in case.notes], parts)
    if findings:
        raise LeakError("case", tuple(map(str, findings)))


def _replacements(note: AlteredNote) -> list[Replacement]:
    return [Replacement(a.start, a.end, a.text, a.label) for a in note.alterations]


def _merged(spans: Sequence[Span], more: Iterable[Span]) -> list[Span]:
    kept = list(spans)
    for span in sorted(more):
        if not any(span.overlaps(k) for k in kept):
            kept.append(span)
    return sorted(kept)
