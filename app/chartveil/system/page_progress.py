"""How far the work on a file of pages is: told from where pages are read, written and compared, to whoever
works on the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum


class PageStep(IntEnum):
    """What is done with the pages of a file, in this order; the number goes between processes."""

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
    """

    step: PageStep
    page: int
    pages: int
    unit: str = "page"

    def __str__(self) -> str:
        unit = "part" if self.step is PageStep.DETECTING else self.unit
        return f"{self.step.name.lower()} {unit} {self.page:,} of {self.pages:,}"


_told: ContextVar[Callable[[PageProgress], None] | None] = ContextVar("who is told", default=None)


@contextmanager
def page_progress_told(told: Callable[[PageProgress], None]) -> Iterator[None]:
    """Within this context, in this thread, each page is told as it begins."""
    token = _told.set(told)
    try:
        yield
    finally:
        _told.reset(token)


def tell_page(step: PageStep, number: int, pages: int) -> None:
    """Tells that a page begins.

    Args:
        number: from 0.
        pages: of the file.
    """
    told = _told.get()
    if told is not None:
        told(PageProgress(step, number + 1, pages))
