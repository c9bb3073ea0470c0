"""Stores what readers say of the notes that were drawn."""

from __future__ import annotations

import threading
from dataclasses import replace

from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.policy import load_policy
from chartveil.service.spot_checks.draws import USUAL_PACE, words_a_minute
from chartveil.service.spot_checks.releases import BringInRequest, FramedReleases
from chartveil.spot_check.check_views import (
    Hint,
    NotePosition,
    ReadingProgress,
    ShownNote,
)
from chartveil.spot_check.planted import with_planted
from chartveil.store.spot_checks.records import (
    Arm,
    LeakKind,
    LeakMark,
    NoteAnswer,
    NoteReading,
)
from chartveil.store.spot_checks.store import SpotCheckStore
from chartveil.system.clock import utc_timestamp

_MOST_SECONDS = 1_800.0
"""Most seconds that count for one note: who leaves the room is not reading."""


class NoteReadings:
    """Readings of one user's spot-checks. May be called from any thread.

    Args:
        store: of the spot-checks.
        releases: their frames.
    """

    def __init__(self, store: SpotCheckStore, releases: FramedReleases) -> None:
        self._store = store
        self._releases = releases
        self._lock = threading.Lock()
        self._pipelines: dict[str, DetectionPipeline] = {}

    def positions(self, id: int, reader: str, arm: Arm) -> tuple[NotePosition, ...]:
        """The notes of an arm in the order of reading, with what this reader said. Others' stay unseen."""
        readings = self._store.readings(id, reader, arm)
        nothing = NoteReading()
        return tuple(
            NotePosition(d.position, d.note, r.answer, len(r.marks))
            for d in self._store.drawn(id, arm)
            for r in [readings.get(d.position, nothing)]
        )

    def note(self, id: int, reader: str, arm: Arm, position: int) -> ShownNote:
        """A note to read. Its file is read anew, which takes seconds for a scan.

        Raises:
            InputError: if its file is gone, or is not what it was when the release was brought in.
        """
        drawn = self._store.drawn_note(id, arm, position)
        (note,) = self._store.notes(id, [drawn.note])
        layers = with_planted(self._releases.layers_of(id, note), drawn.planted)
        beside = self._releases.compare_with_original(id, note, layers)
        reading = self._store.reading(id, reader, arm, position)
        if not reading.opened:
            now = utc_timestamp()
            reading = replace(reading, opened=now)
            self._store.set_reading(id, reader, arm, position, reading, undoable=False)
        why = self._store.suspicion(id, note.number) if arm is Arm.TARGETED else ()
        return ShownNote(position, note.number, note.place, layers, reading, why, beside)

    def mark(
        self,
        id: int,
        reader: str,
        arm: Arm,
        position: int,
        start: int,
        end: int,
        label: Label | None,
        kind: LeakKind,
        layer: int = 0,
    ) -> LeakMark:
        """Marks a place that leaks, or where something clinical was lost."""
        reading = self._store.reading(id, reader, arm, position)
        number = max((m.id for m in reading.marks), default=0) + 1
        made = LeakMark(number, start, end, label, kind, layer, after_hints=reading.hints_asked > 0)
        self._set(id, reader, arm, position, replace(reading, marks=(*reading.marks, made)))
        return made

    def unmark(self, id: int, reader: str, arm: Arm, position: int, mark: int) -> None:
        """Takes a mark away."""
        reading = self._store.reading(id, reader, arm, position)
        left = tuple(m for m in reading.marks if m.id != mark)
        self._set(id, reader, arm, position, replace(reading, marks=left))

    def answer(
        self,
        id: int,
        reader: str,
        arm: Arm,
        position: int,
        answer: NoteAnswer | None,
        seconds: float = 0.0,
        remark: str | None = None,
    ) -> None:
        """Says what a note holds; None takes it back.

        Args:
            seconds: that the note was looked at since it was last told.
            remark: in the reader's words; None leaves it.
        """
        reading = self._store.reading(id, reader, arm, position)
        spent = min(reading.seconds + max(seconds, 0.0), _MOST_SECONDS)
        remark = reading.remark if remark is None else remark
        self._set(id, reader, arm, position, replace(reading, answer=answer, seconds=spent, remark=remark))

    def hints(self, id: int, reader: str, arm: Arm, position: int) -> tuple[Hint, ...]:
        """What the machine suspects in a note, after the reader has answered without it; beside an original,
        in what was not put in. What is marked or answered from now on counts apart.

        Raises:
            InputError: before the reader's own answer, or if the note cannot be read.
        """
        reading = self._store.reading(id, reader, arm, position)
        if reading.answer is None:
            raise InputError("hints come after your own answer.", remedy="Read the note and answer first.")
        asked = replace(reading, blind=reading.blind or reading.answer, hints_asked=reading.hints_asked + 1)
        drawn = self._store.drawn_note(id, arm, position)
        (note,) = self._store.notes(id, [drawn.note])
        layers = with_planted(self._releases.layers_of(id, note), drawn.planted)
        beside = self._releases.compare_with_original(id, note, layers)
        put_in = beside.put_in if beside else ()
        pipeline = self._pipeline(id)
        found = [
            Hint(s.start, s.end, number, s.label, ", ".join(sorted({str(e.kind) for e in s.evidence})))
            for number, layer in enumerate(layers)
            for s in pipeline.propose(Document(layer.text, DocumentSource("", "text", ""))).spans
            if number or not any(a < s.end and s.start < b for a, b in put_in)
        ]
        self._store.set_reading(id, reader, arm, position, asked, undoable=False)
        return tuple(found)

    def _pipeline(self, id: int) -> DetectionPipeline:
        request = self._store.request(id)
        with self._lock:
            if request not in self._pipelines:
                asked = BringInRequest.from_json(request)
                self._pipelines = {
                    request: build_pipeline(load_policy(), site=asked.site_lists, patients=asked.dossiers)
                }
            return self._pipelines[request]

    def _set(self, id: int, reader: str, arm: Arm, position: int, reading: NoteReading) -> None:
        self._store.drawn_note(id, arm, position)
        if not reader.strip():
            raise InputError("a reader has a name.", remedy="Say who reads.")
        self._store.set_reading(id, reader, arm, position, reading)

    def undo(self, id: int, reader: str) -> tuple[Arm, int] | None:
        """Takes back the reader's last mark or answer; gives arm and position of the note, None without."""
        return self._store.undo(id, reader)

    def progress(self, id: int, reader: str, arm: Arm) -> ReadingProgress:
        """How far a reader is."""
        read, total, words_left = self._store.reading_progress(id, reader, arm)
        pace = words_a_minute(*self._store.words_read(id, reader))
        return ReadingProgress(read, total, pace, words_left / (pace or USUAL_PACE) * 60)
