"""What a column holds, as its header says (``resources/formats/column_kinds.toml``), and forms of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.domain.tables.column_plan import ColumnOperator
from chartveil.formats.tables.headers import header_words
from chartveil.lexicon.lexicon import bundled_lexicon

_NUMBER = re.compile(
    r"[<>≤≥~=+-]{0,2}\s*(?P<first>\d{1,3}(?:,\d{3})+|\d{0,6})(?:[.]\d{1,6})?\s*"
    r"(?:(?P<sign>-|–|to|/)\s*(?P<second>\d{1,6})(?:\.\d{1,6})?\s*)?%?|[+-]{1,4}"
)
"""A measure, a range or a ratio; longer numbers may be somebody's."""
_LEAST_IN_RANGE = {"/": 4}
"""Figures on both sides from which on two numbers that do not ascend are no range: after a hyphen three
(``555-0142``), of a ratio more (``120/110``)."""
_ID = re.compile(r"(?=.*\d)[A-Za-z\d][A-Za-z\d._/#-]{3,39}")
_AGE = re.compile(
    r"(?i)>?\s*\d{1,3}(?:\.\d+)?\+?\s*(?:[-–]\s*\d{1,3}\s*)?(?:y(?:ears?|rs?|o|/o)?|m(?:o|onths?|os)?|w(?:eeks?|ks?)?|d(?:ays?)?)?\.?"
)
_ZIP = re.compile(r"\d{5}(?:-?\d{4})?|\d{3,4}|\d{3}\*\*")
_WORDS = re.compile(r"[^\W\d_]+")
_PERSON = re.compile(
    r"(?i)(?:dr|mr|mrs|ms|miss|prof)\.?\s.+|.+,?\s(?:md|do|np|pa|pa-c|rn|lpn|aprn|dpm|dds|dmd|od|phd|lcsw|pt|crnp)\.?"
)
"""A name with a title or a credential."""
_OF_WORK = frozenset((Label.ORGANIZATION, Label.PROFESSION))
_GROUPS_WITH_NOBODY = frozenset((LabelGroup.NAME, LabelGroup.ORGANIZATION, LabelGroup.PROFESSION))
_TERMS = re.compile(r"[^\W\d_]+")
_PROSE_WORDS, _PROSE_SHARE, _PROSE_LENGTH = 4, 0.3, 25
_MOST_KEY_WORDS = 4
_MOST_TERMS = 5
"""Short terms of a cell, at most."""
_MOST_UNIT_DIGITS = 4
"""Figures of a unit: ``mL/min/1.73 m2``, ``x10^3/uL``."""
_COUNTING_WORDS = frozenset("code codes value values index label line row seq sequence".split())
"""Last words of a header that say nothing alone: before them stands whose it is (``Provider Code``)."""
_KINDS_BEHIND = {
    "patient_name": "patient_id",
    "relative_name": "record_id",
    "provider_name": "provider_number",
    "phone": "official_number",
    "fax": "official_number",
    "email": "official_number",
    "street": "address",
    "city": "record_id",
    "county": "record_id",
    "state": "record_id",
    "country": "record_id",
    "facility": "record_id",
    "company": "record_id",
    "job": "record_id",
}
"""The kind of a code in a column of this kind: ``Provider Code`` is a provider's number and no name."""
_NO_KINDS = frozenset(("flags", "practices", "places_of_care", "nobody", "short_terms", "units", "keys"))
"""Parts of the file that are lists of cells, not kinds of columns."""


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """What a column may hold.

    Attributes:
        name: of the kind.
        operator: what becomes of its cells.
        label: what each cell is as a whole, for operator ``text``; None to search the cells.
        holds: what the cells must be: ``anything``, ``dates``, ``ages``, ``zips`` or ``values``.
        form: of cells that stay without being searched; None for numbers alone.
        tells_patient: whether the column may tell whose row it is.
        stays: labels that are no identifiers in such a column.
        has_short_terms: whether cells of short clinical terms alone (``K``, ``Hgb/Hct``) tell nobody.
        has_units: whether units (``mg/dL``) tell nobody.
    """

    name: str
    operator: ColumnOperator
    label: Label | None = None
    holds: str = "anything"
    form: re.Pattern[str] | None = None
    tells_patient: bool = False
    stays: frozenset[Label] = frozenset()
    has_short_terms: bool = False
    has_units: bool = False

    @property
    def is_identifying(self) -> bool:
        """Whether the column says who somebody is, where they are or when something was, rather than what
        befell them; numbers of documents and orders do not count, of which each has lines."""
        free = self.operator is ColumnOperator.TEXT and self.label is None
        return not free and self.operator is not ColumnOperator.KEEP and self.name != "record_id"

    def has_form(self, cell: str) -> bool:
        """Whether a cell is a measure, a flag, a clinical abbreviation, or of the kind's own form: it tells
        nobody."""
        cell = cell.strip()
        known = is_measure(cell) or cell.casefold() in _flags() or cell in bundled_lexicon().abbreviations
        known = known or (self.has_short_terms and _is_of_short_terms(cell))
        known = known or (self.has_units and _is_unit(cell))
        known = known or (self.name == "test" and kind_of_key(cell) is not None)
        return known or (self.form is not None and self.form.fullmatch(cell) is not None)


@cache
def column_kinds() -> dict[str, ColumnKind]:
    """All kinds by name, in the order of their file."""
    return {
        name: ColumnKind(
            name,
            ColumnOperator(entry["operator"]),
            Label(entry["label"]) if "label" in entry else None,
            entry.get("holds", "anything"),
            re.compile(entry["form"]) if "form" in entry else None,
            entry.get("person", False),
            frozenset(map(Label, entry.get("stays", "").split())),
            entry.get("short_terms", False),
            entry.get("units", False),
        )
        for name, entry in _table().items()
    }


@cache
def _listed(part: str, key: str) -> frozenset[str]:
    """The cells or words of a list of the file."""
    return frozenset(" ".join(x.split()) for x in _file()[part][key].split(","))


def _is_of_short_terms(cell: str) -> bool:
    """Whether all words of a cell, digits aside, are short clinical terms; several letters are initials."""
    words = _TERMS.findall(cell.casefold())
    if len(words) > 1 and max(map(len, words)) == 1:
        return False
    return 0 < len(words) <= _MOST_TERMS and _listed("short_terms", "words").issuperset(words)


def _is_unit(cell: str) -> bool:
    """Whether all words of a cell are units, with hardly a figure."""
    words = _TERMS.findall(cell.casefold())
    return (
        0 < len(words) <= _MOST_TERMS
        and sum(map(str.isdigit, cell)) <= _MOST_UNIT_DIGITS
        and _listed("units", "words").issuperset(words)
    )


def _flags() -> frozenset[str]:
    """Short answers and flags that tell nobody."""
    return _listed("flags", "words")


def label_of_cell(label: Label, cell: str) -> Label | None:
    """The label of one cell in a column of this label: a practice in a column of people is one, and a person
    in a column of practices; None where it names nobody and no firm, and may stay.

    Args:
        label: of the column.
        cell: filled.
    """
    words = _WORDS.findall(cell.casefold())
    plain = " ".join(cell.casefold().rstrip(".").split())
    if label.info.group in _GROUPS_WITH_NOBODY and plain in _listed("nobody", "names"):
        return None
    if label in _OF_WORK and plain in _listed("nobody", "work"):
        return None
    is_practice = len(words) > 1 and not _listed("practices", "words").isdisjoint(words)
    if label in PERSON_LABELS:
        return Label.HOSPITAL if is_practice else label
    if label is Label.HOSPITAL and not is_practice and _PERSON.fullmatch(cell.strip()):
        return Label.DOCTOR
    return label


def is_place_of_care(cell: str) -> bool:
    """Whether a cell says that it is a clinic or the like, not the maker of a drug."""
    return not _listed("places_of_care", "words").isdisjoint(_WORDS.findall(cell.casefold()))


def is_flag(cell: str) -> bool:
    """Whether a cell is a short answer or a flag (``yes``, ``HH``)."""
    return cell.strip().casefold() in _flags()


@cache
def _file() -> dict[str, dict[str, Any]]:
    return read_toml(resources_folder() / "formats" / "column_kinds.toml", "the table of columns")


def _table() -> dict[str, dict[str, Any]]:
    return {name: entry for name, entry in _file().items() if name not in _NO_KINDS}


@cache
def _phrases() -> dict[tuple[str, ...], str]:
    """Kind by the words of a header."""
    found: dict[tuple[str, ...], str] = {}
    for name, entry in _table().items():
        for phrase in str(entry["headers"]).split(","):
            found.setdefault(tuple(phrase.split()), name)
    return found


@cache
def known_header_words() -> frozenset[str]:
    """Words of the headers of all kinds: they say what a column holds and nothing about a person."""
    return frozenset(word for phrase in _phrases() for word in phrase)


@cache
def kind_of_header(header: str) -> ColumnKind | None:
    """The kind that a header names; None if it names none.

    Of the phrases that stand in it, the one that ends last counts, of those the longest. A code, a line or a
    value of somebody is theirs (``Provider Code``, ``SSN value``).
    """
    words = tuple(word for word in header_words(header) if not word.isdigit())
    name, start = _last_phrase(words)
    if start and words[start:] and words[-1] in _COUNTING_WORDS and len(words) == start + 1:
        owner, _ = _last_phrase(words[:start])
        if owner is not None and column_kinds()[owner].is_identifying:
            name = _KINDS_BEHIND.get(owner, owner)
    return None if name is None else column_kinds()[name]


def names_patient(header: str) -> bool:
    """Whether a header is that of a column which tells the patient, and nothing besides."""
    name = _phrases().get(header_words(header))
    return name is not None and column_kinds()[name].tells_patient


@lru_cache(4096)
def kind_of_key(key: str) -> ColumnKind | None:
    """The kind that one cell names for the cell beside it, in a table of keys and values (``DOB`` beside
    ``03/12/1948``); None where it names none, or is more than the name of a field."""
    words = tuple(word for word in header_words(key) if not word.isdigit())
    if not 0 < len(words) <= _MOST_KEY_WORDS or max(map(len, words)) == 1:
        return None
    if not known_header_words().issuperset(words):
        return None
    kind = kind_of_header(key)
    if kind is None or kind.name not in _listed("keys", "kinds"):
        return None
    may_be_other = len(words) == 1 and kind.is_identifying  # ``contact``, ``PT``
    return None if may_be_other and words[0] not in _listed("keys", "words") else kind


def _last_phrase(words: tuple[str, ...]) -> tuple[str | None, int]:
    """The kind of the phrase that ends last, and where it begins."""
    phrases = _phrases()
    for end in range(len(words), 0, -1):
        for start in range(end):
            if (name := phrases.get(words[start:end])) is not None:
                return name, start
    return None, 0


def is_measure(cell: str) -> bool:
    """Whether a cell is a number of at most six digits, a range or a ratio of such, or signs. The figures
    of a range ascend: ``555-0142`` and ``4471-2096`` are none."""
    m = _NUMBER.fullmatch(cell.strip())
    if m is None or m["second"] is None:
        return m is not None
    first, second = m["first"].replace(",", ""), m["second"]
    is_short = min(len(first), len(second)) < _LEAST_IN_RANGE.get(m["sign"], 3)
    return is_short or (int(first) <= int(second) and first[0] != "0" and second[0] != "0")


def is_id(cell: str) -> bool:
    """Whether a cell could be an id: letters and digits without blanks, at least four, with a digit."""
    return _ID.fullmatch(cell.strip()) is not None


def is_age(cell: str) -> bool:
    """Whether a cell could be an age or a range of ages."""
    return _AGE.fullmatch(cell.strip()) is not None


def is_zip(cell: str) -> bool:
    """Whether a cell could be a US ZIP code, also one that lost its first zeros."""
    return _ZIP.fullmatch(cell.strip()) is not None


def are_sentences(cells: Sequence[str]) -> bool:
    """Whether many filled cells of a column are sentences."""
    long = sum(word_count(c) >= _PROSE_WORDS for c in cells)
    length = sum(map(len, cells))
    return 0 < length >= _PROSE_LENGTH * len(cells) and long >= _PROSE_SHARE * len(cells)


def word_count(cell: str) -> int:
    """Words of letters in a cell."""
    return len(_WORDS.findall(cell))
