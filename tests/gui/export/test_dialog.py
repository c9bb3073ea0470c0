"""The export window, step by step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from chartveil.domain.errors import OutputError
from chartveil.gui.export.choice_page import check_folder
from chartveil.gui.export.dialog import ExportDialog, ExportStep
from chartveil.gui.export.model import (
    ExportCandidates,
    ExportChoice,
    ExportFileResult,
    ExportResult,
)
from chartveil.gui.theme.colors import ThemeName
from chartveil.release.job import OutputFormat

LEAKED = ExportFileResult(
    "b.txt",
    failure="The leak check stopped it.",
    leaks=((7, 209, 221), (8, 14, 20)),
)


@pytest.fixture
def dialog(qtbot, tmp_path, themes):
    dialog = ExportDialog(themes)
    qtbot.addWidget(dialog)
    inputs = tmp_path / "notes"
    inputs.mkdir()
    left = (("c.pdf", "2 doubtful spans are undecided"),)
    with qtbot.waitExposed(dialog):
        dialog.show_choice(ExportCandidates(("a.docx", "b.txt"), left, frozenset({inputs})))
    return dialog


def write_folder(qtbot, dialog, path):
    field = dialog.choice_page.folder
    field.selectAll()
    qtbot.keyClicks(field, str(path))


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def begin(qtbot, dialog, folder):
    write_folder(qtbot, dialog, folder)
    with qtbot.waitSignal(dialog.choice_page.chosen) as asked:
        click(qtbot, dialog.choice_page.start)
    return asked.args[0]


def test_names_are_one_line_from_left_to_right_and_no_markup(dialog):
    odd = "a-\u202egpj\n<img src='x'>.txt"
    dialog.show_choice(ExportCandidates((odd,), (), frozenset()))
    assert dialog.choice_page.files.topLevelItem(0).text(0) == "a-gpj↵<img src='x'>.txt"
    failed = ExportFileResult(odd, failure=f"{odd}: is empty.")
    dialog.show_result(ExportResult(Path(), (failed,)))
    item = dialog.result_page.tree.topLevelItem(0)
    assert item.text(0).endswith("a-gpj↵<img src='x'>.txt")
    assert "<img" not in item.toolTip(1)


def test_what_was_chosen_is_asked_for(dialog, qtbot, tmp_path):
    page = dialog.choice_page
    for kind in (OutputFormat.BRAT, OutputFormat.JSON):
        page.formats[kind].setFocus()
        qtbot.keyClick(page.formats[kind], Qt.Key.Key_Space)
    page.report.setFocus()
    qtbot.keyClick(page.report, Qt.Key.Key_Space)
    choice = begin(qtbot, dialog, tmp_path / "out")
    wanted = (OutputFormat.SAME, OutputFormat.JSON, OutputFormat.BRAT)
    assert choice == ExportChoice(tmp_path / "out", wanted, False)
    assert dialog.step is ExportStep.PROGRESS


def test_enter_exports(dialog, qtbot, tmp_path):
    write_folder(qtbot, dialog, tmp_path / "out")
    with qtbot.waitSignal(dialog.choice_page.chosen):
        qtbot.keyClick(dialog.choice_page.folder, Qt.Key.Key_Return)


def test_without_a_folder_or_a_form_it_says_what_is_missing(dialog, qtbot, tmp_path):
    page = dialog.choice_page
    assert not page.start.isEnabled()
    assert page.blocked_reason.text() == "Choose a folder."
    write_folder(qtbot, dialog, tmp_path / "out")
    qtbot.keyClick(page.formats[OutputFormat.SAME], Qt.Key.Key_Space)
    assert page.blocked_reason.text() == "Choose at least one form."
    assert not page.start.isEnabled()


def test_nothing_is_written_among_originals(dialog, qtbot, tmp_path):
    page = dialog.choice_page
    write_folder(qtbot, dialog, tmp_path / "notes")
    assert "holds originals" in page.folder_remark.text()
    assert not page.start.isEnabled()
    with qtbot.assertNotEmitted(dialog.choice_page.chosen):
        qtbot.keyClick(page.folder, Qt.Key.Key_Return)


def test_with_nothing_ready_it_says_what_to_do(dialog, qtbot, tmp_path):
    dialog.show_choice(ExportCandidates((), (("c.pdf", "not signed off"),), frozenset(), tmp_path / "out"))
    assert not dialog.choice_page.start.isEnabled()
    assert "Sign off" in dialog.choice_page.blocked_reason.text()


def test_escape_closes_the_choice(dialog, qtbot):
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_it_can_be_stopped_once_and_stays_until_its_end(dialog, qtbot, tmp_path):
    begin(qtbot, dialog, tmp_path / "out")
    dialog.progress_page.show_progress(1, "a.docx", 190)
    with qtbot.waitSignal(dialog.progress_page.stop_requested):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(dialog.progress_page.stop_requested):
        dialog.close()
    assert dialog.isVisible()
    dialog.show_result(ExportResult(tmp_path, (ExportFileResult("a.docx", ("note-1.docx",)),), 1))
    assert dialog.step is ExportStep.RESULT
    dialog.close()
    assert not dialog.isVisible()


def test_progress_counts(dialog, qtbot, tmp_path):
    begin(qtbot, dialog, tmp_path / "out")
    bar = dialog.progress_page.bar
    assert (bar.value(), bar.maximum()) == (0, 2)
    dialog.progress_page.show_progress(1)
    assert bar.value() == 1


def test_asking_again_does_not_hide_an_export_that_runs(dialog, qtbot, tmp_path):
    begin(qtbot, dialog, tmp_path / "out")
    dialog.show_choice(ExportCandidates(("a.docx",)))
    assert dialog.step is ExportStep.PROGRESS


def test_an_export_that_cannot_begin_is_back_at_the_choice(dialog, qtbot, tmp_path):
    begin(qtbot, dialog, tmp_path / "out")
    dialog.show_failure(OutputError("the disk is full.", where="out", remedy="Make room."))
    assert dialog.step is ExportStep.CHOICE
    assert dialog.choice_page.problem.text() == "out: the disk is full. Make room."
    assert dialog.choice_page.folder.text() == str(tmp_path / "out")


@pytest.fixture
def result(dialog):
    files = (ExportFileResult("a.docx", ("note-0.docx",)), LEAKED)
    dialog.show_result(ExportResult(Path("/exports"), files, report="report.html"))
    return dialog.result_page


def rows(tree):
    found = []

    def walk(item):
        found.append((item.text(0), item.text(1)))
        for i in range(item.childCount()):
            walk(item.child(i))

    for i in range(tree.topLevelItemCount()):
        walk(tree.topLevelItem(i))
    return found


def test_failures_come_first_with_their_places(result):
    shown = rows(result.tree)
    assert [name for name, _ in shown] == ["✕  b.txt", "Place", "Place", "✓  a.docx"]
    assert shown[1][1] == "would still stand in the copy, at character 210"
    assert shown[3][1] == "note-0.docx"
    assert result.remedy.text().startswith("What to do: go to each place")


def test_the_first_place_is_one_key_away(result, dialog, qtbot):
    with qtbot.waitSignal(result.place_chosen) as chosen:
        qtbot.keyClick(result.tree, Qt.Key.Key_Return)
    assert chosen.args == [7, 209, 221]
    assert result.has_unseen_places
    # The next one is chosen by then.
    with qtbot.waitSignal(result.place_chosen) as chosen:
        click(qtbot, result.go)
    assert chosen.args == [8, 14, 20]
    assert not result.has_unseen_places


def test_why_a_file_was_not_written_is_readable_whole(dialog, qtbot):
    why = "Is not what was reviewed: it has changed since. Add it to the worklist anew and review it again."
    files = (ExportFileResult("a.docx", failure=why), ExportFileResult("b.txt", ("note-1.txt",)))
    dialog.show_result(ExportResult(Path("/exports"), files))
    page = dialog.result_page
    assert page.remedy.isVisible()
    assert page.remedy.text() == why
    with qtbot.waitSignal(page.again_requested):
        click(qtbot, page.again)
    qtbot.keyClick(page.tree, Qt.Key.Key_Down)
    assert not page.remedy.isVisible(), "of a file that was written"


def test_a_written_file_has_no_place_to_go_to(result, qtbot):
    qtbot.keyClick(result.tree, Qt.Key.Key_End)
    assert not result.go.isEnabled()
    assert not result.remedy.isVisible()


def test_folder_and_report_are_shown_by_others(result, dialog, qtbot):
    with qtbot.waitSignal(result.folder_requested) as asked:
        click(qtbot, result.open_folder)
    assert asked.args == [Path("/exports")]
    with qtbot.waitSignal(result.report_requested):
        click(qtbot, result.show_report)


def test_a_new_theme_keeps_the_result(result, dialog, themes):
    before = rows(result.tree)
    themes.change(ThemeName.DARK)
    assert rows(result.tree) == before


def test_problems_and_remarks_of_folders(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    note = notes / "note.txt"
    note.write_text("x")
    (tmp_path / "link").symlink_to(notes)
    (tmp_path / "empty").mkdir()
    made, originals = (True, "will be made"), (False, "holds originals")
    wanted = {
        "": (False, ""),
        "out": (False, "whole path"),
        str(notes): originals,
        str(tmp_path / "link"): originals,
        str(tmp_path / "notes" / ".." / "notes"): originals,
        str(note): (False, "a file of this name"),
        str(note / "below"): (False, "a file of this name"),
        str(tmp_path): (True, "not empty"),
        str(tmp_path / "empty"): (True, ""),
        str(tmp_path / "new"): made,
        str(notes / "deep" / "er"): made,
        f"{tmp_path}/\0": (False, "cannot be used"),
    }
    for text, (usable, said) in wanted.items():
        found = check_folder(text, {notes})
        assert found.usable is usable, text
        assert said in found.text, text
        assert bool(said) is bool(found.text), text
    assert not (tmp_path / "new").exists()


def test_copies_that_went_for_newer_ones_are_told(dialog, qtbot, tmp_path):
    begin(qtbot, dialog, tmp_path / "out")
    files = (ExportFileResult("a.docx", ("note-2.docx",)),)
    dialog.show_result(ExportResult(tmp_path, files, replaced=("note-1.docx",)))
    said = [label.text() for label in dialog.result_page.findChildren(QLabel) if label.isVisible()]
    assert any("Removed from the folder" in text and "note-1.docx" in text for text in said)
