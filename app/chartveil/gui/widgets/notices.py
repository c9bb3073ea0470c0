"""Messages above the pages of the window: what went wrong, where, and what to do. None of them is modal."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, Qt, Signal, qVersion
from PySide6.QtGui import QAccessible, QAccessibleEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from chartveil import __version__
from chartveil.domain.errors import ChartveilError, UserError
from chartveil.domain.wording import capitalized
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, row, text_label

_MOST = 4
"""Messages shown at once; the oldest give way."""


class NoticeKind(StrEnum):
    """The kinds of messages, by how serious they are."""

    DONE = "done"
    WARNING = "warning"
    FAILURE = "failure"
    BUG = "bug"


@dataclass(frozen=True, slots=True)
class Notice:
    """One message.

    Attributes:
        kind: decides colour and sign.
        what: in plain words.
        where: file, key or document; empty without. May hold PHI: shown, never copied.
        remedy: what the user can do; empty without.
        details: for whoever mends it, free of PHI; can be copied. Empty without.
    """

    kind: NoticeKind
    what: str
    where: str = ""
    remedy: str = ""
    details: str = ""


def notice_for_error(error: BaseException) -> Notice:
    """The message for an error.

    The text of our own errors is shown: it quotes no document, and says what the user can do where he can do
    something. The text of any other error may quote a document: its type and place are shown instead.
    """
    say = QCoreApplication.translate
    if isinstance(error, UserError):
        return Notice(
            NoticeKind.FAILURE,
            error.what if error.where else capitalized(error.what),
            error.where,
            error.remedy,
        )
    if isinstance(error, ChartveilError):
        return Notice(NoticeKind.FAILURE, str(error))
    if isinstance(error, MemoryError):
        return Notice(
            NoticeKind.FAILURE,
            say("Failures", "There is not enough memory for this."),
            remedy=say("Failures", "Close other programs, or split the file into smaller ones."),
        )
    return Notice(
        NoticeKind.BUG,
        say("Failures", "This is our mistake."),
        remedy=say(
            "Failures",
            "What you decided before is saved. Copy the details, which hold no text of documents, and send "
            "them to us; then go on, or start the program anew.",
        ),
        details=error_details(error),
    )


def error_details(error: BaseException) -> str:
    """Kind of an error and the places it came through, without its message, file paths or values."""
    lines = [
        f"Chartveil {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.system()}"
    ]
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        lines.append(f"{type(current).__module__}.{type(current).__qualname__}")
        trace = current.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            module = trace.tb_frame.f_globals.get("__name__", "?")
            lines.append(f"  {module} line {trace.tb_lineno} in {code.co_name}")
            trace = trace.tb_next
        current = current.__cause__ or current.__context__
    return "\n".join(lines)


def error_text(error: BaseException) -> str:
    """One line about an error: the text of our own errors; of any other its type, as its text may quote a
    document."""
    if isinstance(error, UserError) and error.where:
        return str(error)  # the name of a file keeps its small letter
    return capitalized(str(error)) if isinstance(error, ChartveilError) else type(error).__name__


class NoticeBar(QWidget):
    """Messages in a stack, the latest below. Takes no room while there is none, and no focus by itself.

    Keys while a message has the keyboard: Escape dismisses it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: list[NoticeMessage] = []
        self._layout = column(parent=self, margins=8, gap=8)
        self.hide()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is shown, the oldest first."""
        return tuple(m.notice for m in self._messages)

    def show_error(self, error: BaseException) -> None:
        """Shows an error as a message; the same one again is counted, not repeated."""
        self.show_notice(notice_for_error(error))

    def show_notice(self, notice: Notice) -> None:
        """Adds a message below the others."""
        same = next((m for m in self._messages if m.notice == notice), None)
        if same is not None:
            same.again()
            return
        message = NoticeMessage(notice, self)
        message.dismissed.connect(lambda: self._dismiss(message))
        self._messages.append(message)
        self._layout.addWidget(message)
        while len(self._messages) > _MOST:
            self._remove(self._messages[0])
        self.show()
        # A screen reader says it at once, wherever the keyboard is.
        QAccessible.updateAccessibility(QAccessibleEvent(message, QAccessible.Event.Alert))

    def drop_done(self) -> None:
        """Takes away what was said of work that went well, when the next begins."""
        for message in [m for m in self._messages if m.notice.kind is NoticeKind.DONE]:
            self._dismiss(message)

    def focus_latest(self) -> bool:
        """Gives the keyboard to the latest message; False where there is none."""
        if not self._messages:
            return False
        self._messages[-1].close_button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _dismiss(self, message: NoticeMessage) -> None:
        had_focus = message.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._remove(message)
        if not self._messages:
            self.hide()
        elif had_focus:
            self.focus_latest()

    def _remove(self, message: NoticeMessage) -> None:
        self._messages.remove(message)
        self._layout.removeWidget(message)
        message.hide()
        message.deleteLater()


_SIGNS = {NoticeKind.DONE: "✓", NoticeKind.WARNING: "!", NoticeKind.FAILURE: "✕", NoticeKind.BUG: "✕"}
_ROLES = {NoticeKind.DONE: "success", NoticeKind.WARNING: "warning"}


class NoticeMessage(QFrame):
    """One message.

    Signals:
        dismissed: by the button or by Escape.
    """

    dismissed = Signal()

    def __init__(self, notice: Notice, parent: QWidget) -> None:
        super().__init__(parent)
        self.notice = notice
        self._times = 1
        self.setProperty("kind", notice.kind.value)
        self._sign = text_label(_SIGNS[notice.kind], _ROLES.get(notice.kind, "danger"), wrap=False)
        self._head = text_label(self._said(), plain=True)
        self._remedy = text_label(notice.remedy, plain=True)
        for label in (self._head, self._remedy):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        tip = self.tr("Dismiss this message (Esc)")
        self.close_button = push_button(self.tr("Dismiss"), self.dismissed.emit, tip=tip, quiet=True)
        self.copy_button = push_button(self.tr("Copy details"), self._copy, tip=notice.details, quiet=True)
        texts = column(self._head, self._remedy, gap=4)
        across = row(
            self._sign, (texts, 1), self.copy_button, self.close_button, margins=(16, 8, 8, 8), gap=8
        )
        for part in (self._sign, self.copy_button, self.close_button):
            across.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        self.setLayout(across)
        self._remedy.setVisible(bool(notice.remedy))
        self.copy_button.setVisible(bool(notice.details))
        self._name()

    def again(self) -> None:
        self._times += 1
        self._head.setText(self._said())
        self._name()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _said(self) -> str:
        notice = self.notice
        said = f"{notice.where}: {notice.what}" if notice.where else notice.what
        return f"{said} (×{self._times:,})" if self._times > 1 else said

    def _name(self) -> None:
        self.setAccessibleName(f"{self._said()} {self.notice.remedy}".strip())
        self.close_button.setAccessibleName(self.tr("Dismiss: {what}").format(what=self._said()))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.notice.details)
        self.copy_button.setText(self.tr("Copied"))
