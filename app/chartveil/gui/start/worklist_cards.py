"""Parts of the start page: a worklist that can be gone on with, the sign that files can be let go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text


@dataclass(frozen=True, slots=True)
class WorklistSummary:
    """A worklist on the start page.

    Attributes:
        id: for ``resume_chosen`` and ``remove_chosen``.
        title: may hold PHI (a folder's name): for this page only, not for window titles.
        documents: how many there are.
        signed_off: how many of them are signed off or exported.
        when: of the last decision, or when it was begun; in UTC, ISO 8601.
        failed: how many could not be read.
    """

    id: int
    title: str
    documents: int
    signed_off: int
    when: str
    failed: int = 0


def tr(text: str) -> str:
    return QCoreApplication.translate("StartPage", text)


def relative_time_text(when: str, now: datetime) -> str:
    """A time as people say it: ``today 14:05``, ``yesterday 09:30``, ``6 March 2026``.

    Args:
        when: ISO 8601 with an offset, or UTC without one; anything else gives nothing.
        now: with the time zone to say it in.
    """
    try:
        moment = datetime.fromisoformat(when)
    except ValueError:
        return ""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    moment = moment.astimezone(now.tzinfo)
    clock = f"{moment.hour:02}:{moment.minute:02}"
    if moment.date() == now.date():
        return tr("today {time}").format(time=clock)
    if moment.date() == now.date() - timedelta(days=1):
        return tr("yesterday {time}").format(time=clock)
    months = tr("January February March April May June July August September October November December")
    month = months.split()[moment.month - 1]
    return tr("{day} {month} {year}").format(day=moment.day, month=month, year=moment.year)


def worklist_progress_text(summary: WorklistSummary, now: datetime) -> str:
    """How far a worklist is, and when it was last worked on."""
    signed = tr("{n} of {m} signed off").format(n=f"{summary.signed_off:,}", m=f"{summary.documents:,}")
    failed = tr("{n} could not be read").format(n=f"{summary.failed:,}") if summary.failed else ""
    return " · ".join(filter(None, (signed, failed, relative_time_text(summary.when, now))))


class WorklistCard(QWidget):
    """One worklist: go on with it, or remove it.

    Args:
        icons: in the colours of the theme.
        summary: what is shown of it.
        now: with the time zone to say times in.
        last: whether it is the one that was had last, which is shown large.
    """

    def __init__(self, icons: IconSet, summary: WorklistSummary, now: datetime, *, last: bool) -> None:
        super().__init__()
        self.resume = push_button(
            self.tr("Continue") if last else self.tr("Open"),
            name=self.tr("Go on with {title}").format(title=summary.title),
            look="primary" if last else "",
        )
        name = self.tr("Remove {title}…").format(title=summary.title)
        self.remove = push_button("", name=name, tip=self.tr("Forget this worklist…"), quiet=True)
        self.remove.setIcon(icons.icon("remove", icons.theme.muted))
        title = ElidedText()
        title.show_text(summary.title)
        about = text_label(worklist_progress_text(summary, now), "muted", wrap=False)
        words = column(title, about, gap=GRID_UNIT // 2)
        if last:
            share = named(QProgressBar(), self.tr("Signed off"))
            share.setRange(0, max(1, summary.documents))
            share.setValue(summary.signed_off)
            share.setTextVisible(False)
            words.addWidget(share)
        row((words, 1), GRID_UNIT, self.resume, self.remove, parent=self, margins=0, gap=GRID_UNIT)


class DropOverlay(QLabel):
    """Covers the page while files are held over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_number(self, n: int) -> None:
        """Says that so many things can be let go."""
        self.setText(counted_text(n, tr("Let go to open 1 item"), tr("Let go to open {n} items")))
        self.raise_()
        self.show()
