"""Towns, counties, states, countries and postal codes."""

from __future__ import annotations

import re

from chartveil.domain import Span
from chartveil.policy import Action, ZipMethod
from chartveil.surrogates.context import Context
from chartveil.surrogates.phrases import closest
from chartveil.surrogates.shape import (
    Case,
    case_of,
    fill,
    latin,
    near_digits,
    near_letters,
    spaced_like,
    split_affixes,
    with_case,
)
from chartveil.words import fold

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
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?|(\d{3})")
_DOTTED = re.compile(r"(?:[A-Za-z]\.\s?)+[A-Za-z]?\.?")


def replace_city(ctx: Context, span: Span) -> str:
    """A town of the same country for a town, a county for a county; number of words kept where possible.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.text(span))
    m = _COUNTY.fullmatch(core)
    before, name, after = (m["before"] or "", m["name"], m["after"] or "") if m else ("", core, "")
    district = _DISTRICT.search(name)
    number = name[district.start() :] if district and district.start() else ""
    name = name[: len(name) - len(number)]
    norm = fold(latin(" ".join(near_letters(w) for w in name.split()))).strip()
    country = "county" if before or after else ctx.lists.places.get(norm, "US")
    words = max(1, min(len(name.split()), 3))
    case = case_of(near_letters(name))

    def make(attempt: int) -> str:
        stream = ctx.stream("city", norm, str(attempt))
        if not any(c.isalpha() for c in name):
            return before + fill(name, stream) + fill(number, stream) + after
        if attempt == 0 and case is Case.UPPER and len(name) <= 3:
            return fill(name, stream) + fill(number, stream)
        pool = ctx.lists.place_pool(country if attempt < 32 else "US", words if attempt < 64 else 1)
        drawn = closest(pool or ctx.lists.place_pool("US", 1), len(name), stream).split(" ")
        style = Case.TITLE if case is Case.MIXED else case
        made = spaced_like(name, [with_case(w, style) for w in drawn])
        return before + made + fill(number, stream) + after

    return lead + ctx.distinct("city", norm, make, core) + tail


def replace_state(ctx: Context, span: Span) -> str:
    """Another state or province of the same country, in the same form: full, postal, or abbreviated.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.text(span))
    dotted = core + tail[:1] if tail[:1] == "." else core
    tail = tail[len(dotted) - len(core) :]
    core = dotted
    letters = re.sub(r"[\W_]", "", fold(latin(core))).replace("0", "o").replace("1", "i")
    table, form = _state_form(ctx, core, letters)
    norm = next((r[1] for r in table if letters in _state_forms(r)), letters)

    def make(attempt: int) -> str:
        stream = ctx.stream("state", norm, str(attempt))
        full, code, _ = stream.choice(table)
        if form == "code":
            return with_case(code, case_of(core))
        if form in ("dotted", "short"):
            dots = min(core.count("."), 2)
            same = [r[2] for r in table if min(r[2].count("."), 2) == dots and r[2] != r[0]]
            same = same or [r[2] for r in table if r[2] != r[0]]
            return with_case(stream.choice(same), case_of(core) if core.islower() else Case.TITLE)
        case = case_of(core)
        words = full.split(" ")
        if case in (Case.LOWER, Case.UPPER):
            words = [with_case(w, case) for w in words]
        return spaced_like(core, words)

    return lead + ctx.distinct("state", norm, make, core) + tail


State = tuple[str, str, str]


def _state_forms(row: State) -> tuple[str, ...]:
    return tuple(re.sub(r"[\W_]", "", part.lower()) for part in row)


def _state_form(ctx: Context, core: str, letters: str) -> tuple[list[State], str]:
    """The table a state stands in, and the form it is written in."""
    for key in ("us", "ca", "au", "za", "in"):
        rows = ctx.lists.words[f"states_{key}"]
        table: list[State] = [(a, b, c) for a, b, c in (r.split(":") for r in rows)]
        for row in table:
            full, code, short = _state_forms(row)
            if letters == code and len(letters) <= 3:
                return table, "dotted" if _DOTTED.fullmatch(core) and "." in core else "code"
            if letters == full:
                return table, "full"
            if letters == short:
                return table, "short"
    us: list[State] = [(a, b, c) for a, b, c in (r.split(":") for r in ctx.lists.words["states_us"])]
    return us, "code" if len(letters) <= 3 else "short" if core.endswith(".") else "full"


def replace_country(ctx: Context, span: Span) -> str:
    """Another country; an abbreviation for an abbreviation.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.text(span))
    letters = re.sub(r"[\W_]", "", core)
    short = letters.isupper() and len(letters) <= 4
    names = ctx.lists.words["country_codes" if short else "countries"]

    def make(attempt: int) -> str:
        stream = ctx.stream("country", letters.lower(), str(attempt))
        if short:
            code = closest(names, len(letters), stream)
            return "".join(f"{c}." for c in code) if "." in core else code
        case = case_of(core)
        drawn = closest(names, len(core), stream).split(" ")
        return spaced_like(core, [with_case(w, Case.TITLE if case is Case.MIXED else case) for w in drawn])

    return lead + ctx.distinct("country", letters.lower(), make, core) + tail


def replace_zip(ctx: Context, span: Span) -> str:
    """A postal code. US codes under ``zip3`` become ``594**`` (``000**`` for restricted areas): stars, since
    ``59400`` would read as a code of its own. All other codes become random ones of the same shape.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.text(span))
    mended = near_digits(core)
    m = _US_ZIP.fullmatch(mended)
    general = ctx.policy.actions[span.label] is Action.GENERALIZE and ctx.policy.zips is ZipMethod.ZIP3
    if m and general:
        area = m[1] or m[2]
        made = ("000" if area in RESTRICTED_ZIP3 else area) + "**"
        return lead + spaced_like(core, [made]) + tail
    shape = mended if m or sum(c.isdecimal() for c in core) > 3 else core
    norm = re.sub(r"[\W_]", "", fold(mended))
    return lead + ctx.draw(lambda n: fill(shape, ctx.stream("zip", norm, str(n))), core) + tail
