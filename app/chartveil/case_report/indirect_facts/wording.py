"""Replaces phrases so that article and number agree, and rounds values."""

from __future__ import annotations

import math

import regex

_VOWEL = regex.compile(r"(?i)[aeiou](?!ni(?:on|t|v|q|f|c)|ne\b|nce\b|se|ur?o)|hono?u?r|hour|heir")
_ONE = regex.compile(
    r"(?i)(?:an?|one|this|that|another|a (?!few|pair|couple|number|flock|herd|pack|col|team|lit).*)"
)
_OWNER = regex.compile(r"(?i)(?:(?:his|her|their|my|our|its|the)(?: own)?|.*'s?)")
_IRREGULAR = frozenset(
    "mice geese sheep cattle livestock poultry people children men women calves wolves oxen".split()
)
_NUMBER = regex.compile(r"\d[\d,]*(?:\.\d+)?")
_OUNCES = regex.compile(r"(?i)(?<=pounds?|lbs?\.?),? (?:and )?[\d.]+ ?(?:oz\.?|ounces?)")
_FIGURES_FROM_TEN = 2


def article(noun: str) -> str:
    """``a`` or ``an``, as it stands before a word."""
    return "an" if _VOWEL.match(noun) else "a"


def with_article(phrase: str) -> str:
    """The phrase with the article at its head as its next word asks: ``a animal`` is ``an animal``."""
    m = regex.match(r"(?i)(an?) (?=\w)", phrase)
    if not m:
        return phrase
    fit = article(phrase[m.end() :])
    return (fit.capitalize() if m[1][0].isupper() else fit) + phrase[m.end() - 1 :]


def is_plural(head: str) -> bool:
    """Whether the last word of a phrase is a plural."""
    last = head.lower().rpartition(" ")[2]
    if last in _IRREGULAR or last.endswith("men"):
        return True
    return last.endswith("s") and not last.endswith(("ss", "us", "is", "'s"))


def plural_of(noun: str) -> str:
    """The plural of a regular noun phrase."""
    if noun.endswith(("man", "Man")):
        return noun[:-2] + "en"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def noun_phrase(determiner: str, head: str, noun: str, plural: str = "") -> str:
    """Another noun in place of a phrase, with its determiner as far as that tells nothing.

    Args:
        determiner: of the phrase: ``a``, ``her``, ``thirty``; empty for none.
        head: its noun, which tells the number.
        noun, plural: what stands for it.

    Returns:
        ``an animal``, ``her animals``; a number goes: ``thirty parrots`` are ``animals``.
    """
    word = (plural or plural_of(noun)) if is_plural(head) else noun
    if not determiner:
        return word
    if _OWNER.fullmatch(determiner):
        return f"{determiner} {word}"
    if _ONE.fullmatch(determiner) and word == noun:
        first = "A" if determiner[0].isupper() else "a"
        return with_article(f"{first} {noun}")
    return word if word != noun else plural or plural_of(noun)


def rounded(text: str) -> str:
    """The text with each number rounded to two figures, below ten to one: ``about 7 x 5 cm``."""
    plain = _OUNCES.sub("", text)
    return "about " + str(_NUMBER.sub(lambda m: _round(_value(m.group())), plain))


def as_range(text: str) -> str:
    """The least and the greatest of the text's values, rounded: ``between about 90 and 1,200 U/mL``."""
    values = sorted(_value(m.group()) for m in _NUMBER.finditer(text))
    last = list(_NUMBER.finditer(text))[-1]
    unit = regex.match(r" ?[^\s\d,;.→()|-][^\s,;()|]*", text[last.end() :])
    least, most = _round(values[0]), _round(values[-1])
    ends = f"about {least}" if least == most else f"between about {least} and {most}"
    return ends + (str(unit.group()) if unit else "")


def _value(figures: str) -> float:
    return float(figures.replace(",", ""))


def _round(value: float) -> str:
    if value == 0:
        return "0"
    places = math.floor(math.log10(abs(value)))
    kept = round(value, (_FIGURES_FROM_TEN if value >= 10 else 1) - 1 - places)
    return f"{kept:,.0f}" if kept >= 1 else f"{kept:g}"
