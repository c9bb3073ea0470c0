"""Detection in the real window: paused, gone on with, tried again, broken off."""

import shutil
import threading
import time
from multiprocessing import active_children
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QProgressDialog, QPushButton

from chartveil.domain.paths import resources_folder
from chartveil.gui.worklist.failed_documents import FailedDocuments
from chartveil.review.model import DocumentState

SAMPLES = resources_folder() / "samples"
NOTE = "Patient: Milan Horvat, DOB 4/5/1961.\nSeen by Dr. Okonjo on 3/9/2021, note {n}.\n"


def write_notes(folder, count):
    folder.mkdir()
    for n in range(count):
        (folder / f"note-{n}.txt").write_text(NOTE.format(n=n), encoding="utf-8")
    return folder


def button(person, words):
    """A button of the worklist, by what stands on it."""
    found = person.window.review_page.worklist.findChildren(QPushButton)
    return next(b for b in found if b.text() == words and b.isVisible())


def states(person):
    return [r.state for r in person.window.service.rows()]


def test_detection_pauses_goes_on_tries_again_and_is_broken_off(open_window, tmp_path):
    notes = write_notes(tmp_path / "notes", 8)
    (notes / "letter.docx").write_bytes(b"PK\x03\x04 this is no package")
    person = open_window(tmp_path / "home")
    window = person.window
    window.begin_worklist([notes])
    person.until(lambda: window.is_reviewing)
    assert states(person).count(DocumentState.DETECTING) == 8
    person.click(button(person, "Pause"))
    assert window.action("pause").isChecked()
    assert window.detection.running
    # One thinks better of it while what is under way has not ended.
    person.click(button(person, "Go on"))
    assert not window.action("pause").isChecked()
    person.searched()
    assert states(person).count(DocumentState.TO_REVIEW) == 8
    person.until(lambda: person.review is not None)
    assert "Milan Horvat" in person.text

    # What could not be read is named with what to do, and read again when that is done.
    failed = next(r for r in window.service.rows() if r.state is DocumentState.FAILED)
    failures = window.review_page.worklist.findChild(FailedDocuments)
    person.click(failures.head)
    reason = failures.list.item(0).text()
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
    assert person.window.service.row(failed.row).state is DocumentState.TO_REVIEW
    assert states(person) == [DocumentState.TO_REVIEW] * 9
    assert person.notices() == []


@pytest.mark.usefixtures("worked_on_here", "pipelines_kept")
def test_the_count_of_the_same_text_follows_what_is_found_meanwhile(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    person.window.begin_worklist([write_notes(tmp_path / "notes", 4)])
    person.until(lambda: person.review is not None)
    assert person.current() == "Milan Horvat"
    person.searched()
    inspector = person.window.review_page.inspector
    words = "Same text: 1 here, 4 in the worklist"
    person.until(lambda: any(label.text() == words for label in inspector.findChildren(QLabel)))


@pytest.mark.usefixtures("worked_on_here", "pipelines_kept")
def test_what_stands_in_the_place_of_a_document_is_true_when_none_comes(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    window = person.window
    window.begin_worklist([write_notes(tmp_path / "notes", 30)])
    person.until(lambda: window.is_reviewing)
    view = window.review_page.document.view

    def said():
        return view.accessibleDescription()

    assert "opens as soon as it is searched" in said()
    person.press("Ctrl+Shift+X")
    person.until(lambda: not window.detection.running)
    if not any(r.document_id for r in window.service.rows()):  # a quick machine may have come to one
        assert "“Go on”, below the list" in said()

    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "letter.txt").write_bytes(bytes(range(256)) * 9)
    person.press("Ctrl+W")
    window.begin_worklist([broken])
    person.until(lambda: window.is_reviewing)
    person.until(lambda: states(person) == [DocumentState.FAILED])
    person.until(lambda: "No document could be read" in said())


def test_another_worklist_begun_meanwhile_gets_nothing_of_the_first(open_window, tmp_path):
    """What is still under way belongs to the worklist that was left."""
    first = write_notes(tmp_path / "first", 2)
    other = tmp_path / "other"
    other.mkdir()
    (other / "only.txt").write_text("Call Ines Duarte back at 415-555-0134.\n", encoding="utf-8")
    person = open_window(tmp_path / "home")
    window = person.window
    window.begin_worklist([first])
    person.until(lambda: window.is_reviewing)
    person.press("Ctrl+W")
    assert window.start_page.isVisible()
    window.begin_worklist([other])
    person.searched()
    person.until(lambda: person.review is not None)
    assert "Ines Duarte" in person.text
    assert [r.name for r in window.service.rows()] == ["only.txt"]
    assert {i.span.text(person.text) for i in person.shown().values()} == {"Ines Duarte", "415-555-0134"}
    older = window.service.worklists()[1].id
    assert [r.state for r in window.service.store.rows(older)] == [DocumentState.DETECTING] * 2
    assert person.notices() == []


def test_looking_through_a_slow_folder_can_be_stopped_and_holds_nothing(open_window, tmp_path, monkeypatch):
    """A folder on a slow share: the window lives on, counts the files, and gives up when asked."""
    notes = write_notes(tmp_path / "notes", 40)
    person = open_window(tmp_path / "home")
    window = person.window
    slow = Path.stat

    def stat(self, **how):
        if self.parent == notes:
            time.sleep(0.05)
        return slow(self, **how)

    monkeypatch.setattr(Path, "stat", stat)
    window.begin_worklist([notes])
    person.until(lambda: any(d.isVisible() for d in window.findChildren(QProgressDialog)))
    (dialog,) = window.findChildren(QProgressDialog)
    person.until(lambda: dialog.labelText() != "Looking for files: 0 so far")
    person.click(dialog.findChild(QPushButton))
    person.until(lambda: not window.worklists.is_searching_files)
    assert window.start_page.isVisible()
    assert window.service.worklists() == []
    assert person.notices() == []

    # Looked through to the end, the window has the keyboard again.
    window.begin_worklist([notes])
    person.until(lambda: any(d.isVisible() for d in window.findChildren(QProgressDialog)))
    person.until(lambda: window.is_reviewing)
    assert len(window.service.rows()) == 40
    person.until(window.isActiveWindow)
    assert window.focusWidget() is not None


def test_closing_the_window_ends_looking_for_files(open_window, tmp_path, monkeypatch):
    notes = write_notes(tmp_path / "notes", 3)
    person = open_window(tmp_path / "home")
    seen = threading.Event()
    slow = Path.stat

    def stat(self, **how):
        if self.parent == notes:
            seen.set()
            time.sleep(0.2)
        return slow(self, **how)

    monkeypatch.setattr(Path, "stat", stat)
    person.window.begin_worklist([notes])
    assert seen.wait(90)
    person.window.close()
    assert not person.window.isVisible()
