"""The foot of the window."""

from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt

from chartveil.domain.policy import MustDecide
from chartveil.gui.review.footer import Footer, FooterState, SecondReadingState
from chartveil.review.model import DocumentState, ReviewCounts

COUNTS = ReviewCounts(spans=312, undecided=31, doubtful=3, recovered=12, risk=10.0, risk_seen=8.699)


@pytest.fixture
def footer(qtbot):
    footer = Footer()
    qtbot.addWidget(footer)
    footer.resize(1280, 48)
    with qtbot.waitExposed(footer):
        footer.show()
    return footer


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@contextmanager
def requested(qtbot, footer, id):
    with qtbot.waitSignal(footer.requested) as told:
        yield
    assert told.args == [id]


def test_counts_with_their_meaning(footer):
    footer.show_state(FooterState(COUNTS))
    assert (footer.undecided.text(), footer.doubtful.text()) == ("Undecided 31", "doubtful 3")
    assert footer.risk.text() == "risk looked at 86 %"
    for button in (footer.undecided, footer.doubtful, footer.risk):
        assert button.accessibleName() == button.text()
        assert button.accessibleDescription() == button.toolTip() != ""


def test_counts_lead_to_what_they_count(footer, qtbot):
    footer.show_state(FooterState(COUNTS))
    for button, id in (
        (footer.undecided, "next-undecided"),
        (footer.doubtful, "next-doubtful"),
        (footer.risk, "risk-queue"),
    ):
        with requested(qtbot, footer, id):
            click(qtbot, button)


def test_without_spans_no_share_is_claimed(footer):
    footer.show_state(FooterState())
    assert footer.risk.text() == "risk looked at –"
    footer.show_state(FooterState(ReviewCounts(spans=2)))
    assert footer.risk.text() == "risk looked at 100 %"


def test_sign_off_says_what_hinders_it_and_leads_there(footer, qtbot):
    footer.show_state(FooterState(COUNTS, DocumentState.IN_REVIEW, blocking_spans=3))
    assert not footer.sign_off.isEnabled()
    assert footer.reason.text() == "3 doubtful spans are undecided – go to the first"
    assert footer.reason.text() in footer.sign_off.accessibleDescription()
    with requested(qtbot, footer, "blocker"):
        footer.reason.setFocus()
        qtbot.keyClick(footer.reason, Qt.Key.Key_Space)


@pytest.mark.parametrize(
    ("n", "must", "said"),
    [
        (1, MustDecide.DOUBTFUL, "1 doubtful span is undecided – go to it"),
        (1, MustDecide.ALL, "1 span is undecided – go to it"),
        (1200, MustDecide.ALL, "1,200 spans are undecided – go to the first"),
    ],
)
def test_the_reason_counts_what_the_policy_wants(footer, n, must, said):
    footer.show_state(FooterState(COUNTS, DocumentState.IN_REVIEW, must, blocking_spans=n))
    assert footer.reason.text() == said


def test_sign_off_when_nothing_hinders(footer, qtbot):
    footer.show_state(FooterState(COUNTS, DocumentState.IN_REVIEW))
    assert not footer.reason.isVisible()
    with requested(qtbot, footer, "sign-off"):
        click(qtbot, footer.sign_off)


def test_a_signed_document_can_be_reopened(footer, qtbot):
    footer.show_state(FooterState(COUNTS, DocumentState.SIGNED_OFF, signed_by="M. Okafor"))
    assert footer.sign_off.text() == "Reopen"
    assert footer.state.text() == "Signed off by M. Okafor"
    with requested(qtbot, footer, "withdraw"):
        click(qtbot, footer.sign_off)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (None, "No document is open"),
        (DocumentState.DETECTING, "The document is still being searched"),
        (DocumentState.FAILED, "The document could not be read"),
    ],
)
def test_without_a_readable_document(footer, state, said):
    footer.show_state(FooterState(COUNTS, state))
    assert footer.state.text() == said
    assert not footer.sign_off.isEnabled()
    assert not footer.preview.isEnabled()


def test_the_second_reader_signs_a_document_that_the_first_has_signed(footer, qtbot):
    footer.show_state(
        FooterState(
            COUNTS, DocumentState.SIGNED_OFF, signed_by="M. Okafor", second_reading=SecondReadingState.READING
        )
    )
    assert footer.second_state.text() == "You are the second reader"
    with requested(qtbot, footer, "sign-off"):
        click(qtbot, footer.sign_off)


def test_the_second_reading_is_begun_and_settled_from_here(footer, qtbot):
    footer.show_state(
        FooterState(COUNTS, DocumentState.SIGNED_OFF, second_reading=SecondReadingState.AWAITING_SECOND)
    )
    with requested(qtbot, footer, "second-reading"):
        click(qtbot, footer.second)
    footer.show_state(
        FooterState(
            COUNTS,
            DocumentState.SIGNED_OFF,
            second_reading=SecondReadingState.HAS_DISAGREEMENTS,
            disagreements=4,
        )
    )
    assert footer.second.text() == "Settle 4 disagreements"
    with requested(qtbot, footer, "disagreements"):
        click(qtbot, footer.second)
    footer.show_state(
        FooterState(COUNTS, DocumentState.SIGNED_OFF, second_reading=SecondReadingState.SETTLED)
    )
    assert not footer.second.isVisible()


def test_export_waits_for_a_file_that_is_ready(footer, qtbot):
    footer.show_state(FooterState(COUNTS))
    assert not footer.export.isEnabled()
    assert "all its documents are signed off" in footer.export.toolTip()
    footer.show_state(FooterState(COUNTS, exportable_files=1))
    with requested(qtbot, footer, "export"):
        click(qtbot, footer.export)


def test_keys_are_shown(footer):
    footer.set_keys("Ctrl+P", "Ctrl+Enter", "Ctrl+E")
    assert footer.preview.toolTip().endswith("(Ctrl+P)")
    assert "Ctrl+Enter" in footer.sign_off.accessibleDescription()


def test_it_says_that_all_is_saved(footer):
    assert footer.saved.text() == "Saved"
    assert footer.saved.toolTip()


def test_it_fits_a_small_window(footer, qtbot):
    footer.show_state(
        FooterState(
            ReviewCounts(99999, 12345, 1234, 0, 1, 1),
            DocumentState.IN_REVIEW,
            MustDecide.ALL,
            blocking_spans=12345,
            second_reading=SecondReadingState.READING,
        )
    )
    assert footer.minimumSizeHint().width() <= 1280
    footer.resize(footer.minimumSizeHint().width(), 96)
    qtbot.waitUntil(lambda: footer.saved.y() > footer.undecided.y())
