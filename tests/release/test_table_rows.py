"""A patient's name that one row of a table tells is found in pieces in the patient's other rows."""

import pytest

from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, ProcessingJob
from table_files import csv_bytes, jsonl_bytes, parquet_bytes, xlsx_bytes

MAKERS = {"csv": csv_bytes, "jsonl": jsonl_bytes, "parquet": parquet_bytes, "xlsx": xlsx_bytes}
HEADER = ["note_id", "patient_id", "note_text"]


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy(), models=None)


def released(pipeline, folder, suffix, rows):
    """The texts of the copy, taken apart by another reader."""
    from chartveil.release.copy_strings import copy_strings

    (folder / "out").mkdir()
    (folder / f"notes.{suffix}").write_bytes(MAKERS[suffix](HEADER, rows))
    job = ProcessingJob(
        load_policy(), ReplacementMode.SURROGATE, bytes(range(32)), output_folder=folder / "out"
    )
    outcome = FileProcessor(job, pipeline=pipeline).process(
        FileTask(InputRef(str(folder / f"notes.{suffix}")))
    )
    assert outcome.failure is None, outcome.failure
    draft, _ = outcome.drafts
    data = draft.draft.temporary_path.read_bytes()
    return "".join(s.text for s in copy_strings(data, outcome.format))


def letters(text):
    return "".join(filter(str.isalpha, text)).lower()


@pytest.mark.parametrize("suffix", MAKERS)
@pytest.mark.parametrize(
    "name", ["Quarz\nbrenner", "Quarzbren\nner", "Quarz|brenner", "Q-u-a-r-z-b-r-e-n-n-e-r"]
)
def test_in_pieces_in_another_row(pipeline, tmp_path, suffix, name):
    rows = [
        ["1", "p1", "Patient Name: Greta Quarzbrenner."],
        ["2", "p1", f"Seen with {name} on the ward today."],
    ]
    assert "quarzbrenner" not in letters(released(pipeline, tmp_path, suffix, rows))


def test_rows_of_other_patients_keep_their_words(pipeline, tmp_path):
    rows = [
        ["1", "p1", "Patient Name: Greta Winterhalder."],
        ["2", "p2", "Ankle worse in winter\nhalder test done."],
    ]
    assert "winterhalder" in letters(released(pipeline, tmp_path, "csv", rows))
