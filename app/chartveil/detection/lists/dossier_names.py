"""Finds the names of a known person and of their relatives, as they may be written and misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from chartveil.detection.lists.misspellings import ocr_key, typo_keys, within_one_typo
from chartveil.domain.labels import Label
from chartveil.domain.resource_files import word_lists
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords

MATCH_SCORE = 0.97
TYPO_SCORE = 0.9
_LEAST_FOR_TYPO = 6
"""Letters of a name that a typing error is looked for in wherever it stands."""
_LEAST_BESIDE = 4
"""The same beside another name of the person."""
_LEAST_JOINED = 6

NAME_TITLES = frozenset("mr mrs ms miss mx dr prof rev sir jr sr ii iii iv md phd".split())
NAME_PARTS_NEVER_ALONE = frozenset(
    "de del della der den van von vom la le las los el al bin ibn da do dos das di du ten ter y e san santa "
    "st saint mac mc abu ben of the and".split()
)
"""Parts of names that are words too: they count only before another part of the name."""
_CUES = frozenset("patient pt client name names surname mr mrs ms miss mx initials re".split())
_INITIAL_CUES = _CUES - {"name", "names", "surname", "re"}
_MODAL = frozenset("will may can might must mark".split())
"""Names that begin a sentence as verbs do: ``Will follow``, ``May need``."""
_NAME_GAP = re.compile(
    r"[ \t]{1,3}|[ \t]?,[ \t]{0,2}|-|\.[ \t]?|[ \t]?\r?\n[ \t]{0,8}|[ \t]?[|*^\"“”'(][ \t]?"
)
_CUE_GAP = re.compile(r"[\W_]{0,6}")
_INITIAL_GAP = re.compile(r"\.?[ \t]?")
_SENTENCE = re.compile(r"(?:^|[.!?:;•*]|\n)[ \t\"'(\-]*$")
_THEN_FIGURE = re.compile(r"[ \t,.']{1,3}\d")
_THEN_SMALL = re.compile(r"(?:-| )([^\W\d_]+)")
_FIGURE_BEFORE = re.compile(r"\d[ \t]?$")
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"}


@cache
def _words_beside_names() -> frozenset[str]:
    """Words that stand beside a name in running text, and verbs that show a person."""
    lists = word_lists("words_beside_names.toml", "the list of words beside names")["words"]
    return frozenset().union(*lists.values())


def spelling_variants(name: str) -> Sequence[str]:
    """A name, and as it is written where letters have no accents: ``Mueller`` for ``Müller``."""
    composed = unicodedata.normalize("NFC", name.casefold())
    plain = "".join(_UMLAUTS.get(c, c) for c in composed)
    return (name,) if plain == composed else (name, plain)


def name_words(name: str) -> list[str]:
    """Keys of the words of a name, without titles and what follows a name (``Jr.``)."""
    return [w for w in phrase_key(name).split() if w not in NAME_TITLES]


def first_and_last_name(name: str) -> tuple[str, str] | None:
    """First name and surname of a whole name in either order (``Nora M. Foley``, ``Foley, Nora M.``); None
    where it is not whole."""
    family, comma, given = name.partition(",")
    words = [w for w in name_words(name) if len(w) > 1 and w not in NAME_PARTS_NEVER_ALONE]
    if len(words) < 2:
        return None
    if comma:
        first = [w for w in name_words(given) if len(w) > 1 and w not in NAME_PARTS_NEVER_ALONE]
        last = [w for w in name_words(family) if len(w) > 1 and w not in NAME_PARTS_NEVER_ALONE]
        return (first[0], last[-1]) if first and last else None
    return words[0], words[-1]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A word of a text that is part of a known name.

    Attributes:
        word_index: its number.
        start, end: its range.
        known_word: the word of the name.
        labels: of the people who bear it.
        score, detail: as in the evidence.
        stands_alone: whether it needs no other part of the name, or word for a person, beside it.
    """

    word_index: int
    start: int
    end: int
    known_word: str
    labels: tuple[Label, ...]
    score: float
    detail: str
    stands_alone: bool


class KnownNameMatcher:
    """Finds names in any order and case, with initials, and misspelt.

    Args:
        names: names with their labels.
        is_common: whether a folded word is an ordinary one; such a word of a name counts only in capitals at
            its beginning, and never with a typing error.
        is_word: whether a folded word is any word but a name: what is one is not taken for a typing error.
    """

    def __init__(
        self,
        names: Iterable[tuple[Label, str]],
        is_common: Callable[[str], bool],
        is_word: Callable[[str], bool],
    ) -> None:
        self._is_common = is_common
        self._is_word = is_word
        self._labels: dict[str, list[Label]] = {}
        self._near: dict[str, list[str]] = {}
        self._misread: dict[str, str] = {}
        self._initials: dict[Label, set[str]] = {}
        self._short: set[str] = set()
        self._families: set[str] = set()
        self._particles: set[str] = set()
        for label, name in names:
            for spelled in spelling_variants(name):
                self._add(label, spelled)
        # Each letter may be misread as two. A word without end has as many spellings.
        self._longest = 2 * max(map(len, self._labels), default=0) + 1
        for word in self._labels:
            self._misread.setdefault(ocr_key(word), word)
            if len(word) >= _LEAST_BESIDE:
                for part in typo_keys(word):
                    self._near.setdefault(part, []).append(word)

    def _add(self, label: Label, name: str) -> None:
        words = name_words(name)
        whole = [w for w in words if w not in NAME_PARTS_NEVER_ALONE] or words
        self._particles.update(w for w in words if w not in whole)
        for word in whole:
            self._add_word(word, label)
            self._initials.setdefault(label, set()).add(word[0])
        for a, b in pairwise(whole):
            # ``Annemarie`` for ``Anne-Marie``.
            if len(a) > 1 and len(b) > 1 and len(a) + len(b) >= _LEAST_JOINED:
                self._add_word(a + b, label)
        if core := first_and_last_name(name):
            first, last = core
            middle = [w[0] for w in whole[1:-1]] if whole[0] == first else [w[0] for w in whole[2:]]
            self._short |= {first[0] + last[0], first[0] + "".join(middle) + last[0]}
            self._families.add(last[0])
            self._add_word(first + last, label)

    def _add_word(self, word: str, label: Label) -> None:
        for spelled in {word, word.replace("'", "")}:
            if len(spelled) > 1 and label not in self._labels.setdefault(spelled, []):
                self._labels[spelled].append(label)
        head, quote, tail = word.partition("'")
        if quote and len(head) == 1 and len(tail) > 3:
            self._add_word(tail, label)  # ``O Brien``

    def find(self, scan: LookedUpWords, view: TokenizedText) -> Iterator[NameMatch]:
        """Words of the text that are parts of the names, in order."""
        text = view.text
        all_found = {
            n.word_index: n for i in range(len(scan.keys)) if (n := self._word(scan, text, i)) is not None
        }
        kept = {
            i: n
            for i, n in all_found.items()
            if n.stands_alone or self._beside(scan, text, i, all_found) or _has_cue_before(scan, text, i)
        }
        found = [self._with_one_label(n, scan, text, kept) for n in kept.values()]
        found += self._small_parts(scan, text, kept)
        found += self._initials_alone(scan, text, kept)
        yield from sorted(found, key=lambda n: n.word_index)

    def _word(self, scan: LookedUpWords, text: str, i: int) -> NameMatch | None:
        key = scan.keys[i]
        start, end = scan.ranges[i]
        if text[end - 2 : end].casefold() in ("'s", "’s") and len(key) < end - start:
            end -= 2
        common = self._is_common(key)
        if key in self._labels:
            alone = self._alone(scan, text, i, common=common)
            return (
                None if alone is None else self._named(i, start, end, key, MATCH_SCORE, "name", alone=alone)
            )
        if common or not _LEAST_BESIDE - 1 <= len(key) <= self._longest:
            return None
        if self._is_family(key) and text[start].isupper():
            return self._named(i, start, end, key[:-1], TYPO_SCORE, "name of a family")
        # Another word is a name with an error only beside what shows that a person is meant: ``Mrs. Folly``.
        word = self._is_word(key)
        if not word and len(key) >= _LEAST_FOR_TYPO - 1 and (known := self._misread.get(ocr_key(key))):
            return self._named(i, start, end, known, TYPO_SCORE, "name with misread letters")
        for part in sorted(typo_keys(key)):
            for known in self._near.get(part, ()):
                if within_one_typo(key, known):
                    if not word and len(known) >= _LEAST_FOR_TYPO and len(key) >= _LEAST_FOR_TYPO - 1:
                        return self._named(i, start, end, known, TYPO_SCORE, "name with a typing error")
                    if text[start].isupper():
                        detail = "short name with a typing error"
                        return self._named(i, start, end, known, TYPO_SCORE, detail, alone=False)
        return None

    def _is_family(self, key: str) -> bool:
        """Whether a word is a name in the plural: ``the Foleys``."""
        name = key[:-1]
        plural = key[-1] == "s" and len(name) >= _LEAST_BESIDE and name in self._labels
        return plural and not self._is_word(key) and not self._is_common(name)

    def _named(
        self, i: int, start: int, end: int, known: str, score: float, detail: str, *, alone: bool = True
    ) -> NameMatch:
        return NameMatch(i, start, end, known, tuple(self._labels[known]), score, detail, alone)

    def _alone(self, scan: LookedUpWords, text: str, i: int, *, common: bool) -> bool | None:
        """Whether a word spelt as a name is one wherever it stands, only beside another, or (None) never."""
        start, end = scan.ranges[i]
        word, key = text[start:end], scan.keys[i]
        shouted = word.isupper() and len(word) > 1
        if word[0].islower():
            return None if common or len(key) < 3 else True
        figure = _THEN_FIGURE.match(text, end) is not None  # ``May 3``, ``Li 0.8``
        if len(key) < 3:
            return not shouted and not common and not figure
        if shouted and len(key) < 4 and not is_among_capitals(scan, text, i):
            return False  # ``ANA`` is a test, ``NG`` a tube
        if not common:
            return True
        if shouted and is_among_capitals(scan, text, i):
            return False
        if figure:
            return False
        behind = _THEN_SMALL.match(text, end)
        if behind is None or not behind[1].islower():
            return True
        if text[end] == "-":
            return False  # ``Long-term``
        begins = _SENTENCE.search(text, max(0, start - 12), start) is not None
        return not (begins and (key in _MODAL or not _follows_person(behind[1])))

    def _beside(self, scan: LookedUpWords, text: str, i: int, found: dict[int, NameMatch]) -> bool:
        """Whether another word of the same people's names stands beside, an initial or particle between."""
        mine = found[i]
        for step in (-1, 1):
            j = i
            for _ in range(3):
                if not _near(scan, text, j, j + step):
                    break
                j += step
                other = found.get(j)
                if other is not None and other.known_word != mine.known_word:
                    firm = other.stands_alone or other.score == MATCH_SCORE
                    if firm and set(other.labels) & set(mine.labels):
                        return True
                    break
                if scan.keys[j].isdigit() or (len(scan.keys[j]) > 1 and scan.keys[j] not in self._particles):
                    break
        return False

    def _with_one_label(
        self, named: NameMatch, scan: LookedUpWords, text: str, kept: dict[int, NameMatch]
    ) -> NameMatch:
        """The word with one label: a surname that several share goes with the first name beside it."""
        if len(named.labels) > 1:
            for step in (-1, 1):
                other = kept.get(named.word_index + step)
                if (
                    other is not None
                    and len(other.labels) == 1
                    and other.labels[0] in named.labels
                    and _near(scan, text, named.word_index, named.word_index + step)
                ):
                    return replace(named, labels=other.labels)
        label = Label.PATIENT if Label.PATIENT in named.labels else named.labels[0]
        return replace(named, labels=(label,))

    def _small_parts(self, scan: LookedUpWords, text: str, kept: dict[int, NameMatch]) -> Iterator[NameMatch]:
        """Initials and particles beside words of the names: ``N.`` of ``Foley, N.``"""
        done = set(kept)
        for i, named in sorted(kept.items()):
            for step in (-1, 1):
                j = i + step
                while j not in done and _near(scan, text, j - step, j):
                    key = scan.keys[j]
                    start, end = scan.ranges[j]
                    initial = (
                        len(key) == 1
                        and text[start].isupper()
                        and any(key in self._initials.get(x, ()) for x in named.labels)
                        and "\n" not in text[min(end, scan.ranges[i][1]) : max(start, scan.ranges[i][0])]
                    )
                    particle = step < 0 and key in self._particles
                    if not initial and not particle:
                        break
                    done.add(j)
                    detail = "initial beside a name" if initial else "part of a name"
                    settled = self._with_one_label(named, scan, text, kept).labels
                    yield NameMatch(j, start, end, key, settled, TYPO_SCORE, detail, stands_alone=True)
                    j += step

    def _initials_alone(
        self, scan: LookedUpWords, text: str, kept: dict[int, NameMatch]
    ) -> Iterator[NameMatch]:
        """The patient's initials behind a word for a person: ``Patient N.F.``, ``Pt NF``, ``Mrs. F.``"""
        for i, key in enumerate(scan.keys):
            if key not in _INITIAL_CUES or i + 1 >= len(scan.keys):
                continue
            if not _CUE_GAP.fullmatch(text, scan.ranges[i][1], scan.ranges[i + 1][0]):
                continue
            at = scan.ranges[i][0]
            if _FIGURE_BEFORE.search(text, max(0, at - 2), at):
                continue  # ``2.2 ms R``
            letters = ""
            for j in range(i + 1, min(i + 5, len(scan.keys))):
                start, end = scan.ranges[j]
                apart = j > i + 1 and not _INITIAL_GAP.fullmatch(text, scan.ranges[j - 1][1], start)
                if apart or j in kept or not text[start:end].isupper() or len(scan.keys[j]) > 3:
                    break
                letters += scan.keys[j]
                if letters in self._short or (key in NAME_TITLES and letters in self._families):
                    start = scan.ranges[i + 1][0]
                    label = (Label.PATIENT,)
                    yield NameMatch(
                        i + 1, start, end, letters, label, TYPO_SCORE, "initials", stands_alone=True
                    )
                    break


def _follows_person(word: str) -> bool:
    """Whether a word stands behind a person rather than behind an attribute: ``Young continues`` and not
    ``Young woman``."""
    return word in _words_beside_names() or word.endswith(("s", "ed", "'t"))


def _near(scan: LookedUpWords, text: str, i: int, j: int) -> bool:
    a, b = min(i, j), max(i, j)
    if a < 0 or b >= len(scan.ranges):
        return False
    end, start = scan.ranges[a][1], scan.ranges[b][0]
    if text[end] == "." and len(scan.keys[a]) > 1 and scan.keys[a] not in NAME_TITLES:
        return False  # a sentence ends there
    return _NAME_GAP.fullmatch(text, end, start) is not None


def _has_cue_before(scan: LookedUpWords, text: str, i: int) -> bool:
    """Whether a title stands right before, or the head of a field: ``Mrs. May``, ``Patient: May``, and not
    ``the patient may``."""
    if i == 0 or scan.keys[i - 1] not in _CUES:
        return False
    start, end = scan.ranges[i - 1][1], scan.ranges[i][0]
    if not _CUE_GAP.fullmatch(text, start, end):
        return False
    return scan.keys[i - 1] in NAME_TITLES or ":" in text[start:end]


def is_among_capitals(scan: LookedUpWords, text: str, i: int) -> bool:
    """Whether the words beside are in capitals as well, so that capitals tell nothing."""
    beside: Sequence[int] = [j for j in (i - 1, i + 1) if 0 <= j < len(scan.ranges)]
    words = [text[slice(*scan.ranges[j])] for j in beside]
    words = [w for w in words if any(map(str.isalpha, w)) and len(w) > 1]
    return bool(words) and all(w.isupper() for w in words)
