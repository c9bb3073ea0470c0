"""Occupations: another one, in the same case and after the same article."""

from __future__ import annotations

import re

from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.lists import closest_in_length
from chartveil.surrogates.text_shape import (
    LetterCase,
    in_letter_case,
    letter_case_of,
    spaced_like,
    split_affixes,
)

_KEPT = re.compile(
    r"(?:(?:retired|former|ex|part-time|full-time|self-employed|unemployed)\b[\s-]*)+", re.IGNORECASE
)
_ARTICLE = re.compile(r"\ban?\s+$", re.IGNORECASE)


def replace_profession(ctx: SurrogateContext, span: Span) -> str:
    """Another occupation. Where an article stands before, one that goes with it; with as many words as
    the original has line breaks to hold; plural for plural.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    kept = m.group() if (m := _KEPT.match(core)) and m.end() < len(core) else ""
    core = core[len(kept) :]
    norm = fold(core)
    pool = ctx.lists.words["professions"]
    if _ARTICLE.search(ctx.document.text[max(0, span.start - 4) : span.start]) and not kept:
        vowel = norm[:1] in "aeiou"
        pool = tuple(p for p in pool if (p[0] in "aeiou") == vowel)
    if "\n" in core:
        pool = tuple(p for p in pool if p.count(" ") == 1)
    plural = norm.endswith("s") and not norm.endswith("ss") and f"{norm.removesuffix('s')}" in pool
    case = letter_case_of(core.split()[0]) if core.split() else LetterCase.LOWER

    def make(attempt: int) -> str:
        words = closest_in_length(pool, len(core), ctx.random_for("profession", norm, str(attempt))).split(
            " "
        )
        if plural:
            words[-1] += "s"
        if case is LetterCase.UPPER:
            words = [w.upper() for w in words]
        elif case is LetterCase.TITLE:
            all_titled = all(w[:1].isupper() for w in core.split())
            words = [
                in_letter_case(w, LetterCase.TITLE) if i == 0 or all_titled else w
                for i, w in enumerate(words)
            ]
        return spaced_like(core, words)

    return lead + kept + ctx.draw_distinct("profession", norm, make, core) + tail
