"""The preview, used as a person uses it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton

from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.gui.preview.panel import PreviewPanel
from chartveil.gui.preview.text_view import PreviewText, prepare_preview
from chartveil.gui.theme.colors import ThemeName

TEXT = "Dr. 🙂 Rahimi saw\r\nMr. Lee on 3/4/2021.\n" + "Nothing here.\n" * 200 + "Signed: Rahimi\n"
SIGNED = TEXT.rindex("Rahimi")
CHANGES = (
    Replacement(6, 12, "Okonkwo-Featherstonehaugh", Label.DOCTOR),
    Replacement(22, 25, "", Label.PATIENT),
    Replacement(29, 37, "2/2/2022", Label.DATE),
    Replacement(SIGNED, SIGNED + 6, "Okonkwo-Featherstonehaugh", Label.DOCTOR),
)
ITEMS = {(6, 12): 10, (22, 25): 11, (SIGNED, SIGNED + 6): 13}


@pytest.fixture
def panel(qtbot, themes):
    shown = PreviewPanel(themes)
    qtbot.addWidget(shown)
    shown.resize(900, 400)
    shown.show()
    show(shown, TEXT, CHANGES, ITEMS)
    return shown


def show(panel, text, changes, items):
    panel.show_prepared(prepare_preview(text, changes, items))


def sides(panel):
    by_name = {t.accessibleName(): t for t in panel.findChildren(PreviewText)}
    return by_name["Original"], by_name["Result"]


def press(qtbot, panel, name):
    (found,) = [b for b in panel.findChildren(QPushButton) if name in (b.text(), b.accessibleName())]
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def said(panel):
    return [w.text() for w in panel.findChildren(QLabel) if w.isVisible() and w.text()]


def test_the_fixture_changes_what_it_means_to():
    assert [TEXT[r.start : r.end] for r in CHANGES] == ["Rahimi", "Lee", "3/4/2021", "Rahimi"]


def test_both_texts_and_the_count(panel):
    original, result = sides(panel)
    assert "Rahimi saw\nMr. Lee on" in original.toPlainText()
    assert "🙂 Okonkwo-Featherstonehaugh saw\nMr.  on 2/2/2022." in result.toPlainText()
    assert "4 changes" in said(panel)


@pytest.mark.parametrize(("change", "item"), [(0, 10), (1, 11)])
@pytest.mark.parametrize("side", [0, 1])
def test_a_click_on_a_change_chooses_its_item(qtbot, panel, change, item, side):
    text = sides(panel)[side]
    place = text.change_rect(change).center().toPoint()
    with qtbot.waitSignal(panel.item_clicked) as clicked:
        qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == [item]


def test_a_click_beside_changes_and_on_one_without_item_chooses_nothing(qtbot, panel):
    original, _ = sides(panel)
    with qtbot.assertNotEmitted(panel.item_clicked):
        qtbot.mouseClick(
            original.viewport(), Qt.MouseButton.LeftButton, pos=original.viewport().rect().center()
        )
        place = original.change_rect(2).center().toPoint()
        qtbot.mouseClick(original.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_enter_on_a_change_chooses_its_item(qtbot, panel):
    original, _ = sides(panel)
    for _ in range(8):
        qtbot.keyClick(original, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.item_clicked) as clicked:
        qtbot.keyClick(original, Qt.Key.Key_Return)
    assert clicked.args == [10]


def test_next_and_previous_go_round(qtbot, panel):
    seen = []
    panel.item_clicked.connect(seen.append)
    for _ in range(4):
        press(qtbot, panel, "Next change")
    press(qtbot, panel, "Next change")
    press(qtbot, panel, "Previous change")
    assert seen == [10, 11, 13, 10, 13], "the date belongs to no item"
    original, result = sides(panel)
    assert not original.change_rect(3).isEmpty(), "brought into sight"
    assert not result.change_rect(3).isEmpty()


def test_scrolling_keeps_both_in_step(panel):
    original, result = sides(panel)
    original.verticalScrollBar().setValue(60)
    assert result.top_offset() == panel.prepared.changes.to_output(original.top_offset())
    result.verticalScrollBar().setValue(120)
    assert original.top_offset() == panel.prepared.changes.to_original(result.top_offset())


def test_modes(qtbot, panel):
    with qtbot.waitSignal(panel.mode_changed) as changed:
        press(qtbot, panel, "Numbered tags")
    assert changed.args == [ReplacementMode.NUMBERED.value]
    with qtbot.assertNotEmitted(panel.mode_changed):
        panel.set_mode(ReplacementMode.MASK)
    checked = [b.text() for b in panel.findChildren(QPushButton) if b.isChecked()]
    assert checked == ["Masks"]


def test_the_result_alone(qtbot, panel):
    original, result = sides(panel)
    box = panel.findChild(QCheckBox)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert not original.isVisible()
    assert result.isVisible()
    result.verticalScrollBar().setValue(50)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert original.isVisible()
    assert original.top_offset() == panel.prepared.changes.to_original(result.top_offset())


def test_messages(panel):
    panel.show_busy()
    assert "The result is being made…" in said(panel)
    panel.show_error("The key is missing. Choose one in the settings.")
    assert "The key is missing. Choose one in the settings." in said(panel)
    show(panel, TEXT, CHANGES[:1], ITEMS)
    assert "1 change" in said(panel)
    assert "The key is missing. Choose one in the settings." not in said(panel)
    show(panel, TEXT, (), {})
    assert "Nothing is replaced" in said(panel)


def test_another_result_keeps_place_and_current(panel):
    original, result = sides(panel)
    panel.set_current_item(13)
    top = original.top_offset()
    other = (*CHANGES[:3], Replacement(SIGNED, SIGNED + 6, "Lee", Label.DOCTOR))
    panel.show_prepared(prepare_preview(TEXT, other, ITEMS))
    assert result.toPlainText() == apply_replacements(TEXT, other).replace("\r\n", "\n")
    assert original.top_offset() == top
    assert not panel.grab().isNull()
    panel.set_current_item(99)
    panel.set_current_item(None)


@pytest.mark.parametrize("text", ["", "🙂" * 50, "\x00a\x85b\u2028c", "x" * 9000])
def test_any_text_can_be_shown(panel, text):
    changes = [Replacement(0, 1, "🙂\nzz", Label.IDNUM)] if text else []
    show(panel, text, changes, {(0, 1): 0})
    panel.set_current_item(0)
    assert not panel.grab().isNull()
    show(panel, text + "end", changes, {})
    assert sides(panel)[0].toPlainText().replace("\n", "").endswith("end")


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(panel, name, themes):
    themes.change(name)
    assert not panel.grab().isNull()


def test_a_long_note(qtbot, panel):
    """1 MB with 14,000 changes."""
    line = "Seen by Rahimi on 3/4/2021 for follow-up, with nothing new to tell of.\n"
    text = line * 14_000
    changes = [
        Replacement(k * len(line) + 8, k * len(line) + 14, "Okafor", Label.DOCTOR) for k in range(14_000)
    ]
    show(panel, text, changes, {})
    changes[7000] = Replacement(changes[7000].start, changes[7000].end, "Ng", Label.DOCTOR)
    again = prepare_preview(text, changes, {})
    panel.show_prepared(again)
    original, result = sides(panel)
    result.center(again.changes.to_output(7000 * len(line)), share=0.0)
    assert result.text[result.top_offset() :].startswith("Seen by Ng")
    assert original.top_offset() == panel.prepared.changes.to_original(result.top_offset())


@pytest.mark.parametrize("width", [380, 440, 480, 520, 700])
def test_no_button_of_the_preview_is_cut_off(qtbot, panel, width):
    panel.resize(width, 400)

    def whole():
        shown = [b for b in panel.findChildren(QPushButton) if b.isVisible()]
        return all(b.width() >= b.sizeHint().width() for b in (*shown, panel.findChild(QCheckBox)))

    qtbot.waitUntil(lambda: panel.width() == width and whole())
