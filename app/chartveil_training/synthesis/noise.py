"""Noise in letters: case, typing errors, what scans misread. All but case are given as edits of a sample."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

import regex

from chartveil_training.samples import Sample, SampleEdit, apply_edits, is_marked
from chartveil_training.synthesis.generators.random_draws import chance

# ── case ─────────────────────────────────────────────────────────────────────────────────────────────


def in_capitals(sample: Sample) -> Sample:
    """All in capitals."""
    return _cased(sample, str.upper)


def in_lower_case(sample: Sample) -> Sample:
    """All in small letters."""
    return _cased(sample, str.lower)


def _cased(sample: Sample, change: Callable[[str], str]) -> Sample:
    text = change(sample.text)
    if len(text) != len(sample.text):
        # What would grow, as ß to SS, keeps its form; so it does on most forms in capitals.
        text = "".join(new if len(new := change(c)) == 1 else c for c in sample.text)
    return replace(sample, text=text)


_WORD = regex.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SMALL = frozenset("a an and as at by for from in of on or the to with".split())


def in_title_case(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """In Title Case; words in capitals keep them or lose them."""
    spared = _SMALL if chance(rng, 0.4) else frozenset()
    capitals_go = chance(rng, 0.4)
    for word in _WORD.finditer(sample.text):
        old = word[0]
        # Short ones are mostly abbreviations.
        titled = old[0] + old[1:].lower() if capitals_go and len(old) > 4 and old.isupper() else old
        first = titled[0].upper()
        if len(first) == 1 and old not in spared and first + titled[1:] != old:
            yield word.start(), word.end(), first + titled[1:]


# ── letters ──────────────────────────────────────────────────────────────────────────────────────────

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _neighbours() -> dict[str, str]:
    """Letter → letters of the keys around it; rows are set off by about half a key."""
    out: dict[str, str] = {}
    for y, row in enumerate(_ROWS):
        for x, letter in enumerate(row):
            around = row[max(0, x - 1) : x] + row[x + 1 : x + 2]
            if y:
                around += _ROWS[y - 1][x : x + 2]
            if y + 1 < len(_ROWS):
                around += _ROWS[y + 1][max(0, x - 1) : x + 1]
            out[letter] = around
    return out


_BESIDE = _neighbours()


def with_typing_errors(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With slips of the keyboard, more of them in names."""
    share = rng.choice((0.01, 0.02, 0.04, 0.07))
    in_names = min(0.3, share * rng.choice((1, 3, 5)))
    for word in _WORD.finditer(sample.text):
        rate = in_names if is_marked(sample, word.start()) else share
        if len(word[0]) < 4 or not chance(rng, rate):
            continue
        # The first letter is seldom the wrong one.
        i = rng.randrange(0 if chance(rng, 0.1) else 1, len(word[0]))
        yield _typo(word[0], i, word.start(), rng)


def _typo(word: str, i: int, at: int, rng: random.Random) -> SampleEdit:
    letter = word[i]
    kind = rng.random()
    if kind < 0.3 and 0 < i < len(word) - 1:
        return at + i, at + i + 2, word[i + 1] + letter
    if kind < 0.55:
        return at + i, at + i + 1, ""
    beside = _BESIDE.get(letter.lower(), "")
    if kind < 0.75 or not beside:
        return at + i, at + i + 1, letter * 2
    struck = rng.choice(beside)
    return at + i, at + i + 1, struck.upper() if letter.isupper() else struck


_MISREAD = (
    ("rn", "m"), ("cl", "d"), ("vv", "w"), ("li", "h"), ("ii", "u"), ("m", "rn"), ("d", "cl"), ("w", "vv"),
    ("O", "0"), ("o", "0"), ("0", "O"), ("0", "o"), ("l", "1"), ("l", "I"), ("1", "l"), ("1", "I"),
    ("I", "l"), ("I", "1"), ("i", "1"), ("S", "5"), ("5", "S"), ("B", "8"), ("8", "B"), ("Z", "2"),
    ("2", "Z"), ("G", "6"), ("e", "c"), ("h", "b"), ("n", "u"), ("t", "f"), (",", "."), (".", ","), (".", ""),
    ("-", "~"),
)  # fmt: skip


def _readings() -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for seen, read in _MISREAD:
        out.setdefault(seen, []).append(read)
    return out


_READ_AS = _readings()
_MISREADABLE = regex.compile("|".join(regex.escape(s) for s in sorted(_READ_AS, key=lambda s: (-len(s), s))))


def with_scan_errors(sample: Sample, rng: random.Random, share: float | None = None) -> Iterator[SampleEdit]:
    """With letters, figures and stops misread; ``share`` of those that may be, or one drawn."""
    rate = share if share is not None else rng.choice((0.005, 0.01, 0.02, 0.04))
    text = sample.text
    for found in _MISREADABLE.finditer(text):
        # Among figures the few letters that look like them come far more often.
        figures = found[0].isdecimal() or text[max(0, found.start() - 1) : found.start()].isdecimal()
        if chance(rng, rate * (4 if figures else 1)):
            yield found.start(), found.end(), rng.choice(_READ_AS[found[0]])
        elif found.start() and text[found.start() - 1].isalpha() and chance(rng, rate / 8):
            yield found.start(), found.start(), rng.choice((" ", "'", ".", "|"))


_PLAIN_TO_SET = {"'": "’", "-": "–", " ": "\u00a0", '"': "”"}


def with_typeset_signs(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With the quotes, dashes and fixed blanks of a word processor, or without accents."""
    text = sample.text
    if not text.isascii() and chance(rng, 0.5):
        for i, c in enumerate(text):
            if not c.isascii() and (plain := unicodedata.normalize("NFKD", c)[0]).isascii():
                yield i, i + 1, plain
        return
    rates = {"'": 1.0, '"': 1.0, "-": rng.choice((0.0, 0.3, 1.0)), " ": rng.choice((0.0, 0.02, 0.2))}
    for i, c in enumerate(text):
        if c in rates and chance(rng, rates[c]):
            opens = c == '"' and not text[max(0, i - 1) : i].strip()
            yield i, i + 1, "“" if opens else _PLAIN_TO_SET[c]


# Noise between words: punctuation, blanks, line ends. Each function gives edits of a sample.


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


# Noise of real documents: other case, typing and scanning errors, lost or strange blanks and line ends.


class NoiseKind(StrEnum):
    """A kind of noise, in the order in which kinds are applied together."""

    JOINED = "joined"
    """Line ends lost, as text copied from a viewer."""
    DICTATED = "dictated"
    """Punctuation dropped."""
    LOST_BLANKS = "lost blanks"
    """``2023-09-0507:59``, ``Dr.Smith``."""
    MORE_BLANKS = "more blanks"
    """Two or more blanks for one."""
    COLUMNS = "columns"
    """Tabs or bars for blanks."""
    TYPESET = "typeset"
    """Curly quotes, dashes and fixed blanks, or the plain letters of an old system for accented ones."""
    TYPOS = "typos"
    """Letters swapped, dropped, doubled or struck beside their key."""
    SCANNED = "scanned"
    """``O`` for ``0``, ``rn`` for ``m``, as scans misread them."""
    CAPITALS = "capitals"
    LOWER = "lower"
    TITLE = "title"
    """Title Case Of Everything."""
    WRAPPED = "wrapped"
    """Lines broken at a column, also inside names; some with hyphens, some in the middle of words."""
    CRLF = "crlf"
    """Line ends of Windows."""


_WEIGHTS: Mapping[NoiseKind, float] = {
    NoiseKind.CAPITALS: 18,
    NoiseKind.LOWER: 15,
    NoiseKind.TYPOS: 13,
    NoiseKind.WRAPPED: 11,
    NoiseKind.SCANNED: 9,
    NoiseKind.LOST_BLANKS: 7,
    NoiseKind.JOINED: 6,
    NoiseKind.DICTATED: 6,
    NoiseKind.TITLE: 4,
    NoiseKind.MORE_BLANKS: 4,
    NoiseKind.COLUMNS: 3,
    NoiseKind.TYPESET: 2,
    NoiseKind.CRLF: 2,
}
_CASE_KINDS = frozenset((NoiseKind.CAPITALS, NoiseKind.LOWER, NoiseKind.TITLE))
_SECOND_KIND_SHARE = 0.35
"""How often a second kind comes on top of the first."""


def add_noise(sample: Sample, rng: random.Random) -> Sample:
    """The sample with one or two kinds of noise, drawn as often as records show them.

    All capitals come with 18 of 100 samples, all small letters with 15.
    """
    kinds = list(_WEIGHTS)
    drawn = rng.choices(kinds, list(_WEIGHTS.values()))
    if chance(rng, _SECOND_KIND_SHARE):
        rest = [k for k in kinds if k not in drawn and k not in _CASE_KINDS]
        drawn += rng.choices(rest, [_WEIGHTS[k] for k in rest])
    order = list(NoiseKind)
    for kind in sorted(drawn, key=order.index):
        sample = add_noise_of_kind(sample, kind, rng)
    return sample


def add_noise_of_kind(sample: Sample, kind: NoiseKind, rng: random.Random) -> Sample:
    """The sample with one kind of noise; how much of it is drawn.

    Marks cover what became of the text they covered, without blanks at their edges. A mark of which
    nothing is left is gone.
    """
    if kind is NoiseKind.CAPITALS:
        return in_capitals(sample)
    if kind is NoiseKind.LOWER:
        return in_lower_case(sample)
    return apply_edits(sample, _KINDS[kind](sample, rng))


_KINDS: Mapping[NoiseKind, Callable[[Sample, random.Random], Iterator[SampleEdit]]] = {
    NoiseKind.JOINED: without_line_ends,
    NoiseKind.DICTATED: without_punctuation,
    NoiseKind.LOST_BLANKS: with_lost_blanks,
    NoiseKind.MORE_BLANKS: with_more_blanks,
    NoiseKind.COLUMNS: with_column_marks,
    NoiseKind.TYPESET: with_typeset_signs,
    NoiseKind.TYPOS: with_typing_errors,
    NoiseKind.SCANNED: with_scan_errors,
    NoiseKind.TITLE: in_title_case,
    NoiseKind.WRAPPED: with_wrapped_lines,
    NoiseKind.CRLF: lambda sample, _: with_windows_line_ends(sample),
}
