"""What is known of the one patient whose document this is, found in any spelling it may have there.

Tolerant of case, accents, spacing and punctuation; in names of six letters or more of one typing error
(a letter wrong, missing, added, or two changed about); and of the letters that text recognition mistakes for
one another (``0`` for ``o``, ``1`` for ``l``, ``rn`` for ``m``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chartveil.domain import Evidence, EvidenceKind, Label, Span
from chartveil.lexicon import Scan
from chartveil.lexicon.keys import phrase_key
from chartveil.words import View

SCORE = 0.97
_TYPO_SCORE = 0.9
_LEAST_FOR_TYPO = 6
_LEAST_DIGITS = 4
_CONFUSED = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "8": "b", "6": "b", "9": "g", "q": "g"}
)


@dataclass(frozen=True, slots=True)
class PatientFacts:
    """What a site knows of a patient. All of it is PHI.

    Attributes:
        names: full names, nicknames, former names of the patient.
        relatives: names of relatives and contacts.
        numbers: record, plan, account and other numbers, by label.
        phones: telephone numbers in any format.
        addresses: street lines.
    """

    names: Sequence[str] = ()
    relatives: Sequence[str] = ()
    numbers: Sequence[tuple[Label, str]] = ()
    phones: Sequence[str] = ()
    addresses: Sequence[str] = ()


def misread(word: str) -> str:
    """The word with letters that text recognition confuses made one."""
    return word.replace("rn", "m").replace("vv", "w").replace("cl", "d").translate(_CONFUSED)


def one_typo(word: str) -> set[str]:
    """The word and every spelling with one letter left out.

    Two words are one typing error apart (wrong, missing, added or exchanged letter) only if these sets
    share a member.
    """
    return {word} | {word[:i] + word[i + 1 :] for i in range(len(word))}


def is_typo(a: str, b: str) -> bool:
    """Whether two words differ by at most one letter wrong, missing, added, or two neighbours exchanged."""
    if a == b:
        return True
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    i = 0
    while i < len(a) and a[i] == b[i]:
        i += 1
    if len(a) < len(b):
        return a[i:] == b[i + 1 :]
    return a[i + 1 :] == b[i + 1 :] or (a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :])


class Dossier:
    """Finds the facts of one patient in a text. A finder as :class:`SiteList` is.

    Args:
        facts: what is known.
        is_common: whether a folded word is an ordinary one; such a word of a name counts only in capitals at
            its beginning, and never with a typing error.
    """

    name = "dossier"

    def __init__(self, facts: PatientFacts, is_common: Callable[[str], bool]) -> None:
        self._is_common = is_common
        self._words: dict[str, Label] = {}
        self._near: dict[str, list[str]] = {}
        self._misread: dict[str, Label] = {}
        for label, names in ((Label.RELATIVE, facts.relatives), (Label.PATIENT, facts.names)):
            for name in names:
                for word in phrase_key(name).split():
                    self._add_word(word, label)
        self._digits: dict[str, Label] = {}
        numbers = [*facts.numbers, *((Label.PHONE, p) for p in facts.phones)]
        for label, number in numbers:
            key = _number_key(number)
            if len(key) >= _LEAST_DIGITS:
                self._digits[key] = label
        self._addresses = {tuple(phrase_key(a).split()) for a in facts.addresses} - {()}

    def _add_word(self, word: str, label: Label) -> None:
        if len(word) < 2:
            return
        self._words[word] = label
        self._misread[misread(word)] = label
        if len(word) >= _LEAST_FOR_TYPO:
            for part in one_typo(word):
                self._near.setdefault(part, []).append(word)

    def find(self, scan: Scan, view: View) -> list[Span]:
        """Spans of the facts in a text, sorted."""
        found = self._names(scan, view) + self._numbers(view) + self._streets(scan)
        return sorted(found, key=lambda s: (s.start, s.end, s.label))

    def _names(self, scan: Scan, view: View) -> list[Span]:
        found = []
        for i, key in enumerate(scan.keys):
            start, end = scan.ranges[i]
            hit = self._name(key, capital=not view.text[start].islower())
            if hit is not None:
                label, score, detail = hit
                if view.text[end - 2 : end] in ("'s", "’s"):
                    end -= 2
                found.append(_span(start, end, label, score, detail))
        return found

    def _name(self, key: str, *, capital: bool) -> tuple[Label, float, str] | None:
        common = self._is_common(key)
        label = self._words.get(key)
        if label is not None and (capital or not common):
            return label, SCORE, "name"
        if common or len(key) < _LEAST_FOR_TYPO - 1:
            return None
        label = self._misread.get(misread(key))
        if label is not None:
            return label, _TYPO_SCORE, "name with misread letters"
        for part in sorted(one_typo(key)):
            for word in self._near.get(part, ()):
                if is_typo(key, word):
                    return self._words[word], _TYPO_SCORE, "name with a typing error"
        return None

    def _numbers(self, view: View) -> list[Span]:
        """Numbers whatever stands between their digits: ``(313) 555-0148`` for ``313.555.0148``."""
        if not self._digits:
            return []
        places = [i for i, c in enumerate(view.text) if c.isalnum()]
        plain = "".join(view.text[i].casefold() if len(view.text[i].casefold()) == 1 else "?" for i in places)
        found = []
        for key, label in sorted(self._digits.items()):
            at = plain.find(key)
            while at >= 0:
                start, last = places[at], places[at + len(key) - 1]
                whole = not (_touches(view.text, start - 1) or _touches(view.text, last + 1))
                if whole and _tight(places, at, len(key)):
                    found.append(_span(start, last + 1, label, SCORE, "number"))
                at = plain.find(key, at + 1)
        return found

    def _streets(self, scan: Scan) -> list[Span]:
        found = []
        for words in sorted(self._addresses):
            n = len(words)
            for i in range(len(scan.keys) - n + 1):
                if scan.keys[i] == words[0] and tuple(scan.keys[i : i + n]) == words:
                    start, end = scan.ranges[i][0], scan.ranges[i + n - 1][1]
                    found.append(_span(start, end, Label.STREET, SCORE, "address"))
        return found


def _span(start: int, end: int, label: Label, score: float, detail: str) -> Span:
    evidence = Evidence(EvidenceKind.DOSSIER, "dossier", label, score, detail=detail)
    return Span(start, end, label, score, (evidence,))


def _number_key(number: str) -> str:
    return "".join(c for c in number.casefold() if c.isalnum())


def _touches(text: str, i: int) -> bool:
    return 0 <= i < len(text) and text[i].isalnum()


def _tight(places: Sequence[int], at: int, length: int) -> bool:
    """Whether no more than three signs part any two characters of the number."""
    return all(places[k + 1] - places[k] <= 4 for k in range(at, at + length - 1))
