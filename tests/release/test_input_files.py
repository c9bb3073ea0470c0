"""From a ref to documents, with every failure as an InputError that quotes nothing."""

import os
import pickle

import pytest
from pypdfium2 import PdfiumError

from chartveil.domain.errors import InputError
from chartveil.domain.policy import load_policy
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.text.format import TextFormat
from chartveil.release.discovery import discover_inputs
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputLoader, InputRef, load_file, read_documents
from chartveil.release.job import FileTask, ProcessingJob
from table_files import csv_bytes, lines, pdf_bytes, zip_bytes


def test_a_file_is_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(csv_bytes(["note_id", "note"], [[1, "First."], [2, "Second."]]))
    file, form, documents = read_documents(InputRef(str(path)), ReadOptions(patient_id="P"))
    assert (form.name, file.data, file.path) == ("delimited", path.read_bytes(), str(path))
    assert [(d.text, d.patient_id) for d in documents] == [("First.", "P"), ("Second.", "P")]


def test_members_of_an_archive_are_read_by_one_loader(tmp_path):
    inner = zip_bytes({f"{i}.txt": f"note {i}".encode() for i in range(20)})
    (tmp_path / "a.zip").write_bytes(zip_bytes({"in.zip": inner, "last.txt": b"last"}))
    found = discover_inputs([tmp_path], InputLimits())
    with InputLoader(InputLimits()) as loader:
        read = [read_documents(ref, ReadOptions(), loader) for ref in found.refs]
        again = read_documents(found.refs[0], ReadOptions(), loader)
    texts = [documents[0].text for _, _, documents in read]
    assert texts == [*(f"note {i}" for i in range(20)), "last"]
    assert again[2] == read[0][2]
    assert read[3][0].path == f"{tmp_path}/a.zip!/in.zip!/3.txt"
    assert read_documents(found.refs[3], ReadOptions())[2] == read[3][2]


def test_the_same_content_has_the_same_id_in_another_place(tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A note.")
    ids = {read_documents(InputRef(str(tmp_path / n)), ReadOptions())[2][0].id for n in ("a.txt", "b.txt")}
    assert len(ids) == 1


def test_files_that_cannot_be_loaded(tmp_path, monkeypatch):
    (tmp_path / "big.txt").write_bytes(b"x" * 100)
    cases = [
        (tmp_path / "gone.txt", "is not there"),
        (tmp_path, "is a folder"),
        (tmp_path / "big.txt", r"has 100 bytes \(limit 50\)"),
        ("bad\0path", "is not a path"),
        ("x" * 5000, "too long a path|is not there"),
    ]
    for path, message in cases:
        with pytest.raises(InputError, match=message) as caught:
            load_file(path, InputLimits(file_bytes=50))
        assert caught.value.remedy
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.skipif(os.name == "nt", reason="rights work otherwise there")
def test_files_without_rights(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x")
    path.chmod(0)
    if os.access(path, os.R_OK):  # root may read everything: stand in for the system's answer
        import pathlib

        def refuse(self, *args, **kwargs):
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr(pathlib.Path, "open", refuse)
    with pytest.raises(InputError, match="may not be read by you"):
        load_file(path, InputLimits())


def test_a_network_error_is_told_by_its_code(tmp_path, monkeypatch):
    import pathlib

    def fail(self, *args, **kwargs):
        raise OSError(5, "Input/output error with SECRET")

    (tmp_path / "a.txt").write_bytes(b"x")
    monkeypatch.setattr(pathlib.Path, "open", fail)
    with pytest.raises(InputError, match=r"cannot be read \(OSError, EIO\)") as caught:
        load_file(tmp_path / "a.txt", InputLimits())
    assert "SECRET" not in str(caught.value)


def test_archives_that_changed_in_between(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zip_bytes({"a.txt": b"x"}))
    (ref,) = discover_inputs([path], InputLimits()).refs
    path.write_bytes(zip_bytes({"b.txt": b"x"}))
    with pytest.raises(InputError, match="no longer in its archive"):
        ref.load(InputLimits())
    path.unlink()
    with pytest.raises(InputError, match="is not there"):
        ref.load(InputLimits())


@pytest.mark.parametrize("error", [PdfiumError("SECRET"), MemoryError("SECRET")])
def test_errors_of_a_library_are_the_users_file_and_named_without_content(tmp_path, monkeypatch, error):
    def fail(self, file, options):
        raise error

    monkeypatch.setattr(PdfFormat, "read", fail)
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(lines("x")))
    with pytest.raises(InputError, match=r"cannot be read as pdf \(PdfiumError\)|more memory") as caught:
        read_documents(InputRef(str(tmp_path / "a.pdf")), ReadOptions())
    assert "SECRET" not in str(caught.value)
    assert caught.value.remedy
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_broken_word_document_is_the_users_file(tmp_path):
    path = tmp_path / "a.docx"
    path.write_bytes(zip_bytes({"[Content_Types].xml": b"<x/>", "word/document.xml": b"<w:document"}))
    with pytest.raises(InputError, match="not well-formed XML") as caught:
        read_documents(InputRef(str(path)), ReadOptions())
    assert caught.value.where == str(path)
    assert caught.value.remedy


@pytest.mark.parametrize("error", [ZeroDivisionError("SECRET"), ValueError("SECRET"), KeyError("SECRET")])
def test_any_other_error_of_a_format_is_our_own(tmp_path, monkeypatch, error):
    def fail(self, file, options):
        raise error

    monkeypatch.setattr(TextFormat, "read", fail)
    path = tmp_path / "a.txt"
    path.write_bytes(b"A note.")
    with pytest.raises(type(error)) as caught:
        read_documents(InputRef(str(path)), ReadOptions())
    assert caught.value is error
    job = ProcessingJob(load_policy(), None, bytes(32), models=None)
    failure = FileProcessor(job).process(FileTask(InputRef(str(path)))).failure
    assert failure.kind == "Bug"
    place = "chartveil.release.input_files line "
    assert failure.message.startswith(f"{path}: {type(error).__name__} in {place}")
    assert "This is our mistake" in failure.message
    assert "SECRET" not in failure.message


def test_a_text_that_is_too_long(tmp_path):
    (tmp_path / "a.txt").write_text("x " * 50)
    with pytest.raises(InputError, match="99 characters"):
        read_documents(InputRef(str(tmp_path / "a.txt")), ReadOptions(limits=InputLimits(text_chars=99)))


def test_a_format_that_breaks_its_promise_is_caught(tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(lines("x y z")))
    ref = InputRef(str(tmp_path / "a.pdf"))
    _, _, documents = read_documents(ref, ReadOptions())
    monkeypatch.setattr(PdfFormat, "read", lambda self, file, options: [])
    with pytest.raises(InputError, match="holds no text"):
        read_documents(ref, ReadOptions())
    monkeypatch.setattr(PdfFormat, "read", lambda self, file, options: documents)
    with pytest.raises(InputError, match=r"a text of 5 characters is too long \(limit 4\)"):
        read_documents(ref, ReadOptions(limits=InputLimits(text_chars=4)))
