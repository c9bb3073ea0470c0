"""Text that looks as if it held identifiers and holds none: drugs, eponyms, devices, codes, figures.

The first half draws the terms that slots in small letters stand for in ``data/negatives.toml``; the second
makes passages of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import dictionaries_folder, resources_folder
from chartveil.domain.tokenized_text import fold
from chartveil_training.data_files import DATA_FOLDER, REMEDY, read_lines, read_toml, split_items
from chartveil_training.samples import Sample, SampleBuilder, apply_edits, join_samples
from chartveil_training.synthesis.generators.identifiers import (
    IdentifierGenerator,
    ListIdentifierGenerator,
    SurfaceStyle,
)
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.random_draws import chance
from chartveil_training.synthesis.noise import NoiseKind, add_noise_of_kind
from chartveil_training.synthesis.templates import (
    DocumentCast,
    SentenceTemplate,
    TermSource,
    read_templates,
)

_FILES = {
    "device": "devices", "gene": "genes", "guideline": "guidelines", "maker": "makers", "scale": "scales",
    "software": "software", "test": "tests",
}  # fmt: skip
"""Term → its list in ``resources/recovery/en/terms``."""


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
        stored = read_toml(DATA_FOLDER / "negatives_words.toml")
        words = {name: split_items(text) for name, text in stored["words"].items()}
        self._heads = {name: split_items(text) for name, text in stored["heads"].items()}
        self._names = self._eponyms()
        self.eponyms = tuple(sorted({n for names in self._names.values() for n in names}))
        recovery = resources_folder() / "recovery" / "en" / "terms"
        self._usual_drugs = words.pop("drug") + read_lines(recovery / "drugs.txt")
        self._rare_drugs = read_lines(dictionaries_folder() / "drugs" / "words.txt")
        self._salts = read_lines(dictionaries_folder() / "drugs" / "phrases.txt")
        self._diagnoses = read_lines(dictionaries_folder() / "icd10cm" / "terms.txt")
        lists: dict[str, Sequence[str]] = {
            **words,
            **{name: read_lines(recovery / f"{file}.txt") for name, file in _FILES.items()},
            "abbreviation": read_lines(dictionaries_folder() / "abbreviations" / "terms.txt"),
            "abbr": read_lines(dictionaries_folder() / "abbreviations" / "terms.txt"),
            "finding": read_lines(dictionaries_folder() / "hpo" / "terms.txt"),
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
        path = resources_folder() / "recovery" / "en" / "eponyms.toml"
        names: dict[str, list[str]] = {kind: [] for kind in self._heads}
        for group in read_toml(path)["group"]:
            for kind in group["heads"]:
                if kind in names:
                    names[kind] += split_items(group["names"])
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


# Passages of words that look like identifiers and are none, with pairs of the same word as both.


_PAIR_SHARE = 1 / 6
"""Of the sentences and lines of a passage, how many bring a pair."""

_TOPICAL = 0.4
"""How often most of a passage is of one topic."""

_MOST_LINES = 12
"""Sentences or lines of a passage."""

_CASES: Sequence[tuple[float, NoiseKind | None]] = (
    (0.72, None),
    (0.16, NoiseKind.CAPITALS),
    (0.09, NoiseKind.LOWER),
    (0.03, NoiseKind.TITLE),
)

_CONTRAST = "contrast"
_TABLES = ("sentences", "items", "fields", "rows", "headings")
_Topics = dict[str, Sequence[SentenceTemplate]]


@dataclass(frozen=True, slots=True)
class _WordSenses:
    """What a word is when it is no name.

    Attributes:
        word: as a name.
        frames: texts of templates in which it is a name, ``*`` for the word.
        senses: templates in which it is none.
    """

    word: str
    frames: Sequence[str]
    senses: Sequence[SentenceTemplate]


@dataclass(frozen=True)
class _Library:
    """The templates.

    Attributes:
        tables: sentences, items, fields, rows and headings by topic.
        contrast: sentences that hold a word as a name and as something else.
        frames: kind of name → texts of templates in which a word is one.
        pairs: what words are when they are no names.
        contrasts: lines by kind that hold an identifier and what looks like one.
    """

    tables: Mapping[str, _Topics]
    contrast: Sequence[SentenceTemplate]
    frames: Mapping[str, Sequence[str]]
    pairs: Sequence[_WordSenses]
    contrasts: _Topics


class HardNegatives:
    """Makes passages of hard negatives.

    Args:
        filler: source of the names that pairs need.
        terms: what other slots stand for.
        families: folded family names; eponyms among them make pairs.
        folder: with ``negatives.toml``, ``negatives_lines.toml``, ``negatives_pairs.toml`` and
            ``contrasts.toml``.

    Raises:
        ResourceError: if a file is missing or damaged.
    """

    def __init__(
        self,
        filler: IdentifierGenerator,
        terms: NegativeTerms,
        families: frozenset[str],
        folder: Path | None = None,
    ) -> None:
        self._filler = filler
        self._terms = terms
        self._library = _read(folder or DATA_FOLDER, terms)
        self._eponyms = [n for n in terms.eponyms if n.isalpha() and fold(n) in families]

    @classmethod
    def load(cls, lists: IdentifierLists) -> HardNegatives:
        """The negatives that come with Chartveil, with names of the lists."""
        families = frozenset(name for name, kinds in lists.name_kinds.items() if "L" in kinds)
        return cls(ListIdentifierGenerator(lists), NegativeTerms(), families)

    def make_sample(self, rng: random.Random) -> Sample:
        """A passage of 3 to 12 sentences or lines in one layout. The same seed makes the same passage.

        About one in six of them brings a pair: a word that is a name, marked, and the same word as something
        else.
        """
        passage = _Passage(self, rng)
        layouts = (passage.prose, passage.items, passage.fields, passage.table)
        sample = rng.choices(layouts, (4, 2, 1.5, 1.5))[0]()
        if chance(rng, 0.3):
            sample = join_samples([passage.heading(), sample], rng.choice((":\n", "\n", ": ", "\n\n")))
        kind = rng.choices([kind for _, kind in _CASES], [share for share, _ in _CASES])[0]
        return replace(add_noise_of_kind(sample, kind, rng) if kind else sample, source="negatives")

    def make_contrast(self, rng: random.Random) -> Sample:
        """A passage of 2 to 8 lines, each with an identifier and with something like one that is none."""
        cast = self.cast(rng)
        kinds = list(self._library.contrasts.values())
        one = rng.choice(kinds) if chance(rng, _TOPICAL) else [line for kind in kinds for line in kind]
        lines = [rng.choice(one).to_sample(cast) for _ in range(rng.randint(2, 8))]
        return replace(join_samples(lines, rng.choice(("\n", "\n", " ", "\n- "))), source="contrasts")

    def cast(self, rng: random.Random) -> DocumentCast:
        """A new document's people, with the terms."""
        return DocumentCast(self._filler, rng, terms=self._terms.slots)

    def topics(self, table: str) -> _Topics:
        """Templates of a table by topic."""
        return self._library.tables[table]

    def pair(self, cast: DocumentCast) -> list[Sample]:
        """The same word as a name and as something else: one sentence, or two in either order."""
        rng = cast.rng
        kind = rng.random()
        if kind < 0.3:
            eponym = self._terms.eponym(rng, name=rng.choice(self._eponyms))
            frame = rng.choice(self._library.frames["eponym"]).replace("+", eponym.head)
            return [self._framed(frame, eponym.name, SurfaceStyle.FIRST, rng).to_sample(cast)]
        if kind < 0.55:
            return [rng.choice(self._library.contrast).to_sample(cast)]
        pair = rng.choice(self._library.pairs)
        other = SurfaceStyle.LAST if pair.frames is self._library.frames["given"] else SurfaceStyle.FIRST
        samples = [
            self._framed(rng.choice(pair.frames), pair.word, other, rng).to_sample(cast),
            rng.choice(pair.senses).to_sample(cast),
        ]
        rng.shuffle(samples)
        return samples

    def _framed(self, frame: str, word: str, other: SurfaceStyle, rng: random.Random) -> SentenceTemplate:
        name = self._filler.surface(Label.DOCTOR, rng, other)
        return SentenceTemplate(frame.replace("*", word).replace("~", name), self._terms.slots)


class _Passage:
    """One passage in the making."""

    def __init__(self, negatives: HardNegatives, rng: random.Random) -> None:
        self._negatives = negatives
        self._rng = rng
        self._cast = negatives.cast(rng)

    def heading(self) -> Sample:
        """A heading, some of words that are names elsewhere."""
        return self._rng.choice(self._negatives.topics("headings")["any"]).to_sample(self._cast)

    def prose(self) -> Sample:
        """Sentences in one or a few paragraphs."""
        rng = self._rng
        breaks = rng.choice((0.0, 0.0, 0.15, 1.0))
        builder = SampleBuilder()
        for i, sentence in enumerate(self._draw("sentences", rng.randint(3, _MOST_LINES))):
            if i:
                builder.add("\n" if chance(rng, breaks) else rng.choice((" ", " ", " ", "  ")))
            builder.add_sample(sentence)
        return builder.build()

    def items(self) -> Sample:
        """A list with bullets or numbers, or in one line."""
        rng = self._rng
        samples = self._draw("items", rng.randint(3, _MOST_LINES))
        style = rng.choice(("- ", "* ", "• ", "{}. ", "{}) ", "#", "", "  - ", ", ", "; "))
        if style in (", ", "; "):
            return join_samples(samples, style)
        builder = SampleBuilder()
        for i, item in enumerate(samples, 1):
            builder.add("\n" if i > 1 else "").add(style.format(i)).add_sample(item)
        return builder.build()

    def fields(self) -> Sample:
        """Lines of a form, some with two or three fields to a line."""
        rng = self._rng
        samples = self._draw("fields", rng.randint(4, _MOST_LINES))
        columns = rng.choice((1, 1, 2, 3))
        between = rng.choice(("     ", "\t", " | ", "   "))
        return join_samples(
            [join_samples(samples[i : i + columns], between) for i in range(0, len(samples), columns)], "\n"
        )

    def table(self) -> Sample:
        """Rows whose cells are parted by tabs, bars or commas, or set in columns."""
        rng = self._rng
        sample = join_samples(self._draw("rows", rng.randint(3, _MOST_LINES)), "\n")
        style = rng.choice(("\t", " | ", ", ", "  ", "columns", "columns"))
        if style != "columns":
            tabs = regex.finditer(r"\t+", sample.text)
            return apply_edits(sample, [(tab.start(), tab.end(), style) for tab in tabs])
        width = rng.choice((12, 16, 20, 24))
        edits, cell = [], 0
        for end in regex.finditer(r"[\t\n]", sample.text):
            if end[0] == "\t":
                edits.append((end.start(), end.end(), " " * max(2, width - (end.start() - cell))))
            cell = end.end()
        return apply_edits(sample, edits)

    def _draw(self, table: str, count: int) -> list[Sample]:
        """Sentences or lines of a table, of all topics or most of one, pairs among them."""
        rng = self._rng
        topics = self._negatives.topics(table)
        every = [template for found in topics.values() for template in found]
        topical = table == "rows" or chance(rng, _TOPICAL)
        one = rng.choice(list(topics.values())) if topical else every
        samples: list[Sample] = []
        last: SentenceTemplate | None = None
        while len(samples) < count:
            if chance(rng, _PAIR_SHARE):
                samples += self._negatives.pair(self._cast)
                continue
            template = rng.choice(one if chance(rng, 0.85) else every)
            if template is not last:
                samples.append(template.to_sample(self._cast))
            last = template
        # A pair may be one too many.
        return samples[:_MOST_LINES]


def _read(folder: Path, terms: NegativeTerms) -> _Library:
    """The templates of all four files.

    Raises:
        ResourceError: if one is missing or damaged; the message names it.
    """
    path = folder / "negatives.toml"
    try:
        tables: dict[str, _Topics] = {name: {} for name in _TABLES}
        groups = read_templates(path, terms.slots)
        contrast = groups.pop(_CONTRAST)["sentences"]
        for topic, group in groups.items():
            # What reads as a list may stand in prose as well.
            tables["sentences"][topic] = group["sentences"]
            if group["layout"] == "list":
                tables["items"][topic] = group["sentences"]
        path = folder / "negatives_lines.toml"
        for table, topics in read_templates(path, terms.slots).items():
            for topic, templates in topics.items():
                tables[table][topic] = [*tables[table].get(topic, ()), *templates]
        path = folder / "negatives_pairs.toml"
        frames, pairs = _read_pairs(read_toml(path), terms)
        path = folder / "contrasts.toml"
        contrasts = {kind: group["lines"] for kind, group in read_templates(path, terms.slots).items()}
    except (KeyError, ValueError, TypeError, AttributeError) as e:
        raise ResourceError(f"cannot be read: {e}.", where=str(path), remedy=REMEDY) from e
    return _Library(tables, contrast, frames, pairs, contrasts)


def _read_pairs(
    stored: dict[str, Any], terms: NegativeTerms
) -> tuple[dict[str, list[str]], list[_WordSenses]]:
    frames: dict[str, list[str]] = stored.pop("frames")
    for found in frames.values():
        for frame in found:
            # So that a broken frame is known now, not when it is drawn.
            SentenceTemplate(frame.replace("*", "X").replace("~", "Y"), terms.slots)
    pairs = []
    for kind, words in stored.items():
        for word, senses in words.items():
            pairs.append(_WordSenses(word, frames[kind], [SentenceTemplate(s, terms.slots) for s in senses]))
    return frames, pairs
