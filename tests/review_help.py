"""Makes and reviews worklists through the review service. Finds are put in: a search would take longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import site_gold
from chartveil.case_report import reading as case_reading
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.release import patient_texts, runner, worker_processes
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
    """Worklists are searched and exported, and notes of cases read, in this process: to begin another takes
    most of the time of a short test. That another does the same is tested in ``service/test_review_service``,
    ``service/test_case_reports`` and ``release``."""

    def process_here(job, tasks, processes, cancelled, *, claim_token="", apart=False, on_page=None):
        return worker_processes.process_files(job, tasks, 1, cancelled, claim_token=claim_token)

    def work_here(make, tasks, processes, cancelled, *, apart=False):
        return worker_processes.work_on_files(make, tasks, 1, cancelled)

    with pytest.MonkeyPatch.context() as patch:
        for module in (case_reading, patient_texts):
            patch.setattr(module, "work_on_files", work_here)
        patch.setattr(runner, "process_files", process_here)
        patch.setattr(detection, "process_files", process_here)
        yield


def nothing(_):
    return []


def begin(service, inputs, finds, settings=None, title="", recovered=nothing):
    """Begins a worklist of files in which ``finds(text)`` was found, and ``recovered(text)`` found and
    recovered; gives its number."""
    service.create_worklist(inputs, settings or WorklistSettings(reviewer="Ada"), title)
    worklist = service.worklist
    for pending in service.pending_files():
        file, form, documents = read_documents(pending.ref, service.settings.read)
        found = [_detected(service, d, finds(d.text), recovered(d.text)) for d in documents]
        service.store.save_detected(worklist, pending.number, file.sha256, form.name, found)
    return worklist


def _detected(service, document, finds, recovered):
    found = [
        *((s, DecisionState.PROPOSED) for s in finds),
        *((s, DecisionState.RECOVERED) for s in recovered),
    ]
    items = tuple(ReviewItem(n, span, state) for n, (span, state) in enumerate(found))
    counts = review_without_text(0, len(document.text), items, service.policy.doubtful, {}).counts()
    surfaces = tuple(fold(i.span.text(document.text)) for i in items)
    pages = document.layout.pages if document.layout else ()
    regions = document.layout.regions if document.layout else ()
    part, patient = document.source.part, document.patient_id or ""
    sizes = len(document.text), items, surfaces, (0.5,) * len(items), counts
    return DetectedDocument(part, document.id, patient, "", *sizes, (), pages, regions)


def opened(service, row):
    """The review of a document, read from its file."""
    return service.review_of(row, service.loading_work(service.row(row))().document)


def item(review, text):
    return next(i for i in review.items if i.span.text(review.text) == text)


def add(service, review, text, label):
    start = review.text.index(text)
    decisions.decide_spans(service, ActionKind.ADD, review, review.add_span(start, start + len(text), label))


def sign(service, row):
    return signing.sign_off(service, opened(service, row))


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
    service = ReviewService(places)
    try:
        worklist = begin(service, [folder], numbers, settings, title)
        for row in service.rows()[: documents - unread]:
            add(service, opened(service, row.row), site_gold.NAME, Label.RELATIVE)
            sign(service, row.row)
        return worklist
    finally:
        service.close()
