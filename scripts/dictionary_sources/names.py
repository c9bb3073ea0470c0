"""First names and surnames."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from .common import Compiled, table, word_key

_CENSUS = "US Census Bureau, names files of the 1990 census"
_BY_COUNTRY = "popular-names-by-country (sigpwned), CC0"
_LABELLED = "probablepeople labelled names, MIT"

# Shares of the population, in percent, that part the classes. Census 1990 gives three digits.
_FIRST_FREQUENT = 0.01
_SURNAME_FREQUENT = 0.02
_SURNAME_USUAL = 0.001


def _labelled(data: Path, tag: str) -> set[str]:
    tree = ElementTree.parse(data / "names" / "person_labeled.xml")
    found = {word_key((node.text or "").strip(" ,.()\"'")) for node in tree.iter(tag)}
    return {w for w in found if w and len(w) >= 3}


def _by_country(path: Path) -> set[str]:
    found = set()
    for row in table(path, ","):
        for column in ("Romanized Name", "Localized Name"):
            for part in (row.get(column) or "").replace("-", " ").split():
                key = word_key(part)
                if key and key.isascii() and len(key) >= 2:
                    found.add(key)
    return found


def _shares(data: Path, *files: str) -> tuple[dict[str, float], int]:
    shares: dict[str, float] = {}
    rows = 0
    for file in files:
        for row in table(data / "lists" / file):
            rows += 1
            key = word_key(row["name"])
            if key and len(key) >= 2:
                shares[key] = max(shares.get(key, 0.0), float(row["percent"]))
    return shares, rows


def first_names(data: Path) -> Compiled:
    """First names in two classes by how many bear them."""
    shares, rows = _shares(data, "us_census_1990_female_first.tsv", "us_census_1990_male_first.tsv")
    country = _by_country(data / "lists" / "names_by_country_forenames.csv")
    labelled = _labelled(data, "GivenName")
    frequent = {w for w, share in shares.items() if share >= _FIRST_FREQUENT} | country
    rare = (set(shares) | labelled) - frequent
    return Compiled(
        name="first_names",
        title="First names",
        source=f"{_CENSUS}; {_BY_COUNTRY}; {_LABELLED}",
        licence="public domain; CC0-1.0; MIT",
        notes=f"frequent: share of {_FIRST_FREQUENT} % or more, or popular in a country; rare: the rest.",
        files={"frequent": frequent, "rare": rare},
        rows_read=rows,
    )


def not_names() -> Compiled:
    """Words of the lists above that are nearly always something else."""
    raw = Path(__file__).with_name("not_names_by_hand.txt").read_text(encoding="utf-8").splitlines()
    words = {w for line in raw if not line.startswith("#") for w in line.split()}
    return Compiled(
        name="not_names",
        title="Words of the name lists that are nearly always something else",
        source="written by hand: days, months, languages, nationalities, abbreviations",
        licence="Apache-2.0",
        notes="They count as names only beside a title.",
        files={"terms": words},
        rows_read=len(words),
    )


def surnames(data: Path) -> Compiled:
    """Surnames in three classes by how many bear them."""
    shares, rows = _shares(data, "us_census_1990_surnames.tsv")
    country = _by_country(data / "lists" / "names_by_country_surnames.csv")
    labelled = _labelled(data, "Surname")
    frequent = {w for w, share in shares.items() if share >= _SURNAME_FREQUENT}
    usual = ({w for w, share in shares.items() if share >= _SURNAME_USUAL} | country) - frequent
    rare = (set(shares) | labelled) - frequent - usual
    return Compiled(
        name="surnames",
        title="Surnames",
        source=f"{_CENSUS}; {_BY_COUNTRY}; {_LABELLED}",
        licence="public domain; CC0-1.0; MIT",
        notes=(
            f"frequent: share of {_SURNAME_FREQUENT} % or more; usual: {_SURNAME_USUAL} % or more, or "
            "frequent in a country; rare: the rest."
        ),
        files={"frequent": frequent, "usual": usual, "rare": rare},
        rows_read=rows,
    )
