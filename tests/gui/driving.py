"""Acts in the window as a person does: by keys where the keyboard is, by clicks, by looking and waiting."""

from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from chartveil.gui.export.dialog import ExportStep

LONG = 90_000
"""Milliseconds: machines may be busy."""


class Person:
    """Who sits at a window."""

    def __init__(self, qtbot, window):
        self.qtbot = qtbot
        self.window = window

    # Doing

    def press(self, keys, times=1):
        """Presses keys, written as in menus, in whatever has the keyboard."""
        chord = QKeySequence.fromString(keys)[0]
        for _ in range(times):
            QTest.keyClick(self._at(), chord.key(), chord.keyboardModifiers())
            QApplication.processEvents()  # nobody is quicker than the window

    def type(self, text):
        QTest.keyClicks(self._at(), text)

    def click(self, widget):
        assert widget.isVisible(), widget
        assert widget.isEnabled(), widget
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def command(self, id):
        """Chooses it in its menu."""
        action = self.window.action(id)
        assert action.isEnabled(), id
        action.trigger()

    @contextmanager
    def answering(self, kind, act):
        """Within it a dialog of this kind comes up, which ``act`` is done with."""
        wrong = []
        answered = []
        timer = QTimer()
        timer.setInterval(5)

        def look():
            dialog = QApplication.activeModalWidget()
            # It has come up when it has the keyboard.
            if isinstance(dialog, kind) and dialog.isActiveWindow() and dialog.focusWidget() is not None:
                timer.stop()
                answered.append(dialog)
                try:
                    act(dialog)
                except Exception as e:  # noqa: BLE001 - raised again when the dialog is gone
                    wrong.append(e)
                dialog.close()  # where it is open still, nobody else would answer it

        timer.timeout.connect(look)
        timer.start()
        try:
            yield
        finally:
            timer.stop()
        if wrong:
            raise wrong[0]
        assert answered, f"no {kind.__name__} came up"
        self.back()

    def back(self):
        """Gives the window the keyboard again after a dialog, as a window manager does."""
        self.window.activateWindow()
        self.until(lambda: self.window.isActiveWindow() and self.window.focusWidget() is not None)

    def _at(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            return popup.focusWidget() or popup
        at = QApplication.focusWidget()
        if at is None or not at.isVisible():
            self.back()
        return QApplication.focusWidget()

    # Waiting

    def until(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()), timeout=LONG)

    def open_row(self, name):
        """Opens a document by a click in the worklist, by the beginning of its name."""
        row = next(r.row for r in self.window.service.rows() if r.name.startswith(name))
        view = self._list()
        number = next(n for n, said in enumerate(self.listed()) if said.startswith(name))
        place = view.visualRect(view.model().index(number, 0)).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.until(lambda: self.window.document.row is not None and self.window.document.row.row == row)
        self.window.review_page.document.setFocus()

    def go_on(self):
        """Goes on with the worklist that was worked on last; its document is shown."""
        self.command("resume")
        self.until(lambda: self.review is not None)

    def searched(self):
        """Waits for the end of detection."""
        self.until(lambda: not self.window.detection.running)

    def exported(self):
        """Waits for the end of an export; fails with what the window says of a file that was not written."""
        dialog = self.window.export.dialog
        problem = dialog.choice_page.problem
        self.until(lambda: dialog.step is ExportStep.RESULT or problem.isVisible())
        assert dialog.step is ExportStep.RESULT, problem.text()
        tree = dialog.result_page.tree
        files = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
        role = Qt.ItemDataRole.AccessibleTextRole
        failed = [f.text(1) for f in files if f.data(0, role).endswith(", not exported")]
        assert not failed, failed

    # Looking

    @property
    def review(self):
        return self.window.document.review

    @property
    def text(self):
        return self.window.review_page.document.view.text

    @property
    def item(self):
        """The current item."""
        return self.window.review_page.document.view.current

    def current(self):
        """Its text."""
        return self.item.span.text(self.text)

    def shown(self):
        """What the view shows: every item, by id."""
        view = self.window.review_page.document.view
        return {i.id: i for i in view.review.items}

    def find(self, text, *, after=""):
        """The item of a text that is shown."""
        begin = self.text.index(after) if after else 0
        return next(
            i for i in self.shown().values() if i.span.text(self.text) == text and i.span.start >= begin
        )

    def go_to(self, text, keys="Down", *, after=""):
        """Goes from span to span until this one is current."""
        wanted = self.find(text, after=after).id
        for _ in range(len(self.shown()) + 1):
            if self.item is not None and self.item.id == wanted:
                return
            self.press(keys)
        raise AssertionError(f"{keys} never comes to {text!r}")

    def decided(self):
        """State of each item that was decided, by id."""
        return {i.id: i.state for i in self.shown().values() if i.state.decided}

    def listed(self):
        """Names and states of the worklist, as a screen reader says them."""
        model = self._list().model()
        role = Qt.ItemDataRole.AccessibleTextRole
        return [str(model.index(n, 0).data(role)) for n in range(model.rowCount())]

    def _list(self):
        return self.window.review_page.worklist.findChild(QAbstractItemView)

    def told(self):
        """The short sentence above the document."""
        return self.window.review_page.title_bar.message.full_text

    def notices(self):
        return [f"{n.what} {n.remedy}" for n in self.window.notice_bar.notices]
