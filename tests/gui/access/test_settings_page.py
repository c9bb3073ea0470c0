import pytest
from PySide6.QtGui import QPdfWriter
from PySide6.QtTest import QTest

from chartveil.domain.paths import UserPaths
from chartveil.gui.access.words_dialog import WordsDialog
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.store.own_key import key_file_facts, lock_own_key, open_own_key, read_key_backup
from chartveil.store.recovery_words import key_to_words, words_to_key
from chartveil.store.wrapped_key import OpenedBy

GOOD, OTHER = "correct horse battery staple", "a kettle of seven herons"

pytestmark = pytest.mark.usefixtures("quick_passphrases")


def test_what_opens_the_store_is_changed_backed_up_and_changed_back(open_window, tmp_path):
    home = tmp_path / "home"
    person = open_window(home)
    window, paths = person.window, UserPaths(home)
    person.command("settings")
    dialog = window.settings.dialog
    dialog.open_page(SettingsPageName.ACCESS)
    page = dialog.access
    assert page.present.isHidden()
    page.choice.choices[OpenedBy.PASSPHRASE].click()
    for field in (page.choice.first, page.choice.second):
        QTest.keyClicks(field, GOOD)
    person.click(page.change)
    assert page.remark.text().startswith("Done.")
    assert open_own_key(paths, GOOD) == window.service.own_key
    assert window.status_label.text() == "opens by a passphrase"
    assert page.choice.first.text() == "", "what was typed is forgotten"

    page.choice.choices[OpenedBy.NOTHING].click()
    person.click(page.change)
    assert "present passphrase first" in page.remark.text()
    assert key_file_facts(paths).opened_by is OpenedBy.PASSPHRASE
    QTest.keyClicks(page.present, "the wrong one, really")
    person.click(page.change)
    assert "not the right one" in page.remark.text()

    page.present.clear()
    QTest.keyClicks(page.present, GOOD)
    QTest.keyClicks(page.backup_passphrase, OTHER)
    page.access_action.emit("backup", tmp_path / "kept")
    assert read_key_backup(tmp_path / "kept", OTHER) == window.service.own_key

    QTest.keyClicks(page.present, GOOD)
    page.choice.choices[OpenedBy.NOTHING].click()
    person.click(page.change)
    assert key_file_facts(paths).opened_by is OpenedBy.NOTHING
    assert window.status_label.text() == "no passphrase on this machine"


def test_the_words_are_shown_for_the_key_and_printed(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    key = person.window.service.own_key
    person.command("settings")
    dialog = person.window.settings.dialog
    dialog.open_page(SettingsPageName.ACCESS)
    shown = []

    def read(words):
        shown.append(words.page.toPlainText())
        writer = QPdfWriter(str(tmp_path / "words.pdf"))
        words.print_to(writer)

    with person.answering(WordsDialog, read):
        dialog.access.words.click()
    assert all(word in shown[0] for word in key_to_words(key))
    assert words_to_key(shown[0].rpartition("you for them.")[2]) == key
    assert (tmp_path / "words.pdf").stat().st_size > 1000


def test_the_surrogates_page_names_the_own_key_also_when_it_is_locked(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    lock_own_key(UserPaths(tmp_path / "home"), person.window.service.own_key, OpenedBy.PASSPHRASE, GOOD)
    person.command("settings")
    assert person.window.settings.dialog.surrogates.id.text().startswith("Key ")


def test_idle_minutes_and_seconds_of_the_clipboard_count_at_once(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    person.command("settings")
    page = person.window.settings.dialog.access
    page.idle.setValue(3)
    page.clipboard.setValue(0)
    assert person.window.access.idle.interval() == 180_000
    assert person.window.settings.preferences.clipboard_seconds == 0
    page.idle.setValue(0)
    assert not person.window.access.idle.isActive()
