"""The palette of labels, used as a person uses it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from chartveil.domain.labels import Label
from chartveil.gui.dialogs.label_palette import LabelButton, LabelPalette


@pytest.fixture
def palette(qtbot, themes):
    shown = LabelPalette(themes)
    qtbot.addWidget(shown)
    return shown


def at_hand(palette):
    focused = palette.focusWidget()
    return focused.label if isinstance(focused, LabelButton) else None


def test_every_label_has_one_key_of_its_own():
    keys = [label.info.key for label in Label]
    assert len(set(keys)) == len(Label)
    assert all(len(k) == 1 and k.isascii() and k.isalnum() and k == k.upper() for k in keys)


@pytest.mark.parametrize("label", Label)
def test_a_key_chooses_its_label(qtbot, palette, label):
    palette.open_at(QPoint(0, 0))
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.keyClicks(palette, label.info.key.lower())
    assert chosen.args == [label]
    assert not palette.isVisible()


def test_it_opens_on_the_label_of_the_span(palette):
    palette.open_at(QPoint(0, 0), Label.CITY)
    assert at_hand(palette) is Label.CITY
    assert palette.focusWidget().accessibleName() == "CITY, C, the label now"


def test_escape_chooses_nothing(qtbot, palette):
    palette.open_at(QPoint(0, 0))
    with qtbot.assertNotEmitted(palette.chosen):
        qtbot.keyClick(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_a_key_with_ctrl_is_no_letter(qtbot, palette):
    palette.open_at(QPoint(0, 0))
    with qtbot.assertNotEmitted(palette.chosen):
        qtbot.keyClick(palette, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert palette.isVisible()


def test_arrows_and_enter(qtbot, palette):
    palette.open_at(QPoint(0, 0), Label.PATIENT)
    qtbot.keyClick(palette.focusWidget(), Qt.Key.Key_Down)
    assert at_hand(palette) is Label.RELATIVE
    qtbot.keyClick(palette.focusWidget(), Qt.Key.Key_Right)
    assert at_hand(palette) is Label.CITY
    qtbot.keyClick(palette.focusWidget(), Qt.Key.Key_Left)
    assert at_hand(palette) is Label.RELATIVE
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.keyClick(palette.focusWidget(), Qt.Key.Key_Return)
    assert chosen.args == [Label.RELATIVE]


def test_arrows_reach_every_label(qtbot, palette):
    palette.open_at(QPoint(0, 0), Label.PATIENT)
    reached = set()
    for _ in range(4):
        for key in [Qt.Key.Key_Up] * 12 + [Qt.Key.Key_Down] * 12:
            reached.add(at_hand(palette))
            qtbot.keyClick(palette, key)
        reached.add(at_hand(palette))
        qtbot.keyClick(palette, Qt.Key.Key_Up)
        qtbot.keyClick(palette, Qt.Key.Key_Right)
    assert reached == set(Label)


def test_a_click_chooses(qtbot, palette):
    palette.open_at(QPoint(0, 0))
    (button,) = [b for b in palette.findChildren(LabelButton) if b.label is Label.IP]
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen.args == [Label.IP]


def test_it_stays_on_the_screen(palette):
    palette.open_at(QPoint(100_000, 100_000))
    room = palette.screen().availableGeometry()
    assert room.contains(palette.geometry().center())
