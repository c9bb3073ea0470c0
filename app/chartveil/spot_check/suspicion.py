"""Which notes of a release are the most suspicious: a search that gives no bound.

A detector that looks for identifiers finds the surrogates of a release too. What a tool left over is told
from what it put in by being rare: a form of date that the other notes do not have, a name with a title that
no other is written with, words that nobody knows. So each note is told by its *signs*, cheaply (rules and
lists, no network); a sign counts by its odds and by how few notes have it. The networks then read those on
top.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from chartveil.detection.lists.patients import make_word_test
from chartveil.detection.model_choice import DEFAULT_MODELS
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import compare_with_original
from chartveil.spot_check.planted import TAG
from chartveil.spot_check.reading import ReadingOptions, read_release_file
from chartveil.store.spot_checks.records import FramedFile
from chartveil.system.time_limit import LimitMoved

_DOUBT = 0.005
"""That is left of the surest score: odds of 200 to 1 are the most."""
_DOSSIER, _UNREAD, _BESIDE_TAG, _UNKNOWN = 12.0, 3.0, 0.5, 0.5
"""Weights of what speaks for a leak by itself: a fact of the patient, a part of a page that nobody read, a
name that touches a tag, a word that no list has."""
_HIDDEN = 2.0
"""How much more a find counts in a layer that tools pass over: other columns, properties, hidden text."""
NETWORK_NOTES = 10_000
"""Notes that the networks read: at some .1 seconds each, in less than half an hour of one core."""
ABOVE = 1_000.0
"""Added to the weight of notes that the networks have read, more than any weight."""
_BEST = 2
"""Signs of a note that count: a long note is not more suspicious for its length."""
_LONGEST_SHAPE = 24
_NAME_WORD = re.compile(r"(?<![\w-])[A-Z][a-z]{2,}(?![\w-])")
_BEFORE = re.compile(r"(\w+)[^\w\n]*$")


@dataclass(frozen=True, slots=True)
class Sign:
    """Something about a note.

    Attributes:
        form: what it is, without the text itself but for words that no list knows; equal for equal signs.
        weight: how much it speaks for a leak where no other note has it.
        why: for people, without text.
    """

    form: str
    weight: float
    why: str


@dataclass(frozen=True)
class SuspectSearch:
    """What notes are searched with.

    Attributes:
        options: how the release is read.
        site_lists, dossiers: of the site; None without.
        originals: original of each file, by its number, where it is at hand.
        networks: whether the networks read too.
    """

    options: ReadingOptions
    site_lists: Path | None
    dossiers: Path | None
    originals: Mapping[int, InputRef] = field(default_factory=dict)
    networks: bool = False

    def pipeline(self) -> DetectionPipeline:
        """What finds identifiers."""
        models = DEFAULT_MODELS if self.networks else None
        return build_pipeline(load_policy(), site=self.site_lists, patients=self.dossiers, models=models)


_SURVIVED = Sign("survived", 20.0, "something that was replaced in one place stands in another")
_UNSEARCHED = Sign("unsearched", 5.0, "it could not be searched")
_SURE = frozenset({"unsearched", "survived", "dossier", "unread region"})
"""Signs that speak for a leak however many notes have them."""


class SuspectReader:
    """Tells the signs of the notes of a file, in one process; a ``FileWorker``."""

    def __init__(self, search: SuspectSearch, time_limit_moved: LimitMoved = lambda *_: None) -> None:
        self._search = search
        self._moved = time_limit_moved
        self._loader = InputLoader(search.options.read.limits)
        self._pipeline = search.pipeline()
        self._lexicon = bundled_lexicon()
        self._is_word = make_word_test(self._lexicon)

    def close(self) -> None:
        """Closes the archive that was read last."""
        self._loader.close()

    def process(self, task: FileTask) -> dict[str, tuple[Sign, ...]] | FileOutcome:
        """Signs of each note, by part of the file."""
        return limited(task, self._search.options.read.limits, self._moved, self._signs)

    def _signs(self, task: FileTask) -> dict[str, tuple[Sign, ...]]:
        options = self._search.options
        _, texts = read_release_file(task.ref, options.place(task.ref), options.read, self._loader)
        signs = {text.part: list(self.signs_of(text.document, text.layers)) for text in texts}
        original = self._search.originals.get(task.number)
        if original is not None:
            _, _, documents = read_documents(original, options.read)
            by_part = {d.source.part: d.text for d in documents}
            for text in texts:
                before = documents[0].text if len(documents) == len(texts) == 1 else by_part.get(text.part)
                if before is not None:
                    beside = compare_with_original(before, text.document.text, self._lexicon.is_common)
                    signs[text.part] += [_SURVIVED] * bool(beside.survived)
        return {part: tuple(of_note) for part, of_note in signs.items()}

    def signs_of(self, document: Document, layers: Sequence[NoteLayer]) -> Iterator[Sign]:
        """The signs of one note."""
        yield Sign(f"format {document.source.format}", 1.0, "a format that few notes have")
        if document.layout is not None and document.layout.regions:
            yield Sign("unread region", _UNREAD, "a part of a page that no text stands for")
        for number, layer in enumerate(layers):
            hidden = _HIDDEN if number and not layer.is_place else 1.0
            view = TokenizedText(
                document if not number else Document(layer.text, DocumentSource("", "text", ""))
            )
            tags = [(m.start(), m.end()) for m in TAG.finditer(layer.text)]
            for span in self._found(view):
                if not any(a < span.end and span.start < b for a, b in tags):
                    yield self._sign_of(layer.text, span, hidden)
            yield from self._words(layer.text, tags, hidden)

    def _found(self, view: TokenizedText) -> Iterable[Span]:
        if self._search.networks:
            return self._pipeline.resolve(view).spans
        policy = self._pipeline.policy
        return [s for s in self._pipeline.find(view) if policy.is_identifier(s.label)]

    def _sign_of(self, text: str, span: Span, hidden: float) -> Sign:
        if any(e.kind is EvidenceKind.DOSSIER for e in span.evidence):
            return Sign("dossier", _DOSSIER, "names what the site's file says of a patient")
        before = _BEFORE.search(text, max(0, span.start - 30), span.start)
        cue = fold(before[1]) if before else ""
        shape = _shape(text[span.start : span.end])
        odds = math.log((span.score + _DOUBT) / (1 - span.score + _DOUBT))
        weight = max(odds, 0.0) * hidden
        return Sign(f"{span.label} {cue} {shape}", weight, f"{span.label} written as few others are")

    def _words(self, text: str, tags: Sequence[tuple[int, int]], hidden: float) -> Iterator[Sign]:
        for m in _NAME_WORD.finditer(text):
            word = fold(m[0])
            if not self._is_word(word) and not self._lexicon.is_common(word):
                yield Sign(f"word {word}", _UNKNOWN * hidden, "a word that few notes have")
        for start, end in tags:
            beside = text[max(0, start - 1) : start] + text[end : end + 1]
            if any(c.isalpha() for c in beside):
                yield Sign("beside a tag", _BESIDE_TAG, "letters that touch a tag")


def _shape(text: str) -> str:
    """Letters and digits of a text as kinds: ``Xx 9/99/9999``."""
    shape = re.sub(r"\d", "9", re.sub(r"[^\W\d_]+", _letters, text))
    return " ".join(shape.split())[:_LONGEST_SHAPE]


def _letters(m: re.Match[str]) -> str:
    word = m[0]
    return "x" if word.islower() else "X" if len(word) == 1 else "XX" if word.isupper() else "Xx"


class _SignCounts:
    """In how many notes each sign stands, and which signs each note has. 40 bytes a note and sign."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._signs: list[Sign] = []
        self._notes: Counter[int] = Counter()
        self._of_note: dict[int, array[int]] = {}

    def add(self, note: int, signs: Iterable[Sign]) -> None:
        best: dict[str, Sign] = {}
        for s in signs:
            if s.form not in best or best[s.form].weight < s.weight:
                best[s.form] = s
        own = array("I")
        for form, sign in best.items():
            number = self._numbers.setdefault(form, len(self._signs))
            if number == len(self._signs):
                self._signs.append(sign)
            own.append(number)
        self._notes.update(own)
        self._of_note[note] = own

    def ranked(self, notes: int) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        for note, own in self._of_note.items():
            weighed = sorted(((self._weight(number, notes), number) for number in own), reverse=True)[:_BEST]
            why = dict.fromkeys(self._signs[number].why for weight, number in weighed if weight > 0)
            yield note, sum(weight for weight, _ in weighed), tuple(why)

    def _weight(self, number: int, notes: int) -> float:
        sign = self._signs[number]
        if sign.form in _SURE:
            return sign.weight * math.log(2 + notes / self._notes[number])
        return sign.weight * math.log(notes / self._notes[number])


def find_suspects(
    search: SuspectSearch,
    files: Sequence[FramedFile],
    numbers: Callable[[int], Mapping[str, int]],
    each: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> list[tuple[int, float, tuple[str, ...]]]:
    """How suspicious the notes of some files are.

    Args:
        search: what they are searched with.
        files: that could be read.
        numbers: gives the numbers of a file's notes, by part.
        each: told how many files were read so far.
        cancelled: asked between files.

    Returns:
        Number, weight and reasons of each note. One that cannot be searched is suspicious for that.

    Raises:
        Cancelled: if it was.
    """
    tasks = [FileTask(InputRef(f.path, f.member), f.number) for f in files]
    processes = choose_processes(len(tasks), 50)
    counts = _SignCounts()
    notes = 0
    outcomes = work_on_files(partial(SuspectReader, search), tasks, processes, cancelled, apart=processes > 1)
    for done, (task, outcome) in enumerate(zip(tasks, outcomes, strict=True), 1):
        by_part = numbers(task.number)
        signs = dict.fromkeys(by_part, (_UNSEARCHED,)) if isinstance(outcome, FileOutcome) else outcome
        for part in sorted(signs.keys() & by_part.keys()):
            counts.add(by_part[part], signs[part])
            notes += 1
        each(done)
    return list(counts.ranked(notes))
