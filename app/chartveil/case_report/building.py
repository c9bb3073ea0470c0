"""Computes a case as it stands from its notes and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chartveil.case_report.model import (
    AlteredNote,
    CaseDecisions,
    CaseNote,
    CaseReport,
    Contradiction,
)
from chartveil.case_report.patients import group_by_patient


def build_case(
    notes: Sequence[CaseNote],
    decisions: CaseDecisions,
    *,
    id: int = 0,
    title: str = "",
    unread: tuple[tuple[str, str], ...] = (),
) -> CaseReport:
    """The case; the same notes and decisions give the same.

    Args:
        notes: as they were read.
        decisions: as they stand.
        id, title: of the case in the store.
        unread: files that could not be read: name and why.
    """
    ours = [n for n in notes if n.id not in decisions.other_patient]
    groups = group_by_patient(ours, decisions.patient)
    contradictions = []
    if len(groups) > 1:
        places = tuple((note, 0, 0) for group in groups[1:] for note in group.notes)
        words = f"The notes are of {len(groups)} patients, as their headers say."
        contradictions.append(Contradiction("patient", words, places))
    altered = tuple(
        AlteredNote(n, None, n.note_type.capitalize(), (), n.text, i) for i, n in enumerate(ours, 1)
    )
    return replace(
        CaseReport(id, title, altered, tuple(g.name for g in groups), None, (), (), (), (), (), decisions),
        contradictions=tuple(contradictions),
        unread=unread,
    )
