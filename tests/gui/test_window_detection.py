"""Detection in the real window: paused, gone on with, tried again, broken off."""

import shutil
from multiprocessing import active_children

from PySide6.QtWidgets import QPushButton

from chartveil.gui.worklist.failures import Failures
from chartveil.paths import resources
from chartveil.review.model import DocumentState

SAMPLES = resources() / "samples"
NOTE = "Patient: Milan Horvat, DOB 4/5/1961.\nSeen by Dr. Okonjo on 3/9/2021, note {n}.\n"


def write_notes(folder, count):
    folder.mkdir()
    for n in range(count):
        (folder / f"note-{n}.txt").write_text(NOTE.format(n=n), encoding="utf-8")
    return folder


def button(person, words):
    """A button of the worklist, by what stands on it."""
    found = person.window.page.worklist.findChildren(QPushButton)
    return next(b for b in found if b.text() == words and b.isVisible())


def states(person):
    return [r.state for r in person.window.desk.rows()]


def test_detection_pauses_goes_on_tries_again_and_is_broken_off(open_window, tmp_path):
    notes = write_notes(tmp_path / "notes", 12)
    (notes / "letter.docx").write_bytes(b"PK\x03\x04 this is no package")
    person = open_window(tmp_path / "home")
    window = person.window
    window.begin([notes])
    assert states(person).count(DocumentState.DETECTING) == 12
    person.click(button(person, "Pause"))
    assert window.action("pause").isChecked()
    assert window.detecting.running
    # One thinks better of it while what is under way has not ended.
    person.click(button(person, "Go on"))
    assert not window.action("pause").isChecked()
    person.searched()
    assert states(person).count(DocumentState.TO_REVIEW) == 12
    person.until(lambda: person.review is not None)
    assert "Milan Horvat" in person.text

    # What could not be read is named with what to do, and read again when that is done.
    failed = next(r for r in window.desk.rows() if r.state is DocumentState.FAILED)
    failures = window.page.worklist.findChild(Failures)
    person.click(failures.head)
    (reason,) = failures.reasons()
    assert "letter.docx" in reason
    assert reason.count(".") >= 2, "no remedy"
    shutil.copyfile(SAMPLES / "09-referral-letter.docx", notes / "letter.docx")
    person.click(button(person, "Read again"))
    assert not failures.isVisible()

    # The window is closed while processes are at work, and goes on when it is opened again.
    person.until(active_children)
    person.press("Ctrl+Q")
    assert active_children() == []
    assert not window.isVisible()
    person = open_window(tmp_path / "home")
    person.command("resume")
    person.searched()
    assert person.window.desk.row(failed.row).state is DocumentState.TO_REVIEW
    assert states(person) == [DocumentState.TO_REVIEW] * 13
    assert person.notices() == []


def test_another_worklist_begun_meanwhile_gets_nothing_of_the_first(open_window, tmp_path):
    """What is still under way belongs to the worklist that was left."""
    first = write_notes(tmp_path / "first", 2)
    other = tmp_path / "other"
    other.mkdir()
    (other / "only.txt").write_text("Call Ines Duarte back at 415-555-0134.\n", encoding="utf-8")
    person = open_window(tmp_path / "home")
    window = person.window
    window.begin([first])
    person.press("Ctrl+W")
    assert window.start.isVisible()
    window.begin([other])
    person.searched()
    person.until(lambda: person.review is not None)
    assert "Ines Duarte" in person.text
    assert [r.name for r in window.desk.rows()] == ["only.txt"]
    assert {i.span.text(person.text) for i in person.shown().values()} == {"Ines Duarte", "415-555-0134"}
    older = window.desk.worklists()[1].id
    assert [r.state for r in window.desk.store.rows(older)] == [DocumentState.DETECTING] * 2
    assert person.notices() == []
