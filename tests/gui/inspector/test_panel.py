"""The inspector, used as a person uses it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.gui.inspector.panel import InspectorPanel
from chartveil.gui.inspector.reasons import ReasonText
from chartveil.gui.inspector.wording import ReasonRowKind, local_time_text, reason_rows, same_text_summary
from chartveil.gui.theme.colors import ThemeName
from chartveil.gui.widgets.basic import ElidedText, KeyButton
from chartveil.review.model import DecisionState, ReviewItem

TEXT = "Dr. Rahimi came.\nLater RAHIMI left, with Mr. Bruce Lee."
MODEL, RULE = EvidenceKind.MODEL, EvidenceKind.RULE
SPAN = Span(
    23,
    29,
    Label.DOCTOR,
    0.874,
    (
        Evidence(RULE, "NAME-TITLE", Label.DOCTOR, 0.9),
        Evidence(MODEL, "capitals", Label.PATIENT, 0.4, 17, 29),
        Evidence(MODEL, "general", Label.DOCTOR, 0.95),
        Evidence(EvidenceKind.DICTIONARY, "first_names+surnames", Label.PATIENT, 0.8, detail="a surname"),
        Evidence(
            EvidenceKind.PROPAGATION, "same-document", Label.DOCTOR, 0.9, detail="repeats the span at 4"
        ),
    ),
)
KEYS = {"accept": "Return", "reject": "Backspace", "next-doubtful": "N", "note": "C", "same": "Shift+Return"}


@pytest.fixture
def inspector(qtbot, themes):
    shown = InspectorPanel(themes, lambda e: {"NAME-TITLE": "a name after a title"}.get(e.name, ""))
    qtbot.addWidget(shown)
    shown.set_keys(KEYS)
    shown.resize(320, 720)
    shown.show()
    return shown


def texts(inspector):
    labels = [w.text() for w in inspector.findChildren(QLabel) if w.isVisible()]
    return labels + [w.full_text for w in inspector.findChildren(ElidedText) if w.isVisible()]


def button(inspector, name):
    (found,) = [
        b for b in inspector.findChildren(QPushButton) if b.accessibleName() == name or b.text() == name
    ]
    return found


def usable(inspector):
    return {b.accessibleName() for b in inspector.findChildren(KeyButton) if b.isEnabled() and b.isVisible()}


def test_without_a_span_it_teaches_the_keys(inspector):
    shown = texts(inspector)
    assert "No span chosen" in shown
    assert "N" in shown
    assert "Next doubtful" in shown
    assert "Undo" not in shown, "a command without a key is not taught"


def test_facts_of_a_span(inspector):
    place = "page 2, upper third, left"
    inspector.show_item(ReviewItem(3, SPAN), TEXT, ("models disagree on the label",), place)
    shown = texts(inspector)
    assert "RAHIMI" in shown
    assert "Name or initials of a provider or staff member" in shown
    assert "Proposed: nobody has decided" in shown
    assert "Look twice: models disagree on the label" in shown
    assert place in shown
    assert any(">&nbsp;DOCTOR&nbsp;<" in text for text in shown)
    assert "Score .87" in [w.accessibleName() for w in inspector.findChildren(QLabel)]


def test_long_text_is_cut_in_the_middle_and_whole_in_the_tooltip(inspector):
    text = "Bartholomew <b>Featherstonehaugh</b> of\nthe " + "very " * 40 + "end"
    inspector.show_item(ReviewItem(0, Span(0, len(text), Label.PATIENT, 1.0)), text)
    (shown,) = [w for w in inspector.findChildren(ElidedText) if w.full_text == text]
    assert "…" in shown.text()
    assert shown.text().startswith("Bart")
    assert shown.text().endswith("end")
    assert "\n" not in shown.text()
    assert "&lt;b&gt;Featherstonehaugh" in shown.toolTip(), "the text of a document is never taken for markup"


def test_what_it_becomes(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    assert "…" in texts(inspector)
    inspector.set_surrogate("OKAFOR")
    assert "OKAFOR" in texts(inspector)
    inspector.set_surrogate(None, "the surrogate key is missing")
    assert "the surrogate key is missing" in texts(inspector)
    inspector.set_surrogate("")
    assert "nothing: it is taken out" in texts(inspector)
    inspector.show_item(ReviewItem(3, SPAN, DecisionState.REJECTED), TEXT)
    assert "stays as it is" in texts(inspector)


def test_what_it_becomes_stays_while_only_the_state_changes(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    inspector.set_surrogate("OKAFOR")
    inspector.set_same_text_counts(2, None, 5)
    inspector.show_item(
        ReviewItem(3, SPAN, DecisionState.ACCEPTED, "R. Reader", "2026-03-17T14:05:11+00:00"), TEXT
    )
    shown = texts(inspector)
    assert "OKAFOR" in shown
    assert "Same text: 2 here, 5 in the worklist" in shown
    assert f"by R. Reader, {local_time_text('2026-03-17T14:05:11+00:00')}" in shown
    assert local_time_text("2026-03-17T14:05:11+00:00").startswith("2026-03-1")


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (ReviewItem(0, SPAN), {"Accept", "Reject", "Relabel", "Medical", "Note"}),
        (ReviewItem(0, SPAN, DecisionState.ACCEPTED), {"Reject", "Relabel", "Medical", "Reopen", "Note"}),
        (ReviewItem(0, SPAN, DecisionState.REJECTED), {"Accept", "Relabel", "Medical", "Reopen", "Note"}),
        (ReviewItem(0, SPAN, DecisionState.RECOVERED), {"Reject", "Relabel", "Medical", "Take back", "Note"}),
        (
            ReviewItem(
                0,
                Span(0, 2, Label.AGE, 1.0, (Evidence(EvidenceKind.REVIEWER, "me", Label.AGE),)),
                DecisionState.ADDED,
            ),
            {"Reject", "Relabel", "Medical", "Note"},
        ),
    ],
)
def test_buttons_by_state(inspector, item, expected):
    inspector.show_item(item, TEXT)
    assert usable(inspector) == expected


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("Accept", "accept"),
        ("Reject", "reject"),
        ("Relabel", "relabel"),
        ("Medical", "medical"),
        ("Note", "note"),
    ],
)
def test_a_button_asks_for_its_command(qtbot, inspector, name, command):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    with qtbot.waitSignal(inspector.command_requested) as asked:
        qtbot.mouseClick(button(inspector, name), Qt.MouseButton.LeftButton)
    assert asked.args == [command]
    with qtbot.waitSignal(inspector.command_requested) as asked:
        qtbot.keyClick(button(inspector, name), Qt.Key.Key_Space)
    assert asked.args == [command]


def test_keys_are_shown_and_spoken(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    accept = button(inspector, "Accept")
    assert accept.keys == "Return"
    assert "Return" in accept.toolTip()
    assert "Return" in accept.accessibleDescription()


def test_signed_off_documents_cannot_be_decided(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    inspector.set_same_text_counts(4, 6, 9)
    inspector.set_locked("Signed off. Withdraw the sign-off to change anything.")
    assert not usable(inspector)
    assert not button(inspector, "All here…").isEnabled()
    assert "Signed off. Withdraw the sign-off to change anything." in texts(inspector)
    inspector.set_locked("")
    assert "Accept" in usable(inspector)


def test_same_text(qtbot, inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    assert not button(inspector, "Worklist…").isEnabled()
    inspector.set_same_text_counts(1, 1, 9)
    assert "Same text: 1 here, 1 of this patient, 9 in the worklist" in texts(inspector)
    assert not button(inspector, "All here…").isEnabled()
    with qtbot.waitSignal(inspector.same_text_requested) as asked:
        qtbot.mouseClick(button(inspector, "Worklist…"), Qt.MouseButton.LeftButton)
    assert asked.args == ["worklist"]
    assert same_text_summary(1, None, 1) == "Same text: only here"


def test_reasons_are_grouped_and_readable():
    rows = reason_rows(SPAN, TEXT, lambda e: "a name after a title" if e.name == "NAME-TITLE" else "")
    headings = [r.name for r in rows if r.kind is ReasonRowKind.HEADING]
    assert headings == ["Models", "Rule", "Word lists", "Found elsewhere"]
    votes = [(r.name, r.label, r.score) for r in rows if r.kind is ReasonRowKind.VOTE]
    assert votes == [("general", None, 0.95), ("capitals", Label.PATIENT, 0.4)]
    assert [told(r) for r in rows if r.kind is not ReasonRowKind.HEADING][1:4] == [
        ("capitals", "PATIENT", 0.4, "saw “Later RAHIMI”"),
        ("NAME-TITLE", None, 0.9, "a name after a title"),
        ("first names + surnames", "PATIENT", 0.8, "a surname"),
    ]


def told(row):
    return row.name, row.label and row.label.value, row.score, row.detail


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        (
            Evidence(EvidenceKind.RECOVERY, "eponyms", detail="an eponym"),
            ("eponyms", None, None, "an eponym"),
        ),
        (
            Evidence(EvidenceKind.DOUBT, "icd10cm", detail="part of a phrase"),
            ("icd10cm", None, None, "part of a phrase"),
        ),
        (
            Evidence(EvidenceKind.LEAK_CHECK, "leak-check", Label.DATE, 0.9, detail="seen as a date"),
            ("found again after the replacement", None, 0.9, "seen as a date"),
        ),
        (Evidence(EvidenceKind.MERGE, "joined", detail="two finds"), ("joined", None, None, "two finds")),
        (Evidence(EvidenceKind.REVIEWER, "R. Reader", Label.DATE), ("R. Reader", None, None, "")),
        (
            Evidence(EvidenceKind.PROPAGATION, "same-patient", Label.DATE, 0.9, detail="found in another"),
            ("in another document of this patient", None, 0.9, ""),
        ),
        (
            Evidence(EvidenceKind.DOSSIER, "dossier", Label.DATE, 0.9, detail="birth date"),
            ("patient's own record", None, 0.9, "birth date"),
        ),
    ],
)
def test_every_kind_of_evidence_is_told(evidence, said):
    heading, row = reason_rows(Span(0, 4, Label.DATE, 0.9, (evidence,)), TEXT, lambda _: "")
    assert heading.kind is ReasonRowKind.HEADING
    assert told(row) == said


def test_what_speaks_against_an_item_stands_below_what_speaks_for_it():
    doubt = Evidence(EvidenceKind.DOUBT, "icd10cm", detail="part of a medical phrase")
    rows = reason_rows(replace(SPAN, evidence=(doubt, *SPAN.evidence)), TEXT, lambda _: "")
    headings = [r.name for r in rows if r.kind is ReasonRowKind.HEADING]
    assert headings == ["Models", "Rule", "Word lists", "Found elsewhere", "May be a medical term"]


def test_every_kind_of_evidence_has_its_place():
    for kind in EvidenceKind:
        rows = reason_rows(Span(0, 4, Label.DATE, 0.9, (Evidence(kind, "x"),)), TEXT, lambda _: "")
        assert [r.kind is ReasonRowKind.HEADING for r in rows] == [True, False]


def test_no_reason_is_said_too():
    (row,) = reason_rows(Span(0, 4, Label.DATE, 1.0), TEXT, lambda _: "")
    assert row.name == "No reason was recorded"


def test_where_it_was_named_before_can_be_reached_by_keyboard(qtbot, inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    reasons = inspector.findChild(ReasonText)
    reasons.setFocus()
    assert "Line 1: “Rahimi came.”. Go there with Enter." in reasons.toPlainText()
    qtbot.keyClick(reasons, Qt.Key.Key_Tab)
    with qtbot.waitSignal(inspector.offset_requested) as asked:
        qtbot.keyClick(reasons, Qt.Key.Key_Return)
    assert asked.args == [4]


def test_nothing_is_cut_off_at_any_width(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT, ("models disagree on the label", "points to one person"))
    for width in (280, 400):
        inspector.resize(width, 640)
        for b in inspector.findChildren(QPushButton):
            if b.isVisible():
                assert b.width() >= b.minimumSizeHint().width(), b.text()


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(inspector, name, themes):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    themes.change(name)
    assert not inspector.grab().isNull()
    inspector.clear()
    assert inspector.item is None


def test_every_heading_of_the_reasons_has_a_line_of_its_own(inspector):
    inspector.show_item(ReviewItem(3, SPAN), TEXT)
    lines = inspector.findChild(ReasonText).toPlainText().split("\n")
    for heading in ("Models", "Rule", "Word lists", "Found elsewhere"):
        assert heading in lines
