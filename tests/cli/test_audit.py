"""The record of a release, from the run to the person who checks it."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.usefixtures("pipelines_kept")

TEXT = "Patient: Adaeze Okafor, MRN 4471829. Seen by Dr. Okafor on 3/4/2021."


@pytest.fixture
def release(chartveil, tmp_path, home):
    """A folder of three copies with its record."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(3):
        (notes / f"Okafor-{n}.txt").write_text(f"{TEXT} Visit {n}.", encoding="utf-8")
    out = tmp_path / "out"
    assert chartveil("deid", notes, "-o", out, "--jobs", "1", "-q")[0] == 0
    code, said, _ = chartveil("audit", "export", out)
    assert code == 0
    assert "3 files" in said
    return out


def test_a_release_is_proved_and_checked(chartveil, release):
    record = release / "release.chartveil-record"
    code, said, _ = chartveil("audit", "verify", record, release)
    assert code == 0
    assert "all its copies hold" in said
    code, said, _ = chartveil("audit", "head")
    fingerprint = said.splitlines()[1].removeprefix("fingerprint ")
    assert chartveil("audit", "verify", record, "--key", fingerprint)[0] == 0
    text = record.read_text()
    for secret in ("Okafor", "notes", "4471829"):
        assert secret not in text


@pytest.mark.parametrize("change", ["edit", "remove", "add", "record", "key"])
def test_what_is_not_as_it_was_released_is_named(chartveil, release, change):
    record = release / "release.chartveil-record"
    copy = min(release.glob("note-*"))
    key = []
    if change == "edit":
        copy.write_text(copy.read_text() + " ")
    elif change == "remove":
        copy.unlink()
    elif change == "add":
        (release / "note-000.txt").write_text("more")
    elif change == "record":
        record.write_text(record.read_text().replace('"PATIENT":1', '"PATIENT":0', 1))
    else:
        key = ["--key", "0000 1111 2222 3333 4444 5555 6666 7777"]
    code, said, _ = chartveil("audit", "verify", record, release, *key)
    assert code == 1
    expected = {
        "edit": f"✕ {copy.name} was changed since it was released.",
        "remove": f"✕ {copy.name} is missing.",
        "add": "✕ note-000.txt is not part of this release.",
        "record": "✕ One of its lines is not what was signed.",
        "key": "✕ It was signed by another installation: ",
    }
    assert said.startswith(expected[change])
    assert len(said.splitlines()) == 1


def test_the_program_in_the_folder_checks_it_without_chartveil(release):
    command = [
        sys.executable,
        "-I",
        release / "verify_record.py",
        release / "release.chartveil-record",
        release,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("✓ All holds.")
    copy = min(release.glob("note-*"))
    copy.unlink()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == f"✕ {copy.name} is missing.\n"


def test_the_program_that_others_run_is_short_enough_to_be_read(release):
    assert len((release / "verify_record.py").read_text().splitlines()) < 150


def test_a_copy_is_proved_by_itself(chartveil, release, tmp_path):
    _, said, _ = chartveil("audit", "list", "--json")
    run = json.loads(said)["runs"][0]["id"]
    copy = min(release.glob("note-*"))
    proof = tmp_path / "one" / "proof.chartveil-record"
    proof.parent.mkdir()
    code, said, _ = chartveil("audit", "export", run, "-o", proof, "--only", copy.name)
    assert code == 0
    files = len(list(release.glob("note-*")))
    assert f": 1 of {files} files, signed by" in said
    (proof.parent / copy.name).write_bytes(copy.read_bytes())
    code, said, _ = chartveil("audit", "verify", proof, proof.parent)
    assert (code, "✓ The record shows 1 file of the release alone, and it holds." in said) == (0, True)
    others = [p.name for p in release.glob("note-*") if p != copy]
    assert not any(name in proof.read_text() for name in others)


def test_a_copy_that_is_not_in_the_release_is_not_proved(chartveil, release, tmp_path):
    run = json.loads(chartveil("audit", "list", "--json")[1])["runs"][0]["id"]
    copy = min(release.glob("note-*")).name
    proof = tmp_path / "proof.chartveil-record"
    code, said, err = chartveil(
        "audit", "export", run, "-o", proof, "--only", copy, "--only", "note-mistyped.txt"
    )
    assert (code, said) == (3, "")
    assert "note-mistyped.txt: no copy of this name" in err
    assert not proof.exists()


def test_a_release_that_another_made_has_no_record_here(chartveil, release, tmp_path):
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "a.txt").write_text("somebody's")
    code, _, said = chartveil("audit", "export", tmp_path / "foreign")
    assert code == 3
    assert "no file of this release is recorded here" in said
    code, _, said = chartveil("audit", "export", "2")
    assert code == 2
    assert "-o" in said


def test_a_copy_that_was_written_twice_the_same_counts_once(chartveil, release, tmp_path):
    assert chartveil("deid", tmp_path / "notes", "-o", release, "--jobs", "1", "-q")[0] == 0
    code, said, _ = chartveil("audit", "export", release)
    assert (code, "3 files" in said) == (0, True)
    assert chartveil("audit", "verify", release / "release.chartveil-record", release)[0] == 0


def test_a_copy_that_was_written_over_is_recorded_as_it_is_now(chartveil, release, tmp_path):
    assert chartveil("deid", tmp_path / "notes", "-o", release, "--jobs", "1", "-q", "--mode", "tag")[0] == 3
    again = ("deid", tmp_path / "notes", "-o", release, "--jobs", "1", "-q", "--mode", "tag", "--resume")
    assert chartveil(*again)[0] == 0
    code, said, _ = chartveil("audit", "export", release)
    assert (code, "3 files" in said) == (0, True)
    assert chartveil("audit", "verify", release / "release.chartveil-record", release)[0] == 0
