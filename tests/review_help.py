"""Worklists made and reviewed through the desk; what a search would find is put in, which is quicker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import site_gold
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.release import runner, worker_processes
from chartveil.release.input_files import read_documents
from chartveil.review.model import ActionKind, DecisionState, ReviewItem
from chartveil.service import decisions, detection
from chartveil.service import sign_off as signing
from chartveil.service.detection import review_without_text
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.worklists.records import DetectedDocument


@contextmanager
def working_here() -> Iterator[None]:
    """Worklists are searched and exported in this process: to begin another takes most of the time of a short
    test. That another does the same is tested in ``service/test_review_service.py`` and in ``release``."""

    def process_here(job, tasks, processes, cancelled, *, claim_token="", apart=False, told=None):
        return worker_processes.process_files(job, tasks, 1, cancelled, claim_token=claim_token)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "process_files", process_here)
        patch.setattr(detection, "process_files", process_here)
        yield


def nothing(_):
    return []


def begin(desk, inputs, finds, settings=None, title="", given_back=nothing):
    """Begins a worklist of files in which ``finds(text)`` was found, and ``given_back(text)`` found and given
    back; gives its number."""
    desk.create_worklist(inputs, settings or WorklistSettings(reviewer="Ada"), title)
    worklist = desk.worklist
    for pending in desk.pending_files():
        file, form, documents = read_documents(pending.ref, desk.settings.read)
        found = [_detected(desk, d, finds(d.text), given_back(d.text)) for d in documents]
        desk.store.save_detected(worklist, pending.number, file.sha256, form.name, found)
    return worklist


def _detected(desk, document, finds, given_back):
    found = [
        *((s, DecisionState.PROPOSED) for s in finds),
        *((s, DecisionState.RECOVERED) for s in given_back),
    ]
    items = tuple(ReviewItem(n, span, state) for n, (span, state) in enumerate(found))
    counts = review_without_text(0, len(document.text), items, desk.policy.doubtful, {}).counts()
    surfaces = tuple(fold(i.span.text(document.text)) for i in items)
    pages = document.layout.pages if document.layout else ()
    regions = document.layout.regions if document.layout else ()
    part, patient = document.source.part, document.patient_id or ""
    sizes = len(document.text), items, surfaces, (0.5,) * len(items), counts
    return DetectedDocument(part, document.id, patient, "", *sizes, (), pages, regions)


def opened(desk, row):
    """The review of a document, read from its file."""
    return desk.review_of(row, desk.loading_work(desk.row(row))().document)


def item(review, text):
    return next(i for i in review.items if i.span.text(review.text) == text)


def add(desk, review, text, label):
    start = review.text.index(text)
    decisions.decide_spans(desk, ActionKind.ADD, review, review.add_span(start, start + len(text), label))


def sign(desk, row):
    return signing.sign_off(desk, opened(desk, row))


def numbers(text):
    """What rules would find in a note of ``site_gold``: its MRN alone."""
    return [Span(m.start(1), m.end(1), Label.MRN, 0.95) for m in re.finditer(r"MRN: (\d+)", text)]


def site_worklist(places, folder, documents=24, title="", unread=0, first=0, settings=None):
    """A worklist of bare notes of ``site_gold``, in which a reader has marked what nothing found, and which
    all but ``unread`` are signed off. Gives its number."""
    folder.mkdir(parents=True)
    for i in range(first, first + documents):
        bare = re.sub(r"\[\[\w+\|(.+?)\]\]", r"\1", site_gold.note(i))
        (folder / f"{site_gold.SECRET}-{i:03}.txt").write_text(bare, encoding="utf-8")
    desk = ReviewService(places)
    try:
        worklist = begin(desk, [folder], numbers, settings, title)
        for row in desk.rows()[: documents - unread]:
            add(desk, opened(desk, row.row), site_gold.NAME, Label.RELATIVE)
            sign(desk, row.row)
        return worklist
    finally:
        desk.close()
