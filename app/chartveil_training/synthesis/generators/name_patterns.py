"""Names made by grammar: patterns such as ``{saint} Hospital`` whose slots are drawn from lists."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from chartveil.lexicon.calendar import ordinal_suffix
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.names import NameGenerator, capitalised
from chartveil_training.synthesis.generators.random_draws import chance

SlotFiller = Callable[[random.Random], str]

_GENITIVES = ("'s", "'s", "’s", "s")
_SLOT = re.compile(r"\{(\w+)\}")
_TOWN_SLOTS = frozenset(("town", "made"))
_LETTERS = "ABCDEFGHJKLMNPRSTW"


class NamePatterns:
    """Fills the slots of patterns.

    Args:
        lists: words and towns.
        names: names of people, which many places bear.
    """

    def __init__(self, lists: IdentifierLists, names: NameGenerator) -> None:
        self._lists = lists
        self._names = names
        self._slots: Mapping[str, SlotFiller] = {
            "town": self.town,
            "made": self.made_town,
            "lead": self._of("surrogates.lead_words"),
            "tail": self._of("surrogates.tail_words"),
            "tree": self._of("hospitals.trees"),
            "virtue": self._of("hospitals.virtues"),
            "direction": self._of("hospitals.directions"),
            "animal": self._of("organizations.animals"),
            "last": self._last,
            "first": self._first,
            "saint": lambda rng: f"{lists.draw_word('hospitals.saints', rng)} {self._saint(rng)}",
            "saints": self._saints,
            "state": lambda rng: lists.draw_word("surrogates.states_us", rng).split(":")[
                int(rng.random() < 0.2)
            ],
            "n": _number,
            "ord": lambda rng: (lambda n: f"{n}{ordinal_suffix(n)}")(rng.randint(1, 175)),
            "letter": lambda rng: rng.choice(_LETTERS),
        }

    def fill(self, pattern: str, rng: random.Random, town: str = "") -> str:
        """The pattern with its slots filled.

        Args:
            pattern: text with slots.
            rng: decides.
            town: what stands in the slots for a town; any when empty.

        Raises:
            KeyError: for a slot that no grammar knows.
        """
        return _SLOT.sub(lambda m: town if town and m[1] in _TOWN_SLOTS else self._slots[m[1]](rng), pattern)

    def draw_filled(self, category: str, rng: random.Random) -> str:
        """A word or filled pattern of a category."""
        return self.fill(self._lists.draw_word(category, rng), rng)

    def town(self, rng: random.Random) -> str:
        """A town for the name of an organisation: mostly a real one of the US."""
        roll = rng.random()
        if roll < 0.55:
            return self._lists.towns["US"].draw(rng)
        if roll < 0.7:
            return self._lists.counties.draw(rng)
        if roll < 0.78:
            country = rng.choice(("GB", "IE", "CA", "AU", "NZ", "ZA", "IN", "MX", "PH", "NG", "DE", "FR"))
            return self._lists.towns[country].draw(rng)
        return self.made_town(rng)

    def made_town(self, rng: random.Random) -> str:
        """A town or land that sounds real and mostly is not."""
        word = self._lists.draw_word
        form = rng.randrange(7)
        if form == 0:
            return word("surrogates.places_words", rng)
        if form == 1:
            return f"{word('surrogates.lead_words', rng)} {word('surrogates.tail_words', rng)}"
        if form == 2:
            return capitalised(
                word("surrogates.lead_words", rng) + word("surrogates.tail_words", rng).lower()
            )
        if form == 3:
            return f"{self._last(rng)} {word('places.town_tails', rng)}"
        if form == 4:
            head = self._names.listed_family_name(rng, rng.choice(("us", "us", "british", "german")))
            return re.split(r"[\s'-]", head)[-1] + word("places.town_ends", rng)
        if form == 5:
            return f"{word('places.town_heads', rng)} {self._lists.towns['US'].draw(rng)}"
        return f"{word('hospitals.trees', rng)} {word('surrogates.tail_words', rng)}"

    def _of(self, category: str) -> SlotFiller:
        return lambda rng: self._lists.draw_word(category, rng)

    def _last(self, rng: random.Random) -> str:
        origin = "us" if chance(rng, 0.6) else self._names.origin(rng)
        return self._names.listed_family_name(rng, origin)

    def _first(self, rng: random.Random) -> str:
        if chance(rng, 0.1):
            return self._names.byname(rng)
        origin = "us" if chance(rng, 0.7) else self._names.origin(rng)
        return self._names.listed_given_name(rng, origin)

    def _saint(self, rng: random.Random) -> str:
        if chance(rng, 0.35):
            return self._lists.given_names["us", rng.choice("FM")].draw(rng)
        return self._lists.draw_word("surrogates.saints", rng)

    def _saints(self, rng: random.Random) -> str:
        lead = rng.choice(("St.", "St.", "St", "Saint"))
        return f"{lead} {self._saint(rng)}{rng.choice(_GENITIVES)}"


def _number(rng: random.Random) -> str:
    """A house or unit number: short ones come often."""
    digits = rng.choice((1, 1, 2, 2, 2, 3, 3, 3, 4, 4))
    return str(rng.randint(10 ** (digits - 1), 10**digits - 1))


_SMALL = frozenset("of the and for at in on de la & del".split())


def abbreviation(name: str) -> str:
    """The first letters of the words of a name, without the small ones; empty if fewer than two."""
    letters = [w[0] for w in re.split(r"[\s/-]+", name) if w and w[0].isalpha() and w.lower() not in _SMALL]
    return "".join(letters).upper() if len(letters) > 1 else ""
