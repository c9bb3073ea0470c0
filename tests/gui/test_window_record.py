"""The audit record in the window: told beside it, looked at, written and checked, by keys."""

import pytest
from PySide6.QtWidgets import QMessageBox

from chartveil.gui.control import record as record_control
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind
from chartveil.service import worklist_export
from chartveil.service.bulk_decisions import DecisionTarget
from chartveil.service.worklist_report import REPORT_NAME
from chartveil.store.encrypted_database import EncryptedDatabase
from chartveil.store.keys import load_key
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.workspace import open_workspace

# That the window exports in processes of their own is tested in ``gui/test_window.py``.
pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")

NOTE = "06"


def signed(person):
    """Decides and signs the note by keys."""
    person.open_row(NOTE)
    while any(person.review.is_doubtful(i) for i in person.review.items):
        person.press("N")
        person.press("Return")
    person.press("Ctrl+Return")
    person.until(lambda: next(r for r in person.window.service.rows() if r.name.startswith(NOTE)).signed_by)


def recorded(person):
    with open_workspace(person.window.service.user_paths) as workspace:
        return [e.kind for e in workspace.entries()]


def all_told(person):
    service = person.window.service
    person.until(lambda: service.unrecorded_events() == [])


@pytest.fixture
def released(open_window, searched, tmp_path):
    """Who sits at the window, and the folder of a copy that was released."""
    person = open_window(searched)
    person.go_on()
    signed(person)
    service = person.window.service
    files = worklist_export.ready_files(service)
    plan = worklist_export.plan_export(service, tmp_path / "out", [OutputFormat.SAME], files)
    (done,) = worklist_export.run_export(plan, lambda: False)
    assert done.failure is None, done.failure
    # The window writes its report beside the copies.
    (tmp_path / "out" / REPORT_NAME).write_text("a report")
    return person, tmp_path / "out"


def test_a_signature_is_told_beside_the_window_while_another_program_holds_the_record(open_window, searched):
    person = open_window(searched)
    person.go_on()
    all_told(person)
    paths = person.window.service.user_paths
    with open_workspace(paths):
        pass
    purpose, tables = "chartveil workspace 1", migrations_of("workspace")
    batch = EncryptedDatabase(paths.workspace_file, load_key(paths.key_file), purpose, tables, shared=True)
    try:
        with batch.transaction():
            signed(person)
            # The window goes on: the next document is open, and a decision is made.
            person.until(lambda: person.review is not None)
            person.press("Down")
            assert [e.kind for e in person.window.service.unrecorded_events()] == ["signed-off"]
        all_told(person)
    finally:
        batch.close()
    assert recorded(person) == ["signed-off"]
    assert person.notices() == []


def test_what_cannot_be_recorded_is_said_once_and_told_later(open_window, searched):
    person = open_window(searched)
    person.go_on()
    heads = person.window.service.user_paths.heads_file
    signed(person)
    all_told(person)
    heads.rename(heads.with_name("away"))
    person.open_row(NOTE)
    person.press("Ctrl+Shift+Return")
    person.until(lambda: person.notices())
    person.press("N")
    person.press("Return")
    assert len(person.notices()) == 1
    assert "recorded later" in person.notices()[0]
    heads.with_name("away").rename(heads)
    signed(person)
    all_told(person)
    assert recorded(person) == ["signed-off", "signature-withdrawn", "signed-off"]


def opened(person):
    person.press("Ctrl+Shift+E")
    control = person.window.record
    person.until(lambda: control.page is not None and control.page.table.rowCount() and idle(control.page))
    return control.page


def idle(page):
    return not page.stop.isVisible()


def test_a_release_is_listed_written_and_checked(released, monkeypatch):
    person, folder = released
    monkeypatch.setattr(record_control, "ask_folder", lambda *_: folder)
    monkeypatch.setattr(record_control, "ask_file", lambda *_: folder / "release.chartveil-record")
    page = opened(person)
    person.until(lambda: "Ada" in page.decisions.text())
    assert "Ada: signed 1 document (first reading)" in page.decisions.text()
    page.write.setFocus()
    person.qtbot.keyClick(page.write, " ")
    person.until(lambda: idle(page) and "Written for 1 file" in page.verdict.text())
    page.check.setFocus()
    person.qtbot.keyClick(page.check, " ")
    person.until(lambda: idle(page) and page.verdict.text().startswith("✓"))
    assert "all its 2 files" in page.verdict.text()
    assert "Compare this fingerprint" in page.verdict.text()
    assert not page.problems.isVisible()

    (copy,) = [p for p in folder.iterdir() if p.suffix == ".md"]
    copy.write_text(copy.read_text(encoding="utf-8") + " ", encoding="utf-8")
    (folder / "more.txt").write_text("more")
    person.qtbot.keyClick(page.check, " ")
    person.until(lambda: idle(page) and page.verdict.text().startswith("✕"))
    shown = [page.problems.item(n).text() for n in range(page.problems.count())]
    assert shown == [
        f"✕  {copy.name} was changed since it was released.",
        "✕  more.txt is not part of this release.",
    ]
    page.fingerprint.setText("0000 1111")
    person.qtbot.keyClick(page.check, " ")
    person.until(lambda: idle(page) and "another installation" in page.problems.item(0).text())
    person.qtbot.keyClick(page, "\x1b")
    person.until(lambda: person.window.record.page is None)


def test_what_is_no_record_and_a_record_that_was_changed_are_told(released, monkeypatch):
    person, folder = released
    file = folder / "release.chartveil-record"
    monkeypatch.setattr(record_control, "ask_folder", lambda *_: folder)
    monkeypatch.setattr(record_control, "ask_file", lambda *_: file)
    page = opened(person)
    file.write_text("something else")
    person.qtbot.keyClick(page.check, " ")
    person.until(lambda: idle(page) and page.problems.isVisible())
    assert "no record of Chartveil" in page.problems.item(0).text()
    file.unlink()
    person.qtbot.keyClick(page.check, " ")
    person.until(lambda: idle(page) and "cannot be read" in page.verdict.text())


def test_a_decision_on_many_places_asks_before_it_takes_signatures(open_window, searched, monkeypatch):
    person = open_window(searched)
    person.go_on()
    signed(person)
    all_told(person)
    service = person.window.service
    row = next(r for r in service.rows() if r.signed_by)
    other = next(r for r in service.rows() if not r.signed_by and r.document_id)
    person.open_row(other.name[:2])
    items = [
        i for i in service.store.items(service.worklist, row.row, person.review.reading) if i.state.taken_out
    ]
    place = DecisionTarget(row.row, row.name, items[0].span.start, items[0].span.end, items[0], finished=True)
    for word, withdrawn in (("Leave it signed", False), ("Withdraw the signature", True)):
        with person.answering(QMessageBox, lambda box, word=word: press_button(box, word)):
            person.window.bulk_decisions.decide_targets(ActionKind.REJECT, [place], None)
        assert bool(service.row(row.row).signed_by) is not withdrawn
    all_told(person)
    assert recorded(person) == ["signed-off", "signature-withdrawn"]


def press_button(box, word):
    next(b for b in box.buttons() if b.text().replace("&", "") == word).click()
