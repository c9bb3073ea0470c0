"""A case report by keyboard: brought in, a date put right, consent given and taken back, a restart."""

import pytest
from PySide6.QtWidgets import QFileDialog

from chartveil.gui.case_report.page import CaseStep

NOTES = {
    "a.txt": "DATE: 03/04/2019\nPatient: Ana Ruiz\n\nAdmitted with a fever. Her sister Eva Ruiz came.\n",
    "b.txt": "DATE: 03/09/2019\nPatient: Ana Ruiz\n\nMs. Ruiz is better. The rash began on March 1st.\n",
}


in_this_process = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "case"
    made.mkdir()
    for name, text in NOTES.items():
        (made / name).write_text(text)
    return made


def test_from_a_folder_to_consent_and_back(open_window, tmp_path, folder):
    home = tmp_path / "home"
    person = open_window(home)
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(folder))
    person.press("Return")
    person.until(lambda: page.notes.table.rowCount() == 2 and page.notes.table.hasFocus())
    assert page.notes.table.item(0, 1).text() == "2019-03-04"
    page.notes.day_zero.setFocus()
    person.type("2019-03-04")
    person.press("Return")
    person.until(lambda: page.notes.index.currentText() == "Admission (2019-03-04)")
    person.press("Alt+2")
    person.until(page.prose.texts.result.hasFocus)
    text = page.prose.texts.result.text
    assert "2019" not in text
    assert "Ruiz" not in text
    page.prose.notes.setCurrentRow(1)
    assert "day -3" in page.prose.texts.result.text
    for _ in range(9):
        person.press(".")
        if page.prose.panel.written.full_text == "March 1st":
            break
    person.press("D")
    person.type("2019-02-27")
    person.press("Return")
    person.until(lambda: "day -5" in page.prose.texts.result.text)
    person.press("Ctrl+Z")
    person.until(lambda: "day -3" in page.prose.texts.result.text)
    person.press("Ctrl+Shift+Z")
    person.until(lambda: "day -5" in page.prose.texts.result.text)
    person.press("Alt+3")
    person.until(page.people.table.hasFocus)
    person.press("3")
    person.until(lambda: page.people.table.item(0, 4).text() == "✓ Given")
    person.press("Alt+4")
    person.until(page.check.population.hasFocus)
    person.type("90000")
    person.press("Return")
    person.until(lambda: page.check.factors.item(0, 1).text() == "90,000")
    person.press("Alt+5")
    person.until(page.write.phrases.hasFocus)
    out = tmp_path / "out"
    page.write.folder.setText(str(out))
    page.write.as_suggested.setChecked(True)
    person.press("Alt+S")
    person.until(lambda: page.write.message.text().startswith("✓"))
    prose = (out / "case-report.txt").read_text()
    assert "Ruiz" not in prose
    assert "day -5" in prose.casefold()
    person.press("Alt+S")
    person.until(lambda: "not empty" in page.write.message.text())
    person.press("Alt+C")
    person.until(person.window.start_page.isVisible)
    person.window.close()

    # Another window goes on where it was left.
    person = open_window(home)
    page = person.window.case_report_page
    (entry,) = person.window.case_report_session.summaries()
    assert entry[2] == "2 notes · 4 decisions"
    person.window.case_report.open(entry[0])
    person.until(lambda: page.steps[CaseStep.PROSE].isChecked() and page.people.table.rowCount())
    assert page.people.table.item(0, 4).text() == "✓ Given"
    assert person.notices() == []


@in_this_process
def test_further_notes_join_the_open_case(open_window, tmp_path, folder, monkeypatch):
    person = open_window(tmp_path / "home")
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(folder))
    person.press("Return")
    person.until(lambda: page.notes.table.rowCount() == 2 and page.notes.table.hasFocus())
    later = tmp_path / "later.txt"
    later.write_text("DATE: 03/19/2019\nPatient: Ana Ruiz\n\nMs. Ruiz is well.\n")
    chosen = [later]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(p) for p in chosen], ""))
    person.press("Alt+A")
    person.until(lambda: page.notes.table.rowCount() == 3 and page.notes.more.isEnabled())
    assert page.notes.table.item(2, 1).text() == "2019-03-19"
    assert any("1 note was added" in said for said in person.notices())
    person.press("Alt+A")
    person.until(lambda: "no note that the case lacks" in page.notes.problem_with_more.text())
    assert page.notes.problem_with_more.isVisible()
    assert page.notes.table.rowCount() == 3
    assert person.notices() == [], "of the first time"


@in_this_process
def test_keys_are_quicker_than_the_case_is_worked_out(open_window, tmp_path):
    folder = tmp_path / "case"
    folder.mkdir()
    told = "He keeps bees. He is a glassblower. He plays the theremin. He won the lottery in 2011."
    (folder / "a.txt").write_text(f"DATE: 03/04/2019\nPatient: Bo Ruiz\n\nAdmitted with a fever. {told}\n")
    person = open_window(tmp_path / "home")
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(folder))
    person.press("Return")
    person.until(lambda: page.notes.table.rowCount() == 1 and page.notes.table.hasFocus())
    assert not page.undo.isEnabled()
    facts = int(page.undecided.text().split()[0])
    assert facts >= 3
    person.press("Alt+2")
    person.until(lambda: page.prose.panel.fact is not None and page.prose.texts.result.hasFocus())
    first, before = page.prose.panel.fact.key, page.prose.texts.result.text
    person.press("L", facts)
    assert page.undecided.text() == "✓ 0 facts undecided"
    assert page.prose.message.text() == "✓ Every fact is decided"
    person.until(lambda: "glassblower" not in page.prose.texts.result.text != before)
    person.press("Alt+3")
    person.until(page.people.table.hasFocus)
    person.press("Ctrl+Z", facts)
    person.until(lambda: page.steps[CaseStep.PROSE].isChecked() and not page.undo.isEnabled())
    person.until(lambda: page.prose.texts.result.text == before)
    assert page.prose.panel.fact.key == first
    assert page.redo.isEnabled()


@in_this_process
def test_a_note_that_seems_another_patients_is_said_to_be_this_ones(open_window, tmp_path, folder):
    (folder / "c.txt").write_text("DATE: 03/11/2019\nPatient: Rosa Lind\n\nThe fever is gone.\n")
    person = open_window(tmp_path / "home")
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(folder))
    person.press("Return")
    person.until(lambda: page.notes.table.rowCount() == 3 and page.notes.table.hasFocus())
    headers = [page.notes.table.item(at, 3).text() for at in range(3)]
    assert headers == ["Ana Ruiz", "Ana Ruiz", "⚠ Rosa Lind"]
    assert "c.txt" in page.write.obstacles.text()
    assert "a.txt" not in page.write.obstacles.text()
    person.press("Down", 2)
    person.press("P")
    person.until(lambda: page.notes.table.item(2, 3).text() == "Rosa Lind")
    assert not page.write.obstacles.text()
    assert page.notes.table.hasFocus()
    person.press("X")
    person.until(lambda: page.notes.table.rowCount() == 2)
    page.notes.all_again.click()
    person.until(lambda: page.notes.table.rowCount() == 3)
    assert page.notes.table.item(2, 3).text() == "⚠ Rosa Lind"


def test_what_cannot_be_brought_in_is_said_on_the_page(open_window, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    person = open_window(tmp_path / "home")
    page = person.window.case_report_page
    person.press("Ctrl+Shift+K")
    person.until(page.notes.folder.hasFocus)
    person.type(str(empty))
    person.press("Return")
    person.until(lambda: page.notes.problem.text())
    assert "Give the folder" in page.notes.problem.text()
    assert page.notes.begin.isEnabled()
