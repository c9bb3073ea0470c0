"""Occupations: another one, in the same case and after the same article."""

from __future__ import annotations

import re

from chartveil.domain import Span
from chartveil.surrogates.context import Context
from chartveil.surrogates.phrases import closest
from chartveil.surrogates.shape import Case, case_of, spaced_like, split_affixes, with_case
from chartveil.words import fold

_KEPT = re.compile(
    r"(?:(?:retired|former|ex|part-time|full-time|self-employed|unemployed)\b[\s-]*)+", re.IGNORECASE
)
_ARTICLE = re.compile(r"\ban?\s+$", re.IGNORECASE)


def replace_profession(ctx: Context, span: Span) -> str:
    """Another occupation. Where an article stands before, one that goes with it; with as many words as
    the original has line breaks to hold; plural for plural.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.text(span))
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
    case = case_of(core.split()[0]) if core.split() else Case.LOWER

    def make(attempt: int) -> str:
        words = closest(pool, len(core), ctx.stream("profession", norm, str(attempt))).split(" ")
        if plural:
            words[-1] += "s"
        if case is Case.UPPER:
            words = [w.upper() for w in words]
        elif case is Case.TITLE:
            all_titled = all(w[:1].isupper() for w in core.split())
            words = [with_case(w, Case.TITLE) if i == 0 or all_titled else w for i, w in enumerate(words)]
        return spaced_like(core, words)

    return lead + kept + ctx.distinct("profession", norm, make, core) + tail
