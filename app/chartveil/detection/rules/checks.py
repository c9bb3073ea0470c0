"""Checks that rule files name, for what a pattern cannot tell: check digits, days of the calendar."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import regex

from chartveil.domain.check_digits import (
    is_dea_number,
    is_nhs_number,
    is_npi,
    is_vin,
    passes_iban_checksum,
    passes_luhn,
)
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import is_day, is_day_month, is_year, read_number
from chartveil.lexicon.not_initials import not_initials
from chartveil.lexicon.other_script_words import names_nobody

_DATE = regex.compile(
    r"(?:(?P<m>\d{1,2})[/.-](?P<d>\d{1,2})[/.-](?:19|20)?\d{2}|(?:19|20)\d{2}[/.-](?P<m>\d{1,2})"
    r"[/.-](?P<d>\d{1,2})"
    r"|(?P<m>\d{1,2})/(?P<d>\d{1,2})|(?P<m>\d{1,2})/(?P<y>(?:19|20)\d{2}))"
)


def looks_like_date(text: str) -> bool:
    """Whether the whole of ``text`` can be read as a numeric date with a possible month and day."""
    m = _DATE.fullmatch(text)
    if m is None:
        return False
    if m["y"]:
        return 1 <= int(m["m"]) <= 12
    a, b = int(m["m"]), int(m["d"])
    return (1 <= a <= 12 and 1 <= b <= 31) or (1 <= b <= 12 and 1 <= a <= 31)


# Each check looks at the text of the first group that is named by a label, or
# at the whole match where there is none; ``calendar_date`` looks at groups of its own.

Check = Callable[[Any, TokenizedText], bool]
"""Given the match and the view: whether the match counts."""


def _taken(m: Any) -> str:
    """What a match takes: the text of its first group that a label names, else all of it."""
    for name, value in m.groupdict().items():
        if value and name.rstrip("0123456789").rstrip("_") in Label.__members__:
            return str(value)
    return str(m[0])


def _on_text(test: Callable[[str], bool]) -> Check:
    return lambda m, _view: test(_taken(m))


def is_calendar_date(m: Any, _view: TokenizedText) -> bool:
    """Whether the groups of a match are a day that the calendar has, in living memory.

    The groups are ``a`` and ``b`` (day and month in either order), or ``m`` and ``d``, and perhaps ``y``.
    Letters that scans take for figures count as these.
    """
    g = m.groupdict()
    if g.get("y") is not None and not is_year(g["y"]):
        return False
    if g.get("a") is not None:
        return is_day_month(g["a"], g["b"])
    month, day = read_number(g["m"]), read_number(g["d"])
    return month is not None and day is not None and is_day(month, day)


def are_days_in_order(m: Any, _view: TokenizedText) -> bool:
    """Whether the pairs of figures that a match takes are days of one or two months, each after the last.

    Scores of one scale share their maximum; days do not: ``1/5, 2/5`` is none.
    """
    days = [tuple(map(int, pair.split("/"))) for pair in m.captures("DATE")]
    rising = all(a < b and b[0] - a[0] <= 1 for a, b in pairwise(days))
    return rising and len({day for _, day in days}) > 1 and all(is_day(*day) for day in days)


def are_initials(m: Any, _view: TokenizedText) -> bool:
    """Whether no group of a match is an abbreviation of usage (``PO``, ``ED``): nobody's initials."""
    found = (letters for name in m.re.groupindex for letters in m.captures(name))
    return not any(letters.replace(".", "").lower() in not_initials() for letters in found)


_PRINTED = 0.9
"""Share of printable characters from which what base64 holds is text."""
_LONG_CODE = 60
"""Characters from which a run in capitals, small letters and digits is code whatever it holds."""

_LETTERS_A_CHANGE = 4
"""At most so many characters of packed data follow each other without a change between capitals, small
letters and digits. Chance has two of three."""


def is_base64(m: Any, _view: TokenizedText) -> bool:
    """Whether letters and digits are base64: they decode to text, or are many and mixed as in no word."""
    code = "".join(_taken(m).split()).rstrip("=").translate(_URL_SAFE)
    mixed = any(map(str.isupper, code)) and any(map(str.islower, code))
    if not mixed or code.count("+/") > 1:  # CD13+/CD33+/CD34+
        return False
    if any(map(str.isdigit, code)):
        kinds = [(c.isupper(), c.isdigit()) for c in code if c.isalnum()]
        changes = sum(a != b for a, b in pairwise(kinds))
        if len(code) >= _LONG_CODE or changes * _LETTERS_A_CHANGE >= len(code):
            return True
    raw = base64.b64decode(code[: len(code) // 4 * 4])
    text = raw.decode("utf-8", "replace")
    shown = sum(c.isprintable() or c.isspace() for c in text.replace("\ufffd", "\0"))
    return bool(shown >= _PRINTED * len(text))


_URL_SAFE = str.maketrans("-_", "+/")


@dataclass(frozen=True, slots=True)
class _LatinShare:
    """Works out whether a good part of a text's letters is Latin (``TokenizedText.cached``)."""

    def make(self, view: TokenizedText) -> bool:
        latin = sum(m.end() - m.start() for m in _LATIN.finditer(view.text))
        others = sum(m.end() - m.start() for m in _OTHER.finditer(view.text))
        return bool(latin * 2 > others)


_LATIN = regex.compile(r"\p{Latin}+")
_OTHER = regex.compile(r"[\p{L}--\p{Latin}]+", regex.VERSION1)
_LATIN_SHARE = _LatinShare()


def stands_in_latin_text(m: Any, view: TokenizedText) -> bool:
    """Whether a third of the text's letters or more are Latin, so that another script stands out, and the
    match is more than words of forms in that script (``नाम``, ``出生日期``)."""
    return bool(view.cached(_LATIN_SHARE)) and not names_nobody(_taken(m))


CHECKS: Final[Mapping[str, Check]] = {
    "calendar_date": is_calendar_date,
    "days_in_order": are_days_in_order,
    "luhn": _on_text(passes_luhn),
    "npi": _on_text(is_npi),
    "dea": _on_text(is_dea_number),
    "vin": _on_text(is_vin),
    "nhs": _on_text(is_nhs_number),
    "iban": _on_text(passes_iban_checksum),
    "initials": are_initials,
    "base64": is_base64,
    "latin_text": stands_in_latin_text,
    "not_date": _on_text(lambda text: not looks_like_date(text)),
}
"""The checks by the name that a rule file calls them by."""
