"""Decisions about many places at once, used as a person uses them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTableView,
)

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.gui.dialogs.accept_above import AcceptAboveDialog
from chartveil.gui.dialogs.prompts import NoteDialog
from chartveil.gui.dialogs.same_text import SameTextDialog, SameTextPlace
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.review.model import ActionKind, DecisionState, ReviewItem
from chartveil.service.bulk_decisions import DecisionScope, DecisionTarget

LIGHT = theme_by_name(ThemeName.LIGHT)
DR = Label.DOCTOR


def place(row, id, start, state=None, label=DR, patient="P1", **context):
    """A place of the text; unmarked where it has no state."""
    span = Span(start, start + 6, label, 0.9)
    item = ReviewItem(id, span, state) if state is not None else None
    target = DecisionTarget(row, f"{'abc'[row - 1]}.txt", start, start + 6, item)
    return SameTextPlace(target, patient, **context)


PLACES = (
    place(1, 0, 4, DecisionState.PROPOSED, line=1, before="Dr. ", found="Rahimi", after=" came"),
    place(1, 1, 40, DecisionState.ACCEPTED, line=3, before="with ", found="Rahimi"),
    place(1, 2, 90, line=7, before="cc: ", found="RAHIMI"),
    place(2, 5, 11, DecisionState.REJECTED, Label.PATIENT, line=1, found="Rahimi", after=" called"),
    place(3, 7, 1399, DecisionState.PROPOSED, patient="P2"),
)


@pytest.fixture
def ask(qtbot):
    def open_it(kind=ActionKind.ACCEPT, places=PLACES, scope="document", **more):
        dialog = SameTextDialog(
            kind, "Rahimi", places, row=1, theme=LIGHT, scope=DecisionScope(scope), **more
        )
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_it


def chosen(dialog):
    return [[p.target for p in PLACES].index(t) for t in dialog.chosen()]


def said(dialog):
    return " ".join(w.text() for w in dialog.findChildren(QLabel) if w.isVisible())


def do_button(dialog):
    (found,) = [b for b in dialog.findChildren(QPushButton) if b.isDefault()]
    return found


def choose_scope(qtbot, dialog, words):
    (button,) = [b for b in dialog.findChildren(QRadioButton) if b.text().startswith(words)]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(12, button.height() // 2))


def test_scopes_are_counted_and_narrow_the_list(qtbot, ask):
    dialog = ask()
    words = [b.text() for b in dialog.findChildren(QRadioButton)]
    assert words == ["In this document (3)", "Of this patient (4)", "In the worklist (5)"]
    assert chosen(dialog) == [0, 2]
    choose_scope(qtbot, dialog, "In the worklist")
    assert dialog.scope == "worklist"
    assert chosen(dialog) == [0, 2, 4]


def test_what_was_decided_before_is_left_until_it_is_chosen(qtbot, ask):
    dialog = ask(scope="patient")
    assert chosen(dialog) == [0, 2], "a rejected place is not chosen, an accepted one does not change"
    table = dialog.findChild(QTableView)
    for _ in range(3):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert chosen(dialog) == [0, 2, 3]


def test_space_on_what_would_not_change_does_nothing(qtbot, ask):
    dialog = ask()
    table = dialog.findChild(QTableView)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert chosen(dialog) == [0, 2]


def test_the_sentence_says_what_will_happen(ask):
    dialog = ask(scope="worklist", label=DR)
    assert "3 of 5 places will be accepted and replaced at export." in said(dialog)
    assert "2 in this document, 1 in another document." in said(dialog)
    assert "Not marked before: 1." in said(dialog)
    assert do_button(dialog).text() == "Accept 3"


@pytest.mark.parametrize(
    ("kind", "label", "at_first", "button"),
    [
        (ActionKind.REJECT, None, [0, 4], "Reject 2"),
        (ActionKind.RELABEL, Label.RELATIVE, [0, 2, 4], "Relabel 3"),
        (ActionKind.MEDICAL_TERM, None, [0, 4], "Leave 2"),
        (ActionKind.REOPEN, None, [1, 3], "Reopen 2"),
    ],
)
def test_other_decisions(ask, kind, label, at_first, button):
    dialog = ask(kind, scope="worklist", label=label)
    assert chosen(dialog) == at_first
    assert do_button(dialog).text() == button


def test_keyboard_alone(qtbot, ask):
    dialog = ask(scope="worklist")
    table = dialog.findChild(QTableView)
    qtbot.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert chosen(dialog) == [0, 2, 3, 4]
    assert dialog.findChild(QCheckBox).isChecked()
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert chosen(dialog) == [2, 3, 4]
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(table, Qt.Key.Key_Return)


def test_escape_leaves_all_as_it_is(qtbot, ask):
    dialog = ask()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.findChild(QTableView), Qt.Key.Key_Escape)


def test_nothing_to_change_is_said_and_cannot_be_done(ask):
    dialog = ask(ActionKind.TAKE_RECOVERED)
    assert "Nothing would change" in said(dialog)
    assert not do_button(dialog).isEnabled()


def test_without_a_patient_there_is_no_such_scope(ask):
    lonely = (place(1, 0, 4, DecisionState.PROPOSED, patient=""),)
    dialog = ask(places=lonely, scope="patient")
    assert dialog.scope == "document"


def test_places_say_where_they_are(ask):
    dialog = ask(scope="worklist")
    model = dialog.findChild(QTableView).model()
    assert [model.index(k, 2).data() for k in range(5)] == [
        "1: Dr. Rahimi came",
        "3: with Rahimi",
        "7: cc: RAHIMI",
        "1: Rahimi called",
        "character 1,400",
    ]
    assert [model.index(k, 3).data() for k in (1, 2, 3)] == [
        "DOCTOR · accepted (stays)",
        "not marked",
        "PATIENT · rejected",
    ]
    dialog.set_context(PLACES[4].target, 12, "see ", "Rahimi", "!")
    assert model.index(4, 2).data() == "12: see Rahimi!"
    assert not dialog.grab().isNull()


ITEMS = [ReviewItem(k, Span(k, k + 1, DR if k % 3 else Label.DATE, k / 100)) for k in range(101)]


@pytest.fixture
def above(qtbot):
    dialog = AcceptAboveDialog(
        lambda score: [i for i in ITEMS if i.span.score >= score], "in this document", LIGHT
    )
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_accept_above_counts_as_the_score_moves(qtbot, above):
    assert do_button(above).text() == "Accept 6"
    qtbot.keyClick(above.findChild(QDoubleSpinBox), Qt.Key.Key_Down)
    assert above.score() == 0.94
    qtbot.waitUntil(lambda: do_button(above).text() == "Accept 7")
    above.findChild(QDoubleSpinBox).setValue(0.5)
    qtbot.waitUntil(lambda: "51 spans will be accepted" in said(above))
    with qtbot.waitSignal(above.accepted):
        qtbot.keyClick(above, Qt.Key.Key_Return)
    assert above.score() == 0.5


def test_accept_above_cannot_do_nothing(qtbot):
    dialog = AcceptAboveDialog(lambda score: [], "in this document", LIGHT)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not do_button(dialog).isEnabled()
    assert "Choose a lower one" in said(dialog)
    with qtbot.assertNotEmitted(dialog.accepted):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)


def test_a_note_is_written_and_kept_by_keyboard(qtbot):
    dialog = NoteDialog("as it was")
    qtbot.addWidget(dialog)
    dialog.show()
    edit = dialog.findChild(QPlainTextEdit)
    qtbot.keyClicks(edit, ", and more ")
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.note() == "as it was, and more"
