"""Tables of rows: whole texts whatever the width, and the first and last row by one key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from chartveil.gui.theme.application import apply_theme
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table

WORDS = "the patient has read the article and agrees that it is published as it stands "


@pytest.fixture
def table(qtbot):
    made = row_table(["", "What"], "Items", stretch=1)
    qtbot.addWidget(made)
    made.resize(700, 400)
    with batch_fill(made):
        made.setRowCount(12)
        for at in range(12):
            made.setItem(at, 0, read_only_cell(f"{at}"))
            made.setItem(at, 1, read_only_cell(WORDS * (1 + at % 3)))
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize("spare", [-40, -20, -8, 0, 6, 12, 15, 18, 24, 60])
def test_a_text_that_does_not_fit_its_line_has_another(qtbot, qapp, same_looks, spare):
    """Around the width at which it just fits, in the window's own looks."""
    apply_theme(qapp, theme_by_name(ThemeName.LIGHT))
    table = row_table(["What"], "Items", stretch=0)
    qtbot.addWidget(table)
    table.setRowCount(2)
    table.setItem(0, 0, read_only_cell(WORDS))
    table.setItem(1, 0, read_only_cell("one line"))
    table.resize(table.fontMetrics().horizontalAdvance(WORDS) + spare, 200)
    with qtbot.waitExposed(table):
        table.show()
    option = QStyleOptionViewItem()
    index = table.model().index(0, 0)
    table.itemDelegate().initStyleOption(option, index)
    option.rect, option.widget = table.visualRect(index), table
    drawn_in = table.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, table).width() - 6
    fits = table.fontMetrics().horizontalAdvance(WORDS.strip()) <= drawn_in
    assert fits or table.rowHeight(0) > table.rowHeight(1)


@pytest.mark.parametrize(("key", "row"), [("End", 11), ("Home", 0), ("PageDown", None), ("Down", 6)])
def test_one_key_goes_to_either_end(table, key, row):
    table.setCurrentCell(5, 0)
    QTest.keyClick(table, getattr(Qt.Key, f"Key_{key}"))
    assert table.currentRow() == (row if row is not None else table.currentRow())
    assert table.currentRow() != 5


def test_an_empty_table_takes_the_keys_too(qtbot):
    made = row_table(["What"], "Items", stretch=0)
    qtbot.addWidget(made)
    QTest.keyClick(made, Qt.Key.Key_End)
    assert made.currentRow() == -1
