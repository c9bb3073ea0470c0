"""How far a file of pages is, is told page by page, from this process and from others; work on one can be
ended between two of its pages."""

import threading
import time

import numpy as np
import pytest

from chartveil.domain.errors import Cancelled
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.engines.registry import get_engine
from chartveil.ocr.options import PageOptions
from chartveil.ocr.page_reading import read_page_picture
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.worker_processes import process_files, terminate_workers
from chartveil.store.workspace import Workspace
from chartveil.system.page_progress import PageStep, page_progress_to, report_page
from scan_files import printed
from table_files import lines, pdf_bytes


def write_pdf(folder, pages):
    path = folder / "letter.pdf"
    path.write_bytes(pdf_bytes(*[lines(f"Page {n}: seen by Dr. Okafor.") for n in range(pages)]))
    return path


def job(**more):
    return ProcessingJob(load_policy(), ReplacementMode.TAG, bytes(32), models=None, **more)


def test_each_step_tells_each_page(tmp_path):
    told = []
    source = write_pdf(tmp_path, 2)
    with Workspace(tmp_path / "w.db", bytes(range(32))) as workspace:
        request = BatchRequest((source,), job(output_folder=tmp_path / "out"), 1)
        report = run_batch(request, workspace, on_page=lambda task, at: told.append((task.ref.path, at)))
    assert not report.failures
    assert {path for path, _ in told} == {str(source)}
    assert [(at.step, at.page, at.pages) for _, at in told] == [
        (step, page, 2) for step in PageStep if step is not PageStep.DETECTING for page in (1, 2)
    ]
    assert str(told[0][1]) == "reading page 1 of 2"


def test_a_page_that_is_read_by_ocr_tells_the_parts_of_the_work(tmp_path):
    told = []
    picture = np.asarray(printed(["Seen by Dr. Okafor."], size=(300, 100)).convert("RGB"))
    with page_progress_to(told.append):
        report_page(PageStep.READING, 1, 3)
        read_page_picture(picture, 150, PageOptions())
    assert {(at.step, at.page, at.pages) for at in told} == {(PageStep.READING, 2, 3)}
    assert list(dict.fromkeys(at.part for at in told)) == [0, 1, 2, 3, 4]
    assert str(told[2]) == "reading page 2 of 3, part 2 of 4"


def test_a_page_that_is_read_by_ocr_tells_its_lines_as_they_are_read():
    told = []
    notes = [f"Note {n}: seen by Dr. Okafor." for n in range(4)]
    with page_progress_to(told.append):
        report_page(PageStep.READING, 0, 1)
        read_page_picture(np.asarray(printed(notes).convert("RGB")), 150, PageOptions())
    lines = [at for at in told if at.part == 2 and at.line]
    assert [at.line for at in lines] == list(range(1, 5))
    assert str(lines[2]) == "reading page 1 of 1, part 2 of 4, line 3 of 4"


def test_work_on_a_page_can_be_ended_between_two_lines():
    """Lines that have not begun are dropped, so that the engine is free at once."""
    engine = get_engine(EngineName.RAPIDOCR)
    notes = [f"Note {n}: seen by Dr. Okafor." for n in range(40)]
    picture = np.asarray(printed(notes, size=(900, 2400)).convert("RGB"))
    told = []

    def end(at):
        told.append(at)
        if at.line == 2:
            raise Cancelled

    with page_progress_to(end):
        report_page(PageStep.READING, 0, 1)
        with pytest.raises(Cancelled):
            engine.read(picture, 150)
    assert told[-1].line == 2
    assert told[-1].lines >= 30
    waiting = [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]
    assert not waiting


def test_from_another_process_it_is_told_and_ended_between_pages(tmp_path):
    source = write_pdf(tmp_path, 400)
    stopped, told = [], []

    def tell(_, at):
        told.append(at)
        stopped.append(time.monotonic())
        terminate_workers()

    tasks = [FileTask(InputRef(str(source)))]
    with pytest.raises(Cancelled):
        list(process_files(job(outputs=()), tasks, 1, lambda: bool(stopped), apart=True, on_page=tell))
    assert told[0].pages == 400
    assert told[-1].page < 400


def test_of_a_long_text_it_is_told_how_far_the_search_is(tmp_path):
    told = []
    (tmp_path / "long.txt").write_text("Seen and well. " * 7000, "utf-8")
    with Workspace(tmp_path / "w.db", bytes(range(32))) as workspace:
        request = BatchRequest((tmp_path / "long.txt",), job(output_folder=tmp_path / "out"), 1)
        run_batch(request, workspace, on_page=lambda _, at: told.append(at))
    assert {at.step for at in told} == {PageStep.DETECTING}
    assert [at.page for at in told][:2] == [1, 2]
    assert str(told[0]) == f"detecting part 1 of {told[0].pages}"
