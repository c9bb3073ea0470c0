"""Locks and unlocks the window, and clears originals from the clipboard."""

from __future__ import annotations

import hmac

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QProgressDialog, QStackedWidget, QToolTip

from chartveil.domain.errors import KeyFileError
from chartveil.gui.access.lock_page import LockPage
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.settings import SettingsController
from chartveil.gui.preferences import Preferences
from chartveil.gui.widgets.notices import Notice, NoticeKind
from chartveil.store.own_key import key_file_facts
from chartveil.store.wrapped_key import OpenedBy

_INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.InputMethod,
    }
)
_MINUTE = 60_000


class AccessController(Controller):
    """Locks the window and opens it again. Work in the background goes on meanwhile, with the key it has.

    Args:
        parts: of the window.
        settings: hold the minutes and seconds.
        cover: shows the window's own content, and the page that covers it.

    Attributes:
        lock_page: covers the window while it is locked.
        opened_by: what opens the store.
        idle: runs out when nobody has done anything for a while.
        clipboard: runs out when a copied original has to go.

    Signals:
        locked_changed: the window is locked now, or it no longer is.
    """

    locked_changed = Signal(bool)

    def __init__(self, parts: WindowParts, settings: SettingsController, cover: QStackedWidget) -> None:
        super().__init__(parts)
        self._cover, self._settings = cover, settings
        self.lock_page = LockPage(self._service.user_paths, self._open)
        cover.addWidget(self.lock_page)
        self._hidden: list[QDialog] = []
        self._copied = ""
        self.idle = QTimer(self, singleShot=True)
        self.idle.timeout.connect(self._lock_idle)
        self.clipboard = QTimer(self, singleShot=True)
        self.clipboard.timeout.connect(self.clear_clipboard)
        self.opened_by = OpenedBy.NOTHING
        self.refresh()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusWindowChanged.connect(self._watch)
        self.apply(settings.preferences)

    @property
    def is_locked(self) -> bool:
        """Whether the window is covered."""
        return self._cover.currentWidget() is self.lock_page

    def refresh(self) -> None:
        """Looks again what opens the store."""
        try:
            facts = key_file_facts(self._service.user_paths)
        except KeyFileError:  # said at the next start; the open store has its key
            facts = None
        self.opened_by = facts.opened_by if facts else OpenedBy.NOTHING

    def status(self) -> str:
        """What opens the store, in a few words."""
        return {
            OpenedBy.PASSPHRASE: self.tr("opens by a passphrase"),
            OpenedBy.KEYRING: self.tr("opens by the system's keyring"),
            OpenedBy.NOTHING: self.tr("no passphrase on this machine"),
        }[self.opened_by]

    def apply(self, preferences: Preferences) -> None:
        """Takes the minutes after which the window locks itself."""
        self.idle.setInterval(preferences.idle_minutes * _MINUTE)
        self._restart()

    # Locking

    def lock(self) -> None:
        """Hides all text, where there is a passphrase to open it with again."""
        self.refresh()
        if self.opened_by is not OpenedBy.PASSPHRASE:
            said = self.tr("To lock the window, give your worklists a passphrase: Settings, Access.")
            self._notices.show_notice(Notice(NoticeKind.WARNING, said))
            return
        if self.is_locked:
            return
        self.clear_clipboard()
        self._cover.setCurrentWidget(self.lock_page)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        for each in app.topLevelWidgets():
            self._hide(each)
        # What comes up by itself, such as the result of an export, waits too.
        app.installEventFilter(self)
        QToolTip.hideText()
        self.lock_page.setFocus()
        self.locked_changed.emit(True)

    def _lock_idle(self) -> None:
        if self.opened_by is OpenedBy.PASSPHRASE:
            self.lock()

    def _hide(self, widget: QObject) -> None:
        """Hides a dialog until the window is open again; a question is answered as Escape does it."""
        if not isinstance(widget, QDialog) or isinstance(widget, QProgressDialog) or not widget.isVisible():
            return
        if widget.isModal():
            widget.reject()
        else:
            widget.hide()
            self._hidden.append(widget)

    def _open(self, key: bytes) -> None:
        if not hmac.compare_digest(key, self._service.own_key):
            said = self.tr("Another key lies here by now: start Chartveil again.")
            self.lock_page.form.problem.setText(said)
            return
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.removeEventFilter(self)
        self._cover.setCurrentIndex(0)
        hidden, self._hidden = self._hidden, []
        for dialog in hidden:
            dialog.show()
        self.locked_changed.emit(False)
        self._restart()

    # Somebody is there

    def _watch(self, window: QWindow | None) -> None:
        """Hears keys and mouse of a window from when it first has the keyboard."""
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)
            self._restart()

    def _restart(self) -> None:
        if self.idle.interval() and not self.is_locked:
            self.idle.start()
        else:
            self.idle.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWindow):
            if event.type() in _INPUT:
                self._restart()
        elif event.type() == QEvent.Type.Show and self.is_locked:
            QTimer.singleShot(0, self, lambda: self._hide(watched))
        return False

    # The clipboard

    def note_copy(self) -> None:
        """Remembers that an original was copied, to take it back after a while."""
        self._copied = QGuiApplication.clipboard().text()
        seconds = self._settings.preferences.clipboard_seconds
        if seconds:
            self.clipboard.start(1000 * seconds)

    def clear_clipboard(self) -> None:
        """Empties the clipboard if what was copied is in it still; also the selection of the mouse (X11)."""
        board = QGuiApplication.clipboard()
        if self._copied and board.text() == self._copied:
            board.clear()
        if board.supportsSelection() and board.ownsSelection():
            board.clear(QClipboard.Mode.Selection)
        self._copied = ""
        self.clipboard.stop()

    def close(self) -> None:
        """Takes back what was copied, and hears nothing more."""
        self.clear_clipboard()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.removeEventFilter(self)
        app.focusWindowChanged.disconnect(self._watch)
        self.idle.stop()
