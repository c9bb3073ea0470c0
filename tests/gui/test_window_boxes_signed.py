"""What was decided about boxes, from sign-off to the copy."""

import pytest

from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.options import BoxStyle
from chartveil.review.model import DecisionState, DocumentState
from gui.forms_help import SHIFT, drag, stored, view_of

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


def test_what_has_to_be_decided_keeps_a_document_from_being_signed_off(asking):
    person = asking
    footer = person.window.review_page.footer
    assert not footer.sign_off.isEnabled()
    assert footer.reason.text() == "2 boxes on its pages are undecided – go to the first"
    person.press("Ctrl+Return")
    assert "2 boxes" in person.told()
    assert view_of(person).hasFocus()
    person.press("Return")
    assert footer.reason.text() == "1 box on its pages is undecided – go to it"
    person.click(footer.reason)
    assert person.window.review_page.pages.selected_box.region.kind is RegionKind.BARCODE
    person.press("Return")
    assert footer.sign_off.isEnabled()
    person.press("Ctrl+Return")
    assert person.window.service.row(1).state is DocumentState.SIGNED_OFF
    person.until(lambda: person.window.document.row.row == 2)
    person.open_row("a-form")
    person.until(lambda: person.window.document.page_review is not None)
    drag(person, (20, 100), (100, 140), SHIFT)
    assert len(stored(person)) == 2, "a signed document is not changed"
    assert "signed off" in person.told()
    assert not person.window.action("draw-box").isEnabled()


def test_a_decision_that_cannot_be_stored_is_not_shown_as_made(forms, monkeypatch):
    from chartveil.domain.errors import StoreError

    person = forms
    person.press("B")

    def full(*_):
        raise StoreError("the disk is full.", remedy="Make room.")

    monkeypatch.setattr(person.window.service.store, "apply_action", full)
    person.press("Return")
    assert any("disk is full" in n for n in person.notices())
    assert [m.state for m in view_of(person).editor.boxes] == [DecisionState.PROPOSED] * 2


def test_a_copy_is_covered_as_was_decided(forms, tmp_path):
    """The signature is left visible, a place with words is covered: the words go from text and picture."""
    person = forms
    person.press("B")
    person.press("Backspace")
    word = next(
        b for b in person.window.document.document.layout.boxes if person.text[b.start : b.end] == "edema"
    )
    drag(person, (word.left - 2, word.top - 2), (word.right + 2, word.bottom + 2), SHIFT)
    assert "1 word below" in person.window.review_page.pages.status_text
    person.press("Ctrl+P")
    person.until(lambda: "[covered]" in person.window.review_page.preview.prepared.result.text)
    person.press("Ctrl+P")
    person.press("Ctrl+Return")
    dialog = person.window.export.dialog
    person.press("Ctrl+E")
    person.qtbot.waitActive(dialog)
    assert dialog.choice_page.boxes.isVisible()
    dialog.choice_page.boxes.select_value(BoxStyle.BLACK)
    person.type(str(tmp_path / "out"))
    person.press("Return")
    person.exported()
    person.click(dialog.result_page.close_button)
    person.back()
    (copy,) = (tmp_path / "out").glob("*.pdf")
    text, dark = read_back(copy, [(word.left, word.top, word.right, word.bottom), (160, 130, 240, 150)])
    assert "edema" not in text
    assert "clear, no" in text
    assert dark[0] > 0.9, "covered"
    assert dark[1] < 0.1, "left visible"
    assert person.window.service.settings.read.pages.style is BoxStyle.BLACK


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
