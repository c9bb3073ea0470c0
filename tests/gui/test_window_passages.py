"""Passages that detection does not cover, in the real window: seen, gone to, read, undone, signed off."""

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint

from chartveil.domain.paths import UserPaths
from chartveil.review.model import DocumentState
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings

GERMAN = "Die Patientin wurde wegen zunehmender Atemnot und Husten stationär aufgenommen."
RUSSIAN = "Пациентка поступила в отделение с жалобами на боль в груди."
NOTE = (
    "The patient was seen in clinic today with her daughter, and feels well.\n\n"
    f"{GERMAN}\n\nShe takes her pills every day and has no complaints.\n\n{RUSSIAN}\n"
)


@pytest.fixture(scope="module")
def searched_notes(tmp_path_factory, worked_on_here):
    """A home whose worklist holds a note with two passages, searched by rules and lists."""
    base = tmp_path_factory.mktemp("passages")
    (base / "note.txt").write_text(NOTE, encoding="utf-8")
    service = ReviewService(UserPaths(base / "home"))
    service.create_worklist([base / "note.txt"], WorklistSettings(reviewer="Ada", jobs=1))
    job = replace(service.processing_job(), models=None)
    service.processing_job = lambda: job
    for found in service.detection_work(service.pending_files())(lambda: False):
        service.record_detection(found)
    service.close()
    return base / "home"


@pytest.fixture
def person(open_window, searched_notes, tmp_path):
    """Who sits at the window with the note open; no span is left to decide."""
    person = open_window(shutil.copytree(searched_notes, tmp_path / "home"))
    person.go_on()
    while person.review.counts().undecided:
        person.press("Return")
    return person


def bars(person):
    """Whether each line that is in a passage is still to be read, by its text."""
    view = person.window.review_page.document.view
    out = {}
    for row in view.rows(0, view.viewport().height()):
        unread = view.has_unread_passage(row)
        if unread is not None:
            text = view.text[view.offsets.offset(row.start) : view.offsets.offset(row.end)].strip()
            out[text[:10]] = unread
    return out


def test_both_are_read_by_keyboard_and_then_the_document_is_signed_off(person):
    window, page = person.window, person.window.review_page
    assert page.passages.isVisible()
    assert "Cyrillic script 1, German 1" in page.passages.label.text()
    assert "2 left" in page.passages.label.text()
    assert bars(person) == {GERMAN[:10]: True, RUSSIAN[:10]: True}
    assert "2 unread passages" in person.listed()[0]
    assert page.footer.reason.text() == "2 passages in other languages are unread – go to the first"

    person.press("Ctrl+Return")
    assert not window.document.is_signed
    assert person.told().startswith("German: detection does not cover this")
    person.press("K")
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: True}
    assert person.told().startswith("Cyrillic script: detection does not cover this")
    person.press("K")
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: False}
    assert "All of it is read" in page.passages.label.text()
    assert not window.action("read-passage").isEnabled()

    person.press("Ctrl+Return")
    person.until(lambda: window.document.is_signed)
    assert window.service.row(1).state is DocumentState.SIGNED_OFF
    assert "unread" not in person.listed()[0]


def test_reading_is_undone_and_done_again(person):
    person.press("Tab")
    assert person.told().startswith("German")
    person.press("K")
    person.press("K")
    person.press("Ctrl+Z")
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: True}
    person.press("Ctrl+Z")
    assert bars(person) == {GERMAN[:10]: True, RUSSIAN[:10]: True}
    assert "2 unread passages" in person.listed()[0]
    person.press("Ctrl+Y")
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: True}


def test_both_are_read_by_mouse(person):
    banner, footer = person.window.review_page.passages, person.window.review_page.footer
    person.click(footer.reason)
    person.click(banner.read)
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: True}
    person.click(banner.next)
    person.click(banner.read)
    assert bars(person) == {GERMAN[:10]: False, RUSSIAN[:10]: False}
    assert not banner.read.isEnabled()


def test_what_a_passage_is_in_is_told_where_the_mouse_is(person):
    view = person.window.review_page.document.view
    view.reveal(NOTE.index(GERMAN), NOTE.index(GERMAN) + 5)
    place = view.viewport().mapFromGlobal(view.screen_position(NOTE.index(GERMAN) + 1)) - QPoint(0, 4)
    assert "German" in view.tooltip_at(place)


def test_a_document_without_passages_says_nothing(open_window, searched):
    person = open_window(searched)
    person.go_on()
    assert not person.window.review_page.passages.isVisible()
    assert bars(person) == {}
    assert "passage" not in person.window.review_page.footer.reason.text()
