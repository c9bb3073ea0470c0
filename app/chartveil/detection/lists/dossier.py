"""The dossier: what is known of the one patient whose document this is, found in any spelling.

Tolerant of case, accents, spacing and punctuation; in names of six letters or more of one typing error
(a letter wrong, missing, added, or two changed about), in shorter ones beside another part of the name; of
the letters that text recognition mistakes for one another (``0`` for ``o``, ``1`` for ``l``, ``rn`` for
``m``); and of the forms that a date and an address are written in.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from chartveil.detection.lists.birth_dates import find_whole_dates
from chartveil.detection.lists.dossier_names import (
    MATCH_SCORE,
    NAME_PARTS_NEVER_ALONE,
    TYPO_SCORE,
    KnownNameMatcher,
    first_and_last_name,
    is_among_capitals,
    name_words,
)
from chartveil.detection.lists.dossier_numbers import MIN_NUMBER_LENGTH, NumberSearch
from chartveil.detection.lists.misspellings import number_key, without_leading_zeros
from chartveil.detection.normalised.disguised import LEAST_WHOLE, DisguisedSearch
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords

_LOCAL = 7
"""Digits of a North American telephone number without its area."""
_SHORT = {
    "street": "st", "avenue": "ave", "av": "ave", "road": "rd", "drive": "dr", "lane": "ln",
    "boulevard": "blvd", "court": "ct", "place": "pl", "terrace": "ter", "highway": "hwy", "parkway": "pkwy",
    "square": "sq", "circle": "cir", "apartment": "apt", "suite": "ste", "north": "n", "south": "s",
    "east": "e", "west": "w", "saint": "st", "mount": "mt", "fort": "ft",
}  # fmt: skip
"""Words of addresses as the post shortens them."""
_PLACE_BEFORE = frozenset("in of from near to at city town lives resides residing moved address".split())
_STATE_BEHIND = re.compile(r",?[ \t]+(?:[A-Z]{2}\b|\d{5}\b)")
_BEFORE_ZIP = 16
_ZIP_BEFORE = re.compile(
    r"(?:(?i:\bzip(?:\s?code)?\W{0,3})"
    r"|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]"
    r"|UT|V[AIT]|W[AIVY])\.?,?[ \t]{1,3}|[a-z],[ \t]{1,3})$"
)
"""Text before a postal code: the word for it, a state, a place with a comma."""
_ZIP_FIGURES = 5
_LEAST_CODE = 5
_LEAST_STREET = 7
"""Letters of a street's name that tells it alone."""
_LIVING = frozenset("lives living resides residing resident moved home town city native born raised".split())
_UNITS = frozenset("apt unit ste suite floor fl room rm lot bldg building".split())
_UNIT_GAP = re.compile(r"[\s,;.#]{1,4}")
_FOREIGN = re.compile(r"(?:\+|00)[1-9]")


@dataclass(frozen=True, slots=True)
class PatientFacts:
    """The facts that a site has about a patient. All of it is PHI.

    Attributes:
        names: full names, nicknames, former names of the patient.
        relatives: names of relatives and contacts.
        numbers: record, plan, account and other numbers, by label.
        phones: telephone numbers in any format.
        addresses: street lines.
        births: the day of birth; the few days that it may be where the order of day and month is not known.
        emails: e-mail addresses.
        cities: where the patient lives.
        zips: postal codes.
        employers: where the patient works or learns.
    """

    names: Sequence[str] = ()
    relatives: Sequence[str] = ()
    numbers: Sequence[tuple[Label, str]] = ()
    phones: Sequence[str] = ()
    addresses: Sequence[str] = ()
    births: frozenset[dt.date] = frozenset()
    emails: Sequence[str] = ()
    cities: Sequence[str] = ()
    zips: Sequence[str] = ()
    employers: Sequence[str] = ()


class Dossier:
    """Finds the facts of one patient in a text. A finder as :class:`SiteList` is.

    Args:
        facts: what is known.
        is_common: whether a folded word is an ordinary one; such a word of a name counts only in capitals at
            its beginning, and never with a typing error.
        is_word: whether a folded word is any word but a name; ``is_common`` where not given.
    """

    name = "dossier"

    def __init__(
        self,
        facts: PatientFacts,
        is_common: Callable[[str], bool],
        is_word: Callable[[str], bool] | None = None,
    ) -> None:
        self._is_word = is_word or is_common
        names = [(Label.RELATIVE, n) for n in facts.relatives] + [(Label.PATIENT, n) for n in facts.names]
        self._names = KnownNameMatcher(names, is_common, self._is_word)
        self._digits: dict[str, Label] = {}
        for phone in facts.phones:
            for key in _phone_keys(phone):
                self._digits[key] = Label.PHONE
        for label, number in facts.numbers:
            key = number_key(number)
            for way in (key, without_leading_zeros(key)):
                if len(way) >= MIN_NUMBER_LENGTH and any(map(str.isdigit, way)):
                    self._digits[way] = label
        self._births = facts.births
        self._emails = sorted({e.strip().casefold() for e in facts.emails} - {""})
        self._zips = {key for z in facts.zips if (key := _zip(z))}
        for code in map(number_key, facts.zips):
            if len(code) >= _LEAST_CODE and any(map(str.isdigit, code)) and not code.isdigit():
                self._digits[code] = Label.ZIP  # ``K1A 0B1``
        self._phrases: dict[str, list[tuple[tuple[str, ...], Label]]] = {}
        for address in facts.addresses:
            # Also without apostrophes: ``Tanners Row``.
            plain = address.replace("'", "").replace("’", "")
            for words in sorted({_address_key(address), _address_key(plain)}):
                self._add_phrase(words, Label.STREET)
                if len(words) > 2 and words[0][:1].isdigit():
                    self._add_phrase(words[1:], Label.STREET)  # the street without the house
            for word in self._street_names(address):
                self._add_phrase((word,), Label.STREET)
        for city in facts.cities:
            self._add_phrase(_address_key(city), Label.CITY)
        for employer in facts.employers:
            words = tuple(phrase_key(employer).split())
            if len(words) > 1 or (words and not self._is_word(words[0])):
                self._add_phrase(words, Label.ORGANIZATION)

        names_alone = [(w, Label.STREET) for a in facts.addresses for w in self._street_names(a)]
        self._disguised = DisguisedSearch([*_whole_strings(facts), *names_alone], is_common, self._is_word)

    def _street_names(self, address: str) -> list[str]:
        """Words of an address that are words of nothing else: they tell the street without ``Street``."""
        words = phrase_key(address).split()
        return [w for w in words if w.isalpha() and len(w) >= _LEAST_STREET and not self._is_any_word(w)]

    def _add_phrase(self, words: tuple[str, ...], label: Label) -> None:
        if words and len("".join(words)) > 2:
            self._phrases.setdefault(words[0], []).append((words, label))

    def find(self, scan: LookedUpWords, view: TokenizedText) -> list[Span]:
        """Spans of the facts in a text, sorted."""
        found = [_span(n.start, n.end, n.labels[0], n.score, n.detail) for n in self._names.find(scan, view)]
        found += _outermost(self._numbers(view))
        found += _outermost(self._found_phrases(scan, view))
        found += self._dates(scan, view)
        found += self._found_emails(view)
        plain = set().union(*(range(s.start, s.end) for s in found))
        for start, end, label in self._disguised.find(view.text):
            if any(view.text[i].isalnum() and i not in plain for i in range(start, end)):
                found.append(_span(start, end, label, MATCH_SCORE, "in disguise"))
        return sorted(set(found), key=lambda s: (s.start, s.end, s.label))

    def _numbers(self, view: TokenizedText) -> Iterator[Span]:
        if not self._digits:
            return
        numbers = NumberSearch(view.text)
        for key, label in sorted(self._digits.items()):
            for start, end, misread in numbers.find(key):
                if misread:
                    yield _span(start, end, label, TYPO_SCORE, "number with misread figures")
                else:
                    yield _span(start, end, label, MATCH_SCORE, "number")

    def _dates(self, scan: LookedUpWords, view: TokenizedText) -> Iterator[Span]:
        if self._births:
            for date in find_whole_dates(view.text, scan.ranges, scan.keys):
                if date.possible_days & self._births:
                    yield _span(date.start, date.end, Label.DATE, MATCH_SCORE, "day of birth")

    def _found_emails(self, view: TokenizedText) -> Iterator[Span]:
        for email in self._emails:
            at = view.lowered.find(email)
            while at >= 0:
                end = at + len(email)
                if not view.text[max(0, at - 1) : at].isalnum() and not view.text[end : end + 1].isalnum():
                    yield _span(at, end, Label.EMAIL, MATCH_SCORE, "e-mail address")
                at = view.lowered.find(email, end)

    def _found_phrases(self, scan: LookedUpWords, view: TokenizedText) -> Iterator[Span]:
        if not self._phrases and not self._zips:
            return
        text = view.text
        keys = [_SHORT.get(k, k) for k in scan.keys]
        behind = -1  # the end of the last street or place
        for i, key in enumerate(keys):
            at = scan.ranges[i]
            if key in self._zips and (
                _ZIP_BEFORE.search(text, max(0, at[0] - _BEFORE_ZIP), at[0])
                or (0 <= behind <= at[0] and _UNIT_GAP.fullmatch(text, behind, at[0]))
            ):
                yield _span(*at, Label.ZIP, MATCH_SCORE, "postal code")
            for words, label in self._beginning(key, scan.keys[i]):
                n = len(words)
                if tuple(keys[i : i + n]) != words and tuple(scan.keys[i : i + n]) != words:
                    continue
                start, end = scan.ranges[i][0], scan.ranges[i + n - 1][1]
                if label is Label.STREET:
                    if words[0] in _UNITS:
                        # Alone it is a ward's: ``Unit 4``.
                        counts = 0 <= behind <= start and _UNIT_GAP.fullmatch(text, behind, start) is not None
                    else:
                        counts = not text[start].islower() or not all(map(self._is_any_word, words))
                else:
                    counts = self._is_place(scan, text, i, i + n - 1)
                if counts:
                    behind = max(behind, end)
                    yield _span(start, end, label, MATCH_SCORE, _DETAILS[label])

    def _is_any_word(self, key: str) -> bool:
        return key in _SHORT.values() or self._is_word(key)

    def _beginning(self, *keys: str) -> list[tuple[tuple[str, ...], Label]]:
        """Phrases whose first word is one of these."""
        return [p for key in sorted(set(keys)) for p in self._phrases.get(key, ())]

    def _is_place(self, scan: LookedUpWords, text: str, first: int, last: int) -> bool:
        """Whether words are a place or an employer there: with a capital, and an ordinary word only behind
        ``in`` and the like, or before a state: ``Reading`` is a town, reading is none."""
        start, end = scan.ranges[first][0], scan.ranges[last][1]
        if text[start].islower():
            return False
        if first < last or not self._is_word(scan.keys[first]):
            return True
        if _STATE_BEHIND.match(text, end) is not None:
            return True
        before = scan.keys[first - 1] if first else ""
        if is_among_capitals(scan, text, first):
            # ``IN NORMAL LIMITS``
            earlier = scan.keys[first - 2] if first > 1 else ""
            return before in _LIVING or (before in _PLACE_BEFORE and earlier in _LIVING)
        return before in _PLACE_BEFORE


def _whole_strings(facts: PatientFacts) -> Iterator[tuple[str, Label]]:
    """What is known as strings that are sought in disguise: names and each of their words, numbers, days of
    birth as figures, addresses with and without the house, e-mail addresses and their long domains."""
    for label, names in ((Label.PATIENT, facts.names), (Label.RELATIVE, facts.relatives)):
        for name in names:
            words = [w for w in name_words(name) if w not in NAME_PARTS_NEVER_ALONE]
            yield " ".join(words), label
            if core := first_and_last_name(name):
                yield " ".join(core), label
                yield " ".join(reversed(core)), label
            yield from ((word, label) for word in words)
    for email in facts.emails:
        yield email, Label.EMAIL
        domain = email.rpartition("@")[2].split(".")
        yield from ((part, Label.EMAIL) for part in domain[:-1] if len(part) >= LEAST_WHOLE)
    yield from ((number, label) for label, number in facts.numbers)
    yield from ((phone, Label.PHONE) for phone in facts.phones)
    for address in facts.addresses:
        yield address, Label.STREET
        house, _, street = address.partition(" ")
        if house[:1].isdigit():
            yield street, Label.STREET
    for day in sorted(facts.births):
        year, month, date = f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"
        for form in (month + date + year, date + month + year, year + month + date):
            yield form, Label.DATE


_DETAILS = {Label.STREET: "address", Label.CITY: "place of living", Label.ORGANIZATION: "employer"}


def _span(start: int, end: int, label: Label, score: float, detail: str) -> Span:
    evidence = Evidence(EvidenceKind.DOSSIER, "dossier", label, score, detail=detail)
    return Span(start, end, label, score, (evidence,))


def _outermost(spans: Iterable[Span]) -> Iterator[Span]:
    """Those that lie in no other: of a telephone number not the end, of a house's address not the street."""
    reach = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end, s.label)):
        if span.end > reach:
            reach = span.end
            yield span


def _address_key(address: str) -> tuple[str, ...]:
    return tuple(_SHORT.get(w, w) for w in phrase_key(address).split())


def _zip(code: str) -> str:
    """The five figures of a postal code, with the zeros that tables drop: ``2139`` is ``02139``."""
    figures = code.strip().partition("-")[0]
    return figures.zfill(_ZIP_FIGURES)[:_ZIP_FIGURES] if figures.isdecimal() and len(figures) > 2 else ""


def _phone_keys(phone: str) -> Iterable[str]:
    """The ways of writing a telephone number: with and without the country, without the area."""
    key = number_key(phone)
    digits = key if key.isdigit() else "".join(c for c in key.partition("x")[0] if c.isdigit())
    ways = {digits}
    if len(digits) == 11 and digits[0] == "1":
        ways.add(digits[1:])
    elif _FOREIGN.match(phone.strip()):
        # Countries have one to three figures, and at home a zero takes their place.
        country = digits.removeprefix("00")
        ways |= {country} | {"0" + country[n:] for n in (1, 2, 3) if len(country) > n + _LOCAL}
    elif digits[:1] == "0":
        ways.add(digits[1:])
    for way in tuple(ways):
        if len(way) == 10:
            ways.add(way[-_LOCAL:])
    return sorted(w for w in ways if len(w) >= _LOCAL - 1 and len(set(w)) > 1)
