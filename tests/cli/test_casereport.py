"""``chartveil casereport``: a folder in, a report out; what is wrong is said."""


def test_a_folder_becomes_a_report_that_verifies(chartveil, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(
        "Clinic note\nPatient: Lena Ott\nDate: 03/04/2019\nMs. Ott fell on 3/1. Osterly team told.\n"
    )
    (notes / "b.pdf").write_bytes(b"%PDF-1.4 broken")
    report = ("casereport", str(notes), "-o", str(tmp_path / "out"), "--days", "words")
    report += ("--affiliation", "Osterly Hospital")
    code, _, err = chartveil(*report)
    assert code == 3, "the report would lack a file, and nobody said that it may"
    assert "b.pdf" in err
    assert not (tmp_path / "out").exists()
    code, out, _ = chartveil(*report, "--without-unread")
    assert code == 1, "one file could not be read"
    assert "b.pdf" in out
    text = (tmp_path / "out" / "case-report.txt").read_text()
    assert "The patient fell 3 days before the first note." in text
    assert "Osterly" not in text
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


def test_the_policy_writes_all_notes_of_a_patient_as_one_case(chartveil, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(
        "Admission note\nPatient: Lena Ott\nDate of admission: 03/04/2019\nMs. Ott has had a rash since 2/27."
        " She took prednisolone for 6 months and is the mayor of Ashford.\n"
    )
    docx = tmp_path / "made.docx"
    second = "Clinic note\nPatient: Lena Ott\nDate: 03/20/2019\nMs. Ott turned 30. She fell on 3/18."
    _word_file(docx, second)
    (notes / "b.docx").write_bytes(docx.read_bytes())
    code, _, err = chartveil("deid", str(notes), "-o", str(tmp_path / "out"), "--policy", "case_report")
    assert code == 0, err
    copies = sorted((tmp_path / "out").iterdir(), key=lambda p: p.suffix)
    assert [p.suffix for p in copies] == [".docx", ".txt"]
    text = copies[1].read_text()
    assert "The patient has had a rash since day -5. She took prednisolone for 6 months" in text
    assert "Ashford" not in text
    assert "farmer" not in text
    assert "The patient reached the age of 30 to 34. She fell on day 14." in _word_text(copies[0])
    code, _, err = chartveil(
        "deid", str(notes), "-o", str(tmp_path / "o"), "--policy", "case_report", "--resume"
    )
    assert code == 2
    assert "--resume" in err


def _word_file(path, text):
    import docx

    document = docx.Document()
    for line in text.split("\n"):
        document.add_paragraph(line)
    document.save(str(path))


def _word_text(path):
    import docx

    return "\n".join(p.text for p in docx.Document(str(path)).paragraphs)
