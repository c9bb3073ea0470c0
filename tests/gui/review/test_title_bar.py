"""The line above the document."""

import pytest

from chartveil.gui.review.bars import TitleBar

SAID = "Select the text first: with the mouse, or with F7 and Shift+arrows."


@pytest.fixture
def bar(qtbot):
    bar = TitleBar()
    qtbot.addWidget(bar)
    bar.resize(900, 40)
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


def test_the_facts_stand_right_behind_the_name(bar, qtbot):
    bar.show_title("note.txt", "patient 12 · 1 of 9 doubtful")
    qtbot.waitUntil(lambda: bar.title.text() == "note.txt" and "…" not in bar.facts.text())
    assert bar.facts.x() < bar.title.geometry().right() + 24


def test_where_there_is_no_room_each_is_cut(bar, qtbot):
    bar.resize(500, 40)
    bar.show_title("a very long name of a document that somebody gave it.txt", "patient 12 · 1 of 9 doubtful")
    bar.show_message(SAID)
    qtbot.waitUntil(lambda: "…" in bar.title.text())
    assert bar.title.full_text in bar.title.toolTip()
    bar.resize(1600, 40)
    qtbot.waitUntil(lambda: "…" not in bar.title.text())


def test_it_never_asks_for_more_room_than_a_name_needs(bar):
    bar.show_title("x" * 500, "y" * 500)
    bar.show_message(SAID)
    assert bar.minimumSizeHint().width() < 300


@pytest.mark.parametrize("width", [680, 700, 720, 760, 800, 860, 900, 1000, 1200, 1600])
def test_a_message_is_whole_before_the_name_is(bar, qtbot, width):
    bar.resize(width, 40)
    bar.show_title("a very long name of a document that somebody gave it.txt", "patient 12 · 1 of 9 doubtful")
    bar.show_message(SAID)
    qtbot.waitUntil(lambda: bar.message.text() == SAID)
    assert bar.minimumSizeHint().width() < 300
