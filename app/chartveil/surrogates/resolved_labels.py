"""Corrects the label of spans that name a known person or town under another label.

Detection breaks people and towns in pieces: a misspelt name is taken for an organisation or a date, initials
for an age, a town for a street. The label then draws a surrogate of the wrong kind, and one person becomes
several. Here a span gets the label of the person or town that the rest of the note, or another note of the
patient, knows by these words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from chartveil.domain.labels import Label, LabelGroup, SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.lexicon.name_particles import CREDENTIALS
from chartveil.surrogates.genders import gender_beside
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.name_words import (
    MisspellingIndex,
    NameWord,
    join_split_names,
    kept_word_starts,
    normalize_name_word,
    short_forms,
    signature_letter_positions,
    split_name_words,
    usual_given_name,
)
from chartveil.surrogates.patient_words import KnownWords
from chartveil.surrogates.text_shape import misread_digits_to_letters, split_affixes, strip_accents

_TAKEN_FOR_OTHERS = frozenset(
    (
        SurrogateKind.PROFESSION,
        SurrogateKind.STREET,
        SurrogateKind.CITY,
        SurrogateKind.STATE,
        SurrogateKind.COUNTRY,
        SurrogateKind.LANDMARK,
        SurrogateKind.ORGANIZATION,
        SurrogateKind.AGE,
        SurrogateKind.DATE,
        SurrogateKind.ID,
    )
)
"""Kinds whose spans may be a name or initials."""
_TOWNS_TAKEN_FOR = frozenset(
    (
        SurrogateKind.NAME,
        SurrogateKind.STREET,
        SurrogateKind.LANDMARK,
        SurrogateKind.ORGANIZATION,
        SurrogateKind.COUNTRY,
        SurrogateKind.STATE,
    )
)
_NOT_OF_NAMES = re.compile(r"[^\w\s.,'’^()\"“”-]|\d")
_CODE = re.compile(r"(?=\S*\d)\S*?(?<![A-Za-z])(?P<letters>[A-Z]{4,})(?![A-Za-z])\S*")
"""Figures and a run of capitals that is longer than the abbreviation of a month: ``09-PDEA-55``."""
_PATIENT_FIELD = re.compile(r"(?:\bpatient|\bpt)(?:'?s)?(?:[ ]?name)?[ \t]*[:=|][ \t]*$", re.IGNORECASE)
_TOWN_BEFORE = re.compile(r"\b(?:in|from|of|near|to|around|outside|address)\W{1,3}$", re.IGNORECASE)
_STATE_AND_ZIP = re.compile(r"(?P<state>[A-Z]{2})[ \t,]{1,3}(?P<zip>\d{5}(?:-\d{4})?)")
_LIVES_IN = re.compile(
    r"\b(?:(?:liv(?:es?|ed|ing)|resid(?:es?|ed|ing)|born|raised|grew[ ]up)\W{1,3}(?:in|near|outside)"
    r"|(?:moved|relocated)\W{1,3}to|resident\W{1,3}of)\W{1,3}$",
    re.IGNORECASE,
)
_BEHIND_TOWN = re.compile(
    r"[,^|]?[ \t]{0,2}(?:(?P<zip>\d{5})\b|(?P<state>[A-Z][A-Za-z.]+(?: [A-Z][a-z]+)?)"
    r"(?P<then>[,^| \t]{1,3}\d{5}\b)?)"
)
_COUNTY = re.compile(
    r"\b(?:county|co\.?|cnty|parish|borough|dist(?:rict)?\.?|township|twp\.?)\b", re.IGNORECASE
)
_COUNTRIES_AND_NAMES = frozenset(
    "america britain chad china cuba dominica england georgia holland jordan".split()
)
"""Countries that people are called after and that no surrogate names."""
TIME_BEFORE = re.compile(
    r"\b(?:in|on|since|until|till|last|next|this|every|each|early|late|mid)[ -]$", re.IGNORECASE
)
"""Words before a month or a day that never stand before a person."""
_MOST_INITIALS = 3
_TITLE_BEFORE = re.compile(r"\b(?:dr|mr|mrs|ms|miss|prof)\.?\s+$", re.IGNORECASE)


def town_form(core: str) -> str:
    """The name of a town for comparison: folded, without accents, scanning errors undone."""
    words = (misread_digits_to_letters(w) for w in core.split())
    return fold(strip_accents(" ".join(words))).strip()


def corrected_town(town: str, towns: MisspellingIndex, lists: SurrogateLists) -> str:
    """The town of these that a word is a misspelling of; the word itself where of none.

    Args:
        town: in the form of ``town_form``.
        towns: what may be meant, likewise.
        lists: a listed town is no misspelling, and what is not listed is not meant.
    """
    if town in lists.places or town in lists.us_towns_by_name:
        return town
    meant = towns.intended(town)
    return meant if meant in lists.us_towns_by_name else town


def people_among(names_written: Iterable[str], lists: SurrogateLists) -> tuple[tuple[str, ...], ...]:
    """The people among the names of a patient's documents: the words of each name, normalised.

    Args:
        names_written: names of people, places and organisations, as they are written.
        lists: a name of which they lack a word, or that is a town, is nobody's.
    """
    found = []
    for written in names_written:
        if _NOT_OF_NAMES.search(written) or fold(written).strip() in lists.places:
            continue
        names = tuple(w.norm for w in _names_of(split_affixes(written)[1], lists) if len(w.norm) > 1)
        if 2 <= len(names) <= 4 and all(n in lists.names for n in names):
            found.append(names)
    return tuple(found)


def resolved_labels(
    text: str,
    spans: Sequence[Span],
    lists: SurrogateLists,
    people: Sequence[tuple[str, ...]],
    known: KnownWords,
) -> tuple[tuple[Span, ...], ...]:
    """What each span stands for: itself, with the label of the person or town where it names one that is
    known; a state and a postal code behind a town that were taken for one number (``FL 32073``) are two.

    A word is a person's where it is a word of the name, one slip away from it, or its short form; letters
    are where they are its initials. A town is one that the note names as such, or a listed one that stands
    where towns do. A listed town that stands so is no person, and no month is.

    Args:
        text: the document.
        spans: disjoint, sorted.
        lists: of names and places.
        people: whom all documents of the patient name, as of ``people_among``.
        known: the words of all texts of the patient, as far as they are known.
    """
    return tuple(_Resolver(text, spans, lists, people, known).resolved())


def _names_of(core: str, lists: SurrogateLists, known: KnownWords | None = None) -> list[NameWord]:
    """The words of a name without titles, particles and credentials."""
    words = split_name_words(core, lists.names)
    is_one_name = known.is_one_name if known is not None else lambda *_: False
    words = join_split_names(core, words, lists.names, is_one_name)
    kept = kept_word_starts(core, words, lists.names)
    return [w for w in words if w.start not in kept]


class _Resolver:
    """The people and towns that a document names, and the spans that name them by another label."""

    def __init__(
        self,
        text: str,
        spans: Sequence[Span],
        lists: SurrogateLists,
        people: Sequence[tuple[str, ...]],
        known: KnownWords,
    ) -> None:
        self._text = text
        self._known = known
        self._lists = lists
        self._spans = [self._patient_of_field(s) for s in spans]
        self._states = {
            re.sub(r"[\W_]", "", form.lower()) for r in lists.words["states_us"] for form in r.split(":")
        }
        self._state_starts = {s.start for s in spans if s.label.info.surrogate is SurrogateKind.STATE}
        self._name_ends = {s.end for s in spans if s.label.info.surrogate is SurrogateKind.NAME}
        self._labels: dict[str, Label] = {}
        self._short: dict[str, str] = {}
        self._full: set[str] = set()
        self._signed: dict[str, Label] = {}
        self._learn_people(people)
        self._acronyms: frozenset[str] = frozenset()
        self._acronyms = self._acronyms_of_organizations()
        self._towns = MisspellingIndex(())
        self._towns = MisspellingIndex(town_form(self._core(s)) for s in self._spans if self._names_town(s))

    def _acronyms_of_organizations(self) -> frozenset[str]:
        kind = SurrogateKind.ORGANIZATION
        cores = ((s, self._core(s)) for s in self._spans if s.label.info.surrogate is kind)
        named = (re.findall(r"[^\W\d_]+", fold(c)) for s, c in cores if not self._person_in(s, c))
        return frozenset("".join(w[0] for w in words) for words in named if len(words) > 1)

    def resolved(self) -> Iterable[tuple[Span, ...]]:
        """What each span stands for, in their order."""
        for span in self._spans:
            label = self._meant(span)
            yield self._state_and_zip(span) or (replace(span, label=label) if label else span,)

    def _core(self, span: Span) -> str:
        return split_affixes(span.text(self._text))[1]

    def _patient_of_field(self, span: Span) -> Span:
        """A name in the field of the patient is the patient's."""
        named = span.label.info.surrogate is SurrogateKind.NAME and span.label is not Label.PATIENT
        if named and _PATIENT_FIELD.search(self._text[max(0, span.start - 24) : span.start]):
            return replace(span, label=Label.PATIENT)
        return span

    # ── who and what is known ────────────────────────────────────────────────────────────────────

    def _learn_people(self, people: Sequence[tuple[str, ...]]) -> None:
        runs: list[tuple[Label, list[str]]] = []
        end = -9
        for span in self._spans:
            if span.label.info.surrogate is not SurrogateKind.NAME:
                continue
            names = [w.norm for w in _names_of(self._core(span), self._lists, self._known)]
            gap = self._text[end : span.start]
            # ``APPLE``, ``BRYCE`` as two spans are one name.
            one = gap == " " or (gap == ", " and span.text(self._text).isupper())
            if runs and len(names) == len(runs[-1][1]) == 1 and one:
                runs[-1] = runs[-1][0], runs[-1][1] + names
            elif names:
                runs.append((span.label, names))
            end = span.end
        if people:
            # Of the other documents' people those of whom this one holds a word.
            found = (re.findall(r"[^\W\d_]+", self._core(s)) for s in self._spans)
            words = {normalize_name_word(w) for group in found for w in group}
            runs += [(Label.PATIENT, list(names)) for names in people if not words.isdisjoint(names)]
        for label, parts in sorted(runs, key=lambda r: r[0] is not Label.PATIENT):
            names = [part for part in parts if len(part) > 1]
            for name in names:
                self._labels.setdefault(name, label)
            if not names or len(parts) < 2:
                continue
            for letters in ([p[0] for p in parts], [p[0] for p in (*parts[1:], parts[0])]):
                for positions in signature_letter_positions(letters):
                    self._signed.setdefault("".join(letters[i] for i in positions), label)
            if len(names) > 1:
                self._full.update(names)
                # ``JaneDoe``
                self._short.setdefault(names[0] + names[-1], names[0])
                self._short.setdefault(names[-1] + names[0], names[0])
                for first, second in pairwise(names):  # ``Karlheinz``
                    self._short.setdefault(first + second, first)
        for name in self._labels:
            for short in map(normalize_name_word, short_forms(name)):
                self._short.setdefault(short, name)
        self._names = MisspellingIndex(self._labels)

    def _intended_name(self, word: str) -> str:
        """The name that a word is, is a slip or a short form of; empty where of none."""
        if word in self._labels:
            return word
        if name := self._names.intended(word) or self._short.get(word, ""):
            return name
        usual = usual_given_name(word, self._lists.names)
        return usual if usual in self._labels else ""

    def _state_and_zip(self, span: Span) -> tuple[Span, ...]:
        """The two spans of a state and a postal code behind a town that were taken for one number or code."""
        number = span.group is LabelGroup.ID or span.label is Label.ZIP
        m = _STATE_AND_ZIP.fullmatch(span.text(self._text)) if number else None
        before = (s.end for s in self._spans if s.end <= span.start and s.label is Label.CITY)
        if m is None or fold(m["state"]) not in self._states:
            return ()
        if not re.fullmatch(r"[,\s]{1,3}", self._text[max(before, default=0) : span.start]):
            return ()
        ends = (("state", Label.STATE), ("zip", Label.ZIP))
        return tuple(
            replace(span, start=span.start + m.start(part), end=span.start + m.end(part), label=label)
            for part, label in ends
        )

    # ── what a span names ────────────────────────────────────────────────────────────────────────

    def _meant(self, span: Span) -> Label | None:
        """The label of what a span names; None where its own is as good as any."""
        kind = span.label.info.surrogate
        core = self._core(span)
        if kind is SurrogateKind.DATE and (code := _CODE.fullmatch(core)):
            return None if _begins_as_month(code["letters"]) else Label.IDNUM
        if not core or len(core) > 80 or _NOT_OF_NAMES.search(core):
            return None
        if kind is SurrogateKind.NAME and self._is_month(span, core):
            return Label.DATE
        if kind is SurrogateKind.CITY and self._is_relative(span, core):
            return Label.RELATIVE
        if kind is SurrogateKind.CITY:
            return self._person_in(span, core) if self._is_person_in_place(span, core) else None
        if kind in _TOWNS_TAKEN_FOR and self._is_town(span, core):
            return Label.CITY
        return self._person_in(span, core) if kind in _TAKEN_FOR_OTHERS else None

    def _is_relative(self, span: Span, core: str) -> bool:
        """Whether what is taken for a town is one of kin: ``son Jackson``; elsewhere ``Jackson`` again, where
        no town would stand."""
        if _COUNTY.search(core) or self._state_follows(span) or len(core.split()) > 2:
            return False
        if gender_beside(self._text, span.start, span.end, kin_after=False):
            return True
        named = self._known.is_relative(normalize_name_word(core)) if core[:1].isalpha() else False
        return named and not self._stands_as_town(span)

    def _is_month(self, span: Span, core: str) -> bool:
        """Whether what is taken for a name is a month: ``in May`` in the note of one who is called so."""
        return fold(core) in _named_days() and bool(
            TIME_BEFORE.search(self._text[max(0, span.start - 12) : span.start])
        )

    def _names_town(self, span: Span) -> bool:
        """Whether a span names a town by its label, or by where a listed one stands."""
        core, kind = self._core(span), span.label.info.surrogate
        if kind is SurrogateKind.CITY and self._is_relative(span, core):
            return False
        if kind is SurrogateKind.CITY:
            return not _COUNTY.search(core) and not self._is_person_in_place(span, core)
        return kind in _TOWNS_TAKEN_FOR and not _NOT_OF_NAMES.search(core) and self._is_town(span, core)

    def _is_person_in_place(self, span: Span, core: str) -> bool:
        """Whether what is taken for a place is a person's name: no listed place, or standing like none."""
        if not self._person_in(span, core):
            return False
        town = town_form(core)
        listed = town in self._lists.places or town in self._lists.us_towns_by_name
        named = " " in town or town not in self._full
        return not (self._stands_as_town(span) or (listed and named))

    def _stands_as_town(self, span: Span) -> bool:
        """Whether a state or postal code follows, or a word before it makes it a place."""
        return self._state_follows(span) or bool(
            _TOWN_BEFORE.search(self._text[max(0, span.start - 14) : span.start])
        )

    def _state_follows(self, span: Span) -> bool:
        m = _BEHIND_TOWN.match(self._text[span.end : span.end + 28])
        if m is None:
            return False
        if m["zip"]:
            return True
        words = (m["state"], m["state"].partition(" ")[0])
        found = any(re.sub(r"[\W_]", "", w.lower()) in self._states for w in words)
        # ``Jackson, MD`` is a doctor or in Maryland.
        doubtful = fold(words[1]) in CREDENTIALS and not m["then"]
        return found and (not doubtful or span.end + m.start("state") in self._state_starts)

    def _is_town(self, span: Span, core: str) -> bool:
        """Whether what is taken for a street, an organisation or a person is a town."""
        if _COUNTY.search(core):
            return False
        town, words = corrected_town(town_form(core), self._towns, self._lists), town_form(core).split(" ")
        kind = span.label.info.surrogate
        if kind is SurrogateKind.NAME and self._is_called_so(words, span):
            return False
        if self._is_relative(span, core):
            return False
        if kind is SurrogateKind.STATE:
            return self._known.is_town(town) and self._stands_as_town(span)
        if town in self._towns:
            return True
        if kind is SurrogateKind.COUNTRY and self._is_country(town):
            return self._known.is_town(town)
        if town not in self._lists.us_towns_by_name:
            return False
        if self._state_follows(span) or _LIVES_IN.search(self._text[max(0, span.start - 30) : span.start]):
            return True
        kinds = self._lists.word_sets["street_types"] | self._lists.word_sets["types_places"]
        plain = kind in (SurrogateKind.STREET, SurrogateKind.LANDMARK) and kinds.isdisjoint(words)
        return plain and self._stands_as_town(span)

    def _is_country(self, folded: str) -> bool:
        return folded in self._lists.word_sets["countries"] or folded in _COUNTRIES_AND_NAMES

    def _is_called_so(self, words: Sequence[str], span: Span) -> bool:
        """Whether a title stands before a name, or its one word is part of a name of several."""
        before = self._text[max(0, span.start - 8) : span.start]
        return bool(_TITLE_BEFORE.search(before)) or (len(words) == 1 and words[0] in self._full)

    def _person_in(self, span: Span, core: str) -> Label | None:
        """The label of the person that all words of a span name; None where any names nobody who is known."""
        named = _names_of(core, self._lists, self._known)
        names = [w for w in named if len(w.norm) > 1]
        if label := self._signer(span, core, named):
            return label
        meant = [self._intended_name(w.norm) for w in names]
        if not meant or not all(meant):
            return None
        label = self._labels[meant[0]]
        return label if len(named) > 1 or self._stands_alone(span, names[0], meant[0]) else None

    def _stands_alone(self, span: Span, word: NameWord, meant: str) -> bool:
        """Whether one word is a person's name, and not what its label says."""
        norm, kind = word.norm, span.label.info.surrogate
        if kind is SurrogateKind.DATE and _is_of_calendar(norm):
            return False
        jobs = self._lists.word_sets["professions"]
        if kind is SurrogateKind.PROFESSION and (word.text.islower() or norm in jobs):
            return False
        if kind is SurrogateKind.COUNTRY and self._is_country(norm):
            return False
        if kind is SurrogateKind.STATE and norm in self._states:
            return False
        # Another name, town or job that differs by a letter is none of a person's.
        other = norm in self._lists.names or norm in self._lists.places
        return norm == meant or not other or self._short.get(norm) == meant

    def _signer(self, span: Span, core: str, named: Sequence[NameWord]) -> Label | None:
        """The label of the person whose initials a span is; None where it is nobody's, or an acronym of an
        organisation or the code of a state."""
        letters = "".join(c for c in core if c.isalpha())
        solid = len(named) == 1 and letters == core
        if not 2 <= len(letters) <= _MOST_INITIALS or not letters.isupper():
            return None
        if not solid and not all(len(w.norm) == 1 for w in named):
            return None
        norm = fold(letters)
        of_state = span.label.info.surrogate is SurrogateKind.STATE and norm in self._states
        # ``Ana Zapata (AZ)`` is no state.
        of_state = of_state and not self._is_behind_name(span)
        return None if of_state or norm in self._acronyms else self._signed.get(norm)

    def _is_behind_name(self, span: Span) -> bool:
        """Whether a span stands in brackets right behind a name."""
        at = max(0, span.start - 3)
        name_end = at + len(self._text[at : span.start].rstrip("( \t"))
        closed = self._text[span.start - 1 : span.end + 1] == f"({span.text(self._text)})"
        return closed and name_end in self._name_ends


def _is_of_calendar(word: str) -> bool:
    """Whether a word is a month, a day of the week or a holiday."""
    return word in _named_days() or word in calendar_words().holidays


def _begins_as_month(letters: str) -> bool:
    """Whether letters may be a month, perhaps a misspelt one: ``NOVEMBR``."""
    short = calendar_words().month_abbreviations.values()
    return any(fold(letters).startswith(fold(m)[:3]) for months in short for m in months)


@cache
def _named_days() -> frozenset[str]:
    words = calendar_words()
    tables = (words.months, words.month_abbreviations, words.weekdays)
    named = {fold(w) for table in tables for names in table.values() for w in names}
    return frozenset(named.union(words.further_months))
