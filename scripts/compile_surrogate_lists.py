"""Compiles the lists that surrogates are drawn from into ``dictionaries/surrogates``.

    python scripts/compile_surrogate_lists.py LISTS CLINICAL

LISTS is the folder with the source lists (census, names by country, cities, counties, hospitals, ICD-10-CM,
HPO, drugs, eponyms); CLINICAL the folder with de-identified sample reports, of which only the set of words
written in small letters is used: a name that is also such a word is recognised but never drawn.

Output (gzip, UTF-8, one group a line, the same bytes for the same input):

    names.tsv.gz   kind TAB origin TAB use TAB names, parted by blanks
                   kind: F, M, U first names by gender; L last names; BF, BM, BU both
                   use: ``d`` may be drawn, ``r`` only recognised, ``o`` drawn for this origin too though
                   recognised as a name of another
    places.tsv.gz  key TAB use TAB names, parted by ``|``; key: ISO country, or ``county``
    us_places.tsv.gz  state TAB size TAB postal codes, parted by commas, or none TAB town; size: 0 below
                   15,000 people, 1 to 50,000, 2 to 200,000, 3 above
    words.tsv      category TAB words, parted by ``|``, not packed: ``surrogate_words.txt`` beside this file,
                   and the names of countries

The manifest of all dictionaries is written anew.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import importlib
import json
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from wordfreq import zipf_frequency

from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.synthesis.generators.lists import ORIGIN_OF_COUNTRY
from compile_dictionaries import write_manifest

OUT = Path(__file__).resolve().parent.parent / "dictionaries" / "surrogates"

WORDS = Path(__file__).resolve().with_name("surrogate_words.txt")
NAME_PARTS = Path(__file__).resolve().with_name("surrogate_name_parts.txt")
TRAINING_NAMES = DATA_FOLDER / "words" / "names.toml"
NOT_SPANISH = re.compile(r"th|tt|k|w|sh|ph|nn|mm|ss|(?:y|ie|ine|ld|c|rd|dy)$")
"""Letters that Spanish does not write so: ``Matthew`` is English, though it is common in Puerto Rico."""
NAME_KINDS = {"given_f": "F", "given_m": "M", "family": "L"}
TELLS_LEAST = ("baltic", "german", "dutch", "nordic", "turkish", "finnic", "us")
WORDS_HEADER = (
    "# Words that surrogates are made of: category TAB words parted by |. Compiled; see SOURCE.toml."
)

# Locales of Faker (MIT) whose person provider is in Latin script, with the origin they add to.
FAKER = {
    "es_ES": "hispanic", "es_MX": "hispanic", "es_CO": "hispanic", "pt_BR": "portuguese",
    "pt_PT": "portuguese", "fr_FR": "french", "de_DE": "german", "nl_NL": "dutch", "it_IT": "italian",
    "sv_SE": "nordic", "no_NO": "nordic", "da_DK": "nordic", "is_IS": "nordic", "fi_FI": "finnic",
    "de_AT": "german", "pl_PL": "slavic", "cs_CZ": "slavic", "hr_HR": "slavic", "sk_SK": "slavic",
    "sl_SI": "slavic", "lt_LT": "baltic", "lv_LV": "baltic", "ro_RO": "romanian", "hu_HU": "hungarian",
    "tr_TR": "turkish", "en_IN": "indian", "vi_VN": "vietnamese", "id_ID": "southeast",
    "en_TH": "southeast", "tw_GH": "african", "yo_NG": "african", "ha_NG": "african", "ig_NG": "african",
    "zu_ZA": "african", "en_PK": "arabic", "en_GB": "us", "ga_IE": "irish",
}  # fmt: skip
# More of them, which only make pools larger: where another list has a name, that one tells its origin.
FAKER_MORE = {
    "et_EE": "finnic", "fr_DZ": "arabic", "en_KE": "african", "sw": "african", "nl_BE": "dutch",
    "fr_BE": "french", "fr_CA": "french", "es_CL": "hispanic", "es_AR": "hispanic",
}  # fmt: skip
# Origins of which many names are borne by families that have long been in the US.
SETTLED = frozenset(
    "finnic dutch german french irish nordic slavic italian portuguese african turkish baltic".split()
)

# Endings that place a census surname; used only to enlarge small pools.
ENDINGS = (
    ("hispanic", r"(?:guez|rez|nez|dez|mez|quez|ales|illo|uelos|arro|andez|ejo)$"),
    ("italian", r"(?:elli|etti|ini|ucci|ello|acci|etta|onni|azzo|ucci|asso|ardi)$"),
    ("slavic", r"(?:owski|ewski|inski|icki|sky|czyk|wicz|czak|enko|ovic|ovich)$"),
    ("german", r"(?:mann|meier|meyer|bauer|hauser|stein|berger|schmidt|haus|bach|wald)$"),
    ("dutch", r"(?:sma|stra|inga|ink|veld|kamp|huis)$"),
    ("nordic", r"(?:sson|strom|qvist|quist|gren|gaard|lund|berg|holm)$"),
    ("french", r"(?:eaux|eau|ette|ault|ville|ier|ard|elle)$"),
    ("greek", r"(?:poulos|opoulos|akis|idis|iadis|akos)$"),
    ("armenian", r"(?:ian|yan)$"),
)

_EXTRA = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D",
                        "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "ß": "ss", "ı": "i", "œ": "oe",
                        "Œ": "Oe", "ə": "a", "Ə": "A", "ħ": "h", "Ħ": "H"})  # fmt: skip
_ALSO_WORDS = """
hope faith grace joy rose january february march april may june july august september october november
december summer autumn winter dawn eve ray lee christian
sandy candy ginger heather violet lily daisy iris ivy olive hazel ruby pearl jewel crystal amber
penny rusty dusty rocky sunny star starr fox wolf bird birch ash oak forest field hill brook lake
rice bean berry cherry bush wood stone rock sand snow rain storm frost king queen prince duke earl
noble bishop pope abbot priest monk christ jesus christmas easter sunday monday friday day week
month year hospital clinic nurse doctor patient male female kidney bone foot hand head legg back
chin cheek nail tooth fever chill ache pain coffin grave butcher
"""

_NAME = re.compile(r"[A-Z][a-z]{1,13}(?:[A-Z][a-z]+)?")


def plain(name: str) -> str:
    """The name in ASCII letters, as a clinic's system would hold it."""
    text = unicodedata.normalize("NFKD", name.strip().translate(_EXTRA))
    text = "".join(c for c in text if not unicodedata.combining(c))
    if text.isupper() or text.islower():
        text = text.title()
    return text


def common_words(lists: Path, clinical: Path) -> set[str]:
    """Words of English and of medicine, in small letters."""
    words: set[str] = set()
    small = re.compile(r"(?<![\w'])[a-z]{2,}(?![\w'])")
    for name in ("mtsamples.jsonl", "mts_dialog_sections.jsonl"):
        for line in (clinical / name).read_text(encoding="utf-8").splitlines():
            for value in json.loads(line).values():
                if isinstance(value, str):
                    words.update(small.findall(value))
    for name in ("icd10cm_2026_terms.tsv", "hpo_terms.tsv"):
        words.update(small.findall((lists / name).read_text(encoding="utf-8")))
    drugs = (lists / "drug_names_variants.txt").read_text(encoding="utf-8")
    words.update(w for line in drugs.splitlines() for w in [line.split("\t")[0].lower()] if w.isalpha())
    for row in csv.reader((lists / "eponym_like_tokens_raw.tsv").open(encoding="utf-8"), delimiter="\t"):
        words.add(row[0].lower())
    # Words that reports of any size hold in small letters somewhere, or that carry another meaning.
    words.update(_ALSO_WORDS.split())
    return words


class Names:
    """Names gathered by kind and origin."""

    def __init__(self, common: set[str]) -> None:
        self.common = common
        self.origin: dict[tuple[str, str], str] = {}
        self.rank: dict[tuple[str, str], float] = {}
        self.listed: dict[tuple[str, str], set[str]] = defaultdict(set)

    def add(self, kind: str, name: str, origin: str, rank: float, *, force: bool = False) -> None:
        """Notes a name; the first origin noted stays unless ``force``."""
        name = plain(name)
        if not _NAME.fullmatch(name):
            return
        key = (kind, name)
        if key not in self.origin or force:
            self.origin[key] = origin
        self.listed[(kind, origin)].add(name)
        self.rank[key] = max(rank, self.rank.get(key, 0.0))

    def drawable(self, name: str, rank: float, kind: str) -> bool:
        low = name.lower()
        if low in self.common or (len(name) < 3 and kind != "L"):
            return False
        if kind == "L" and re.search(r"(?:[oe]va|[sc]ka|dottir)$", low):
            return False  # a woman's form of a surname, which half of the persons could not bear
        # A frequent word of which few people are called is a word first.
        return not (zipf_frequency(low, "en") > 4.0 and rank < 0.02) and (
            rank >= (0.0012 if kind == "L" else 0.006)
        )

    def groups(self) -> dict[tuple[str, str, str], list[str]]:
        """(kind, origin, use) to names; first names of both genders and names that are both are set apart."""
        rank = self.rank
        first = {n for k, n in rank if k in "FM"}
        out: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for name in sorted(first | {n for k, n in rank if k == "L"}):
            f, m = rank.get(("F", name), 0.0), rank.get(("M", name), 0.0)
            last = rank.get(("L", name), 0.0)
            gender = "F" if f > 4 * m else "M" if m > 4 * f else "U"
            top = max(f, m)
            if top and last and last >= 0.004 and 0.03 < last / top < 30:
                kind = "B" + gender
            elif top and top * 3 >= last:
                kind = gender
            else:
                kind = "L"
            sources = {"L": "L", "F": "FM", "M": "MF"}.get(kind, "FML")
            origin = next(self.origin[(s, name)] for s in sources if (s, name) in self.origin)
            if kind[0] == "B" and ("L", name) in self.origin:
                origin = self.origin[("L", name)]
            ok = self.drawable(name, last if kind == "L" else max(top, last), kind)
            out[(kind, origin, "d" if ok and not self.is_typo(name, kind) else "r")].append(name)
        return out

    def is_typo(self, name: str, kind: str) -> bool:
        """Whether a first name is a much more frequent one of the census less a letter, or with two in the
        wrong order: ``Eliabeth``."""
        sexes = "FM" if kind[-1] == "U" else kind[-1]
        if kind == "L" or len(name) < 6:
            return False
        low = name.lower()
        swapped = {low[:i] + low[i + 1] + low[i] + low[i + 2 :] for i in range(len(low) - 1)}
        longer = {low[:i] + c + low[i:] for i in range(len(low) + 1) for c in "abcdefghijklmnopqrstuvwxyz"}
        return any(
            self.rank.get((k, other.title()), 0) > 30 * min(self.rank.get((k, name), 1), 0.01)
            for k in sexes
            for other in (swapped | longer) - {low}
        )

    def of_several_origins(
        self, groups: dict[tuple[str, str, str], list[str]]
    ) -> dict[tuple[str, str, str], list[str]]:
        """(F, M or L, origin, ``o``) to names that may be drawn for an origin too though another one has
        them; outside the US also those that are first and last names."""
        drawn = {
            n: (kind, origin) for (kind, origin, use), names in groups.items() if use == "d" for n in names
        }
        out: dict[tuple[str, str, str], list[str]] = {}
        for (kind, origin), names in sorted(self.listed.items()):
            fitting = [
                n
                for n in sorted(names)
                if n in drawn
                and (
                    drawn[n][0] == kind or (drawn[n][0][0] == "B" and (kind == "L" or drawn[n][0][1] == kind))
                )
                and drawn[n] != (kind, origin)
                and origin != "us"
            ]
            if fitting:
                out[(kind, origin, "o")] = fitting
        return out


def census(lists: Path, name: str) -> Iterator[tuple[str, float]]:
    for line in (lists / name).read_text(encoding="utf-8").splitlines()[1:]:
        word, percent = line.split("\t")
        yield word, float(percent)


def tells_least(origin: str | None) -> int:
    """The later a list comes, the less it tells: where a name is of several countries, one that people of
    many origins moved to."""
    return TELLS_LEAST.index(origin) + 1 if origin in TELLS_LEAST else 0


def training_names() -> Iterator[tuple[str, str, str]]:
    """Kind, origin and name of the lists that the training notes are made from, own work too."""
    lists = tomllib.loads(TRAINING_NAMES.read_text(encoding="utf-8"))
    for category, text in lists.items():
        kind, _, origin = category.rpartition("_")
        if kind in NAME_KINDS and origin in set(ORIGIN_OF_COUNTRY.values()) - {"us"}:
            for name in text.split(","):
                yield NAME_KINDS[kind], origin, name.split()[-1].replace("-", "").capitalize()


def add_faker(names: Names, locales: dict[str, str]) -> None:
    """Adds the names of person providers of Faker."""
    for locale, origin in sorted(locales.items(), key=lambda item: tells_least(item[1])):
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attributes, kind in (
            (("first_names_female", "first_names_f"), "F"),
            (("first_names_male", "first_names_m"), "M"),
            (("last_names", "last_names_female", "last_names_male"), "L"),
        ):
            if locale in ("en_KE", "de_DE") and kind != "L":
                continue  # mostly English ones; those of all who live there
            for attribute in attributes:
                values: Iterable[str] = getattr(provider, attribute, ())
                for name in list(values):
                    names.add(kind, name, origin, 0.01)


def gather_names(lists: Path, common: set[str]) -> Names:
    names = Names(common)
    for kind, origin, name in training_names():
        names.add(kind, name, origin, 0.02)
    for kind, origin, name in written_names():
        if origin == "german" or (kind == "L" and origin in ("vietnamese", "chinese", "korean")):
            names.add(kind, name, origin, 0.01)
    for sheet, name_key, kinds in (
        ("names_by_country_forenames.csv", "Romanized Name", None),
        ("names_by_country_surnames.csv", "Romanized Name", "L"),
    ):
        with (lists / sheet).open(encoding="utf-8-sig", newline="") as f:
            for row in sorted(
                csv.DictReader(f), key=lambda row: tells_least(ORIGIN_OF_COUNTRY.get(row["Country"]))
            ):
                origin = ORIGIN_OF_COUNTRY.get(row["Country"])
                kind = kinds or row["Gender"]
                if row["Country"] in ("LU", "CH", "BE"):
                    continue  # of two languages or three
                if origin is None or kind not in ("F", "M", "L") or (kind == "L" and row["Country"] == "US"):
                    continue
                # English names used everywhere stay English: the census speaks for them below.
                names.add(kind, row[name_key] or row["Localized Name"], origin, 0.02)
    add_faker(names, FAKER)
    for locale in ("zh_CN", "zh_TW", "ja_JP"):
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        origin = "japanese" if locale == "ja_JP" else "chinese"
        for attribute, kind in (
            ("first_romanized_names_female", "F"),
            ("first_romanized_names_male", "M"),
            ("last_romanized_names", "L"),
        ):
            for name in getattr(provider, attribute, ()):
                names.add(kind, name.replace("-", "").title(), origin, 0.01)
    for kind, origin, name in written_names():
        known = any((k, name) in names.origin for k in "FML")
        if " " not in name and not known:
            names.add(kind, name, origin, 0.01)
        elif kind == "L" or (kind, name) in names.origin:
            names.listed[(kind, origin)].add(name)
    for kind, sheet in (("F", "us_census_1990_female_first.tsv"), ("M", "us_census_1990_male_first.tsv")):
        for name, percent in census(lists, sheet):
            spanish = names.origin.get((kind, plain(name))) == "hispanic" and not NOT_SPANISH.search(name)
            names.add(kind, name, "us", percent, force=percent >= (0.7 if spanish else 0.03))
    for i, (name, percent) in enumerate(census(lists, "us_census_1990_surnames.tsv")):
        if i >= 22000:
            break
        if re.match(r"(?:Mc|Mac[b-df-hj-np-tv-z])", name) or (name.startswith("O") and name[1:2].isupper()):
            continue
        low = name.lower()
        origin = next((o for o, pattern in ENDINGS if re.search(pattern, low)), "us")
        settled = percent >= 0.08 and names.origin.get(("L", plain(name))) in SETTLED
        names.add("L", name, origin, percent if origin == "us" else max(percent, 0.0012), force=settled)
    add_faker(names, FAKER_MORE)
    return names


def written_names() -> Iterator[tuple[str, str, str]]:
    """Kind, origin and name of each in ``surrogate_name_parts.txt``; Arabic last names with articles too."""
    kind = origin = ""
    for line in NAME_PARTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind, origin = line.strip("[]").split(" ")
        elif line and not line.startswith("#"):
            first, _, second = line.partition(" x ")
            for head in first.split(" "):
                yield from ((kind, origin, head + tail) for tail in second.split(" ") if tail != head.lower())
                if (kind, origin) == ("L", "arabic"):
                    yield from ((kind, origin, article + head.lower()) for article in ("Al", "El", "Abu"))


def write(path: Path, lines: Iterable[str]) -> None:
    data = "".join(line + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{path.name}: {path.stat().st_size} bytes")


def gather_places(lists: Path, common: set[str]) -> dict[tuple[str, str], list[str]]:
    """(ISO country or ``county``, use) to names."""
    out: dict[tuple[str, str], set[str]] = defaultdict(set)
    shape = re.compile(r"[A-Z][a-z]+(?:[ ][A-Z][a-z]+){0,2}")

    def add(key: str, name: str, *, draw: bool) -> None:
        if not shape.fullmatch(name) or "Mc " in name or name == "Jber":  # the last is an acronym
            return
        words = name.lower().split()
        if len(words) == 1 and (words[0] in common or zipf_frequency(words[0], "en") > 4.2 or len(name) < 4):
            draw = False
        out[(key, "d" if draw else "r")].add(name)

    seen: dict[str, int] = defaultdict(int)
    for line in (lists / "us_cities_states_counties.csv").read_text(encoding="utf-8").splitlines()[1:]:
        city = line.split("|")[0]
        seen[plain(city)] += 1
    for city, n in seen.items():
        add("US", city, draw=n >= 5)
    by_country: dict[str, list[tuple[int, str]]] = defaultdict(list)
    with (lists / "geonames_cities15000.tsv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            by_country[row["country"]].append((int(row["population"] or 0), plain(row["name"])))
    for country, cities in sorted(by_country.items()):
        if country == "US":
            continue
        for i, (population, name) in enumerate(sorted(cities, reverse=True)[:500]):
            add(country, name, draw=i < 60 and population < 3_000_000)
    for line in (lists / "us_counties.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name = plain(line.split("\t")[0])
        if name.endswith(" County"):
            add("county", name.removesuffix(" County"), draw=True)
    return {key: sorted(names - out.get((key[0], "d"), set()) if key[1] == "r" else names)
            for key, names in out.items()}  # fmt: skip


def gather_us_places(lists: Path) -> list[tuple[str, str, str, str]]:
    """State, size, postal codes and name of US towns: those with a hospital have the codes of its address."""
    people: dict[tuple[str, str], int] = {}
    with (lists / "geonames_cities15000.tsv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if row["country"] == "US":
                people[(row["admin1"], plain(row["name"]))] = int(row["population"] or 0)
    codes: dict[tuple[str, str], set[str]] = defaultdict(set)
    with (lists / "us_hospitals_cms.tsv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            codes[(row["state"], plain(row["city"]))].add(row["zip"].zfill(5))
    states = {line.split(":")[1] for line in gather_words(lists)["states_us"]}
    shape = re.compile(r"[A-Z][a-z]+(?:[ ][A-Z][a-z]+){0,2}")
    out = []
    for state, name in sorted(people.keys() | codes.keys()):
        if state in states and shape.fullmatch(name):
            n = people.get((state, name), 0)
            size = (n >= 15_000) + (n >= 50_000) + (n >= 200_000)
            out.append((state, str(size), ",".join(sorted(codes.get((state, name), ()))), name))
    return out


def gather_words(lists: Path) -> dict[str, list[str]]:
    """Category to words, in the order of the source file; countries in that of the country list.

    Raises:
        ValueError: if a category is defined twice, empty, or refers to one that does not stand before it.
    """
    out: dict[str, list[str]] = {}
    category = ""
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            category = line.strip("[]")
            if category in out:
                raise ValueError(f"{WORDS.name}: the category {category} stands twice")
            out[category] = []
            continue
        for word in filter(None, (w.strip() for w in line.split("|"))):
            if word.startswith("+") and word[1:] not in out:
                raise ValueError(f"{WORDS.name}: {word} in {category} stands before its category")
            out[category] += out[word[1:]] if word.startswith("+") else [word]
    never = set(out.pop("countries_never"))
    with (lists / "countries.tsv").open(encoding="utf-8", newline="") as f:
        names = [row["name"].strip() for row in csv.DictReader(f, delimiter="\t")]
    out["countries"] = [n for n in names if n not in never]
    if empty := sorted(c for c, words in out.items() if not words):
        raise ValueError(f"{WORDS.name}: nothing in {', '.join(empty)}")
    return {category: list(dict.fromkeys(words)) for category, words in out.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lists", type=Path)
    parser.add_argument("clinical", type=Path)
    args = parser.parse_args()
    common = common_words(args.lists, args.clinical)
    names = gather_names(args.lists, common)
    groups = names.groups()
    groups |= names.of_several_origins(groups)
    write(OUT / "names.tsv.gz", ("\t".join((*key, " ".join(groups[key]))) for key in sorted(groups)))
    for key in sorted(groups):
        print(*key, len(groups[key]), " ".join(groups[key][:8]))
    places = gather_places(args.lists, common)
    write(OUT / "places.tsv.gz", ("\t".join((*key, "|".join(places[key]))) for key in sorted(places)))
    print({k: len(v) for k, v in places.items() if k[0] in ("US", "IN", "county", "DE")})
    write(OUT / "us_places.tsv.gz", ("\t".join(row) for row in gather_us_places(args.lists)))
    words = gather_words(args.lists)
    rows = [WORDS_HEADER, *(f"{category}\t{'|'.join(group)}" for category, group in words.items())]
    (OUT / "words.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")
    print({category: len(group) for category, group in words.items()})
    write_manifest(OUT.parent)


if __name__ == "__main__":
    main()
