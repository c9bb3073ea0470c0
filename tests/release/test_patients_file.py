"""A file of patients in a run: read first, used for each document's own patient, counted, never told."""

import shutil
from dataclasses import replace

import pytest

from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.errors import ResourceError
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import EvidenceKind
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.run_facts import run_facts
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import Workspace

TABLE = """\
id,first name,last name,dob,mrn,phone
12345,Thessaly,Brannigan,1951-03-04,QS-220481,(313) 555-0148
12346,Corwin,Oduya,1960-01-02,QS-220482,
"""
NOTE = "Brannigann was well. THESSALY left. Oduya too."
SECRETS = ("thessaly", "brannigan", "oduya", "qs-22048", "12345", "12346", "555-0148")

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    (folder / "12345").mkdir(parents=True)
    (folder / "12345" / "visit.txt").write_text(NOTE)
    (folder / "x_12346.txt").write_text(NOTE)
    (folder / "other.txt").write_text("The chest is clear.")
    (folder / "two.txt").write_text("QS-220481, QS-220482")
    return folder


@pytest.fixture
def ask(tmp_path, notes):
    table = tmp_path / "ours.csv"
    table.write_text(TABLE)

    def make(**changes):
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.MASK,
            bytes(range(32)),
            output_folder=tmp_path / "out",
            models=None,
            patients_file=changes.pop("patients", table),
        )
        return replace(BatchRequest((notes,), job, processes=1), **changes)

    return make


def recorded(tmp_path):
    """All that the audit record says."""
    with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
        return "\n".join(entry.text for entry in workspace.entries())


def run(tmp_path, request):
    with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as ws:
        return run_batch(request, ws)


def spans(path, patients):
    job = ProcessingJob(load_policy(), None, bytes(32), outputs=(), models=None, patients_file=patients)
    (document,) = FileProcessor(job).process(FileTask(InputRef(str(path)))).documents
    text = path.read_text()
    return {
        text[s.start : s.end]: s.label
        for s in document.spans
        if any(e.kind is EvidenceKind.DOSSIER for e in s.evidence)
    }


def test_each_document_is_searched_for_its_own_patient_alone(notes, ask):
    table = ask().job.patients_file
    assert spans(notes / "12345" / "visit.txt", table) == {"Brannigann": "PATIENT", "THESSALY": "PATIENT"}
    assert spans(notes / "x_12346.txt", table) == {"Oduya": "PATIENT"}
    assert spans(notes / "other.txt", table) == spans(notes / "two.txt", table) == {}


@pytest.mark.parametrize("processes", [1, 2])
def test_documents_are_counted_and_the_log_tells_of_nobody(tmp_path, ask, processes):
    report = run(tmp_path, ask(processes=processes))
    assert report.failures == []
    one, none, several = PatientMatch
    assert report.patient_matches == {one: 2, none: 1, several: 1}
    log = recorded(tmp_path).lower()
    assert '"dossiers":2' in log
    assert [s for s in SECRETS if s in log] == []
    assert "ours.csv" not in log


def test_without_a_file_nothing_is_counted(tmp_path, ask):
    report = run(tmp_path, ask(patients=None))
    assert not report.patient_matches
    assert "dossiers" not in recorded(tmp_path)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_file_that_cannot_be_read_stops_the_run_before_anything_is_written(tmp_path, ask, processes):
    request = ask(processes=processes)
    request.job.patients_file.write_text("Thessaly,Brannigan\n")
    with pytest.raises(ResourceError) as error:
        run(tmp_path, request)
    assert not request.job.output_folder.exists()
    assert "annigan" not in str(error.value)


def test_another_content_of_the_file_is_another_run(tmp_path, ask):
    request = ask()
    first = run(tmp_path, request)
    assert all(f.resumed for f in run(tmp_path, replace(request, resume=True)).files)
    request.job.patients_file.write_text(TABLE + "12347,Ana,Lind,,,\n")
    again = run(tmp_path, replace(request, resume=True))
    assert not any(f.resumed for f in again.files)
    assert len(again.files) == len(first.files) == 4


def test_the_fingerprint_of_a_run_is_keyed(tmp_path, ask):
    job = ProcessingJob(load_policy(), None, bytes(32), models=None, patients_file=ask().job.patients_file)
    facts = run_facts(job)
    assert facts.settings != run_facts(replace(job, patients_file=None)).settings
    moved = shutil.copy(job.patients_file, tmp_path / "elsewhere.csv")
    assert facts.settings == run_facts(replace(job, patients_file=tmp_path / "elsewhere.csv")).settings, moved


def test_a_worklist_keeps_the_file_it_began_with(tmp_path):
    settings = WorklistSettings(patients=tmp_path / "ours.csv")
    assert WorklistSettings.from_json(settings.to_json()) == settings
    assert WorklistSettings.from_json(WorklistSettings().to_json()).patients is None


def test_rows_of_a_table_have_each_their_own_patient(tmp_path, ask):
    table = tmp_path / "notes.csv"
    table.write_text("mrn,note text\nQS-220481,Brannigann was well\nqs220482,Brannigann was well\n,Well.\n")
    job = ProcessingJob(
        load_policy(), None, bytes(32), outputs=(), models=None, patients_file=ask().job.patients_file
    )
    documents = FileProcessor(job).process(FileTask(InputRef(str(table)))).documents
    assert [d.patient_match for d in documents] == [PatientMatch.ONE, PatientMatch.ONE, PatientMatch.NONE]
    by_dossier = [
        [s for s in d.spans if any(e.kind is EvidenceKind.DOSSIER for e in s.evidence)] for d in documents
    ]
    assert [len(found) for found in by_dossier] == [1, 0, 0]
