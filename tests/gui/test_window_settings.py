"""Settings changed in the real window, and what it does at its start."""

import json
import signal
import sys
import time

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QMessageBox

from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import LabelAction, load_policy
from chartveil.domain.span import EvidenceKind
from chartveil.gui import app
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Appearance, load_preferences
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.gui.theme.colors import ThemeName
from chartveil.review.model import DecisionState
from chartveil.service.review_service import ReviewService
from chartveil.store.own_key import key_file_facts, open_own_key
from chartveil.store.wrapped_key import OpenedBy

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


def settings(person, page):
    person.press("Ctrl+,")
    dialog = person.window.settings.dialog
    dialog.open_page(page)
    return dialog


def test_theme_and_keys_count_at_once_and_are_kept(open_window, searched):
    person = open_window(searched)
    window = person.window
    person.go_on()
    dialog = settings(person, SettingsPageName.APPEARANCE)
    person.click(dialog.appearance.themes[Appearance.DARK])
    assert window.theme_switcher.window_theme.theme.name is ThemeName.DARK
    # What was changed in the window meanwhile stays.
    window.action("zoom-in").trigger()
    zoomed = window.settings.preferences.zoom

    dialog = settings(person, SettingsPageName.KEYS)
    page = dialog.keys
    page.search.setText("Accept and go on")
    page.table.selectRow([c.id for c in window.commands.keymap.commands].index("accept"))
    page.edit.setKeySequence(QKeySequence("Y"))
    person.click(page.replace)
    person.click(dialog.close_button)
    person.back()
    assert window.settings.preferences.zoom == zoomed > 1

    item = person.item
    person.press("Y")
    assert person.shown()[item.id].state is DecisionState.ACCEPTED
    after = person.item
    person.press("Return")
    assert person.item == after, "the key it had before does nothing"
    assert "(Y)" in window.action("accept").toolTip()

    window.close()
    kept = load_preferences(searched / "preferences.json").preferences
    assert kept.appearance is Appearance.DARK
    assert kept.keys == {"accept": ["Y"]}
    assert kept.zoom == zoomed


def test_a_policy_is_saved_as_own_and_is_the_next_worklists(open_window, tmp_path):
    home = tmp_path / "home"
    person = open_window(home)
    dialog = settings(person, SettingsPageName.POLICY)
    page = dialog.policy
    actions = page.action_choices[Label.HOSPITAL]
    actions.setCurrentIndex(actions.values.index(LabelAction.KEEP))
    page.name.selectAll()
    person.qtbot.keyClicks(page.name, "Our ward")
    person.click(page.save)
    assert page.policy_choice.currentText() == "Our ward (yours)"
    person.click(dialog.close_button)
    kept = person.window.settings.preferences.policy
    assert load_policy(kept).actions[Label.HOSPITAL] is LabelAction.KEEP
    assert "Our ward" in [c.currentText() for c in person.window.start_page.findChildren(QComboBox)]

    note = tmp_path / "notes" / "note.txt"
    note.parent.mkdir()
    note.write_text("Nothing of note.\n", encoding="utf-8")
    person.window.begin_worklist([note.parent])
    person.until(lambda: person.window.is_reviewing)
    assert person.window.service.policy.title == "Our ward"
    person.window.close()
    assert json.loads((home / "preferences.json").read_text(encoding="utf-8"))["policy"] == kept


def test_a_file_of_patients_is_used_by_the_next_worklist_and_kept(open_window, tmp_path, monkeypatch):
    table = tmp_path / "ours.csv"
    note = tmp_path / "12345" / "note.txt"
    note.parent.mkdir()
    note.write_text("Brannigann is well.\n", encoding="utf-8")
    person = open_window(tmp_path / "home")
    dialog = settings(person, SettingsPageName.DICTIONARIES)
    page = dialog.dictionaries
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    table.write_text("Thessaly,Brannigan\n", encoding="utf-8")
    person.click(page.patients.choose)
    person.until(lambda: "no header" in page.remark.text())
    assert person.window.settings.preferences.patients == "", "what cannot be used is not kept"
    table.write_text("id,name,x\n12345,Thessaly Brannigan,y\n", encoding="utf-8")
    person.click(page.patients.choose)
    person.until(page.held.isVisible)
    assert page.held.text() == "1 patient. Columns in use: id, name. Columns not used: x."
    assert not page.remark.isVisible()
    person.click(dialog.close_button)

    person.window.begin_worklist([note.parent])
    person.until(lambda: person.review is not None)
    person.searched()
    item = person.find("Brannigann")
    assert EvidenceKind.DOSSIER in {e.kind for e in item.span.evidence}
    assert person.notices() == ["Facts of the patient were looked for in 1 of 1 documents. "]
    assert person.window.service.settings.patients == table
    person.window.close()
    kept = load_preferences(tmp_path / "home" / "preferences.json").preferences
    assert kept.patients == str(table)


def test_who_reviews_is_who_sits_at_the_window(open_window, searched):
    """Not who began the worklist."""
    person = open_window(searched, reviewer="Grace")
    person.go_on()
    id = person.item.id
    person.press("Return")
    assert person.shown()[id].by == "Grace"


def wait_until(true, seconds=90):
    """Lets the program go on until something is so."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        QApplication.processEvents()


def handlers():
    """Who hears errors that nobody caught, and signals."""
    return sys.excepthook, signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)


@pytest.fixture
def start(monkeypatch, nothing_left, same_looks):
    """Starts the program on a home; gives its exit code, and what ``look`` saw in its window."""

    def run(home, look=lambda window: None, paths=(), samples=False):
        monkeypatch.setenv("CHARTVEIL_HOME", str(home))
        if not samples:
            open_own_key(UserPaths(home))  # else the program asks what is to open the store
        seen = []

        def act():
            for window in QApplication.topLevelWidgets():
                if isinstance(window, MainWindow) and window.isVisible():
                    timer.stop()  # what looks may wait, and would be called again meanwhile
                    seen.append(look(window))
                    window.close()

        timer = QTimer()
        timer.timeout.connect(act)
        timer.start(5)
        before = handlers()
        code = app.run(paths, samples=samples)
        timer.stop()
        assert handlers() == before, "they would close a window that is gone"
        return code, seen[0] if seen else None

    return run


def test_damaged_preferences_are_told_and_the_window_opens(start, qapp, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "preferences.json").write_text('{"font_size": 14, "keys": [', encoding="utf-8")
    code, told = start(home, lambda window: [n.what for n in window.notice_bar.notices])
    assert code == 0
    assert told == ["The file of your settings is damaged: the usual ones are used."]


def test_a_first_start_on_the_samples_asks_nothing_and_says_so(start, qapp, tmp_path):
    home = tmp_path / "home"

    def look(window):
        return [n.what for n in window.notice_bar.notices]

    _, (said,) = start(home, look, samples=True)
    assert "no passphrase" in said
    assert key_file_facts(UserPaths(home)).opened_by is OpenedBy.NOTHING
    assert start(home, look, samples=True) == (0, []), "said once"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_window(start, qapp, tmp_path, number):
    def look(window):
        signal.raise_signal(number)
        return window.isVisible()

    assert start(tmp_path / "home", look) == (0, False)


def test_an_error_that_nobody_caught_is_told_without_its_text(start, qapp, tmp_path):
    def look(window):
        sys.excepthook(ValueError, ValueError("Maria Keller"), None)
        return [f"{n.what} {n.details}" for n in window.notice_bar.notices]

    code, (said,) = start(tmp_path / "home", look)
    assert code == 0
    assert "ValueError" in said
    assert "Keller" not in said


@pytest.fixture
def told(monkeypatch):
    """What a box says that stands where no window could be opened."""
    texts = []
    monkeypatch.setattr(QMessageBox, "critical", lambda parent, title, text: texts.append(text))
    return texts


def test_a_second_window_is_refused_with_a_reason(start, qapp, told, tmp_path):
    home = tmp_path / "home"
    first = ReviewService(UserPaths(home))
    try:
        assert start(home) == (3, None)
    finally:
        first.close()
    (text,) = told
    assert "another" in text.lower()
    assert "Close" in text


def test_a_store_that_cannot_be_read_is_told_with_what_to_do(start, qapp, told, tmp_path):
    home = tmp_path / "home"
    ReviewService(UserPaths(home)).close()
    store = home / "worklists.sqlite"
    before = bytes(reversed(store.read_bytes()))
    store.write_bytes(before)
    assert start(home) == (3, None)
    (text,) = told
    assert "worklists.sqlite" in text
    assert len(text) > 80, "no remedy"
    assert store.read_bytes() == before, "what cannot be read is kept"


def test_started_again_on_the_same_files_it_goes_on_with_them(start, qapp, tmp_path):
    """As with the samples: each start would leave one more worklist behind."""
    note = tmp_path / "notes" / "note.txt"
    note.parent.mkdir()
    note.write_text("Nothing of note.\n", encoding="utf-8")
    home = tmp_path / "home"

    def known(window):
        wait_until(lambda: window.is_reviewing)
        return len(window.service.worklists())

    assert start(home, known, [note.parent]) == (0, 1)
    assert start(home, known, [note.parent]) == (0, 1)
    (note.parent / "more.txt").write_text("Nothing of note either.\n", encoding="utf-8")
    assert start(home, known, [note.parent]) == (0, 2)


def test_the_size_of_the_text_reaches_the_document(open_window, searched):
    person = open_window(searched)
    person.go_on()
    view = person.window.review_page.document.view
    before = view.text_font.pixelSize()
    person.window.settings.change_preferences(font_size=20)
    assert view.text_font.pixelSize() == round(before * 20 / 14)
