"""Boxes on the pages of a scan, from reading to the copy, with the real OCR engine."""

from dataclasses import replace

import pytest

from chartveil.domain.document import Label
from chartveil.domain.errors import InputError, ReviewError
from chartveil.domain.page_layout import RegionKind
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, DecisionState, DocumentState, Reading
from chartveil.review.page_review import PageArea
from chartveil.service import (
    decisions,
)
from chartveil.service import (
    page_boxes as marking,
)
from chartveil.service import (
    second_reader as second,
)
from chartveil.service import (
    sign_off as signing,
)
from chartveil.service import (
    worklist_export as releasing,
)
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import Workspace
from desk.scans_help import darkness, opened, page_of, place_of
from ocr.pages_help import form, scrawl

ROW = 1


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
def searched(tmp_path_factory):
    """A desk that has searched two forms, closed; copied for each test."""
    base = tmp_path_factory.mktemp("pages")
    scans = base / "scans"
    scans.mkdir()
    for name in ("a.png", "b.png"):
        signed_form(scans / name)
    # Not the same bytes, as two scans of one form never are.
    with (scans / "b.png").open("ab") as f:
        f.write(b"\0")
    desk = ReviewService(UserPaths(base / "home"))
    pages = PageOptions(style=BoxStyle.BLACK)
    settings = WorklistSettings(reviewer="Ada", jobs=1, must_decide=MustDecide.NONE)
    desk.create_worklist([scans], replace(settings, read=replace(settings.read, pages=pages)))
    files = desk.pending_files()
    desk.mark_started(files)
    for found in desk.detection_work(files)(never):
        assert found.outcome.failure is None, found.outcome.failure
        desk.record_detection(found)
    desk.close()
    return base


@pytest.fixture
def desk(searched, tmp_path):
    import shutil

    shutil.copytree(searched / "home", tmp_path / "home")
    desk = ReviewService(UserPaths(tmp_path / "home"))
    desk.open_worklist(desk.worklists()[0].id)
    yield desk
    desk.close()


def released(desk, folder, formats=(OutputFormat.SAME, OutputFormat.TXT)):
    """What is written for the first form."""
    document, _ = opened(desk)
    signing.sign_off(desk, desk.review_of(ROW, document))
    file = desk.row(ROW).file
    for exported in releasing.run_export(releasing.plan_export(desk, folder, formats, [file]), never):
        releasing.record_export(desk, exported)
        assert exported.report.failure is None, exported.report.failure
    return {p.suffix: p.read_bytes() for p in folder.iterdir()}


def test_what_was_found_on_a_page_waits_for_a_decision(desk):
    _, boxes = opened(desk)
    (mark,) = boxes.boxes
    assert (mark.region.kind, mark.state) == (RegionKind.SIGNATURE, DecisionState.PROPOSED)
    assert marking.undecided_boxes(desk, boxes) == []
    for asked in (
        replace(desk.settings, must_decide=MustDecide.ALL),
        replace(desk.settings, read=replace(desk.settings.read, pages=PageOptions(unread=UnreadPolicy.ASK))),
    ):
        desk.change_settings(asked)
        assert marking.undecided_boxes(desk, boxes) == [mark]


def test_it_is_not_signed_off_before_when_the_policy_asks(desk):
    document, boxes = opened(desk)
    asks = replace(desk.settings.read.pages, unread=UnreadPolicy.ASK)
    desk.change_settings(replace(desk.settings, read=replace(desk.settings.read, pages=asks)))
    with pytest.raises(ReviewError, match="1 box on its pages is not decided"):
        signing.sign_off(desk, desk.review_of(ROW, document))
    marking.decide_boxes(desk, ActionKind.LEAVE, boxes, boxes.leave([0]))
    assert signing.sign_off(desk, desk.review_of(ROW, document)).state is DocumentState.SIGNED_OFF
    # A decision after it takes the signature away.
    marking.decide_boxes(desk, ActionKind.COVER, boxes, boxes.cover([0]))
    assert desk.row(ROW).state is DocumentState.IN_REVIEW


def test_what_stands_below_a_drawn_box_goes_from_page_and_text(desk, tmp_path):
    document, boxes = opened(desk)
    smoker, allergies = place_of(document, "Smoker"), place_of(document, "Allergies")
    marking.decide_boxes(desk, ActionKind.DRAW, boxes, boxes.draw([smoker]))
    marking.decide_boxes(desk, ActionKind.LEAVE, boxes, boxes.leave([0]))
    signature = boxes.box(0).region
    # What OCR made of the strokes was taken for a name.
    review = desk.review_of(ROW, document)
    strokes = [i.id for i in review.items if i.span.start > document.text.index("Signed:")]
    decisions.decide_spans(desk, ActionKind.REJECT, review, review.reject(strokes))
    written = released(desk, tmp_path / "out")
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
    with Workspace(desk.user_paths.workspace_file) as workspace:
        rows = list(workspace.db.query("SELECT kind, verdict, decided_by FROM regions"))
    assert {tuple(r.values()) for r in rows} == {("drawn", "added", "Ada"), ("signature", "rejected", "Ada")}


def test_a_region_nobody_decided_about_is_covered(desk, tmp_path):
    _, boxes = opened(desk)
    written = released(desk, tmp_path / "out", [OutputFormat.SAME])
    _, pixels = page_of(written[".pdf"])
    assert darkness(pixels, boxes.box(0).region) > 0.98
    with Workspace(desk.user_paths.workspace_file) as workspace:
        rows = list(workspace.db.query("SELECT kind, verdict, decided_by FROM regions"))
    assert [tuple(r.values()) for r in rows] == [("signature", "accepted", "policy")]


def test_where_the_policy_refuses_no_decision_releases_it(desk, tmp_path):
    document, boxes = opened(desk)
    refuses = replace(desk.settings.read.pages, unread=UnreadPolicy.REFUSE)
    desk.change_settings(replace(desk.settings, read=replace(desk.settings.read, pages=refuses)))
    marking.decide_boxes(desk, ActionKind.COVER, boxes, boxes.cover([0]))
    signing.sign_off(desk, desk.review_of(ROW, document))
    made = releasing.plan_export(desk, tmp_path / "out", [OutputFormat.TXT], [desk.row(ROW).file])
    (exported,) = releasing.run_export(made, never)
    assert "was not read" in exported.report.failure.message
    assert not (tmp_path / "out").exists()


def test_decisions_outlive_the_program_and_are_undone_after_it(desk, tmp_path):
    document, boxes = opened(desk)
    marking.decide_boxes(desk, ActionKind.DRAW, boxes, boxes.draw([PageArea(0, 10, 10, 60, 40)]))
    drawn = boxes.boxes[0]
    marking.decide_boxes(desk, ActionKind.MOVE, boxes, boxes.reshape(drawn.id, PageArea(0, 20, 10, 70, 40)))
    marking.decide_boxes(desk, ActionKind.LEAVE, boxes, boxes.leave([0]))
    states = [boxes.boxes]
    desk.close()

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


def test_a_page_is_read_once(desk, monkeypatch):
    first, _ = opened(desk)
    desk.document_cache.clear()
    OCR_PAGE_CACHE.clear()
    monkeypatch.setattr(OCR_PAGE_CACHE, "_read", lambda *_: pytest.fail("it was read again"))
    second_time, _ = opened(desk)
    assert second_time == first


def test_a_place_is_covered_in_every_document_of_the_form_at_once(desk):
    document, boxes = opened(desk)
    others = marking.documents_of_same_form(desk, ROW, 0)
    assert [r.row for r in others] == [2]
    size = document.layout.pages[0]
    area = place_of(document, "Springfield")
    marking.cover_in_documents(desk, area, size, [ROW, 2], boxes)
    _, there = opened(desk, 2)
    assert any(m.state is DecisionState.ADDED for m in there.boxes)
    assert any(m.state is DecisionState.ADDED for m in boxes.boxes)
    with pytest.raises(ReviewError, match="in all of them"):
        marking.cover_in_documents(desk, area, size, [ROW, 2], boxes)
    decisions.undo(desk, desk.review_of(ROW, document), boxes)
    assert [m.state for m in boxes.boxes] == [DecisionState.PROPOSED]
    assert [m.state for m in opened(desk, 2)[1].boxes] == [DecisionState.PROPOSED]


def test_what_is_signed_off_is_not_offered(desk):
    document, _ = opened(desk, 2)
    signing.sign_off(desk, desk.review_of(2, document))
    assert marking.documents_of_same_form(desk, ROW, 0) == []


def test_of_two_readers_each_has_boxes_of_their_own_and_either_covers(desk, tmp_path):
    document, boxes = opened(desk)
    desk.change_settings(replace(desk.settings, second_reader=True))
    marking.decide_boxes(desk, ActionKind.LEAVE, boxes, boxes.leave([0]))
    signing.sign_off(desk, desk.review_of(ROW, document))
    desk.change_settings(replace(desk.settings, reviewer="Ben"))
    assert [r.row for r in marking.documents_of_same_form(desk, 2, 0)] == []
    second.begin_second_reading(desk, ROW)
    _, theirs = opened(desk)
    assert [m.state for m in theirs.boxes] == [DecisionState.PROPOSED]
    address = place_of(document, "Previous")
    marking.decide_boxes(desk, ActionKind.DRAW, theirs, theirs.draw([address]))
    signing.sign_off(desk, desk.review_of(ROW, document))
    second.begin_resolution(desk, ROW, document)
    assert desk.row(ROW).state is DocumentState.SIGNED_OFF
    marks = marking.final_boxes(desk, desk.row(ROW), releasing.final_reading(desk, desk.row(ROW)))
    assert [(m.region.kind, m.state) for m in marks] == [
        (RegionKind.SIGNATURE, DecisionState.PROPOSED),
        (RegionKind.DRAWN, DecisionState.ADDED),
    ]


def test_a_resolution_begins_with_the_boxes_of_both(desk):
    document, boxes = opened(desk)
    desk.change_settings(replace(desk.settings, second_reader=True))
    marking.decide_boxes(desk, ActionKind.DRAW, boxes, boxes.draw([PageArea(0, 10, 10, 60, 40)]))
    signing.sign_off(desk, desk.review_of(ROW, document))
    desk.change_settings(replace(desk.settings, reviewer="Ben"))
    second.begin_second_reading(desk, ROW)
    review = desk.review_of(ROW, document)
    start = document.text.index("Smoker")
    decisions.decide_spans(desk, ActionKind.ADD, review, review.add_span(start, start + 6, Label.IDNUM))
    signing.sign_off(desk, review)
    second.begin_resolution(desk, ROW, document)
    assert desk.reading_of(ROW) is Reading.RESOLVED
    _, settled = opened(desk)
    assert len(settled.boxes) == 2
    decisions.undo(desk, desk.review_of(ROW, document), settled)
    assert desk.store.boxes(desk.worklist, ROW, Reading.RESOLVED) == []


def test_without_a_reviewer_nothing_is_written_where_somebody_is_to_be_asked(desk, tmp_path):
    from chartveil.release.file_processor import FileProcessor

    scan = tmp_path / "scan.png"
    signed_form(scan)
    from chartveil.release.input_files import InputRef
    from chartveil.system.atomic_files import FolderClaim

    for unread in (UnreadPolicy.ASK, UnreadPolicy.REFUSE):
        pages = replace(desk.settings.read.pages, unread=unread)
        with FolderClaim(tmp_path / unread.value) as claim:
            job = replace(
                desk.processing_job(),
                out=tmp_path / unread.value,
                token=claim.token,
                models=None,
                read=replace(desk.settings.read, pages=pages),
                outputs=(OutputFormat.TXT, OutputFormat.JSONL),
            )
            outcome = FileProcessor(job).process(InputRef(str(scan)))
        assert outcome.failure is not None
        assert outcome.failure.kind == InputError.__name__
        assert "page 1" in outcome.failure.message
        assert outcome.drafts == ()


def test_undoing_a_place_in_other_documents_goes_back_to_the_box_it_was_asked_at(desk):
    _, boxes = opened(desk)
    area = PageArea(0, 20, 20, 80, 40)
    drawn = marking.decide_boxes(desk, ActionKind.DRAW, boxes, boxes.draw([area])).action.box_changes[0].id
    marking.cover_in_documents(desk, area, boxes.pages[0], [2], boxes, drawn)
    assert decisions.undo(desk, None).action.focus == (ROW, drawn)
    assert decisions.redo(desk, None).action.focus == (ROW, drawn)
