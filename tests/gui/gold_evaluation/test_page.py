"""Files are measured against gold, by keys, and each miss is shown in its text."""

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.formats.annotations.brat import write_brat
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.gui.gold_evaluation.page import GoldEvaluationPage

TEXT = "Seen by Dr. Ndukwe at St. Brannoc, room four.\nCall 555-0123."
GOLD = {"Ndukwe": Label.DOCTOR, "St. Brannoc": Label.HOSPITAL, "555-0123": Label.PHONE}


def annotated(folder, marks):
    folder.mkdir()
    spans = [Span(TEXT.index(t), TEXT.index(t) + len(t), label, 1.0) for t, label in marks.items()]
    document = AnnotatedDocument(id="note", text=TEXT, spans=tuple(sorted(spans, key=lambda s: s.start)))
    for name, data in zip(("note.txt", "note.ann"), write_brat(document), strict=True):
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def measured(open_window, tmp_path):
    """Who sits at the page with gold, a run that misses a number and takes a room, and one that is right."""
    gold = annotated(tmp_path / "gold", GOLD)
    found = {text: label for text, label in GOLD.items() if label is not Label.PHONE}
    run = annotated(tmp_path / "run", {**found, "four": Label.AGE})
    person = open_window(tmp_path / "home")
    person.command("gold")
    page = person.window.gold_evaluation.page
    person.until(lambda: page.gold.hasFocus())
    for path in (gold, run, gold):
        person.type(str(path))
        person.press("Tab", times=3)
    page.other.setFocus()
    person.press("Return")
    person.until(lambda: page.table.rowCount() > 0)
    return person, page


def cells(page):
    table = page.table
    return {
        table.item(r, 0).text(): [table.item(r, k).text() for k in range(1, table.columnCount())]
        for r in range(table.rowCount())
    }


def test_rates_by_label_of_two_runs_and_each_finding_in_its_text(measured):
    person, page = measured
    rows = cells(page)
    assert rows["PHONE"][1].startswith("0.000")
    assert rows["PHONE"][4:] == ["1.000", "–"]
    assert rows["DOCTOR"][1].startswith("1.000")
    assert rows["all"][5].startswith("+0.")
    assert "1 document" in page.head.text()
    shown = [page.findings.item(i).text() for i in range(page.findings.count())]
    assert [s.split(" · ")[0] for s in shown] == ["✕ missed", "+ extra"]
    assert page.view.selected_range() == (TEXT.index("555"), len(TEXT) - 1)
    page.findings.setFocus()
    person.press("Down")
    assert page.view.text[slice(*page.view.selected_range())] == "four"


def test_gold_in_which_nothing_is_marked_shows_no_bound(measured, tmp_path):
    person, page = measured
    page.gold.setText(str(annotated(tmp_path / "plain", {})))
    person.click(page.measure)
    person.until(lambda: page.measure.isEnabled())
    assert "No word in them is marked as gold" in page.head.text()
    assert "%" not in page.head.text()


def test_what_cannot_be_read_is_said_and_the_page_goes_on(measured, tmp_path):
    person, page = measured
    page.spans.setText(str(tmp_path / "nowhere"))
    person.click(page.measure)
    person.until(lambda: page.measure.isEnabled())
    assert "no such file" in page.head.text()


def test_nothing_can_be_measured_before_both_are_named(qtbot, themes):
    from chartveil.gui.widgets.file_dialogs import UserPrompts

    page = GoldEvaluationPage(themes, UserPrompts())
    qtbot.addWidget(page)
    page.gold.setText("gold")
    assert not page.measure.isEnabled()
