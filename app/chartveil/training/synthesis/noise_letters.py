"""Noise in letters: case, typing errors, what scans misread. All but case are given as edits of a sample."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace

import regex

from chartveil.training.sample import Sample
from chartveil.training.synthesis.draw import chance
from chartveil.training.synthesis.edits import SampleEdit, is_marked

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
        said = word[0]
        # Short ones are mostly abbreviations.
        titled = said[0] + said[1:].lower() if capitals_go and len(said) > 4 and said.isupper() else said
        first = titled[0].upper()
        if len(first) == 1 and said not in spared and first + titled[1:] != said:
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


def with_scan_errors(sample: Sample, rng: random.Random) -> Iterator[SampleEdit]:
    """With letters, figures and stops misread."""
    rate = rng.choice((0.005, 0.01, 0.02, 0.04))
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
