"""Parts of the start page: a worklist that can be gone on with, the sign that files can be let go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QStackedWidget, QWidget

from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text

_TITLE = 24
"""Characters of a title in the question."""


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


class WorklistCard(QFrame):
    """One worklist: go on with it, or remove it after a question.

    Signals:
        resumed, removed: its id.
    """

    resumed = Signal(int)
    removed = Signal(int)

    def __init__(
        self,
        theme: Theme,
        icons: IconSet,
        summary: WorklistSummary,
        now: datetime,
        *,
        last: bool,
        parent: QWidget | None = None,
    ) -> None:
        """Args:
        last: whether it is the one that was had last, which is shown large.
        """
        super().__init__(parent)
        self._pages = QStackedWidget(self)
        self.resume = push_button(
            self.tr("Continue") if last else self.tr("Open"),
            lambda: self.resumed.emit(summary.id),
            name=self.tr("Go on with {title}").format(title=summary.title),
            look="primary" if last else "",
        )
        self.remove = push_button(
            "",
            self._ask,
            name=self.tr("Remove {title}…").format(title=summary.title),
            tip=self.tr("Remove this worklist…"),
            quiet=True,
        )
        self.remove.setIcon(icons.icon("remove", theme.muted))
        self.confirm = push_button(self.tr("Remove"), lambda: self.removed.emit(summary.id), look="danger")
        self.keep = push_button(self.tr("Keep"), self._answer_no)
        self._pages.addWidget(self._facts(summary, now, bar=last))
        self._pages.addWidget(self._question(summary))
        column(self._pages, parent=self, margins=0)

    def _facts(self, summary: WorklistSummary, now: datetime, *, bar: bool) -> QWidget:
        page, title = QWidget(), ElidedText()
        title.show_text(summary.title)
        about = text_label(worklist_progress_text(summary, now), "muted", wrap=False)
        words = column(title, about, gap=GRID_UNIT // 2)
        if bar:
            share = named(QProgressBar(), self.tr("Signed off"))
            share.setRange(0, max(1, summary.documents))
            share.setValue(summary.signed_off)
            share.setTextVisible(False)
            words.addWidget(share)
        row((words, 1), GRID_UNIT, self.resume, self.remove, parent=page, margins=0, gap=GRID_UNIT)
        return page

    def _question(self, summary: WorklistSummary) -> QWidget:
        page = QWidget()
        title = summary.title if len(summary.title) <= _TITLE else f"{summary.title[: _TITLE - 1]}…"
        text = self.tr("Remove “{title}” and its decisions? Your files stay as they are.")
        asked = text_label(text.format(title=title), plain=True)
        row((asked, 1), self.confirm, self.keep, parent=page, margins=0, gap=GRID_UNIT)
        return page

    def _ask(self) -> None:
        self._pages.setCurrentIndex(1)
        self.keep.setFocus()

    def _answer_no(self) -> None:
        self._pages.setCurrentIndex(0)
        self.remove.setFocus()


class DropOverlay(QFrame):
    """Covers the page while files are held over it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self.label = QLabel(self)
        column(..., row(..., self.label, ...), ..., parent=self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Shows it in another theme."""
        veil = ", ".join(map(str, (theme.window.red(), theme.window.green(), theme.window.blue())))
        size = max(18, round(self.fontMetrics().height() * 1.4))
        self.setStyleSheet(
            f"DropOverlay {{ background: rgba({veil}, 224); border: 3px dashed {theme.accent.name()}; }}"
            f"QLabel {{ background: {theme.accent.name()}; color: {theme.on_accent.name()};"
            f" border-radius: 8px; padding: 24px 36px; font-size: {size}px; font-weight: bold; }}"
        )

    def show_number(self, n: int) -> None:
        """Says that so many things can be let go."""
        self.label.setText(counted_text(n, tr("Let go to open 1 item"), tr("Let go to open {n} items")))
        self.setGeometry(self._page.rect())
        self.raise_()
        self.show()
