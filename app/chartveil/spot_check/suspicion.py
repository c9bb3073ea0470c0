"""Ranks the notes of a release by suspicion. This search gives no bound.

A detector that looks for identifiers finds what a tool put in as it finds what it left. Where it is known
what was put in, a leak can be told from it:

    beside originals     what detection finds in the original's text and the release holds at its place
    tags                 what detection finds in the release beside them

Each such place gets the odds that it is a leak, from how likely it is an identifier, how often its like
(label, shape, word before) was replaced in the release over how often it stands, and in how many notes its
words stand or were replaced. So years and ages that a policy leaves weigh little. A note is as suspicious as
it is likely that one of its likeliest places is a leak. Of a release with surrogates and without originals
nobody can tell what was put in; there only what is rare speaks.

Rules and lists read all notes; the networks then read those on top.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from chartveil.detection.lists.patients import make_word_test
from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import LABEL_TABLE, LabelGroup
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.lexicon.name_particles import NAME_PARTICLES
from chartveil.release.file_processor import limited
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import FileOutcome, FileTask
from chartveil.release.worker_processes import choose_processes, work_on_files
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import OriginalComparison, compare_with_original, telling_words
from chartveil.spot_check.planted import TAG, label_of_tag
from chartveil.spot_check.reading import ReadingOptions, read_release_file
from chartveil.store.spot_checks.records import FramedFile
from chartveil.surrogates.context import KEPT_IN_NAMES
from chartveil.system.time_limit import LimitMoved

LEAK_ODDS = -8.5
"""Logarithm of the odds that a place leaks, before anything is known of it."""
LEAK_WEIGHTS = (0.8, 1.0, 0.3, 2.0, 2.5, 1.0, -1.0)
"""Weight of each part of a place's evidence (``SignCounts.evidence``). A logistic fit on made releases,
rounded: ``python -m benchmarks.spot_check.fit_weights`` makes it again."""
_MOST_STANDING = 20
"""Notes from which on it does not count that a word stands in more: a template may leak in all letters."""
_SHARED = 2.0
"""Places from which on a shape counts by itself, else by its label."""
_LEAST_LIKELY, _MOST_LIKELY = 0.005, 0.9995
"""Between these the probability of a place counts."""
_NEAR = 0.02
"""Words that the networks find as likely count, although detection does not take them."""
_TAGGED = 0.2
"""Share of notes with tags from which on these are what a tool put in."""
_HIDDEN = 1.5
"""For a place in a layer that tools pass over: other columns, properties, hidden text."""
NETWORK_NOTES = {ModelProfile.QUICK: 10_000, ModelProfile.CASCADE: 5_000, ModelProfile.CAREFUL: 3_000}
"""Notes that the networks of a profile read: in less than half an hour of one core."""
ABOVE = 1_000.0
"""Added to the weight of notes that the networks have read, more than any weight."""
_BEST = 3
"""Places of a note that count: a long note is not more suspicious for its length."""
_WORTH_TELLING = -4.0
"""Log-odds from which on a reason is told."""
_ALIKE = 6
"""Places of a note with the same label and shape that are kept."""
_LONGEST_SHAPE = 24
_NAME_WORD = re.compile(r"(?<![\w-])[A-Z][a-z]{2,}(?![\w-])")
_WORD = re.compile(r"[^\W_]+")
_BEFORE = re.compile(r"(\w+)[^\w\n]*$")
_NO_NAMES = KEPT_IN_NAMES | NAME_PARTICLES
"""Words of names that tell nobody."""


@dataclass(frozen=True, slots=True)
class SuspicionSign:
    """Something about a note, besides what detection finds in it.

    Attributes:
        form: what it is, without the text itself but for words that no list knows; equal for equal signs.
        odds: logarithm of the odds that the note leaks, if all notes had it.
        rarity: how much it adds that few notes have it.
        why: for people, without text.
    """

    form: str
    odds: float
    rarity: float
    why: str


@dataclass(frozen=True)
class SuspectSearch:
    """What notes are searched with.

    Attributes:
        options: how the release is read.
        site_lists, dossiers: of the site; None without.
        originals: original of each file, by its number, where it is at hand.
        models: the networks that read too; None for rules and lists alone.
    """

    options: ReadingOptions
    site_lists: Path | None
    dossiers: Path | None
    originals: Mapping[int, InputRef] = field(default_factory=dict)
    models: ModelChoice | None = None

    def pipeline(self) -> DetectionPipeline:
        """What finds identifiers."""
        return build_pipeline(load_policy(), site=self.site_lists, patients=self.dossiers, models=self.models)


_UNSEARCHED = SuspicionSign("unsearched", 2.0, 0.0, "it could not be searched")
_DOSSIER = SuspicionSign("dossier", 5.0, 0.0, "names what the site's file says of a patient")
_UNREAD = SuspicionSign("unread region", -4.0, 1.0, "a part of a page that no text stands for")
_BESIDE_TAG = SuspicionSign("beside a tag", -6.0, 0.5, "letters that touch a tag")
_RARE_FORMAT, _RARE_WORD = -7.0, -7.0


@dataclass(frozen=True, slots=True)
class SuspiciousPlace:
    """A place that may hold an identifier.

    Attributes:
        label: what it may be.
        cue: the word before it.
        shape: its letters and digits as kinds; empty for a tag.
        words: its words, folded.
        odds: logarithm of the odds that it is an identifier.
        is_part: whether it is left of a name of which more was replaced.
        survived: whether a word of it was replaced elsewhere in the note.
        is_hidden: whether it stands in a layer that tools pass over.
    """

    label: str
    cue: str
    shape: str = ""
    words: tuple[str, ...] = ()
    odds: float = 0.0
    is_part: bool = False
    survived: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class NoteSigns:
    """What tells how suspicious a note is, once all notes are known.

    Attributes:
        signs: besides the places.
        standing: what may be identifiers, and stands.
        put_in: what the tool replaced, or the tags that it put in.
        beside: whether there is an original.
        gone: telling words of the original that were replaced.
        words: the words that stand.
    """

    signs: tuple[SuspicionSign, ...]
    standing: tuple[SuspiciousPlace, ...] = ()
    put_in: tuple[SuspiciousPlace, ...] = ()
    beside: bool = False
    gone: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


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
            originals = {d.source.part: d for d in documents}
            if len(documents) == len(texts) == 1:  # copies may name their part otherwise
                originals[texts[0].part] = documents[0]
        return {
            text.part: self.signs_of(text.document, text.layers, originals.get(text.part)) for text in texts
        }

    def signs_of(
        self, document: Document, layers: Sequence[NoteLayer], original: Document | None = None
    ) -> NoteSigns:
        """The signs of one note, beside its original where there is one."""
        why = "a format that few notes have"
        signs = [SuspicionSign(f"format {document.source.format}", _RARE_FORMAT, 1.0, why)]
        if document.layout is not None and document.layout.regions:
            signs.append(_UNREAD)
        standing: list[SuspiciousPlace] = []
        put_in: list[SuspiciousPlace] = []
        gone: frozenset[str] = frozenset()
        words: set[str] = set()
        for number, layer in enumerate(layers):
            tags = [(m.start(), m.end()) for m in TAG.finditer(layer.text)]
            known = tags
            if number == 0 and original is not None:
                beside = compare_with_original(original.text, layer.text, self._lexicon.is_common)
                known = sorted([*tags, *beside.put_in])
                gone = frozenset(w for r in beside.replaced for w in self._telling(r.original))
                places = self._beside(TokenizedText(original), beside, gone, put_in, signs)
            else:
                tagged = ((a, _tag_name(layer.text[a:b])) for a, b in tags)
                put_in += (SuspiciousPlace(name, _cue(layer.text, a)) for a, name in tagged if name)
                source = document if number == 0 else Document(layer.text, DocumentSource("", "text", ""))
                places = self._found(TokenizedText(source), tags, signs)
            is_hidden = number > 0 and not layer.is_place
            standing += (replace(place, is_hidden=is_hidden) for place in places)
            left = without_ranges(layer.text, known)
            words.update(fold(m[0]) for m in _WORD.finditer(left) if m[0].isalpha())
            signs += self._unknown_words(left)
            signs += (_BESIDE_TAG for tag in tags if _touches_letters(layer.text, tag))
        return NoteSigns(
            tuple(signs), tuple(standing), tuple(put_in), original is not None, gone, frozenset(words)
        )

    def _beside(
        self,
        view: TokenizedText,
        beside: OriginalComparison,
        gone: frozenset[str],
        put_in: list[SuspiciousPlace],
        signs: list[SuspicionSign],
    ) -> Iterator[SuspiciousPlace]:
        """What may be identifiers of an original, and stands; adds to ``put_in`` what was replaced."""
        stands = bytearray(len(view.text))
        for start, end in beside.stands:
            stands[start:end] = b"\1" * (end - start)
        for span in self._spans(view):
            words = [(m.start(), m.end()) for m in _WORD.finditer(view.text, span.start, span.end)]
            left = [(a, b) for a, b in words if stands[a]]
            if not words:
                continue
            if len(left) < len(words):
                put_in.append(self._place(view, span))
                if span.group is LabelGroup.NAME:
                    parts = (self._place(view, self._part(view, span, a, b)) for a, b in left)
                    yield from (
                        replace(p, shape="", is_part=True, survived=not gone.isdisjoint(p.words))
                        for p in parts
                        if self._is_telling_part(p.words)
                    )
                continue
            signs += _dossier_signs(span)
            place = self._place(view, span)
            yield replace(place, survived=not gone.isdisjoint(place.words))

    def _found(
        self, view: TokenizedText, tags: Sequence[tuple[int, int]], signs: list[SuspicionSign]
    ) -> Iterator[SuspiciousPlace]:
        """What may be identifiers of a text and touches no tag, or is a name that touches one."""
        for span in self._spans(view):
            if not any(a < span.end and span.start < b for a, b in tags):
                signs += _dossier_signs(span)
                yield self._place(view, span)
            elif span.group is LabelGroup.NAME:
                left = without_ranges(view.text, tags)
                for m in _WORD.finditer(left, span.start, span.end):
                    place = self._place(view, self._part(view, span, m.start(), m.end()))
                    if self._is_telling_part(place.words):
                        yield replace(place, shape="", is_part=True)

    def _spans(self, view: TokenizedText) -> Iterator[Span]:
        """What detection finds in a text; with networks, what it nearly takes as well."""
        pipeline = self._pipeline
        if self._search.models is None:
            yield from (s for s in pipeline.find(view) if pipeline.policy.is_identifier(s.label))
            return
        taken = bytearray(len(view.text))
        for span in pipeline.resolve(view).spans:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
            yield span
        for start, end in view.word_ranges:
            likely = self._likely(view, start, end)
            if likely >= _NEAR and not any(taken[start:end]):
                label = pipeline.judge.likeliest_label(view, start, end)
                if label is not None and pipeline.policy.is_identifier(label):
                    yield Span(start, end, label, likely)

    def _likely(self, view: TokenizedText, start: int, end: int) -> float:
        """How likely the networks find a range."""
        judge = self._pipeline.judge
        return judge.calibration.probability_of(judge.agreement(view, start, end))

    def _part(self, view: TokenizedText, span: Span, start: int, end: int) -> Span:
        """A word of a name, as likely as the networks find it."""
        networks = self._search.models is not None
        return Span(
            start, end, span.label, self._likely(view, start, end) if networks else span.score, span.evidence
        )

    @staticmethod
    def _place(view: TokenizedText, span: Span) -> SuspiciousPlace:
        own = span.text(view.text)
        likely = min(max(span.score, _LEAST_LIKELY), _MOST_LIKELY)
        words = tuple(fold(m[0]) for m in _WORD.finditer(own))
        odds = math.log(likely / (1 - likely))
        return SuspiciousPlace(str(span.label), _cue(view.text, span.start), _shape(own), words, odds)

    def _telling(self, text: str) -> Iterator[str]:
        return telling_words(text, self._lexicon.is_common)

    def _is_telling_part(self, words: Sequence[str]) -> bool:
        """Whether a word left of a name may tell somebody: no initial, title or particle."""
        return any(len(w) > 2 and w not in _NO_NAMES for w in words)

    def _unknown_words(self, text: str) -> Iterator[SuspicionSign]:
        for m in _NAME_WORD.finditer(text):
            word = fold(m[0])
            if not self._is_word(word) and not self._lexicon.is_common(word):
                yield SuspicionSign(f"word {word}", _RARE_WORD, 0.5, "a word that few notes have")


def _dossier_signs(span: Span) -> Iterator[SuspicionSign]:
    if any(e.kind is EvidenceKind.DOSSIER for e in span.evidence):
        yield _DOSSIER


def _touches_letters(text: str, tag: tuple[int, int]) -> bool:
    beside = text[max(0, tag[0] - 1) : tag[0]] + text[tag[1] : tag[1] + 1]
    return any(c.isalpha() for c in beside)


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


class SignCounts:
    """What all notes show, and what each does: some two kilobytes a note."""

    def __init__(self) -> None:
        self._told: dict[int, NoteSigns] = {}
        self._signs: Counter[str] = Counter()
        self._stands: Counter[object] = Counter()
        self._put_in: Counter[object] = Counter()
        self._same_signs: dict[SuspicionSign, SuspicionSign] = {}
        self._beside = False
        self._tagged = 0

    def add(self, note: int, told: NoteSigns) -> None:
        """Takes in what one note shows."""
        self._beside |= told.beside
        self._tagged += bool(told.put_in)
        self._signs.update({s.form for s in told.signs})
        for counts, places in ((self._stands, told.standing), (self._put_in, told.put_in)):
            counts.update(chain.from_iterable(_keys(p) for p in places if p.odds >= 0))
        self._put_in.update(told.gone)
        self._stands.update(told.words)
        self._told[note] = replace(
            told,
            signs=tuple(self._same_signs.setdefault(s, s) for s in told.signs),
            standing=tuple(map(_with_shared_texts, _likeliest(told.standing))),
            put_in=(),
            gone=frozenset(map(sys.intern, told.gone)),
            words=frozenset(),
        )

    def places(self) -> Iterator[tuple[int, SuspiciousPlace, tuple[float, ...]]]:
        """Each place that stands, with its note and its evidence; for fitting the weights."""
        for note, told in self._told.items():
            yield from ((note, place, self.evidence(place, told)) for place in told.standing)

    def ranked(self, notes: int) -> Iterator[tuple[int, float, tuple[str, ...]]]:
        """Number, weight and reasons of each note; of so many."""
        for note, told in self._told.items():
            weighed = sorted(self._weighed(told, notes), reverse=True)[:_BEST]
            # The likelier it is that one of them leaks, the less likely that none does.
            none_leaks = math.fsum(-math.log1p(math.exp(min(odds, 500.0))) for odds, _ in weighed)
            why = dict.fromkeys(why for odds, why in weighed if odds > _WORTH_TELLING)
            yield note, -none_leaks, tuple(why)

    def _weighed(self, told: NoteSigns, notes: int) -> Iterator[tuple[float, str]]:
        for sign in told.signs:
            yield sign.odds + sign.rarity * math.log(notes / self._signs[sign.form]), sign.why
        for place in told.standing:
            yield self._odds(place, told, notes) + _HIDDEN * place.is_hidden, self._why(place)

    def _why(self, place: SuspiciousPlace) -> str:
        if not self._put_in_known:
            return f"{place.label}: written as few others are"
        if place.survived:
            return "something that was replaced in one place stands in another"
        if place.is_part:
            return "a part of a name stands beside what was replaced"
        return f"{place.label}: stands here, while the like is replaced in other notes"

    @cached_property
    def _put_in_known(self) -> bool:
        return self._beside or self._tagged > _TAGGED * len(self._told)

    def _odds(self, place: SuspiciousPlace, told: NoteSigns, notes: int) -> float:
        """Logarithm of the odds that a place leaks."""
        if not self._put_in_known:
            _, shape, _ = _keys(place)
            return LEAK_ODDS + math.log(notes / max(1, self._stands[shape])) / (1 + math.exp(-place.odds))
        parts = zip(LEAK_WEIGHTS, self.evidence(place, told), strict=True)
        return LEAK_ODDS + sum(weight * part for weight, part in parts)

    def evidence(self, place: SuspiciousPlace, told: NoteSigns) -> tuple[float, ...]:
        """What speaks for a place as a leak, where it is known what was put in.

        Returns:
            Its own log-odds; how often its like was replaced over how often it stands, and the same of the
            word before it, as logarithms; whether its words were replaced elsewhere in the note; whether it
            is left of a name; in how many other notes its words were replaced, and in how many they stand, as
            logarithms.
        """
        kind, shape, cue = _keys(place)
        whole = not place.is_part
        letters = [w for w in place.words if w.isalpha()]
        standing = min((self._stands[w] for w in letters), default=1)
        replaced = max((self._put_in[w] - (w in told.gone) for w in place.words), default=0)
        return (
            place.odds,
            self._like(kind, shape) * whole,
            self._left(cue) * whole,
            float(place.survived),
            float(place.is_part),
            math.log(1 + replaced),
            math.log(min(max(standing, 1), _MOST_STANDING)),
        )

    def _like(self, kind: object, shape: object) -> float:
        """How often the like of a place was replaced, over how often it stands; a logarithm."""
        if not self._beside:  # what tags stand for has no shape
            return math.log((self._put_in[kind] + _SHARED) / (self._stands[shape] + _SHARED))
        label = (self._put_in[kind] + 0.5) / (self._stands[kind] + 0.5)
        return math.log((self._put_in[shape] + _SHARED * label) / (self._stands[shape] + _SHARED))

    def _left(self, key: object) -> float:
        return math.log((self._put_in[key] + 1) / (self._stands[key] + 1))


def _likeliest(places: Sequence[SuspiciousPlace]) -> Iterator[SuspiciousPlace]:
    """Of places with the same label and shape some of the likeliest: few places of a note count."""
    alike: Counter[object] = Counter()
    for place in sorted(places, key=lambda p: (p.survived, p.odds), reverse=True):
        _, shape, _ = _keys(place)
        alike[shape] += 1
        if alike[shape] <= _ALIKE:
            yield place


def _with_shared_texts(place: SuspiciousPlace) -> SuspiciousPlace:
    """A place whose texts are kept once for all places: each came from another process."""
    label, cue, shape, *words = map(sys.intern, (place.label, place.cue, place.shape, *place.words))
    return replace(place, label=label, cue=cue, shape=shape, words=tuple(words))


def _keys(place: SuspiciousPlace) -> tuple[object, object, object]:
    """What places are alike by: label, label with shape, and the word before."""
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
    counts = SignCounts()
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
