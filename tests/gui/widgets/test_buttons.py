"""Buttons by keyboard, and scrolled pages that follow it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from chartveil.gui.widgets.basic import KeyButton
from chartveil.gui.widgets.buttons import dialog_buttons, push_button
from chartveil.gui.widgets.layouts import column, scroll_area


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("look", ["", "primary", "danger", "key", "quiet"])
def test_the_button_that_has_the_keyboard_is_pressed(qtbot, key, look):
    pressed = []
    if look == "key":
        button = KeyButton("Leave out", "Leaves the fact out")
        button.clicked.connect(lambda: pressed.append(1))
    else:
        button = push_button(
            "Plan", lambda: pressed.append(1), look=look.replace("quiet", ""), quiet=look == "quiet"
        )
    page = QWidget()
    column(button, parent=page)
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    button.setFocus()
    QTest.keyClick(button, key)
    assert pressed == [1]
    QTest.keyClick(button, key, Qt.KeyboardModifier.ControlModifier)
    button.setEnabled(False)
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert len(pressed) <= 1 + (key == Qt.Key.Key_Space)


def test_enter_on_another_button_does_not_do_what_the_dialog_is_for(qtbot):
    dialog, chosen = QDialog(), []
    other = push_button("Folder…", lambda: chosen.append("folder"))
    box, _ = dialog_buttons(dialog, "Export", "Cancel", lambda: chosen.append("export"))
    column(other, box, parent=dialog)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_Return)
    assert chosen == ["folder"]


@pytest.mark.parametrize("tall", [300, 600, 900, 2000])
def test_a_page_scrolls_to_the_button_that_came_up_below(qtbot, tall):
    page, filler = QWidget(), QWidget()
    filler.setMinimumHeight(tall)
    button, top = push_button("Draw the sample"), push_button("Above")
    column(top, filler, button, parent=page)
    button.hide()
    area = scroll_area(page)
    qtbot.addWidget(area)
    area.resize(400, 260)
    with qtbot.waitExposed(area):
        area.show()
    area.activateWindow()
    button.show()
    button.setFocus()
    qtbot.waitUntil(lambda: not button.visibleRegion().isEmpty())
    was = area.verticalScrollBar().value()
    top.setFocus()
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() < was)
