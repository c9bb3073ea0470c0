"""Names of people: of all origins, rare, double, with particles, misspelt, made up, or common words."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.nicknames import load_nicknames
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.random_draws import PseudowordModel, chance

_PARTICLES: dict[str, tuple[str, ...]] = {
    "hispanic": ("de la ", "de ", "del ", "de los ", "De La ", "de León-"),
    "portuguese": ("da ", "dos ", "de ", "do "),
    "french": ("de ", "Le ", "La ", "du ", "de la ", "St. ", "D'"),
    "german": ("von ", "zu ", "von der ", "Von "),
    "dutch": ("van ", "van der ", "van den ", "de ", "Vander ", "Van ", "ter ", "van 't "),
    "italian": ("Di ", "De ", "Della ", "Lo ", "Dal ", "La ", "D'"),
    "arabic": ("al-", "Al-", "El ", "el-", "Al ", "Abu ", "bin ", "Ben ", "Abdul "),
    "hebrew": ("Ben-", "Bar-", "Ben "),
    "us": ("St. ", "Saint ", "Fitz", "De", "Van "),
    "irish": ("Mac ", "Ó ", "Ní ", "Mc", "O'", "Mac", "Nic ", "Uí "),
    "southeast": ("bin ", "binti ", "Sri "),
    "african": ("Ole ", "ole ", "Ait "),
    "indian": ("Sri", "Das"),
}
_KEYS_NEARBY: dict[str, str] = {
    "a": "se", "b": "vn", "c": "vk", "d": "sf", "e": "ia", "f": "gv", "g": "hj", "h": "jg", "i": "ey",
    "j": "g", "k": "cq", "l": "r", "m": "n", "n": "m", "o": "ua", "p": "b", "q": "k", "r": "l", "s": "zc",
    "t": "d", "u": "o", "v": "f", "w": "v", "x": "z", "y": "i", "z": "s",
}  # fmt: skip
_DOUBLED = 0.06
_MADE_UP = 0.07
_WORD_NAME = 0.06
_WITH_PARTICLE = 0.06
_MISSPELT = 0.02
_FROM_ALL = 0.06


def misspelt(word: str, rng: random.Random) -> str:
    """The word with one letter changed, dropped, doubled or swapped with the next; its first letter stays."""
    places = [i for i in range(1, len(word) - 1) if word[i].isalpha() and word[i + 1].isalpha()]
    if not places:
        return word
    i = rng.choice(places)
    letter = word[i]
    kind = rng.randrange(4)
    if kind == 0:
        return word[:i] + word[i + 1] + letter + word[i + 2 :]
    if kind == 1:
        return word[:i] + word[i + 1 :]
    if kind == 2:
        return word[:i] + letter + word[i:]
    return word[:i] + rng.choice(_KEYS_NEARBY.get(letter.lower(), "e")) + word[i + 1 :]


def capitalised(word: str) -> str:
    """The word with its first letter as a capital; the rest stays."""
    return word[:1].upper() + word[1:]


class NameGenerator:
    """Draws the names of people.

    Args:
        lists: what to draw from.
    """

    def __init__(self, lists: IdentifierLists) -> None:
        self._lists = lists
        self._models: dict[str, PseudowordModel] = {}
        self._nicknames = load_nicknames()
        self._any_family = tuple(n for pool in lists.family_names.values() for n in pool.items)

    def origin(self, rng: random.Random) -> str:
        """An origin of names, such as ``hispanic``."""
        return self._lists.origins.draw(rng)

    def gender(self, name: str) -> str | None:
        """``F`` or ``M`` where the lists know the given name for that gender alone."""
        kinds = self._lists.name_kinds.get(fold(name), "")
        return (
            "F" if "F" in kinds and "M" not in kinds else "M" if "M" in kinds and "F" not in kinds else None
        )

    def __contains__(self, name: object) -> bool:
        """Whether the lists know a folded name of either kind."""
        return name in self._lists.name_kinds

    def is_given_name(self, name: str) -> bool:
        """Whether the lists know a given name; a family name that is no given name is none."""
        kinds = self._lists.name_kinds.get(fold(name), "")
        return "F" in kinds or "M" in kinds

    def is_common_name(self, name: str) -> bool:
        """Whether a word is a given name, or a family name that one meets often."""
        return self.is_given_name(name) or fold(name) in self._lists.frequent_families

    def is_family_name(self, name: str) -> bool:
        """Whether the lists know a family name."""
        return "L" in self._lists.name_kinds.get(fold(name), "")

    def given_name(self, rng: random.Random, origin: str, gender: str | None = None) -> str:
        """A given name of an origin; of either gender when none is given."""
        gender = gender or rng.choice("FM")
        roll = rng.random()
        if roll < 0.03:
            category = "names.given_words_f" if gender == "F" else "names.given_words_m"
            return self._lists.draw_word(category, rng)
        name = self._lists.given_names[origin, gender].draw(rng)
        if roll < 0.06:
            return f"{name}-{self._lists.given_names[origin, gender].draw(rng)}"
        if roll < 0.08:
            return misspelt(name, rng)
        if roll < 0.09:
            return self._model(origin + gender, lambda: self._lists.given_names[origin, gender].items).make(
                rng
            )
        return name

    def family_name(self, rng: random.Random, origin: str) -> str:
        """A family name of an origin, also one that is double, misspelt, made up, or a common word."""
        lists = self._lists
        roll = rng.random()
        if roll < _DOUBLED:
            other = origin if chance(rng, 0.5) else self.origin(rng)
            return f"{self.listed_family_name(rng, origin)}-{self.listed_family_name(rng, other)}"
        roll -= _DOUBLED
        if roll < _MADE_UP:
            return self._model(origin, lambda: lists.family_names[origin].items[:4000]).make(rng)
        roll -= _MADE_UP
        if roll < _WORD_NAME:
            return lists.draw_word("names.family_words", rng)
        roll -= _WORD_NAME
        if roll < _WITH_PARTICLE and origin in _PARTICLES:
            particle = rng.choice(_PARTICLES[origin])
            name = self.listed_family_name(rng, origin)
            joined = particle[-1:].isalpha() and particle not in ("Mc", "Mac", "Fitz")
            return particle + (name.lower() if joined else name)
        roll -= _WITH_PARTICLE
        if roll < _MISSPELT:
            return misspelt(self.listed_family_name(rng, origin), rng)
        roll -= _MISSPELT
        if roll < _FROM_ALL:
            return rng.choice(self._any_family)
        return self.listed_family_name(rng, origin)

    def nickname(self, rng: random.Random, given: str) -> str:
        """What people call someone of this given name: a usual short form, else a cut one, else a byname."""
        known = self._nicknames.get(fold(given))
        if known and chance(rng, 0.75):
            return rng.choice(known)
        if len(given) >= 5 and chance(rng, 0.4):
            return _shortened_name(given, rng)
        return self.byname(rng, self.gender(given))

    def byname(self, rng: random.Random, gender: str | None = None) -> str:
        """What somebody is called that is no form of the given name: ``Shorty``, ``Peaches``."""
        return self._lists.draw_word(f"names.bynames_{(gender or rng.choice('FM')).lower()}", rng)

    def is_nickname(self, name: str, given: str) -> bool:
        """Whether ``name`` is short for the given name."""
        name, given = fold(name), fold(given)
        if name in (fold(n) for n in self._nicknames.get(given, ())):
            return True
        return 3 <= len(name) < len(given) and given.startswith(name)

    def listed_family_name(self, rng: random.Random, origin: str) -> str:
        """A family name as the lists have it."""
        return self._lists.family_names[origin].draw(rng)

    def listed_given_name(self, rng: random.Random, origin: str) -> str:
        """A given name as the lists have it."""
        return self._lists.given_names[origin, rng.choice("FM")].draw(rng)

    def _model(self, key: str, words: Callable[[], Sequence[str]]) -> PseudowordModel:
        model = self._models.get(key)
        if model is None:
            model = self._models[key] = PseudowordModel(w for w in words() if w.isalpha())
        return model


def _shortened_name(given: str, rng: random.Random) -> str:
    """The head of a given name, as ``Ros`` or ``Rosie`` of Rosalind."""
    vowels = "aeiouyáéíóúöüàè"
    for i in range(2, min(len(given), 6)):
        if given[i].lower() not in vowels and given[i - 1].lower() in vowels and given[i].isalpha():
            head = given[: i + 1]
            return head + rng.choice(["", "", "ie", "y"])
    return given[:4]
