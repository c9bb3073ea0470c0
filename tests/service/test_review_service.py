"""The review service from files to export, as the window uses it, with real files and processes."""

from dataclasses import replace
from pathlib import Path

import pytest

from chartveil.domain.errors import InputError, OutputError, ReviewError, StoreError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide, ReplacementMode
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, DecisionState, DocumentState
from chartveil.service import (
    bulk_decisions as bulk,
)
from chartveil.service import (
    decisions,
    sign_off,
    worklist_export,
    worklist_report,
)
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import open_workspace
from review_help import working_here

NOTES = {
    "a.txt": "Patient: Adaeze Okafor, MRN 4471829.\nSeen by Dr. Okonjo on 3/4/2021. Foley catheter placed.\n"
    "Mrs. Okafor lives at 12 Birch Lane.\n",
    "b.txt": "Patient: Milan Horvat, DOB 4/5/1961.\nSeen by Dr. Okonjo on 3/9/2021.\n",
}


def never() -> bool:
    return False


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    """A folder with notes and a service that has searched them, closed; copied for each test."""
    base = tmp_path_factory.mktemp("service")
    notes = base / "notes"
    notes.mkdir()
    for name, text in NOTES.items():
        (notes / name).write_text(text, encoding="utf-8")
    (notes / "rows.csv").write_text(
        "note_id,patient_id,text\n1,P1,Seen by Dr. Okonjo today in clinic.\n2,P2,Call Ines Duarte back.\n",
        encoding="utf-8",
    )
    (notes / "broken.docx").write_bytes(b"PK\x03\x04 this is no package")
    service = ReviewService(UserPaths(base / "home"))
    assert service.create_worklist([notes], WorklistSettings(reviewer="Ada", jobs=1)) == []
    files = service.pending_files()
    assert (len(files), len(service.rows())) == (3, 4)
    assert {r.state for r in service.mark_started(files)} == {DocumentState.DETECTING}
    for found in service.detection_work(files)(never):
        service.record_detection(found)
    service.close()
    return base


@pytest.fixture
def service(searched, tmp_path):
    """The service, opened on a copy of what was searched."""
    import shutil

    home = tmp_path / "home"
    shutil.copytree(searched / "home", home)
    service = ReviewService(UserPaths(home))
    service.open_worklist(service.worklists()[0].id)
    yield service
    service.close()


@pytest.fixture
def worked_on_here():
    """Of one test alone: the others let processes begin."""
    with working_here():
        yield


def open_row(service, name):
    row = next(r for r in service.rows() if r.name.startswith(name))
    loaded = service.loading_work(row)()
    return row, loaded, service.review_of(row.row, loaded.document)


def find(review, text):
    return next(i for i in review.items if i.span.text(review.text) == text)


def accept_all(service, review):
    undecided = [i.id for i in review.items if i.state is DecisionState.PROPOSED]
    return decisions.decide_spans(service, ActionKind.BULK, review, review.accept(undecided))


def test_a_search_makes_a_row_for_each_document_and_tells_what_failed(service):
    rows = {r.name: r for r in service.rows()}
    assert len(rows) == 5
    failed = next(r for r in rows.values() if r.state is DocumentState.FAILED)
    assert failed.name == "broken.docx"
    assert "broken.docx" in failed.reason
    tables = [r for r in rows.values() if r.part]
    assert {r.patient for r in tables} == {"P1", "P2"}
    assert rows["a.txt"].state is DocumentState.TO_REVIEW
    assert rows["a.txt"].counts.undecided == rows["a.txt"].counts.spans > 4


def test_a_document_is_read_again_as_it_was_searched(service):
    row, loaded, review = open_row(service, "a.txt")
    assert loaded.document.text == NOTES["a.txt"]
    assert find(review, "4471829").span.label is Label.MRN
    assert row.counts == review.counts()


def test_a_file_that_has_changed_is_not_shown(service, searched):
    row = next(r for r in service.rows() if r.name == "b.txt")
    path = searched / "notes" / "b.txt"
    before = path.read_bytes()
    path.write_bytes(before + b"more")
    try:
        with pytest.raises(InputError, match="has changed"):
            service.loading_work(row)()
    finally:
        path.write_bytes(before)


def test_decisions_survive_the_end_of_the_program_and_can_be_undone_after_it(service):
    _, loaded, review = open_row(service, "a.txt")
    item = find(review, "4471829")
    decisions.decide_spans(service, ActionKind.REJECT, review, review.reject([item.id]), focus=item.id)
    start = review.text.index("Foley")
    decisions.decide_spans(service, ActionKind.ADD, review, review.add_span(start, start + 5, Label.DEVICE))
    home = service.user_paths
    service.close()

    service.__init__(home)
    service.open_worklist(service.worklists()[0].id)
    review = service.review_of(review.row, loaded.document)
    assert review.item(item.id).state is DecisionState.REJECTED
    assert find(review, "Foley").state is DecisionState.ADDED
    assert service.row(review.row).state is DocumentState.IN_REVIEW
    assert decisions.history(service) == (ActionKind.ADD, None)

    done = decisions.undo(service, review)
    assert done.action.kind is ActionKind.ADD
    done = decisions.undo(service, review)
    assert done.action.focus == (review.row, item.id)
    assert review.item(item.id).state is DecisionState.PROPOSED
    assert decisions.undo(service, review) is None
    decisions.redo(service, review)
    decisions.redo(service, review)
    assert find(review, "Foley").state is DecisionState.ADDED
    assert decisions.redo(service, review) is None
    assert review.counts() == service.row(review.row).counts


def test_one_decision_on_the_same_text_in_the_whole_worklist_is_one_undo(service):
    _, _, review = open_row(service, "a.txt")
    item = next(i for i in review.items if "Okonjo" in i.span.text(review.text))
    assert bulk.count_same_text(service, review, item) == (1, 1, 3)
    targets = bulk.same_text_targets(service, review, item)
    assert next(t.name for t in targets) == "a.txt"
    done = bulk.decide_targets(service, ActionKind.REJECT, targets, review)
    assert len(done.rows) == 3
    assert review.item(item.id).state is DecisionState.REJECTED
    other = next(r for r in done.rows if r.name == "b.txt")
    assert other.counts.undecided == other.counts.spans - 1
    assert bulk.same_text_targets(service, review, item)[0].item.state is DecisionState.REJECTED
    with pytest.raises(ReviewError):
        bulk.decide_targets(
            service,
            ActionKind.REJECT,
            bulk.same_text_targets(service, review, item),
            review,
        )
    decisions.undo(service, review)
    assert {t.item.state for t in bulk.same_text_targets(service, review, item)} == {DecisionState.PROPOSED}
    assert review.counts() == service.row(review.row).counts


def test_places_that_nothing_marks_are_taken_with_the_same_text(service):
    _, _, review = open_row(service, "a.txt")
    word = review.text.index("catheter")
    decisions.decide_spans(service, ActionKind.ADD, review, review.add_span(word, word + 8, Label.DEVICE))
    item = find(review, "catheter")
    targets = bulk.same_text_targets(service, review, item)
    assert len(targets) == 1
    decisions.undo(service, review)
    assert "catheter" not in {i.span.text(review.text) for i in review.items}


def test_all_above_a_score_are_accepted_at_once(service):
    _, _, review = open_row(service, "a.txt")
    targets = bulk.targets_above_score(service, review, 0.8)
    assert targets
    assert all(t.item.span.score >= 0.8 for t in targets)
    bulk.decide_targets(service, ActionKind.ACCEPT, targets, review)
    assert bulk.targets_above_score(service, review, 0.8) == []


def test_nothing_is_signed_off_without_a_name_or_with_doubts_left(service):
    _, _, review = open_row(service, "a.txt")
    service.change_settings(replace(service.settings, reviewer="", must_decide=MustDecide.NONE))
    with pytest.raises(ReviewError, match="reviewer"):
        sign_off.sign_off(service, review)
    service.change_settings(replace(service.settings, reviewer="Ada", must_decide=MustDecide.ALL))
    with pytest.raises(ReviewError, match="not decided"):
        sign_off.sign_off(service, review)
    accept_all(service, review)
    assert sign_off.sign_off(service, review).state is DocumentState.SIGNED_OFF
    assert service.row(review.row).signed_by == "Ada"
    assert sign_off.take_back_signature(service, review.row).state is DocumentState.IN_REVIEW


def test_signed_documents_are_written_as_decided_and_recorded(service, tmp_path):
    _, _, review = open_row(service, "a.txt")
    accept_all(service, review)
    street = next(i for i in review.items if i.span.label is Label.STREET)
    decisions.decide_spans(
        service, ActionKind.RELABEL, review, review.relabel([street.id], Label.LOCATION_OTHER)
    )
    sign_off.sign_off(service, review)
    ready = worklist_export.export_readiness(service)
    broken = next(r for r in service.rows() if r.name == "broken.docx")
    assert ready[broken.file] == "could not be read"
    files = worklist_export.ready_files(service)
    assert files == [service.row(review.row).file]
    out = tmp_path / "out"
    plan = worklist_export.plan_export(service, out, [OutputFormat.SAME, OutputFormat.JSONL], files)
    (exported,) = worklist_export.run_export(plan, never)
    assert exported.failure is None
    (row,) = worklist_export.record_export(service, exported)
    assert row.state is DocumentState.EXPORTED
    text = next(out.glob("*.txt")).read_text(encoding="utf-8")
    for original in ("Okafor", "4471829", "Birch", "3/4/2021"):
        assert original not in text
    assert "Foley catheter" in text
    with open_workspace(service.user_paths) as log:
        (run,) = log.runs()
        (file,) = log.run_files(run["id"])
        log.verify()
    assert {(verdict, by) for verdict, by, _ in file["decisions"]} == {("accepted", "Ada")}


def test_what_a_reviewer_left_in_is_written_and_what_was_missed_blocks(service, tmp_path, worked_on_here):
    _, _, review = open_row(service, "b.txt")
    accept_all(service, review)
    name = find(review, "Milan Horvat")
    decisions.decide_spans(service, ActionKind.REJECT, review, review.reject([name.id]))
    service.change_settings(replace(service.settings, mode=ReplacementMode.TAG))
    sign_off.sign_off(service, review)
    plan = worklist_export.plan_export(
        service, tmp_path / "out", [OutputFormat.TXT], worklist_export.ready_files(service)
    )
    (exported,) = worklist_export.run_export(plan, never)
    assert exported.failure is None, exported.failure
    assert "Milan Horvat" in next((tmp_path / "out").glob("*.txt")).read_text(encoding="utf-8")

    # A name narrowed by mistake leaves its other half, which goes elsewhere: the file is kept back.
    _, _, other = open_row(service, "a.txt")
    accept_all(service, other)
    whole = find(other, "Adaeze Okafor")
    decisions.decide_spans(
        service, ActionKind.RESIZE, other, other.resize(whole.id, whole.span.start, whole.span.start + 6)
    )
    sign_off.sign_off(service, other)
    files = [f for f in worklist_export.ready_files(service) if f == service.row(other.row).file]
    plan = worklist_export.plan_export(service, tmp_path / "out", [OutputFormat.TXT], files)
    (exported,) = worklist_export.run_export(plan, never)
    assert exported.failure is not None
    assert exported.failure.kind == "LeakError"
    start = other.text.index("Okafor")
    assert ("", start, start + 6) in exported.failure.leaked_ranges
    assert service.row(other.row).state is DocumentState.SIGNED_OFF
    assert len(list((tmp_path / "out").glob("*.txt"))) == 1


def test_a_file_exported_twice_stands_once_in_the_report(service, tmp_path, worked_on_here):
    _, _, review = open_row(service, "b.txt")
    accept_all(service, review)
    sign_off.sign_off(service, review)
    for folder in ("one", "two"):
        files = worklist_export.ready_files(service)
        plan = worklist_export.plan_export(service, tmp_path / folder, [OutputFormat.TXT], files)
        (exported,) = worklist_export.run_export(plan, never)
        worklist_export.record_export(service, exported)
    data = worklist_report.gather_report_data(service)
    (output,) = exported.outputs
    assert [(f.name, f.sha256) for f in data.files] == [(output.name, output.sha256)]
    assert data.leak_checked_files == 1
    assert data.states[DocumentState.FAILED] == 1


def test_copies_do_not_go_where_the_documents_are(service, searched):
    with pytest.raises(OutputError, match="come from this folder"):
        worklist_export.plan_export(service, searched / "notes", [OutputFormat.SAME], [1])


def test_two_windows_do_not_share_a_worklist(service):
    with pytest.raises(StoreError):
        ReviewService(service.user_paths)


def test_surrogates_are_made_as_they_will_be_written(service):
    _, loaded, review = open_row(service, "a.txt")
    made = service.replacements(loaded.document, review.spans_to_replace())
    assert len(made) == len(review.spans_to_replace())
    tags = service.replacements(loaded.document, review.spans_to_replace(), ReplacementMode.TAG)
    assert {t.text for t in tags} >= {"[PATIENT]", "[MRN]"}


def test_settings_go_with_the_worklist(service):
    settings = replace(service.settings, site=Path("lists"), device="cpu", second_reader=True)
    assert WorklistSettings.from_json(settings.to_json()) == settings
    with pytest.raises(StoreError):
        WorklistSettings.from_json("[]")


@pytest.mark.parametrize(("rows", "profile"), [(20, "careful"), (40_000, "cascade")])
def test_a_worklist_keeps_the_profile_that_was_chosen_for_its_files(tmp_path, monkeypatch, rows, profile):
    monkeypatch.delenv("CHARTVEIL_PROFILE")
    table = tmp_path / "visits.csv"
    table.write_text("id,comment\n" + "1,Seen today in our clinic\n" * rows)
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.create_worklist([table], WorklistSettings(device="cpu"))
    monkeypatch.setenv("CHARTVEIL_PROFILE", "quick")
    assert service.processing_job().models.profile == profile
    (worklist,) = service.worklists()
    service.open_worklist(worklist.id)
    assert service.processing_job().models.profile == profile
    service.close()


def test_a_block_in_capitals_without_any_span_is_worth_a_look_once(tmp_path, worked_on_here):
    text = (
        "Patient: Milan Horvat.\n\n"
        "LUNGS ARE CLEAR TO AUSCULTATION AND PERCUSSION WITHOUT WHEEZES OR RALES OR\n"
        "RHONCHI AND THE HEART HAS A REGULAR RATE AND RHYTHM WITHOUT MURMUR OR RUB.\n"
    )
    (tmp_path / "c.txt").write_text(text, encoding="utf-8")
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.create_worklist([tmp_path / "c.txt"], WorklistSettings(reviewer="Ada", jobs=1))
    for found in service.detection_work(service.pending_files())(never):
        service.record_detection(found)
    (block,) = service.store.unseen_blocks(service.worklist, 10)
    assert text[block.start : block.end].startswith("LUNGS")
    assert "capitals" in block.reason
    service.mark_block_seen(block)
    assert service.store.unseen_blocks(service.worklist, 10) == []
    service.close()
