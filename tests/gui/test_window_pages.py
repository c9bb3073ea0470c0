"""Pages in the real window: what is shown of them, where the keyboard is, and their options."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton, QSpinBox

from chartveil.domain.page_layout import RegionKind
from chartveil.gui.preferences import PageViewMode, load_preferences
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.ocr.options import BoxStyle, UnreadPolicy
from chartveil.service.worklist_settings import WorklistSettings
from gui.forms_help import FILES, SIZE, place, view_of


def is_on_its_side(view, page):
    """Whether a page is turned by a quarter: a tall place on it is wide."""
    rect = place(view, page, 0, 0, 10, 20)
    return rect.width() > rect.height()


def test_keys_of_the_small_pages_and_of_the_page_number_decide_nothing(forms):
    person, panel = forms, forms.window.review_page.pages
    person.press("Ctrl+Shift+N")
    person.until(lambda: panel.thumbnails.cached_pages == {0, 1})
    before = person.item
    panel.thumbnails.setFocus()
    person.press("Down")
    assert panel.thumbnails.currentIndex().row() == 1
    person.press("Return")
    number = panel.findChild(QSpinBox)
    number.setFocus()
    for key in ("Up", "Backspace", "Del", "2", "Return"):
        person.press(key)
    assert number.value() == 2
    assert person.item == before
    assert person.decided() == {}


def test_the_foot_says_how_many_boxes_of_the_document_are_undecided(forms):
    person, footer = forms, forms.window.review_page.footer
    assert footer.boxes.text() == "2 undecided boxes here"
    person.click(footer.boxes)
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.SIGNATURE
    person.press("Return")
    assert footer.boxes.text() == "1 undecided box here"
    person.press("Return")
    assert not footer.boxes.isVisible()
    person.open_row("b-form")
    assert not footer.boxes.isVisible()


def test_the_page_of_the_chosen_box_is_turned_and_the_ring_shows_the_keyboard(forms):
    person, view = forms, view_of(forms)
    ring = person.window.theme_switcher.window_theme.theme.focus

    def corner():
        return view.viewport().grab().toImage().pixelColor(1, 1)

    assert corner() != ring
    person.press("B")
    assert corner() == ring
    view.zoom(6)
    view.verticalScrollBar().setValue(round(place(view, 0, 0, 0, *SIZE).bottom()) - 20)
    assert (view.first_visible_page, view.current_page) == (0, 1), "a bit of the first page is in sight"
    person.press("R")
    assert (is_on_its_side(view, 0), is_on_its_side(view, 1)) == (True, False)


def test_pages_stand_alone_in_a_small_window_with_large_letters_and_what_is_ringed_stays_in_sight(forms):
    person, page, view = forms, forms.window.review_page, view_of(forms)
    person.window.settings.change_preferences(font_size=20, strip=True)
    person.go_to(person.current())
    person.window.resize(1024, 700)
    person.until(lambda: person.window.width() == 1024)
    assert not page.document.isVisible()
    assert view.hasFocus()
    span = person.item.span
    assert (
        view.viewport()
        .rect()
        .contains(view.viewport().mapFromGlobal(view.range_position(span.start, span.end)))
    )
    inside = page.pages.rect()
    for button in page.pages.findChildren(QPushButton):
        there = button.rect().translated(button.mapTo(page.pages, QPoint()))
        assert inside.contains(there), button.accessibleName()
        assert button.width() >= button.minimumSizeHint().width(), button.accessibleName()
    person.window.resize(1600, 900)
    person.until(page.document.isVisible)


def test_text_and_pages_and_pages_alone_are_remembered(forms):
    person, page = forms, forms.window.review_page
    assert page.document.isVisible()
    assert page.pages.isVisible()
    person.press("Ctrl+Shift+I")
    assert not page.document.isVisible()
    assert view_of(person).hasFocus(), "the keyboard goes to what is left"
    before = person.item
    person.press("Return")
    assert person.window.document.current_item != before, "spans are decided there too"
    person.press("Ctrl+Shift+B")
    person.press("Ctrl+Shift+B")
    assert page.document.isVisible()
    assert not page.pages.isVisible()
    assert page.document.view.hasFocus(), "and comes back"
    kept = load_preferences(person.window.service.user_paths.preferences_file).preferences
    assert kept.pages is PageViewMode.TEXT
    person.press("B")
    assert page.pages.isVisible(), "a box that is gone to is shown"
    person.press("R")
    assert is_on_its_side(view_of(person), 0)
    person.press("Shift+R")
    assert not is_on_its_side(view_of(person), 0)


def test_panes_in_turn_come_to_the_pages(forms):
    person, page = forms, forms.window.review_page
    person.press("F6")
    assert view_of(person).hasFocus()
    person.press("F6")
    assert page.inspector.isAncestorOf(person.window.focusWidget())


def test_small_pages_are_drawn_and_say_what_is_left(forms):
    person, strip = forms, forms.window.review_page.pages.thumbnails
    person.press("Ctrl+Shift+N")
    assert strip.isVisible()
    person.until(lambda: strip.cached_pages == {0, 1})
    assert strip.accessible_text(1) == "Page 2: 1 to decide"
    person.press("B", 2)
    person.press("Return")
    assert strip.accessible_text(1) == "Page 2: all decided"
    assert person.window.settings.preferences.strip
    person.press("Ctrl+Shift+N")
    assert not strip.isVisible()


@pytest.mark.parametrize("unread", [UnreadPolicy.ASK, UnreadPolicy.COVER_ALL])
def test_page_options_of_the_settings_hold_for_the_next_worklist(open_window, tmp_path, unread):
    person = open_window(tmp_path / "home")
    person.command("settings")
    page = person.window.settings.dialog.pages
    person.window.settings.dialog.open_page(SettingsPageName.PAGES)
    page.unread[unread].setChecked(True)
    page.boxes[BoxStyle.LABEL].setChecked(True)
    person.window.settings.dialog.close()
    person.back()
    (tmp_path / "a.pdf").write_bytes(FILES["a-form.pdf"])
    person.window.begin_worklist([tmp_path / "a.pdf"])
    person.until(lambda: person.window.service.worklist)
    pages = person.window.service.settings.read.pages
    assert (pages.unread, pages.style) == (unread, BoxStyle.LABEL)
    assert WorklistSettings.from_json(person.window.service.settings.to_json()).read.pages == pages
