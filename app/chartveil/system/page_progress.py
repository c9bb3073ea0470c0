"""Progress within a file of pages: reported where pages are read, written and compared, received by whoever
works on the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import IntEnum


class PageStep(IntEnum):
    """The steps of the work on pages, in this order; the number goes between processes."""

    READING = 1
    DETECTING = 2
    PREPARING = 3
    WRITING = 4
    CHECKING = 5


@dataclass(frozen=True, slots=True)
class PageProgress:
    """The page that is at work.

    Attributes:
        step: what is done with it.
        page: its number, from 1.
        pages: how many the file has.
        unit: what is counted: pages, or rows of a table; parts of the work while identifiers are looked for.
        part: which part of the work on this page is at hand, from 1; 0 where the work has none.
        parts: how many there are.
        line: how many lines of the page are read; 0 where none is, or nobody counts.
        lines: how many were found on it.
    """

    step: PageStep
    page: int
    pages: int
    unit: str = "page"
    part: int = 0
    parts: int = 0
    line: int = 0
    lines: int = 0

    def __str__(self) -> str:
        unit = "part" if self.step is PageStep.DETECTING else self.unit
        part = f", part {self.part} of {self.parts}" if self.part else ""
        line = f", line {self.line} of {self.lines}" if self.line else ""
        return f"{self.step.name.lower()} {unit} {self.page:,} of {self.pages:,}{part}{line}"


_callback: ContextVar[Callable[[PageProgress], None] | None] = ContextVar("who receives it", default=None)
_page: ContextVar[PageProgress | None] = ContextVar("the page that is at work", default=None)


@contextmanager
def page_progress_to(callback: Callable[[PageProgress], None]) -> Iterator[None]:
    """Within this context, in this thread, ``callback`` gets the progress of pages."""
    token, page = _callback.set(callback), _page.set(None)
    try:
        yield
    finally:
        _page.reset(page)
        _callback.reset(token)


def report_page(step: PageStep, number: int, pages: int) -> None:
    """Reports that a page begins.

    Args:
        number: from 0.
        pages: of the file.
    """
    callback = _callback.get()
    if callback is not None:
        at = PageProgress(step, number + 1, pages)
        _page.set(at)
        callback(at)


def report_part(part: int, parts: int) -> None:
    """Reports that a part of the work on the current page begins.

    Args:
        part: from 1.
        parts: of the work on a page.
    """
    callback, at = _callback.get(), _page.get()
    if callback is not None and at is not None:
        at = replace(at, part=part, parts=parts)
        _page.set(at)
        callback(at)


def report_line(line: int, lines: int) -> None:
    """Reports that lines of the current page are read. The callback may end the work by an exception.

    Args:
        line: how many, from 1.
        lines: that were found on it.
    """
    callback, at = _callback.get(), _page.get()
    if callback is not None and at is not None:
        callback(replace(at, line=line, lines=lines))
