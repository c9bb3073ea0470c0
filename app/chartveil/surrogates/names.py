"""Surrogates of names: every word of a name has one surrogate per patient, so that parts of a name agree.

First how a mention is read (its words and initials, and which word is another one misspelt or cut short),
then the surrogates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import MAX_DRAWS, SurrogateContext
from chartveil.surrogates.text_shape import (
    DIGITS_READ_AS_LETTERS,
    LetterCase,
    in_case_of,
    in_letter_case,
    length_class,
    letter_case_of,
    misread_letters_to_digits,
    split_affixes,
    strip_accents,
)

_PIECE = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f]|['’](?=[^\W\d_]))*")
NAME_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben abu ap ter ten y e zu zur st ste "
    "ni nic ui mhic".split()
)
NAME_SUFFIXES = frozenset("jr sr ii iii iv md rn phd dr mr mrs ms miss prof np mx".split())
_TYPO_LENGTH = 6
"""Letters from which on a name that differs in one letter from another of the document is that name."""


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a mention: its text, its normal form for comparison, and its range in the mention."""

    text: str
    norm: str
    start: int
    end: int


def normalize_name_word(word: str) -> str:
    """A name word for comparison: no case, no accents, digits that scanning made of letters undone."""
    folded = fold(word)
    if not folded.isascii():
        folded = fold(strip_accents(folded))
    if not folded.isalpha():
        folded = folded.translate(DIGITS_READ_AS_LETTERS)
    if len(folded) > 2 and word[0] == "l" and folded[1] not in "aeiouyl'":
        folded = "i" + folded[1:]
    return folded


def split_name_words(core: str, known: Container[str]) -> list[NameWord]:
    """The words of a mention; those that a blank cut in two (``Sand hu``, ``Mc Coy``) made whole.

    Args:
        core: the mention without its affixes.
        known: folded names of the lists.
    """
    words: list[NameWord] = []
    for m in _PIECE.finditer(core):
        word = NameWord(m.group(), normalize_name_word(m.group()), m.start(), m.end())
        if words and core[words[-1].end : word.start] == " " and _belongs(words, word, known):
            first = words.pop()
            text = core[first.start : word.end]
            word = NameWord(text, normalize_name_word(text.replace(" ", "")), first.start, word.end)
        words.append(word)
    return words


def _belongs(words: list[NameWord], word: NameWord, known: Container[str]) -> bool:
    """Whether a word is the rest of the one before it."""
    before = words[-1]
    if word.text[0].isupper():
        return before.norm == "mc" or (before.norm == "mac" and len(words) > 1)
    if not (word.text.islower() and before.text[0].isupper() and len(word.text) > 1):
        return False
    if word.norm in NAME_PARTICLES or word.norm in NAME_SUFFIXES or before.norm in NAME_PARTICLES:
        return False
    if before.norm + word.norm in known:
        return True
    return word.norm not in known and (len(word.text) <= 4 or len(before.text) <= 2)


def signed_initials(words: list[NameWord]) -> Iterable[str]:
    """The initials that a name of several words is signed with: of all words, of the first and the last."""
    letters = [w.norm[0] for w in words if w.norm not in NAME_SUFFIXES and w.norm not in NAME_PARTICLES]
    if len(letters) > 1:
        yield "".join(letters)
        yield letters[0] + letters[-1]


def resolve_short_names(mentions: list[list[NameWord]], known: Container[str]) -> dict[str, str]:
    """Words that no list knows → the word of the document they are a short form or a typing error of.

    ``jax`` → ``jaxon``; ``fontanila`` → ``fontanilla`` where the second is known or comes first.
    """
    order = list(dict.fromkeys(w.norm for words in mentions for w in words if len(w.norm) > 2))
    longer = [w for w in order if len(w) >= 5]
    out: dict[str, str] = {}
    for at, word in enumerate(order):
        if word in known:
            continue
        for other in longer:
            if other == word or other in out or other[0] != word[0]:
                continue
            short = 3 <= len(word) <= 4 and other.startswith(word)
            earlier = other in known or order.index(other) < at
            if short or (earlier and len(word) >= _TYPO_LENGTH and _one_apart(word, other)):
                out[word] = other
                break
    return out


def _one_apart(a: str, b: str) -> bool:
    """Whether one letter less, more or other makes one word of the other."""
    if abs(len(a) - len(b)) > 1:
        return False
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    shorter, longer = sorted((a[head:], b[head:]), key=len)
    return longer[1:] == (shorter if len(a) != len(b) else shorter[1:])


_SPELLED = re.compile(r"[^\W\d_](?:(?P<sep>[-. ]|\s)[^\W\d_])(?:(?P=sep)[^\W\d_]){1,}\.?")
_CODE = re.compile(r"[^\W\d_]{1,4}[-_.]?\d+|\d+[^\W\d_]{1,3}|\d+")
_TITLE_BEFORE = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Miss|Prof|Sr|Sra|Herr|Frau|Drs|surname|(?:last|family)\s+name)[.:]?\s*$",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(mc|o'|d'|mac(?=[bdfgjlmnpqrstvw]..))(.{3,})")
_ENDINGS = (
    ("indian", re.compile(r"(?:subramaniam?n?|swamy|murthy|asan|krishnan|nathan|walla|preet|jeet|deep)$")),
    ("slavic", re.compile(r"(?:sk[iay]|wicz|czyk|czak|enko|ovi[ckt]h?|ova|[oe]v|[aei]k|uk)$")),
    ("greek", re.compile(r"(?:poulos|akis|idis|iadis)$")),
    ("armenian", re.compile(r"[^i]?[iy]an$")),
    ("hispanic", re.compile(r"(?:[aeiou]ez|illo|arro|eira)$")),
    ("italian", re.compile(r"(?:elli|etti|ini|ucci|acci)$")),
    ("nordic", re.compile(r"(?:sson|sen|qvist|quist|gaard|strom|dottir)$")),
    ("german", re.compile(r"(?:mann|meier|meyer|bauer|stein|berger)$")),
    ("georgian", re.compile(r"(?:shvili|adze)$")),
    ("african", re.compile(r"^(?:ade|ola|oye|olu|nwa|chuk|ob[aiu]|ok[aeo]|ng?w|nk|mb|nd|mth|ts[ho])")),
)
_FEMALE_ENDING = re.compile(r"(?:(?<!ndr)(?<=[^aeiou])a|ia|ie|elle|ette|ine|lyn|leigh)$")


_FEMALE_BEFORE = re.compile(
    r"\b(?:wife|mother|mom|mum|mama|daughter|dtr|sister|aunt|auntie|niece|grandmother|grandma|granddaughter|"
    r"girlfriend|fiancée|widow|mrs|ms|miss|sra)(?:-in-law)?\W{1,3}$",
    re.IGNORECASE,
)
_MALE_BEFORE = re.compile(
    r"\b(?:husband|father|dad|son|brother|uncle|nephew|grandfather|grandpa|grandson|boyfriend|fiancé|widower|"
    r"mr|shri)(?:-in-law)?\W{1,3}$",
    re.IGNORECASE,
)


class NameSurrogates:
    """Surrogates for the names of one document.

    Args:
        ctx: the document.
    """

    def __init__(self, ctx: SurrogateContext) -> None:
        self._ctx = ctx
        self._roles: dict[str, tuple[int, str]] = {}
        self._made: dict[str, str] = {}
        self._kept_last: set[tuple[str, str]] = set()
        self._parsed: dict[str, tuple[list[NameWord], list[NameWord]]] = {}
        self._genders: dict[str, str] = {}
        spans = [s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.NAME]
        mentions = [split_name_words(split_affixes(ctx.span_text(s))[1], ctx.lists.names) for s in spans]
        self._initialisms = frozenset(i for words in mentions for i in signed_initials(words))
        self._whole = resolve_short_names(mentions, ctx.lists.names)
        for span in spans:
            self._vote(span)
        # Longest names first in the sense of what they tell: a full name settles the words of a lone one.
        for span in spans:
            for word in self._read(split_affixes(ctx.span_text(span))[1])[1]:
                self.word_surrogate(word.norm)

    # ── a whole mention ──────────────────────────────────────────────────────────────────────────

    def replace(self, text: str) -> str:
        """The surrogate of a name as it is written: order, punctuation, blanks and case kept.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        return lead + self._core(core) + tail

    def _core(self, core: str) -> str:
        letters = "".join(c for c in core if c.isalpha())
        spelled = len(letters) > 3 or normalize_name_word(letters or "-") in self._ctx.lists.names
        if (m := _SPELLED.fullmatch(core)) and spelled:
            made = in_case_of(letters, self.word_surrogate(normalize_name_word(letters)))
            return m["sep"].join(made) + ("." if core.endswith(".") else "")
        words, named = self._read(core)
        if not words:
            return self._other(core)
        if len(words) == 1 and self._is_initials(words[0]):
            return self._ctx.draw_free(lambda n: self._letters(core, n), core)
        names = {w.start for w in named}
        alone = len(words) == 1
        made = _written(core, words, lambda w: self._piece(w, is_name=w.start in names, alone=alone))
        if self._ctx.is_free(made, core):
            return made

        def again(attempt: int) -> str:
            """The mention with even its initials and kept words drawn, where the usual form is not free."""
            return _written(
                core,
                words,
                lambda w: (
                    in_case_of(w.text, self.word_surrogate(w.norm))
                    if w.start in names
                    else self._letters(w.text, attempt + 1)
                ),
            )

        return self._ctx.draw_free(again, core)

    def _piece(self, word: NameWord, *, is_name: bool, alone: bool) -> str:
        if is_name:
            case = letter_case_of(word.text)
            spoilt = word.text[0].isdecimal() or (word.norm[0] == "i" and word.text[0] == "l")
            if case is LetterCase.LOWER and spoilt:
                case = LetterCase.TITLE
            return in_letter_case(self.word_surrogate(word.norm), case)
        if word.text in "Óóye" and not alone:
            return word.text
        if len(word.norm) == 1 and word.text.isalpha():
            return self._initial(word.text)
        if not alone and (word.norm in NAME_SUFFIXES or word.norm in NAME_PARTICLES):
            return word.text
        return self._letters(word.text, 0)

    def _initial(self, letter: str) -> str:
        plain = strip_accents(letter)[:1]
        return self._ctx.initial_surrogates.get(plain) or self._ctx.random_for("letter", letter).letter()

    def _letters(self, text: str, attempt: int) -> str:
        """Initials and codes (``mjk``, ``W.Z.``, ``DF14``): letters by the permutation, digits random."""
        ctx = self._ctx
        stream = ctx.random_for("name-code", fold(text), str(attempt))
        folded = [c for c in text.upper() if c.isalpha()]
        keep_last = len(folded) in (2, 3) and (folded[0], folded[-1]) in self._kept_last
        out = []
        seen = 0
        for c in text:
            if c.isalpha():
                seen += 1
                if keep_last and seen == len(folded):
                    out.append(c)
                    continue
                new = self._initial(c) if attempt == 0 else stream.letter()
                out.append(new.upper() if c.isupper() else new.lower())
            elif c.isdecimal():
                out.append(stream.digit())
            else:
                out.append(c)
        return "".join(out)

    def _other(self, core: str) -> str:
        """A name without a letter of any kind we know: a plain last name."""
        return self._ctx.draw_free(lambda n: self._draw_word("L", "us", core, n), core)

    # ── one word ─────────────────────────────────────────────────────────────────────────────────

    def known_surrogate(self, norm: str) -> str | None:
        """The surrogate of a word that stands in a name of this document."""
        return self._made.get(norm)

    def word_surrogate(self, norm: str) -> str:
        """The surrogate of one word of a name, in natural case.

        Raises:
            StageError: if none is free.
        """
        made = self._made.get(norm)
        if made is None:
            made = self._made[norm] = self._short_form(norm) or self._fresh(norm)
            self._ctx.names_taken.setdefault(fold(made), norm)
        return made

    def _short_form(self, norm: str) -> str | None:
        """What goes with the surrogate of the name that the word is a typing error or a short form of."""
        whole = self._whole.get(norm)
        if whole is None:
            return None
        made = self.word_surrogate(whole)
        if whole.startswith(norm):
            made = made[: max(3, min(len(norm), len(made) - 1))]
        return made if self._ctx.is_free(made, norm) else None

    def _fresh(self, norm: str) -> str:
        ctx = self._ctx
        prefix = _PREFIX.fullmatch(norm)
        kind, origin = self.kind_and_origin(norm)
        for attempt in range(MAX_DRAWS):
            if prefix:
                stream = ctx.random_for("name", norm, str(attempt))
                made = stream.choice(ctx.lists.words[prefix[1].rstrip("'")])
            else:
                made = self._draw_word(kind, origin, norm, attempt)
            folded = fold(made)
            taken = ctx.names_taken.get(folded, norm)
            if folded != norm and taken == norm and ctx.is_free(made, norm):
                return made
        raise ctx.stage_error("no free name was found")

    def _draw_word(self, kind: str, origin: str, norm: str, attempt: int) -> str:
        ctx = self._ctx
        stream = ctx.random_for("name", norm, str(attempt))
        if attempt > MAX_DRAWS // 3:
            kind, origin = ("L" if kind[-1] == "U" else kind[-1]), "us"
        letter = (
            ctx.initial_surrogates.get(strip_accents(norm)[:1].upper())
            or "ABCDEGHJKLMNPRSTW"[stream.below(17)]
        )
        if kind == "U" and attempt == 0 and len(ctx.lists.name_pools.get(("U", origin, letter), ())) < 4:
            kind = self._genders.get(norm) or "FM"[ctx.random_for("gender", norm).below(2)]
        length = length_class(norm)
        pool = ctx.lists.name_pool_of_length(kind, origin, letter, length)
        if not pool:
            pool = ctx.lists.name_pool_of_length("L", "us", letter, length)
        if not pool or attempt > 2 * MAX_DRAWS // 3:
            letter = stream.choice("ABCDEGHJKLMNPRSTW")
            pool = ctx.lists.name_pool(kind, "us", letter)
        return stream.choice(pool)

    def kind_and_origin(self, norm: str) -> tuple[str, str]:
        """Kind (F, M, U, L, BF, BM, BU) and origin of a name word."""
        known = self._ctx.lists.names.get(norm)
        gender = self._genders.get(norm, "")
        if known:
            kind, origin = known
            if gender and kind not in ("U", gender):
                kind = "B" + gender if kind[0] == "B" else gender
            return kind, origin
        origin = next((o for o, pattern in _ENDINGS if pattern.search(norm)), "us")
        _, role = self._roles.get(norm, (0, "L"))
        if role == "first":
            female = gender != "M" and _FEMALE_ENDING.search(norm)
            return ("F" if female else "U"), origin
        return "L", origin

    # ── reading mentions ─────────────────────────────────────────────────────────────────────────

    def _read(self, core: str) -> tuple[list[NameWord], list[NameWord]]:
        """All words of a mention, and those of them that are names."""
        found = self._parsed.get(core)
        if found is None:
            words = split_name_words(core, self._ctx.lists.names)
            found = self._parsed[core] = (words, self._names_in(words) if words else [])
        return found

    def _is_initials(self, word: NameWord) -> bool:
        """Whether a lone word is initials or a code rather than a name."""
        text = word.text
        if len(text) > 2 and text[0] == "0" and text[1:].isalpha():
            return False
        if _CODE.fullmatch(misread_letters_to_digits(text)) and any(c.isdecimal() for c in text):
            return True
        n = len(text)
        if n == 3 and word.norm in self._whole:
            return False
        if n == 3 and text.isupper() and word.norm in self._initialisms:
            return True
        if n <= 2:
            return not (
                n == 2 and word.norm in self._ctx.lists.names and letter_case_of(text) is LetterCase.TITLE
            )
        if n == 3:
            return letter_case_of(text) is not LetterCase.TITLE and word.norm not in self._ctx.lists.names
        return (
            n == 4 and letter_case_of(text) is LetterCase.UPPER and not any(v in word.norm for v in "aeiouy")
        )

    def _names_in(self, words: list[NameWord]) -> list[NameWord]:
        """Words of a mention that are names, not initials, particles or suffixes."""
        if len(words) == 1:
            return [] if self._is_initials(words[0]) else words
        forbidden = self._ctx.forbidden_words
        found = []
        for word in words:
            kept = word.norm in NAME_SUFFIXES or word.norm in NAME_PARTICLES
            if kept and word.norm not in forbidden:
                continue
            if len(word.norm) > 1 and not _CODE.fullmatch(word.text):
                found.append(word)
        if not found:
            found = [w for w in words if len(w.norm) > 1 and w.norm not in NAME_SUFFIXES]
        return found

    def _vote(self, span: Span) -> None:
        """Notes which words stand as first and which as last names, for words that no list knows."""
        text = self._ctx.span_text(span)
        core = split_affixes(text)[1]
        words, names = self._read(core)
        if not names:
            return
        before = self._ctx.document.text[max(0, span.start - 24) : span.start]
        gender = "F" if _FEMALE_BEFORE.search(before) else "M" if _MALE_BEFORE.search(before) else ""
        for weight, role, word in self._positions(span, core, words, names):
            if gender and role == "first" and span.label is not Label.DOCTOR:
                self._genders.setdefault(word.norm, gender)
            if weight > self._roles.get(word.norm, (0, ""))[0]:
                self._roles[word.norm] = (weight, role)
        initials = [w.norm[0].upper() for w in words if w.norm not in NAME_SUFFIXES]
        last = names[-1] if "," not in core and "^" not in core else names[0]
        if len(words) > 1 and (m := _PREFIX.fullmatch(last.norm)):
            first = initials[0] if last is names[-1] else initials[-1]
            self._kept_last.add((first, m[1][0].upper()))

    def _positions(
        self, span: Span, core: str, words: list[NameWord], names: list[NameWord]
    ) -> Iterable[tuple[int, str, NameWord]]:
        """Each name with its role, ``first`` or ``L``, and how surely its place tells that."""
        before = self._ctx.document.text[max(0, span.start - 14) : span.start]
        lone = "L" if span.label is Label.DOCTOR or _TITLE_BEFORE.search(before) else "first"
        if len(words) == 1:
            yield 1, lone, names[0]
            return
        if len(words) == 2 and words == names and core[words[0].end : words[1].start] == "-":
            yield from ((1, lone, word) for word in names)
            return
        parted = re.search(r"[,^]", core)
        if parted and words[0].end <= parted.start() and names[-1].start > parted.start():
            for word in names:
                yield 3, ("L" if word.start < parted.start() else "first"), word
            return
        for i, word in enumerate(names):
            given = word is words[0] or core[word.start - 1 : word.start] in ('"', "“", "'", "(")
            # ``Anne-Marie Doe`` has two first names, ``K. Price-Okoye`` two last ones.
            hyphened = i == 1 and names[0] is words[0] and core[names[0].end : word.start] == "-"
            yield 2, ("first" if given or (hyphened and len(names) > 2) else "L"), word


def _written(core: str, words: Iterable[NameWord], write: Callable[[NameWord], str]) -> str:
    """The mention with each word written anew, and what stands between them as it is."""
    out: list[str] = []
    at = 0
    for word in words:
        out += (core[at : word.start], write(word))
        at = word.end
    return "".join(out) + core[at:]
