"""Files within a PDF are files of their own: found, read, written beside the copy of its pages, or told."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.ocr.options import PageOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.discovery import discover_inputs, refs_in_file
from chartveil.release.input_files import InputRef
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace
from table_files import lines, pdf_bytes, zip_bytes

NOTE = b"Patient: Tobias Quibblewood, MRN: 4450013."


def with_files(files, *, data=None, **saved):
    """A PDF with files in its name tree."""
    with pikepdf.open(io.BytesIO(data or pdf_bytes(lines("Seen by Dr. Anna Brindlecombe.")))) as pdf:
        for name, content in files.items():
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, filename=name)
        out = io.BytesIO()
        pdf.save(out, **saved)
    return out.getvalue()


def with_files_elsewhere():
    """A PDF with a file at an annotation, one that a page is said to be made of, and one that plays."""
    with pikepdf.open(io.BytesIO(pdf_bytes(lines("Seen by Dr. Anna Brindlecombe.")))) as pdf:
        page = pdf.pages[0]
        held = [pikepdf.AttachedFileSpec(pdf, NOTE, filename=n).obj for n in ("pinned.txt", "made of.txt")]
        place = Array([10, 10, 30, 30])
        pinned = Dictionary(Type=Name.Annot, Subtype=Name.FileAttachment, Rect=place, FS=held[0])
        played = Dictionary(Type=Name.Annot, Subtype=Name("/3D"), Rect=place)
        page.Annots = Array([pdf.make_indirect(pinned), pdf.make_indirect(played)])
        page.AF = Array([held[1]])
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


@pytest.fixture
def released(tmp_path):
    """Runs one file of these bytes: the report, and the bytes of each output by its name."""

    def run(data, options=None):
        (tmp_path / "letter.pdf").write_bytes(data)
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            bytes(range(32)),
            output_folder=tmp_path / "out",
            models=None,
            read_options=options or ReadOptions(),
        )
        with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
            report = run_batch(BatchRequest((tmp_path / "letter.pdf",), job, processes=1), workspace)
        return report, {p.name: p.read_bytes() for p in tmp_path.glob("out/*")}

    return run


def told(report):
    """What became of each file, by its place in the PDF."""
    return {
        f.path.partition("letter.pdf")[2]: f.failure.message.partition("letter.pdf")[2] if f.failure else ""
        for f in report.files
    }


def test_each_is_deidentified_by_its_own_reader(released):
    inner = with_files({"deep.txt": NOTE}, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    files = {"Quibblewood.txt": NOTE, "inner.pdf": inner, "all.zip": zip_bytes({"in.txt": NOTE + b" Well."})}
    report, outputs = released(with_files(files, object_stream_mode=pikepdf.ObjectStreamMode.generate))
    assert told(report) == dict.fromkeys(
        ["", "!/Quibblewood.txt", "!/inner.pdf", "!/inner.pdf!/deep.txt", "!/all.zip!/in.txt"], ""
    )
    assert sorted(n.partition(".")[2] for n in outputs) == ["pdf", "pdf", "txt", "txt", "txt"]
    assert not any(b"Quibblewood" in data or b"4450013" in data for data in outputs.values())
    assert not any("Quibblewood" in name for name in outputs)
    assert report.left_out["attached files (txt)"] == 2
    assert report.left_out["attached files (pdf)"] == 1


def test_whatever_holds_a_file_it_is_found_and_what_plays_is_counted(released):
    report, _ = released(with_files_elsewhere())
    assert told(report) == {"": "", "!/pinned.txt": "", "!/made of.txt": ""}
    assert report.left_out == {"attached files (txt)": 2, "3D drawing": 1}


def test_what_cannot_be_read_is_told_by_itself_and_the_rest_goes_on(released):
    files = {"../up.mp4": b"\0\0\0\x18ftypmp42" + bytes(90), "empty.txt": b"", "note.txt": NOTE}
    with pikepdf.open(io.BytesIO(with_files(files))) as pdf:
        cut = pdf.attachments["note.txt"].obj.EF.F
        cut.write(cut.read_bytes()[:-9])  # its size is told, and it is shorter
        cut.Params = Dictionary(Size=len(NOTE))
        out = io.BytesIO()
        pdf.save(out)
    report, outputs = released(out.getvalue())
    found = told(report)
    assert found[""] == ""
    assert len(outputs) == 1
    assert "cannot be taken out of the PDF" in found["!/note.txt"]
    assert "empty" in found["!/empty.txt"]
    assert found["!/up.mp4"]


def test_those_of_a_protected_one_are_found_with_its_password(released):
    data = with_files({"note.txt": NOTE}, encryption=pikepdf.Encryption(owner="o", user="open sesame"))
    report, outputs = released(data, ReadOptions(pages=PageOptions(passwords=("open sesame",))))
    assert told(report) == {"": "", "!/note.txt": ""}
    assert len(outputs) == 2
    report, _ = released(data)
    assert [f.failure.kind for f in report.files] == ["InputError"]


@pytest.mark.parametrize("revision", [4, 6])
def test_a_password_may_have_letters_of_western_europe(released, revision):
    word = "Schlüssel"
    user = word.encode("cp1252" if revision == 4 else "utf-8").decode("latin-1")
    locked = pikepdf.Encryption(owner="o", user=user if revision == 4 else word, R=revision)
    report, outputs = released(
        with_files({"note.txt": NOTE}, encryption=locked), ReadOptions(pages=PageOptions(passwords=(word,)))
    )
    assert told(report) == {"": "", "!/note.txt": ""}
    assert len(outputs) == 2


def test_one_whose_pages_alone_can_be_opened_is_refused(released):
    damaged = with_files({"note.txt": NOTE}).replace(b"/Info 2 0 R", b"/Encrypt 50")
    report, outputs = released(damaged)
    assert outputs == {}
    assert "give files attached to it by themselves" in told(report)[""]


def test_the_total_counts_what_files_unpack_to(tmp_path):
    with pikepdf.open(io.BytesIO(with_files({"a.txt": b"x" * 50_000, "b.txt": NOTE}))) as pdf:
        pdf.attachments["a.txt"].obj.EF.F.Params.Size = 1  # which nobody should believe
        pdf.save(tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").stat().st_size < 10_000
    found = discover_inputs([tmp_path], InputLimits(unpacked_bytes=40_000))
    assert found.refs == ()
    assert "40,000 bytes" in str(found.failures[0].error)


def test_who_looks_at_one_file_gets_its_pages_alone(tmp_path):
    (tmp_path / "a.pdf").write_bytes(with_files({"note.txt": NOTE, "empty.txt": b""}))
    (tmp_path / "a.zip").write_bytes(zip_bytes({"a.txt": NOTE, "b.txt": NOTE}))
    assert [ref.member for ref in refs_in_file(tmp_path / "a.pdf", InputLimits())] == [()]
    assert len(refs_in_file(tmp_path / "a.zip", InputLimits())) == 2


def test_limits_hold(tmp_path):
    data = with_files({"a.txt": b"x" * 5000, "b.txt": NOTE})
    for _ in range(3):
        data = with_files({"in.pdf": data})
    (tmp_path / "deep.pdf").write_bytes(data)
    found = discover_inputs([tmp_path], InputLimits())
    assert [len(ref.member) for ref in found.refs] == [0, 1, 2]
    assert "lies inside 3 others" in str(found.failures[0].error)
    (tmp_path / "deep.pdf").write_bytes(with_files({"a.txt": b"x" * 50_000, "b.txt": NOTE}))
    few = discover_inputs([tmp_path], InputLimits(members=1))
    assert few.refs == ()
    assert "1 files" in str(few.failures[0].error)
    small = discover_inputs([tmp_path], InputLimits(file_bytes=20_000))
    assert [ref.member for ref in small.refs] == [(), ("b.txt",)]
    assert "unpacks to more than 20,000 bytes" in str(small.failures[0].error)


def test_a_file_that_a_pdf_holds_is_loaded_by_its_name(tmp_path):
    (tmp_path / "a.pdf").write_bytes(with_files({"same.txt": NOTE, "x/../same.txt": b"other"}))
    for ref in discover_inputs([tmp_path], InputLimits()).refs[1:]:
        assert ref.load(InputLimits()).data in (NOTE, b"other")
    gone = InputRef(str(tmp_path / "a.pdf"), ("no.txt",))
    with pytest.raises(Exception, match="no longer in its archive"):
        gone.load(InputLimits())
