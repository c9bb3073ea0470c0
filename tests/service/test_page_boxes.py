"""Boxes on the pages of a scan, from reading to the copy, with the real OCR engine."""

from dataclasses import replace

import pytest

from chartveil.domain.errors import InputError, ReviewError
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import RegionKind
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.ocr import page_reading
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, DecisionState, DocumentState, Reading
from chartveil.review.page_review import PageArea
from chartveil.service import (
    decisions,
    page_boxes,
    sign_off,
    worklist_export,
)
from chartveil.service import (
    second_reader as second,
)
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_report import gather_report_data, report_html
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import open_workspace
from ocr.pages_help import form, scrawl
from service.scans_help import darkness, opened, page_of, place_of

ROW = 1

pytestmark = pytest.mark.usefixtures("worked_on_here")


def never() -> bool:
    return False


def signed_form(path):
    """A registration form with a signature, as a picture of 200 dpi."""
    sheet = form(1200, 900)
    sheet.write(60, 760, "Signed:")
    scrawl(sheet, 260, 720, 380, 90)
    from PIL import Image

    Image.fromarray(sheet.picture).save(path, dpi=(200, 200))


@pytest.fixture(scope="module")
def searched(tmp_path_factory, worked_on_here):
    """A service that has searched two forms, closed; copied for each test."""
    base = tmp_path_factory.mktemp("pages")
    scans = base / "scans"
    scans.mkdir()
    for name in ("a.png", "b.png"):
        signed_form(scans / name)
    # Not the same bytes, as two scans of one form never are.
    with (scans / "b.png").open("ab") as f:
        f.write(b"\0")
    service = ReviewService(UserPaths(base / "home"))
    pages = PageOptions(style=BoxStyle.BLACK)
    settings = WorklistSettings(reviewer="Ada", jobs=1, must_decide=MustDecide.NONE)
    service.create_worklist([scans], replace(settings, read=replace(settings.read, pages=pages)))
    files = service.pending_files()
    service.mark_started(files)
    for found in service.detection_work(files)(never):
        assert found.outcome.failure is None, found.outcome.failure
        service.record_detection(found)
    service.close()
    return base


@pytest.fixture
def service(searched, tmp_path):
    import shutil

    shutil.copytree(searched / "home", tmp_path / "home")
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.open_worklist(service.worklists()[0].id)
    yield service
    service.close()


def released(service, folder, formats=(OutputFormat.SAME, OutputFormat.TXT)):
    """What is written for the first form."""
    document, _ = opened(service)
    sign_off.sign_off(service, service.review_of(ROW, document))
    file = service.row(ROW).file
    for exported in worklist_export.run_export(
        worklist_export.plan_export(service, folder, formats, [file]), never
    ):
        worklist_export.record_export(service, exported)
        assert exported.failure is None, exported.failure
    return {p.suffix: p.read_bytes() for p in folder.iterdir()}


def recorded_regions(service):
    """Kind, verdict and reader of each part of a page, as the audit log has them."""
    with open_workspace(service.user_paths) as workspace:
        (run,) = workspace.runs()
        files = workspace.run_files(run["id"])
    regions = [r for f in files for d in f["private"] for r in d["regions"]]
    return {(kind, verdict, by) for *_, kind, _, verdict, by, _ in regions}


def test_what_was_found_on_a_page_waits_for_a_decision(service):
    _, boxes = opened(service)
    (mark,) = boxes.boxes
    assert (mark.region.kind, mark.state) == (RegionKind.SIGNATURE, DecisionState.PROPOSED)
    assert page_boxes.undecided_boxes(service, boxes) == []
    for asked in (
        replace(service.settings, must_decide=MustDecide.ALL),
        replace(
            service.settings, read=replace(service.settings.read, pages=PageOptions(unread=UnreadPolicy.ASK))
        ),
    ):
        service.change_settings(asked)
        assert page_boxes.undecided_boxes(service, boxes) == [mark]


def test_it_is_not_signed_off_before_when_the_policy_asks(service):
    document, boxes = opened(service)
    asks = replace(service.settings.read.pages, unread=UnreadPolicy.ASK)
    service.change_settings(replace(service.settings, read=replace(service.settings.read, pages=asks)))
    with pytest.raises(ReviewError, match="1 box on its pages is not decided"):
        sign_off.sign_off(service, service.review_of(ROW, document))
    page_boxes.decide_boxes(service, ActionKind.LEAVE, boxes, boxes.leave([0]))
    assert sign_off.sign_off(service, service.review_of(ROW, document)).state is DocumentState.SIGNED_OFF
    # A decision after it would take the signature away.
    with pytest.raises(decisions.SignatureAtStakeError):
        page_boxes.decide_boxes(service, ActionKind.COVER, boxes, boxes.cover([0]))
    sign_off.take_back_signature(service, ROW)
    page_boxes.decide_boxes(service, ActionKind.COVER, boxes, boxes.cover([0]))
    assert service.row(ROW).state is DocumentState.IN_REVIEW


def test_what_stands_below_a_drawn_box_goes_from_page_and_text(service, tmp_path):
    document, boxes = opened(service)
    smoker, allergies = place_of(document, "Smoker"), place_of(document, "Allergies")
    page_boxes.decide_boxes(service, ActionKind.DRAW, boxes, boxes.draw([smoker]))
    page_boxes.decide_boxes(service, ActionKind.LEAVE, boxes, boxes.leave([0]))
    signature = boxes.box(0).region
    # What OCR made of the strokes was taken for a name.
    review = service.review_of(ROW, document)
    strokes = [i.id for i in review.items if i.span.start > document.text.index("Signed:")]
    decisions.decide_spans(service, ActionKind.REJECT, review, review.reject(strokes))
    written = released(service, tmp_path / "out")
    plain = written[".txt"].decode()
    assert "[covered]" in plain
    assert "Smoker" not in plain
    assert "Allergies" in plain
    text, pixels = page_of(written[".pdf"])
    assert "Smoker" not in text
    assert "Allergies" in text
    assert darkness(pixels, smoker) > 0.98
    assert darkness(pixels, allergies) < 0.5
    # It was left on purpose: ink, but no box.
    assert 0.0 < darkness(pixels, signature) < 0.5
    assert recorded_regions(service) == {("drawn", "added", "Ada"), ("signature", "rejected", "Ada")}
    report = gather_report_data(service)
    assert report.boxes == (("drawn", "added", 1), ("signature", "rejected", 1))
    page = " ".join(report_html(report).split())
    assert '<th scope="row">drawn</th><td class="number">1</td><td class="number">0</td>' in page


def test_a_region_nobody_decided_about_is_covered(service, tmp_path):
    _, boxes = opened(service)
    written = released(service, tmp_path / "out", [OutputFormat.SAME])
    _, pixels = page_of(written[".pdf"])
    assert darkness(pixels, boxes.box(0).region) > 0.98
    assert recorded_regions(service) == {("signature", "accepted", "policy")}


def test_where_the_policy_refuses_no_decision_releases_it(service, tmp_path):
    document, boxes = opened(service)
    refuses = replace(service.settings.read.pages, unread=UnreadPolicy.REFUSE)
    service.change_settings(replace(service.settings, read=replace(service.settings.read, pages=refuses)))
    page_boxes.decide_boxes(service, ActionKind.COVER, boxes, boxes.cover([0]))
    sign_off.sign_off(service, service.review_of(ROW, document))
    made = worklist_export.plan_export(service, tmp_path / "out", [OutputFormat.TXT], [service.row(ROW).file])
    (exported,) = worklist_export.run_export(made, never)
    assert "was not read" in exported.failure.message
    assert not (tmp_path / "out").exists()


def test_decisions_outlive_the_program_and_are_undone_after_it(service, tmp_path):
    document, boxes = opened(service)
    page_boxes.decide_boxes(service, ActionKind.DRAW, boxes, boxes.draw([PageArea(0, 10, 10, 60, 40)]))
    drawn = boxes.boxes[0]
    page_boxes.decide_boxes(
        service, ActionKind.MOVE, boxes, boxes.reshape(drawn.id, PageArea(0, 20, 10, 70, 40))
    )
    page_boxes.decide_boxes(service, ActionKind.LEAVE, boxes, boxes.leave([0]))
    states = [boxes.boxes]
    service.close()

    again = ReviewService(UserPaths(tmp_path / "home"))
    try:
        again.open_worklist(again.worklists()[0].id)
        _, boxes = opened(again)
        review = again.review_of(ROW, document)
        assert boxes.boxes == states[0]
        for kind in (ActionKind.LEAVE, ActionKind.MOVE, ActionKind.DRAW):
            done = decisions.undo(again, review, boxes)
            assert done.action.kind is kind
            stored = again.store.boxes(again.worklist, ROW, Reading.FIRST)
            assert sorted(boxes.boxes, key=lambda m: m.id) == stored
        assert [m.state for m in boxes.boxes] == [DecisionState.PROPOSED]
        while decisions.redo(again, review, boxes):
            pass
        assert boxes.boxes == states[0]
    finally:
        again.close()


def test_a_page_is_read_once(service, monkeypatch):
    first, _ = opened(service)
    service.document_cache.clear()
    OCR_PAGE_CACHE.clear()
    monkeypatch.setattr(page_reading, "read_page_picture", lambda *_: pytest.fail("it was read again"))
    second_time, _ = opened(service)
    assert second_time == first


def test_a_place_is_covered_in_every_document_of_the_form_at_once(service):
    document, boxes = opened(service)
    others = page_boxes.documents_of_same_form(service, ROW, 0)
    assert [r.row for r in others] == [2]
    size = document.layout.pages[0]
    area = place_of(document, "Springfield")
    page_boxes.cover_in_documents(service, area, size, [ROW, 2], boxes)
    _, there = opened(service, 2)
    assert any(m.state is DecisionState.ADDED for m in there.boxes)
    assert any(m.state is DecisionState.ADDED for m in boxes.boxes)
    with pytest.raises(ReviewError, match="in all of them"):
        page_boxes.cover_in_documents(service, area, size, [ROW, 2], boxes)
    decisions.undo(service, service.review_of(ROW, document), boxes)
    assert [m.state for m in boxes.boxes] == [DecisionState.PROPOSED]
    assert [m.state for m in opened(service, 2)[1].boxes] == [DecisionState.PROPOSED]


def test_what_is_signed_off_is_not_offered(service):
    document, _ = opened(service, 2)
    sign_off.sign_off(service, service.review_of(2, document))
    assert page_boxes.documents_of_same_form(service, ROW, 0) == []


def test_of_two_readers_each_has_boxes_of_their_own_and_either_covers(service, tmp_path):
    document, boxes = opened(service)
    service.change_settings(replace(service.settings, second_reader=True))
    page_boxes.decide_boxes(service, ActionKind.LEAVE, boxes, boxes.leave([0]))
    sign_off.sign_off(service, service.review_of(ROW, document))
    service.change_settings(replace(service.settings, reviewer="Ben"))
    assert [r.row for r in page_boxes.documents_of_same_form(service, 2, 0)] == []
    second.begin_second_reading(service, ROW)
    _, theirs = opened(service)
    assert [m.state for m in theirs.boxes] == [DecisionState.PROPOSED]
    address = place_of(document, "Previous")
    page_boxes.decide_boxes(service, ActionKind.DRAW, theirs, theirs.draw([address]))
    sign_off.sign_off(service, service.review_of(ROW, document))
    second.begin_resolution(service, ROW, document)
    assert service.row(ROW).state is DocumentState.SIGNED_OFF
    marks = page_boxes.final_boxes(
        service, service.row(ROW), worklist_export.final_reading(service, service.row(ROW))
    )
    assert [(m.region.kind, m.state) for m in marks] == [
        (RegionKind.SIGNATURE, DecisionState.PROPOSED),
        (RegionKind.DRAWN, DecisionState.ADDED),
    ]


def test_a_resolution_begins_with_the_boxes_of_both(service):
    document, boxes = opened(service)
    service.change_settings(replace(service.settings, second_reader=True))
    page_boxes.decide_boxes(service, ActionKind.DRAW, boxes, boxes.draw([PageArea(0, 10, 10, 60, 40)]))
    sign_off.sign_off(service, service.review_of(ROW, document))
    service.change_settings(replace(service.settings, reviewer="Ben"))
    second.begin_second_reading(service, ROW)
    review = service.review_of(ROW, document)
    start = document.text.index("Smoker")
    decisions.decide_spans(service, ActionKind.ADD, review, review.add_span(start, start + 6, Label.IDNUM))
    sign_off.sign_off(service, review)
    second.begin_resolution(service, ROW, document)
    assert service.reading_of(ROW) is Reading.RESOLVED
    _, settled = opened(service)
    assert len(settled.boxes) == 2
    decisions.undo(service, service.review_of(ROW, document), settled)
    assert service.store.boxes(service.worklist, ROW, Reading.RESOLVED) == []


def test_without_a_reviewer_nothing_is_written_where_somebody_is_to_be_asked(service, tmp_path):
    from chartveil.release.file_processor import FileProcessor

    scan = tmp_path / "scan.png"
    signed_form(scan)
    from chartveil.release.input_files import InputRef
    from chartveil.release.job import FileTask
    from chartveil.system.atomic_files import FolderClaim

    for unread in (UnreadPolicy.ASK, UnreadPolicy.REFUSE):
        pages = replace(service.settings.read.pages, unread=unread)
        with FolderClaim(tmp_path / unread.value) as claim:
            job = replace(
                service.processing_job(),
                output_folder=tmp_path / unread.value,
                for_review=False,
                models=None,
                read_options=replace(service.settings.read, pages=pages),
                outputs=(OutputFormat.TXT, OutputFormat.JSONL),
            )
            outcome = FileProcessor(job, claim.token).process(FileTask(InputRef(str(scan))))
        assert outcome.failure is not None
        assert outcome.failure.kind == InputError.__name__
        assert "page 1" in outcome.failure.message
        assert outcome.drafts == ()


def test_undoing_a_place_in_other_documents_goes_back_to_the_box_it_was_asked_at(service):
    _, boxes = opened(service)
    area = PageArea(0, 20, 20, 80, 40)
    drawn = (
        page_boxes.decide_boxes(service, ActionKind.DRAW, boxes, boxes.draw([area])).action.box_changes[0].id
    )
    page_boxes.cover_in_documents(service, area, boxes.pages[0], [2], boxes, drawn)
    assert decisions.undo(service, None).action.focus == (ROW, drawn)
    assert decisions.redo(service, None).action.focus == (ROW, drawn)
