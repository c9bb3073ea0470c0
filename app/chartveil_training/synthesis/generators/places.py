"""Places: towns, states, countries, streets, postcodes, landmarks."""

from __future__ import annotations

import random
import re

from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.name_patterns import NamePatterns
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.generators.random_draws import chance

_COUNTY = re.compile(r"\b(?:county|co\.?|parish|cty)\b", re.IGNORECASE)
_BOX = re.compile(r"\bbox\b|\bdrawer\b", re.IGNORECASE)
_RURAL = re.compile(
    r"\b(?:rr|r\.r\.|rt|rte|route|hc|star|county r|cr|fm|hwy|highway|i-\d|us \d|mm|miles?)\b", re.IGNORECASE
)
_UNIT_ALONE = re.compile(r"(?:apt|suite|ste|unit|lot|space|spc|room|rm|flat)\.?\s*#?\w{1,5}", re.IGNORECASE)


class PlaceGenerator:
    """Draws places.

    Args:
        lists: what to draw from.
        names: names of people, which many places bear; made of the lists when not given.

    Attributes:
        patterns: makes up names.
    """

    def __init__(self, lists: IdentifierLists, names: NameGenerator | None = None) -> None:
        self._lists = lists
        self.patterns = NamePatterns(lists, names or NameGenerator(lists))
        self._countries = tuple(c for c in lists.towns if c != "US")
        words = lists.words
        self._states = tuple(
            tuple(row.split(":"))
            for key in ("us", "us", "us", "ca", "au", "za", "in")
            for row in words[f"surrogates.states_{key}"]
        )

    def city(self, rng: random.Random, like: str = "") -> str:
        """A town, county or neighbourhood; mostly a county where ``like`` is one."""
        lists = self._lists
        roll = rng.random()
        if like and _COUNTY.search(like) and roll < 0.7:
            roll = 0.76
        if roll < 0.45:
            return lists.towns["US"].draw(rng)
        if roll < 0.72:
            return lists.towns[rng.choice(self._countries)].draw(rng)
        if roll < 0.79:
            return lists.counties.draw(rng) + rng.choice(
                [" County", " County", " County", " Co.", " Parish", " Cty", ""]
            )
        if roll < 0.82:
            return lists.draw_word("places.counties_world", rng)
        if roll < 0.87:
            return self.patterns.draw_filled("places.neighbourhoods", rng)
        return self.patterns.made_town(rng)

    def state(self, rng: random.Random, like: str = "") -> str:
        """A state or province in full, or as an abbreviation where ``like`` is one."""
        if chance(rng, 0.08):
            return self._lists.draw_word("places.states_said", rng)
        full, code, short = rng.choice(self._states)
        bare = like.replace(" ", "")
        if bare and len(bare) <= 3 and bare.isalpha():
            return code
        if like and "." in like:
            return short if "." in short else ".".join(code) + "."
        return short if not like and chance(rng, 0.2) else full

    def country(self, rng: random.Random, like: str = "") -> str:
        """A country, in short where ``like`` is an abbreviation."""
        bare = like.replace(".", "")
        if bare.isupper() and len(bare) <= 3 and chance(rng, 0.7):
            return rng.choice((*self._lists.words["surrogates.country_codes"], *self._countries))
        if chance(rng, 0.12):
            return self._lists.draw_word("places.countries_said", rng)
        return self._lists.draw_word("surrogates.countries", rng)

    # ── streets ──────────────────────────────────────────────────────────────────────────────────

    def street(self, rng: random.Random, like: str = "") -> str:
        """A street, with number and unit or without as ``like`` has them; a box or a rural route likewise."""
        fill = self.patterns.draw_filled
        if _BOX.search(like) and chance(rng, 0.85):
            return fill("places.boxes" if chance(rng, 0.7) else "places.rural", rng)
        if _RURAL.search(like) and chance(rng, 0.7):
            return fill("places.rural", rng)
        if _UNIT_ALONE.fullmatch(like):
            return fill("places.units", rng).strip(", ")
        roll = rng.random()
        numbered = not like or any(c.isdigit() for c in like) or "one" in like.lower().split()
        if roll < 0.12:
            made = fill("places.streets_foreign", rng)
            return (
                made
                if numbered
                else re.sub(r"\s{2,}", " ", re.sub(r"(?:No\.?:?|#|/|-)?\s?\b\d+\w?\b,?", "", made)).strip(
                    " ,-/"
                )
            )
        if roll < 0.16 and not like:
            return fill(rng.choice(("places.boxes", "places.rural")), rng)
        if not numbered:
            return self._street_name(rng)
        if roll < 0.24:
            return self._abroad(rng)
        made = f"{_house_number(rng)} {self._street_name(rng)}"
        if chance(rng, 0.25 if not like else 0.7 if re.search(r",|#|apt|unit|ste", like, re.I) else 0.05):
            made += self._unit(rng)
        elif chance(rng, 0.03):
            made = f"{fill('places.units_before', rng)}, {made}"
        return made

    def _street_name(self, rng: random.Random) -> str:
        lists = self._lists
        roll = rng.random()
        if roll < 0.5:
            name = lists.draw_word("places.street_words", rng)
        elif roll < 0.65:
            name = lists.draw_word("surrogates.street_names", rng)
        elif roll < 0.8:
            name = self.patterns.fill("{last}", rng)
        elif roll < 0.9:
            name = self.patterns.fill("{lead} {tail}", rng)
        else:
            name = self.patterns.fill(
                rng.choice(["{ord}", "{ord}", "{letter}", "Avenue {letter}", "{town}", "{first} {last}"]), rng
            )
        if name.startswith("Avenue") or (name == "Broadway" and chance(rng, 0.7)):
            return name
        made = name if chance(rng, 0.08) else f"{name} {lists.draw_word('places.street_types', rng)}"
        if chance(rng, 0.14):
            side = rng.choice(
                ["N", "S", "E", "W", "N.", "S.", "E.", "W.", "NW", "SE", "North", "South", "East", "West"]
            )
            made = f"{side} {made}" if chance(rng, 0.7) else f"{made} {side}"
        return made

    def _abroad(self, rng: random.Random) -> str:
        """An address as in Britain or Australia: a house with a name, a flat, a lane."""
        fill, word = self.patterns.fill, self._lists.draw_word
        name = rng.choice(
            [word("places.street_words", rng), fill("{last}", rng), word("surrogates.places_words", rng)]
        )
        made = f"{name} {word('places.street_types_world', rng)}"
        roll = rng.random()
        if roll < 0.3:
            return f"{word('places.houses_world', rng)}, {made}"
        if roll < 0.5:
            return f"Flat {rng.randint(1, 40)}, {fill('{lead} Court', rng)}, {rng.randint(1, 200)} {made}"
        if roll < 0.6:
            return f"{rng.randint(1, 90)}{rng.choice('ABC')} {made}"
        return f"{rng.randint(1, 300)} {made}"

    def _unit(self, rng: random.Random) -> str:
        made = self.patterns.draw_filled("places.units", rng)
        return made if made.startswith(",") else " " + made

    def landmark(self, rng: random.Random) -> str:
        """A park, lake, camp, airport or building with a name."""
        return self.patterns.draw_filled("places.landmarks", rng)


def _house_number(rng: random.Random) -> str:
    roll = rng.random()
    if roll < 0.02:
        return rng.choice(["One", "Two", "Three", "Five", "Ten"])
    if roll < 0.04:
        return f"{rng.randint(1, 99)}-{rng.randint(10, 220)}"
    if roll < 0.05:
        return f"{rng.randint(1, 400)} 1/2"
    if roll < 0.07:
        return f"{rng.choice('NSEW')}{rng.randint(1, 40) * 100 + rng.randint(0, 99)}"
    if roll < 0.1:
        return f"{rng.randint(1, 900)}{rng.choice('ABCab')}"
    digits = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 4, 5))
    return str(rng.randint(10 ** (digits - 1), 10**digits - 1))
