"""The order by risk, and messages above the work."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from chartveil.domain.document import Label
from chartveil.domain.errors import InputError, LeakError
from chartveil.gui.risk_queue.panel import (
    PAGE_SIZE,
    QueueColumn,
    RiskQueueEntry,
    RiskQueueModel,
    RiskQueuePanel,
)
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.widgets.notices import Notice, NoticeBar, NoticeKind, error_details, notice_for_error


def entries(n, start=0):
    return [
        RiskQueueEntry(
            i // 3 + 1,
            i,
            f"note {i // 3}",
            Label.DOCTOR,
            f"Name{i}",
            "seen by Dr.\n",
            " today",
            ("low score .41", "one model of five"),
            1 - i / 1000,
        )
        for i in range(start, start + n)
    ]


@pytest.fixture
def panel(qtbot):
    panel = RiskQueuePanel(theme_by_name(ThemeName.LIGHT))
    qtbot.addWidget(panel)
    panel.resize(1000, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def test_enter_opens_a_place(panel, qtbot):
    panel.set_entries(entries(5))
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.entry_chosen) as chosen:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert chosen.args == [1, 1]


def test_a_stretch_without_a_span_is_listed_without_a_label(panel, qtbot):
    stretch = RiskQueueEntry(
        4, -1, "note 4", None, "No span here", reasons=("long block in capitals",), risk=0.6
    )
    panel.set_entries([stretch, *entries(2)])
    assert not panel.grab().isNull()
    index = panel.table.model().index(0, QueueColumn.PLACE)
    assert "long block in capitals" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    with qtbot.waitSignal(panel.entry_chosen) as chosen:
        qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert chosen.args == [4, -1]


def test_start_at_the_top(panel, qtbot):
    panel.set_entries(entries(5))
    qtbot.keyClick(panel.table, Qt.Key.Key_End)
    with qtbot.waitSignal(panel.entry_chosen) as chosen:
        qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)
    assert chosen.args == [1, 0]


def test_more_is_asked_for_at_the_end_and_only_once(panel, qtbot):
    panel.set_entries(entries(PAGE_SIZE))
    assert "more follow" in panel.count.text()
    with qtbot.waitSignal(panel.more_requested):
        qtbot.keyClick(panel.table, Qt.Key.Key_End)
        panel.table.scrollToBottom()
    with qtbot.assertNotEmitted(panel.more_requested):
        panel.table.scrollToTop()
        panel.table.scrollToBottom()
    panel.append_entries(entries(7, PAGE_SIZE))
    assert panel.count.text() == "207 places"
    with qtbot.assertNotEmitted(panel.more_requested):
        panel.table.scrollToBottom()


def test_when_a_whole_page_is_decided_the_next_is_asked_for(panel, qtbot):
    first = entries(PAGE_SIZE)
    panel.set_entries(first)
    with qtbot.waitSignal(panel.more_requested):
        panel.remove_entries([(e.row, e.item) for e in first])
    assert panel.table.isVisible()


def test_nothing_left(panel):
    panel.set_entries(entries(1))
    assert panel.count.text() == "1 place"
    panel.remove_entries([(1, 0)])
    assert not panel.table.isVisible()
    assert not panel.start.isEnabled()


def test_share_of_risk(panel):
    panel.set_risk_seen(0.999)
    assert panel.share.text() == "99 % of the risk looked at"
    assert panel.bar.value() == 99


def test_the_model_tells_each_place():
    model = RiskQueueModel()
    model.set_entries(entries(2))
    shown = [model.index(1, c).data() for c in QueueColumn]
    assert shown == [
        "1.0",
        "seen by Dr.↵Name1 today",
        "DOCTOR",
        "low score .41; one model of five",
        "note 0",
    ]
    spoken = model.index(1, QueueColumn.LABEL).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Label: DOCTOR"
    place = model.index(1, QueueColumn.PLACE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert place.endswith("Label: DOCTOR; Why look: low score .41; one model of five; Document: note 0")
    assert model.rowCount(model.index(0, 0)) == 0


@pytest.mark.parametrize("name", ThemeName)
def test_what_has_no_column_is_drawn_with_the_place(panel, name):
    """Two places that differ in nothing but label, reason or document look different."""
    panel.resize(480, 500)
    panel.set_theme(theme_by_name(name))
    plain = entries(1)[0]
    pictures = []
    for changed in (
        plain,
        replace(plain, label=Label.CITY),
        replace(plain, reasons=("one of two models",)),
        replace(plain, document="another note"),
    ):
        panel.set_entries([changed])
        pictures.append(panel.table.viewport().grab().toImage())
    assert all(a != b for i, a in enumerate(pictures) for b in pictures[:i])


def test_a_page_that_is_not_full_is_the_last():
    model = RiskQueueModel()
    model.set_entries(entries(PAGE_SIZE))
    assert model.canFetchMore(QModelIndex())
    model.append([])
    assert model.complete
    assert not model.canFetchMore(QModelIndex())


ERROR = InputError("has changed since.", where="note 7", remedy="Add it anew.")


@pytest.fixture
def bar(qtbot):
    bar = NoticeBar(theme_by_name(ThemeName.LIGHT))
    qtbot.addWidget(bar)
    bar.resize(800, 300)
    return bar


def button(bar, text):
    return next(b for b in bar.findChildren(QPushButton) if b.text() == text and b.isVisible())


def test_an_error_says_what_where_and_what_to_do(bar):
    assert not bar.isVisible()
    bar.show_error(ERROR)
    assert bar.isVisible()
    assert bar.notices == (Notice(NoticeKind.FAILURE, "has changed since.", "note 7", "Add it anew."),)
    name = bar._messages[0].accessibleName()
    assert name == "note 7: has changed since. Add it anew."


def test_the_same_error_again_is_counted(bar):
    bar.show_error(ERROR)
    bar.show_error(InputError("has changed since.", where="note 7", remedy="Add it anew."))
    assert len(bar.notices) == 1
    assert "(×2)" in bar._messages[0].accessibleName()


def test_escape_dismisses_one_after_the_other(bar, qtbot):
    bar.show_error(ERROR)
    bar.show_notice(Notice(NoticeKind.DONE, "9 files exported."))
    assert bar.take_focus()
    qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Escape)
    assert [n.where for n in bar.notices] == ["note 7"]
    with qtbot.waitSignal(bar.emptied):
        qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert not bar.take_focus()


def test_the_stack_stays_small(bar):
    for i in range(7):
        bar.show_notice(Notice(NoticeKind.WARNING, f"warning {i}"))
    assert [n.what for n in bar.notices] == [f"warning {i}" for i in range(3, 7)]
    bar.dismiss_all()
    assert bar.notices == ()


def test_an_action_comes_back_with_its_key(bar, qtbot):
    bar.show_notice(Notice(NoticeKind.DONE, "Exported.", action="Show report", key="report"))
    with qtbot.waitSignal(bar.action_requested) as asked:
        qtbot.mouseClick(button(bar, "Show report"), Qt.MouseButton.LeftButton)
    assert asked.args == ["report"]
    assert bar.notices == ()


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
