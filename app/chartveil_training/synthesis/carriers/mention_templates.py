"""Sentences, heads and feet with identifiers that are put around and into clinical text."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.templates import DocumentCast, SentenceTemplate, read_templates


@dataclass(frozen=True, slots=True)
class _Group:
    headings: regex.Pattern[str] | None
    sentences: tuple[SentenceTemplate, ...]


class MentionTemplates:
    """The templates of ``mentions.toml`` and ``mentions_blocks.toml``.

    Args:
        groups: sentences by name; ``talk`` holds turns of a conversation.
        heads, feet: blocks before and behind a text.
    """

    def __init__(
        self,
        groups: dict[str, _Group],
        heads: tuple[SentenceTemplate, ...],
        feet: tuple[SentenceTemplate, ...],
    ) -> None:
        self._groups = groups
        self._anywhere = tuple(t for name, g in sorted(groups.items()) if name != "talk" for t in g.sentences)
        self._heads = heads
        self._feet = feet

    @classmethod
    def load(cls, folder: Path) -> MentionTemplates:
        """Reads both files of a folder.

        Raises:
            ResourceError: if one is missing or not valid.
        """
        groups = {}
        for name, table in read_templates(folder / "mentions.toml").items():
            headings = regex.compile(table["headings"]) if table["headings"] else None
            groups[name] = _Group(headings, tuple(table["sentences"]))
        blocks = read_templates(folder / "mentions_blocks.toml")
        return cls(groups, tuple(blocks["head"]["blocks"]), tuple(blocks["foot"]["blocks"]))

    def sentence(self, cast: DocumentCast, heading: str = "") -> Sample:
        """A sentence that may stand under a heading; half of them such as belong there, where some do."""
        fitting = [g for g in self._groups.values() if heading and g.headings and g.headings.search(heading)]
        if fitting and cast.rng.random() < 0.7:
            pool = cast.rng.choice(fitting).sentences
        else:
            pool = self._anywhere
        return cast.rng.choice(pool).to_sample(cast)

    def turn(self, cast: DocumentCast) -> Sample:
        """A turn of a conversation."""
        return cast.rng.choice(self._groups["talk"].sentences).to_sample(cast)

    def head(self, cast: DocumentCast) -> Sample:
        """A letterhead, registration block or the like, of one line or several."""
        return _laid_out(cast.rng.choice(self._heads), cast)

    def foot(self, cast: DocumentCast) -> Sample:
        """A signature, typist's line, list of copies or the like."""
        return _laid_out(cast.rng.choice(self._feet), cast)


def _laid_out(template: SentenceTemplate, cast: DocumentCast) -> Sample:
    """The block without the line ends at its edges, some with other gaps."""
    return _stripped(template.to_sample(cast), cast.rng)


def _stripped(sample: Sample, rng: random.Random) -> Sample:
    text = sample.text
    start, end = len(text) - len(text.lstrip("\n")), len(text.rstrip())
    builder = SampleBuilder()
    at = start
    narrow = rng.random() < 0.3
    for mark in (*sample.marks, None):
        gap = text[at : mark.start if mark else end]
        builder.add(regex.sub(r" {2,}", " ", gap) if narrow else gap)
        if mark:
            builder.add(text[mark.start : mark.end], *mark.labels)
            at = mark.end
    return builder.build()
