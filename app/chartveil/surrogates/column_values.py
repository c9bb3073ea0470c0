"""Replaces cells of table columns by operator: codes, moved dates, coarser numbers."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from chartveil.domain.patient_source import normalised_patient
from chartveil.domain.policy import Policy
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator
from chartveil.surrogates.ages import AGE_OVER_89, age_band
from chartveil.surrogates.dates.formatting import write_date_like
from chartveil.surrogates.dates.parsing import ParsedDate, parse_date
from chartveil.surrogates.dates.replacing import MAX_YEARS_BACK, drawn_shift
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.places import RESTRICTED_ZIP3
from chartveil.surrogates.text_shape import mask_text

_CODE_LETTERS = 12
_TIME_TAIL = re.compile(
    r"(?<=\d)(?:[ T:]\d{1,2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?\s*(?i:[ap]\.?m\.?)?(?:Z|[+-]\d\d:?\d\d)?)$"
)
_EXCEL_DAY = re.compile(r"([2-7]\d{4})(\.\d+)?")
"""Days since the end of 1899, as spreadsheets count them: 1954 to 2118."""
_EPOCH = re.compile(r"(-?\d{9,10})(\d{3})?(\.\d+)?")
"""Seconds or thousandths since 1970."""
_COMPACT = re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d(?:\d{4}|\d{6})?")
_EXCEL_START, _EPOCH_START = dt.date(1899, 12, 30), dt.date(1970, 1, 1)
_DAY_SECONDS = 86400
_TWO_NUMBERS = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})\b")
_NUMBER = re.compile(r"(\d{1,3})(?:\.\d+)?")
_LARGEST_AGE = re.compile(r"\d{1,3}")
_NOT_YEARS = re.compile(r"(?i)\d\s*(?:m(?:o|os|onths?)?|w(?:ks?|eeks?)?|d(?:ays?)?|h(?:ours?|rs?)?)\b")
_ZIP = re.compile(r"(\d{3,5})(?:-?\d{4})?")


class ColumnValues:
    """Makes new cells.

    Args:
        key: the secret.
        policy: how far dates move.
    """

    def __init__(self, key: bytes, policy: Policy) -> None:
        self._key = key
        self._policy = policy
        self._shift = lru_cache(65536)(self._drawn_shift)

    def cell(self, choice: ColumnChoice, text: str, patient: str | None, newest_year: int = 0) -> str | None:
        """The new cell; empty where it is not what the operator is for, None where the operator is not one of
        this module.

        Args:
            choice: what is done with the column.
            text: the cell, not blank.
            patient: whose row it is; None where that is not known.
            newest_year: of the table, from which ages over 89 are told; 0 where it is not known.
        """
        match choice.operator:
            case ColumnOperator.PSEUDONYM:
                return self.code(normalised_patient(text) or text)
            case ColumnOperator.HASH:
                return self._digest("column hash", text).hex()[:32]
            case ColumnOperator.ENCRYPT:
                return self._encrypted(text)
            case ColumnOperator.MASK:
                return mask_text(text)
            case ColumnOperator.SHIFT_DATE:
                return self._moved(text, patient, newest_year, day_first=choice.day_first) if patient else ""
            case ColumnOperator.BAND:
                return _band(text, newest_year, day_first=choice.day_first)
            case ColumnOperator.TOP_CODE:
                return _top_coded(text)
            case ColumnOperator.ZIP3:
                return zip3(text)
            case ColumnOperator.EMPTY | ColumnOperator.DROP:
                return ""
            case _:
                return None

    def code(self, text: str) -> str:
        """A code that stands for a value in every file of this key: twelve letters and digits."""
        return base64.b32encode(self._digest("column code", text)).decode()[:_CODE_LETTERS]

    def _digest(self, purpose: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{purpose}\0{text.strip()}".encode("utf-8", "surrogatepass"), "sha256")

    def _encrypted(self, text: str) -> str:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        key = hmac.digest(self._key, b"column encryption", hashlib.sha512)
        return base64.urlsafe_b64encode(AESSIV(key).encrypt(text.encode(), None)).decode()

    def _drawn_shift(self, patient: str) -> int:
        return drawn_shift(self._policy, KeyedRandom(self._key, f"patient:{patient}", "date-shift"))

    def _moved(self, text: str, patient: str, newest_year: int, *, day_first: bool) -> str:
        found = read_date(text, day_first=day_first)
        return (
            found.write(_safe_day(found.day, self._shift(patient), newest_year)) if found is not None else ""
        )


@dataclass(frozen=True, slots=True)
class CellDate:
    """A date in a cell.

    Attributes:
        day: what was not written, a day or a month, is in the middle.
        write: writes another day the same way.
    """

    day: dt.date
    write: Callable[[dt.date], str]


def read_date(text: str, *, day_first: bool = False) -> CellDate | None:
    """A cell as a date with a year, also as the days or seconds that spreadsheets and systems count; None for
    what is no date."""
    cell = text.strip()
    if not any(map(str.isdecimal, cell)):
        return None
    counted = None if _COMPACT.fullmatch(cell) else _EPOCH.fullmatch(cell)
    if m := _EXCEL_DAY.fullmatch(cell):
        after = m[2] or ""
        day = _EXCEL_START + dt.timedelta(int(m[1]))
        return CellDate(day, lambda new: f"{(new - _EXCEL_START).days}{after}")
    if counted is not None:
        days, rest = divmod(int(counted[1]), _DAY_SECONDS)
        after = (counted[2] or "") + (counted[3] or "")
        return CellDate(
            _EPOCH_START + dt.timedelta(days),
            lambda new: f"{(new - _EPOCH_START).days * _DAY_SECONDS + rest}{after}",
        )
    tail = m.group() if (m := _TIME_TAIL.search(cell)) else ""
    for head, behind in ((cell, ""), (cell[: len(cell) - len(tail)], tail)):
        parsed = parse_date(head, day_first=day_first) if head else None
        if parsed is not None and parsed.year:
            return CellDate(parsed.completed(1, 7, 15), partial(_written, parsed, behind))
    return None


def _written(parsed: ParsedDate, behind: str, new: dt.date) -> str:
    return write_date_like(parsed, new) + behind


def is_day_first(text: str) -> bool | None:
    """Whether a date in numbers can only be read with the day first, or only with the month first; None where
    it can be read both ways, or begins with the year."""
    m = _TWO_NUMBERS.match(text.strip())
    if m is None:
        return None
    a, b = int(m[1]), int(m[2])
    return True if 12 < a <= 31 and b <= 12 else False if 12 < b <= 31 and a <= 12 else None


def _safe_day(day: dt.date, days: int, newest_year: int) -> dt.date:
    """A day moved; one that would tell an age over 89 is the first of the last year that tells none."""
    if newest_year and day.year < newest_year - MAX_YEARS_BACK + 1:
        return dt.date(newest_year - MAX_YEARS_BACK, 1, 1)
    try:
        return day + dt.timedelta(days)
    except OverflowError:
        return day - dt.timedelta(days)


def _band(text: str, newest_year: int, *, day_first: bool) -> str:
    cell = text.strip().rstrip("+")
    if m := _NUMBER.fullmatch(cell):
        return (
            age_band(int(m[1])) if int(m[1]) < 130 else f"{int(m[1]) // 50 * 50}-{int(m[1]) // 50 * 50 + 49}"
        )
    found = read_date(cell, day_first=day_first)
    if found is None:
        return ""
    year = found.day.year
    return str(max(year, newest_year - MAX_YEARS_BACK)) if newest_year else str(year)


def _top_coded(text: str) -> str:
    cell = text.strip()
    numbers = [int(n) for n in _LARGEST_AGE.findall(cell)]
    if not numbers:
        return ""
    return AGE_OVER_89 if max(numbers) >= 90 and not _NOT_YEARS.search(cell) else text


def zip3(text: str) -> str:
    """The first three digits of a US ZIP code with stars, also of one that lost its first zeros to a
    spreadsheet; empty for what is none (45 CFR 164.514(b)(2)(i)(B))."""
    m = _ZIP.fullmatch(text.strip())
    if m is None:
        return ""
    area = m[1].zfill(5)[:3]
    return ("000" if area in RESTRICTED_ZIP3 else area) + "**"
