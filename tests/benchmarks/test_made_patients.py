"""Made patients of case reports: as many notes as are asked for, and a truth that their texts bear out."""

import json

import pytest

from benchmarks.case_report.made_patients import make_patient, write_patient


@pytest.mark.parametrize("notes", [0, 40])
def test_every_marked_word_stands_where_the_truth_says(tmp_path, notes):
    write_patient(make_patient(7, notes), tmp_path / "made")
    files = {p.name: p.read_text() for p in (tmp_path / "made").iterdir()}
    assert len(files) == notes or (notes == 0 and 6 <= len(files) <= 9)
    truth = json.loads((tmp_path / "made.json").read_text())
    for kind in ("dates", "births", "ages", "names_places_occupations", "untouched"):
        assert truth[kind]
        assert all(files[e["file"]].count(e["text"]) >= e["nth"] for e in truth[kind])
