"""Terms that look like identifiers and are none: drugs, eponyms, devices, codes, figures.

What slots in small letters stand for in ``resources/training/negatives.toml``.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from chartveil.errors import ResourceError
from chartveil.paths import dictionaries_folder, resources_folder
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.templates import TermSource

_REMEDY = "Install Chartveil anew; its folders dictionaries and resources are not whole."
_FILES = {
    "device": "devices", "gene": "genes", "guideline": "guidelines", "maker": "makers", "scale": "scales",
    "software": "software", "test": "tests",
}  # fmt: skip
"""Term → its list in ``resources/recovery/terms``."""


def read_toml(path: Path) -> dict[str, Any]:
    """A file of the training data.

    Raises:
        ResourceError: if it is missing or damaged.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise ResourceError("is missing or damaged.", where=str(path), remedy=_REMEDY) from e


def _items(text: str) -> tuple[str, ...]:
    return tuple(item for part in text.replace("\n", ",").split(",") if (item := part.strip()))


def _lines(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise ResourceError("is missing or damaged.", where=str(path), remedy=_REMEDY) from e
    return tuple(line for line in lines if line and not line.startswith("#"))


@dataclass(frozen=True, slots=True)
class Eponym:
    """A name with the head word that makes it medical: ``Bell`` and ``palsy``."""

    name: str
    head: str


class NegativeTerms:
    """Draws terms.

    Attributes:
        slots: name of a slot → what draws its surface.
        eponyms: every eponym's name, once, sorted.

    Raises:
        ResourceError: if a list is missing or damaged.
    """

    def __init__(self) -> None:
        stored = read_toml(resources_folder() / "training" / "negatives_words.toml")
        words = {name: _items(text) for name, text in stored["words"].items()}
        self._heads = {name: _items(text) for name, text in stored["heads"].items()}
        self._names = self._eponyms()
        self.eponyms = tuple(sorted({n for names in self._names.values() for n in names}))
        recovery = resources_folder() / "recovery" / "terms"
        self._usual_drugs = words.pop("drug") + _lines(recovery / "drugs.txt")
        self._rare_drugs = _lines(dictionaries_folder() / "drugs" / "words.txt")
        self._salts = _lines(dictionaries_folder() / "drugs" / "phrases.txt")
        self._diagnoses = _lines(dictionaries_folder() / "icd10cm" / "terms.txt")
        lists: dict[str, Sequence[str]] = {
            **words,
            **{name: _lines(recovery / f"{file}.txt") for name, file in _FILES.items()},
            "abbreviation": _lines(dictionaries_folder() / "abbreviations" / "terms.txt"),
            "abbr": _lines(dictionaries_folder() / "abbreviations" / "terms.txt"),
            "finding": _lines(dictionaries_folder() / "hpo" / "terms.txt"),
        }
        self.slots: Mapping[str, TermSource] = {
            **{name: _drawer(found) for name, found in lists.items()},
            "drug": lambda _, rng: self._drug(rng),
            "diagnosis": lambda _, rng: self._diagnosis(rng),
            "disease": lambda _, rng: rng.choice(self._diagnoses),
            "eponym": lambda rest, rng: self._say(self.eponym(rng, rest), rng),
            **{name: partial(_figure, made) for name, made in _FIGURE_MAKERS.items()},
            "int": _int,
            "dec": _dec,
            "pick": lambda rest, rng: rng.choice(rest.split()),
        }

    def _eponyms(self) -> dict[str, list[str]]:
        path = resources_folder() / "recovery" / "eponyms.toml"
        names: dict[str, list[str]] = {kind: [] for kind in self._heads}
        for group in read_toml(path)["group"]:
            for kind in group["heads"]:
                if kind in names:
                    names[kind] += _items(group["names"])
        return names

    def eponym(self, rng: random.Random, kind: str = "", name: str = "") -> Eponym:
        """An eponym.

        Args:
            rng: draws it.
            kind: set of heads, ``check_disease_age`` or ``sign``; drawn when empty.
            name: the one wanted; drawn when empty.
        """
        if name:
            kinds = [k for k, names in self._names.items() if name in names]
            return Eponym(name, rng.choice(self._heads[rng.choice(kinds)]))
        kind = kind or rng.choice(list(self._heads))
        return Eponym(rng.choice(self._names[kind]), rng.choice(self._heads[kind]))

    @staticmethod
    def _say(drawn: Eponym, rng: random.Random) -> str:
        possessive = drawn.name[-1] != "s" and not set("-' ") & set(drawn.name) and chance(rng, 0.3)
        return f"{drawn.name}'s {drawn.head}" if possessive else f"{drawn.name} {drawn.head}"

    def _drug(self, rng: random.Random) -> str:
        kind = rng.random()
        if kind < 0.65:
            return rng.choice(self._usual_drugs)
        name = rng.choice(self._rare_drugs if kind < 0.95 else self._salts)
        return name[:1].upper() + name[1:] if chance(rng, 0.5) else name

    def _diagnosis(self, rng: random.Random) -> str:
        name = rng.choice(self._diagnoses)
        kind = rng.random()
        return name.title() if kind < 0.35 else name.capitalize() if kind < 0.6 else name


def _drawer(found: Sequence[str]) -> TermSource:
    return lambda _, rng: rng.choice(found)


def _figure(make: Callable[[random.Random], str], _: str, rng: random.Random) -> str:
    return make(rng)


def _int(rest: str, rng: random.Random) -> str:
    """``{int 1 99}``: a whole number, both ends included."""
    low, high = rest.split()
    return str(rng.randint(int(low), int(high)))


def _dec(rest: str, rng: random.Random) -> str:
    """``{dec 0.5 9}``: a number with one place, seldom two."""
    low, high = map(float, rest.split())
    return f"{rng.uniform(low, high):.{2 if chance(rng, 0.1) else 1}f}"


def _time(rng: random.Random) -> str:
    hour, minute = rng.randrange(24), rng.choice((0, 5, 10, 15, 20, 30, 40, 45, 50, rng.randrange(60)))
    kind = rng.random()
    if kind < 0.35 and hour not in (19, 20):  # 1945 reads as a year as well
        return f"{hour:02d}{minute:02d}"
    if kind < 0.7:
        return f"{hour:02d}:{minute:02d}"
    half = ("a", "p")[hour // 12]
    form = rng.choice((" {}m", "{}m", "{}", " {}.m."))
    return f"{hour % 12 or 12}:{minute:02d}{form.format(half)}"


def _bp(rng: random.Random) -> str:
    return f"{rng.randint(78, 210)}/{rng.randint(38, 118)}"


def _dose(rng: random.Random) -> str:
    amount = rng.choice(
        ("2.5", "5", "10", "12.5", "20", "25", "40", "50", "75", "81", "100", "250", "325", "500")
    )
    unit = rng.choice(("mg", "mg", "mg", "mg", "mcg", "mEq", "units", "g", "mL"))
    return amount + rng.choice((" ", " ", "")) + unit


def _icd(rng: random.Random) -> str:
    code = f"{rng.choice('ABCDEFGHIJKLMNPRSTZ')}{rng.randint(0, 99):02d}"
    return code + (
        "" if chance(rng, 0.15) else f".{rng.randint(0, 9)}{rng.choice(('', '', '1', '9', '11', '2XA'))}"
    )


def _cpt(rng: random.Random) -> str:
    return rng.choice(
        (str(rng.randint(99202, 99499)), str(rng.randint(10004, 97999)), f"J{rng.randint(120, 9999):04d}")
    )


def _variant(rng: random.Random) -> str:
    base, other = rng.sample("ACGT", 2)
    at = rng.randint(20, 6900)
    residues = (
        "Arg",
        "Gly",
        "Val",
        "Leu",
        "Ser",
        "His",
        "Asp",
        "Glu",
        "Trp",
        "Cys",
        "Pro",
        "Met",
        "Phe",
        "Lys",
    )
    one, two = rng.sample(residues, 2)
    return rng.choice(
        (
            f"c.{at}{base}>{other}",
            f"p.{one}{at // 3}{two}",
            f"c.{at}_{at + rng.randint(1, 4)}del{base}{other}",
            f"c.{at}+1{base}>{other}",
            f"{one[0]}{at // 3}{two[0]}",
            f"p.({one}{at // 3}{two}fs*{rng.randint(2, 40)})",
        )
    )


def _vertebra(rng: random.Random) -> str:
    part, last = rng.choice((("C", 7), ("T", 12), ("L", 5)))
    at = rng.randint(1, last - 1)
    return f"{part}{at}{rng.choice(('-', '/', '-' + part))}{at + 1}"


_FIGURE_MAKERS: Mapping[str, Callable[[random.Random], str]] = {
    "time": _time, "bp": _bp, "dose": _dose, "icd": _icd, "cpt": _cpt, "variant": _variant,
    "vertebra": _vertebra,
}  # fmt: skip
