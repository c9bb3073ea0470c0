"""Boxes on pages in the real window: what a person does, what the store keeps, what a copy shows."""

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QMenu, QPushButton, QSpinBox
from reportlab.lib.pdfencrypt import StandardEncryption

from chartveil.domain import Region, RegionKind
from chartveil.gui.export.dialog import Step
from chartveil.gui.form_dialog import FormDialog
from chartveil.gui.password_dialog import PasswordDialog
from chartveil.gui.preferences import PagesShown, load_preferences
from chartveil.gui.settings.dialog import PageName
from chartveil.ocr.options import BoxStyle, PageOptions, Unread
from chartveil.policy import MustDecide
from chartveil.review.marks import Area
from chartveil.review.model import DocumentState, State
from chartveil.service.desk import Desk
from chartveil.service.places import Places
from chartveil.service.settings import DeskSettings
from table_files import lines, pdf_bytes

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
SECRET = "open sesame"


def note(name, *, size=(300, 200)):
    """A form of two pages."""

    def sized(draw):
        def page(canvas):
            canvas.setPageSize(size)
            canvas.setFont("Helvetica", 12)
            draw(canvas)

        return page

    first = lines(f"Seen by Dr. {name}", "Lungs clear, no edema", x=20, top=size[1] - 40, step=30)
    second = lines("Plan: rest and fluids", x=20, top=size[1] - 40)
    return pdf_bytes(sized(first), sized(second))


FILES = {
    "a-form.pdf": note("Lindahl"),
    "b-form.pdf": note("Ostrowski"),
    "c-form.pdf": note("Pellworth"),
    "d-wide.pdf": note("Almeida", size=(420, 200)),
}
REGIONS = (
    Region(0, 150, 120, 250, 160, RegionKind.SIGNATURE, 0.8),
    Region(1, 150, 120, 250, 160, RegionKind.BARCODE, 0.9),
)


@pytest.fixture(scope="session")
def searched_forms(tmp_path_factory):
    """Forms in two worklists, searched; in the first a signature and a barcode were found on the first of
    them. Boxes of the second worklist have to be decided."""
    base = tmp_path_factory.mktemp("forms")
    files = base / "files"
    files.mkdir()
    for name, data in FILES.items():
        (files / name).write_bytes(data)
    desk = Desk(Places(base / "home"))
    for unread in (Unread.ASK, Unread.COVER):
        settings = DeskSettings(reviewer="Ada", jobs=1, must_decide=MustDecide.NONE)
        desk.begin([files], replace(settings, read=replace(settings.read, pages=PageOptions(unread=unread))))
        for found in desk.search(desk.pending())(lambda: False):
            if found.file == 1:
                documents = tuple(replace(d, regions=REGIONS) for d in found.documents)
                found = replace(found, documents=documents)
            desk.record(found)
        assert {r.state for r in desk.rows()} == {DocumentState.TO_REVIEW}, desk.rows()[0].reason
    desk.close()
    return base / "home"


@pytest.fixture
def forms(open_window, searched_forms, tmp_path):
    """Who sits at the window with the first form; the pages are drawn."""
    person = open_window(shutil.copytree(searched_forms, tmp_path / "home"))
    return begun(person)


@pytest.fixture
def asking(open_window, searched_forms, tmp_path):
    """The same where boxes have to be decided."""
    person = open_window(shutil.copytree(searched_forms, tmp_path / "home"))
    person.window.resume(person.window.desk.worklists()[1].id)
    person.until(lambda: person.review is not None)
    return drawn(person)


def begun(person):
    person.go_on()
    return drawn(person)


def drawn(person):
    view = person.window.page.pages.view
    person.until(lambda: 0 in view.kept)
    return person


def view_of(person):
    return person.window.page.pages.view


def at(person, x, y, page=0):
    view = view_of(person)
    return (view._sheet.rect(Area(page, x, y, x, y)).topLeft() - view._origin()).toPoint()


def drag(person, begin, end, modifiers=Qt.KeyboardModifier.NoModifier):
    over = view_of(person).viewport()
    QTest.mousePress(over, LEFT, modifiers, at(person, *begin))
    QTest.mouseMove(over, at(person, *[(a + b) / 2 for a, b in zip(begin, end, strict=True)]))
    QTest.mouseMove(over, at(person, *end))
    QTest.mouseRelease(over, LEFT, modifiers, at(person, *end))


def stored(person, row=1):
    """What the store keeps of the boxes of a document: kind, state, page, edges."""
    desk = person.window.desk
    return [
        (m.region.kind.value, m.state.value, m.region.page, round(m.region.left), round(m.region.top))
        for m in sorted(desk.store.marks(desk.worklist, row, desk.reading(row)), key=lambda m: m.id)
    ]


def near(mark, expected):
    """Whether a box stands there, but for a point: the mouse hits whole pixels."""
    return mark[:3] == expected[:3] and all(
        abs(a - b) <= 1 for a, b in zip(mark[3:], expected[3:], strict=True)
    )


FOUND = [("signature", "proposed", 0, 150, 120), ("barcode", "proposed", 1, 150, 120)]


def test_boxes_are_decided_by_keyboard(forms):
    person = forms
    person.press("B")
    assert view_of(person).hasFocus()
    assert person.window.page.pages.line.startswith("Signature")
    person.press("Return")
    assert stored(person)[0] == ("signature", "accepted", 0, 150, 120)
    assert person.window.page.pages.line.startswith("Barcode"), "on to the next"
    person.press("Backspace")
    assert stored(person)[1] == ("barcode", "rejected", 1, 150, 120)
    assert "Every box" in person.told()
    person.press("U")
    assert stored(person)[1] == FOUND[1]
    person.press("Shift+B")
    person.press("Del")
    assert stored(person)[0][1] == "rejected", "what was found stays visible"
    (by,) = {m.by for m in person.window.reviewing.pages.marks if m.state.decided}
    assert by == "Ada"
    while person.window.action("undo").isEnabled():
        person.press("Ctrl+Z")
    assert stored(person) == FOUND
    assert [m.state for m in view_of(person).editor.marks] == [State.PROPOSED] * 2
    while person.window.action("redo").isEnabled():
        person.press("Ctrl+Shift+Z")
    assert [s[1] for s in stored(person)] == ["rejected", "proposed"]


def test_spans_and_boxes_have_the_same_keys_each_where_it_is_current(forms):
    person = forms
    assert person.window.page.document.view.hasFocus()
    item = person.item
    person.press("Return")
    assert person.shown()[item.id].state is State.ACCEPTED
    assert stored(person) == FOUND, "in the text Enter is about the span"
    person.press("B")
    buttons = person.window.page.inspector.findChildren(QPushButton)
    person.click(next(b for b in buttons if b.accessibleName().startswith("Reject")))
    assert stored(person) == FOUND, "the inspector is about the span it shows"


def test_tab_goes_from_spans_to_boxes_and_back(forms):
    person = forms
    person.press("Tab")
    assert person.window.page.pages.chosen is None, "spans first"
    while person.review.counts().undecided:
        person.press("Return")
    assert person.window.page.pages.chosen is None
    person.press("Tab")
    assert person.window.page.pages.chosen.region.kind is RegionKind.SIGNATURE
    person.press("Tab")
    assert person.window.page.pages.chosen.region.kind is RegionKind.BARCODE
    person.press("Shift+Tab")
    assert person.window.page.pages.chosen.region.kind is RegionKind.SIGNATURE


def test_boxes_are_drawn_moved_and_deleted_by_mouse(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)
    assert near(stored(person)[2], ("drawn", "added", 0, 20, 100))
    drag(person, (60, 120), (70, 140))
    assert near(stored(person)[2], ("drawn", "added", 0, 30, 120))
    drag(person, (200, 140), (200, 150))
    assert near(stored(person)[0], ("signature", "accepted", 0, 150, 130)), "what is moved is covered"
    QTest.mouseClick(view_of(person).viewport(), LEFT, pos=at(person, 60, 130))
    person.press("Backspace")
    assert len(stored(person)) == 2, "a drawn one goes"
    person.press("Ctrl+Z", 4)
    assert stored(person) == FOUND


def test_boxes_are_drawn_and_moved_by_keyboard(forms):
    person = forms
    person.press("D")
    person.press("Ctrl+Left", 3)
    person.press("Return")
    (_, _, mark) = stored(person)
    assert mark[:2] == ("drawn", "added")
    person.press("Right", 5)
    person.press("Shift+Down", 2)
    assert stored(person)[2] == mark, "a burst is under way"
    person.press("Ctrl+Z")
    assert stored(person)[2] == mark, "and one step to undo"
    person.press("Ctrl+Shift+Z")
    assert stored(person)[2][3] == mark[3] + 5
    person.press("Ctrl+Z", 2)
    assert stored(person) == FOUND


def test_a_place_on_every_page_is_one_step(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)
    person.press("P")
    assert stored(person)[2:] == [("drawn", "added", 0, 20, 100), ("drawn", "added", 1, 20, 100)]
    assert "all 2 pages" in person.told()
    person.press("Ctrl+Z")
    assert len(stored(person)) == 3


def test_a_place_in_other_documents_of_the_form_is_one_step(forms):
    person = forms
    drag(person, (20, 100), (100, 140), SHIFT)

    def answer(dialog):
        listed = dialog.findChild(QListWidget)
        assert [listed.item(n).text() for n in range(listed.count())] == ["b-form.pdf", "c-form.pdf"]
        person.click(dialog.none)
        assert not dialog.go.isEnabled()
        person.click(dialog.all)
        assert dialog.go.text() == "Cover in 2 documents"
        QTest.keyClick(listed, Qt.Key.Key_Down)
        QTest.keyClick(listed, Qt.Key.Key_Space)
        assert dialog.count.text() == "1 of 2 chosen"
        person.click(dialog.go)

    with person.answering(FormDialog, answer):
        person.press("Shift+P")
    assert stored(person, 2) == [("drawn", "added", 0, 20, 100)]
    assert stored(person, 3) == []
    assert person.window.desk.row(2).state is DocumentState.IN_REVIEW
    assert "Covered in 1 document" in person.told()
    person.press("Ctrl+Z")
    assert stored(person, 2) == []
    assert person.told() == "", "what was said is not true any more"
    person.open_row("c-form")
    person.press("Ctrl+Shift+Z")
    assert len(stored(person, 2)) == 1
    person.until(lambda: person.window.reviewing.row.row == 1)
    assert person.window.page.pages.chosen.region.kind is RegionKind.DRAWN, "back where it was asked"


def test_an_undone_box_is_shown_in_its_document(forms):
    person = forms
    person.press("B", 2)
    person.press("Return")
    person.open_row("b-form")
    person.press("Ctrl+Z")
    person.until(lambda: person.window.reviewing.row.row == 1)
    assert person.window.page.pages.chosen.region.kind is RegionKind.BARCODE
    assert stored(person, 1) == FOUND


def test_what_keys_have_moved_is_kept_when_the_window_closes_at_once(forms, open_window):
    person = forms
    person.press("B")
    person.press("Right", 5)
    assert stored(person) == FOUND
    home = person.window.desk.places.folder
    person.window.close()
    again = begun(open_window(home))
    assert stored(again)[0] == ("signature", "accepted", 0, 155, 120)


def test_pages_that_go_from_under_the_mouse_end_what_it_holds(forms):
    person = forms
    over = view_of(person).viewport()
    QTest.mousePress(over, LEFT, pos=at(person, 200, 140))
    QTest.mouseMove(over, at(person, 180, 130))
    QTest.mouseMove(over, at(person, 170, 120))
    assert view_of(person).editor.draft is not None
    view_of(person).zoom(1)
    QTest.mouseMove(over, at(person, 160, 110))
    QTest.mouseRelease(over, LEFT, pos=at(person, 160, 110))
    assert stored(person) == FOUND


def test_keys_of_the_small_pages_and_of_the_page_number_decide_nothing(forms):
    person, panel = forms, forms.window.page.pages
    person.press("Ctrl+Shift+N")
    person.until(lambda: panel.strip.kept == {0, 1})
    before = person.item
    panel.strip.setFocus()
    person.press("Down")
    assert panel.strip.currentIndex().row() == 1
    person.press("Return")
    number = panel.findChild(QSpinBox)
    number.setFocus()
    for key in ("Up", "Backspace", "Del", "2", "Return"):
        person.press(key)
    assert number.value() == 2
    assert person.item == before
    assert person.decided() == {}


def test_the_foot_says_how_many_boxes_of_the_document_are_undecided(forms):
    person, footer = forms, forms.window.page.footer
    assert footer.boxes.text() == "2 undecided boxes here"
    person.click(footer.boxes)
    assert person.window.page.pages.chosen.region.kind is RegionKind.SIGNATURE
    person.press("Return")
    assert footer.boxes.text() == "1 undecided box here"
    person.press("Return")
    assert not footer.boxes.isVisible()
    person.open_row("b-form")
    assert not footer.boxes.isVisible()


def test_the_page_of_the_chosen_box_is_turned_and_the_ring_shows_the_keyboard(forms):
    person, view = forms, view_of(forms)
    ring = view._theme.focus

    def corner():
        return view.viewport().grab().toImage().pixelColor(1, 1)

    assert corner() != ring
    person.press("B")
    assert corner() == ring
    view.zoom(6)
    view.verticalScrollBar().setValue(round(view._sheet.page_rect(0).bottom()) - 20)
    assert (view.first, view.page) == (0, 1), "a bit of the first page is in sight"
    person.press("R")
    assert (view._sheet.turns(0), view._sheet.turns(1)) == (1, 0)


def test_the_text_keeps_room_beside_pages_in_a_small_window_with_large_letters(forms):
    person, page = forms, forms.window.page
    person.window.settings.prefer(font_size=20, strip=True)
    person.window.resize(1024, 700)
    person.until(lambda: person.window.width() == 1024)
    assert page.document.width() >= 160
    inside = page.pages.rect()
    for button in page.pages.findChildren(QPushButton):
        there = button.rect().translated(button.mapTo(page.pages, QPoint()))
        assert inside.contains(there), button.accessibleName()
        assert button.width() >= button.minimumSizeHint().width(), button.accessibleName()


def test_the_menu_of_a_box_says_what_can_be_done_with_its_keys(forms):
    person = forms
    person.press("B")
    seen = []

    def look(menu):
        seen.extend((a.text(), a.isEnabled()) for a in menu.actions() if a.text())
        next(a for a in menu.actions() if a.text().startswith("Leave")).trigger()
        menu.close()

    with Popup(look):
        view_of(person).context_requested.emit(QPoint())
    assert ("Cover\tEnter", True) in seen
    assert ("Undecided\tU", False) in seen
    assert ("Delete\tDelete", False) in seen
    assert ("Cover this place on every page\tP", True) in seen
    assert stored(person)[0][1] == "rejected"


class Popup:
    """Within it a menu comes up, which ``act`` is done with."""

    def __init__(self, act):
        self._act = act
        self._timer = QTimer()
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._look)

    def _look(self):
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self._timer.stop()
            self._act(menu)

    def __enter__(self):
        self._timer.start()

    def __exit__(self, *_):
        self._timer.stop()


def test_what_has_to_be_decided_keeps_a_document_from_being_signed_off(asking):
    person = asking
    footer = person.window.page.footer
    assert not footer.sign_off.isEnabled()
    assert footer.reason.text() == "2 boxes on its pages are undecided – go to the first"
    person.press("Ctrl+Return")
    assert "2 boxes" in person.told()
    assert view_of(person).hasFocus()
    person.press("Return")
    assert footer.reason.text() == "1 box on its pages is undecided – go to it"
    person.click(footer.reason)
    assert person.window.page.pages.chosen.region.kind is RegionKind.BARCODE
    person.press("Return")
    assert footer.sign_off.isEnabled()
    person.press("Ctrl+Return")
    assert person.window.desk.row(1).state is DocumentState.SIGNED_OFF
    person.until(lambda: person.window.reviewing.row.row == 2)
    person.open_row("a-form")
    person.until(lambda: person.window.reviewing.pages is not None)
    drag(person, (20, 100), (100, 140), SHIFT)
    assert len(stored(person)) == 2, "a signed document is not changed"
    assert "signed off" in person.told()
    assert not person.window.action("draw-box").isEnabled()


def test_a_decision_that_cannot_be_stored_is_not_shown_as_made(forms, monkeypatch):
    from chartveil.errors import StoreError

    person = forms
    person.press("B")

    def full(*_):
        raise StoreError("the disk is full.", remedy="Make room.")

    monkeypatch.setattr(person.window.desk.store, "apply", full)
    person.press("Return")
    assert any("disk is full" in n for n in person.notices())
    assert [m.state for m in view_of(person).editor.marks] == [State.PROPOSED] * 2


def test_a_copy_is_covered_as_was_decided(forms, tmp_path):
    """The signature is left visible, a place with words is covered: the words go from text and picture."""
    person = forms
    person.press("B")
    person.press("Backspace")
    word = next(
        b for b in person.window.reviewing.document.layout.boxes if person.text[b.start : b.end] == "edema"
    )
    drag(person, (word.left - 2, word.top - 2), (word.right + 2, word.bottom + 2), SHIFT)
    assert "1 word below" in person.window.page.pages.line
    person.press("Ctrl+P")
    person.until(lambda: "[covered]" in person.window.page.preview.shown.result.text)
    person.press("Ctrl+P")
    person.press("Ctrl+Return")
    dialog = person.window.exporting.dialog
    person.press("Ctrl+E")
    person.qtbot.waitActive(dialog)
    assert dialog.choice_page.boxes.isVisible()
    dialog.choice_page.boxes.choose(BoxStyle.BLACK)
    person.type(str(tmp_path / "out"))
    person.press("Return")
    person.until(lambda: dialog.step is Step.RESULT)
    person.click(dialog.result_page.close_button)
    person.back()
    (copy,) = (tmp_path / "out").glob("*.pdf")
    text, dark = read_back(copy, [(word.left, word.top, word.right, word.bottom), (160, 130, 240, 150)])
    assert "edema" not in text
    assert "clear, no" in text
    assert dark[0] > 0.9, "covered"
    assert dark[1] < 0.1, "left visible"
    assert person.window.desk.settings.read.pages.style is BoxStyle.BLACK


def read_back(path, places):
    """The text of a copy, and which share of each place of its first page is dark."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path.read_bytes())
    try:
        text = "\n".join(page.get_textpage().get_text_range() for page in document)
        picture = document[0].render(scale=2, grayscale=True).to_numpy()
    finally:
        document.close()
    shares = []
    for left, top, right, bottom in places:
        part = picture[round(top * 2) : round(bottom * 2), round(left * 2) : round(right * 2)]
        shares.append(float((part < 100).mean()))
    return text, shares


# What is shown


def test_text_and_pages_and_pages_alone_are_remembered(forms):
    person, page = forms, forms.window.page
    assert page.document.isVisible()
    assert page.pages.isVisible()
    person.press("Ctrl+Shift+I")
    assert not page.document.isVisible()
    assert view_of(person).hasFocus(), "the keyboard goes to what is left"
    before = person.item
    person.press("Return")
    assert person.window.reviewing.item != before, "spans are decided there too"
    person.press("Ctrl+Shift+B")
    person.press("Ctrl+Shift+B")
    assert page.document.isVisible()
    assert not page.pages.isVisible()
    kept = load_preferences(person.window.desk.places.preferences).preferences
    assert kept.pages is PagesShown.TEXT
    person.press("B")
    assert page.pages.isVisible(), "a box that is gone to is shown"
    person.press("R")
    assert view_of(person)._sheet.turns(0) == 1
    person.press("Shift+R")
    assert view_of(person)._sheet.turns(0) == 0


def test_panes_in_turn_come_to_the_pages(forms):
    person, page = forms, forms.window.page
    person.press("F6")
    assert view_of(person).hasFocus()
    person.press("F6")
    assert page.inspector.isAncestorOf(person.window.focusWidget())


def test_small_pages_are_drawn_and_say_what_is_left(forms):
    person, strip = forms, forms.window.page.pages.strip
    person.press("Ctrl+Shift+N")
    assert strip.isVisible()
    person.until(lambda: strip.kept == {0, 1})
    assert strip.said(1) == "Page 2: 1 to decide"
    person.press("B", 2)
    person.press("Return")
    assert strip.said(1) == "Page 2: all decided"
    assert person.window.settings.preferences.strip
    person.press("Ctrl+Shift+N")
    assert not strip.isVisible()


# Passwords


@pytest.fixture
def locked(open_window, tmp_path):
    """A window on two files with one password, and one with another; all failed."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name, word in (("a.pdf", SECRET), ("b.pdf", SECRET), ("c.pdf", "another")):
        data = pdf_bytes(lines(f"Seen by Dr. Lindahl, {name[0]}"), encrypt=StandardEncryption(word))
        (folder / name).write_bytes(data)
    person = open_window(tmp_path / "home")
    person.window.begin([folder])
    person.until(lambda: person.window.desk.worklist)
    person.searched()
    return person


def test_the_password_of_a_protected_file_is_asked_for_tried_and_kept(locked, tmp_path):
    person, desk = locked, locked.window.desk
    assert {r.state for r in desk.rows()} == {DocumentState.FAILED}
    failures = person.window.page.worklist._failures
    person.click(failures.head)
    button = next(b for b in failures.findChildren(QPushButton) if b.accessibleName().endswith("of a.pdf"))

    def answer(dialog):
        field = dialog.findChild(QLineEdit)
        assert field.echoMode() is QLineEdit.EchoMode.Password
        person.click(dialog.show_it)
        assert field.echoMode() is QLineEdit.EchoMode.Normal
        field.setFocus()
        QTest.keyClicks(field, "open says me")
        QTest.keyClick(field, Qt.Key.Key_Return)
        person.until(lambda: dialog.problem.isVisible())
        assert "another password" in dialog.problem.text()
        QTest.keyClicks(field, SECRET)
        QTest.keyClick(field, Qt.Key.Key_Return)
        person.until(lambda: not dialog.isVisible())

    with person.answering(PasswordDialog, answer):
        person.click(button)
    person.searched()
    states = {r.name: r.state for r in desk.rows()}
    assert states["a.pdf"] is DocumentState.TO_REVIEW
    assert states["b.pdf"] is DocumentState.TO_REVIEW, "tried on the others too"
    assert states["c.pdf"] is DocumentState.FAILED
    assert desk.settings.read.pages.passwords == (SECRET,)
    person.until(lambda: person.review is not None)
    person.until(lambda: 0 in view_of(person).kept)
    kept = b"".join(p.read_bytes() for p in (tmp_path / "home").iterdir() if p.is_file())
    assert SECRET.encode() not in kept, "only where it is encrypted"
    person.window.close_worklist()
    person.go_on()
    assert desk.settings.read.pages.passwords == (SECRET,)


def test_page_options_of_the_settings_hold_for_the_next_worklist(open_window, tmp_path):
    person = open_window(tmp_path / "home")
    person.command("settings")
    page = person.window.settings.dialog.pages
    person.window.settings.dialog.open_page(PageName.PAGES)
    page.unread[Unread.ASK].setChecked(True)
    page.boxes[BoxStyle.LABEL].setChecked(True)
    person.window.settings.dialog.close()
    person.back()
    (tmp_path / "a.pdf").write_bytes(FILES["a-form.pdf"])
    person.window.begin([tmp_path / "a.pdf"])
    person.until(lambda: person.window.desk.worklist)
    pages = person.window.desk.settings.read.pages
    assert (pages.unread, pages.style) == (Unread.ASK, BoxStyle.LABEL)
    assert DeskSettings.load(person.window.desk.settings.dump()).read.pages == pages
