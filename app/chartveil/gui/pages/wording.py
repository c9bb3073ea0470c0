"""What the window calls the boxes on pages: kind, state, what lies below."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.review.model import DecisionState, PageBox


def box_state_text(box: PageBox, *, asked: bool) -> str:
    """What becomes of what is below a box.

    Args:
        box: the box.
        asked: whether somebody has to decide before the document goes out.
    """
    if box.state is DecisionState.REJECTED:
        return _tr("stays visible")
    if box.state is not DecisionState.PROPOSED:
        return _tr("to be covered")
    return _tr("not decided") if asked else _tr("not decided, will be covered")


def words_below_text(n: int) -> str:
    """How many words lie below a box."""
    if n == 0:
        return _tr("no word below")
    return _tr("1 word below") if n == 1 else _tr("{n} words below").format(n=f"{n:,}")


def box_text(box: PageBox, words: int, *, asked: bool) -> str:
    """A box in one line: kind, state, page, words below."""
    page = _tr("page {n}").format(n=box.region.page + 1)
    parts = (
        choice_name(box.region.kind),
        box_state_text(box, asked=asked),
        page,
        words_below_text(words),
    )
    return " · ".join(parts)


def page_progress_text(left: int, decided: int) -> str:
    """How far a page is.

    Args:
        left: spans and boxes on it that nobody has decided.
        decided: those that somebody has.
    """
    if left:
        return _tr("1 to decide") if left == 1 else _tr("{n} to decide").format(n=f"{left:,}")
    return _tr("all decided") if decided else _tr("nothing found")


def _tr(text: str) -> str:
    return QCoreApplication.translate("PageRegions", text)
