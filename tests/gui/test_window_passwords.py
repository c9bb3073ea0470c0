"""Passwords of protected files in the real window."""

import pikepdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from reportlab.lib.pdfencrypt import StandardEncryption

from chartveil.gui.dialogs.prompts import PasswordDialog
from chartveil.gui.worklist.failed_documents import FailedDocuments
from chartveil.review.model import DocumentState
from gui.forms_help import view_of
from table_files import lines, pdf_bytes

SECRET = "open sesame"

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")


@pytest.fixture
def locked(open_window, tmp_path):
    """A window on two files with one password, and one with another; all failed."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name, word in (("a.pdf", SECRET), ("b.pdf", SECRET), ("c.pdf", "another")):
        data = pdf_bytes(lines(f"Seen by Dr. Lindahl, {name[0]}"), encrypt=StandardEncryption(word))
        (folder / name).write_bytes(data)
    with pikepdf.open(folder / "b.pdf", password=SECRET, allow_overwriting_input=True) as pdf:
        note = pikepdf.AttachedFileSpec(pdf, b"Seen by Dr. Lindahl at home", filename="note.txt")
        pdf.attachments["note.txt"] = note
        pdf.save(encryption=pikepdf.Encryption(owner="o", user=SECRET))
    person = open_window(tmp_path / "home")
    person.window.begin_worklist([folder])
    person.until(lambda: person.window.service.worklist)
    person.searched()
    return person


def test_the_password_of_a_protected_file_is_asked_for_tried_and_kept(locked, tmp_path):
    person, service = locked, locked.window.service
    assert {r.state for r in service.rows()} == {DocumentState.FAILED}
    failures = person.window.review_page.worklist.findChild(FailedDocuments)
    person.click(failures.head)
    button = failures.password

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
    states = {r.name: r.state for r in service.rows()}
    assert states["a.pdf"] is DocumentState.TO_REVIEW
    assert states["b.pdf"] is DocumentState.TO_REVIEW, "tried on the others too"
    assert states["c.pdf"] is DocumentState.FAILED
    person.until(lambda: {r.name: r.state for r in service.rows()}.get("note.txt") is DocumentState.TO_REVIEW)
    assert len(service.rows()) == 4, "and so are the files that it holds"
    assert service.settings.read.pages.passwords == (SECRET,)
    person.until(lambda: person.review is not None)
    person.until(lambda: 0 in view_of(person).cached_pages)
    kept = b"".join(p.read_bytes() for p in (tmp_path / "home").iterdir() if p.is_file())
    assert SECRET.encode() not in kept, "only where it is encrypted"
    person.window.close_worklist()
    person.go_on()
    assert service.settings.read.pages.passwords == (SECRET,)
