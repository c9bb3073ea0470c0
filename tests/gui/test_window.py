"""A whole session in the real window, by keyboard, from a folder to files that are read back."""

import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDoubleSpinBox, QFileDialog, QMessageBox

from chartveil.domain.labels import Label
from chartveil.domain.policy import MustDecide
from chartveil.gui.dialogs.accept_above import AcceptAboveDialog
from chartveil.gui.dialogs.same_text import SameTextDialog
from chartveil.gui.widgets.waiting_dialog import WaitingDialog
from chartveil.review.model import DecisionState, DocumentState
from chartveil.store.encrypted_database import EncryptedDatabase

NAMES = ("Trevathan", "TREVATHAN", "Philippa", "Achterberg", "Villalobos", "Quill", "Drummond", "Tsosie")
"""Of patients, their families and their doctors in the samples."""


def test_a_session_from_a_folder_to_files_read_back(open_window, samples, tmp_path, monkeypatch):
    home = tmp_path / "home"
    person = open_window(home, must_decide=MustDecide.ALL)
    window = person.window
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(samples))
    person.press("Ctrl+Shift+O")
    person.until(lambda: person.review is not None)
    # One reads the first document while the others are searched.
    assert person.text == (samples / "01-discharge-summary.txt").read_text(encoding="utf-8")
    assert person.current() == "LAKE ORRIN REGIONAL HOSPITAL"
    assert window.review_page.document.view.hasFocus()

    found = person.shown()
    review_by_keyboard(person)
    undo_all_and_redo_all(person, found)

    person.press("Ctrl+Return")
    person.searched()
    person.until(lambda: window.document.row.name.startswith("06"))
    assert len(person.listed()) == 7
    assert "signed off" in person.listed()[0].lower()
    assert window.service.row(1).signed_by == "Ada"

    out = tmp_path / "out"
    export(person, out)
    text = (next(out.glob("*.txt"))).read_text(encoding="utf-8")
    for gone in ("LAKE ORRIN", "TREVATHAN", "Trevathan", "Philippa", "choir", "Bayberry", "04/17/1931"):
        assert gone not in text, gone
    for kept in ("Account #: 7730041952", "Foley removed on day 2", "Ceftriaxone 1 g q24h", "of care"):
        assert kept in text, kept
    assert next(out.glob("*.html")).stat().st_size > 1000
    assert "exported" in person.listed()[0].lower()
    assert person.notices() == []

    titles = [w.windowTitle() for w in QApplication.topLevelWidgets()]
    window.close()
    nothing_of_patients(titles, home, out)


def review_by_keyboard(person):
    person.press("Return")
    assert person.find("LAKE ORRIN REGIONAL HOSPITAL").state is DecisionState.ACCEPTED
    assert person.current() == "TREVATHAN, ROSALIND M."

    person.go_to("92")
    with person.answering(SameTextDialog, lambda _: person.press("Return")):
        person.press("Shift+Return")
    assert [i.state for i in person.shown().values() if i.span.text(person.text) == "92"] == [
        DecisionState.ACCEPTED
    ] * 2

    person.go_to("7730041952", "Tab")
    person.press("Backspace")
    assert person.find("7730041952").state is DecisionState.REJECTED
    assert person.current() != "7730041952"

    person.go_to("Philippa", "Tab")
    person.press("L")
    person.press("P")
    assert person.item.span.label is Label.PATIENT
    assert person.item.state is DecisionState.ACCEPTED
    assert person.current() == "Philippa"

    person.go_to("Bayberry Home Health")
    person.press("Shift+Right")
    assert person.current() == "Bayberry Home Health, start"

    add(person, "choir", near="10/19/23", key="J")
    assert person.current() == "choir"
    assert (person.item.state, person.item.span.label) == (DecisionState.ADDED, Label.PROFESSION)

    doubtful = [i.id for i in person.review.items if person.review.is_doubtful(i)]
    person.press("N")
    assert person.item.id in doubtful or (not doubtful and person.told())

    assert not person.window.review_page.footer.sign_off.isEnabled()
    person.press("Ctrl+Return")
    assert "not decided yet" in person.told()
    with person.answering(AcceptAboveDialog, accept_from_nothing):
        person.press("Ctrl+Shift+A")
    assert person.review.counts().undecided == 0
    assert person.window.review_page.footer.sign_off.isEnabled()


def accept_from_nothing(dialog):
    """Accepts what is left, whatever its score."""
    dialog.findChild(QDoubleSpinBox).setValue(0)
    dialog.accept()


def add(person, word, *, near, key):
    """Chooses a word with the text cursor, beginning at a span, and marks it."""
    person.go_to(near)
    begin = person.text.index(word)
    person.press("F7")
    person.press("Right", begin - person.item.span.start)
    person.press("Shift+Right", len(word))
    person.press("A")
    person.press(key)
    assert not person.window.review_page.document.view.caret_mode


def undo_all_and_redo_all(person, found):
    done = person.shown()
    while person.window.action("undo").isEnabled():
        person.press("Ctrl+Z")
    assert person.shown() == found
    assert person.window.service.row(1).counts.undecided == person.review.counts().spans
    while person.window.action("redo").isEnabled():
        person.press("Ctrl+Shift+Z")
    assert person.shown() == done
    assert person.review.counts() == person.window.service.row(1).counts


def export(person, out):
    """Through the window of the export, to its last step."""
    dialog = person.window.export.dialog
    person.press("Ctrl+E")
    assert dialog.isVisible()
    person.qtbot.waitActive(dialog)
    person.type(str(out))
    person.press("Return")
    person.exported()
    person.click(dialog.result_page.close_button)
    person.back()


def nothing_of_patients(titles, home, out):
    shown = " ".join(titles)
    kept = (home / "preferences.json").read_bytes() + (home / "workspace.sqlite").read_bytes()
    sealed = b"".join(p.read_bytes() for p in home.iterdir() if p.name.startswith("worklists"))
    report = next(out.glob("*.html")).read_text(encoding="utf-8")
    for name in NAMES:
        assert name not in shown
        assert name not in report
        for spelling in (name, name.lower(), name.upper()):
            assert spelling.encode() not in kept
            assert spelling.encode() not in sealed
    for file in ("01-discharge", "06-telephone"):
        assert file not in shown
        assert file.encode() not in (home / "preferences.json").read_bytes() + sealed


def test_the_same_by_mouse(open_window, searched):
    """Clicks on a span, on the buttons of the inspector and of the footer."""
    person = open_window(searched)
    person.go_on()
    window, view = person.window, person.window.review_page.document.view
    item = person.find("40-118-257")
    place = view.viewport().mapFromGlobal(view.screen_position(item.span.start + 3))
    place.setY(place.y() - 4)
    person.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert person.item == item
    buttons = window.review_page.inspector.findChildren(QAbstractButton)
    person.click(next(b for b in buttons if b.accessibleName().startswith("Accept")))
    assert person.find("40-118-257").state is DecisionState.ACCEPTED
    person.click(window.review_page.footer.undecided)
    assert person.item.state is DecisionState.PROPOSED
    with person.answering(AcceptAboveDialog, accept_from_nothing):
        person.command("accept-above")
    person.click(window.review_page.footer.sign_off)
    assert window.service.row(1).state is DocumentState.SIGNED_OFF
    # A step back over the signature asks; Escape leaves it signed.
    for key, state in ((Qt.Key.Key_Escape, DocumentState.SIGNED_OFF), (None, DocumentState.IN_REVIEW)):
        with person.answering(QMessageBox, partial(answer_question, key)):
            person.press("Ctrl+Z")
        assert window.service.row(1).state is state


def test_a_worklist_goes_only_after_a_question(open_window, searched):
    person = open_window(searched)
    window = person.window
    for key, left in ((Qt.Key.Key_Escape, 1), (None, 0)):
        remove = [
            b for b in window.start_page.findChildren(QAbstractButton) if "Remove" in b.accessibleName()
        ]
        with person.answering(QMessageBox, partial(answer_question, key)):
            person.click(remove[0])
        person.until(lambda: window.findChildren(WaitingDialog) == [])
        assert len(window.service.worklists()) == left


def test_the_window_lives_on_while_a_large_store_is_written_anew(open_window, searched, monkeypatch):
    person = open_window(searched)
    window = person.window
    begun, go_on = threading.Event(), threading.Event()
    whole = EncryptedDatabase.compact

    def slow(self):
        begun.set()
        assert go_on.wait(60)
        whole(self)

    monkeypatch.setattr(EncryptedDatabase, "compact", slow)
    remove = [b for b in window.start_page.findChildren(QAbstractButton) if "Remove" in b.accessibleName()]
    with person.answering(QMessageBox, partial(answer_question, None)):
        person.click(remove[0])
    person.until(begun.is_set)
    (dialog,) = window.findChildren(WaitingDialog)
    assert QApplication.activeModalWidget() is dialog, "nobody opens what is going"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    dialog.close()
    assert dialog.isVisible(), "it cannot be stopped"
    go_on.set()
    person.until(lambda: window.findChildren(WaitingDialog) == [])
    assert window.service.worklists() == []
    assert window.isActiveWindow()
    assert person.notices() == []


def answer_question(key, box):
    """Presses the key, or the button that goes on."""
    if key is None:
        box.buttons()[0].click()
    else:
        QTest.keyClick(box, key)


def test_a_place_in_another_document_is_gone_to_when_that_is_shown(open_window, searched):
    person = open_window(searched)
    person.go_on()
    first, other = (r.row for r in person.window.service.rows()[:2])
    reviewing = person.window.document
    reviewing.open(other)
    person.until(lambda: reviewing.row.row == other)
    wanted = person.review.items[-1]
    assert wanted != person.item
    reviewing.open(first)
    person.until(lambda: reviewing.row.row == first)
    reviewing.open_at(other, wanted.span.start, wanted.span.end)
    person.until(lambda: reviewing.row.row == other)
    assert person.item.id == wanted.id


def test_a_file_that_is_gone_says_so_in_its_place_and_keys_go_past_it(open_window, searched, tmp_path):
    person = open_window(searched)
    person.go_on()
    window, view = person.window, person.window.review_page.document.view
    (gone,) = window.service.store.files(window.service.worklist, [2])
    path = Path(gone.path)
    path.rename(tmp_path / "elsewhere")
    try:
        person.press("Ctrl+PgDown")
        person.until(lambda: "Is not there" in view.accessibleDescription())
    finally:
        (tmp_path / "elsewhere").rename(path)
    assert window.document.row.name == path.name
    assert person.review is None
    person.press("Ctrl+PgDown")
    person.until(lambda: person.review is not None and window.document.row.row == 3)
    for command in ("previous-document", "previous-document", "next-document"):  # quicker than they open
        person.command(command)
    person.until(lambda: person.review is not None and window.document.row.row == 2)


def test_a_window_that_closes_is_gone_while_it_waits_for_its_work(open_window, searched, monkeypatch):
    window = open_window(searched).window
    seen, end = [], window.tasks.close

    def close():
        seen.append(window.isVisible())
        end()

    monkeypatch.setattr(window.tasks, "close", close)
    window.close()
    assert seen == [False]
