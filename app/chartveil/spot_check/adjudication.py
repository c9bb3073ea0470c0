"""One answer for each note from the answers of several readers, and which notes need an adjudicator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from chartveil.spot_check.bounds import ReadersTest
from chartveil.store.spot_checks.records import (
    Adjudication,
    DrawnNote,
    LeakMark,
    NoteAnswer,
    NoteReading,
    PlantedLeak,
)


def final_answer(
    readings: Iterable[NoteReading], adjudication: Adjudication | None, readers: int
) -> bool | None:
    """Whether a note leaks, by all who read it.

    Args:
        readings: of everybody who opened it.
        adjudication: where there is one, it counts alone.
        readers: how many have to read it.

    Returns:
        None where too few have read it, or they differ, or one is unsure.
    """
    if adjudication is not None:
        return adjudication.leak
    answers = [r.answer for r in readings if r.answer is not None]
    if len(answers) < readers or len(set(answers)) > 1 or NoteAnswer.UNSURE in answers:
        return None
    return answers[0] is NoteAnswer.LEAK


def needs_adjudication(readings: Iterable[NoteReading], readers: int) -> bool:
    """Whether all who have to have read a note, and they differ or one is unsure."""
    answers = [r.answer for r in readings if r.answer is not None]
    return len(answers) >= readers and (len(set(answers)) > 1 or NoteAnswer.UNSURE in answers)


def planted_was_found(planted: PlantedLeak, reading: NoteReading) -> bool | None:
    """Whether a reader found a planted leak, without hints; None where the note was not answered.

    Who only says that the note leaks, without a mark, as in a form, has found it.
    """
    answer = reading.blind or reading.answer
    if answer is None:
        return None
    if answer is NoteAnswer.CLEAN:
        return False
    blind = [m for m in reading.marks if not m.after_hints]
    return not blind or any(_touches(m, planted) for m in blind)


def marks_in_release(planted: PlantedLeak | None, marks: Iterable[LeakMark]) -> tuple[LeakMark, ...]:
    """The marks that are of the release itself, with their places in its text."""
    if planted is None:
        return tuple(marks)
    longer = len(planted.text) - planted.removed
    return tuple(
        replace(m, start=m.start - longer, end=m.end - longer)
        if m.layer == planted.layer and m.start >= planted.at
        else m
        for m in marks
        if not _touches(m, planted)
    )


def _touches(mark: LeakMark, planted: PlantedLeak) -> bool:
    return mark.layer == planted.layer and mark.start < planted.end and planted.start < mark.end


def readers_test(
    drawn: Sequence[DrawnNote], readings: Mapping[str, Mapping[int, NoteReading]], readers: int
) -> tuple[ReadersTest | None, tuple[tuple[str, ReadersTest], ...]]:
    """How readers did on planted leaks: all together, where one finds what another missed, and each.

    Args:
        drawn: notes of the random arm.
        readings: by reader and position.
        readers: how many have to read a note for it to count.

    Returns:
        None where no planted leak was read by all who have to.
    """
    found: dict[str, list[bool]] = {reader: [] for reader in readings}
    together: list[bool] = []
    for d in drawn:
        if d.planted is None:
            continue
        said = {
            reader: planted_was_found(d.planted, by_position[d.position])
            for reader, by_position in readings.items()
            if d.position in by_position
        }
        answered = {reader: yes for reader, yes in said.items() if yes is not None}
        for reader, yes in answered.items():
            found[reader].append(yes)
        if len(answered) >= readers:
            together.append(any(answered.values()))
    each = tuple((reader, ReadersTest(len(f), sum(f))) for reader, f in sorted(found.items()) if f)
    return (ReadersTest(len(together), sum(together)) if together else None), each
