"""What is known of the one patient whose document this is, found in any spelling it may have there.

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

from chartveil.detect.dictionaries.births import written_dates
from chartveil.detect.dictionaries.known_names import SCORE, TYPO_SCORE, KnownNames
from chartveil.detect.dictionaries.known_numbers import LEAST, TextNumbers
from chartveil.detect.dictionaries.spelling import number_key
from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.lexicon import Scan
from chartveil.lexicon.keys import phrase_key
from chartveil.words import View

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
_ZIP_BEFORE = re.compile(r"(?:(?i:\bzip(?:\s?code)?\W{0,3})|\b[A-Z]{2}\.?,?[ \t]{1,3}|,[ \t]{1,3})$")


@dataclass(frozen=True, slots=True)
class PatientFacts:
    """What a site knows of a patient. All of it is PHI.

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
        self._names = KnownNames(names, is_common, self._is_word)
        self._digits: dict[str, Label] = {}
        for phone in facts.phones:
            for key in _phone_keys(phone):
                self._digits[key] = Label.PHONE
        for label, number in facts.numbers:
            key = number_key(number)
            if len(key) >= LEAST and any(map(str.isdigit, key)):
                self._digits[key] = label
        self._births = facts.births
        self._emails = sorted({e.strip().casefold() for e in facts.emails} - {""})
        self._zips = {z.strip()[:5] for z in facts.zips if z.strip()[:5].isdigit() and len(z.strip()) >= 5}
        self._phrases: dict[str, list[tuple[tuple[str, ...], Label]]] = {}
        for address in facts.addresses:
            words = _address_key(address)
            self._add_phrase(words, Label.STREET)
            if len(words) > 2 and words[0][:1].isdigit():
                self._add_phrase(words[1:], Label.STREET)  # the street without the house
        for city in facts.cities:
            self._add_phrase(_address_key(city), Label.CITY)
        for employer in facts.employers:
            words = tuple(phrase_key(employer).split())
            if len(words) > 1 or (words and not self._is_word(words[0])):
                self._add_phrase(words, Label.ORGANIZATION)

    def _add_phrase(self, words: tuple[str, ...], label: Label) -> None:
        if words and len("".join(words)) > 2:
            self._phrases.setdefault(words[0], []).append((words, label))

    def find(self, scan: Scan, view: View) -> list[Span]:
        """Spans of the facts in a text, sorted."""
        found = [_span(n.start, n.end, n.labels[0], n.score, n.detail) for n in self._names.find(scan, view)]
        found += _widest(self._numbers(view))
        found += _widest(self._found_phrases(scan, view))
        found += self._dates(scan, view)
        found += self._found_emails(view)
        return sorted(set(found), key=lambda s: (s.start, s.end, s.label))

    def _numbers(self, view: View) -> Iterator[Span]:
        if not self._digits:
            return
        numbers = TextNumbers(view.text)
        for key, label in sorted(self._digits.items()):
            for start, end, misread in numbers.find(key):
                if misread:
                    yield _span(start, end, label, TYPO_SCORE, "number with misread figures")
                else:
                    yield _span(start, end, label, SCORE, "number")

    def _dates(self, scan: Scan, view: View) -> Iterator[Span]:
        if self._births:
            for date in written_dates(view.text, scan.ranges, scan.keys):
                if date.days & self._births:
                    yield _span(date.start, date.end, Label.DATE, SCORE, "day of birth")

    def _found_emails(self, view: View) -> Iterator[Span]:
        for email in self._emails:
            at = view.lowered.find(email)
            while at >= 0:
                end = at + len(email)
                if not view.text[max(0, at - 1) : at].isalnum() and not view.text[end : end + 1].isalnum():
                    yield _span(at, end, Label.EMAIL, SCORE, "e-mail address")
                at = view.lowered.find(email, end)

    def _found_phrases(self, scan: Scan, view: View) -> Iterator[Span]:
        if not self._phrases and not self._zips:
            return
        keys = [_SHORT.get(k, k) for k in scan.keys]
        for i, key in enumerate(keys):
            at = scan.ranges[i]
            if key in self._zips and _ZIP_BEFORE.search(view.text, max(0, at[0] - _BEFORE_ZIP), at[0]):
                yield _span(*at, Label.ZIP, SCORE, "postal code")
            for words, label in self._beginning(key, scan.keys[i]):
                n = len(words)
                if tuple(keys[i : i + n]) != words and tuple(scan.keys[i : i + n]) != words:
                    continue
                start, end = scan.ranges[i][0], scan.ranges[i + n - 1][1]
                if label is Label.STREET or self._is_place(scan, view.text, i, i + n - 1):
                    yield _span(start, end, label, SCORE, _DETAILS[label])

    def _beginning(self, *keys: str) -> list[tuple[tuple[str, ...], Label]]:
        """Phrases whose first word is one of these."""
        return [p for key in sorted(set(keys)) for p in self._phrases.get(key, ())]

    def _is_place(self, scan: Scan, text: str, first: int, last: int) -> bool:
        """Whether words are a place or an employer there: with a capital, and an ordinary word only behind
        ``in`` and the like, or before a state: ``Reading`` is a town, reading is none."""
        start, end = scan.ranges[first][0], scan.ranges[last][1]
        if text[start].islower():
            return False
        if first < last or not self._is_word(scan.keys[first]):
            return True
        before = scan.keys[first - 1] if first else ""
        return before in _PLACE_BEFORE or _STATE_BEHIND.match(text, end) is not None


_DETAILS = {Label.STREET: "address", Label.CITY: "place of living", Label.ORGANIZATION: "employer"}


def _span(start: int, end: int, label: Label, score: float, detail: str) -> Span:
    evidence = Evidence(EvidenceKind.DOSSIER, "dossier", label, score, detail=detail)
    return Span(start, end, label, score, (evidence,))


def _widest(spans: Iterable[Span]) -> Iterator[Span]:
    """Those that lie in no other: of a telephone number not the end, of a house's address not the street."""
    reach = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end, s.label)):
        if span.end > reach:
            reach = span.end
            yield span


def _address_key(address: str) -> tuple[str, ...]:
    return tuple(_SHORT.get(w, w) for w in phrase_key(address).split())


def _phone_keys(phone: str) -> Iterable[str]:
    """The ways of writing a telephone number: with and without the country, without the area."""
    key = number_key(phone)
    digits = key if key.isdigit() else "".join(c for c in key.partition("x")[0] if c.isdigit())
    ways = {digits}
    if len(digits) == 11 and digits[0] == "1":
        ways.add(digits[1:])
    for way in tuple(ways):
        if len(way) == 10:
            ways.add(way[-_LOCAL:])
    return sorted(w for w in ways if len(w) >= _LOCAL - 1 and len(set(w)) > 1)
