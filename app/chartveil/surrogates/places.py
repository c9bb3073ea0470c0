"""Surrogates of towns, counties, states, countries and postal codes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.policy import LabelAction, ZipMethod
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import MAX_DRAWS, SurrogateContext
from chartveil.surrogates.countries import country_codes, country_names
from chartveil.surrogates.lists import UsPlace, closest_in_length
from chartveil.surrogates.name_words import MisspellingIndex
from chartveil.surrogates.resolved_labels import corrected_town, town_form
from chartveil.surrogates.text_shape import (
    LetterCase,
    apply_letter_case,
    letter_case_of,
    misread_digits_to_letters,
    misread_letters_to_digits,
    randomize_characters,
    split_affixes,
    strip_accents,
    with_case_of,
    with_spacing_of,
)

RESTRICTED_ZIP3 = frozenset(
    "036 059 063 102 203 205 369 556 692 790 821 823 830 831 878 879 884 890 893".split()
)
"""Three-digit areas of 20,000 people or fewer by the census of 2000, as the HHS guidance on
de-identification lists them (Guidance Regarding Methods for De-identification, 26 November 2012), and by that
of 2010 (205 and 369 more), since the guidance asks for current figures."""

_COUNTY = re.compile(
    r"(?P<before>\b(?:county(?:\s+of)?|co\.?)\s+)?(?P<name>.+?)(?P<after>\s+(?:county|cnty|parish|co\.?|borough|dist(?:rict)?\.?|township|twp\.?))?",
    re.IGNORECASE | re.DOTALL,
)
_DISTRICT = re.compile(
    r"\s+(?=\d+\w{0,2}$)|(?<=^[A-Za-z])(?=\d)|(?<=^[A-Za-z]{2})(?=\d)|(?<=^[A-Za-z]{3})(?=\d)"
)
_FEW_TOWNS = 12
"""Towns of one word that a country has which others become."""
_KINDS_OF_PLACE = frozenset("county cnty parish borough dist district township twp".split())
_STATE_BEHIND = re.compile(r"([,\s]{1,3}[A-Z][A-Za-z]+\.?)(?: [A-Z][a-z]+)?")
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?|(\d{3})")
_DOTTED = re.compile(r"(?:[A-Za-z]\.\s?)+[A-Za-z]?\.?")


_REGIONS = {
    "the Northeast": frozenset("CT ME MA NH RI VT NJ NY PA".split()),
    "the Midwest": frozenset("IL IN MI OH WI IA KS MN MO NE ND SD".split()),
    "the South": frozenset("DE DC FL GA MD NC SC VA WV AL KY MS TN AR LA OK TX".split()),
    "the West": frozenset("AZ CO ID MT NV NM UT WY AK CA HI OR WA".split()),
}
"""The four regions of the US Census Bureau, with the postal codes of their states."""

StateForms = tuple[str, str, str]


@dataclass(slots=True)
class _Address:
    """Town, state and postal code that stand together; what is not written is empty."""

    town: str = ""
    state: str = ""
    zip: str = ""


class UsPlaceSurrogates:
    """Towns, states and postal codes of the US in one document: each invented place is a real one.

    A town becomes a town of like size in another state, by its name alone, so that notes that do not name
    the state agree; its state and its postal code are those of the invented town. A state by itself becomes
    another by a permutation of the scope. Where the policy keeps states, the invented town is in the state
    that is written; where the first three digits of a code stay, among the towns that have them, if any.

    Args:
        ctx: the document.
    """

    def __init__(self, ctx: SurrogateContext) -> None:
        self._ctx = ctx
        states: list[StateForms] = [tuple(r.split(":")) for r in ctx.lists.words["states_us"]]  # type: ignore[misc]
        self._codes = {form: row[1] for row in states for form in _state_forms(row)}
        self._names = {row[1]: row[0] for row in states}
        self._next = ctx.random_for("state").cyclic_permutation(sorted(self._names))
        self._addresses = self._read_addresses()
        self._pools: dict[tuple[str, str, str], list[UsPlace]] = {}
        self._states_go = ctx.policy.is_identifier(Label.STATE)
        invented = ctx.treatment(Label.STATE) is LabelAction.SURROGATE
        named = {a.state for a in self._addresses.values() if a.state}
        self._originals = named
        self._keeps_zip3 = ctx.policy.actions[Label.ZIP] is LabelAction.GENERALIZE and not (
            invented and named
        )

    def _read_addresses(self) -> dict[int, _Address]:
        """The address that each span is part of, by its start."""
        ctx = self._ctx
        out: dict[int, _Address] = {}
        towns: dict[str, _Address] = {}
        current, end = _Address(), -9
        cities = [s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.CITY]
        known = MisspellingIndex(_town_norm(split_affixes(ctx.span_text(s))[1]) for s in cities)
        kinds = {SurrogateKind.CITY: "town", SurrogateKind.STATE: "state", SurrogateKind.ZIP: "zip"}
        for span in ctx.spans:
            part = kinds.get(span.label.info.surrogate)
            if part is None:
                continue
            core = split_affixes(ctx.span_text(span))[1]
            town = corrected_town(_town_norm(core), known, ctx.lists)
            value = {"town": town, "state": self.code_of(core), "zip": _zip_digits(core)}[part]
            gap = ctx.document.text[end : span.start]
            if current.town and not current.state and (kept := self._state_behind(end)):
                current.state, length = kept
                gap = gap[length:]
            joined = len(gap) <= 6 and not any(c.isalnum() for c in gap)
            if not joined or getattr(current, part):
                current = _Address()
            setattr(current, part, value)
            out[span.start] = current
            end = span.end
        if current.town and not current.state and (kept := self._state_behind(end)):
            current.state = kept[0]
        for address in out.values():
            if address.town and (address.state or address.zip):
                towns.setdefault(address.town, address)
        return {s: a if a.state or a.zip else towns.get(a.town, a) for s, a in out.items()}

    def _state_behind(self, end: int) -> tuple[str, int] | None:
        """The state behind a town that stays under the policy, with the length of what holds it."""
        m = _STATE_BEHIND.match(self._ctx.document.text[end : end + 28])
        if m is None or self._ctx.policy.is_identifier(Label.STATE):
            return None
        found = ((self.code_of(m.string[:length]), length) for length in (m.end(), m.end(1)))
        return next(((code, length) for code, length in found if code), None)

    def code_of(self, core: str) -> str:
        """The postal code of a US state in any of its forms; empty where it is none."""
        letters = re.sub(r"[\W_]", "", fold(strip_accents(core))).replace("0", "o").replace("1", "i")
        return self._codes.get(letters, "")

    def has(self, span: Span) -> bool:
        """Whether a span of a town, state or postal code is taken for one of the US."""
        address = self._addresses[span.start]
        if span.label.info.surrogate is SurrogateKind.STATE:
            return bool(address.state)
        if address.state or address.zip or self._ctx.known.is_town(address.town):
            return True
        if self._ctx.known.country_of(address.town) not in ("", "US"):
            return False
        lists = self._ctx.lists
        us = address.town in lists.us_towns_by_name or lists.places.get(address.town, "US") == "US"
        return us and address.town.replace(" ", "").isalpha()

    def state(self, code: str, attempt: int = 0) -> str:
        """The invented state of a state; itself where the policy keeps states."""
        if not self._states_go:
            return code
        own = set(self._names[code].split(" "))
        made = code
        for n in range(len(self._next)):
            made = self._next[made]
            shares = not own.isdisjoint(self._names[made].split(" ")) or made in self._originals
            shares = shares or self._is_known_state(made)
            if made != code and not shares:
                attempt -= 1
            if attempt < 0 and n:
                break
        return made

    def _is_known_state(self, code: str) -> bool:
        ctx = self._ctx
        return ctx.holds_known_state(code) or ctx.holds_known_word(self._names[code], "", 0)

    def state_of(self, span: Span, attempt: int = 0) -> str:
        """The invented state of a state span: that of the town beside it, or of a town of this document that
        is in the same state."""
        address = self._addresses[span.start]
        town = address if address.town else self._town_of_state(address)
        if town is None or attempt:
            return self.state(address.state, attempt)
        return self._place(town, 0).state

    def _town_of_state(self, address: _Address) -> _Address | None:
        """The address of a town of the document that is in the state of one without a town."""
        if not address.state:
            return None
        towns = self._ctx.lists.us_towns_by_name
        named = [a for a in self._addresses.values() if a.town]
        same = (a for a in named if a.state == address.state)
        perhaps = (
            a for a in named if not a.state and any(p.state == address.state for p in towns.get(a.town, ()))
        )
        return next(same, None) or next(perhaps, None)

    def place(self, span: Span, attempt: int = 0) -> UsPlace:
        """The invented place of the address that a span is part of."""
        address = self._addresses[span.start]
        return self._place(address if address.town else self._town_of_state(address) or address, attempt)

    def town_of(self, span: Span) -> str:
        """The town that a span names, as of ``town_form``; of a misspelt one the one that is meant."""
        return self._addresses[span.start].town

    def region(self, span: Span) -> str:
        """The region of the US that a span's address is in (``the Midwest``); empty where it is not known."""
        address = self._addresses[span.start]
        known = self._ctx.lists.us_towns_by_name.get(address.town, ())
        states = {address.state} if address.state else {p.state for p in known}
        regions = {next((name for name, held in _REGIONS.items() if s in held), "") for s in states}
        return regions.pop() if len(regions) == 1 else ""

    def names_its_state(self, span: Span) -> bool:
        """Whether the state stands with the town of a span."""
        return bool(self._addresses[span.start].state)

    def _place(self, address: _Address, attempt: int) -> UsPlace:
        """Where states go too, by the town's name alone: a note that names no state gets the same place."""
        key = (address.town, address.state, address.zip)
        pool = self._pools.get(key)
        if pool is None:
            pool = self._pools[key] = self._pool(address)
        what = next(filter(None, (*key[::2], key[1])), "")
        place = pool[0]
        for n in range(attempt, attempt + MAX_DRAWS):
            place = self._ctx.random_for("place", what, str(n)).choice(pool)
            if self._fits(place, address, n):
                break
        return place

    def _fits(self, place: UsPlace, address: _Address, attempt: int) -> bool:
        """Whether an address may become a place: town, state and code are asked alike, so that all agree."""
        ctx = self._ctx
        state = self._names[place.state]
        free = ctx.is_free(place.name, address.town) and ctx.is_free(state, "-")
        named = self._states_go and attempt < MAX_DRAWS // 2 and self._is_known_state(place.state)
        town = address.town or address.state
        if not free or named or ctx.holds_known_word(place.name, town, attempt, _KINDS_OF_PLACE):
            return False
        taken = ctx.surrogates_taken
        return not address.town or taken.setdefault(("city", fold(place.name)), address.town) == address.town

    def _pool(self, address: _Address) -> list[UsPlace]:
        """The towns that an address may become."""
        lists = self._ctx.lists
        known = lists.us_towns_by_name.get(address.town, ())
        state = address.state or self._ctx.known.state_of(address.town, self._names)
        state = state or lists.state_of_zip3.get(address.zip[:3], "")
        size = next((p.size for p in known if not self._states_go and p.state == state), None)
        size = size if size is not None else max((p.size for p in known), default=0)
        if self._states_go and address.town:
            never = {state, *(p.state for p in known)}
            pool = [p for s, towns in lists.us_towns_of_state.items() if s not in never for p in towns]
        elif state or known:
            pool = list(lists.us_towns_of_state[self.state(state or known[0].state)])
        else:
            pool = [p for towns in lists.us_towns_of_state.values() for p in towns]
        own = address.town.split(" ")
        pool = [p for p in pool if lists.words_of_town(p.name).isdisjoint(own)]
        if self._keeps_zip3 and address.zip:
            pool = [p for p in pool if any(z[:3] == address.zip[:3] for z in p.zips)] or pool
        return [p for p in pool if p.size == size] or pool

    def zip_code(self, span: Span) -> str:
        """The postal code that a code becomes, five digits: one of its invented place, or its own where the
        first three digits stay."""
        own = self._addresses[span.start].zip
        if self._keeps_zip3:
            return own
        place = self.place(span)
        stream = self._ctx.random_for("place-zip", own)
        return stream.choice([z for z in place.zips if z != own[:5]] or place.zips)


def _town_norm(core: str) -> str:
    m = _COUNTY.fullmatch(core)
    if m and (m["before"] or m["after"]):
        return ""
    return town_form(core)


def _zip_digits(core: str) -> str:
    m = _US_ZIP.fullmatch(misread_letters_to_digits(core))
    return "".join(c for c in m.group() if c.isdecimal())[:5] if m else ""


def replace_city(ctx: SurrogateContext, places: UsPlaceSurrogates, span: Span) -> str:
    """A town of like size for a town of the US, another of the same country elsewhere, a county for a county;
    number of words kept where possible.

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
    if not number and not before and not after:
        norm = places.town_of(span) or norm
    country = "county" if before or after else country_of_town(ctx, norm)
    words = max(1, min(len(name.split()), 3))
    case = letter_case_of(misread_digits_to_letters(name))
    us = country != "county" and not number and places.has(span)

    def make(attempt: int) -> str:
        stream = ctx.random_for("city", norm, str(attempt))
        if not any(c.isalpha() for c in name):
            return before + randomize_characters(name, stream) + randomize_characters(number, stream) + after
        if attempt == 0 and case is LetterCase.UPPER and len(name) <= 3:
            return randomize_characters(name, stream) + randomize_characters(number, stream)
        if us:
            drawn = places.place(span, attempt).name.split(" ")
            return with_spacing_of(name, [apply_letter_case(w, case) for w in drawn])
        pool = ctx.lists.place_pool(country if attempt < 32 else "US", words if attempt < 64 else 1)
        drawn = closest_in_length(pool or ctx.lists.place_pool("US", 1), len(name), stream).split(" ")
        made = with_spacing_of(name, [apply_letter_case(w, case) for w in drawn])
        return before + made + randomize_characters(number, stream) + after

    return lead + ctx.draw_distinct("city", norm, make, core, _KINDS_OF_PLACE) + tail


def country_of_town(ctx: SurrogateContext, town: str) -> str:
    """The code of the country from which a town for another is drawn: its own; where a note names that behind
    the town, and it becomes another, that one, so that they belong together."""
    named = ctx.known.country_of(town)
    if named in ("", "US") or ctx.treatment(Label.COUNTRY) is not LabelAction.SURROGATE:
        return named or ctx.lists.places.get(town, "US")
    return country_codes().get(fold(_other_country(ctx, country_names()[named])), named)


def _other_country(ctx: SurrogateContext, name: str) -> str:
    """The country that one becomes, by its name alone: one with enough towns to draw from.

    Raises:
        StageError: if none is free.
    """
    norm = re.sub(r"[\W_]", "", fold(name))
    pools, codes = ctx.lists.place_pools, country_codes()
    names = [n for n in ctx.lists.words["countries"] if len(pools.get((codes[fold(n)], 1), ())) >= _FEW_TOWNS]

    def make(attempt: int) -> str:
        return closest_in_length(names, len(name), ctx.random_for("country", norm, str(attempt)))

    return ctx.draw_distinct("country", norm, make, name)


def replace_state(ctx: SurrogateContext, places: UsPlaceSurrogates, span: Span) -> str:
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
        row = stream.choice(table)
        if places.code_of(core):
            made = places.state_of(span, attempt)
            row = next(r for r in table if r[1] == made)
        full, code, abbreviated = row
        if form == "code":
            return with_case_of(core, code)
        if form in ("dotted", "short"):
            dotted = ".".join(code) + "." if core.count(".") > 1 else abbreviated.rstrip(".")
            dotted += "." if core.endswith(".") and not dotted.endswith(".") else ""
            return apply_letter_case(dotted, letter_case_of(core) if core.islower() else LetterCase.TITLE)
        case = letter_case_of(core)
        words = full.split(" ")
        if case in (LetterCase.LOWER, LetterCase.UPPER):
            words = [apply_letter_case(w, case) for w in words]
        return with_spacing_of(core, words)

    us = bool(places.code_of(core))
    return lead + ctx.draw_distinct("state", norm, make, core, known=not us) + tail


def generalize_place(ctx: SurrogateContext, places: UsPlaceSurrogates, span: Span) -> str:
    """The region of a state or a town of the US: ``the West``, ``a town in the West``; ``a town`` where the
    state stands with it or the region is not known; empty for any other state."""
    lead, core, tail = split_affixes(ctx.span_text(span))
    region = places.region(span)
    if span.label.info.surrogate is not SurrogateKind.CITY:
        return lead + with_spacing_of(core, region.split(" ")) + tail if region else ""
    kind = "county" if (m := _COUNTY.fullmatch(core)) and (m["before"] or m["after"]) else "town"
    where = f" in {region}" if region and not places.names_its_state(span) else ""
    return lead + with_spacing_of(core, f"a {kind}{where}".split(" ")) + tail


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
    if not (letters.isupper() and len(letters) <= 4):
        drawn = _other_country(ctx, " ".join(core.split())).split(" ")
        return lead + with_spacing_of(core, [with_case_of(core, w) for w in drawn]) + tail

    def make(attempt: int) -> str:
        stream = ctx.random_for("country", letters.lower(), str(attempt))
        code = closest_in_length(ctx.lists.words["country_codes"], len(letters), stream)
        return "".join(f"{c}." for c in code) if "." in core else code

    return lead + ctx.draw_distinct("country", letters.lower(), make, core) + tail


def replace_zip(ctx: SurrogateContext, places: UsPlaceSurrogates, span: Span) -> str:
    """A postal code. US codes under ``zip3`` become ``594**`` (``000**`` for restricted areas): stars, since
    ``59400`` would read as a code of its own. Where the document names a state that is replaced, it is the
    code of the invented place: the true digits beside an invented state would point back. US codes that are
    replaced become those of the invented place, all others random ones of the same shape.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(ctx.span_text(span))
    mended = misread_letters_to_digits(core)
    m = _US_ZIP.fullmatch(mended)
    general = ctx.policy.actions[span.label] is LabelAction.GENERALIZE and ctx.policy.zips is ZipMethod.ZIP3
    if m and general:
        area = places.zip_code(span)[:3]
        made = ("000" if area in RESTRICTED_ZIP3 else area) + "**"
        return lead + with_spacing_of(core, [made]) + tail
    if m and m[1]:
        made = places.zip_code(span) + randomize_characters(mended[5:], ctx.random_for("zip", mended))
        return lead + made + tail
    shape = mended if m or sum(c.isdecimal() for c in core) > 3 else core
    norm = re.sub(r"[\W_]", "", fold(mended))
    return (
        lead
        + ctx.draw_free(lambda n: randomize_characters(shape, ctx.random_for("zip", norm, str(n))), core)
        + tail
    )
