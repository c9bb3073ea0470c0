"""Surrogates of organisations, places and streets: in ``Blue Heron Medical Center``, ``Medical Center``
stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ordinal_suffix
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.lists import closest_in_length
from chartveil.surrogates.text_shape import (
    misread_digits_to_letters,
    misread_letters_to_digits,
    randomize_characters,
    split_affixes,
    with_case_of,
)

_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['’](?=[^\W\d_]))*")
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}[^\W\d_]?")
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)", re.IGNORECASE)
_ROAD_CODE = re.compile(r"(I|US|SR|CR|FM|SH|[ABMNRKE])(?=\d)")
_SAINT = frozenset("st saint ste sainte san santa".split())
_FUNCTION_WORDS = frozenset(
    "of the and & at for in on de del la le les du des der das da do y e an a al".split()
)
NUMBER_WORDS = tuple("one two three four five six seven eight nine ten eleven twelve".split())


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of a phrase; ``shouted`` where the whole phrase is in capitals, which then tell nothing."""

    text: str
    norm: str
    start: int
    end: int
    shouted: bool


def _tokens(core: str, known: Container[str] = ()) -> list[_Token]:
    """The words of a phrase, scanning errors mended; one that a blank cut in two (``Clin ic``) made whole.

    Args:
        core: the phrase.
        known: words of kind, which no part of a name is made of.
    """
    found: list[_Token] = []
    shouted = " " in core and sum(c.isupper() for c in core) > 4 * sum(c.islower() for c in core)
    for m in _TOKEN.finditer(core):
        text = m.group()
        start = m.start()
        text = _repair_misread(text)
        if found and core[found[-1].end : start] == " " and _belongs(found[-1], text, known):
            before = found.pop()
            text, start = before.text + text, before.start
        found.append(_Token(text, fold(text), start, m.end(), shouted))
    return found


def _repair_misread(text: str) -> str:
    if text.isalpha():
        return misread_digits_to_letters(text)
    digits = misread_letters_to_digits(text)
    if digits.isdecimal() or _ORDINAL.fullmatch(digits):
        return digits
    spoilt = len(text) > 2 and text[0] == "0" and text[1:].isalpha()
    return (
        misread_digits_to_letters(text) if spoilt or not text[0].isdecimal() or text[:3].isalpha() else digits
    )


def _belongs(before: _Token, text: str, known: Container[str]) -> bool:
    """Whether a word in small letters is the rest of the one before it."""
    if not (text.isalpha() and text.islower() and before.text[0].isupper() and before.text.isalpha()):
        return False
    if fold(text) in known or fold(text) in _FUNCTION_WORDS:
        return before.norm + fold(text) in known
    return before.norm + fold(text) in known or before.norm not in known


class PhraseSurrogates:
    """Surrogates for phrases of one family in one document.

    Args:
        ctx: the document.
        kind: name of the family for the key, e.g. ``organization``.
        kept: folded words of kind that stay, unless one is itself an original of the document.
        single: category of the words that stand for a proper part of one word.
        acronyms: whether short words in capitals are acronyms, to be spelled anew letter by letter.
        person: surrogate of a word that is a name of a person in the document (``Lowenthal Wound Center``).
    """

    def __init__(
        self,
        ctx: SurrogateContext,
        kind: str,
        kept: frozenset[str],
        single: str,
        *,
        acronyms: bool,
        person: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self._ctx = ctx
        self._kind = kind
        self._kept = kept
        self._single = ctx.lists.words[single]
        self._acronyms = acronyms
        self._person = person
        self._short: dict[str, str] = {}
        self._first: dict[str, str] = {}

    def learn_acronyms(self, texts: Sequence[str]) -> None:
        """Notes the acronyms of full names, so that ``BVH`` agrees with ``Bay View Hospital``."""
        for text in texts:
            core = split_affixes(text)[1]
            words = [t for t in _tokens(core, self._kept) if t.norm not in _FUNCTION_WORDS]
            if len(words) < 2 or len(words) > 7:
                continue
            made = self._first[core] = self._core(core, 0)
            new = [t for t in _tokens(made, self._kept) if t.norm not in _FUNCTION_WORDS]
            if len(new) == len(words):
                acronym = "".join(t.text[0] for t in words).upper()
                self._short.setdefault(acronym, "".join(t.text[0] for t in new).upper())

    def replace(self, text: str) -> str:
        """The surrogate of a phrase, word for word where it stands.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        first = self._first.get(core)
        made = self._ctx.draw_distinct(
            self._kind,
            fold(core),
            lambda n: first if first and n == 0 else self._core(core, n),
            core,
            self._kept | _FUNCTION_WORDS,
        )
        return lead + made + tail

    def _core(self, core: str, attempt: int) -> str:
        if _DOTTED.fullmatch(core):
            letters = self._acronym("".join(c for c in core if c.isalpha()), attempt)
            return "".join(letters.pop(0) if c.isalpha() else c for c in core)
        tokens = _tokens(core, self._kept)
        kept = [self._keeps(tokens, i) for i in range(len(tokens))]
        if (name := self._name_among_kinds(tokens, kept)) is not None:
            kept[name] = False
        out: list[str] = []
        at = i = 0
        while i < len(tokens):
            j = i + 1
            if self._is_name(tokens[i], kept[i]):
                while j < len(tokens) and self._is_name(tokens[j], kept[j]) and self._joins(core, tokens, j):
                    j += 1
            run = tokens[i:j]
            made = (
                [run[0].text]
                if kept[i]
                else self._run(run, tokens[i - 1] if i else None, len(tokens), attempt)
            )
            for token, word in zip(run, made, strict=True):
                out += (core[at : token.start], word)
                at = token.end
            i = j
        return "".join(out) + core[at:] if tokens else randomize_characters(core, self._stream(core, attempt))

    def _stream(self, norm: str, attempt: int) -> KeyedRandom:
        return self._ctx.random_for(self._kind, norm, str(attempt))

    def _keeps(self, tokens: list[_Token], i: int) -> bool:
        norm = tokens[i].norm
        if norm == "1" and [t.norm for t in tokens[i : i + 2]] == ["1", "2"] and i:
            return tokens[i + 1].start == tokens[i].end + 1  # ``88 1/2``
        if norm == "2" and i > 1 and self._keeps(tokens, i - 1):
            return True
        if any(c.isdecimal() for c in norm):
            return False
        if norm in ("p", "o", "r") and self._is_pair(tokens, i):
            return True
        base = norm.removesuffix("'s")
        known = not self._kept.isdisjoint((norm, base, norm.replace("rn", "m")))
        if len(norm) == 1 and norm not in self._kept:
            return False
        return known and norm not in self._ctx.forbidden_words and base not in self._ctx.forbidden_words

    def _name_among_kinds(self, tokens: list[_Token], kept: list[bool]) -> int | None:
        """The word of kind that is taken for the name, where nothing proper is there (``Memorial``)."""
        if not tokens or not all(kept):
            return None
        return next((i for i, t in enumerate(tokens) if t.norm not in _FUNCTION_WORDS), 0)

    @staticmethod
    def _is_pair(tokens: list[_Token], i: int) -> bool:
        """Whether the letter belongs to ``P.O.`` or ``R.R.``."""
        near = [t.norm for t in tokens[max(0, i - 1) : i + 2]]
        return ["p", "o"] in (near[:2], near[1:]) or ["r", "r"] in (near[:2], near[1:])

    def _is_name(self, token: _Token, kept: bool) -> bool:
        return (
            not kept
            and len(token.norm) > 1
            and token.norm.replace("'", "").isalpha()
            and token.norm not in NUMBER_WORDS
            and not self._is_acronym(token)
        )

    def _is_acronym(self, token: _Token) -> bool:
        text = token.text
        if not self._acronyms or not 2 <= len(text) <= 6 or not text.isupper():
            return False
        if not any(v in token.norm for v in "aeiouy") or text in self._short:
            return True
        return len(text) <= 4 and not token.shouted

    @staticmethod
    def _joins(core: str, tokens: list[_Token], j: int) -> bool:
        return core[tokens[j - 1].end : tokens[j].start].strip() in ("", "-")

    def _run(self, run: list[_Token], before: _Token | None, total: int, attempt: int) -> list[str]:
        """New words for a run of proper words, or for one number, letter or acronym."""
        token = run[0]
        if not self._is_name(token, kept=False):
            return [self._one(token, total, attempt)]
        norm = " ".join(t.norm.removesuffix("'s") for t in run)
        words = self._ctx.lists.words
        if before is not None and before.norm in _SAINT:
            pools = [words["saints"], *[self._single] * (len(run) - 1)]
        elif len(run) == 1:
            pools = [self._single]
        else:
            pools = [words["lead_words"], words["tail_words"], *[self._single] * (len(run) - 2)]
        own = set(norm.split(" "))
        for again in range(16):
            stream = self._stream(norm + "+" * again, attempt)
            made = [closest_in_length(pool, len(t.text), stream) for pool, t in zip(pools, run, strict=True)]
            if own.isdisjoint(map(fold, made)):
                break
        if attempt == 0:
            made = [self._person(t.norm.removesuffix("'s")) or w for t, w in zip(run, made, strict=True)]
        return [_in_case_of_token(word, t) for word, t in zip(made, run, strict=True)]

    def _one(self, token: _Token, total: int, attempt: int) -> str:
        text, stream = token.text, self._stream(token.norm, attempt)
        if token.norm in NUMBER_WORDS:
            others = [w for w in NUMBER_WORDS if w != token.norm]
            return with_case_of(text, stream.choice(others))
        if m := _ORDINAL.fullmatch(text):
            number = _other(m[1], stream)
            suffix = ordinal_suffix(int(number))
            return number + (suffix.upper() if m[2].isupper() else suffix)
        if m := _ROAD_CODE.match(text):
            return m.group() + _other(text[m.end() :], stream)
        if text.isalpha() and self._is_acronym(token):
            if total > 1 and not all(c.isupper() for c in text):
                return randomize_characters(text, stream)
            return "".join(self._acronym(text, attempt))
        return _other(text, stream)

    def _acronym(self, letters: str, attempt: int) -> list[str]:
        known = self._short.get(letters.upper()) if attempt == 0 else None
        if known and known != letters.upper():
            return [k if c.isupper() else k.lower() for c, k in zip(letters, known, strict=True)]
        stream = self._stream(letters.lower(), attempt)
        out = []
        for c in letters:
            # The usual last letters of a kind (hospital, centre, clinic) stay letters of a kind.
            new = "ABCDEFGHJKLMNOPRSTVW"[stream.below(20)]
            out.append(new if c.isupper() else new.lower())
        return out


def _other(text: str, stream: KeyedRandom) -> str:
    """Other characters of the same shape: a house number that chance let stay would be the original's."""
    made = text
    for _ in range(16):
        made = randomize_characters(text, stream, keep_masked=False)
        if made != text:
            break
    return made


def _in_case_of_token(word: str, token: _Token) -> str:
    """The word in the case of the token, with its possessive."""
    text = token.text
    possessive = text[-2:] if token.norm.endswith("'s") and len(token.norm) > 3 else ""
    return with_case_of(text.removesuffix(possessive), word) + possessive


def landmark_surrogates(ctx: SurrogateContext) -> PhraseSurrogates:
    """Surrogates of parks, camps, airports, buildings: ``Lake`` and ``Bridge`` are words of kind here."""
    kept = ctx.lists.word_sets["types_places"]
    return PhraseSurrogates(ctx, "landmark", kept, "places_words", acronyms=True)


def organization_surrogates(
    ctx: SurrogateContext, person: Callable[[str], str | None] = lambda _: None
) -> PhraseSurrogates:
    """Surrogates of hospitals, companies and schools.

    Args:
        ctx: the document.
        person: as ``PhraseSurrogates`` has it.
    """
    kept = ctx.lists.word_sets["types"]
    return PhraseSurrogates(ctx, "organization", kept, "places_words", acronyms=True, person=person)


class StreetSurrogates(PhraseSurrogates):
    """Streets: numbers of as many digits, direction, type and unit kept."""

    def __init__(self, ctx: SurrogateContext) -> None:
        sets = ctx.lists.word_sets
        super().__init__(
            ctx, "street", sets["street_types"] | sets["street_kept"], "street_names", acronyms=False
        )
        self._types = sets["street_types"]

    def _name_among_kinds(self, tokens: list[_Token], kept: list[bool]) -> int | None:
        """``1 Plaza Circle``: of two types without a name the first is the name."""
        words = [i for i, t in enumerate(tokens) if t.norm.isalpha() and t.norm not in NUMBER_WORDS]
        types = [i for i in words if tokens[i].norm in self._types and len(tokens[i].norm) > 3]
        if len(types) >= 2 and all(kept[i] for i in words):
            return types[0]
        return super()._name_among_kinds(tokens, kept)
