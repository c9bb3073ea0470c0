"""``--patients`` at the command line."""

import json

import pytest

TABLE = "id,name,dob,mrn,colour\n12345,Thessaly Brannigan,1951-03-04,QS-220481,red\n"

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ours.csv").write_text(TABLE)
    note = tmp_path / "12345_visit.txt"
    note.write_text("Brannigann is well. QS-22O481.\n")
    other = tmp_path / "other.txt"
    other.write_text("The chest is clear.\n")
    return tmp_path / "ours.csv", note, other


def test_deid_counts_documents_and_names_columns_that_are_not_used(chartveil, files, tmp_path):
    table, note, other = files
    code, out, err = chartveil(
        "deid", note, other, "-o", tmp_path / "out", "--patients", table, "--jobs", "1"
    )
    assert code == 0
    assert err.startswith("A key was made. It opens without a passphrase on this machine"), "the first start"
    assert "Dossier: 1 of 2 documents; 1 no patient\n" in out
    assert "ours.csv: Columns not used: colour.\n" in out
    assert "Thessaly" not in out
    copies = [p.read_text() for p in (tmp_path / "out").iterdir()]
    assert not any("Brannigan" in c or "QS-22O481" in c for c in copies)
    code, out, _ = chartveil(
        "deid", note, other, "-o", tmp_path / "two", "--patients", table, "--jobs", "1", "--json"
    )
    told = json.loads(out)
    assert told["dossier"] == {"one": 1, "none": 1, "several": 0}
    assert told["remarks"] == ["Columns not used: colour."]


def test_explain_says_what_tells_the_patient_and_shows_the_evidence(chartveil, files):
    table, note, other = files
    code, out, _ = chartveil("explain", note, "--patients", table)
    assert code == 0
    assert out.startswith("Dossier: one patient, by the name of its file or folder\n")
    assert "name with a typing error" in out
    assert "number with misread figures" in out
    code, out, _ = chartveil("explain", other, "--patients", table)
    assert out.startswith("Dossier: none used, no patient matches\n")


def test_a_file_that_cannot_be_used_is_told_with_what_to_do_and_nothing_is_written(
    chartveil, files, tmp_path
):
    table, note, _ = files
    table.write_text("Thessaly,Brannigan\nAna,Lind\n")
    code, out, err = chartveil("deid", note, "-o", tmp_path / "out", "--patients", table)
    assert code == 3
    assert "line 1: has no header that tells of patients. Begin it with a line of column names" in err
    assert "Brannigan" not in out + err
    assert not (tmp_path / "out").exists()
    code, _, _ = chartveil("deid", note, "-o", tmp_path / "out", "--patients", tmp_path / "none.csv")
    assert code == 2
