"""Finds further mentions of what a span names.

Used twice: to carry what was found once to every other place of the document (propagation), and to
search an output for what should have gone (leak check). Both must agree on what counts as a mention,
so it is decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

import regex

from chartveil.detection.judgement.initials import initials_of
from chartveil.detection.normalised.reading import plain_form
from chartveil.domain.labels import PERSON_LABELS, Label, MentionKind, labels_with_mentions
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText, fold, word_ranges
from chartveil.lexicon.name_particles import CREDENTIALS, NAME_PARTICLES, TITLES
from chartveil.lexicon.nicknames import load_nicknames
from chartveil.lexicon.word_disguises import LEAST_FOR_SLIP, slips_of

_PHRASES = labels_with_mentions(MentionKind.PHRASE)
_EXACT = labels_with_mentions(MentionKind.EXACT)

# Parts of a name that say nothing alone.
_NAMES_TOO = frozenset(("edd", "mba", "ma", "od", "pt", "ot", "rt", "rd"))
"""Credentials that are names or initials as often."""
_NAME_PARTS_NOT_ALONE = (
    TITLES
    | CREDENTIALS
    | frozenset(
        "van von der den de la le los las del della di da dos das du el al bin bint ibn abu ben bat san st "
        "ste ter ten aka".split()
    )
) - _NAMES_TOO

_GAP = regex.compile(r"[\s\p{P}]{1,6}")
_FOLLOWED, _SURE = 0.5, 0.85
"""Scores from which a span is followed, and from which a name's initials are looked for."""


class _Case(Enum):
    """How strictly case must agree for a mention."""

    ANY = 1
    """A telling string: any case."""
    CAPITAL = 2
    """Short: only where it begins with a capital."""
    CAPITALISED = 3
    """Also an ordinary word: only where it begins with a capital, within a sentence."""


@dataclass(frozen=True, slots=True)
class _Term:
    words: tuple[str, ...]
    case: _Case
    origin: Span
    initials: frozenset[str]
    """Initials of the name's other parts, which belong to a mention they stand beside."""
    label: Label
    weak: bool = False
    """Whether it names the same only where the networks see a name too."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that names what ``origin`` names; ``label`` differs where a name is part of a login. A ``weak``
    one (a nickname, two letters, an ordinary word in small letters) counts only where the networks see at
    least a little of an identifier."""

    start: int
    end: int
    origin: Span
    label: Label
    weak: bool = False


class MentionFinder:
    """Everything by which a text may name again what the given spans name.

    Args:
        text: the text the spans are of.
        spans: the spans. Of people each part of the name counts by itself; of places and
            organisations the whole phrase; of numbers and addresses the whole string.
        is_common: tells whether a folded word is an ordinary word of the language.

    Attributes:
        initials: of the people whom the spans surely name, as they may sign (``initials.initials_of``), with
            the span of each; small letters for staff.
    """

    def __init__(self, text: str, spans: Iterable[Span], is_common: Callable[[str], bool]) -> None:
        self._by_first: dict[str, list[_Term]] = {}
        self._followed: set[tuple[str, Label, bool]] = set()
        self._seen: set[tuple[tuple[str, ...], Label, bool]] = set()
        self.initials: dict[str, Span] = {}
        self._is_common = is_common
        self.add(text, spans)

    def add(self, text: str, spans: Iterable[Span]) -> None:
        """Follows further spans too; those of another text when it is another document of one patient."""
        touched: set[str] = set()
        for span in sorted(spans, key=lambda s: (-s.score, s.start)):
            surface, sure = span.text(text), span.score >= _SURE
            if span.score < _FOLLOWED or (surface, span.label, sure) in self._followed:
                continue
            self._followed.add((surface, span.label, sure))
            for form in dict.fromkeys((surface, plain_form(surface))):
                touched.update(term.words[0] for term in self._terms_of(form, span) if self._put(term))
                if span.label in PERSON_LABELS and sure:
                    for letters in initials_of(form, staff=span.label is Label.DOCTOR):
                        self.initials.setdefault(letters, span)
        for first in touched:
            self._by_first[first].sort(key=lambda t: (-len(t.words), t.weak))

    def _terms_of(self, surface: str, span: Span) -> Iterator[_Term]:
        """How a text may name again what a span names.

        Args:
            surface: what the span covers, or the same without its disguise.
            span: the span.
        """
        initials = _initials_of_parts(surface) if span.label in PERSON_LABELS else {}
        for words, case in _terms(surface, span.label, self._is_common):
            others = initials.items() if len(words) == 1 else ()
            beside = frozenset(letter for letter, parts in others if parts - {words[0]})
            yield _Term(words, case, span, beside, span.label)
        if span.label in PERSON_LABELS:
            for login in _logins(surface):
                yield _Term((login,), _Case.ANY, span, frozenset(), Label.USERNAME)
            for word, case in _weak_name_terms(surface):
                yield _Term((word,), case, span, frozenset(), span.label, weak=True)

    def _put(self, term: _Term) -> bool:
        """Follows a term; False where it is followed already."""
        key = (term.words, term.label, term.weak)
        if key in self._seen:
            return False
        self._seen.add(key)
        self._by_first.setdefault(term.words[0], []).append(term)
        return True

    def find(self, view: TokenizedText, *, weak: bool = False) -> list[Mention]:
        """Every mention in the text, sorted and disjoint: the longest at each place, the surest first.

        Args:
            view: the text.
            weak: whether weak ones count too; whoever asks for them asks the networks about each.
        """
        found: list[Mention] = []
        folded, ranges = view.folded_words, view.word_ranges
        i = 0
        while i < len(folded):
            term = self._at(view, i, weak=weak)
            if term is None:
                i += 1
                continue
            last = i + len(term.words) - 1
            start, end = ranges[i][0], _without_possessive(view, last)
            if term.initials:
                start, end = _with_initials(view, last, start, end, term.initials)
            found.append(Mention(start, end, term.origin, term.label, term.weak))
            i = last + 1
        return found

    def _at(self, view: TokenizedText, i: int, *, weak: bool) -> _Term | None:
        key = _without_possessive_s(view.folded_words[i])
        for term in self._by_first.get(key, ()):
            if (weak or not term.weak) and _matches(view, i, term):
                return term
        return None


def _without_possessive_s(folded: str) -> str:
    return folded[:-2] if folded.endswith("'s") else folded


def _without_possessive(view: TokenizedText, i: int) -> int:
    end = view.word_ranges[i][1]
    return end - 2 if view.folded_words[i].endswith("'s") else end


def _matches(view: TokenizedText, i: int, term: _Term) -> bool:
    n = len(term.words)
    if i + n > len(view.folded_words):
        return False
    for k in range(1, n):
        if _without_possessive_s(view.folded_words[i + k]) != term.words[k]:
            return False
        gap = view.text[view.word_ranges[i + k - 1][1] : view.word_ranges[i + k][0]]
        if not _GAP.fullmatch(gap) or gap.count("\n") > 1:
            return False
    if term.case is _Case.ANY:
        return True
    if term.case is _Case.CAPITAL:
        return view.text[view.word_ranges[i][0]].isupper()
    return _capitalised_inside(view, i) or any(_capitalised_inside(view, i + k) for k in range(1, n))


def _initials_of_parts(surface: str) -> dict[str, set[str]]:
    """First letters of the parts of a person's name, with the parts that have them."""
    found: dict[str, set[str]] = {}
    for a, b in word_ranges(surface):
        part = fold(surface[a:b])
        # A word of nothing but marks folds to nothing.
        if part not in _NAME_PARTS_NOT_ALONE and part[:1].isalpha():
            found.setdefault(part[0], set()).add(part)
    return found


def _logins(surface: str) -> list[str]:
    """Login names usually made of a person's name: ``gvanderhoof``, ``vanderhoofg``, ``gretavanderhoof``."""
    parts = [fold(surface[a:b]) for a, b in word_ranges(surface)]
    parts = [p for p in parts if p.isalpha() and p not in _NAME_PARTS_NOT_ALONE]
    if len(parts) < 2 or len(parts[-1]) < 4:
        return []
    first, last = parts[0], parts[-1]
    return [first[0] + last, last + first[0], first + last]


_BEFORE = regex.compile(r"(?<![\p{L}\p{N}])(\p{Lu})(?:\.[ \t]?|[ \t])$")
_AFTER = regex.compile(r"(?:,[ \t]?|[ \t])(\p{Lu})(?![\p{L}\p{N}'’]|\.[ ]?D)")


def _with_initials(
    view: TokenizedText, last: int, start: int, end: int, initials: frozenset[str]
) -> tuple[int, int]:
    """The mention with an initial of the same name before or behind it: ``I. Castellanos``, ``Smith, J``."""
    if view.word_ranges[last][1] == end:
        behind = _AFTER.match(view.text, end)
        if behind and behind[1].lower() in initials:
            return start, behind.end()
    before = _BEFORE.search(view.text, max(0, start - 4), start)
    if before and before[1].lower() in initials:
        return before.start(), end
    return start, end


_SENTENCE_END = regex.compile(r"(?:^|[.!?:;\n\r\-*•)\]>\"“]\s*)$")
_WRAPPED_LINE = regex.compile(r"[^\r\n]{39}[\p{L}\p{N},][ \t]*(?:\r\n|\r|\n)[ \t]*\Z")
"""The end of a line of a paragraph, after which the same sentence goes on: forty characters or more without a
sign that ends one."""
_WRAPPED_REACH = 60
"""Characters before a word in which a wrapped line's end is looked for."""


def _capitalised_inside(view: TokenizedText, i: int) -> bool:
    """Whether the word has a capital that neither a sentence start nor capitals all round explain."""
    start, end = view.word_ranges[i]
    word = view.text[start:end]
    if not word[0].isupper():
        return False
    before = view.text[max(0, start - 4) : start]
    if word.isupper() and len(word) > 1:
        neighbours = [
            view.text[a:b] for a, b in view.word_ranges[max(0, i - 2) : i + 3] if (a, b) != (start, end)
        ]
        return not any(w.isupper() and len(w) > 1 for w in neighbours)
    if not _SENTENCE_END.search(before):
        return True
    return _WRAPPED_LINE.search(view.text, max(0, start - _WRAPPED_REACH), start) is not None


def _terms(
    surface: str, label: Label, is_common: Callable[[str], bool]
) -> list[tuple[tuple[str, ...], _Case]]:
    words = tuple(_without_possessive_s(fold(surface[a:b])) for a, b in word_ranges(surface))
    if not words:
        return []
    letters = sum(len(w) for w in words)
    if label in _EXACT:
        telling = (letters >= 5 and any(c.isdigit() for w in words for c in w)) or "@" in surface
        return [(words, _Case.ANY)] if telling else []
    if label in _PHRASES:
        if letters < 4 or words[0].isdigit():
            return [(words, _Case.ANY)] if letters >= 6 else []
        ordinary = all(is_common(w) for w in words)
        return [(words, _Case.CAPITALISED if ordinary else _Case.ANY)]
    if label in PERSON_LABELS:
        return _name_terms(words, is_common)
    return []


def _name_terms(
    words: tuple[str, ...], is_common: Callable[[str], bool]
) -> list[tuple[tuple[str, ...], _Case]]:
    terms: list[tuple[tuple[str, ...], _Case]] = []
    full = [w for w in words if len(w) > 1]
    if len(words) > 1 and len(full) > 1:
        terms.append((words, _Case.ANY))
    # ``Nic`` alone is somebody's first name; ``Nic`` inside a name stays in its surrogate too.
    inside = NAME_PARTICLES.intersection(words[1:])
    for w in dict.fromkeys(full):
        if len(w) < 3 or w in _NAME_PARTS_NOT_ALONE or w in inside or any(c.isdigit() for c in w):
            continue
        case = _Case.CAPITALISED if is_common(w) else _Case.CAPITAL if len(w) == 3 else _Case.ANY
        terms.append(((w,), case))
        if len(w) >= LEAST_FOR_SLIP:
            terms += (((slip,), _Case.CAPITAL) for slip in slips_of(w) if not is_common(slip))
    return terms


def _weak_name_terms(surface: str) -> list[tuple[str, _Case]]:
    """Forms of a person's name that mean other things as well: its parts whatever their letters, parts of two
    letters with a capital, of four with two letters in the wrong order, nicknames of its given names."""
    parts = [_without_possessive_s(fold(surface[a:b])) for a, b in word_ranges(surface)]
    terms: list[tuple[str, _Case]] = []
    for part in parts:
        if len(part) < 2 or not part.isalpha() or part in _NAME_PARTS_NOT_ALONE:
            continue
        terms.append((part, _Case.CAPITAL if len(part) == 2 else _Case.ANY))
        if len(part) == LEAST_FOR_SLIP - 1:
            terms += [(slip, _Case.CAPITAL) for slip in slips_of(part)]
        terms += [(fold(short), _Case.CAPITAL) for short in load_nicknames().get(part, ())]
    return terms
