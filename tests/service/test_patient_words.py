"""In a worklist too no surrogate is a word of the patient's other notes, before and after their export."""

from dataclasses import replace

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import ReplacementMode
from chartveil.domain.span import Span, apply_replacements
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, DecisionState
from chartveil.service import decisions, sign_off, worklist_export
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import Workspace
from chartveil.surrogates.engine import SurrogateEngine

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")
TEXT = "Patient: Nora Foley\nSex: F\nSeen by Dr. Corwin Oduya in the clinic.\n"


def never():
    return False


@pytest.fixture
def service(tmp_path):
    """A worklist of two notes, the second of which is signed by one whose name the first alone would draw."""
    service = ReviewService(UserPaths(tmp_path / "home"))
    document = Document("Patient: Nora Foley\nSex: F\n", DocumentSource("", "", ""), patient_id="P1")
    engine = SurrogateEngine(service.key, service.policy, ReplacementMode.SURROGATE)
    drawn = engine.replacements(document, [Span(9, 19, Label.PATIENT, 1.0)])[0].text
    folder = tmp_path / "notes" / "P1"
    folder.mkdir(parents=True)
    (folder / "1.txt").write_text(TEXT)
    (folder / "2.txt").write_text(f"Patient: Nora Foley\nSex: F\nSigned by Dr. {drawn}, MD\n")
    read = ReadOptions(patients_from=PatientSource.parse("folder"))
    service.create_worklist([tmp_path / "notes"], WorklistSettings(reviewer="Ada", jobs=1, read=read))
    search(service)
    yield service
    service.close()


def search(service):
    for found in service.detection_work(service.pending_files())(never):
        service.record_detection(found)


def previewed(service, name):
    row = next(r for r in service.rows() if r.name == name)
    document = service.loading_work(row)().document
    review = service.review_of(row.row, document)
    words = service.words_of_patient(document.patient_id)
    made = service.replacements(document, review.spans_to_replace(), words=words)
    return apply_replacements(document.text, made)


def exported(service, name, folder):
    row = next(r for r in service.rows() if r.name == name)
    review = service.review_of(row.row, service.loading_work(row)().document)
    undecided = [i.id for i in review.items if i.state is DecisionState.PROPOSED]
    decisions.decide_spans(service, ActionKind.BULK, review, review.accept(undecided))
    sign_off.sign_off(service, review)
    plan = worklist_export.plan_export(service, folder, [OutputFormat.SAME], [row.file])
    (outcome,) = worklist_export.run_export(plan, never)
    worklist_export.record_export(service, outcome)
    return (folder / outcome.outputs[0].name).read_text()


def test_a_worklist_writes_what_it_shows_and_what_a_batch_writes(service, tmp_path):
    job = replace(
        service.processing_job(),
        output_folder=tmp_path / "batch",
        outputs=(OutputFormat.SAME,),
        for_review=False,
    )
    with Workspace(tmp_path / "other.sqlite", bytes(32)) as workspace:
        report = run_batch(BatchRequest((tmp_path / "notes",), job, processes=1), workspace)
    batch = {f.path[-5:]: (tmp_path / "batch" / f.outputs[0].name).read_text() for f in report.files}
    for name, text in batch.items():
        shown = previewed(service, name)
        assert shown == exported(service, name, tmp_path / "out") == text
        assert shown.splitlines()[0] == batch["1.txt"].splitlines()[0]


def test_a_note_that_comes_later_changes_no_name_that_is_out(service, tmp_path):
    first = exported(service, "1.txt", tmp_path / "out")
    folder = tmp_path / "notes" / "P1"
    (folder / "3.txt").write_text(TEXT + f"Sent to Dr. {first.split()[1]} Amadi.\n")
    (folder / "4.txt").write_text(TEXT.replace("clinic", "ward"))
    found = service.discover_files([tmp_path / "notes"], service.settings)()
    service.add_files(found)
    search(service)
    assert previewed(service, "1.txt") == first
    assert previewed(service, "4.txt") == exported(service, "4.txt", tmp_path / "out")
    assert previewed(service, "4.txt").splitlines()[0] == first.splitlines()[0]
