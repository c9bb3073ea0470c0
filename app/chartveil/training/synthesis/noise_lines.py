"""Noise between words: punctuation, blanks, line ends. Each function gives edits of a sample."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from chartveil.training.sample import Sample
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.edits import SampleEdit, is_marked

# ── punctuation and blanks ───────────────────────────────────────────────────────────────────────────

_STOP = regex.compile(r"[.,;:!?](?=\s|$)|[()\"]")


def without_punctuation(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """Without stops and commas, as dictation is written down."""
    dropped = rng.choice((",", ",;:", ",.;:!?", ',.;:!?()"', ".,"))
    rate = rng.choice((0.5, 1.0, 1.0))
    for stop in _STOP.finditer(sample.text):
        if stop[0] in dropped and chance(rng, rate):
            yield stop.start(), stop.end(), ""


_LOSABLE = regex.compile(
    r"(?<=[.,:;)]) +(?=\w)|(?<=\d[/-]\d{1,4}) +(?=\d)|(?<=\d) +(?=\d{1,2}:\d\d)|(?<=\w) +(?=\()"
    r"|(?<=\p{Ll}) (?=\p{Lu})|(?<=\d) (?=\p{L})|(?<=\p{L}) (?=\d)"
)


def with_lost_blanks(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """Without some blanks: ``Dr.Smith``, ``2023-09-0507:59``."""
    often, seldom = rng.choice((0.1, 0.3, 0.6)), rng.choice((0.0, 0.02, 0.06))
    for blank in _LOSABLE.finditer(sample.text):
        before = sample.text[blank.start() - 1]
        after = sample.text[blank.end()]
        usual = not before.isalpha() and not (before.isdecimal() and after.isalpha())
        if chance(rng, often if usual else seldom):
            yield blank.start(), blank.end(), ""


def with_more_blanks(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With some blanks doubled, or more."""
    rate = rng.choice((0.03, 0.1, 0.3))
    sentences = chance(rng, 0.4)
    for blank in regex.finditer(r"(?<=\S) (?=\S)", sample.text):
        if sentences and sample.text[blank.start() - 1] in ".:":
            yield blank.start(), blank.end(), "  "
        elif chance(rng, rate):
            yield blank.start(), blank.end(), " " * rng.choice((2, 2, 2, 3, 5))


def with_column_marks(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With tabs or bars where columns or fields meet, and at some single blanks."""
    between = rng.choice(("\t", "\t", " | ", "|", " ; "))
    rate = rng.choice((0.0, 0.02, 0.06))
    for blank in regex.finditer(r"(?<=\S)(?:[ \t]{2,}|(?<=:)[ \t]+| )(?=\S)", sample.text):
        gap = len(blank[0]) > 1 or sample.text[blank.start() - 1] == ":"
        if is_marked(sample, blank.start()):
            if chance(rng, rate):
                yield blank.start(), blank.end(), "\t"
        elif chance(rng, 0.9 if gap else rate):
            yield blank.start(), blank.end(), between


# ── lines ────────────────────────────────────────────────────────────────────────────────────────────


def without_line_ends(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """Without some or all line ends."""
    paragraphs_too = chance(rng, 0.5)
    rate = rng.choice((0.5, 1.0, 1.0))
    # Some viewers give no blank for the line end: "SmithMRN 1234".
    between = rng.choice((" ", " ", " ", "  ", ""))
    for end in regex.finditer(r"(?<=\S)[ \t]*((?:\r?\n[ \t]*)+)(?=\S)", sample.text):
        if (paragraphs_too or end[1].count("\n") == 1) and chance(rng, rate):
            yield end.start(), end.end(), between


_NEXT = regex.compile(r"\S+")


def with_wrapped_lines(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With lines broken at a column; some with hyphens, some hard in the middle of words, some in names."""
    width = rng.choice((36, 48, 60, 65, 72, 76, 80, 100))
    hyphens = chance(rng, 0.3)
    hard = not hyphens and chance(rng, 0.12)
    in_names = rng.choice((0.0, 0.0, 0.1, 0.3))
    line_end = "\n" + " " * rng.choice((0, 0, 0, 0, 2, 5))
    start = 0
    for token in regex.finditer(r"\n|[^\S\n]+|\S+", sample.text):
        first, last = token.span()
        if token[0] == "\n":
            start = last
        elif token[0].isspace():
            following = _NEXT.match(sample.text, last)
            too_long = following is not None and following.end() - start > width
            if first == start:
                continue
            if (too_long and not hard and not hyphens) or (
                is_marked(sample, first) and chance(rng, in_names)
            ):
                yield first, last, line_end
                start = last
        elif (hard or hyphens) and last - start > width:
            cut = start + width
            if hard and first < cut:
                yield cut, cut, "\n"
                start = cut
            elif hyphens and token[0].isalpha() and cut - first >= 3 and last - cut >= 3:
                yield cut, cut, "-" + line_end
                start = cut
            elif first > start:
                yield first, first, line_end
                start = first


def with_windows_line_ends(sample: Sample) -> Iterator[SampleEdit]:
    """With the line ends of Windows."""
    for end in regex.finditer(r"(?<!\r)\n", sample.text):
        yield end.start(), end.end(), "\r\n"
