"""Surrogates of ages: ``90+`` from 90 on (45 CFR 164.514(b)(2)(i)(C)), or bands of five years for all."""

from __future__ import annotations

import re

from chartveil.domain.labels import Label
from chartveil.domain.policy import AgeMethod, LabelAction
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.spoken_numbers import number_from_words
from chartveil.surrogates.text_shape import misread_letters_to_digits, split_affixes, with_spacing_of

AGE_OVER_89 = "90+"

_DIGITS = re.compile(r"(?<![\d.])(\d{1,3})(?:\.\d+)?(?=\D|$)")
_DECADE = re.compile(r"(\d)0['’]?s\b")
_NOT_YEARS = re.compile(
    r"[\s-]*(?:\d+/\d+\s*)?(?:(?:to|-|–|or)\s*\d+[\s-]*)?(?:months?|mos?|weeks?|wks?|w|days?|d|hours?|hrs?|h|min(?:ute)?s?|DOL|m/o|w/o|d/o)\b",
    re.IGNORECASE,
)


def age_band(age: int) -> str:
    """The five-year band of an age, ``90+`` from 90 on."""
    return AGE_OVER_89 if age >= 90 else f"{age // 5 * 5}-{age // 5 * 5 + 4}"


def replace_age(ctx: SurrogateContext, span: Span) -> str:
    """The surrogate of an age. One under 90 stays as it is under ``over_89``: the documented exception.

    Ages in months, weeks, days and hours (told by what follows) stay under ``over_89`` too. An age that
    cannot be read becomes ``[AGE]``: it might be over 89. Where the policy replaces ages, an age moves
    within two years, the same way everywhere for the same patient.
    """
    text = ctx.span_text(span)
    in_years = not _NOT_YEARS.match(ctx.document.text[span.end : span.end + 24])
    lead, core, tail = split_affixes(text)
    method = ctx.policy.ages
    mended = misread_letters_to_digits(core)
    if decade := _DECADE.search(mended):
        low = int(decade[1]) * 10
        if low >= 90 or low == 0:
            return lead + mended[: decade.start()] + AGE_OVER_89 + mended[decade.end() :] + tail
        if method is AgeMethod.BAND:
            return lead + mended[: decade.start()] + f"{low}-{low + 9}" + mended[decade.end() :] + tail
        return text
    found = list(_DIGITS.finditer(mended))
    if not found:
        return _spelled(ctx, core, lead, tail, text, in_years=in_years)
    if _NOT_YEARS.match(mended[found[-1].end() :]):
        in_years = False
    out, at, changed = "", 0, False
    for m in found:
        age = int(m[1])
        new = _new(ctx, age, m.group(), in_years=in_years)
        changed |= new != m.group()
        out += mended[at : m.start()] + new
        at = m.end() + (new == AGE_OVER_89 and mended[m.end() :].startswith("+"))
    return lead + out + mended[at:] + tail if changed else text


def _new(ctx: SurrogateContext, age: int, written: str, *, in_years: bool) -> str:
    if in_years and age >= 90:
        return AGE_OVER_89
    action = ctx.policy.actions[Label.AGE]
    if ctx.policy.ages is AgeMethod.BAND and action is not LabelAction.SURROGATE:
        return age_band(min(age, 89)) if in_years else f"{age // 5 * 5}-{age // 5 * 5 + 4}"
    if action is not LabelAction.GENERALIZE:
        return str(_near(ctx, age))
    return written


def _near(ctx: SurrogateContext, age: int) -> int:
    moves = [m for m in (-2, -1, 1, 2) if 0 <= age + m <= 89]
    return age + ctx.random_for("age", str(age)).choice(moves)


def _spelled(ctx: SurrogateContext, core: str, lead: str, tail: str, text: str, *, in_years: bool) -> str:
    age = number_from_words(core)
    if age is None:
        # ``Z``, ``S``: one place that scanning made a letter, so under ten; anything else may be over 89.
        if len(core) == 1 and ctx.policy.ages is AgeMethod.OVER_89:
            return text
        return lead + with_spacing_of(core, ["[AGE]"]) + tail
    decade = fold(core).endswith("ies")
    if decade and age < 90 and ctx.policy.ages is AgeMethod.BAND:
        return lead + with_spacing_of(core, [f"{age}-{age + 9}"]) + tail
    if decade and age < 90:
        return text
    new = _new(ctx, age, core, in_years=in_years)
    return text if new == core else lead + with_spacing_of(core, [new]) + tail
