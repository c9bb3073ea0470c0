"""What readers sign, withdraw and export is in the audit record, by whom, and over what they saw."""

import hashlib
from dataclasses import replace

import pytest

from build import find
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StoreError
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide
from chartveil.domain.tokenized_text import fold
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, ReviewItem
from chartveil.service import bulk_decisions, decisions, sign_off, worklist_export
from chartveil.service import second_reader as second
from chartveil.service.detection import review_without_text
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.worklists.records import DetectedDocument
from chartveil.store.workspace import open_workspace
from chartveil.store.workspace_records import ReviewEvent

pytestmark = pytest.mark.usefixtures("worked_on_here", "pipelines_kept")

TEXT = "Patient: Adaeze Okafor was seen by Dr. Okonjo.\n"
SPANS = (find(TEXT, "Adaeze Okafor", "PATIENT"), find(TEXT, "Okonjo", "DOCTOR"))
FILE = hashlib.sha256(TEXT.encode()).hexdigest()
NOTE = Document(TEXT, DocumentSource("a.txt", "text", FILE))


@pytest.fixture
def service(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(TEXT, encoding="utf-8")
    service = ReviewService(UserPaths(tmp_path / "home"))
    settings = WorklistSettings(reviewer="Ada", must_decide=MustDecide.DOUBTFUL)
    service.create_worklist([notes], settings)
    items = tuple(ReviewItem(n, span) for n, span in enumerate(SPANS))
    counts = review_without_text(0, len(TEXT), items, service.policy.doubtful, {}).counts()
    surfaces = tuple(fold(s.text(TEXT)) for s in SPANS)
    found = DetectedDocument("", NOTE.id, "", "", len(TEXT), items, surfaces, (0.5,) * 2, counts)
    service.store.save_detected(service.worklist, 1, FILE, "text", [found])
    yield service
    if service.worklist:
        service.close()


def accept(service):
    review = service.review_of(1, NOTE)
    decisions.decide_spans(service, ActionKind.ACCEPT, review, review.accept([0]))


def sign(service):
    return sign_off.sign_off(service, service.review_of(1, NOTE))


def recorded(service):
    """Kind, reader and facts of each event, as the record has them when it was told."""
    service.record_events()
    with open_workspace(service.user_paths) as workspace:
        workspace.verify()
        return [
            (e.kind, e.facts["public"].get("by", {}).get("reader", ""), e.facts["public"])
            for e in workspace.entries()
        ]


def test_both_readers_signatures_are_kept_each_over_what_they_saw(service):
    service.change_settings(replace(service.settings, second_reader=True))
    accept(service)
    sign(service)
    service.change_settings(replace(service.settings, reviewer="Ben"))
    second.begin_second_reading(service, 1)
    sign(service)
    signed = [e for e in recorded(service) if e[0] == "signed-off"]
    assert [(reader, facts["reading"]) for _, reader, facts in signed] == [
        ("Ada", "first"),
        ("Ben", "second"),
    ]
    first, other = (facts for _, _, facts in signed)
    assert first["seen"] != other["seen"]
    assert first["document"] == other["document"] != NOTE.id
    assert first["by"]["machine"]


def test_undo_asks_before_it_takes_a_signature_and_the_record_tells_of_it(service):
    accept(service)
    sign(service)
    with pytest.raises(decisions.SignatureAtStakeError, match="signed off"):
        decisions.undo(service, None)
    assert service.row(1).signed_by == "Ada"
    service.change_settings(replace(service.settings, reviewer="Ben"))
    assert decisions.undo(service, None, withdraw=True) is not None
    assert service.row(1).signed_by == ""
    kind, reader, facts = recorded(service)[-1]
    assert (kind, reader, facts["signed_by"]) == ("signature-withdrawn", "Ben", "Ada")


def test_an_export_is_superseded_and_never_undone_even_within_a_second(service, tmp_path, monkeypatch):
    monkeypatch.setattr(service, "timestamp", lambda: "2026-11-24T12:00:00+00:00")
    accept(service)
    sign(service)
    for n in range(2):
        files = worklist_export.ready_files(service)
        plan = worklist_export.plan_export(service, tmp_path / "out", [OutputFormat.SAME], files)
        (done,) = worklist_export.run_export(plan, lambda: False)
        assert done.failure is None, done.failure
        worklist_export.record_export(service, done)
        assert recorded(service)[-1][0] == ("exported", "export-superseded")[n]
    with pytest.raises(decisions.SignatureAtStakeError):
        decisions.undo(service, None)
    files = [facts for kind, _, facts in recorded(service) if kind == "file-exported"]
    assert [f["signatures"] for f in files] == [[["first", "Ada", service.row(1).signed_at]]] * 2


def test_nothing_is_exported_whose_signature_cannot_be_recorded(service, tmp_path):
    accept(service)
    with open_workspace(service.user_paths) as workspace:
        workspace.record_events([ReviewEvent("1", "settings-changed", "Ada", {})])
    heads = service.user_paths.heads_file
    heads.rename(heads.with_name("away"))
    sign(service)
    with pytest.raises(StoreError, match="is missing"):
        service.record_events()
    plan = worklist_export.plan_export(service, tmp_path / "out", [OutputFormat.SAME], [1])
    with pytest.raises(StoreError, match="is missing"):
        list(worklist_export.run_export(plan, lambda: False))
    assert not (tmp_path / "out").exists()
    heads.with_name("away").rename(heads)
    (done,) = worklist_export.run_export(plan, lambda: False)
    assert done.failure is None
    kinds = [kind for kind, *_ in recorded(service)]
    assert kinds.index("signed-off") < kinds.index("run-begun")
    assert kinds.count("signed-off") == 1


def test_a_decision_on_many_places_asks_before_it_takes_a_signature(service):
    accept(service)
    sign(service)
    targets = [bulk_decisions.DecisionTarget(1, "a.txt", SPANS[0].start, SPANS[0].end, item, True)
               for item in service.review_of(1, NOTE).items[:1]]  # fmt: skip
    with pytest.raises(decisions.SignatureAtStakeError, match="signed off"):
        bulk_decisions.decide_targets(service, ActionKind.REJECT, targets, None)
    assert service.row(1).signed_by == "Ada"
    assert service.unrecorded_events()[-1].kind == "signed-off"
    bulk_decisions.decide_targets(service, ActionKind.REJECT, targets, None, withdraw=True)
    assert service.row(1).signed_by == ""
    assert recorded(service)[-1][0] == "signature-withdrawn"


def test_what_was_not_told_before_a_kill_is_told_later_and_once(service, tmp_path):
    accept(service)
    service.store.sign_off(service.worklist, 1, "Ada", "2026-01-01T00:00:00")
    # Told, and killed before the worklist knew of it.
    with open_workspace(service.user_paths) as workspace:
        workspace.record_events(service.store.unrecorded_events("Ada"))
    service.close()
    service.worklist = 0
    again = ReviewService(UserPaths(tmp_path / "home"))
    again.open_worklist(1)
    assert [kind for kind, *_ in recorded(again)].count("signed-off") == 1
    assert again.unrecorded_events() == []
    again.close()


def test_a_removed_worklist_leaves_its_record_and_nothing_of_its_originals(service):
    accept(service)
    sign(service)
    service.store.remove(service.worklist)
    service.record_events()
    assert recorded(service)[-1][0] == "worklist-removed"
    assert "Okafor" not in str(recorded(service))
