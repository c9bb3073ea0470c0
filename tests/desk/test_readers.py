"""Two readers of one document, who is at the desk, and where a worklist goes on. Nothing is searched here:
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


def put_in(desk, file):
    items = tuple(ReviewItem(n, span) for n, span in enumerate(SPANS))
    counts = review_without_text(0, len(TEXT), items, desk.policy.doubtful, {}).counts()
    surfaces = tuple(fold(s.text(TEXT)) for s in SPANS)
    found = DetectedDocument("", NOTE.id, "", "", len(TEXT), items, surfaces, (0.5,) * len(items), counts)
    desk.store.save_detected(desk.worklist, file, "a" * 64, "text", [found])


@pytest.fixture
def desk(tmp_path):
    """Ada's, with a note that two are to read, and one that nobody has searched."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in ("a.txt", "b.txt"):
        (notes / name).write_text(TEXT, encoding="utf-8")
    desk = ReviewService(UserPaths(tmp_path / "home"))
    desk.create_worklist(
        [notes], WorklistSettings(reviewer="Ada", second_reader=True, must_decide=MustDecide.DOUBTFUL)
    )
    put_in(desk, 1)
    yield desk
    desk.close()


def sits_down(desk, name):
    desk.change_settings(replace(desk.settings, reviewer=name))


def decide(desk, text, kind):
    review = desk.review_of(ROW, NOTE)
    item = next(i for i in review.items if i.span.text(TEXT) == text)
    work = {ActionKind.ACCEPT: review.accept, ActionKind.REJECT: review.reject}[kind]
    decisions.decide_spans(desk, kind, review, work([item.id]))
    return review


def sign(desk):
    return signing.sign_off(desk, desk.review_of(ROW, NOTE))


def ada_reads(desk):
    decide(desk, "Foley", ActionKind.REJECT)
    decide(desk, "Okonjo", ActionKind.REJECT)
    return sign(desk)


def ben_reads(desk):
    sits_down(desk, "Ben")
    second.begin_second_reading(desk, ROW)
    decide(desk, "Foley", ActionKind.REJECT)
    return sign(desk)


def test_the_second_begins_without_the_firsts_decisions(desk):
    assert ada_reads(desk).state is DocumentState.SIGNED_OFF
    assert not second.is_hidden_from_reviewer(desk, desk.row(ROW))
    for same in ("Ada", "ADA ", "ada"):
        sits_down(desk, same)
        with pytest.raises(ReviewError, match="first reader"):
            second.begin_second_reading(desk, ROW)
    assert releasing.export_readiness(desk).unready[0].reason == "waits for a second reader"

    sits_down(desk, "Ben")
    assert second.is_hidden_from_reviewer(desk, desk.row(ROW))
    second.begin_second_reading(desk, ROW)
    assert not second.is_hidden_from_reviewer(desk, desk.row(ROW))
    review = desk.review_of(ROW, NOTE)
    assert review.reading is Reading.SECOND
    assert {i.state for i in review.items} == {DecisionState.PROPOSED}
    with pytest.raises(ReviewError, match="both have signed"):
        second.compare_readings(desk, ROW, NOTE)


def test_the_same_text_elsewhere_shows_nothing_that_a_second_reader_may_not_see(desk):
    put_in(desk, 2)
    ada_reads(desk)
    other = desk.review_of(2, NOTE)
    foley = next(i for i in other.items if i.span.text(TEXT) == "Foley")
    places = bulk.same_text_targets(desk, other, foley, bulk.DecisionScope.WORKLIST)
    assert [t.row for t in places] == [2, ROW]
    assert bulk.count_same_text(desk, other, foley) == (1, 1, 2)

    sits_down(desk, "Ben")
    places = bulk.same_text_targets(desk, other, foley, bulk.DecisionScope.WORKLIST)
    assert [t.row for t in places] == [2]
    assert bulk.count_same_text(desk, other, foley) == (1, 1, 1)
    assert {t.row for t in bulk.targets_above_score(desk, other, 0.0, bulk.DecisionScope.WORKLIST)} == {2}
    second.begin_second_reading(desk, ROW)
    assert [t.row for t in bulk.same_text_targets(desk, other, foley, bulk.DecisionScope.WORKLIST)] == [2]


def test_neither_reader_undoes_what_the_other_decided(desk):
    ada_reads(desk)
    sits_down(desk, "Ben")
    second.begin_second_reading(desk, ROW)
    with pytest.raises(ReviewError, match="another reader"):
        decisions.undo(desk, desk.review_of(ROW, NOTE))
    assert desk.row(ROW).signed_by == "Ada"
    decide(desk, "Foley", ActionKind.ACCEPT)

    sits_down(desk, "Ada")
    assert desk.review_of(ROW, NOTE).reading is Reading.FIRST
    with pytest.raises(ReviewError, match="another reader"):
        decisions.undo(desk, None)
    with pytest.raises(ReviewError, match="second reader has begun"):
        signing.take_back_signature(desk, ROW)

    sits_down(desk, "Ben")
    review = desk.review_of(ROW, NOTE)
    assert decisions.undo(desk, review).action.kind is ActionKind.ACCEPT
    assert {i.state for i in review.items} == {DecisionState.PROPOSED}
    assert decisions.redo(desk, review).action.by == "Ben"


def test_what_they_differ_on_is_settled_and_goes_out_so(desk):
    ada_reads(desk)
    ben_reads(desk)
    found = second.compare_readings(desk, ROW, NOTE)
    (place,) = found.disagreements
    assert TEXT[place.start : place.end] == "Okonjo"
    assert 0 < found.kappa < 1
    second.begin_resolution(desk, ROW, NOTE)
    assert second.begin_resolution(desk, ROW, NOTE) is None, "it is begun once"
    assert desk.reading_of(ROW) is Reading.RESOLVED
    assert releasing.export_readiness(desk).unready[0].reason == "two readers differ on it"
    with pytest.raises(ReviewError, match="not decided"):
        sign(desk)
    decide(desk, "Okonjo", ActionKind.ACCEPT)
    assert sign(desk).resolved
    assert releasing.export_readiness(desk).files == (1,)
    assert releasing.final_reading(desk, desk.row(ROW)) is Reading.RESOLVED


def test_where_both_agree_there_is_nothing_to_settle(desk):
    decide(desk, "Foley", ActionKind.REJECT)
    sign(desk)
    ben_reads(desk)
    assert second.compare_readings(desk, ROW, NOTE).kappa == 1
    assert second.begin_resolution(desk, ROW, NOTE) is None
    assert desk.row(ROW).state is DocumentState.SIGNED_OFF
    assert releasing.export_readiness(desk).files == (1,)


def test_what_a_pause_did_not_reach_waits(desk):
    assert [r.state for r in desk.mark_started(desk.pending_files())] == [DocumentState.DETECTING]
    assert [r.state for r in desk.mark_halted()] == [DocumentState.WAITING]
    assert desk.mark_halted() == []
    assert desk.state_counts() == {DocumentState.TO_REVIEW: 1, DocumentState.WAITING: 1}


def test_a_worklist_goes_on_after_the_program_was_killed(desk, tmp_path):
    """Nothing is put away at the end: a copy of the files as they lie is what a kill leaves."""
    desk.mark_started(desk.pending_files())
    assert desk.row(2).state is DocumentState.DETECTING
    decide(desk, "Foley", ActionKind.REJECT)
    desk.save_bookmark(ROW, 3)
    home = shutil.copytree(desk.user_paths.folder, tmp_path / "after")
    later = ReviewService(UserPaths(home))
    try:
        later.open_worklist(later.worklists()[0].id)
        assert later.settings == desk.settings
        assert [r.state for r in later.rows()] == [DocumentState.IN_REVIEW, DocumentState.WAITING]
        assert [f.file for f in later.pending_files()] == [2]
        assert later.bookmark() == (ROW, 3)
        review = later.review_of(ROW, NOTE)
        assert [i.state for i in review.items].count(DecisionState.REJECTED) == 1
        assert decisions.undo(later, review).action.kind is ActionKind.REJECT
    finally:
        later.close()
