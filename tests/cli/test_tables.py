"""``chartveil tables``."""

import csv

import pytest

pytestmark = pytest.mark.usefixtures("pipelines_kept")

TABLE = "MRN,Full name,Visit date,Quorn,Result value\n" + "".join(
    f"0{n},Greta Quarzbrenner,2024-01-1{n % 10},{n}.{n}9,{n}.5\n" for n in range(1, 12)
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "u.csv").write_text(TABLE.replace("Greta", "Ida"))
    (tmp_path / "c.toml").write_text('[columns]\n"Quorn" = "keep"\n')
    return tmp_path


def test_a_plan_shows_operators_reasons_and_cells_as_they_become(chartveil, files):
    code, said, err = chartveil("tables", "plan", files / "t.csv")
    assert code == 0, err
    lines = [line for line in said.splitlines() if line.strip()]
    assert lines[1].startswith("Quorn (column 4)")
    assert "review" in lines[1]
    assert "Greta Quarzbrenner" in said
    assert "its header says so" in said
    assert "Patient: MRN" in said


def test_choices_are_remembered_for_the_next_table_with_these_headers_and_forgotten(
    chartveil, files, tmp_path
):
    import os
    from pathlib import Path

    out = tmp_path / "out"
    code, _, err = chartveil("deid", files / "u.csv", "-o", out)
    assert code != 0
    assert "column 4" in err
    assert "Quorn" not in err
    code, _, err = chartveil("tables", "plan", files / "t.csv", "--columns", files / "c.toml", "--remember")
    assert code == 0, err
    kept = list((Path(os.environ["CHARTVEIL_HOME"]) / "columns").iterdir())
    assert len(kept) == 1
    assert "Quorn" not in kept[0].read_text() + kept[0].name
    code, _, err = chartveil("deid", files / "u.csv", "-o", out)
    assert code == 0, err
    (copy,) = out.glob("*.csv")
    rows = list(csv.reader(copy.read_text().splitlines()))
    assert [r[3] for r in rows[1:]] == [line.split(",")[3] for line in TABLE.splitlines()[1:]]
    code, said, _ = chartveil("tables", "forget")
    assert said.startswith("1 forgotten")
    code, _, _ = chartveil("deid", files / "u.csv", "-o", tmp_path / "again")
    assert code != 0


def test_what_is_no_table_is_told(chartveil, files):
    (files / "n.txt").write_text("Seen today, well.\n")
    code, _, err = chartveil("tables", "plan", files / "n.txt")
    assert code == 3
    assert "is no table" in err
