"""Spot-checks: a release is brought in, a sample drawn, read and judged. What front ends call."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import Cancelled, InputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import load_policy
from chartveil.evaluation.stats import lower_bound, upper_bound
from chartveil.formats.base import ReadOptions
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.spot_check.bounds import (
    SequentialBound,
    bounds_at,
    finite_sample_size,
)
from chartveil.spot_check.check_views import (
    ArmResult,
    Disagreement,
    FoundLeak,
    FrameSummary,
    Hint,
    NotePosition,
    OriginalsSummary,
    PlanPreview,
    ReadingProgress,
    ShownNote,
    SpotCheckSummary,
    VerdictSheet,
)
from chartveil.spot_check.kit import read_form, write_kit
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import (
    BesideOriginal,
    compare_with_original,
    is_alike,
    match_originals,
)
from chartveil.spot_check.planted import plant_leak, with_planted
from chartveil.spot_check.reading import (
    ReadingOptions,
    content_hash,
    frame_facts,
    frame_line,
    read_again,
    read_release,
    read_release_file,
)
from chartveil.spot_check.sampling import (
    CommittedSeed,
    Design,
    DrawnSample,
    FrameEntry,
    SamplingPlan,
    Strata,
    Unit,
    first_look,
    length_class,
    sizes_by_stratum,
    stratum_totals,
)
from chartveil.spot_check.settling import marks_beside, needs_last_word, readers_test, settled_leak
from chartveil.spot_check.suspicion import ABOVE, NETWORK_NOTES, SuspectSearch, find_suspects
from chartveil.spot_check.verdict import Answer, TwoReaders, compare_readers, judge
from chartveil.store.own_key import open_own_key
from chartveil.store.spot_checks.records import (
    Adjudication,
    Arm,
    CheckChoices,
    DrawnNote,
    FramedFile,
    FramedNote,
    LeakKind,
    Mark,
    NoteAnswer,
    NoteReading,
    SpotCheckFacts,
    Stage,
    as_json,
)
from chartveil.store.spot_checks.store import SpotCheckStore
from chartveil.store.workspace import open_workspace
from chartveil.store.workspace_records import ReviewEvent

_NOTHING_ELSE = CheckChoices()
USUAL_PACE = 250.0
"""Words a minute, before readers were measured."""
_MOST_SECONDS = 1_800.0
"""Of one note that count: who leaves the room is not reading."""
_COMPARED = 50
"""Notes whose text is compared with that of their originals."""
_AT_A_TIME = 500
"""Files whose notes are stored in one transaction."""
_KEPT_CHARACTERS = 20_000_000
"""Of notes to read that stay in memory."""


@dataclass(frozen=True, slots=True)
class BringInRequest:
    """A release to bring in.

    Attributes:
        release: a folder, an archive, a table or one note, made with any tool.
        title: of the spot-check; the release's name when empty.
        originals: what it was made from, where one has it.
        crosswalk: table of originals and copies, as ``deid --crosswalk`` writes it.
        dossiers: the site's file of patients.
        site_lists: folder with the site's own dictionaries.
        patient_folders: whether the folder a file lies in names its patient, where nothing else does.
    """

    release: Path
    title: str = ""
    originals: Path | None = None
    crosswalk: Path | None = None
    dossiers: Path | None = None
    site_lists: Path | None = None
    patient_folders: bool = False

    def as_json(self) -> str:
        """As it is stored, with absolute paths."""
        return json.dumps(
            {k: str(v.absolute()) if isinstance(v, Path) else v for k, v in asdict(self).items()}
        )

    @classmethod
    def from_json(cls, text: str) -> BringInRequest:
        """What ``as_json`` wrote."""
        facts = json.loads(text)
        paths = ("release", "originals", "crosswalk", "dossiers", "site_lists")
        return cls(**{**facts, **{k: Path(facts[k]) if facts[k] else None for k in paths}})


class SpotCheckService:
    """One user's spot-checks. May be called from any thread; a long call keeps no other waiting for long.

    Args:
        user_paths: where they lie; the folder and a key are made at first use.
        own_key: the user's, where it is open already.

    Raises:
        KeyFileError, StoreError: if key or store cannot be used; StoreError from every method.
    """

    def __init__(self, user_paths: UserPaths, own_key: bytes = b"") -> None:
        self.user_paths = user_paths
        self._own_key = own_key or open_own_key(user_paths)
        self.store = SpotCheckStore(user_paths.spot_checks_file, self._own_key)
        self._lock = threading.RLock()
        self._samples: dict[tuple[int, str], tuple[FrameEntry, ...]] = {}
        self._counted: dict[tuple[int, str], tuple[int, dict[str, tuple[int, int]]]] = {}
        self._drawn: dict[tuple[int, tuple[int, ...]], DrawnSample] = {}
        self._originals: dict[str, str] = {}
        self._pipelines: dict[str, DetectionPipeline] = {}
        self._texts: OrderedDict[tuple[int, int], tuple[NoteLayer, ...]] = OrderedDict()

    def close(self) -> None:
        """Lets the store go."""
        self.store.close()

    # Releases

    def spot_checks(self) -> tuple[SpotCheckSummary, ...]:
        """All spot-checks, the latest first."""
        lines = []
        for f in self.store.spot_checks():
            drawn = sum(len(self.store.drawn(f.id, arm)) for arm in Arm)
            read = {
                (arm, position)
                for reader in self.store.readers(f.id)
                for arm in Arm
                for position, r in self.store.readings(f.id, reader, arm).items()
                if r.answer is not None
            }
            notes = self.store.totals(f.id)[0]
            lines.append(
                SpotCheckSummary(f.id, f.title, f.stage, f.created, notes, drawn, len(read), f.outcome)
            )
        return tuple(lines)

    def facts(self, id: int) -> SpotCheckFacts:
        """A spot-check as it is stored.

        Raises:
            ValueError: if there is none.
        """
        return self.store.facts(id)

    def bring_in(
        self,
        request: BringInRequest,
        progress: Callable[[int], None] = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> int:
        """Reads a release once and freezes its frame. Takes minutes for a large one.

        Args:
            request: what is brought in.
            progress: told how many files were read so far.
            cancelled: asked between files.

        Returns:
            The new spot-check.

        Raises:
            InputError: if there is nothing to read.
            Cancelled: if it was; nothing is kept.
        """
        options = self._reading_options(request)
        id = self.store.begin(request.title or request.release.name, request.as_json())
        try:
            frame = hashlib.sha256()
            notes = 0
            files: list[FramedFile] = []
            batch: list[FramedNote] = []
            for read in read_release(options, progress, cancelled):
                files.append(read.file)
                batch += read.notes
                for note in read.notes:
                    frame.update(frame_line(note.number, frame_facts(note, options)))
                notes += len(read.notes)
                if len(files) >= _AT_A_TIME or len(batch) >= _AT_A_TIME:
                    self.store.add_to_frame(id, files, batch)
                    files, batch = [], []
            self.store.add_to_frame(id, files, batch)
            del files, batch
            if not notes:
                raise InputError(
                    "holds no note that can be read.",
                    where=str(request.release),
                    remedy="Give the folder, archive or table that was released.",
                )
            summary = {"own": self._own_release(id), "originals": self._match_originals(id, request)}
            self.store.freeze(id, frame.hexdigest(), json.dumps(summary))
        except BaseException:
            self.store.remove(id)
            raise
        return id

    def _own_release(self, id: int) -> str:
        """What our own record says of the release: which run wrote how many of its files."""
        by_hash = {f.sha256: InputRef(f.path, f.member).name for f in self.store.files(id) if f.sha256}
        outputs = {name: sha256 for sha256, name in by_hash.items()}
        with open_workspace(self.user_paths, key=self._own_key) as workspace:
            runs = workspace.runs_that_wrote(outputs)
            if not runs:
                return ""
            made = {
                (o["name"], o["sha256"])
                for run in runs
                for f in workspace.run_files(run)
                for o in f.get("outputs", ())
            }
        count = sum((name, sha256) in made for name, sha256 in outputs.items())
        return (
            f"{count:,} of {len(outputs):,} files stand in the record of this Chartveil, {', '.join(runs)}."
        )

    def _match_originals(self, id: int, request: BringInRequest) -> dict[str, int] | None:
        """Finds the original of each note, and looks whether some of them can be theirs."""
        if request.originals is None:
            return None
        files = [f for f in self.store.files(id) if not f.reason]
        sources = match_originals(
            files, request.release.absolute(), request.originals.absolute(), request.crosswalk
        )
        having = [n for n in self.store.notes(id) if n.file in sources]
        self.store.set_originals(
            id, ((n.number, json.dumps([sources[n.file].path, sources[n.file].member])) for n in having)
        )
        compared = unlike = 0
        for note in having[:: max(1, len(having) // _COMPARED)][:_COMPARED]:
            with suppress(InputError):
                original = self._original(id, note)
                compared += 1
                unlike += original is None or not is_alike(original, self._layers(id, note)[0].text)
        return {"matched": len(having), "compared": compared, "unlike": unlike}

    def _original(self, id: int, note: FramedNote) -> str | None:
        """The text of a note's original; None where it has none.

        Raises:
            InputError: if the original cannot be read.
        """
        where = self.store.original(id, note.number)
        if not where:
            return None
        path, member = json.loads(where)
        with self._lock:
            if self._originals.get("") != where:
                _, _, documents = read_documents(InputRef(path, tuple(member)), ReadOptions())
                self._originals = {"": where, **{f"part {d.source.part}": d.text for d in documents}}
            if len(self._originals) == 2:  # one document: copies may name its part otherwise
                return next(text for name, text in self._originals.items() if name)
            return self._originals.get(f"part {note.part}")

    def _reading_options(self, request: BringInRequest) -> ReadingOptions:
        key = hashlib.sha256(b"spot-check\0" + self._own_key).digest()
        return ReadingOptions(key, request.release.absolute(), request.patient_folders)

    def forget(self, id: int) -> None:
        """Forgets a spot-check with all that was read in it. The audit record stays."""
        self.store.remove(id)
        with self._lock:
            self._texts.clear()

    def frame(self, id: int) -> FrameSummary:
        """What the release held."""
        facts = self.store.facts(id)
        notes, patients, words, empty, repeated = self.store.totals(id)
        options = self._reading_options(BringInRequest.from_json(self.store.request(id)))
        left_out = tuple(
            (options.place(InputRef(f.path, f.member)), f.reason) for f in self.store.files(id) if f.reason
        )
        counts = {
            name: tuple(self.store.counts(id, column))
            for name, column in (("format",) * 2, ("folder",) * 2, ("type", "note_type"), ("month",) * 2)
        }
        lengths = Counter(e.stratum for e in self._entries(id, Strata.LENGTH))
        counts["length"] = tuple(sorted(lengths.items()))
        summary = json.loads(facts.summary)
        originals = OriginalsSummary(**summary["originals"]) if summary["originals"] else None
        return FrameSummary(
            notes, patients, words, empty, repeated, left_out, summary["own"], originals, counts
        )

    def _entries(self, id: int, strata: Strata) -> tuple[FrameEntry, ...]:
        with self._lock:
            if (id, strata) not in self._samples:
                self._samples = {k: v for k, v in self._samples.items() if k[0] == id}
                self._samples[id, strata] = tuple(
                    FrameEntry(n.number, "", n.patient, _stratum(n, strata), n.words)
                    for n in self.store.notes(id)
                )
            return self._samples[id, strata]

    def _frame_totals(self, id: int, strata: Strata) -> tuple[int, dict[str, tuple[int, int]]]:
        """Patients, and notes and words of each stratum; counted once, since the frame is frozen."""
        with self._lock:
            if (id, strata) not in self._counted:
                entries = self._entries(id, strata)
                patients = len({e.patient or e.number for e in entries})
                self._counted[id, strata] = patients, stratum_totals(entries)
            return self._counted[id, strata]

    def frame_facts(self, id: int) -> Iterator[tuple[FramedNote, tuple[str, str, int, str, str, str, str]]]:
        """The notes of the frame, each with what may be published of it (``reading.frame_facts``)."""
        options = self._reading_options(BringInRequest.from_json(self.store.facts(id).request))
        return ((note, frame_facts(note, options)) for note in self.store.notes(id))

    def strata(self, id: int) -> tuple[str, ...]:
        """The stratum of each note by the plan; empty names before there is one."""
        plan = self.store.facts(id).plan
        strata = SamplingPlan.from_text(plan).strata if plan else Strata.NONE
        return tuple(e.stratum for e in self._entries(id, strata))

    # Plan and draw

    def preview(self, id: int, plan: SamplingPlan, choices: CheckChoices = _NOTHING_ELSE) -> PlanPreview:
        """What a plan costs and shows. A plan of size 0 is one of as many units as its bound needs."""
        patients, totals = self._frame_totals(id, plan.strata)
        notes, words = (sum(column) for column in zip(*totals.values(), strict=True))
        by_patient = plan.unit is Unit.PATIENT or plan.design is Design.ONE_A_PATIENT
        population = patients if by_patient else notes
        size = (
            plan.size
            or finite_sample_size(population, int(plan.bound * population), 0, plan.alpha)
            or population
        )
        size = min(size, population)
        strata: dict[str, int] = {}
        if plan.design is Design.STRATIFIED:
            strata = sizes_by_stratum(totals, size, plan.floor)
            size = sum(strata.values())
        sample = size * notes / population if plan.unit is Unit.PATIENT else size
        total = sample + choices.planted + choices.targeted + choices.over_removal
        pace = self._pace(id)
        hours = total * (words / notes) / (pace or USUAL_PACE) / 60 * choices.readers
        return PlanPreview(
            size,
            population,
            hours,
            pace or USUAL_PACE,
            pace is not None,
            bounds_at(population, size, plan.alpha),
            tuple((s, n, strata.get(s, 0)) for s, (n, _) in totals.items()),
        )

    def _pace(self, id: int, only: str = "") -> float | None:
        """Words a minute of the readers of a spot-check; None before any was measured."""
        entries = self._entries(id, Strata.NONE)
        read, seconds = 0, 0.0
        for reader in [only] if only else self.store.readers(id):
            for arm in Arm:
                readings = self.store.readings(id, reader, arm)
                for d in self.store.drawn(id, arm) if readings else ():
                    r = readings.get(d.position)
                    if r is not None and r.answer is not None and r.seconds > 0:
                        read += entries[d.note].words
                        seconds += r.seconds
        return read / seconds * 60 if read and seconds else None

    def commit(self, id: int, plan: SamplingPlan, choices: CheckChoices = _NOTHING_ELSE, by: str = "") -> str:
        """Fixes the plan, draws the seed, and writes its hash into the audit record.

        Args:
            plan: what is to be shown; of size 0, what ``preview`` makes of it.
            choices: what is read besides.
            by: name of whoever commits.

        Returns:
            The commitment, to be shown before the draw.

        Raises:
            ValueError: if the plan is fixed already.
        """
        facts = self.store.facts(id)
        if facts.stage is not Stage.FRAMED:
            raise ValueError("the plan is fixed already")
        plan = replace(plan, size=plan.size or self.preview(id, plan, choices).size)
        seed = CommittedSeed.drawn(facts.frame, committed_text(plan, choices))
        self.record(
            id,
            "spot-check-committed",
            by,
            {"frame": facts.frame, "commitment": seed.commitment, "plan": seed.plan},
        )
        self.store.commit(id, plan.as_text(), choices, seed.commitment, seed.seed)
        return seed.commitment

    def record(self, id: int, kind: str, by: str, facts: Mapping[str, Any]) -> None:
        """Writes an entry of a spot-check into the audit record.

        Raises:
            StoreError: if it cannot be written.
        """
        event = ReviewEvent(secrets.token_hex(8), kind, by, {"spot_check": id, **facts})
        with open_workspace(self.user_paths, key=self._own_key) as workspace:
            workspace.record_events([event])

    def signed_entries(self, kinds: Sequence[str]) -> list[dict[str, Any]]:
        """Entries of the audit record of these kinds, of all spot-checks (``Workspace.signed_entries``)."""
        with open_workspace(self.user_paths, key=self._own_key) as workspace:
            return workspace.signed_entries(kinds)

    def fingerprint(self) -> str:
        """Of the key that signs the audit record, as people compare it."""
        with open_workspace(self.user_paths, key=self._own_key) as workspace:
            return workspace.fingerprint

    def sample(self, id: int) -> DrawnSample:
        """What was drawn.

        Raises:
            ValueError: before the draw.
        """
        facts = self.store.facts(id)
        if not facts.looks:
            raise ValueError("nothing is drawn yet")
        with self._lock:
            if (id, facts.looks) not in self._drawn:
                self._drawn = {(id, facts.looks): self._sample(facts, facts.looks)}
            return self._drawn[id, facts.looks]

    def _sample(self, facts: SpotCheckFacts, looks: tuple[int, ...]) -> DrawnSample:
        plan = SamplingPlan.from_text(facts.plan)
        seed = CommittedSeed(facts.seed, facts.frame, committed_text(plan, facts.choices))
        return DrawnSample(self._entries(facts.id, plan.strata), plan, seed, looks)

    def draw(self, id: int) -> str:
        """Draws what is to be read in the random arms; gives the seed, in hex.

        Raises:
            ValueError: before the plan is fixed.
        """
        facts = self.store.facts(id)
        if facts.stage is Stage.FRAMED:
            raise ValueError("the plan is not fixed yet")
        if not facts.looks:
            plan = SamplingPlan.from_text(facts.plan)
            units = first_look(self._entries(id, plan.strata), plan)
            sample = self._sample(facts, (units,))
            notes = [e.number for unit in sample.units() for e in unit]
            lost = sorted(
                (e.number for e in sample.entries), key=lambda n: sample.seed.rank("over-removal", str(n))
            )[: facts.choices.over_removal]
            drawn = self._with_planted(id, sample, notes, facts.choices.planted)
            self.store.add_drawn(id, {Arm.RANDOM: drawn, Arm.OVER_REMOVAL: _in_order(lost)}, units)
        return facts.seed.hex()

    def _with_planted(
        self, id: int, sample: DrawnSample, notes: Sequence[int], planted: int
    ) -> list[DrawnNote]:
        """The notes of the sample in their order, with copies of others that hold a known leak between them.

        These others are the last of the drawn order, which a larger sample reaches last. There are fewer
        where the release has no more notes.
        """
        last = (e for unit in reversed(sample.order[sample.looks[-1] :]) for e in unit if e.words)
        copies: list[DrawnNote] = []
        for entry in last:
            if len(copies) == planted:
                break
            (note,) = self.store.notes(id, [entry.number])
            with suppress(InputError):  # a file that is gone says so when it is to be read
                layers = self._layers(id, note)
                beside = self._beside_original(id, note, layers)
                if beside is None or any(r.is_identifier for r in beside.replaced):
                    replaced = beside.replaced if beside else ()
                    leak = plant_leak(layers, sample.seed.seed, len(copies), replaced)
                    copies.append(DrawnNote(0, entry.number, leak))
        total = len(notes) + len(copies)
        places = sorted(range(total), key=lambda i: sample.seed.rank("planted", str(i)))[: len(copies)]
        at = dict(zip(places, copies, strict=True))
        rest = iter(notes)
        return [replace(at[i], position=i) if i in at else DrawnNote(i, next(rest)) for i in range(total)]

    def _beside_original(
        self, id: int, note: FramedNote, layers: Sequence[NoteLayer]
    ) -> BesideOriginal | None:
        original = self._original(id, note)
        if original is None:
            return None
        return compare_with_original(original, layers[0].text, bundled_lexicon().is_common)

    def extend(self, id: int, by: int, who: str = "") -> int:
        """Draws the next units of the same order.

        Args:
            by: how many more.
            who: name of whoever does it.

        Returns:
            How many units are drawn now.

        Raises:
            InputError: if the draw was by strata, whose sizes were fixed.
        """
        sample = self.sample(id)
        if sample.plan.design is Design.STRATIFIED:
            raise InputError(
                "the sample was drawn by strata of fixed sizes and cannot be made larger.",
                remedy="Bring the release in anew, or plan a simple sample, which can go on.",
            )
        units = min(len(sample.order), sample.looks[-1] + by)
        if units > sample.looks[-1]:
            self.record(
                id, "spot-check-extended", who, {"commitment": self.facts(id).commitment, "units": units}
            )
            more = [e.number for unit in sample.order[sample.looks[-1] : units] for e in unit]
            start = len(self.store.drawn(id, Arm.RANDOM))
            self.store.add_drawn(id, {Arm.RANDOM: _in_order(more, start)}, units)
        return units

    # Reading

    def positions(self, id: int, reader: str, arm: Arm) -> tuple[NotePosition, ...]:
        """The notes of an arm in the order of reading, with what this reader said. Others' stay unseen."""
        readings = self.store.readings(id, reader, arm)
        nothing = NoteReading()
        return tuple(
            NotePosition(d.position, d.note, r.answer, len(r.marks))
            for d in self.store.drawn(id, arm)
            for r in [readings.get(d.position, nothing)]
        )

    def note(self, id: int, reader: str, arm: Arm, position: int) -> ShownNote:
        """A note to read. Its file is read anew, which takes seconds for a scan.

        Raises:
            InputError: if its file is gone, or is not what it was when the release was brought in.
        """
        drawn = self.store.drawn_note(id, arm, position)
        (note,) = self.store.notes(id, [drawn.note])
        layers = with_planted(self._layers(id, note), drawn.planted)
        beside = self._beside_original(id, note, layers)
        reading = self.store.reading(id, reader, arm, position)
        if not reading.opened:
            now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
            reading = replace(reading, opened=now)
            self.store.set_reading(id, reader, arm, position, reading, undoable=False)
        why = self.store.suspicion(id, note.number) if arm is Arm.TARGETED else ()
        return ShownNote(position, note.number, note.place, layers, reading, why, beside)

    def layers(self, id: int, number: int) -> tuple[NoteLayer, ...]:
        """All that is read of a note, by its number in the frame.

        Raises:
            InputError: as ``note``.
        """
        (note,) = self.store.notes(id, [number])
        return self._layers(id, note)

    def _layers(self, id: int, note: FramedNote) -> tuple[NoteLayer, ...]:
        with self._lock:
            if (id, note.number) not in self._texts:
                self._load(id, note)
            self._texts.move_to_end((id, note.number))
            return self._texts[id, note.number]

    def _load(self, id: int, note: FramedNote) -> None:
        """Reads the file of a note, and keeps all of its notes that are to be read."""
        options = self._reading_options(BringInRequest.from_json(self.store.request(id)))
        (file,) = self.store.files(id, note.file)
        ref = InputRef(file.path, file.member)
        wanted = self.store.drawn_in_file(id, note.file) | {note.part}
        _, texts = read_release_file(ref, options.place(ref), options.read)
        by_part = {text.part: text for text in texts if text.part in wanted}
        own = by_part.get(note.part)
        if own is None or content_hash(options, own.layers) != note.content:
            raise InputError(
                "is not what it was when the release was brought in.",
                where=note.place,
                remedy="Put the release back as it was. One that was mended needs a spot-check of its own.",
            )
        for known in self.store.notes_of_file(id, note.file, by_part):
            if content_hash(options, by_part[known.part].layers) == known.content:
                self._texts[id, known.number] = by_part[known.part].layers
        kept = sum(len(layer.text) for layers in self._texts.values() for layer in layers)
        while kept > _KEPT_CHARACTERS and len(self._texts) > 1:
            dropped = next(k for k in self._texts if k != (id, note.number))
            kept -= sum(len(layer.text) for layer in self._texts.pop(dropped))

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
    ) -> Mark:
        """Marks a place that leaks, or where something clinical was lost."""
        reading = self.store.reading(id, reader, arm, position)
        number = max((m.id for m in reading.marks), default=0) + 1
        made = Mark(number, start, end, label, kind, layer, after_hints=reading.hints_asked > 0)
        self._set(id, reader, arm, position, replace(reading, marks=(*reading.marks, made)))
        return made

    def unmark(self, id: int, reader: str, arm: Arm, position: int, mark: int) -> None:
        """Takes a mark away."""
        reading = self.store.reading(id, reader, arm, position)
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
        reading = self.store.reading(id, reader, arm, position)
        spent = min(reading.seconds + max(seconds, 0.0), _MOST_SECONDS)
        remark = reading.remark if remark is None else remark
        self._set(id, reader, arm, position, replace(reading, answer=answer, seconds=spent, remark=remark))

    def hints(self, id: int, reader: str, arm: Arm, position: int) -> tuple[Hint, ...]:
        """What the machine suspects in a note, after the reader has answered without it. What is marked or
        answered from now on counts apart.

        Raises:
            InputError: before the reader's own answer, or if the note cannot be read.
        """
        reading = self.store.reading(id, reader, arm, position)
        if reading.answer is None:
            raise InputError("hints come after your own answer.", remedy="Read the note and answer first.")
        asked = replace(reading, blind=reading.blind or reading.answer, hints_asked=reading.hints_asked + 1)
        drawn = self.store.drawn_note(id, arm, position)
        (note,) = self.store.notes(id, [drawn.note])
        layers = with_planted(self._layers(id, note), drawn.planted)
        pipeline = self._pipeline(id)
        found = [
            Hint(s.start, s.end, number, s.label, ", ".join(sorted({str(e.kind) for e in s.evidence})))
            for number, layer in enumerate(layers)
            for s in pipeline.propose(Document(layer.text, DocumentSource("", "text", ""))).spans
        ]
        self.store.set_reading(id, reader, arm, position, asked, undoable=False)
        return tuple(found)

    def _pipeline(self, id: int) -> DetectionPipeline:
        request = self.store.request(id)
        with self._lock:
            if request not in self._pipelines:
                asked = BringInRequest.from_json(request)
                self._pipelines = {
                    request: build_pipeline(load_policy(), site=asked.site_lists, patients=asked.dossiers)
                }
            return self._pipelines[request]

    def _set(self, id: int, reader: str, arm: Arm, position: int, reading: NoteReading) -> None:
        self.store.drawn_note(id, arm, position)
        if not reader.strip():
            raise ValueError("a reader has a name")
        self.store.set_reading(id, reader, arm, position, reading)

    def undo(self, id: int, reader: str) -> tuple[Arm, int] | None:
        """Takes back the reader's last mark or answer; gives arm and position of the note, None without."""
        return self.store.undo(id, reader)

    def progress(self, id: int, reader: str, arm: Arm) -> ReadingProgress:
        """How far a reader is."""
        entries = self._entries(id, Strata.NONE)
        readings = self.store.readings(id, reader, arm)
        drawn = self.store.drawn(id, arm)
        left = [d for d in drawn if d.position not in readings or readings[d.position].answer is None]
        pace = self._pace(id, reader)
        seconds = sum(entries[d.note].words for d in left) / (pace or USUAL_PACE) * 60
        return ReadingProgress(len(drawn) - len(left), len(drawn), pace, seconds)

    def export_kit(self, id: int, reader: str, arm: Arm, folder: Path, *, differing: bool = False) -> int:
        """Writes an arm as files with a form, for who reads elsewhere; gives how many notes there are.

        Args:
            differing: only the notes that need a last word.

        Raises:
            InputError: if a note is not what it was.
            OutputError: if the folder is not empty or cannot be written.
        """
        positions = self._form_places(id, arm, differing=differing)
        return write_kit(folder, (self.note(id, reader, arm, position) for position in positions))

    def _form_places(self, id: int, arm: Arm, *, differing: bool) -> dict[int, str]:
        """Places of the notes of a form, by position."""
        if differing:
            return {d.position: d.place for d in self.disagreements(id) if d.arm is arm}
        drawn = self.store.drawn(id, arm)
        notes = self.store.notes(id, (d.note for d in drawn))
        return {d.position: note.place for d, note in zip(drawn, notes, strict=True)}

    def import_form(self, id: int, reader: str, arm: Arm, form: Path) -> int:
        """Takes in what a reader filled in; gives how many notes were answered anew.

        What the form leaves empty stays as it is.

        Raises:
            InputError: if the form is of other notes, or an answer cannot be understood; nothing is taken.
        """
        rows = read_form(form, self._form_places(id, arm, differing=False))
        taken = 0
        for position, row in rows.items():
            if row.answer is None or row.answer is self.store.reading(id, reader, arm, position).answer:
                continue
            if row.answer is NoteAnswer.LEAK and row.words:
                place = row.place_in(self.note(id, reader, arm, position).layers)
                if place is not None:
                    layer, start, end = place
                    self.mark(id, reader, arm, position, start, end, row.label, row.kind, layer)
            self.answer(id, reader, arm, position, row.answer, remark=row.remark)
            taken += 1
        return taken

    def import_last_words(self, id: int, by: str, arm: Arm, form: Path) -> int:
        """Takes in the last word on notes that need one, from the form of ``export_kit(differing=True)``.

        The remark of a row is the reason.

        Raises:
            InputError: if the form is of other notes, or a last word has no reason; nothing is taken.
        """
        rows = read_form(form, self._form_places(id, arm, differing=True))
        given = {p: row for p, row in rows.items() if row.answer not in (None, NoteAnswer.UNSURE)}
        if any(not row.remark for row in given.values()):
            raise InputError("a last word needs a reason.", where=str(form), remedy="Write it as a remark.")
        for position, row in given.items():
            self.adjudicate(id, arm, position, row.answer is NoteAnswer.LEAK, by, row.remark)
        return len(given)

    # The targeted arm

    def look_for_suspects(
        self,
        id: int,
        count: int = 0,
        progress: Callable[[int], None] = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> int:
        """Searches the release for the most suspicious notes and puts them into the targeted arm.

        All notes are read with rules and lists, then those on top with the networks. Notes of the sample,
        which are read anyway, are left out. Takes minutes.

        Args:
            count: notes to put there; as many as were planned when 0.
            progress: told how many files were read so far, in both passes.
            cancelled: asked between files.

        Returns:
            How many notes the targeted arm has now.

        Raises:
            Cancelled: if it was; nothing is kept.
            ValueError: before the draw.
        """
        facts = self.store.facts(id)
        if not facts.looks:
            raise ValueError("nothing is drawn yet")
        request = BringInRequest.from_json(facts.request)
        search = SuspectSearch(
            self._reading_options(request), request.site_lists, request.dossiers, self._original_files(id)
        )

        def numbers(file: int) -> dict[str, int]:
            return {n.part: n.number for n in self.store.notes_of_file(id, file)}

        files = [f for f in self.store.files(id) if not f.reason]
        self.store.set_suspicion(id, find_suspects(search, files, numbers, progress, cancelled))
        first = [n for n, _, _ in self.store.most_suspicious(id, NETWORK_NOTES)]
        of_file = {n.file for n in self.store.notes(id, first)}
        again = find_suspects(
            replace(search, networks=True),
            [f for f in files if f.number in of_file],
            numbers,
            lambda done: progress(len(files) + done),
            cancelled,
        )
        # Above all that only rules and lists have looked at.
        self.store.set_suspicion(id, ((n, ABOVE + weight, why) for n, weight, why in again))
        known = {
            d.note for arm in (Arm.RANDOM, Arm.TARGETED) for d in self.store.drawn(id, arm) if not d.planted
        }
        start = len(self.store.drawn(id, Arm.TARGETED))
        wanted = count or facts.choices.targeted
        ranked = (n for n, _, _ in self.store.most_suspicious(id, wanted + len(known)) if n not in known)
        self.store.add_drawn(id, {Arm.TARGETED: _in_order(list(islice(ranked, wanted)), start)})
        return len(self.store.drawn(id, Arm.TARGETED))

    def _original_files(self, id: int) -> dict[int, InputRef]:
        """Where the original of each file lies that has one."""
        found = {}
        for f in self.store.files(id):
            note = next(iter(self.store.notes_of_file(id, f.number)), None)
            where = self.store.original(id, note.number) if note else ""
            if where:
                path, member = json.loads(where)
                found[f.number] = InputRef(path, tuple(member))
        return found

    # What readers say together

    def _readings(self, id: int, arm: Arm) -> dict[str, dict[int, NoteReading]]:
        return {reader: self.store.readings(id, reader, arm) for reader in self.store.readers(id)}

    def disagreements(self, id: int) -> tuple[Disagreement, ...]:
        """Notes that need a last word, or have one, in the order of reading."""
        needed = self.store.facts(id).choices.readers
        found = []
        for arm in Arm:
            by_reader = self._readings(id, arm)
            settled = self.store.adjudications(id, arm)
            for d in self.store.drawn(id, arm):
                of_note = [(name, r[d.position]) for name, r in by_reader.items() if d.position in r]
                if d.planted is None and (
                    d.position in settled or needs_last_word((r for _, r in of_note), needed)
                ):
                    (note,) = self.store.notes(id, [d.note])
                    found.append(
                        Disagreement(
                            arm, d.position, d.note, note.place, tuple(of_note), settled.get(d.position)
                        )
                    )
        return tuple(found)

    def adjudicate(self, id: int, arm: Arm, position: int, leak: bool | None, by: str, reason: str) -> None:
        """Gives the last word on a note; None takes it back.

        Raises:
            ValueError: without a name or a reason.
        """
        if leak is None:
            self.store.set_adjudication(id, arm, position, None)
            return
        if not by.strip() or not reason.strip():
            raise ValueError("a last word has a name and a reason")
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        self.store.set_adjudication(id, arm, position, Adjudication(leak, by.strip(), reason.strip(), now))

    def settled(self, id: int, arm: Arm) -> dict[int, bool | None]:
        """Whether each note of an arm leaks, by position; None where that is not settled. Notes with planted
        leaks are not among them."""
        needed = self.store.facts(id).choices.readers
        by_reader = self._readings(id, arm)
        last = self.store.adjudications(id, arm)
        return {
            d.position: settled_leak(
                (r[d.position] for r in by_reader.values() if d.position in r), last.get(d.position), needed
            )
            for d in self.store.drawn(id, arm)
            if d.planted is None
        }

    # Verdict

    def verdict(self, id: int) -> VerdictSheet:
        """All that the spot-check shows so far.

        Raises:
            ValueError: before the draw.
        """
        sample = self.sample(id)
        facts = self.store.facts(id)
        drawn = self.store.drawn(id, Arm.RANDOM)
        settled = self.settled(id, Arm.RANDOM)
        by_reader = self._readings(id, Arm.RANDOM)
        answers = {
            d.note: Answer(settled[d.position], _kind(by_reader, d.position))
            for d in drawn
            if d.planted is None
        }
        test, each = readers_test(drawn, by_reader, facts.choices.readers)
        verdict = judge(sample, answers, test)
        return VerdictSheet(
            verdict,
            judge(sample, answers).bound if test else verdict.bound,
            test,
            each,
            self._two_readers(drawn, by_reader),
            self._arm_result(id, Arm.TARGETED),
            self._arm_result(id, Arm.OVER_REMOVAL),
            self._leaks(id),
            tuple((reader, self._hours(id, reader)) for reader in self.store.readers(id)),
            _curve(sample, answers, verdict.units),
        )

    def _two_readers(
        self, drawn: Sequence[DrawnNote], by_reader: Mapping[str, Mapping[int, NoteReading]]
    ) -> TwoReaders | None:
        if len(by_reader) < 2:
            return None
        first, second = (
            {
                d.note: Answer(None if r.answer is None else r.answer is not NoteAnswer.CLEAN)
                for d in drawn
                if d.planted is None
                for r in [readings.get(d.position, NoteReading())]
            }
            for readings in list(by_reader.values())[:2]
        )
        return compare_readers(first, second)

    def _arm_result(self, id: int, arm: Arm) -> ArmResult:
        said = self.settled(id, arm).values()
        read, found = sum(s is not None for s in said), sum(s is True for s in said)
        if arm is Arm.TARGETED or not read:
            return ArmResult(len(said), read, found)
        alpha = SamplingPlan.from_text(self.store.facts(id).plan).alpha / 2
        return ArmResult(
            len(said), read, found, lower_bound(found, read, alpha), upper_bound(found, read, alpha)
        )

    def _leaks(self, id: int) -> tuple[FoundLeak, ...]:
        found = []
        for arm in (Arm.RANDOM, Arm.TARGETED):
            settled = self.settled(id, arm)
            by_reader = self._readings(id, arm)
            for d in self.store.drawn(id, arm):
                marks = tuple(
                    m
                    for r in by_reader.values()
                    if d.position in r
                    for m in marks_beside(d.planted, r[d.position].marks)
                )
                if settled.get(d.position) or (d.planted is not None and marks):
                    (note,) = self.store.notes(id, [d.note])
                    found.append(FoundLeak(arm, d.position, d.note, note.place, marks))
        return tuple(found)

    def _hours(self, id: int, reader: str) -> float:
        return sum(r.seconds for arm in Arm for r in self.store.readings(id, reader, arm).values()) / 3600

    # For what goes through the whole release

    def read_all(
        self, id: int, cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[FramedNote, tuple[NoteLayer, ...] | None]]:
        """Every note with its layers, in order; None for one that is gone or not what it was.

        Raises:
            Cancelled: if it was.
        """
        options = self._reading_options(BringInRequest.from_json(self.store.request(id)))
        with InputLoader(options.read.limits) as loader:
            for file in self.store.files(id):
                if cancelled():
                    raise Cancelled
                if not file.reason:
                    yield from read_again(options, file, self.store.notes_of_file(id, file.number), loader)


def committed_text(plan: SamplingPlan, choices: CheckChoices) -> str:
    """What the seed's hash binds beside the frame: plan and choices, a line of JSON each."""
    return f"{plan.as_text()}\n{as_json(choices)}"


def _in_order(notes: list[int], start: int = 0) -> list[DrawnNote]:
    return [DrawnNote(position, note) for position, note in enumerate(notes, start)]


def _stratum(note: FramedNote, strata: Strata) -> str:
    return {
        Strata.NONE: "",
        Strata.FORMAT: note.format,
        Strata.FOLDER: note.folder,
        Strata.TYPE: note.note_type,
        Strata.MONTH: note.month,
        Strata.LENGTH: length_class(note.words),
    }[strata]


def _kind(by_reader: Mapping[str, Mapping[int, NoteReading]], position: int) -> str:
    marks = [m for r in by_reader.values() if position in r for m in r[position].marks]
    return str(marks[0].kind) if marks else ""


def _curve(sample: DrawnSample, answers: Mapping[int, Answer], units: int) -> tuple[tuple[int, float], ...]:
    """Bounds that hold whenever one looks, as reading went on; at most 200 points."""
    test = SequentialBound(units, sample.plan.alpha, sample.plan.bound)
    points, leaking = [], 0
    drawn = sample.units()
    step = max(1, len(drawn) // 200)
    for read, unit in enumerate(drawn, 1):
        said = [answers[e.number].leak for e in unit]
        if True not in said and None in said:
            break
        leaking += True in said
        if read % step == 0 or read == len(drawn):
            points.append((read, test.upper_bound(read, leaking) / units))
    return tuple(points)
