"""Surrogates of occupations, in the same case and with the same article."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chartveil.domain.labels import SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.text_shape import (
    LetterCase,
    apply_letter_case,
    letter_case_of,
    split_affixes,
    with_case_of,
    with_spacing_of,
)

_KEPT = re.compile(
    r"(?:(?:retired|former|ex|part-time|full-time|self-employed|unemployed)\b[\s-]*)+", re.IGNORECASE
)
_RANKS = ("assistant", "associate", "apprentice", "junior", "senior", "trainee", "deputy", "journeyman")
"""Words of rank before a job, which become another one: the job stays the same where it is told alone."""
_RANK = re.compile(rf"({'|'.join(_RANKS)})(\s+)(?=\S)", re.IGNORECASE)


def replace_profession(ctx: SurrogateContext, span: Span) -> str:
    """Another occupation, the same wherever this one is told: ``retired welder``, ``Welders``, ``a pipe
    welder``, ``apprentice welder``. It begins with a vowel where the original does, so that an article before
    it stays right; plural for plural; line breaks stay.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    kept = m.group() if (m := _KEPT.match(core)) and m.end() < len(core) else ""
    lead, core = lead + kept, core[len(kept) :]
    if m := _RANK.match(core):
        lead, core = lead + _other_rank(ctx, m[1]) + m[2], core[m.end() :]
    norm = " ".join(fold(core).split())
    head = _head(norm)
    same = [s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.PROFESSION]
    told = [" ".join(fold(ctx.span_text(s)).split()) for s in same]
    own = {w for text in (*told, norm) if _head(text) == head for w in text.split(" ")} | {head}
    pool = tuple(
        p
        for p in ctx.lists.words["professions"]
        if (p[0] in "aeiou") == (norm[:1] in "aeiou") and own.isdisjoint(p.split(" "))
    )
    plural = norm.endswith("s") and head != norm.rpartition(" ")[2]
    case = _case_of(core.split())

    def make(attempt: int) -> str:
        words = ctx.random_for("profession", head, str(attempt)).choice(pool).split(" ")
        if plural:
            words[-1] += "s"
        if case is LetterCase.UPPER:
            words = [w.upper() for w in words]
        elif case is LetterCase.TITLE:
            all_titled = all(w[:1].isupper() for w in core.split())
            words = [
                apply_letter_case(w, LetterCase.TITLE) if i == 0 or all_titled else w
                for i, w in enumerate(words)
            ]
        return with_spacing_of(core, words)

    return lead + ctx.draw_distinct("profession", head, make, core) + tail


def _case_of(words: Sequence[str]) -> LetterCase:
    """The letter case of an occupation; an abbreviation before it (``FIFO electrician``) does not tell it."""
    telling = [w for w in words if not w.isupper()] or list(words)
    return letter_case_of(telling[0]) if telling else LetterCase.LOWER


def _other_rank(ctx: SurrogateContext, word: str) -> str:
    """Another word of rank, fit for the same article, that no original of the document holds if there is
    one."""
    rank = fold(word)
    fit = [r for r in _RANKS if r != rank and (r[0] == "a") == (rank[0] == "a")]
    free = [r for r in fit if not ctx.holds_known_word(r, rank, 0)]
    return with_case_of(word, ctx.random_for("rank", rank).choice(free or fit))


def _head(norm: str) -> str:
    """The word of a job that says what it is, as one: ``welder`` of ``pipe welders``."""
    word = norm.rpartition(" ")[2].removesuffix("'s")
    return word.removesuffix("s") if len(word) > 3 and not word.endswith(("ss", "us")) else word
