"""Long tables: worked on in chunks by several processes, gone on with where they were broken off."""

import hashlib

import pytest

from chartveil.domain.errors import OutputError
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.file_processor import failed_outcome, time_limit_error
from chartveil.release.job import ProcessingJob
from chartveil.release.tables import copies, journal, long_tables
from chartveil.release.tables.journal import RowJournal
from chartveil.release.tables.rows import RowsDone
from chartveil.release.worker_processes import work_on_files
from chartveil.store.workspace import Workspace
from table_files import csv_bytes

pytestmark = pytest.mark.usefixtures("pipelines_kept")

HEADER = ["MRN", "Patient name", "Visit date", "Value", "Comment"]
ROWS = [
    [
        f"{700 + n % 7}",
        f"Greta Quarzbrenner{'' if n % 7 else 'ix'}",
        f"2024-01-{1 + n % 28:02d}",
        f"{n}",
        "No answer.",
    ]
    for n in range(400)
]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Releases one table in chunks of 32 rows: the report, and what is in the folder by name."""
    monkeypatch.setattr(copies, "CHUNK_ROWS", 32)
    monkeypatch.setattr(long_tables, "CHUNK_ROWS", 32)

    def here(make, tasks, processes, cancelled, **_):
        return work_on_files(make, tasks, 1, cancelled)  # that processes do it is tested with them

    monkeypatch.setattr(long_tables, "work_on_files", here)

    def released(least=0, stop_after=None, data=None, out="out"):
        monkeypatch.setattr(long_tables, "LONG_TEXT", least)
        path = tmp_path / "t.csv"
        path.write_bytes(data or csv_bytes(HEADER, ROWS))
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            bytes(range(32)),
            output_folder=tmp_path / out,
            models=None,
        )
        rows = []

        def told(_, at):
            rows.append(at.page)

        def stopped():
            return stop_after is not None and len(rows) >= stop_after

        with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
            request = BatchRequest((path,), job, processes=2)
            report = run_batch(request, workspace, cancelled=stopped, on_page=told)
            entries = [e.facts["public"] for e in workspace.entries() if e.kind == "file-exported"]
        files = (
            {p.name: p.read_bytes() for p in (tmp_path / out).iterdir()} if (tmp_path / out).exists() else {}
        )
        return report, files, rows, entries

    return released


def test_a_stopped_run_is_gone_on_with_and_gives_the_same_bytes_as_one_process(run):
    _, whole, _, _ = run(least=10**9, out="whole")
    report, files, rows, _ = run(stop_after=3)
    assert report.stopped
    assert rows[0] == 32
    assert [name for name in files if name.startswith("table-")] == []
    (kept,) = files.values()
    assert b"Quarz" not in kept
    report, files, again, entries = run()
    assert report.failures == []
    assert again[0] > 32, "what was done is not done again"
    assert again[-1] == 400
    assert files == whole
    assert entries[-1]["documents"] == report.files[0].counts.documents == 400
    assert entries[-1]["left_out"] == dict(report.left_out)


def test_a_row_that_cannot_be_read_stops_the_file_before_any_work(run):
    data = csv_bytes(HEADER, ROWS) + b'7,"x,2024-01-01,5,never closed\r\n'
    report, files, rows, _ = run(data=data)
    assert "row 402: a quote is not closed" in report.failures[0].failure.message
    assert rows == []
    assert files == {}


def test_a_plan_that_takes_too_long_is_told_with_its_own_remedy_alone(run, monkeypatch):
    def ended(_make, tasks, *_, **__):
        yield failed_outcome(tasks[0], time_limit_error(tasks[0], 60))  # as of a process that was ended

    monkeypatch.setattr(long_tables, "work_on_files", ended)
    report, files, rows, _ = run()
    (failed,) = report.failures
    assert failed.failure.message.endswith("save it anew in the program that made it.")
    assert failed.failure.message.count("t.csv") == 1
    assert failed.file_sha256 == hashlib.sha256(csv_bytes(HEADER, ROWS)).hexdigest()
    assert (rows, files) == ([], {})


def test_a_long_copy_is_searched_for_what_stands_in_no_new_cell(run, monkeypatch):
    write = copies.write_draft_with

    def with_a_line_of_the_original(folder, token, fill):
        def filled(target):
            fill(target)
            target.write(b"7,Quarzbrenner,2024-01-01,5,No answer.\r\n")

        return write(folder, token, filled)

    monkeypatch.setattr(copies, "write_draft_with", with_a_line_of_the_original)
    monkeypatch.setattr(copies, "first_difference", lambda *_: "")
    report, files, _, _ = run()
    (failed,) = report.failures
    assert failed.failure.kind == "LeakError"
    assert not any(name.startswith("table-") for name in files)


def chunk(n):
    return RowsDone([(f"a{n}", "b")] * 3, documents=3)


def test_a_journal_leaves_out_what_a_kill_has_cut_off(tmp_path):
    log = RowJournal(tmp_path, "f" * 64)
    for n in range(4):
        log.add(chunk(n))
    log.close()
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(path.read_bytes()[:-9])
    log = RowJournal(tmp_path, "f" * 64)
    assert (log.chunks, log.total.documents) == (3, 9)
    log.add(chunk(7))
    assert [cells[0] for cells in log.rows()] == ["a0"] * 3 + ["a1"] * 3 + ["a2"] * 3 + ["a7"] * 3
    with pytest.raises(OutputError, match="another run"):
        RowJournal(tmp_path, "f" * 64)
    journal.remove_journals(tmp_path)
    assert path.exists(), "a run works with it"
    log.close()
    journal.remove_journals(tmp_path)
    assert not path.exists()


def test_a_journal_of_other_settings_is_not_gone_on_with(tmp_path):
    log = RowJournal(tmp_path, "f" * 24 + "1")
    log.add(chunk(1))
    log.close()
    log = RowJournal(tmp_path, "f" * 24 + "2")
    assert log.chunks == 0
    log.close()


def test_the_rows_are_read_again_where_a_process_died(tmp_path):
    from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator, TablePlan
    from chartveil.formats.base import ReadOptions, SourceFile
    from chartveil.formats.registry import format_for
    from chartveil.release.input_files import InputRef
    from chartveil.release.job import FileTask
    from chartveil.release.tables.read_back import PlannedTable

    rows = [[str(n), "x"] for n in range(256 * 90)]
    file = SourceFile("t.csv", csv_bytes(["MRN", "Value"], rows))
    plan = TablePlan((ColumnChoice("MRN", ColumnOperator.HASH), ColumnChoice("Value", ColumnOperator.KEEP)))
    form = format_for(file)
    planned = PlannedTable(file, form, form.open(file, ReadOptions()), (plan,))
    chunks = long_tables.RowChunks(planned, FileTask(InputRef("t.csv")), 2, 90)
    assert len(chunks) == 88
    first = [chunks[n].rows[0].cells[0] for n in (0, 80, 0, 87)]
    assert first == [str(256 * n) for n in (2, 82, 2, 89)]
    with pytest.raises(IndexError):
        chunks[88]
