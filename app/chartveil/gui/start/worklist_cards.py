"""Parts of the start page: a worklist that can be gone on with, the sign that files can be let go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.basic import ElidedText

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
    return tr("{day} {month} {year}").format(day=moment.day, month=_month(moment.month), year=moment.year)


def _month(number: int) -> str:
    return (
        tr("January"),
        tr("February"),
        tr("March"),
        tr("April"),
        tr("May"),
        tr("June"),
        tr("July"),
        tr("August"),
        tr("September"),
        tr("October"),
        tr("November"),
        tr("December"),
    )[number - 1]


def worklist_progress_text(summary: WorklistSummary, now: datetime) -> str:
    """How far a worklist is, and when it was last worked on."""
    parts = [
        tr("{n} of {m} signed off").format(n=f"{summary.signed_off:,}", m=f"{summary.documents:,}"),
    ]
    if summary.failed:
        parts.append(tr("{n} could not be read").format(n=f"{summary.failed:,}"))
    parts.append(relative_time_text(summary.when, now))
    return " · ".join(part for part in parts if part)


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
        self.resume = QPushButton(self.tr("Continue") if last else self.tr("Open"), self)
        self.resume.setAccessibleName(self.tr("Go on with {title}").format(title=summary.title))
        self.resume.clicked.connect(lambda: self.resumed.emit(summary.id))
        self.remove = QPushButton(self)
        self.remove.setAccessibleName(self.tr("Remove {title}…").format(title=summary.title))
        self.remove.setToolTip(self.tr("Remove this worklist…"))
        self.remove.setIcon(icons.icon("remove", theme.muted))
        set_style_property(self.remove, "quiet", True)
        self.remove.clicked.connect(self._ask)
        self.confirm = QPushButton(self.tr("Remove"), self)
        self.keep = QPushButton(self.tr("Keep"), self)
        set_style_property(self.confirm, "danger", True)
        self.confirm.clicked.connect(lambda: self.removed.emit(summary.id))
        self.keep.clicked.connect(self._answer_no)
        for button in (self.resume, self.remove, self.confirm, self.keep):
            button.setAutoDefault(False)
        if last:
            set_style_property(self.resume, "primary", True)
        self._pages.addWidget(self._facts(summary, now, bar=last))
        self._pages.addWidget(self._question(summary))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    def _facts(self, summary: WorklistSummary, now: datetime, *, bar: bool) -> QWidget:
        page = QWidget(self)
        title = ElidedText(page)
        title.show_text(summary.title)
        about = QLabel(worklist_progress_text(summary, now), page)
        set_style_property(about, "role", "muted")
        words = QVBoxLayout()
        words.setSpacing(GRID_UNIT // 2)
        words.addWidget(title)
        words.addWidget(about)
        if bar:
            share = QProgressBar(page)
            share.setRange(0, max(1, summary.documents))
            share.setValue(summary.signed_off)
            share.setTextVisible(False)
            share.setAccessibleName(self.tr("Signed off"))
            words.addWidget(share)
        layout = QHBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID_UNIT)
        layout.addLayout(words, 1)
        layout.addSpacing(GRID_UNIT)
        layout.addWidget(self.resume)
        layout.addWidget(self.remove)
        return page

    def _question(self, summary: WorklistSummary) -> QWidget:
        page = QWidget(self)
        title = summary.title if len(summary.title) <= _TITLE else f"{summary.title[: _TITLE - 1]}…"
        text = QLabel(
            self.tr("Remove “{title}” and its decisions? Your files stay as they are.").format(title=title),
            page,
        )
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        layout = QHBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID_UNIT)
        layout.addWidget(text, 1)
        layout.addWidget(self.confirm)
        layout.addWidget(self.keep)
        return page

    def _ask(self) -> None:
        self._pages.setCurrentIndex(1)
        self.keep.setFocus()

    def _answer_no(self) -> None:
        self._pages.setCurrentIndex(0)
        self.remove.setFocus()


class DropOverlay(QWidget):
    """Covers the page while files are held over it."""

    _MARGIN = 12
    _BOX = 72

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = parent
        self._text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        return self._text

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_number(self, n: int) -> None:
        """Says that so many things can be let go."""
        self._text = tr("Let go to open 1 item") if n == 1 else tr("Let go to open {n} items").format(n=n)
        self.setGeometry(self._page.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.window)
        veil.setAlphaF(0.88)
        painter.fillRect(self.rect(), veil)
        m = self._MARGIN
        painter.setPen(QPen(theme.accent, 2.5, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(m, m, -m, -m), 10, 10)
        font = self.font()
        font.setPixelSize(max(18, round(self.fontMetrics().height() * 1.4)))
        font.setBold(True)
        painter.setFont(font)
        words = painter.fontMetrics().horizontalAdvance(self._text) + self._BOX
        box = QRectF(0, 0, words, self._BOX)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(theme.on_accent)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text)
