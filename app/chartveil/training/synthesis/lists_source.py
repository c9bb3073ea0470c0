"""The source lists of names and places, richer than what is bundled: shares, accents, sizes of towns."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from defusedxml.ElementTree import fromstring

from chartveil.errors import ResourceError


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
