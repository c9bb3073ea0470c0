"""What identifiers are drawn from: bundled lists, and the source lists where a folder with them is given."""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from chartveil.errors import ResourceError
from chartveil.paths import dictionaries_folder, resources_folder
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists
from chartveil.training.synthesis.draw import WeightedChoice
from chartveil.training.synthesis.lists_source import RawSourceLists, natural_case
from chartveil.words import fold

WordsByCategory = dict[str, tuple[str, ...]]
"""Category → words."""

_BANDS = (("frequent", 0.30), ("usual", 0.03), ("rare", 0.01))
"""Bands of the bundled surnames with the usual square root of the share (percent) of a name in each."""

_HANDWRITTEN_WEIGHT = 3
"""How many times as often as a usual one a name of our own word lists is drawn: they hold what the bundled
lists have too little of, such as names with accents."""

_USUAL_WEIGHT = 0.1
"""Weight from which on a US family name is frequent: one of the first 1,500 or so."""

_REMEDY = "Install Chartveil anew; its folders dictionaries and resources are not whole."


@dataclass(frozen=True, repr=False)
class IdentifierLists:
    """Names, places and words that identifiers are made of.

    Attributes:
        origins: origins of names, drawn as often as notes of an English-speaking country show them.
        given_names: (origin, ``F`` or ``M``) → given names.
        family_names: origin → family names.
        name_kinds: folded name → kinds it is known as: ``F``, ``M``, ``L``.
        frequent_families: folded family names that are frequent in the US or belong to another origin.
        towns: ISO country → towns.
        counties: counties of the US, without the word ``County``.
        hospitals, companies: names in their natural case.
        words: file and category, parted by a dot (``places.parks``) → words of ``resources/training/words``
            and of the surrogates (``surrogates.saints``).
    """

    origins: WeightedChoice
    given_names: dict[tuple[str, str], WeightedChoice]
    family_names: dict[str, WeightedChoice]
    name_kinds: dict[str, str]
    frequent_families: frozenset[str]
    towns: dict[str, WeightedChoice]
    counties: WeightedChoice
    hospitals: WeightedChoice
    companies: WeightedChoice
    words: WordsByCategory

    @classmethod
    def load(cls, data: Path | None = None) -> IdentifierLists:
        """Reads the lists.

        Args:
            data: folder with ``lists/`` and ``names/``; without it the bundled lists alone.

        Raises:
            ResourceError: if a list is missing or damaged.
        """
        surrogates = load_surrogate_lists()
        words = _words(surrogates)
        source = RawSourceLists(data) if data else None
        given, family = _names(surrogates, words, source)
        towns = _towns(surrogates, source)
        known = [o for o in _ORIGIN_SHARES if o in family and (o, "F") in given and (o, "M") in given]
        return cls(
            WeightedChoice(known, [_ORIGIN_SHARES[o] for o in known]),
            given,
            family,
            _kinds(given, family),
            _usual(family),
            towns,
            WeightedChoice(sorted(p.title() for p, c in surrogates.places.items() if c == "county")),
            WeightedChoice(_titled(source.hospitals() if source else _terms("hospitals/terms.txt"))),
            WeightedChoice(source.companies() if source else _titled(_terms("companies/terms.txt"))),
            words,
        )

    def draw_word(self, category: str, rng: random.Random) -> str:
        """One word of a category, each equally likely."""
        return rng.choice(self.words[category])


_ORIGIN_SHARES: dict[str, float] = {
    "us": 40, "hispanic": 10, "indian": 5, "african": 5, "slavic": 5, "arabic": 4, "irish": 3, "german": 3,
    "italian": 3, "french": 3, "chinese": 3, "nordic": 3, "vietnamese": 2.5, "korean": 2, "japanese": 2,
    "dutch": 2, "portuguese": 2, "southeast": 2, "greek": 1.5, "turkish": 1.5, "hebrew": 1.5, "persian": 1.5,
    "british": 3, "caribbean": 1.5, "centralasian": 0.7, "finnic": 1, "baltic": 1, "romanian": 1,
    "hungarian": 1, "armenian": 1, "pacific": 1, "georgian": 0.5,
}  # fmt: skip
"""How often a name of each origin is drawn. Chosen, not measured: far from what any one clinic sees, so that
names of no origin are strange to the models."""


def _words(surrogates: SurrogateLists) -> WordsByCategory:
    words: WordsByCategory = {f"surrogates.{k}": v for k, v in surrogates.words.items()}
    folder = resources_folder() / "training" / "words"
    for path in sorted(folder.glob("*.toml")):
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as e:
            raise ResourceError("cannot be read.", where=str(path), remedy=_REMEDY) from e
        for category, value in tables.items():
            if not isinstance(value, str):
                raise ResourceError(f"'{category}' is no text.", where=str(path), remedy=_REMEDY)
            sign = "|" if "|" in value else ","
            words[f"{path.stem}.{category}"] = tuple(
                item for part in value.replace("\n", sign).split(sign) if (item := part.strip())
            )
    return words


def _names(
    surrogates: SurrogateLists, words: WordsByCategory, source: RawSourceLists | None
) -> tuple[dict[tuple[str, str], WeightedChoice], dict[str, WeightedChoice]]:
    """Given names by origin and gender, family names by origin."""
    given: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    family: dict[str, dict[str, float]] = defaultdict(dict)
    for name, (kind, origin) in surrogates.names.items():
        natural = natural_case(name)
        for gender in "FM":
            if gender in kind or "U" in kind:
                given[origin, gender][natural] = 1.0
        if kind in ("L", "BF", "BM", "BU"):
            family[origin][natural] = 1.0
    if source:
        for gender in "FM":
            given["us", gender] |= source.census_given(gender)
        family["us"] = source.census_family()
        for origin, gender, name in source.given_by_country():
            given[origin, gender].setdefault(name, 1.0)
        for origin, name in source.family_by_country():
            family[origin].setdefault(name, 1.0)
    else:
        for band, weight in _BANDS:
            family["us"].update((natural_case(n), weight) for n in _terms(f"surnames/{band}.txt"))
    for category, more in words.items():
        kind, _, origin = category.removeprefix("names.").rpartition("_")
        share = _HANDWRITTEN_WEIGHT * (_BANDS[1][1] if origin == "us" else 1.0)
        if kind == "family" and origin != "words":
            family[origin] |= dict.fromkeys(more, share)
        elif kind in ("given_f", "given_m"):
            given[origin, kind[-1].upper()] |= dict.fromkeys(more, share)
    return (
        {k: WeightedChoice(v, v.values()) for k, v in sorted(given.items())},
        {k: WeightedChoice(v, v.values()) for k, v in sorted(family.items())},
    )


def _kinds(given: dict[tuple[str, str], WeightedChoice], family: dict[str, WeightedChoice]) -> dict[str, str]:
    kinds: dict[str, str] = defaultdict(str)
    pools = [(gender, pool) for (_, gender), pool in given.items()]
    for kind, pool in [*pools, *(("L", pool) for pool in family.values())]:
        for name in pool.items:
            key = fold(name)
            if kind not in kinds[key]:
                kinds[key] += kind
    return dict(kinds)


def _usual(family: dict[str, WeightedChoice]) -> frozenset[str]:
    names = {fold(n) for origin, pool in family.items() if origin != "us" for n in pool.items}
    return frozenset(names | {fold(n) for n in family["us"].items_weighing(_USUAL_WEIGHT)})


def _towns(surrogates: SurrogateLists, source: RawSourceLists | None) -> dict[str, WeightedChoice]:
    by_country: dict[str, dict[str, float]] = defaultdict(dict)
    for place, country in surrogates.places.items():
        if country != "county":
            by_country[country][place.title()] = 1.0
    if source:
        for country, name, weight in source.towns():
            by_country[country][name] = weight
    return {k: WeightedChoice(v, v.values()) for k, v in sorted(by_country.items())}


def _terms(name: str) -> list[str]:
    path = dictionaries_folder() / name
    try:
        return [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    except OSError as e:
        raise ResourceError("cannot be read.", where=str(path), remedy=_REMEDY) from e


_SMALL = frozenset("of the and for at in on de la del los las du des von".split())


def _titled(names: Iterable[str]) -> Iterator[str]:
    """Names in title case, but for short words inside and for abbreviations that dots show."""
    for name in names:
        words = name.split()
        yield " ".join(
            w.lower() if i and w.lower() in _SMALL else w[:1].upper() + w[1:].lower()
            for i, w in enumerate(words)
        )
