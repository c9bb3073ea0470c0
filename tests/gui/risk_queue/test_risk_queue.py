"""The list of places by risk."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt

from chartveil.domain.labels import Label
from chartveil.gui.risk_queue.panel import PAGE_SIZE, QueueColumn, RiskQueueModel, RiskQueuePanel
from chartveil.gui.theme.colors import ThemeName
from chartveil.service.risk_queue import RiskQueueEntry


def entries(n, start=0):
    return [
        RiskQueueEntry(
            i // 3 + 1,
            i,
            f"note {i // 3}",
            Label.DOCTOR,
            f"Name{i}",
            ("low score .41", "one model of five"),
            1 - i / 1000,
        )
        for i in range(start, start + n)
    ]


@pytest.fixture
def panel(qtbot, themes):
    panel = RiskQueuePanel(themes)
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
    stretch = RiskQueueEntry(4, -1, "note 4", None, "", reasons=("long block in capitals",), risk=0.6)
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
    assert shown == ["1.0", "Name1"]
    spoken = model.index(1, QueueColumn.RISK).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Risk: 1.0"
    place = model.index(1, QueueColumn.PLACE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert place.endswith("Label: DOCTOR; Why look: low score .41; one model of five; Document: note 0")
    assert model.rowCount(model.index(0, 0)) == 0


@pytest.mark.parametrize("name", ThemeName)
def test_what_has_no_column_is_drawn_with_the_place(panel, name, themes):
    """Two places that differ in nothing but label, reason or document look different."""
    panel.resize(480, 500)
    themes.change(name)
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
