"""Messages above the pages of the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from chartveil.domain.errors import InputError, LeakError
from chartveil.gui.widgets.notices import (
    Notice,
    NoticeBar,
    NoticeKind,
    NoticeMessage,
    error_details,
    error_text,
    notice_for_error,
)

ERROR = InputError("has changed since.", where="note 7", remedy="Add it anew.")


@pytest.fixture
def bar(qtbot):
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.resize(800, 300)
    return bar


def spoken(bar):
    """What a screen reader says of the only message."""
    (name,) = [f.accessibleName() for f in bar.findChildren(NoticeMessage)]
    return name


def button(bar, text):
    return next(b for b in bar.findChildren(QPushButton) if b.text() == text and b.isVisible())


def test_an_error_says_what_where_and_what_to_do(bar):
    assert not bar.isVisible()
    bar.show_error(ERROR)
    assert bar.isVisible()
    assert bar.notices == (Notice(NoticeKind.FAILURE, "has changed since.", "note 7", "Add it anew."),)
    name = spoken(bar)
    assert name == "note 7: has changed since. Add it anew."


def test_the_same_error_again_is_counted(bar):
    bar.show_error(ERROR)
    bar.show_error(InputError("has changed since.", where="note 7", remedy="Add it anew."))
    assert len(bar.notices) == 1
    assert "(×2)" in spoken(bar)


def test_escape_dismisses_one_after_the_other(bar, qtbot):
    bar.show_error(ERROR)
    bar.show_notice(Notice(NoticeKind.DONE, "9 files exported."))
    assert bar.focus_latest()
    qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Escape)
    assert [n.where for n in bar.notices] == ["note 7"]
    qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert not bar.focus_latest()


def test_the_stack_stays_small(bar):
    for i in range(7):
        bar.show_notice(Notice(NoticeKind.WARNING, f"warning {i}"))
    assert [n.what for n in bar.notices] == [f"warning {i}" for i in range(3, 7)]


def bug():
    try:
        try:
            raise KeyError("John Smith")
        except KeyError as e:
            raise RuntimeError("/home/smith/note.txt") from e
    except RuntimeError as e:
        return e


def test_a_bug_can_be_copied_without_what_it_quotes(bar, qtbot):
    bar.show_error(bug())
    assert bar.notices[0].kind is NoticeKind.BUG
    qtbot.mouseClick(button(bar, "Copy details"), Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert "Smith" not in copied
    assert "smith" not in copied
    assert "builtins.RuntimeError" in copied
    assert "builtins.KeyError" in copied
    assert "in bug" in copied


def test_errors_that_quote_nothing_are_shown_as_they_are():
    leak = LeakError("fedcba9876543210", ("what looks like PHONE at 7",))
    assert notice_for_error(leak).what == str(leak)
    assert notice_for_error(MemoryError()).remedy
    assert notice_for_error(ERROR).details == ""
    assert "Chartveil" in error_details(ValueError("x"))


def test_one_line_about_an_error_of_others_quotes_nothing():
    assert error_text(ERROR) == str(ERROR)
    assert error_text(KeyError("John Smith")) == "KeyError"
