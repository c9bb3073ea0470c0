"""The source lists of names and places, richer than what is bundled: shares, accents, sizes of towns."""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from defusedxml.ElementTree import fromstring

from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import dictionaries_folder
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists
from chartveil_training.data_files import DATA_FOLDER, REMEDY, read_lines, read_toml, split_items
from chartveil_training.synthesis.generators.random_draws import WeightedChoice


class RawSourceLists:
    """The source lists.

    Args:
        folder: holds ``lists/`` and ``names/``.

    Every method raises ResourceError if its list cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._lists = folder / "lists"
        self._labelled = folder / "names" / "company_labeled.xml"

    def _rows(self, name: str, delimiter: str) -> list[dict[str, str]]:
        path = self._lists / name
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                # The lists with tabs hold single quotation marks that quote nothing.
                if delimiter == "\t":
                    return list(csv.DictReader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE))
                return list(csv.DictReader(file, delimiter=delimiter))
        except OSError as e:
            raise _unreadable(path) from e

    def census_given(self, gender: str) -> dict[str, float]:
        """Given names of a gender with the square root of their share, so that rare ones come often."""
        name = "us_census_1990_female_first.tsv" if gender == "F" else "us_census_1990_male_first.tsv"
        return {natural_case(r["name"]): float(r["percent"]) ** 0.5 for r in self._rows(name, "\t")}

    def census_family(self) -> dict[str, float]:
        """Family names with the square root of their share."""
        rows = self._rows("us_census_1990_surnames.tsv", "\t")
        return {natural_case(r["name"]): max(float(r["percent"]), 0.0001) ** 0.5 for r in rows}

    def given_by_country(self) -> Iterator[tuple[str, str, str]]:
        """Origin, gender and given name, with its accents."""
        for row in self._rows("names_by_country_forenames.csv", ","):
            origin = ORIGIN_OF_COUNTRY.get(row["Country"])
            name = _latin_name(row["Localized Name"], row["Romanized Name"])
            if origin and name and row["Gender"] in ("F", "M"):
                yield origin, row["Gender"], name

    def family_by_country(self) -> Iterator[tuple[str, str]]:
        """Origin and family name, with its accents."""
        for row in self._rows("names_by_country_surnames.csv", ","):
            origin = ORIGIN_OF_COUNTRY.get(row["Country"])
            name = _latin_name(row["Localized Name"], row["Romanized Name"])
            if origin and name:
                yield origin, name

    def towns(self) -> Iterator[tuple[str, str, float]]:
        """ISO country, town, weight: large towns abroad come more often, towns of the US all alike."""
        for row in self._rows("us_cities_states_counties.csv", "|"):
            if row["City"]:
                yield "US", row["City"], 1.0
        for row in self._rows("geonames_cities15000.tsv", "\t"):
            yield row["country"], row["name"], max(int(row["population"]), 1000) ** 0.25 / 5

    def hospitals(self) -> list[str]:
        """Hospitals as the source writes them, in capitals."""
        return [r["name"] for r in self._rows("us_hospitals_cms.tsv", "\t")]

    def companies(self) -> list[str]:
        """Companies and organisations in their natural case."""
        named = [r["organization"].strip() for r in self._rows("companies_and_organizations.csv", ",")]
        try:
            root = fromstring(self._labelled.read_bytes())
        except (OSError, ElementTree.ParseError) as e:
            raise _unreadable(self._labelled) from e
        labelled = (" ".join("".join(name.itertext()).split()) for name in root)
        return [
            *named,
            *(text.title() if text.islower() or text.isupper() else text for text in labelled if text),
        ]


def _unreadable(path: Path) -> ResourceError:
    return ResourceError(
        "cannot be read.", where=str(path), remedy="Name the folder that holds lists/ and names/."
    )


def natural_case(name: str) -> str:
    """A name of a list in the case it is written in: ``Mc`` before a capital, ``O'`` likewise."""
    titled = name[:1].upper() + name[1:].lower()
    for prefix in ("Mc", "O'", "D'", "L'"):
        if titled.startswith(prefix) and len(titled) > len(prefix) + 2:
            return prefix + titled[len(prefix)].upper() + titled[len(prefix) + 1 :]
    return titled


def _latin_name(localized: str, romanized: str) -> str:
    """The name with its accents where it is written in Latin letters, else as it is transcribed."""
    for name in (localized, romanized):
        name = name.strip()
        if name and all(c < "\u0250" or "\u1e00" <= c < "\u1f00" for c in name):
            return name
    return ""


ORIGIN_OF_COUNTRY: dict[str, str] = {
    country: origin
    for origin, countries in {
        "us": "US GB AU NZ CA IM GG JE GI JM",
        "irish": "IE",
        "hispanic": "ES MX AR CL CO CR CU DO EC GT PE PY SV UY VE BO PA PR GQ PH",
        "portuguese": "PT BR",
        "french": "FR MC LU HT",
        "german": "DE AT CH LI",
        "dutch": "NL BE SR AW",
        "italian": "IT SM MT",
        "nordic": "SE NO DK IS FO GL",
        "finnic": "FI EE",
        "slavic": "PL CZ SK RU UA BY BG RS HR SI BA ME MK",
        "baltic": "LT LV",
        "romanian": "RO MD",
        "hungarian": "HU",
        "greek": "GR CY",
        "turkish": "TR AZ KZ KG XK",
        "armenian": "AM",
        "georgian": "GE",
        "hebrew": "IL",
        "arabic": "AE SA EG DZ MA TN LY IQ JO KW LB PK BD",
        "persian": "IR TJ",
        "indian": "IN LK NP",
        "chinese": "CN TW",
        "korean": "KR",
        "japanese": "JP",
        "vietnamese": "VN",
        "southeast": "KH MY TH ID",
        "african": "NG GH KE ZA ML",
        "pacific": "FJ PF",
    }.items()
    for country in countries.split()
}
"""ISO country → origin of its names, as ``scripts/compile_surrogate_lists.py`` groups them."""


# What identifiers are drawn from: bundled lists, and the source lists where a folder with them is given.


WordsByCategory = dict[str, tuple[str, ...]]
"""Category → words."""

_BANDS = (("frequent", 0.30), ("usual", 0.03), ("rare", 0.01))
"""Bands of the bundled surnames with the usual square root of the share (percent) of a name in each."""

_HANDWRITTEN_WEIGHT = 3
"""How many times as often as a usual one a name of our own word lists is drawn: they hold what the bundled
lists have too little of, such as names with accents."""

_USUAL_WEIGHT = 0.1
"""Weight from which on a US family name is frequent: one of the first 1,500 or so."""


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
        words: file and category, parted by a dot (``places.parks``) → words of ``data/words``
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
    for path in sorted((DATA_FOLDER / "words").glob("*.toml")):
        for category, value in read_toml(path).items():
            if not isinstance(value, str):
                raise ResourceError(f"'{category}' is no text.", where=str(path), remedy=REMEDY)
            words[f"{path.stem}.{category}"] = split_items(value)
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


def _terms(name: str) -> tuple[str, ...]:
    return read_lines(dictionaries_folder() / name)


_SMALL = frozenset("of the and for at in on de la del los las du des von".split())


def _titled(names: Iterable[str]) -> Iterator[str]:
    """Names in title case, but for short words inside and for abbreviations that dots show."""
    for name in names:
        words = name.split()
        yield " ".join(
            w.lower() if i and w.lower() in _SMALL else w[:1].upper() + w[1:].lower()
            for i, w in enumerate(words)
        )
