"""Two readers of one document, who is at the service, and where a worklist goes on. Nothing is searched here:
what would be found is put in."""

import shutil
from dataclasses import replace

import pytest

from build import document, find
from chartveil.domain.errors import ReviewError
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide
from chartveil.domain.tokenized_text import fold
from chartveil.review.model import ActionKind, DecisionState, DocumentState, Reading, ReviewItem
from chartveil.service import (
    bulk_decisions as bulk,
)
from chartveil.service import (
    decisions,
    sign_off,
    worklist_export,
)
from chartveil.service import (
    second_reader as second,
)
from chartveil.service.detection import review_without_text
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.worklists.records import DetectedDocument

TEXT = "Patient: Adaeze Okafor, MRN 4471829.\nSeen by Dr. Okonjo. Foley catheter placed.\n"
SPANS = (
    find(TEXT, "Adaeze Okafor", "PATIENT"),
    find(TEXT, "4471829", "MRN"),
    find(TEXT, "Okonjo", "DOCTOR"),
    find(TEXT, "Foley", "DOCTOR", 0.4),
)
NOTE = document(TEXT)
ROW = 1


def put_in(service, file):
    items = tuple(ReviewItem(n, span) for n, span in enumerate(SPANS))
    counts = review_without_text(0, len(TEXT), items, service.policy.doubtful, {}).counts()
    surfaces = tuple(fold(s.text(TEXT)) for s in SPANS)
    found = DetectedDocument("", NOTE.id, "", "", len(TEXT), items, surfaces, (0.5,) * len(items), counts)
    service.store.save_detected(service.worklist, file, "a" * 64, "text", [found])


@pytest.fixture
def service(tmp_path):
    """Ada's, with a note that two are to read, and one that nobody has searched."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in ("a.txt", "b.txt"):
        (notes / name).write_text(TEXT, encoding="utf-8")
    service = ReviewService(UserPaths(tmp_path / "home"))
    service.create_worklist(
        [notes], WorklistSettings(reviewer="Ada", second_reader=True, must_decide=MustDecide.DOUBTFUL)
    )
    put_in(service, 1)
    yield service
    service.close()


def sits_down(service, name):
    service.change_settings(replace(service.settings, reviewer=name))


def decide(service, text, kind):
    review = service.review_of(ROW, NOTE)
    item = next(i for i in review.items if i.span.text(TEXT) == text)
    work = {ActionKind.ACCEPT: review.accept, ActionKind.REJECT: review.reject}[kind]
    decisions.decide_spans(service, kind, review, work([item.id]))
    return review


def sign(service):
    return sign_off.sign_off(service, service.review_of(ROW, NOTE))


def ada_reads(service):
    decide(service, "Foley", ActionKind.REJECT)
    decide(service, "Okonjo", ActionKind.REJECT)
    return sign(service)


def ben_reads(service):
    sits_down(service, "Ben")
    second.begin_second_reading(service, ROW)
    decide(service, "Foley", ActionKind.REJECT)
    return sign(service)


def test_the_second_begins_without_the_firsts_decisions(service):
    assert ada_reads(service).state is DocumentState.SIGNED_OFF
    assert not second.is_hidden_from_reviewer(service, service.row(ROW))
    for same in ("Ada", "ADA ", "ada"):
        sits_down(service, same)
        with pytest.raises(ReviewError, match="first reader"):
            second.begin_second_reading(service, ROW)
    assert worklist_export.export_readiness(service)[1] == "waits for a second reader"

    sits_down(service, "Ben")
    assert second.is_hidden_from_reviewer(service, service.row(ROW))
    second.begin_second_reading(service, ROW)
    assert not second.is_hidden_from_reviewer(service, service.row(ROW))
    review = service.review_of(ROW, NOTE)
    assert review.reading is Reading.SECOND
    assert {i.state for i in review.items} == {DecisionState.PROPOSED}
    with pytest.raises(ReviewError, match="both have signed"):
        second.compare_readings(service, ROW, NOTE)


def test_the_same_text_elsewhere_shows_nothing_that_a_second_reader_may_not_see(service):
    put_in(service, 2)
    ada_reads(service)
    other = service.review_of(2, NOTE)
    foley = next(i for i in other.items if i.span.text(TEXT) == "Foley")
    places = bulk.same_text_targets(service, other, foley)
    assert [t.row for t in places] == [2, ROW]
    assert bulk.count_same_text(service, other, foley) == (1, 1, 2)

    sits_down(service, "Ben")
    places = bulk.same_text_targets(service, other, foley)
    assert [t.row for t in places] == [2]
    assert bulk.count_same_text(service, other, foley) == (1, 1, 1)
    second.begin_second_reading(service, ROW)
    assert [t.row for t in bulk.same_text_targets(service, other, foley)] == [2]


def test_neither_reader_undoes_what_the_other_decided(service):
    ada_reads(service)
    sits_down(service, "Ben")
    second.begin_second_reading(service, ROW)
    with pytest.raises(ReviewError, match="another reader"):
        decisions.undo(service, service.review_of(ROW, NOTE))
    assert service.row(ROW).signed_by == "Ada"
    decide(service, "Foley", ActionKind.ACCEPT)

    sits_down(service, "Ada")
    assert service.review_of(ROW, NOTE).reading is Reading.FIRST
    with pytest.raises(ReviewError, match="another reader"):
        decisions.undo(service, None)
    with pytest.raises(ReviewError, match="second reader has begun"):
        sign_off.take_back_signature(service, ROW)

    sits_down(service, "Ben")
    review = service.review_of(ROW, NOTE)
    assert decisions.undo(service, review).action.kind is ActionKind.ACCEPT
    assert {i.state for i in review.items} == {DecisionState.PROPOSED}
    assert decisions.redo(service, review).action.by == "Ben"


def test_what_they_differ_on_is_settled_and_goes_out_so(service):
    ada_reads(service)
    ben_reads(service)
    found = second.compare_readings(service, ROW, NOTE)
    (place,) = found.disagreements
    assert TEXT[place.start : place.end] == "Okonjo"
    assert 0 < found.kappa < 1
    second.begin_resolution(service, ROW, NOTE)
    assert second.begin_resolution(service, ROW, NOTE) is None, "it is begun once"
    assert service.reading_of(ROW) is Reading.RESOLVED
    assert worklist_export.export_readiness(service)[1] == "two readers differ on it"
    with pytest.raises(ReviewError, match="not decided"):
        sign(service)
    decide(service, "Okonjo", ActionKind.ACCEPT)
    assert sign(service).resolved
    assert worklist_export.ready_files(service) == [1]
    assert worklist_export.final_reading(service, service.row(ROW)) is Reading.RESOLVED


def test_where_both_agree_there_is_nothing_to_settle(service):
    decide(service, "Foley", ActionKind.REJECT)
    sign(service)
    ben_reads(service)
    assert second.compare_readings(service, ROW, NOTE).kappa == 1
    assert second.begin_resolution(service, ROW, NOTE) is None
    assert service.row(ROW).state is DocumentState.SIGNED_OFF
    assert worklist_export.ready_files(service) == [1]


def test_what_a_pause_did_not_reach_waits(service):
    assert [r.state for r in service.mark_started(service.pending_files())] == [DocumentState.DETECTING]
    assert [r.state for r in service.mark_halted()] == [DocumentState.WAITING]
    assert service.mark_halted() == []
    assert service.state_counts() == {DocumentState.TO_REVIEW: 1, DocumentState.WAITING: 1}


def test_a_worklist_goes_on_after_the_program_was_killed(service, tmp_path):
    """Nothing is put away at the end: a copy of the files as they lie is what a kill leaves."""
    service.mark_started(service.pending_files())
    assert service.row(2).state is DocumentState.DETECTING
    decide(service, "Foley", ActionKind.REJECT)
    service.save_bookmark(ROW, 3)
    home = shutil.copytree(service.user_paths.folder, tmp_path / "after")
    later = ReviewService(UserPaths(home))
    try:
        later.open_worklist(later.worklists()[0].id)
        assert later.settings == service.settings
        assert [r.state for r in later.rows()] == [DocumentState.IN_REVIEW, DocumentState.WAITING]
        assert [f.number for f in later.pending_files()] == [2]
        assert later.bookmark() == (ROW, 3)
        review = later.review_of(ROW, NOTE)
        assert [i.state for i in review.items].count(DecisionState.REJECTED) == 1
        assert decisions.undo(later, review).action.kind is ActionKind.REJECT
    finally:
        later.close()
