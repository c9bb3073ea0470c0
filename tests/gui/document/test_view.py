"""The document view, used as a person uses it."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow

from build import document
from chartveil.gui.document.panel import DocumentPanel
from chartveil.review.model import DecisionState
from gui.document.shown import ITEMS, TEXT, change, make_item, review

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def place(view, offset):
    """The middle of a character in sight."""
    position = view.offsets.position(offset)
    for row in view.rows(0, view.viewport().height()):
        for left, right in row.extents(position, position + 1):
            return QPoint(round((left + right) / 2), round((row.text_top + row.text_bottom) / 2))
    raise AssertionError(f"{offset} is not in sight")


def row_of(view, offset):
    position = view.offsets.position(offset)
    return next(r for r in view.rows(0, view.viewport().height()) if r.start <= position <= r.end)


def drag(qtbot, view, start, end):
    port = view.viewport()
    qtbot.mousePress(port, LEFT, NONE, start)
    qtbot.mouseMove(port, start + QPoint(2, 0))
    for point in ((start + end) / 2, end):
        QApplication.sendEvent(port, _move(port, point))
    qtbot.mouseRelease(port, LEFT, NONE, end)


def _move(port, point):
    where = QPointF(point)
    return QMouseEvent(QEvent.Type.MouseMove, where, port.mapToGlobal(where), LEFT, LEFT, NONE)


# mouse


@pytest.mark.parametrize("item", ITEMS[:8], ids=lambda item: f"{item.id}-{item.state}")
def test_a_click_on_an_item_names_it(qtbot, view, item):
    with qtbot.waitSignal(view.item_clicked) as clicked:
        qtbot.mouseClick(view.viewport(), LEFT, NONE, place(view, item.span.start + 1))
    assert clicked.args == [item.id]


def test_a_click_beside_items_names_none(qtbot, view):
    with qtbot.assertNotEmitted(view.item_clicked):
        qtbot.mouseClick(view.viewport(), LEFT, NONE, place(view, TEXT.index("protocol")))
        qtbot.mouseClick(view.viewport(), LEFT, NONE, QPoint(view.viewport().width() - 3, 20))


def test_a_double_click_selects_a_word(qtbot, view):
    start = TEXT.index("protocol")
    with qtbot.waitSignal(view.word_double_clicked) as word:
        qtbot.mouseDClick(view.viewport(), LEFT, NONE, place(view, start + 3))
    assert word.args == [start, start + 8]
    assert view.selected_range() == (start, start + 8)


def test_a_double_click_on_an_item_names_it(qtbot, view):
    with (
        qtbot.waitSignal(view.item_double_clicked) as clicked,
        qtbot.assertNotEmitted(view.word_double_clicked),
    ):
        qtbot.mouseDClick(view.viewport(), LEFT, NONE, place(view, ITEMS[3].span.start))
    assert clicked.args == [3]


def test_dragging_selects_code_points(qtbot, view):
    start, end = TEXT.index("Patient"), TEXT.index(", 67")
    drag(qtbot, view, place(view, start) - QPoint(3, 0), place(view, end) - QPoint(1, 0))
    assert view.selected_range() == (start, end)


def test_dragging_between_two_lines_stays_at_its_place(qtbot, view):
    """Between lines Qt takes the end of the line."""
    start, end = TEXT.index("Patient"), TEXT.index(", 67")
    high = QPoint(0, round(row_of(view, start).top) + 1)
    at, to = place(view, start), place(view, end)
    drag(qtbot, view, QPoint(at.x() - 3, high.y()), QPoint(to.x() - 1, high.y()))
    assert view.selected_range() == (start, end)


def test_the_hand_shows_over_items(qtbot, view):
    qtbot.mouseMove(view.viewport(), place(view, ITEMS[0].span.start))
    QApplication.sendEvent(view.viewport(), _hover(view, place(view, ITEMS[0].span.start)))
    assert view.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    QApplication.sendEvent(view.viewport(), _hover(view, place(view, TEXT.index("protocol"))))
    assert view.viewport().cursor().shape() is Qt.CursorShape.IBeamCursor


def _hover(view, point):
    where = QPointF(point)
    nothing = Qt.MouseButton.NoButton
    where_global = view.viewport().mapToGlobal(where)
    return QMouseEvent(QEvent.Type.MouseMove, where, where_global, nothing, nothing, NONE)


def test_a_menu_is_asked_for_with_its_place(qtbot, view):
    offset = TEXT.index("Omar")
    point = place(view, offset)
    with qtbot.waitSignal(view.context_requested) as asked:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point))
        QApplication.sendEvent(view.viewport(), event)
    assert asked.args[0] == offset


# what is shown


def test_what_is_copied_is_the_document(view):
    start, end = TEXT.index("Terrace"), TEXT.index("דוקטור")
    view.select(start, end)
    view.copy()
    assert QGuiApplication.clipboard().text() == TEXT[start:end]


def test_the_current_item_comes_to_the_middle(qtbot, view):
    with qtbot.waitSignal(view.current_changed):
        view.set_current(ITEMS[8])
    row = row_of(view, ITEMS[8].span.start)
    third = view.viewport().height() / 3
    assert third <= row.top <= 2 * third
    before = view.verticalScrollBar().value()
    view.set_current(make_item(9, "77-0152"))
    assert view.verticalScrollBar().value() == before, "what is in sight needs no scrolling"
    view.set_current(ITEMS[0])
    assert view.verticalScrollBar().value() == 0


def test_the_current_item_is_found_in_long_paragraphs(qtbot, view):
    """Lines that were never laid out are more than they are taken for."""
    text = "\n".join("word " * 400 + f"Number{i}." for i in range(60))
    view.show_document(document(text))
    item = make_item(0, "Number40", text=text)
    view.show_review(review([item], text))
    view.set_current(item)
    third = view.viewport().height() / 3
    assert third <= row_of(view, item.span.start).top <= 2 * third


def test_rows_are_a_line_and_a_half_high(view):
    rows = list(view.rows(0, 500))
    heights = {row.bottom - row.top for row in rows}
    letters = rows[0].text_bottom - rows[0].text_top
    assert heights == {round(1.5 * letters)}
    assert [a.bottom for a in rows[:-1]] == [b.top for b in rows[1:]]


def test_wrapped_lines_are_at_most_ninety_characters_wide(qtbot, panel):
    view = panel.view
    view.set_monospace(True)
    view.show_document(document("x" * 500))
    panel.resize(1600, 600)
    qtbot.waitUntil(lambda: view.viewport().width() < 1000)
    letters = QFontMetricsF(
        view.text_font
    )  # 90 letters of the average width, of these where it has no others
    fitting = int(90 * letters.averageCharWidth() / letters.horizontalAdvance("x"))
    assert {row.end - row.start for row in list(view.rows(0, 400))[:5]} == {fitting}
    view.set_wrap(False)
    assert [row.end - row.start for row in view.rows(0, 400)] == [500]
    view.set_wrap(True)
    assert len(list(view.rows(0, 400))) == math.ceil(500 / fitting)


def test_text_of_both_directions_has_runs_in_their_places(view):
    row = row_of(view, TEXT.index("שרה"))

    def extents(part):
        start = TEXT.index(part, TEXT.index("שלום"))
        return row.extents(view.offsets.position(start), view.offsets.position(start + len(part)))

    (doctor,), (alan,), (sarah,), (date,) = map(extents, ("דוקטור", "Alan", "שרה לוי", "14/03/2021"))
    assert date[1] < sarah[0] < sarah[1] < alan[0] < alan[1] < doctor[0], "read from the right"
    (a,), (n,) = extents("A"), extents("n")
    assert alan[0] == a[0] < n[0]
    assert alan[1] == n[1]
    assert row.extents(row.start, row.end)[-1][1] > view.viewport().width() - 20, "begins at the right"
    assert len(row.extents(row.start, row.end)) == 1, "runs that touch are one"


def test_a_span_over_several_lines_lies_on_each(view):
    text = "begin " + "word " * 60 + "end"
    view.show_document(document(text))
    rows = list(view.rows(0, 500))
    assert len(rows) > 2
    edges = [row.extents(0, len(text)) for row in rows]
    assert all(len(runs) == 1 and runs[0][0] == edges[0][0][0] for runs in edges)


def test_a_line_without_end_is_shown_in_pieces_with_one_number(view):
    text = "word " * 3000 + "\nsecond"
    view.show_document(document(text))
    assert view.document().blockCount() > 3
    numbers = [view.offsets.line_number(b) for b in range(view.document().blockCount())]
    assert [n for n in numbers if n is not None] == [1, 2]


def test_zoom_keeps_the_place(qtbot, view):
    view.center(TEXT.index("Line 100:"), share=0.0)
    with qtbot.waitSignal(view.zoom_changed) as zoomed:
        QApplication.sendEvent(view.viewport(), wheel(view, 120))
    assert zoomed.args == [110]
    assert view.visible_range()[0] == TEXT.index("Line 100:")
    view.set_monospace(True)
    assert view.visible_range()[0] == TEXT.index("Line 100:")
    QApplication.sendEvent(view.viewport(), wheel(view, -120))
    assert view.zoom == 100
    view.set_zoom(1000)
    assert view.zoom == 300


def wheel(view, turn):
    where = QPointF(50, 50)
    over = view.viewport().mapToGlobal(where)
    phase = Qt.ScrollPhase.NoScrollPhase
    return QWheelEvent(where, over, QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, CTRL, phase, False)


def test_without_a_document_there_is_a_message(view):
    view.set_current(ITEMS[0])
    view.clear("Choose a document.")
    assert view.toPlainText() == ""
    assert view.current is None
    assert view.accessibleDescription() == "Choose a document."
    assert not view.gutter.isVisible()
    assert ink(view) != ink_of_nothing(view)


def ink(view):
    return view.viewport().grab().toImage()


def ink_of_nothing(view):
    view.clear("")
    return ink(view)


def test_each_state_looks_different(view):
    """In shades of grey: shape tells states apart, not colour."""
    looks = []
    for state in DecisionState:
        view.show_review(review([make_item(0, "protocol", state=state)]))
        image = ink(view)
        looks.append(image.convertToFormat(image.Format.Format_Grayscale8))
    view.show_review(review([]))
    image = ink(view)
    looks.append(image.convertToFormat(image.Format.Format_Grayscale8))
    assert all(a != b for k, a in enumerate(looks) for b in looks[:k])


def test_doubt_and_the_current_item_show(view):
    item = make_item(0, "protocol", score=0.5)
    view.show_review(review([item], doubtful=0.0))
    plain, gutter = ink(view), view.gutter.grab().toImage()
    view.show_review(review([item]))
    doubted = ink(view)
    assert doubted != plain
    assert view.gutter.grab().toImage() != gutter
    view.set_current(item)
    assert ink(view) != doubted


def test_what_changes_is_taken(qtbot, view):
    with qtbot.waitSignal(view.items_changed) as changed:
        accepted = make_item(0, "Maria Ndu", state=DecisionState.ACCEPTED)
        view.set_current(ITEMS[3])
        view.show_changes([change(view, ITEMS[0], accepted), change(view, ITEMS[3], None)])
    assert changed.args == [[0, 3]]
    assert view.current is None, "it was taken away"
    assert view.item_at(QPointF(place(view, accepted.span.start))) == accepted


# keyboard

COMMANDS = [
    "Return",
    "Backspace",
    "Tab",
    "N",
    "L",
    "Up",
    "Down",
    "Left",
    "Right",
    "Shift+Right",
    "Shift+Left",
]
COMMANDS += [
    "Alt+Shift+Right",
    "Shift+Return",
    "Ctrl+Z",
    "Ctrl+Shift+Z",
    "Ctrl+P",
    "Ctrl+Return",
    "Ctrl+Right",
    "F6",
    "F7",
    "Ctrl+C",
    "Ctrl++",
    "Ctrl+0",
]


@pytest.fixture
def window(qtbot, themes):
    """A window that has the keys of a review for its commands, and a list of what was asked for."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.asked = []
    for key in COMMANDS:
        action = QAction(key, window)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _=False, key=key: window.asked.append(key))
        window.addAction(action)
    window.panel = DocumentPanel(themes)
    window.setCentralWidget(window.panel)
    window.resize(900, 600)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.panel.view.show_document(document(TEXT))
    window.panel.view.show_review(review())
    window.panel.view.setFocus()
    return window


def press(qtbot, window, keys):
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget()
    qtbot.keyClick(target, combination.key(), combination.keyboardModifiers())


def test_keys_of_the_window_reach_it(qtbot, window):
    for key in COMMANDS:
        press(qtbot, window, key)
    assert window.asked == COMMANDS


def test_with_the_caret_on_arrows_select(qtbot, window):
    view = window.panel.view
    view.set_current(ITEMS[3])
    with qtbot.waitSignal(view.caret_mode_changed):
        view.set_caret_mode(True)
    for key in ("Right", "Right", "Shift+Right", "Shift+Right", "Ctrl+Shift+Right"):
        press(qtbot, window, key)
    start = TEXT.index("Omar")
    chosen = view.selected_range()
    assert chosen == (start + 2, start + 5)
    for key in ("Return", "N", "Backspace", "Alt+Shift+Right"):
        press(qtbot, window, key)
    assert window.asked == ["Return", "N", "Backspace", "Alt+Shift+Right"]
    assert view.selected_range() == chosen
    press(qtbot, window, "Escape")
    assert not view.caret_mode
    press(qtbot, window, "Right")
    assert window.asked[-1] == "Right"


def test_the_caret_begins_in_sight(qtbot, window):
    view = window.panel.view
    view.center(TEXT.index("Line 120:"), share=0.0)
    before = view.verticalScrollBar().value()
    view.set_caret_mode(True)
    assert view.verticalScrollBar().value() == before
    press(qtbot, window, "Shift+Right")
    start = TEXT.index("Line 120:")
    assert view.selected_range() == (start, start + 1)


def test_the_view_says_what_it_is(view):
    assert view.accessibleName()
    assert "F7" in view.accessibleDescription()
    view.set_current(ITEMS[3])
    said = view.accessibleDescription()
    assert "PATIENT" in said
    assert "doubtful" in said
    assert "Omar" not in said
