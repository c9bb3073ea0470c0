"""Towns, counties, states, countries and postal codes."""

from __future__ import annotations

import re

from chartveil.domain.policy import LabelAction, ZipMethod
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.lists import closest_in_length
from chartveil.surrogates.text_shape import (
    LetterCase,
    in_case_of,
    in_letter_case,
    letter_case_of,
    misread_digits_to_letters,
    misread_letters_to_digits,
    randomize_characters,
    spaced_like,
    split_affixes,
    strip_accents,
)

RESTRICTED_ZIP3 = frozenset("036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split())
"""Three-digit areas of 20,000 people or fewer by the census of 2000, as the HHS guidance on
de-identification lists them (Guidance Regarding Methods for De-identification, 26 November 2012)."""

_COUNTY = re.compile(
    r"(?P<before>\b(?:county(?:\s+of)?|co\.?)\s+)?(?P<name>.+?)(?P<after>\s+(?:county|cnty|parish|co\.?|borough|dist(?:rict)?\.?|township|twp\.?))?",
    re.IGNORECASE | re.DOTALL,
)
_DISTRICT = re.compile(
    r"\s+(?=\d+\w{0,2}$)|(?<=^[A-Za-z])(?=\d)|(?<=^[A-Za-z]{2})(?=\d)|(?<=^[A-Za-z]{3})(?=\d)"
)
_KINDS_OF_PLACE = frozenset("county cnty parish borough dist district township twp".split())
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?|(\d{3})")
_DOTTED = re.compile(r"(?:[A-Za-z]\.\s?)+[A-Za-z]?\.?")


def replace_city(ctx: SurrogateContext, span: Span) -> str:
    """A town of the same country for a town, a county for a county; number of words kept where possible.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    m = _COUNTY.fullmatch(core)
    before, name, after = (m["before"] or "", m["name"], m["after"] or "") if m else ("", core, "")
    district = _DISTRICT.search(name)
    number = name[district.start() :] if district and district.start() else ""
    name = name[: len(name) - len(number)]
    norm = fold(strip_accents(" ".join(misread_digits_to_letters(w) for w in name.split()))).strip()
    country = "county" if before or after else ctx.lists.places.get(norm, "US")
    words = max(1, min(len(name.split()), 3))
    case = letter_case_of(misread_digits_to_letters(name))

    def make(attempt: int) -> str:
        stream = ctx.random_for("city", norm, str(attempt))
        if not any(c.isalpha() for c in name):
            return before + randomize_characters(name, stream) + randomize_characters(number, stream) + after
        if attempt == 0 and case is LetterCase.UPPER and len(name) <= 3:
            return randomize_characters(name, stream) + randomize_characters(number, stream)
        pool = ctx.lists.place_pool(country if attempt < 32 else "US", words if attempt < 64 else 1)
        drawn = closest_in_length(pool or ctx.lists.place_pool("US", 1), len(name), stream).split(" ")
        made = spaced_like(name, [in_letter_case(w, case) for w in drawn])
        return before + made + randomize_characters(number, stream) + after

    return lead + ctx.draw_distinct("city", norm, make, core, _KINDS_OF_PLACE) + tail


def replace_state(ctx: SurrogateContext, span: Span) -> str:
    """Another state or province of the same country, in the same form: full, postal, or abbreviated.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    dotted = core + tail[:1] if tail[:1] == "." else core
    tail = tail[len(dotted) - len(core) :]
    core = dotted
    letters = re.sub(r"[\W_]", "", fold(strip_accents(core))).replace("0", "o").replace("1", "i")
    table, form = _state_form(ctx, core, letters)
    norm = next((r[1] for r in table if letters in _state_forms(r)), letters)

    def make(attempt: int) -> str:
        stream = ctx.random_for("state", norm, str(attempt))
        full, code, _ = stream.choice(table)
        if form == "code":
            return in_case_of(core, code)
        if form in ("dotted", "short"):
            dots = min(core.count("."), 2)
            same = [r[2] for r in table if min(r[2].count("."), 2) == dots and r[2] != r[0]]
            same = same or [r[2] for r in table if r[2] != r[0]]
            return in_letter_case(
                stream.choice(same), letter_case_of(core) if core.islower() else LetterCase.TITLE
            )
        case = letter_case_of(core)
        words = full.split(" ")
        if case in (LetterCase.LOWER, LetterCase.UPPER):
            words = [in_letter_case(w, case) for w in words]
        return spaced_like(core, words)

    return lead + ctx.draw_distinct("state", norm, make, core) + tail


StateForms = tuple[str, str, str]


def _state_forms(row: StateForms) -> tuple[str, ...]:
    return tuple(re.sub(r"[\W_]", "", part.lower()) for part in row)


def _state_form(ctx: SurrogateContext, core: str, letters: str) -> tuple[list[StateForms], str]:
    """The table a state stands in, and the form it is written in."""
    for key in ("us", "ca", "au", "za", "in"):
        rows = ctx.lists.words[f"states_{key}"]
        table: list[StateForms] = [(a, b, c) for a, b, c in (r.split(":") for r in rows)]
        for row in table:
            full, code, short = _state_forms(row)
            if letters == code and len(letters) <= 3:
                return table, "dotted" if _DOTTED.fullmatch(core) and "." in core else "code"
            if letters == full:
                return table, "full"
            if letters == short:
                return table, "short"
    us: list[StateForms] = [(a, b, c) for a, b, c in (r.split(":") for r in ctx.lists.words["states_us"])]
    return us, "code" if len(letters) <= 3 else "short" if core.endswith(".") else "full"


def replace_country(ctx: SurrogateContext, span: Span) -> str:
    """Another country; an abbreviation for an abbreviation.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    letters = re.sub(r"[\W_]", "", core)
    short = letters.isupper() and len(letters) <= 4
    names = ctx.lists.words["country_codes" if short else "countries"]

    def make(attempt: int) -> str:
        stream = ctx.random_for("country", letters.lower(), str(attempt))
        if short:
            code = closest_in_length(names, len(letters), stream)
            return "".join(f"{c}." for c in code) if "." in core else code
        drawn = closest_in_length(names, len(core), stream).split(" ")
        return spaced_like(core, [in_case_of(core, w) for w in drawn])

    return lead + ctx.draw_distinct("country", letters.lower(), make, core) + tail


def replace_zip(ctx: SurrogateContext, span: Span) -> str:
    """A postal code. US codes under ``zip3`` become ``594**`` (``000**`` for restricted areas): stars, since
    ``59400`` would read as a code of its own. All other codes become random ones of the same shape.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    mended = misread_letters_to_digits(core)
    m = _US_ZIP.fullmatch(mended)
    general = ctx.policy.actions[span.label] is LabelAction.GENERALIZE and ctx.policy.zips is ZipMethod.ZIP3
    if m and general:
        area = m[1] or m[2]
        made = ("000" if area in RESTRICTED_ZIP3 else area) + "**"
        return lead + spaced_like(core, [made]) + tail
    shape = mended if m or sum(c.isdecimal() for c in core) > 3 else core
    norm = re.sub(r"[\W_]", "", fold(mended))
    return (
        lead
        + ctx.draw_free(lambda n: randomize_characters(shape, ctx.random_for("zip", norm, str(n))), core)
        + tail
    )
