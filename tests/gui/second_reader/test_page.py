"""Two readers: disagreements settled by keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.gui.review.bars import SecondReaderBanner
from chartveil.gui.second_reader.page import DisagreementsPage, Resolution
from chartveil.review.agreement import measure_agreement
from chartveil.review.model import DecisionState, ReviewItem

TEXT = "Seen by Dr. Maria Ndukwe at St. Brannoc. <b>Roofer</b>.\nFollow-up with Dr. Lindqvist."


def item(id, text, label):
    start = TEXT.index(text)
    return ReviewItem(id, Span(start, start + len(text), label, 0.9), DecisionState.ACCEPTED)


FOUND = measure_agreement(
    TEXT,
    [item(0, "Maria Ndukwe", Label.DOCTOR), item(1, "St. Brannoc", Label.HOSPITAL)],
    [
        item(0, "Ndukwe", Label.DOCTOR),
        item(1, "St. Brannoc", Label.ORGANIZATION),
        item(2, "Lindqvist", Label.DOCTOR),
    ],
)


@pytest.fixture
def page(qtbot, themes):
    page = DisagreementsPage(themes)
    qtbot.addWidget(page)
    page.resize(1000, 600)
    with qtbot.waitExposed(page):
        page.show()
    disputes = [(d, None) for d in FOUND.disagreements]
    page.set_disagreements(TEXT, disputes, 0.806, "M. Okafor", "J. Lindqvist")
    return page


def press(qtbot, page, key):
    with qtbot.waitSignal(page.chosen) as chosen:
        qtbot.keyClick(page.table, key)
    return chosen.args


def current(page):
    return page.table.currentRow()


def test_all_is_settled_with_one_key_each(page, qtbot):
    assert press(qtbot, page, Qt.Key.Key_1) == [0, Resolution.FIRST]
    assert current(page) == 1
    assert press(qtbot, page, Qt.Key.Key_2) == [1, Resolution.SECOND]
    assert page.count.text() == "2 of 3 settled"
    assert not page.done.isEnabled()
    assert press(qtbot, page, Qt.Key.Key_1) == [2, Resolution.FIRST]
    assert page.done.isEnabled()
    with qtbot.waitSignal(page.closed):
        page.done.setFocus()
        qtbot.keyClick(page.done, Qt.Key.Key_Space)


def test_to_decide_anew_stays_at_the_place(page, qtbot):
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert press(qtbot, page, Qt.Key.Key_3) == [1, Resolution.OWN]
    assert current(page) == 1


def test_the_mouse_does_the_same(page, qtbot):
    with qtbot.waitSignal(page.chosen) as chosen:
        qtbot.mouseClick(page.second.button, Qt.MouseButton.LeftButton)
    assert chosen.args == [0, Resolution.SECOND]


def test_both_decisions_and_the_place_are_shown(page, qtbot):
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert "HOSPITAL" in page.first.button.accessibleDescription()
    assert "M. Okafor" in page.first.button.accessibleDescription()
    assert "ORGANIZATION" in page.second.button.accessibleDescription()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert "left in the text" in page.first.button.accessibleDescription()


def test_both_decisions_are_seen_whole_in_a_low_window(page, qtbot):
    page.resize(600, 300)
    for card in (page.first, page.second):
        for part in card.findChildren(QWidget):
            line = part.fontMetrics().height()
            qtbot.waitUntil(lambda part=part, line=line: part.height() >= line, timeout=5000)


def test_the_document_is_text_and_never_markup(page):
    assert "<b>Roofer</b>" in page.context.toPlainText()


def test_kappa_has_its_meaning(page):
    assert page.kappa.text() == "Agreement 0.81: almost perfect"
    assert "Landis and Koch" in page.kappa_meaning.text()
    page.set_disagreements(TEXT, [], None, "", "")
    assert "not defined" in page.kappa.text()


def test_without_disagreements_it_can_be_finished(page, qtbot):
    page.set_disagreements(TEXT, [], 1.0, "M. Okafor", "J. Lindqvist")
    assert not page.first.isVisible()
    with qtbot.waitSignal(page.closed):
        qtbot.mouseClick(page.done, Qt.MouseButton.LeftButton)


def test_what_was_settled_before_is_not_asked_again(page):
    disputes = [(d, Resolution.FIRST if i == 0 else None) for i, d in enumerate(FOUND.disagreements)]
    page.set_disagreements(TEXT, disputes, 0.5, "", "")
    assert current(page) == 1
    assert page.count.text() == "1 of 3 settled"
    page.set_resolution(0, None)
    assert page.count.text() == "0 of 3 settled"


def test_the_banner_says_why_decisions_are_missing(qtbot):
    banner = SecondReaderBanner()
    qtbot.addWidget(banner)
    assert not banner.isVisible()
    banner.show()
    assert banner.isVisible()
    assert "hidden until you sign off" in banner.accessibleName()
