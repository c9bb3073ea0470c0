"""No word of any of a patient's texts is a surrogate of theirs, in whichever file, order and process."""

import re

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.cluster.executors import ProcessExecutor
from chartveil.release.cluster.shards import shard_outcomes
from chartveil.release.job import ProcessingJob
from chartveil.release.tables import long_tables
from chartveil.release.worker_processes import work_on_files
from chartveil.store.workspace import Workspace
from chartveil.surrogates.engine import SurrogateEngine
from table_files import lines, pdf_bytes

pytestmark = pytest.mark.usefixtures("pipelines_kept")
KEY = bytes(range(32))
FIRST = "Patient: Nora Foley\nSex: F\nSeen by Dr. Corwin Oduya in the clinic.\n"


@pytest.fixture
def release(tmp_path):
    def run(folder, out="out", *, source="folder", store="w", work=None, **more):
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            KEY,
            output_folder=tmp_path / out,
            read_options=ReadOptions(patients_from=PatientSource.parse(source)),
            models=None,
        )
        with Workspace(tmp_path / f"{store}.sqlite", KEY) as workspace:
            report = run_batch(BatchRequest((folder,), job, work=work, **more), workspace)
        assert report.failures == []
        return report, {
            f.path.rpartition("/")[2]: (tmp_path / out / f.outputs[0].name).read_text(errors="replace")
            for f in report.files
        }

    return run


def patient_of(text):
    return re.search(r"Patient: (\w+ \w+)", text)[1]


def first_draw(label, text):
    """What would stand for the first words of a note that knows no other note."""
    document = Document(text, DocumentSource("", "", ""), patient_id="P1")
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE)
    start = text.index(": ") + 2
    end = text.index("\n")
    return engine.replacements(document, [Span(start, end, label, 1.0)])[0].text


@pytest.fixture
def notes(tmp_path):
    """Two notes of a patient, the second of which is signed by one whose name the first would draw."""
    drawn = first_draw(Label.PATIENT, FIRST)
    folder = tmp_path / "notes"
    (folder / "P1").mkdir(parents=True)
    (folder / "P1" / "1.txt").write_text(FIRST)
    (folder / "P1" / "2.txt").write_text(f"Patient: Nora Foley\nSex: F\nSigned by Dr. {drawn}, MD\n")
    return folder


def test_a_surrogate_is_a_word_of_no_other_note_of_the_patient(notes, release):
    taken = patient_of(release(notes / "P1" / "1.txt", "alone", store="other")[1]["1.txt"])
    assert taken in (notes / "P1" / "2.txt").read_text()
    _, copies = release(notes)
    assert len({patient_of(text) for text in copies.values()}) == 1
    assert set(taken.split()).isdisjoint(" ".join(copies.values()).split())


def test_copies_are_the_same_in_any_order_and_number_of_processes(tmp_path, notes, release):
    for n in range(3, 7):
        (notes / "P1" / f"{n}.txt").write_text(FIRST.replace("clinic", f"clinic, visit {n}"))
    _, copies = release(notes, processes=1, store="a")
    assert release(notes, "two", processes=2, apart=True, store="b")[1] == copies

    def work(job, tasks, cancelled):
        state = tmp_path / "state"
        yield from shard_outcomes(job, tasks, cancelled, folder=state, executor=ProcessExecutor(2), files=2)

    assert release(notes, "shards", work=work, store="c")[1] == copies
    turned = tmp_path / "turned" / "P1"
    turned.mkdir(parents=True)
    for n, path in enumerate(sorted((notes / "P1").iterdir(), reverse=True)):
        (turned / f"{n}.txt").write_text(path.read_text())
    assert sorted(release(turned.parent, "again", store="d")[1].values()) == sorted(copies.values())


def test_a_later_note_changes_no_name_that_is_out_and_is_told_where_it_cannot_agree(notes, release):
    later = (notes / "P1" / "2.txt").read_text()
    (notes / "P1" / "2.txt").unlink()
    _, before = release(notes)
    (notes / "P1" / "2.txt").write_text(later)
    (notes / "P1" / "3.txt").write_text(FIRST.replace("clinic", "ward"))
    report, copies = release(notes, resume=True)
    assert copies["1.txt"] == before["1.txt"]
    assert patient_of(copies["3.txt"]) == patient_of(before["1.txt"])
    told = {f.path.rpartition("/")[2]: " ".join(f.remarks) for f in report.files}
    assert "another stands here" in told["2.txt"]
    assert told["3.txt"] == ""
    assert patient_of(copies["2.txt"]) not in later


def test_a_new_person_of_a_later_note_gets_no_word_of_any_note(notes, release):
    text = "Patient: Nora Foley\nSex: F\nSigned by Dr. {}, MD\n"
    drawn = first_draw(Label.DOCTOR, "Signed: Eleanor Whitcombe\n").split()
    release(notes)
    (notes / "P1" / "3.txt").write_text(text.format("Eleanor Whitcombe"))
    (notes / "P1" / "4.txt").write_text(text.format(" ".join(drawn)))
    _, copies = release(notes, resume=True)
    assert set(drawn).isdisjoint(" ".join(copies.values()).split())
    signed = re.search(r"by Dr. (\w+ \w+)", copies["3.txt"])[1]
    assert set(signed.split()).isdisjoint(drawn)


def test_words_of_a_pdf_and_of_a_table_are_known_to_notes(tmp_path, release):
    drawn = first_draw(Label.PATIENT, FIRST)
    for kind in ("pdf", "csv"):
        folder = tmp_path / kind / "P1"
        folder.mkdir(parents=True)
        (folder / "1.txt").write_text(FIRST)
        if kind == "pdf":
            (folder / "2.pdf").write_bytes(
                pdf_bytes(lines("Seen in the clinic.", f"Signed by Dr. {drawn}, MD"))
            )
        else:
            (folder / "2.csv").write_text(f"note text\nSigned by Dr. {drawn} MD\n")
        _, copies = release(folder.parent, f"out-{kind}", store=kind)
        assert patient_of(copies["1.txt"]) != drawn


def test_words_of_a_long_table_are_known_to_notes_and_theirs_to_it(tmp_path, release, monkeypatch):
    monkeypatch.setattr(long_tables, "LONG_TEXT", 0)
    # That rows become the same in processes of their own is tested in ``tables/test_long_tables``.
    monkeypatch.setattr(
        long_tables, "work_on_files", lambda make, tasks, *_, **__: work_on_files(make, tasks, 1, bool)
    )
    drawn = first_draw(Label.PATIENT, FIRST)
    rows = f'note text\n"{FIRST}"\n'
    copies = {}
    for kind, texts in {
        "to notes": {"1.txt": FIRST, "2.csv": f"note text\nSigned by Dr. {drawn} MD\n"},
        "to the table": {"1.csv": rows, "2.txt": f"Signed by Dr. {drawn}, MD\n"},
        "alone": {"1.csv": rows},
    }.items():
        folder = tmp_path / kind / "P1"
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
        _, copies[kind] = release(folder.parent, f"out {kind}", store=kind)
    assert patient_of(copies["to notes"]["1.txt"]) != drawn
    assert drawn in copies["alone"]["1.csv"]
    assert drawn not in copies["to the table"]["1.csv"]
