"""Signing off in the window: what it asks, and what it says until when."""

import pytest
from PySide6.QtWidgets import QMessageBox

from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.review.model import DecisionState, DocumentState

NOTE = "06"

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


def press_button(person, words):
    """Answers a question by the button that says this."""

    def act(dialog):
        person.click(next(b for b in dialog.buttons() if b.text() == words))

    return act


def test_a_name_that_was_rejected_by_a_slip_is_asked_about_before_the_signature(open_window, searched):
    person = open_window(searched)
    window = person.window
    person.go_on()
    person.open_row(NOTE)
    row = window.document.row.row
    person.go_to("Theodora Quill")
    person.press("Backspace")
    others = [i for i in person.shown().values() if "Quill" in i.span.text(person.text)]
    assert [i.state.taken_out for i in others].count(True) >= 1
    while window.review_page.footer.sign_off.isEnabled() is False:
        person.press("N")
        person.press("Return")

    asked = []

    def look(dialog):
        asked.append(f"{dialog.text()} {dialog.informativeText()}")
        assert "Quill" not in dialog.windowTitle()
        press_button(person, "Look at it")(dialog)

    with person.answering(QMessageBox, look):
        person.press("Ctrl+Return")
    assert "“Theodora Quill” stays in the text" in asked[0]
    assert window.service.row(row).state is DocumentState.IN_REVIEW
    assert person.current() == "Theodora Quill", "the keys decide what was asked about"

    with person.answering(QMessageBox, press_button(person, "Sign off")):
        person.press("Ctrl+Return")
    assert window.service.row(row).state is DocumentState.SIGNED_OFF


def test_what_is_said_goes_when_it_holds_no_more(open_window, searched):
    person = open_window(searched, reviewer="")
    window = person.window
    person.go_on()
    person.press("Ctrl+Return")
    person.until(person.told)
    while "not decided" in person.told():
        person.press("Return")
        person.press("Ctrl+Return")
    assert "Nobody is named" in person.told()
    person.press("Down")
    assert person.told() == "", "another key, another matter"

    person.press("Ctrl+Return")
    assert "Nobody is named" in person.told()
    person.press("Ctrl+,")
    dialog = window.settings.dialog
    dialog.open_page(SettingsPageName.REVIEW)
    person.press("Tab")
    person.type("Nora")
    person.click(dialog.close_button)
    person.back()
    assert window.service.settings.reviewer == "Nora"
    assert person.told() == ""


def test_what_was_rejected_alone_is_not_asked_about(open_window, searched):
    person = open_window(searched)
    person.go_on()
    person.open_row(NOTE)
    row = person.window.document.row.row
    texts = [i.span.text(person.text) for i in person.shown().values()]
    alone = next(t for t in texts if t.isdigit() and texts.count(t) == 1)
    person.go_to(alone)
    person.press("Backspace")
    assert person.find(alone).state is DecisionState.REJECTED
    while person.window.review_page.footer.sign_off.isEnabled() is False:
        person.press("N")
        person.press("Return")
    person.press("Ctrl+Return")
    assert person.window.service.row(row).state is DocumentState.SIGNED_OFF
