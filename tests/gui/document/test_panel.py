"""Find bar, overview and the work of painting."""

import statistics
import sys
import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from build import document
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.gui.document.overview import urgency
from chartveil.gui.theme.colors import ThemeName
from chartveil.review.model import DecisionState, ReviewItem
from gui.document.shown import ITEMS, TEXT, change, make_item, review

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def open_find(qtbot, panel, text):
    panel.activateWindow()
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_F, CTRL)
    assert panel.find_bar.isVisible()
    qtbot.keyClicks(panel.find_bar.edit, text)


def test_hits_are_counted_shown_and_gone_through(qtbot, panel):
    open_find(qtbot, panel, "vale")
    assert panel.find_bar.count.text() == "1 of 1"
    panel.find_bar.edit.clear()
    qtbot.keyClicks(panel.find_bar.edit, "dr. stone")
    assert panel.find_bar.count.text() == "1 of 200"
    first = TEXT.index("Dr. Stone")
    assert panel.view.selected_range() == (first, first + 9)
    qtbot.keyClick(panel.find_bar.edit, Qt.Key.Key_Return)
    assert panel.find_bar.count.text() == "2 of 200"
    qtbot.keyClick(panel.find_bar.edit, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(panel.find_bar.edit, Qt.Key.Key_Return, SHIFT)
    assert panel.find_bar.count.text() == "200 of 200"
    last = TEXT.rindex("Dr. Stone")
    assert panel.view.visible_range()[0] < last < panel.view.visible_range()[1]
    qtbot.mouseClick(
        panel.find_bar.match_case, LEFT, NONE, QPoint(8, panel.find_bar.match_case.height() // 2)
    )
    assert panel.find_bar.count.text() == "No hits"


def test_escape_closes_the_bar_and_keeps_the_hit_selected(qtbot, panel):
    open_find(qtbot, panel, "protocol")
    drawn = panel.view.viewport().grab().toImage()
    qtbot.keyClick(panel.find_bar.edit, Qt.Key.Key_Escape)
    assert not panel.find_bar.isVisible()
    start = TEXT.index("protocol")
    assert panel.view.selected_range() == (start, start + 8)
    assert panel.view.viewport().grab().toImage() != drawn
    assert QApplication.focusWidget() is panel.view


def test_another_document_is_searched_for_the_same(qtbot, panel):
    open_find(qtbot, panel, "protocol")
    panel.view.show_document(document("protocol, Protocol\nnothing"))
    assert panel.find_bar.count.text() == "2 hits"
    panel.view.clear("Nothing.")
    assert panel.find_bar.count.text() == "No hits"


def test_marks_show_the_most_pressing_item_at_a_place(panel):
    text = "".join(f"line {i}\n" for i in range(2000))
    panel.view.show_document(document(text))
    here = text.index("line 1000\n")
    states = [DecisionState.RECOVERED, DecisionState.ACCEPTED, DecisionState.PROPOSED]
    items = [ReviewItem(k, Span(here + k, here + k + 1, Label.CITY, 0.9), s) for k, s in enumerate(states)]
    panel.view.show_review(review(items, text))
    ((y, mark),) = panel.overview.marks()
    assert abs(y - panel.overview.height() / 2) < 6
    assert mark.rank == urgency(items[2], doubtful=False)
    decided = ReviewItem(2, items[2].span, DecisionState.ACCEPTED)
    panel.view.show_changes([change(panel.view, items[2], decided)])
    assert [m.rank for _, m in panel.overview.marks()] == [urgency(items[1], doubtful=False)]
    panel.view.show_changes([change(panel.view, item, None) for item in (*items[:2], decided)])
    assert panel.overview.marks() == []


def test_doubtful_goes_before_undecided_before_decided_before_left():
    order = [
        urgency(make_item(0, "Bruce", state=DecisionState.REJECTED), doubtful=False),
        urgency(make_item(0, "Bruce", state=DecisionState.ADDED), doubtful=False),
        urgency(make_item(0, "Bruce"), doubtful=False),
        urgency(make_item(0, "Bruce"), doubtful=True),
    ]
    assert order == sorted(set(order))


def test_a_click_in_the_overview_goes_there(qtbot, panel):
    item = ITEMS[8]
    place = QPoint(8, round(panel.overview.y_of(item.span.start)))
    qtbot.mouseClick(panel.overview, LEFT, NONE, place)
    first, last = panel.view.visible_range()
    assert first < item.span.start < last


def test_all_of_it_is_drawn_in_each_theme(panel, themes):
    panel.view.set_current(ITEMS[3])
    pictures = []
    for name in ThemeName:
        themes.change(name)
        pictures.append(panel.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def large():
    """A megabyte with 20,000 items."""
    line = "Seen by Dr. Maria Ndu on 03/14/2021 at the ward, chart 77-0012, and told to come again soon.\r\n"
    lines = 11_000
    parts = [("Maria Ndu", Label.DOCTOR), ("03/14/2021", Label.DATE)]
    items = []
    for n in range(lines):
        for part, label in parts:
            if len(items) < 20_000:
                start = n * len(line) + line.index(part)
                state = list(DecisionState)[len(items) % 5]
                score = 0.3 + (len(items) % 7) / 10
                items.append(ReviewItem(len(items), Span(start, start + len(part), label, score), state))
    return line * lines, items


def test_a_paint_looks_only_at_what_is_in_sight(panel):
    text, items = large()
    view = panel.view
    started = time.process_time()
    view.show_document(document(text))
    view.show_review(review(items, text))
    loaded = 1000 * (time.process_time() - started)
    started = time.process_time()
    panel.overview.repaint()
    overview = 1000 * (time.process_time() - started)
    bar = view.verticalScrollBar()
    frames, most = [], 0
    for k in range(30):
        started = time.process_time()
        bar.setValue(bar.maximum() * k // 30)
        for part in (view.viewport(), view.gutter):
            part.repaint()
        frames.append(1000 * (time.process_time() - started))
        most = max(most, view.visited_count)
    rows = len(list(view.rows(0, view.viewport().height())))
    assert 0 < most <= 2 * rows
    started = time.process_time()
    view.show_changes([change(view, items[0], ReviewItem(0, items[0].span, DecisionState.REJECTED))])
    view.set_current(items[10_000])
    for part in (view.viewport(), view.gutter, panel.overview):
        part.repaint()
    decided = 1000 * (time.process_time() - started)
    sys.stdout.write(
        f"\n{len(text):,} characters, {len(items):,} items: loaded in {loaded:.0f} ms of CPU, "
        f"overview {overview:.0f}; a frame "
        f"{statistics.median(frames):.1f} ms, at most {max(frames):.1f}, {most} items looked at; "
        f"a decision and a jump {decided:.1f} ms\n"
    )
