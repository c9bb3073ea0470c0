"""Passages of words that look like identifiers and are none, with pairs of the same word as both."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import regex

from chartveil.domain import Label
from chartveil.errors import ResourceError
from chartveil.paths import resources_folder
from chartveil.training.sample import Sample, SampleBuilder
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.edits import apply_edits
from chartveil.training.synthesis.filler import IdentifierGenerator, SurfaceStyle
from chartveil.training.synthesis.list_filler import ListIdentifierGenerator
from chartveil.training.synthesis.lists import IdentifierLists
from chartveil.training.synthesis.negative_terms import NegativeTerms, read_toml
from chartveil.training.synthesis.noise import NoiseKind, add_noise_of_kind
from chartveil.training.synthesis.templates import DocumentCast, SentenceTemplate, read_templates
from chartveil.words import fold

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
    """

    tables: Mapping[str, _Topics]
    contrast: Sequence[SentenceTemplate]
    frames: Mapping[str, Sequence[str]]
    pairs: Sequence[_WordSenses]

    def __len__(self) -> int:
        plain = sum(len(found) for topics in self.tables.values() for found in topics.values())
        framed = sum(map(len, self.frames.values())) + sum(len(p.senses) for p in self.pairs)
        return plain + len(self.contrast) + framed


class HardNegatives:
    """Makes passages of hard negatives.

    Args:
        filler: source of the names that pairs need.
        terms: what other slots stand for.
        families: folded family names; eponyms among them make pairs.
        folder: with ``negatives.toml``, ``negatives_lines.toml`` and ``negatives_pairs.toml``.

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
        self._library = _read(folder or resources_folder() / "training", terms)
        self._eponyms = [n for n in terms.eponyms if n.isalpha() and fold(n) in families]

    @classmethod
    def load(cls, lists: IdentifierLists) -> HardNegatives:
        """The negatives that come with Chartveil, with names of the lists."""
        families = frozenset(name for name, kinds in lists.name_kinds.items() if "L" in kinds)
        return cls(ListIdentifierGenerator(lists), NegativeTerms(), families)

    @property
    def template_count(self) -> int:
        """Templates read, those of pairs included."""
        return len(self._library)

    def make_sample(self, rng: random.Random) -> Sample:
        """A passage of 3 to 12 sentences or lines in one layout. The same seed makes the same passage.

        About one in six of them brings a pair: a word that is a name, marked, and the same word as something
        else.
        """
        passage = _Passage(self, rng)
        layouts = (passage.prose, passage.items, passage.fields, passage.table)
        sample = rng.choices(layouts, (4, 2, 1.5, 1.5))[0]()
        if chance(rng, 0.3):
            sample = _joined([passage.heading(), sample], rng.choice((":\n", "\n", ": ", "\n\n")))
        kind = rng.choices([kind for _, kind in _CASES], [share for share, _ in _CASES])[0]
        return replace(add_noise_of_kind(sample, kind, rng) if kind else sample, source="negatives")

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
            return [_fill(self._framed(frame, eponym.name, SurfaceStyle.FIRST, rng), cast)]
        if kind < 0.55:
            return [_fill(rng.choice(self._library.contrast), cast)]
        pair = rng.choice(self._library.pairs)
        other = SurfaceStyle.LAST if pair.frames is self._library.frames["given"] else SurfaceStyle.FIRST
        said = [
            _fill(self._framed(rng.choice(pair.frames), pair.word, other, rng), cast),
            _fill(rng.choice(pair.senses), cast),
        ]
        rng.shuffle(said)
        return said

    def _framed(self, frame: str, word: str, other: SurfaceStyle, rng: random.Random) -> SentenceTemplate:
        name = self._filler.surface(Label.DOCTOR, rng, other)
        return SentenceTemplate(frame.replace("*", word).replace("~", name), self._terms.slots)


class _Passage:
    """One passage in the making."""

    def __init__(self, negatives: HardNegatives, rng: random.Random) -> None:
        self._by = negatives
        self._rng = rng
        self._cast = negatives.cast(rng)

    def heading(self) -> Sample:
        """A heading, some of words that are names elsewhere."""
        return _fill(self._rng.choice(self._by.topics("headings")["any"]), self._cast)

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
        said = self._draw("items", rng.randint(3, _MOST_LINES))
        style = rng.choice(("- ", "* ", "• ", "{}. ", "{}) ", "#", "", "  - ", ", ", "; "))
        if style in (", ", "; "):
            return _joined(said, style)
        builder = SampleBuilder()
        for i, item in enumerate(said, 1):
            builder.add("\n" if i > 1 else "").add(style.format(i)).add_sample(item)
        return builder.build()

    def fields(self) -> Sample:
        """Lines of a form, some with two or three fields to a line."""
        rng = self._rng
        said = self._draw("fields", rng.randint(4, _MOST_LINES))
        columns = rng.choice((1, 1, 2, 3))
        between = rng.choice(("     ", "\t", " | ", "   "))
        return _joined([_joined(said[i : i + columns], between) for i in range(0, len(said), columns)], "\n")

    def table(self) -> Sample:
        """Rows whose cells are parted by tabs, bars or commas, or set in columns."""
        rng = self._rng
        sample = _joined(self._draw("rows", rng.randint(3, _MOST_LINES)), "\n")
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
        topics = self._by.topics(table)
        every = [template for found in topics.values() for template in found]
        topical = table == "rows" or chance(rng, _TOPICAL)
        one = rng.choice(list(topics.values())) if topical else every
        said: list[Sample] = []
        last: SentenceTemplate | None = None
        while len(said) < count:
            if chance(rng, _PAIR_SHARE):
                said += self._by.pair(self._cast)
                continue
            template = rng.choice(one if chance(rng, 0.85) else every)
            if template is not last:
                said.append(_fill(template, self._cast))
            last = template
        # A pair may be one too many.
        return said[:_MOST_LINES]


def _fill(template: SentenceTemplate, cast: DocumentCast) -> Sample:
    builder = SampleBuilder()
    template.fill(builder, cast)
    return builder.build()


def _joined(samples: Sequence[Sample], between: str) -> Sample:
    builder = SampleBuilder()
    for i, sample in enumerate(samples):
        builder.add(between if i else "").add_sample(sample)
    return builder.build()


def _read(folder: Path, terms: NegativeTerms) -> _Library:
    """The templates of all three files.

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
    except (KeyError, ValueError, TypeError, AttributeError) as e:
        remedy = "Install Chartveil anew, or restore the file."
        raise ResourceError(f"cannot be read: {e}.", where=str(path), remedy=remedy) from e
    return _Library(tables, contrast, frames, pairs)


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
