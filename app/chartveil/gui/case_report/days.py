"""Days as they are typed and shown: ISO, so that nobody takes 3/4 for another day."""

from __future__ import annotations

from chartveil.case_report.model import DayRange
from chartveil.service.case_reports import day

_TO = " to "


def days_text(when: DayRange) -> str:
    """``2019-03-04``, or ``2019-03-01 to 2019-03-31``."""
    return when.first.isoformat() if when.is_exact else f"{when.first}{_TO}{when.last}"


def days_from_text(text: str) -> DayRange | None:
    """The days of a text that ``days_text`` wrote, of a month (``2019-03``) or of a year; None for other
    texts."""
    try:
        first, _, last = text.partition(_TO)
        begun = day(first)
        return DayRange(begun.first, day(last).last) if last else begun
    except ValueError:
        return None
