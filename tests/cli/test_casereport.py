"""``chartveil casereport``: a folder in, a report out; what is wrong is said."""


def test_a_folder_becomes_a_report_that_verifies(chartveil, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("Clinic note\nPatient: Lena Ott\nDate: 03/04/2019\nMs. Ott fell on 3/1.\n")
    (notes / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    code, out, _ = chartveil("casereport", str(notes), "-o", str(tmp_path / "out"), "--days", "words")
    assert code == 1, "one file could not be read"
    assert "b.pdf" in out
    text = (tmp_path / "out" / "case-report.txt").read_text()
    assert "The patient fell 3 days before the first note." in text
    assert chartveil("casereport", str(tmp_path / "out"), "--verify")[0] == 0
    (tmp_path / "out" / "case-report.txt").write_text("")
    assert chartveil("casereport", str(tmp_path / "out"), "--verify")[0] == 1


def test_an_event_that_no_note_tells_is_wrong_usage(chartveil, tmp_path):
    (tmp_path / "a.txt").write_text("Clinic note\nPatient: Lena Ott\nMs. Ott is well.\n")
    code, out, err = chartveil("casereport", str(tmp_path / "a.txt"), "--index", "operation")
    assert code == 2
    assert "no note has a date" in err
    code, out, err = chartveil("casereport", str(tmp_path / "a.txt"))
    assert "No note has a date" in out
