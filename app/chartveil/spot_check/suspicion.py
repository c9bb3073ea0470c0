"""Which notes of a release are the most suspicious: a search that gives no bound.

A detector that looks for identifiers finds what a tool put in as it finds what it left. Where it is known
what was put in, by tags or beside originals, a leak is told by what stands here and was replaced elsewhere:
found places are weighed by how often their like (label, shape, word before) was replaced in the release, over
how often it stands. So years and ages that a policy leaves weigh little. Of a release with surrogates and
without originals nobody can tell that; there only what is rare speaks.

Rules and lists read all notes; the networks then read those on top.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from chartveil.detection.lists.patients import make_word_test
from chartveil.detection.model_choice import DEFAULT_MODELS
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import LABEL_TABLE
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.lexicon.word_flags import MEDICAL, NAME, NOT_A_NAME
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import compare_with_original, telling_words
from chartveil.spot_check.planted import TAG, label_of_tag
from chartveil.spot_check.reading import ReadingOptions, read_release_file
from chartveil.store.spot_checks.records import FramedFile
from chartveil.system.time_limit import LimitMoved

_DOUBT = 0.005
"""That is left of the surest score: odds of 200 to 1 are the most."""
_ODDS, _CUE, _SHARED = 1.5, 0.3, 2.0
"""Weights of a find's log-odds and of the word before it; notes from which on a shape counts by itself."""
_TAGGED = 0.2
"""Share of notes with tags from which on these are what a tool put in."""
_SURVIVED, _PART, _ELSEWHERE, _ORDINARY = 12.0, 6.0, 4.0, 2.0
"""Weights of a name that stands where the same was replaced, of a name's part beside what was put in, of a
name that was replaced in other notes, and of an ordinary word that stands where the same was replaced."""
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
_NAME_OR_NUMBER = re.compile(r"(?<![\w-])(?:[A-Z][^\W\d_]{2,}|\d+)(?![\w-])")
_LONG_NUMBER = 6
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


_UNSEARCHED = Sign("unsearched", 5.0, "it could not be searched")
_SURE = frozenset({"unsearched", "dossier", "unread region"})
"""Signs that speak for a leak however many notes have them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place that detection found.

    Attributes:
        label: what it may be.
        cue: the word before it.
        shape: its letters and digits as kinds; empty for a tag.
        odds: logarithm of the odds that it is an identifier, more in a layer that tools pass over.
        is_part: whether some of it was put in, and a name stands beside that.
    """

    label: str
    cue: str
    shape: str = ""
    odds: float = 0.0
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class NoteSigns:
    """What tells how suspicious a note is, once all notes are known.

    Attributes:
        signs: besides what was found.
        found: what may be identifiers, and stands.
        put_in: what the tool put in.
        beside: whether there is an original.
        gone: telling words of the original that were replaced.
        stands: names and long numbers of the original that stand where they stood.
        survived: words that were replaced in one place and stand in another; those of names, and others.
    """

    signs: tuple[Sign, ...]
    found: tuple[Found, ...] = ()
    put_in: tuple[Found, ...] = ()
    beside: bool = False
    gone: frozenset[str] = frozenset()
    stands: frozenset[str] = frozenset()
    survived: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


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

    def process(self, task: FileTask) -> dict[str, NoteSigns] | FileOutcome:
        """Signs of each note, by part of the file."""
        return limited(task, self._search.options.read.limits, self._moved, self._signs)

    def _signs(self, task: FileTask) -> dict[str, NoteSigns]:
        options = self._search.options
        _, texts = read_release_file(task.ref, options.place(task.ref), options.read, self._loader)
        originals = {}
        original = self._search.originals.get(task.number)
        if original is not None:
            _, _, documents = read_documents(original, options.read)
            originals = {d.source.part: d.text for d in documents}
            if len(documents) == len(texts) == 1:  # copies may name their part otherwise
                originals[texts[0].part] = documents[0].text
        return {
            text.part: self.signs_of(text.document, text.layers, originals.get(text.part)) for text in texts
        }

    def signs_of(
        self, document: Document, layers: Sequence[NoteLayer], original: str | None = None
    ) -> NoteSigns:
        """The signs of one note, beside its original where there is one."""
        signs = [Sign(f"format {document.source.format}", 1.0, "a format that few notes have")]
        if document.layout is not None and document.layout.regions:
            signs.append(Sign("unread region", _UNREAD, "a part of a page that no text stands for"))
        told = NoteSigns(())
        changed: tuple[tuple[int, int], ...] = ()
        if original is not None:
            text = layers[0].text
            beside = compare_with_original(original, text, self._lexicon.is_common)
            changed = beside.put_in
            survived = {text[a:b] for a, b in beside.survived}
            names = frozenset(fold(w) for w in survived if self._is_own(w))
            told = NoteSigns(
                (),
                beside=True,
                gone=frozenset(w for r in beside.replaced for w in self._telling(r.original)),
                stands=frozenset(self._named(without_ranges(text, changed))),
                survived=(names, frozenset(map(fold, survived)) - names),
            )
        found: list[Found] = []
        put_in: list[Found] = []
        for number, layer in enumerate(layers):
            hidden = _HIDDEN if number and not layer.is_place else 1.0
            view = TokenizedText(
                document if not number else Document(layer.text, DocumentSource("", "text", ""))
            )
            tags = [(m.start(), m.end()) for m in TAG.finditer(layer.text)]
            tagged = ((a, _tag_name(layer.text[a:b])) for a, b in tags)
            put_in += (Found(name, _cue(layer.text, a)) for a, name in tagged if name)
            known = sorted([*tags, *changed]) if not number else tags
            for span in self._found(view):
                if any(e.kind is EvidenceKind.DOSSIER for e in span.evidence):
                    signs.append(Sign("dossier", _DOSSIER, "names what the site's file says of a patient"))
                place, is_put_in = self._place(layer.text, span, known, hidden)
                if not is_put_in or place.is_part:
                    found.append(place)
                if is_put_in:
                    put_in.append(place)
            signs += self._words(layer.text, known, tags, hidden)
        return replace(told, signs=tuple(signs), found=tuple(found), put_in=tuple(put_in))

    def _place(
        self, text: str, span: Span, known: Sequence[tuple[int, int]], hidden: float
    ) -> tuple[Found, bool]:
        """A span as it counts, and whether it touches what was put in."""
        inside = [(a - span.start, b - span.start) for a, b in known if a < span.end and span.start < b]
        own = text[span.start : span.end]
        odds = math.log((span.score + _DOUBT) / (1 - span.score + _DOUBT)) * hidden
        is_part = bool(inside) and span.label.group == "NAME"
        if is_part:
            left = _NAME_OR_NUMBER.finditer(without_ranges(own, inside))
            is_part = any(self._is_name(m[0]) for m in left)
        return Found(str(span.label), _cue(text, span.start), _shape(own), odds, is_part), bool(inside)

    def _telling(self, text: str) -> Iterator[str]:
        return telling_words(text, self._lexicon.is_common)

    def _named(self, text: str) -> Iterator[str]:
        """Telling words of a text that are written as names are, and long numbers."""
        return (fold(m[0]) for m in _NAME_OR_NUMBER.finditer(text) if self._is_name_like(m[0]))

    def _is_name_like(self, word: str) -> bool:
        """Whether a word that stands will be a name, or a number that is somebody's own."""
        if word.isdigit():
            return len(word) >= _LONG_NUMBER
        key = fold(word)
        return word[0].isupper() and not self._is_word(key) and not self._lexicon.is_common(key)

    def _is_own(self, word: str) -> bool:
        return self._is_name_like(word) if word.isdigit() else self._is_name(word)

    def _is_name(self, word: str) -> bool:
        bits = self._lexicon.words.get(fold(word), 0)
        return bool(bits & NAME) and not bits & (NOT_A_NAME | MEDICAL) and self._is_name_like(word)

    def _found(self, view: TokenizedText) -> Iterable[Span]:
        if self._search.networks:
            return self._pipeline.resolve(view).spans
        policy = self._pipeline.policy
        return [s for s in self._pipeline.find(view) if policy.is_identifier(s.label)]

    def _words(
        self,
        text: str,
        known: Sequence[tuple[int, int]],
        tags: Sequence[tuple[int, int]],
        hidden: float,
    ) -> Iterator[Sign]:
        for m in _NAME_WORD.finditer(without_ranges(text, known)):
            word = fold(m[0])
            if not self._is_word(word) and not self._lexicon.is_common(word):
                yield Sign(f"word {word}", _UNKNOWN * hidden, "a word that few notes have")
        for start, end in tags:
            beside = text[max(0, start - 1) : start] + text[end : end + 1]
            if any(c.isalpha() for c in beside):
                yield Sign("beside a tag", _BESIDE_TAG, "letters that touch a tag")


def _cue(text: str, at: int) -> str:
    """The word before a place of its line."""
    before = _BEFORE.search(text, max(0, at - 30), at)
    return fold(before[1]) if before else ""


def _tag_name(tag: str) -> str:
    """The label that a tag stands for; empty where nobody knows."""
    name = tag.strip("[]<>*").rstrip("0123456789_- ")
    return name if name in LABEL_TABLE.labels else str(label_of_tag(tag) or "")


def _shape(text: str) -> str:
    """Letters and digits of a text as kinds: ``Xx 9/99/9999``."""
    shape = re.sub(r"\d", "9", re.sub(r"[^\W\d_]+", _letters, text))
    return " ".join(shape.split())[:_LONGEST_SHAPE]


def _letters(m: re.Match[str]) -> str:
    word = m[0]
    return "x" if word.islower() else "X" if len(word) == 1 else "XX" if word.isupper() else "Xx"


def without_ranges(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """A text with blanks in the place of some ranges."""
    out = list(text)
    for start, end in ranges:
        start, end = max(start, 0), min(end, len(text))
        out[start:end] = " " * max(end - start, 0)
    return "".join(out)


class _SignCounts:
    """What all notes show, and what each does. Some 40 bytes a sign or find of a note."""

    def __init__(self) -> None:
        self._told: dict[int, NoteSigns] = {}
        self._signs: Counter[str] = Counter()
        self._stands: Counter[object] = Counter()
        self._put_in: Counter[object] = Counter()
        self._beside = False
        self._tagged = 0

    def add(self, note: int, told: NoteSigns) -> None:
        self._told[note] = told
        self._beside |= told.beside
        self._tagged += bool(told.put_in)
        self._signs.update({s.form for s in told.signs})
        for counts, places in ((self._stands, told.found), (self._put_in, told.put_in)):
            counts.update({key for f in places if f.odds >= 0 for key in _keys(f)})
        self._put_in.update(told.gone)
        self._stands.update(told.stands)

    def ranked(self, notes: int) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        for note, told in self._told.items():
            weighed = sorted(self._weighed(told, notes), reverse=True)[:_BEST]
            why = dict.fromkeys(why for weight, why in weighed if weight > 0)
            yield note, math.log(sum((math.exp(weight) for weight, _ in weighed), 1.0)), tuple(why)

    def _weighed(self, told: NoteSigns, notes: int) -> Iterator[tuple[float, str]]:
        for sign in told.signs:
            sure = 2.0 if sign.form in _SURE else 0.0
            yield sign.weight * math.log(sure + notes / self._signs[sign.form]), sign.why
        for place in told.found:
            why = f"{place.label}: stands here, while the like is replaced in other notes"
            if not self._put_in_known:
                why = f"{place.label}: written as few others are"
            yield self._weight(place, notes), why
        names, words = told.survived
        stands = "something that was replaced in one place stands in another"
        yield from ((_SURVIVED + self._left(w), stands) for w in names)
        yield from ((_ORDINARY, stands) for _ in words)
        for word in told.stands:
            if self._put_in[word]:
                yield _ELSEWHERE + self._left(word), "a name or number that was replaced in other notes"

    @cached_property
    def _put_in_known(self) -> bool:
        return self._beside or self._tagged > _TAGGED * len(self._told)

    def _weight(self, place: Found, notes: int) -> float:
        """How much a place speaks for a leak: its odds, and how often its like was replaced or stands."""
        kind, shape, cue = _keys(place)
        if not self._put_in_known:
            return math.log(notes / max(1, self._stands[shape])) / (1 + math.exp(-place.odds))
        if place.is_part:
            return _PART + _ODDS * place.odds
        label = math.log((self._put_in[kind] + 0.5) / (self._stands[kind] + 0.5))
        weight = _ODDS * place.odds + _CUE * self._left(cue)
        if not self._beside:  # what tags stand for has no shape
            return weight + label / 2
        like = self._put_in[shape] + _SHARED * math.exp(label)
        return weight + math.log(like / (self._stands[shape] + _SHARED))

    def _left(self, key: object) -> float:
        """How often something was replaced, over how often it stands; a logarithm."""
        return math.log((self._put_in[key] + 1) / (self._stands[key] + 1))


def _keys(place: Found) -> tuple[object, object, object]:
    """What places are alike by: group and label, with their shape, and the word before."""
    return (place.label,), (place.label, place.shape), ("before", place.cue)


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
        unread = dict.fromkeys(by_part, NoteSigns((_UNSEARCHED,)))
        signs = unread if isinstance(outcome, FileOutcome) else outcome
        for part in sorted(signs.keys() & by_part.keys()):
            counts.add(by_part[part], signs[part])
            notes += 1
        each(done)
    return list(counts.ranked(notes))
