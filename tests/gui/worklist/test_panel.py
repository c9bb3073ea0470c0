"""The left panel, used as a person uses it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QListWidget, QWidget

from chartveil.gui.theme.colors import ThemeName
from chartveil.gui.worklist.chips import FilterChip
from chartveil.gui.worklist.document_list import DocumentList, line_html
from chartveil.gui.worklist.panel import DetectionProgress, SortButton, WorklistPanel
from chartveil.review.model import DocumentRow, DocumentState, ReviewCounts
from chartveil.system.page_progress import PageProgress, PageStep

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot, rows: list[DocumentRow], themes) -> WorklistPanel:
    made = WorklistPanel(themes)
    qtbot.addWidget(made)
    made.resize(300, 640)
    made.set_rows(rows)
    with qtbot.waitExposed(made):
        made.show()
    return made


def seen(panel: QWidget, kind: type) -> list[QWidget]:
    return [c for c in panel.findChildren(kind) if c.isVisible()]


def child(panel: QWidget, kind: type, text: str = "") -> QWidget:
    """The one visible child of a kind, with a text."""
    found = [c for c in seen(panel, kind) if not text or text in c.text()]
    assert len(found) == 1, [getattr(c, "text", str)() for c in found]
    return found[0]


def click(qtbot, panel: WorklistPanel, text: str, kind: type = QAbstractButton) -> None:
    qtbot.mouseClick(child(panel, kind, text), LEFT)


def click_row(qtbot, panel: WorklistPanel, number: int) -> None:
    view = child(panel, DocumentList)
    place = panel.visible_rows().index(number)
    at = view.visualRect(view.model().index(place, 0)).center()
    qtbot.mouseClick(view.viewport(), LEFT, pos=at)


def words(panel: WorklistPanel) -> str:
    return "\n".join(label.text() for label in seen(panel, QLabel))


def test_a_click_opens_a_document(qtbot, panel: WorklistPanel) -> None:
    with qtbot.waitSignal(panel.document_chosen) as told:
        click_row(qtbot, panel, 3)
    assert told.args == [3]


def test_arrows_move_and_enter_opens(qtbot, panel: WorklistPanel) -> None:
    view = child(panel, DocumentList)
    panel.focus_list()
    with qtbot.assertNotEmitted(panel.document_chosen):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        qtbot.keyClick(view, Qt.Key.Key_Down)
        qtbot.keyClick(view, Qt.Key.Key_Up)
    with qtbot.waitSignal(panel.document_chosen) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert told.args == [2]


def test_filters_while_typing_and_goes_on_to_the_list(qtbot, panel: WorklistPanel) -> None:
    field = child(panel, QLineEdit)
    panel.focus_filter()
    qtbot.keyClicks(field, "letter")
    assert panel.visible_rows() == [1, 2, 3]
    assert "3 of 7 shown" in words(panel)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert child(panel, DocumentList).hasFocus()
    with qtbot.waitSignal(panel.document_chosen) as told:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told.args == [1]
    panel.focus_filter()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert panel.visible_rows() == [1, 2, 3, 4, 5, 6, 7]


def test_chips_choose_states_and_count(qtbot, panel: WorklistPanel) -> None:
    click(qtbot, panel, "To review", FilterChip)
    click(qtbot, panel, "In review", FilterChip)
    assert panel.visible_rows() == [3, 5]
    click(qtbot, panel, "Doubtful", FilterChip)
    click(qtbot, panel, "In review", FilterChip)
    assert panel.visible_rows() == [5]
    assert not child(panel, FilterChip, "All").isChecked()
    click(qtbot, panel, "All", FilterChip)
    assert len(panel.visible_rows()) == 7
    assert child(panel, FilterChip, "All").isChecked()
    assert child(panel, FilterChip, "Waiting").accessibleName() == "Waiting 2"
    click(qtbot, panel, "Waiting", FilterChip)
    assert panel.visible_rows() == [6, 7]


def test_a_chip_can_be_pressed_by_key(qtbot, panel: WorklistPanel) -> None:
    chip = child(panel, FilterChip, "Failed")
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    assert panel.visible_rows() == [4]


def test_nothing_found_says_so_and_shows_all_again(qtbot, panel: WorklistPanel) -> None:
    qtbot.keyClicks(child(panel, QLineEdit), "zebra")
    assert panel.visible_rows() == []
    assert "No document fits" in words(panel)
    click(qtbot, panel, "Show all")
    assert len(panel.visible_rows()) == 7
    assert child(panel, DocumentList).isVisible()


def test_an_empty_worklist_says_what_to_do(panel: WorklistPanel) -> None:
    panel.set_rows(())
    assert "Open files or a folder" in words(panel)


def test_sorts_by_risk_and_once_more(qtbot, panel: WorklistPanel, rows: list[DocumentRow]) -> None:
    menu = child(panel, SortButton).menu()
    next(a for a in menu.actions() if a.text().startswith("Risk left")).trigger()
    assert panel.visible_rows() == [5, 3, 1, 2, 4, 6, 7]
    panel.set_current(5)
    panel.update_rows(
        [replace(rows[4], state=DocumentState.IN_REVIEW, counts=ReviewCounts(9, 0, 0, 0, 9.0, 9.0))]
    )
    assert panel.visible_rows() == [5, 3, 1, 2, 4, 6, 7]
    again = [b for b in panel.findChildren(QAbstractButton) if b.accessibleName() == "Sort again"]
    qtbot.mouseClick(again[0], LEFT)
    assert panel.visible_rows() == [3, 1, 2, 5, 4, 6, 7]
    assert not again[0].isVisible()


def test_the_open_document_stays_when_it_is_signed_off(
    qtbot, panel: WorklistPanel, rows: list[DocumentRow]
) -> None:
    click(qtbot, panel, "To review", FilterChip)
    panel.set_current(5)
    signed = replace(rows[4], state=DocumentState.SIGNED_OFF)
    panel.update_rows([signed, replace(rows[6], state=DocumentState.TO_REVIEW)])
    assert panel.visible_rows() == [5, 7]
    assert panel.neighbour(5, 1) == 7
    panel.set_current(7)
    assert panel.visible_rows() == [7]
    assert panel.neighbour(7, 1) is None


def test_what_waits_says_when_it_opens(qtbot, panel: WorklistPanel) -> None:
    with qtbot.assertNotEmitted(panel.document_chosen):
        click_row(qtbot, panel, 7)
    assert "Not read yet" in words(panel)
    click_row(qtbot, panel, 2)
    assert "Not read yet" not in words(panel)


def failures(panel: WorklistPanel) -> str:
    (view,) = seen(panel, QListWidget)
    return "\n".join(view.item(n).text() for n in range(view.count()))


def test_failures_are_listed_with_their_remedy(qtbot, panel: WorklistPanel, rows: list[DocumentRow]) -> None:
    failed = replace(rows[6], state=DocumentState.FAILED, reason="ward round.txt: empty. Add the right one.")
    panel.update_rows([failed])
    click(qtbot, panel, "2 documents could not be read")
    assert "Run text recognition first." in failures(panel)
    assert "Add the right one." in failures(panel)
    with qtbot.waitSignal(panel.failures.retry_requested) as told:
        click(qtbot, panel, "Read all again")
    assert told.args == [[4, 7]]
    qtbot.keyClick(panel.failures.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.failures.retry_requested) as told:
        click(qtbot, panel, "Read again")
    assert told.args == [[7]]
    panel.update_rows([replace(r, state=DocumentState.WAITING, reason="") for r in (failed, rows[3])])
    assert not any("could not be read" in b.text() for b in seen(panel, QAbstractButton))


def test_a_failed_document_opens_the_list_of_failures(qtbot, panel: WorklistPanel) -> None:
    click_row(qtbot, panel, 4)
    assert "Run text recognition first." in failures(panel)


def test_context_menu(qtbot, panel: WorklistPanel) -> None:
    menu = panel.context_menu(4)
    assert [(a.text(), a.isEnabled()) for a in menu.actions()] == [("Open", False), ("Read again", True)]
    with qtbot.waitSignal(panel.failures.retry_requested) as told:
        menu.actions()[1].trigger()
    assert told.args == [[4]]
    with qtbot.waitSignal(panel.document_chosen) as told:
        panel.context_menu(2).actions()[0].trigger()
    assert told.args == [2]


@pytest.mark.parametrize(
    ("state", "said", "buttons"),
    [
        ((22, 50, 840.0, True, False), "22/50 · 14 min left", ["Pause", "Cancel"]),
        ((0, 50, None, True, False), "0/50 · detecting…", ["Pause", "Cancel"]),
        ((22, 50, 840.0, True, True), "22/50 · pausing…", ["Go on", "Cancel"]),
        ((22, 50, None, False, True), "22/50 · paused", ["Go on", "Cancel"]),
        ((22, 50, None, False, False), "22/50 · stopped", ["Go on"]),
    ],
)
def test_progress(panel: WorklistPanel, state: tuple, said: str, buttons: list[str]) -> None:
    panel.progress.set_progress(*state)
    strip = child(panel, DetectionProgress)
    assert strip.text == said
    assert [b.text() for b in strip.findChildren(QAbstractButton) if b.isVisible()] == buttons


@pytest.mark.parametrize("width", [260, 280, 300, 340, 420, 600])
def test_rows_are_as_wide_as_the_list(qtbot, panel: WorklistPanel, many: list[DocumentRow], width) -> None:
    panel.set_rows(many)
    panel.resize(500, 640)
    view = child(panel, DocumentList)
    qtbot.waitUntil(lambda: view.columnWidth(0) == view.viewport().width() > 400)
    panel.resize(width, 640)
    # Where letters are large it does not become as narrow.
    qtbot.waitUntil(lambda: panel.width() != 500 and view.columnWidth(0) == view.viewport().width())
    assert panel.width() >= width


@pytest.mark.parametrize("width", [260, 280, 300, 320, 360, 420])
def test_what_is_said_of_progress_is_never_cut(qtbot, panel: WorklistPanel, width) -> None:
    panel.resize(width, 600)
    for step in PageStep:
        for part, line in ((0, 0), (2, 0), (2, 7)):
            page = PageProgress(
                step, 3, 12, part=part, parts=4 * bool(part), line=line, lines=40 * bool(line)
            )
            panel.progress.set_progress(18, 22, 60, True, False, page)
            label = child(panel, DetectionProgress).findChild(QLabel)
            words = label.text().split(" ")
            qtbot.waitUntil(
                lambda label=label: (
                    label.isVisible() and label.height() >= label.heightForWidth(label.width())
                )
            )
            assert max(map(label.fontMetrics().horizontalAdvance, words)) <= label.width(), label.text()


def test_progress_goes_when_all_is_done(qtbot, panel: WorklistPanel) -> None:
    panel.progress.set_progress(49, 50, 1, True, False)
    with qtbot.waitSignal(panel.progress.pause_requested):
        click(qtbot, panel, "Pause")
    with qtbot.waitSignal(panel.progress.cancel_requested):
        click(qtbot, panel, "Cancel")
    panel.progress.set_progress(49, 50, None, False, True)
    with qtbot.waitSignal(panel.progress.resume_requested):
        click(qtbot, panel, "Go on")
    panel.progress.set_progress(50, 50, None, False, False)
    assert not any(s.isVisible() for s in panel.findChildren(DetectionProgress))


def test_changes_leave_the_list_where_it_is(qtbot, panel: WorklistPanel, many: list[DocumentRow]) -> None:
    panel.set_rows(many)
    view = child(panel, DocumentList)
    panel.set_current(5000)
    top = view.rowAt(5)
    assert 4980 < top < 5000
    panel.update_rows([replace(r, patient="9") for r in many[:300]])
    assert view.rowAt(5) == top
    assert view.current_row() == 5000


def test_another_worklist_begins_at_the_top(qtbot, panel: WorklistPanel, many: list[DocumentRow]) -> None:
    panel.set_rows(many)
    view = child(panel, DocumentList)
    panel.set_current(5000)
    assert view.current_row() == 5000
    panel.set_current(None)
    panel.set_rows(())  # it was closed
    panel.set_rows(many)  # another one, whose documents have the same numbers
    assert view.current_row() is None
    assert view.verticalScrollBar().value() == 0


def test_it_fits(panel: WorklistPanel, themes) -> None:
    panel.progress.set_progress(22, 50, 840, True, False)
    # Somewhat more than the least width of 260: the fonts of some machines are wide.
    for width, name in zip((300, 340, 420), ThemeName, strict=True):
        themes.change(name)
        panel.resize(width, 560)
        assert panel.layout().minimumSize().width() <= width
        assert not panel.grab().isNull()
        for chip in seen(panel, FilterChip):
            assert chip.geometry().right() <= chip.parentWidget().width()
            assert chip.width() >= chip.sizeHint().width()


def test_everything_has_a_name_for_screen_readers(panel: WorklistPanel) -> None:
    panel.progress.set_progress(22, 50, 840, True, False)
    for widget in seen(panel, QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget.accessibleName(), widget


@pytest.mark.parametrize("width", [180, 206, 240, 300, 480])
@pytest.mark.parametrize(
    ("above", "below"), [("1 ?", "22 spans"), ("12 ?", "1,038 of 1,041 left"), ("", "5 spans")]
)
def test_no_end_of_a_row_is_cut(qapp, width, above, below) -> None:
    font, ink, elide = qapp.font(), QColor("black"), Qt.TextElideMode.ElideMiddle
    name = "10-progress-notes-of-the-outpatient-department.csv, row 3"
    document = QTextDocument()
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setHtml(
        line_html(name, font, None, elide, above, ink, width)
        + line_html("To review · P-204 · Initial visit", font, None, elide, below, ink, width)
    )
    document.setTextWidth(width)
    assert document.size().width() <= width
