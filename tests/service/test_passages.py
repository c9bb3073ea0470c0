"""Passages that detection does not cover, from the search to the copy, and as the store keeps them."""

import shutil
from dataclasses import replace

import pytest

from chartveil.domain.errors import ReviewError
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import OtherLanguages
from chartveil.release.job import OutputFormat
from chartveil.review.model import ActionKind, DocumentState, Reading
from chartveil.service import decisions, passages, sign_off, worklist_export
from chartveil.service.review_service import ReviewService
from chartveil.service.second_reader import begin_second_reading
from chartveil.service.worklist_report import gather_report_data, report_html
from chartveil.service.worklist_settings import WorklistSettings
from review_help import opened

ROW = 1
NOTE = (
    "The patient was seen in clinic today with her daughter, and feels well.\n\n"
    "Die Patientin wurde wegen zunehmender Atemnot und Husten stationär aufgenommen.\n\n"
    "She takes her pills every day and has no complaints.\n\n"
    "Пациентка поступила в отделение с жалобами на боль в груди.\n"
)

pytestmark = pytest.mark.usefixtures("worked_on_here")


def without_networks(service):
    """The same service; networks have no part in this."""
    job = replace(service.processing_job(), models=None)
    service.processing_job = lambda: job
    return service


@pytest.fixture(scope="module")
def searched(tmp_path_factory, worked_on_here):
    """A home whose worklist holds one note with two passages, searched."""
    base = tmp_path_factory.mktemp("passages")
    (base / "note.txt").write_text(NOTE, encoding="utf-8")
    made = ReviewService(UserPaths(base / "home"))
    made.create_worklist([base / "note.txt"], WorklistSettings(reviewer="Ada", jobs=1))
    for found in without_networks(made).detection_work(made.pending_files())(lambda: False):
        assert found.outcome.failure is None, found.outcome.failure
        made.record_detection(found)
    made.close()
    return base / "home"


@pytest.fixture
def service(searched, tmp_path):
    """A service with that worklist open."""
    made = ReviewService(UserPaths(shutil.copytree(searched, tmp_path / "home")))
    made.open_worklist(made.worklists()[0].id)
    yield without_networks(made)
    made.close()


def unread(service, reading=Reading.FIRST):
    return [p.passage.name for p in passages.unread_passages(service, ROW, reading)]


def read_next(service, reading=Reading.FIRST):
    first = passages.unread_passages(service, ROW, reading)[0]
    return passages.mark_read(service, ROW, reading, first)


def accept_all(service):
    review = opened(service, ROW)
    if review.counts().undecided:
        changes = review.accept([i.id for i in review.items if not i.state.decided])
        decisions.decide_spans(service, ActionKind.ACCEPT, review, changes)
    return opened(service, ROW)


def exported(service, folder):
    plan = worklist_export.plan_export(service, folder, [OutputFormat.SAME], [service.row(ROW).file])
    (outcome,) = worklist_export.run_export(plan, lambda: False)
    return outcome


def test_each_passage_is_read_before_a_document_is_signed_off_and_goes(service, tmp_path):
    assert unread(service) == ["German", "Cyrillic script"]
    assert service.row(ROW).unread_passages == 2
    review = accept_all(service)
    with pytest.raises(ReviewError, match="2 passages .* are not read yet"):
        sign_off.sign_off(service, review)
    done = read_next(service)
    assert [r.unread_passages for r in done.rows] == [1]
    read_next(service)
    assert sign_off.sign_off(service, review).state is DocumentState.SIGNED_OFF
    assert exported(service, tmp_path / "out").failure is None


def test_reading_is_undone_and_redone_and_takes_a_signature_away(service):
    read_next(service)
    read_next(service)
    sign_off.sign_off(service, accept_all(service))
    while service.row(ROW).unread_passages < 2:
        assert decisions.undo(service, None, withdraw=True) is not None
    assert service.row(ROW).state is DocumentState.IN_REVIEW
    assert decisions.history(service)[1] is ActionKind.READ
    decisions.redo(service, None)
    assert unread(service) == ["Cyrillic script"]


def test_what_is_read_is_there_when_the_store_is_opened_again(service, tmp_path):
    read_next(service)
    worklist, before = service.worklist, service.store.passages(service.worklist, ROW, Reading.FIRST)
    assert [(p.by, p.is_read) for p in before] == [("Ada", True), ("", False)]
    assert [NOTE[p.passage.start : p.passage.end].split()[0] for p in before] == ["Die", "Пациентка"]
    service.store.close()
    again = ReviewService(UserPaths(tmp_path / "home"))
    assert again.store.passages(worklist, ROW, Reading.FIRST) == before
    again.open_worklist(worklist)
    decisions.undo(again, None)
    assert again.row(ROW).unread_passages == 2
    again.close()


def test_a_passage_is_read_once(service):
    first = passages.passages_of(service, ROW, Reading.FIRST)[0]
    passages.mark_read(service, ROW, Reading.FIRST, first)
    with pytest.raises(ValueError, match="not as the change has it"):
        passages.mark_read(service, ROW, Reading.FIRST, first)
    with pytest.raises(ReviewError, match="read already"):
        passages.mark_read(service, ROW, Reading.FIRST, passages.passages_of(service, ROW, Reading.FIRST)[0])


def test_a_policy_may_allow_them_and_an_export_asks_again(service, tmp_path):
    asking = service.policy
    service.policy = replace(asking, other_languages=OtherLanguages.ALLOW)
    sign_off.sign_off(service, accept_all(service))
    service.policy = asking
    job = replace(service.processing_job(), policy=asking)
    service.processing_job = lambda: job
    failure = exported(service, tmp_path / "out").failure
    assert "2 passages" in failure.message
    assert "Withdraw its sign-off" in failure.message
    assert "Patientin" not in failure.message


def test_a_second_reader_reads_them_anew(service):
    service.change_settings(replace(service.settings, second_reader=True))
    read_next(service)
    read_next(service)
    sign_off.sign_off(service, accept_all(service))
    service.change_settings(replace(service.settings, reviewer="Bo"))
    begin_second_reading(service, ROW)
    assert unread(service, Reading.SECOND) == ["German", "Cyrillic script"]
    assert unread(service) == []


def test_the_report_counts_them_and_quotes_none(service):
    read_next(service)
    page = report_html(gather_report_data(service))
    for told in ("Passages that detection does not cover", "German", "Cyrillic"):
        assert told in page
    assert "Patientin" not in page
