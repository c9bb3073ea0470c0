"""Matches a document to a patient of the site's file.

By the first of these that says anything: the patient's id that the document bears; an id in the name of its
file or of a folder it lies in, the nearest first; numbers, or a whole name with its day of birth, in the
text. One dossier is used for its own document alone, and none where two patients come into question: a wrong
one would take words that mean nobody, and miss those that do.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from chartveil.detection.lists.birth_dates import find_whole_dates
from chartveil.detection.lists.dossier import Dossier, PatientFacts
from chartveil.detection.lists.dossier_names import first_and_last_name, spelling_variants
from chartveil.detection.lists.dossier_numbers import MIN_NUMBER_LENGTH, NumberOwnerIndex
from chartveil.detection.lists.misspellings import (
    number_key,
    ocr_key,
    typo_keys,
    within_one_typo,
    without_leading_zeros,
)
from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon

IDENTIFYING_NUMBERS = frozenset((Label.MRN, Label.SSN, Label.HEALTHPLAN))
"""Numbers of which one tells a person."""
_PARTS = re.compile(r"[/\\]|!/")
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?<=.)\.[^.\s]{1,5}$")
_MOST_JOINED = 4
"""Words of a file's name that an id may be parted into: ``QS-220-481`` has three."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_WEAK = 4
"""Signs below which an id in a file's name may as well be a page or a month."""
_DOUBTED = 6
"""Figures below which an id that is part of a name yields to what the text tells: ``12 lead``, ``1015``."""
_APART = 4
"""Words between first name and surname, at most."""
_LEAST_FOR_TYPO = 6
_LONGEST = 40
_BY_PATH = "the name of its file or folder"
_KEPT = 64
"""Dossiers kept ready: the documents of a patient often follow each other."""


@dataclass(frozen=True, slots=True)
class PatientRow:
    """A patient of the file. All of it is PHI.

    Attributes:
        id: the patient's id there; may be empty.
        facts: what is known.
    """

    id: str
    facts: PatientFacts


@dataclass(frozen=True, slots=True)
class PatientLookup:
    """The patients that a document matches.

    Attributes:
        match: whether one patient matches.
        matched_by: what matched, in words without PHI; empty where nothing did.
        row_index: number of the patient's row, from 0; -1 where there is not one.
    """

    match: PatientMatch
    matched_by: str = ""
    row_index: int = field(default=-1, repr=False)


class PatientRegister:
    """The patients of a site. Kept with a view (``TokenizedText.cached``) it tells whose the document is.

    Args:
        rows: the patients.
        is_common, is_word: as of :class:`Dossier`.
    """

    def __init__(
        self,
        rows: Sequence[PatientRow],
        is_common: Callable[[str], bool],
        is_word: Callable[[str], bool],
    ) -> None:
        self._ids = _RowsById((r.id, i) for i, r in enumerate(rows))
        numbers = [(label, number_key(n), i) for i, r in enumerate(rows) for label, n in r.facts.numbers]
        self._records = _RowsById((n, i) for label, n, i in numbers if label is Label.MRN)
        self._strong = NumberOwnerIndex(
            _owners((n, i) for label, n, i in numbers if label in IDENTIFYING_NUMBERS and _identifies(n))
        )
        births: dict[dt.date, list[int]] = {}
        for i, r in enumerate(rows):
            for day in r.facts.births:
                births.setdefault(day, []).append(i)
        self._births = births
        self._names = [tuple(c for n in r.facts.names for c in _cores(n)) for r in rows]
        self._rows = rows

        @lru_cache(_KEPT)
        def dossier(row: int) -> Dossier:
            return Dossier(rows[row].facts, is_common, is_word)

        self._dossier = dossier

    def patient_of(self, view: TokenizedText) -> PatientLookup:
        """The patients that the view's document matches."""
        found: PatientLookup = view.cached(self)
        return found

    def dossier_of(self, view: TokenizedText) -> Dossier | None:
        """The dossier of the document's one patient; None where there is not one."""
        lookup = self.patient_of(view)
        return self._dossier(lookup.row_index) if lookup.match is PatientMatch.ONE else None

    def id_of(self, view: TokenizedText) -> str:
        """The id, or else the record number, that the file has for the document's one patient alone; empty
        where there is none. By it all documents of a patient bear the same, whatever each of them says."""
        row = self.patient_of(view).row_index
        if row < 0:
            return ""
        records = (n for label, n in self._rows[row].facts.numbers if label is Label.MRN)
        for patient in (self._rows[row].id, *records):
            key = number_key(patient)
            if key and (self._ids.of(key) or self._records.of(key)) == {row}:
                return patient
        return ""

    def make(self, view: TokenizedText) -> PatientLookup:
        """See :class:`chartveil.domain.tokenized_text.Feature`."""
        document = view.document
        if document.patient_id:
            key = number_key(document.patient_id)
            rows = self._ids.of(key) or self._records.of(key)
            if rows:
                return _lookup_of_rows(rows, "the document's patient id")
        rows, sure = self._by_path(document.source.path)
        if rows and sure:
            return _lookup_of_rows(rows, _BY_PATH)
        by_text = self._by_text(view)
        another = by_text.match is PatientMatch.ONE and by_text.row_index not in rows
        return by_text if another or not rows else _lookup_of_rows(rows, _BY_PATH)

    def _by_path(self, path: str) -> tuple[frozenset[int], bool]:
        """Rows whose id is a whole part of the file's name, or else of the nearest folder's, and whether
        nothing else but an id looks so."""
        parts = [p for p in _PARTS.split(path) if p]
        for n, part in enumerate(reversed(parts)):
            name = fold(part if n else _ENDING.sub("", part))
            places = [
                (first, last)
                for first, last, whole in _joined(_WORD.findall(name))
                if self._ids.in_name(whole, parted=last > first) and _may_be_id(whole, name, first)
            ]
            words = _WORD.findall(name)
            longest = [
                "".join(words[a : b + 1])
                for a, b in places
                if not any((c, d) != (a, b) and c <= a and b <= d for c, d in places)
            ]
            rows = frozenset[int]().union(*(self._ids.of(w) for w in longest))
            if rows:
                return rows, not all(_is_doubted(w, name) for w in longest)
        return frozenset(), False

    def _by_text(self, view: TokenizedText) -> PatientLookup:
        found = self._strong.owners_in(view.text, view.word_ranges, view.folded_words)
        hits = [owners for owners, sure in found.items() if sure or self._is_named(owners, view)]
        own = frozenset(row for owners in hits if len(owners) == 1 for row in owners)
        if own:
            return _lookup_of_rows(own, "a number in the text")
        named = frozenset(self._named(view))
        if named:
            return _lookup_of_rows(named, "name and day of birth in the text")
        # A number that several share, as of a family's insurance, tells nobody from the others.
        return PatientLookup(PatientMatch.SEVERAL if hits else PatientMatch.NONE)

    def _is_named(self, owners: frozenset[int], view: TokenizedText) -> bool:
        """Whether first name or surname of one of these stands in the text."""
        said = set(view.folded_words)
        return any(not said.isdisjoint(core) for row in owners for core in self._names[row])

    def _named(self, view: TokenizedText) -> Iterator[int]:
        """Rows whose whole name and whose day of birth stand in the text."""
        if not self._births:
            return
        days = {
            d
            for date in find_whole_dates(view.text, view.word_ranges, view.folded_words)
            for d in date.possible_days
        }
        rows = sorted({row for day in days for row in self._births.get(day, ())})
        said = _NamePlaces(view.folded_words if rows else ())
        for row in rows:
            if any(_stands_in_text(core, said) for core in self._names[row]):
                yield row


class _RowsById:
    """Rows by their ids.

    Args:
        pairs: ids as they are written, with rows.
    """

    def __init__(self, pairs: Iterable[tuple[str, int]]) -> None:
        ids = [(id, number_key(id), row) for id, row in pairs]
        self._rows = _owners((key, row) for _, key, row in ids)
        # Tables drop zeros before a number: ``00417`` is 417 where nothing else is written ``00417``.
        self._bare = _owners((without_leading_zeros(key), row) for _, key, row in ids)
        self._parted = {key for id, key, _ in ids if not key.isdigit() or key != id.strip()}

    def of(self, key: str) -> frozenset[int]:
        """Rows with an id."""
        return self._rows.get(key) or self._bare.get(without_leading_zeros(key), frozenset())

    def in_name(self, key: str, *, parted: bool) -> frozenset[int]:
        """Rows with an id that is part of a file's name, in one word or parted in several. Figures in several
        are an id only if it is written so itself (``12-04`` is a date and no 1204), and what zeros stand
        before is none of few figures (``page_0012``)."""
        if parted and key not in self._parted:
            return frozenset()
        return self._rows.get(key) or (
            self.of(key) if len(without_leading_zeros(key)) >= _WEAK else frozenset()
        )


def _owners(pairs: Iterable[tuple[str, int]]) -> Mapping[str, frozenset[int]]:
    owners: dict[str, set[int]] = {}
    for key, row in pairs:
        if key:
            owners.setdefault(key, set()).add(row)
    return {key: frozenset(rows) for key, rows in owners.items()}


def _identifies(key: str) -> bool:
    return len(key) >= MIN_NUMBER_LENGTH and any(map(str.isdigit, key)) and len(set(key)) > 1


def _lookup_of_rows(rows: frozenset[int], by: str) -> PatientLookup:
    if len(rows) > 1:
        return PatientLookup(PatientMatch.SEVERAL, by)
    return PatientLookup(PatientMatch.ONE, by, next(iter(rows)))


def _joined(words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Runs of neighbouring words with first and last."""
    for first in range(len(words)):
        for last in range(first, min(first + _MOST_JOINED, len(words))):
            yield first, last, "".join(words[first : last + 1])


def _may_be_id(key: str, name: str, first: int) -> bool:
    """Whether part of a name is an id rather than a page, a month or a year that looks like one."""
    if number_key(name) == key:
        return True
    if _YEAR.fullmatch(key):
        return False
    return len(key) >= _WEAK or first == 0


def _is_doubted(key: str, name: str) -> bool:
    """Whether an id in a name may as well be a count or a date."""
    return key.isdigit() and len(key) < _DOUBTED and number_key(name) != key


def _cores(name: str) -> Iterator[tuple[str, str]]:
    """First name and surname, in each spelling that may stand for them: ``Obrien``, ``Mueller``."""
    for spelled in spelling_variants(name):
        if core := first_and_last_name(spelled):
            yield core
            head, quote, tail = core[1].partition("'")
            if quote:
                yield core[0], head + tail
                yield core[0], tail  # ``O Brien``


class _NamePlaces:
    """Where a text says a name: looked up, as thousands may share a day of birth that stands for none.

    Args:
        words: the text's words, folded.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._places: dict[str, list[int]] = {}
        for i, word in enumerate(words):
            self._places.setdefault(word.removesuffix("'s"), []).append(i)
        self._near: dict[str, list[str]] = {}
        self._misread: dict[str, list[str]] = {}
        for word in self._places:
            if _LEAST_FOR_TYPO - 1 <= len(word) <= _LONGEST:
                self._misread.setdefault(ocr_key(word), []).append(word)
                for part in typo_keys(word):
                    self._near.setdefault(part, []).append(word)

    def places(self, name: str) -> set[int]:
        """Where a name stands, from six letters on with one typing error or misread letters too."""
        words = {name}
        if _LEAST_FOR_TYPO <= len(name) <= _LONGEST:
            words.update(self._misread.get(ocr_key(name), ()))
            words.update(
                w for part in typo_keys(name) for w in self._near.get(part, ()) if within_one_typo(name, w)
            )
        return {i for word in words for i in self._places.get(word, ())}


def _stands_in_text(core: tuple[str, str], said: _NamePlaces) -> bool:
    """Whether first name and surname stand close together, in either order."""
    last = said.places(core[1])
    return bool(last) and any(
        i + step in last for i in said.places(core[0]) for step in range(-_APART, _APART + 1) if step
    )


def make_word_test(lexicon: Lexicon) -> Callable[[str], bool]:
    """Tells whether a folded word is any English or medical word, besides what it may be as a name."""

    def is_word(key: str) -> bool:
        medical = bool(lexicon.words.get(key, 0) & flags.MEDICAL)
        return medical or lexicon.zipf(key) > 0 or lexicon.medical.contains(key)

    return is_word
