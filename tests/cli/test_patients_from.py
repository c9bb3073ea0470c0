"""The patients of a batch at the command line: listed, asked for, and shown before anything is written."""

import io
import json

import pytest

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def notes(tmp_path):
    for n in (1, 2):
        (tmp_path / "notes" / f"P{n}").mkdir(parents=True)
        for m in range(2):
            (tmp_path / "notes" / f"P{n}" / f"{m}.txt").write_text(f"Seen on 03/0{m + 1}/2021.")
    return tmp_path / "notes"


def test_the_list_writes_nothing(chartveil, tmp_path, notes):
    command = ("deid", notes, "-o", tmp_path / "out", "--patients-from", "folder", "--show-patients")
    code, said, err = chartveil(*command)
    assert (code, err) == (0, "")
    assert "P1  2 files\nP2  2 files\n" in said
    assert json.loads(chartveil(*command, "--json")[1])["patients"] == {"P1": 2, "P2": 2}
    assert not (tmp_path / "out").exists()


def test_a_run_shows_its_patients_first_and_keeps_them_out_of_the_report(chartveil, tmp_path, notes):
    (notes / "P2" / "odd.txt").write_text("MRN: 12345\nMRN: 99999\nWell.")
    code, said, err = chartveil("deid", notes, "-o", tmp_path / "out", "--patients-from", "name:{P#}-*")
    assert code == 0
    assert "Patients by name:{P#}-*: 0 patients in 0 files; 5 files of no known patient" in err
    assert "odd.txt: names more than one patient at its head" in said
    assert "99999" not in said + err


def test_who_is_asked_says_whose_each_file_is(chartveil, tmp_path, notes, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("A\n\nB\n-\n"))
    code, _, err = chartveil("deid", notes, "-o", tmp_path / "out", "--patients-from", "ask")
    assert code == 0, err
    assert "2 patients in 3 files, 1 to 2 each; 1 file of no known patient" in err
    monkeypatch.setattr("sys.stdin", io.StringIO("A\n"))
    code, _, err = chartveil("deid", notes, "-o", tmp_path / "none", "--patients-from", "ask")
    assert (code, (tmp_path / "none").exists()) == (130, False), err


def test_one_patient_and_a_source_of_patients_are_not_given_together(chartveil, tmp_path, notes):
    code, _, err = chartveil(
        "deid", notes, "-o", tmp_path / "out", "--patients-from", "folder", "--patient-id", "7"
    )
    assert (code, "leave out --patients-from" in err) == (2, True)
