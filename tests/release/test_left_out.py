"""What a copy leaves out is counted by kind, in report and record, and never with a word of the file."""

import json

import pytest

from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.tables.column_plan import ColumnRules, UnsureColumns
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace
from formats.prose_files import hiding_places
from scan_files import hidden_lines
from table_files import csv_bytes, jsonl_bytes, parquet_bytes, pdf_bytes, xlsx_bytes
from table_files import lines as drawn

SAID = "Quibblewood"
HEADER = ["note_id", "mrn", SAID, "note_text"]
ROWS = [["1", "p7", SAID, "Seen on the ward, well."], ["2", "p8", SAID, "Up in a chair."]]
PAGE = f"""<!DOCTYPE html><html><!-- {SAID} --><script>{SAID}</script><p {SAID}="1" title="a">Seen
today, <img src="{SAID}.png">well.</p>"""
RICH = r"{\rtf1{\fonttbl{\f0\fswiss QUIB;}}{\*\quib QUIB}{\info{\author QUIB}}\quibble Seen today, well.\par}"


def workbook(book, sheet):
    from openpyxl.comments import Comment

    sheet["D2"].comment = Comment(SAID, SAID)


def lines():
    return jsonl_bytes(HEADER, ROWS) + json.dumps({"note_text": "Well.", "tags": [SAID]}).encode() + b"\n"


FILES = {
    "note.docx": (lambda: hiding_places(SAID), {"picture", "document properties", "embedded file"}),
    "note.html": (lambda: PAGE.encode(), {"comment", "script", "attribute", "picture"}),
    "note.rtf": (lambda: RICH.replace("QUIB", SAID).encode(), {"font name", "hidden group"}),
    "notes.csv": (lambda: csv_bytes(HEADER, ROWS), {"column"}),
    "notes.jsonl": (lines, {"column", "list"}),
    "notes.xlsx": (lambda: xlsx_bytes(HEADER, ROWS, workbook), {"column", "part of the file"}),
    "notes.parquet": (lambda: parquet_bytes(HEADER, ROWS, author=SAID), {"column", "entry of metadata"}),
    "note.txt": (lambda: b"Seen today, well.\n", set()),
}


@pytest.fixture
def released(tmp_path):
    """Runs one file: its report, and what the record of its copy says was left out."""

    def run(name, data):
        (tmp_path / name).write_bytes(data)
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            bytes(range(32)),
            output_folder=tmp_path / "out",
            read_options=ReadOptions(columns=ColumnRules(unsure=UnsureColumns.EMPTY)),
            models=None,
        )
        with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
            report = run_batch(BatchRequest((tmp_path / name,), job, processes=1), workspace)
            facts = workspace.run_files(report.run_id)
        assert report.failures == []
        return report, [f["left_out"] for f in facts if "left_out" in f]

    return run


@pytest.mark.parametrize("name", FILES)
def test_what_is_left_out_is_counted_in_report_and_record(released, name):
    make, kinds = FILES[name]
    report, recorded = released(name, make())
    assert kinds <= set(report.left_out), report.left_out
    assert bool(kinds) == bool(report.left_out)
    assert recorded == [dict(report.left_out)]
    assert all(n > 0 for n in report.left_out.values())
    assert SAID.lower() not in str(report.left_out).lower()


def test_columns_of_a_table_are_counted_once_however_many_rows_it_has(released):
    report, _ = released("notes.csv", csv_bytes(HEADER, ROWS * 9))
    assert report.left_out == {"column": 1}


def test_what_pages_hide_is_told_by_page(released):
    def hiding(canvas):
        drawn("Seen today, well.")(canvas)
        hidden_lines([SAID], height=700)(canvas)

    report, _ = released("note.pdf", pdf_bytes(drawn("Seen on the ward."), hiding))
    (file,) = report.files
    assert file.counts.pages == {2: {"hidden words": 1}}
