"""The lists that surrogates are drawn from, compiled by ``scripts/compile_surrogate_lists.py``."""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import dictionaries_folder
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.text_shape import length_class

_LETTERS = re.compile(r"[^\W\d_]+")
_MIN_POOL = 8
"""A pool smaller than this is widened: few candidates would be guessed, and would collide."""

_MIN_ORIGIN_POOL = 30
"""The same for all names of one kind and origin."""

NamePool = tuple[str, ...]


class UsPlace(NamedTuple):
    """A town: postal code of its state, size from 0 (below 15,000 people) to 3 (above 200,000), its postal
    codes as far as they are known, name."""

    state: str
    size: int
    zips: tuple[str, ...]
    name: str


@dataclass(frozen=True, repr=False)
class SurrogateLists:
    """Names, places and words.

    Attributes:
        names: folded name → (kind, origin); kind F, M, U for first names, L for last, BF, BM, BU for both.
        name_pools: (kind, origin) → names that may be drawn.
        places: folded name of a town → ISO country; ``county`` for counties.
        place_pools: (country, number of words) → names that may be drawn.
        us_places: towns of the US.
        words: category → words, from ``words.tsv``.
        word_sets: category → the same words folded.
    """

    names: dict[str, tuple[str, str]]
    name_pools: dict[tuple[str, str], NamePool]
    places: dict[str, str]
    place_pools: dict[tuple[str, int], NamePool]
    us_places: tuple[UsPlace, ...]
    words: dict[str, NamePool]
    word_sets: dict[str, frozenset[str]]

    @cached_property
    def _narrowed(self) -> dict[tuple[str, str, str, int], NamePool]:
        return {}

    def has_names(self, kind: str, origin: str) -> bool:
        """Whether there are enough names of this kind and origin to draw from."""
        return len(self.name_pools.get((kind, origin), ())) >= _MIN_ORIGIN_POOL

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """All origins of names, sorted."""
        return tuple(sorted({origin for _, origin in self.name_pools}))

    def names_like(self, kind: str, origin: str, letter: str, length: int) -> NamePool:
        """Names that may be drawn, of this kind and origin; of these those that begin with the letter, and
        of these those of the length class, wherever there are enough of them.

        Names of the US stand in where an origin has too few.
        """
        key = (kind, origin, letter, length)
        pool = self._narrowed.get(key)
        if pool is None:
            pool = self.name_pools.get((kind, origin), ())
            if not self.has_names(kind, origin):
                pool += self.name_pools.get((kind, "us"), ())
            for narrower in (
                tuple(n for n in pool if not letter or n[0] == letter),
                tuple(n for n in pool if (not letter or n[0] == letter) and length_class(n) == length),
            ):
                pool = narrower if len(narrower) >= _MIN_POOL else pool
            self._narrowed[key] = pool
        return pool

    @cached_property
    def listed_words(self) -> frozenset[str]:
        """The folded words of all names, places and words."""
        pools = (*self.name_pools.values(), *self.place_pools.values(), *self.words.values())
        drawn = {entry for pool in (*pools, (p.name for p in self.us_places)) for entry in pool}
        # All but five are ASCII, whose folding but for blanks is this, in a third of the time.
        folded = "\n".join(entry.lower() if entry.isascii() else fold(entry) for entry in drawn)
        return frozenset(self.names).union(_LETTERS.findall(folded))

    @cached_property
    def codes_of_states(self) -> dict[str, str]:
        """Name, postal code or abbreviation of a state of the US, folded and without a full stop → its postal
        code."""
        rows = (row.split(":") for row in self.words["states_us"])
        return {fold(form).rstrip("."): row[1] for row in rows for form in row}

    @cached_property
    def us_towns_of_state(self) -> dict[str, tuple[UsPlace, ...]]:
        """Postal code of a state → its towns of which a postal code is known."""
        out: dict[str, list[UsPlace]] = {}
        for place in self.us_places:
            if place.zips:
                out.setdefault(place.state, []).append(place)
        return {state: tuple(towns) for state, towns in out.items()}

    @cached_property
    def us_towns_by_name(self) -> dict[str, tuple[UsPlace, ...]]:
        """Folded name → the towns of the US of this name, the largest first."""
        out: dict[str, list[UsPlace]] = {}
        for place in sorted(self.us_places, key=lambda p: -p.size):
            out.setdefault(fold(place.name), []).append(place)
        return {name: tuple(towns) for name, towns in out.items()}

    @cached_property
    def _words_of_towns(self) -> dict[str, frozenset[str]]:
        return {}

    def words_of_town(self, name: str) -> frozenset[str]:
        """The folded words of a town's name: worked out once, as a town is drawn from all of its state."""
        words = self._words_of_towns.get(name)
        if words is None:
            words = self._words_of_towns[name] = frozenset(fold(name).split(" "))
        return words

    @cached_property
    def state_of_zip3(self) -> dict[str, str]:
        """First three digits of a postal code → the state most towns with it are in."""
        seen: dict[str, Counter[str]] = {}
        for place in self.us_places:
            for code in place.zips:
                seen.setdefault(code[:3], Counter())[place.state] += 1
        return {area: states.most_common(1)[0][0] for area, states in seen.items()}

    def place_pool(self, country: str, words: int) -> NamePool:
        """Towns of this country with this number of words; towns of the US where there are few."""
        pool = self.place_pools.get((country, words), ())
        if len(pool) >= _MIN_POOL:
            return pool
        return pool + self.place_pools.get(("US", min(words, 2)), ())


def closest_in_length(pool: Sequence[str], wanted: int, stream: KeyedRandom) -> str:
    """Of three draws the one whose length is nearest to the wanted."""
    drawn = [stream.choice(pool) for _ in range(3)]
    return min(drawn, key=lambda w: abs(len(w) - wanted))


def load_surrogate_lists(folder: Path | None = None) -> SurrogateLists:
    """The lists, read once a process; nobody changes them.

    Raises:
        ResourceError: if a list is missing or damaged.
    """
    return _read_lists(folder or dictionaries_folder() / "surrogates")


@cache
def _read_lists(folder: Path) -> SurrogateLists:
    names: dict[str, tuple[str, str]] = {}
    pools: dict[tuple[str, str], NamePool] = {}
    for kind, origin, use, text in _rows(folder / "names.tsv.gz", 4):
        if use != "o":
            names.update(dict.fromkeys(text.lower().split(" "), (kind, origin)))
        if use != "r":
            pools[(kind, origin)] = pools.get((kind, origin), ()) + tuple(text.split(" "))
    places: dict[str, str] = {}
    place_pools: dict[tuple[str, int], NamePool] = {}
    for country, use, text in sorted(_rows(folder / "places.tsv.gz", 3), reverse=True):
        # In reverse, so that a US town wins over a namesake elsewhere, and a town over a county.
        places.update(dict.fromkeys(text.lower().split("|"), country))
        if use == "d":
            by_words: dict[int, list[str]] = defaultdict(list)
            for name in text.split("|"):
                by_words[name.count(" ") + 1].append(name)
            for n, group in by_words.items():
                place_pools[(country, n)] = tuple(group)
    for name in _us_towns(places, place_pools):
        places[name] = "US"
    words = {category: tuple(text.split("|")) for category, text in _rows(folder / "words.tsv", 2)}
    unisex = pools.get(("U", "us"), ())
    pools[("U", "us")] = unisex + tuple(n for n in words["unisex"] if n not in unisex)
    pools[("BU", "us")] = sum((pools.get((k, "us"), ()) for k in ("BF", "BM", "BU")), ())
    sets = {category: frozenset(fold(w) for w in group) for category, group in words.items()}
    towns = tuple(
        UsPlace(state, int(size), tuple(zips.split(",")) if zips else (), name)
        for state, size, zips, name in _rows(folder / "us_places.tsv.gz", 4)
    )
    return SurrogateLists(names, pools, places, place_pools, towns, words, sets)


def _us_towns(places: dict[str, str], pools: dict[tuple[str, int], NamePool]) -> list[str]:
    return [n.lower() for (c, _), group in pools.items() if c == "US" for n in group if n.lower() in places]


def _rows(path: Path, columns: int) -> list[list[str]]:
    remedy = "Install Chartveil anew; its dictionaries folder is not whole."
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    except FileNotFoundError:
        raise ResourceError("is missing.", where=str(path), remedy=remedy) from None
    except (OSError, EOFError, UnicodeDecodeError) as e:
        raise ResourceError(f"cannot be read ({type(e).__name__}).", where=str(path), remedy=remedy) from e
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    if not rows or any(len(r) != columns for r in rows):
        raise ResourceError("is damaged.", where=str(path), remedy=remedy)
    return rows
