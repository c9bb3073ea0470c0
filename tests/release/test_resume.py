"""Runs into a folder that holds copies: stale ones are made anew or told, and policies are never mixed."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from chartveil.domain.errors import OutputError
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.formats.base import ReadOptions
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import OutputFormat, ProcessingJob
from chartveil.store.workspace import Workspace
from chartveil.system.atomic_files import FolderClaim

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    (folder / "x" / "y").mkdir(parents=True)
    for n, name in enumerate(("a.txt", "x/b.txt", "x/y/c.txt")):
        (folder / name).write_text(f"MRN: 447182{n}. Seen on 3/4/2021.")
    return folder


@pytest.fixture
def release(tmp_path, notes):
    def run(*, inputs=(notes,), resume=False, prepare=lambda _, tasks: tasks, workspace="w", **changes):
        job = ProcessingJob(
            load_policy(), ReplacementMode.TAG, bytes(range(32)), output_folder=tmp_path / "out", models=None
        )
        request = BatchRequest(inputs, replace(job, **changes), processes=1, resume=resume)
        with Workspace(tmp_path / f"{workspace}.sqlite", bytes(range(32))) as ws:
            return run_batch(request, ws, prepare=prepare)

    return run


def copies(tmp_path):
    """Text of each copy, by its path within the folder."""
    out = tmp_path / "out"
    return {p.relative_to(out).as_posix(): p.read_text() for p in out.rglob("*") if p.is_file()}


def done(report):
    return sorted((Path(f.path).name, f.resumed) for f in report.finished)


def test_a_changed_file_is_made_anew_and_its_old_copy_goes(tmp_path, notes, release):
    before = {f.path: f.outputs[0].name for f in release().files}
    (notes / "a.txt").write_text("MRN: 5551234. Seen on 5/6/2021, better.")
    report = release(resume=True)
    assert done(report) == [("a.txt", False), ("b.txt", True), ("c.txt", True)]
    assert report.folder.replaced == (before[str(notes / "a.txt")],)
    assert len(copies(tmp_path)) == report.folder.copies == 3
    assert any("better" in text for text in copies(tmp_path).values())
    assert done(release(resume=True)) == [("a.txt", True), ("b.txt", True), ("c.txt", True)]


def test_the_copy_of_a_removed_file_is_told(tmp_path, notes, release):
    before = {f.path: f.outputs[0].name for f in release().files}
    (notes / "x" / "b.txt").unlink()
    report = release(resume=True)
    assert report.folder.left_over == (before[str(notes / "x" / "b.txt")],)
    assert len(copies(tmp_path)) == 3


def test_a_file_that_can_no_longer_be_read_leaves_no_copy_unsaid(tmp_path, notes, release):
    before = {f.path: f.outputs[0].name for f in release().files}
    (notes / "a.txt").write_bytes(b"\xff\xfe\x00" * 50 + b"\x00" * 999)
    report = release(resume=True)
    assert [f.path for f in report.failures] == [str(notes / "a.txt")]
    assert report.folder.left_over == (before[str(notes / "a.txt")],)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"policy": load_policy("limited_data_set")}, "policy safe_harbor_plus"),
        ({"mode": ReplacementMode.MASK}, "mode tag"),
        ({"key": bytes(range(1, 33))}, "another key"),
    ],
)
def test_copies_of_another_policy_stop_a_run_and_are_made_anew_by_resume(tmp_path, release, changes, said):
    release()
    before = copies(tmp_path)
    with pytest.raises(OutputError, match=f"holds 3 copies of these files, made with {said}.*--resume"):
        release(**changes)
    assert copies(tmp_path) == before
    report = release(resume=True, **changes)
    assert {f.resumed for f in report.files} == {False}
    assert len(copies(tmp_path)) == report.folder.copies == 3
    # Names come from the key: with the same one they stay, and nothing is told as removed that lies there.
    kept = set(before) & set(copies(tmp_path))
    assert len(kept) == (0 if "key" in changes else 3)
    assert set(report.folder.renewed) == kept
    assert set(report.folder.replaced) == set(before) - kept
    again = release(resume=True, **changes)
    assert {f.resumed for f in again.files} == {True}
    assert (again.folder.renewed, again.folder.replaced) == ((), ())


def test_other_files_copies_of_another_policy_stop_resume_too(tmp_path, notes, release):
    release()
    other = tmp_path / "other.txt"
    other.write_text("MRN: 999888. Well.")
    before = copies(tmp_path)
    with pytest.raises(OutputError, match=r"3 copies of other files, made with mode tag.*another folder"):
        release(inputs=(other,), resume=True, mode=ReplacementMode.MASK)
    assert copies(tmp_path) == before
    # With the same policy they lie side by side, and nothing of them is taken for a removed file's.
    report = release(inputs=(other,))
    assert (report.folder.copies, report.folder.left_over, report.folder.others) == (4, (), 3)


def test_other_models_or_dictionaries_make_every_copy_stale(tmp_path, notes, release):
    release()
    site = tmp_path / "site"
    site.mkdir()
    (site / "clinics.txt").write_text("Well Street\n")
    report = release(resume=True, site_lists=site)
    assert {f.resumed for f in report.files} == {False}
    assert set(report.folder.renewed) == set(copies(tmp_path))
    assert len(report.folder.renewed) == 3


def test_a_file_that_moved_to_another_patient_is_made_anew(tmp_path, notes, release):
    by_folder = ReadOptions(patients_from=PatientSource.parse("folder"))
    release(read_options=by_folder)
    (notes / "x" / "b.txt").rename(notes / "x" / "y" / "b.txt")
    report = release(resume=True, read_options=by_folder)
    assert done(report) == [("a.txt", True), ("b.txt", False), ("c.txt", True)]
    assert report.folder.left_over == ()


def test_copies_that_nobody_recorded_stop_a_run(tmp_path, notes, release):
    release(inputs=(notes / "a.txt",))
    with pytest.raises(OutputError, match=r"your audit log does not know \(1, e\.g\. note-"):
        release(inputs=(notes / "x",), workspace="another")
    # What this very run would write again, as after a kill between name and record, is made anew.
    assert len(release(inputs=(notes,), workspace="another").files) == len(copies(tmp_path)) == 3


def test_after_a_move_copies_of_files_that_are_gone_are_counted(chartveil, tmp_path, notes):
    """Where the files lie elsewhere nobody can tell whether a copy's file was removed or never given."""
    out, moved = tmp_path / "out", tmp_path / "moved"
    chartveil("deid", notes, "-o", out, "--mode", "tag")
    notes.rename(moved)
    (moved / "a.txt").unlink()
    said = chartveil("deid", moved, "-o", out, "--mode", "tag", "--resume")[1]
    assert "2 files finished by an earlier run" in said
    assert "which holds 3 copies, 1 of them of no file that was given" in said


def test_a_folder_that_was_moved_goes_on(tmp_path, release):
    release()
    (tmp_path / "out").rename(tmp_path / "moved")
    report = release(resume=True, output_folder=tmp_path / "moved")
    assert {f.resumed for f in report.files} == {True}


def test_another_run_with_another_policy_in_the_folder_stops_a_run(tmp_path, release):
    with (
        FolderClaim(tmp_path / "out", "other policy"),
        pytest.raises(OutputError, match="another run writes"),
    ):
        release()
    with FolderClaim(tmp_path / "out"):
        assert release().failures == []


def test_folders_are_kept_under_made_up_names(tmp_path, notes, release):
    report = release(keep_folders=True)
    names = {Path(f.path).name: f.outputs[0].name.split("/") for f in report.files}
    assert [len(names[n]) for n in ("a.txt", "b.txt", "c.txt")] == [1, 2, 3]
    assert names["b.txt"][0] == names["c.txt"][0]
    assert not {"x", "y", "notes"} & {part for parts in names.values() for part in parts}
    assert {f.resumed for f in release(keep_folders=True, resume=True).files} == {True}
    (notes / "x" / "y" / "c.txt").rename(notes / "c.txt")
    again = release(keep_folders=True, resume=True)
    assert done(again) == [("a.txt", True), ("b.txt", True), ("c.txt", False)]
    assert again.folder.left_over == ("/".join(names["c.txt"]),)


def test_the_record_of_kept_folders_holds(chartveil, tmp_path, notes):
    out = tmp_path / "out"
    command = (
        "deid",
        notes,
        "-o",
        out,
        "--mode",
        "tag",
        "--keep-folders",
        "-q",
        "--crosswalk",
        tmp_path / "x.csv",
    )
    assert chartveil(*command)[0] == 0
    outputs = [line.rpartition(",")[2] for line in (tmp_path / "x.csv").read_text().splitlines()[1:]]
    assert sorted(outputs) == sorted(copies(tmp_path))
    code, said, _ = chartveil("audit", "export", out)
    assert (code, "3 files" in said) == (0, True)
    assert chartveil("audit", "verify", out / "release.chartveil-record", out)[0] == 0
    (out / outputs[-1]).write_text("changed")
    code, said, _ = chartveil("audit", "verify", out / "release.chartveil-record", out)
    assert (code, f"{outputs[-1]} was changed" in said) == (1, True)


def test_two_files_of_one_content_keep_a_copy_each(tmp_path, notes, release):
    (notes / "d.txt").write_text((notes / "a.txt").read_text())
    assert release().folder.copies == 4
    (notes / "a.txt").write_text("MRN: 5551234. Seen on 5/6/2021.")
    report = release(resume=True)
    assert report.folder.copies == len(copies(tmp_path)) == 4
    assert {f.failure for f in report.files} == {None}
    assert {o.name for f in report.files for o in f.outputs} == set(copies(tmp_path))


def test_copies_in_another_format_stay_beside_the_first(tmp_path, notes, release):
    release()
    (notes / "page.html").write_text("<p>Seen on 3/4/2021.</p>")
    release(resume=True)
    report = release(outputs=(OutputFormat.TXT,))
    assert (report.folder.replaced, report.folder.left_over) == ((), ())
    assert sorted(Path(name).suffix for name in copies(tmp_path)) == [".html", *[".txt"] * 4]


@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
def test_a_link_in_the_place_of_a_copy_is_no_copy(tmp_path, release):
    name = release().files[0].outputs[0].name
    (tmp_path / "elsewhere").write_text((tmp_path / "out" / name).read_text())
    (tmp_path / "out" / name).unlink()
    (tmp_path / "out" / name).symlink_to(tmp_path / "elsewhere")
    assert [f.resumed for f in release(resume=True).finished].count(False) == 1
    assert not (tmp_path / "out" / name).is_symlink()


def test_spans_of_another_policy_are_not_mixed_either(tmp_path, notes, release):
    spans = {"mode": None, "outputs": (OutputFormat.JSON,)}
    release(**spans)
    other = spans | {"policy": load_policy("limited_data_set")}
    with pytest.raises(OutputError, match="3 copies of these files, made with policy"):
        release(**other)
    assert {f.resumed for f in release(**other, resume=True).files} == {False}


def test_summary_report_record_and_folder_agree(chartveil, tmp_path, notes):
    """After a first run, one resumed after changes, and with a file that fails."""
    out = tmp_path / "out"
    command = ("deid", notes, "-o", out, "--mode", "tag")
    assert "Made anew" not in chartveil(*command)[1]
    (notes / "a.txt").write_text("MRN: 5551234. Seen on 5/6/2021.")
    (notes / "new.csv").write_text("note text\nSeen on 5/6/2021 for cough and fever.\n")
    (notes / "bad.docx").write_bytes(b"PK\x03\x04 no archive")
    chartveil(*command, "--resume")
    code, said, _ = chartveil(*command, "--resume", "--json")
    report = json.loads(said)
    summary = chartveil(*command, "--resume")[1]
    runs = json.loads(chartveil("audit", "list", "--json")[1])["runs"]
    here = {p.name for p in out.iterdir() if not p.name.endswith(".columns.json")}
    named = {name for f in report["files"] for name in f["outputs"]} - {
        p.name for p in out.glob("*.columns.json")
    }
    assert code == 1
    assert named == here
    assert len(here) == report["folder"]["copies"] == 4
    assert "4 files finished by an earlier run" in summary
    assert "which holds 4 copies" in summary
    # Newest first: two runs that had nothing to do, the one after the changes, the first.
    assert [(r["files"], r["failures"]) for r in runs] == [(0, 1), (0, 1), (2, 1), (3, 0)]
    assert sum(r["files"] for r in runs) - 1 == len(here)  # the old copy of a.txt is gone
    assert [(r["finished_earlier"], r["replaced"]) for r in runs] == [(4, 0), (4, 0), (2, 1), (0, 0)]
    signed, exported, _ = chartveil("audit", "export", out)
    assert (signed, "4 files" in exported) == (0, True)
    assert chartveil("audit", "verify", out / "release.chartveil-record", out)[0] == 0
    otherwise = chartveil(*command, "--resume", "--policy", "safe_harbor")[1]
    assert "Made anew: 4 copies that lay there" in otherwise
    assert "Removed" not in otherwise
