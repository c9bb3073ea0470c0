"""Texts that come again in a table are read once; what becomes of them is as if each were read by itself."""

import csv
import io
from dataclasses import replace

import pytest

from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats.base import SourceFile
from chartveil.formats.registry import format_for
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.tables.copies import plan_table
from chartveil.release.tables.repeated_texts import RepeatedTexts
from chartveil.release.tables.rows import RowDeidentifier

COMMENTS = (
    "Spoke with Odalys Quesada, who calls back on 3/4/2023.",
    "Left a message for Dr. Brandt.",
    "Wanda Holloway, the daughter, drives her to the clinic. Call 206-555-0142.",
    "Lungs clear, no wheeze.",
    "f/u 5/12 w/ Brandt",
)
JOB = ProcessingJob(load_policy(), ReplacementMode.SURROGATE, bytes(range(32)))


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy())


def rows_of(pipeline, header, rows):
    """Opened rows of a table, and what makes a de-identifier that has read nothing yet."""
    text = io.StringIO()
    csv.writer(text).writerows([header, *rows])
    file = SourceFile("visits.csv", text.getvalue().encode())
    planned = plan_table(FileProcessor(JOB, pipeline=pipeline), file, format_for(file))

    def fresh():
        processor = FileProcessor(JOB, pipeline=pipeline)
        return RowDeidentifier(processor, planned.plans, FileTask(InputRef(file.path)), "delimited")

    return list(planned.opened.rows()), fresh


@pytest.mark.parametrize("with_patients", [False, True])
def test_each_cell_becomes_what_it_becomes_by_itself(pipeline, with_patients):
    numbers = range(4 * len(COMMENTS))
    rows = [[f"E{n:05d}", f"{70000 + n}", COMMENTS[n * 3 % len(COMMENTS)]] for n in numbers]
    header = ["Encounter ID", "MRN" if with_patients else "Line", "Comment"]
    opened, fresh = rows_of(pipeline, header, rows)
    together = fresh().deidentify(opened)
    singly = [fresh().deidentify([row]) for row in opened]
    assert together.cells == [cells for one in singly for cells in one.cells]
    assert together.labels == sum((one.labels for one in singly), singly[0].labels.__class__())
    assert sum(together.labels.values()) > 3 * len(COMMENTS)
    assert len({cells[2] for cells in together.cells}) > len(COMMENTS) if with_patients else True


def test_detectors_read_a_text_twice_and_never_again(pipeline):
    class Counting:
        name = "counting"

        def __init__(self):
            self.texts = []

        def detect(self, view):
            self.texts.append(view.text)
            return []

    counting = Counting()
    watched = replace(pipeline, detectors=(*pipeline.detectors, counting))
    rows = [[f"E{n:05d}", f"{70000 + n}", COMMENTS[n % 3]] for n in range(60)]
    opened, fresh = rows_of(watched, ["Encounter ID", "MRN", "Comment"], rows)
    counting.texts.clear()
    fresh().deidentify(opened)
    assert {text: counting.texts.count(text) for text in COMMENTS[:3]} == dict.fromkeys(COMMENTS[:3], 2)


def test_no_more_is_kept_than_there_is_room_for():
    class Length:
        made = 0

        def make(self, view):
            self.made += 1
            return len(view.text)

    def read(text, patient):
        document = Document(text, DocumentSource("t.csv", "delimited", patient), patient_id=patient)
        view = repeated.view(document)
        assert view.document is document
        return view.cached(length)

    repeated, length = RepeatedTexts(most=2), Length()
    for patient in "abcde":
        assert [read(text, patient) for text in ("one", "three")] == [3, 5]
    assert length.made == 4
    for text in ("fourth", "fourth", "fifths", "fifths"):
        read(text, "a")
    read("one", "a")
    assert length.made == 9
