"""What holds for every table format: choice of columns, round trip, and that nothing else survives."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, ReadOptions
from chartveil.formats.registry import format_for, format_named
from chartveil.formats.tables.row_stream import escape_formula
from chartveil.release.input_files import InputRef, read_documents
from table_files import MAKERS, copied, strings, table_file, texts, with_cells

KINDS = sorted(MAKERS)
HEADER = ["note_id", "mrn", "patient_name", "dob", "note_date", "note_type", "note_text"]
ROWS = [
    ["N1", "SECRET-77", "SECRET Smith", "SECRET 1950", "2020-03-04", "SECRET letter", "Seen today: well."],
    [
        "N2",
        "SECRET-78",
        "SECRET Jones",
        "SECRET 1951",
        "2020-03-05",
        "SECRET letter",
        'A "quoted", line\nend',
    ],
    ["N3", "SECRET-79", "SECRET Adams", "SECRET 1952", None, None, "third"],
]


def columns_of(file, options=None):
    return format_for(file).text_columns(file, options or ReadOptions())[0]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_guessed_and_shown(kind):
    columns = columns_of(table_file(kind, HEADER, ROWS))
    assert [HEADER[i] for i in columns.text] == ["note_text"]
    assert (HEADER[columns.id], HEADER[columns.patient]) == ("note_id", "mrn")
    assert (HEADER[columns.note_type], HEADER[columns.date]) == ("note_type", "note_date")
    assert columns.guessed
    assert columns.others == HEADER[:-1]


@pytest.mark.parametrize("kind", KINDS)
def test_each_filled_cell_is_a_document(kind):
    file = table_file(kind, HEADER, ROWS)
    documents = format_for(file).read(file, ReadOptions())
    assert [d.text for d in documents] == [row[-1] for row in ROWS]
    assert [d.patient_id for d in documents] == ["SECRET-77", "SECRET-78", "SECRET-79"]
    assert documents[0].date == dt.date(2020, 3, 4)
    assert documents[2].date is None
    assert len({d.source.part for d in documents}) == len({d.id for d in documents}) == 3


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_an_emptied_column_survives(kind):
    file = table_file(kind, HEADER, ROWS)
    form = format_for(file)
    out = copied(file, operators=dict.fromkeys(HEADER[:-1], "empty"))
    assert not [text for text in strings(form, out) if "SECRET" in text or "N1" in text]
    assert [text for text in strings(form, file) if "SECRET" in text], "the search finds it before"
    assert out.data == copied(file, operators=dict.fromkeys(HEADER[:-1], "empty")).data


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_new_stands_in_its_row(kind):
    file = table_file(kind, HEADER, ROWS)
    out = copied(file, with_cells("line", "row, 'of' \"words\"\nand"))
    assert texts(format_for(file), out) == [
        "Seen today: well.", 'A "quoted", row, \'of\' "words"\nand\nend', "third"
    ]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_several_text_columns(kind):
    header = ["id", "findings", "impression"]
    file = table_file(kind, header, [["1", "Nodule in the left lobe.", "Benign."], ["2", "Clear.", None]])
    documents = format_for(file).read(file, ReadOptions(patient_id="P"))
    assert [d.source.part.rpartition("/")[2] for d in documents] == [
        "col:findings",
        "col:impression",
        "col:findings",
    ]
    assert {d.patient_id for d in documents} == {"P"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_column_is_named_with_those_there_are(kind):
    file = table_file(kind, HEADER, ROWS)
    for options in (
        ReadOptions(text_columns=("letter",)),
        ReadOptions(id_column="letter"),
        ReadOptions(patient_column="letter"),
    ):
        with pytest.raises(InputError, match=r"'letter'.*note_text"):
            format_for(file).read(file, options)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_found_by_their_words(kind):
    file = table_file(kind, HEADER, ROWS)
    columns = columns_of(file, ReadOptions(text_columns=("Note Text",), patient_column="PatientName"))
    assert ([HEADER[i] for i in columns.text], columns.guessed) == (["note_text"], False)
    assert HEADER[columns.patient] == "patient_name"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "header", ["Jane SECRET", "note 47 11 93 05", "note \u2802\u2816", "note \U0001f9e4"]
)
def test_strange_headers_are_not_written(kind, header):
    file = table_file(kind, [header, "note"], [["x", "Seen."], ["y", "Seen again."]])
    held = "".join(strings(format_for(file), copied(file, with_cells(header, "x"))))
    assert not [telling for telling in ("SECRET", "11 93", "\u2802", "\U0001f9e4") if telling in held]


@pytest.mark.parametrize("kind", KINDS)
def test_too_many_rows_and_too_long_texts(kind, tmp_path):
    many = table_file(kind, HEADER, ROWS * 10)
    with pytest.raises(InputError, match=r"more than 20 rows"):
        format_for(many).read(many, ReadOptions(limits=InputLimits(members=20)))
    file = table_file(kind, HEADER, ROWS)
    path = tmp_path / Path(file.path).name
    path.write_bytes(file.data)
    with pytest.raises(InputError, match=r"row:\d.*17 characters is too long"):
        read_documents(InputRef(str(path)), ReadOptions(limits=InputLimits(text_chars=16)))


@pytest.mark.parametrize("kind", KINDS)
def test_too_many_columns(kind):
    wide = table_file(kind, [*HEADER, *(f"c{i}" for i in range(30))], [[*row, *"x" * 30] for row in ROWS])
    with pytest.raises(InputError, match=r"columns \(limit 20\)"):
        format_for(wide).read(wide, ReadOptions(limits=InputLimits(columns=20)))


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_is_an_error(kind):
    file = table_file(kind, ["note_id", "note_text"], [["1", " "], ["2", None]])
    with pytest.raises(InputError, match="no row with text|no column looks like text"):
        format_for(file).read(file, ReadOptions())


@pytest.mark.parametrize("kind", KINDS)
def test_identifiers_alone_are_never_guessed_as_text(kind):
    file = table_file(kind, ["patient_name", "address", "dob"], [["A Smith", "1 High Street", "1950-01-02"]])
    with pytest.raises(InputError, match="no column looks like text"):
        format_for(file).read(file, ReadOptions())


CELL = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cn", "Cc"), include_characters="\t\r\n\x85"),
    max_size=40,
)
PLAIN = st.text("abcäß ,;\t\"'\n\r=|\\_x000D_", max_size=30)


@pytest.mark.parametrize("kind", KINDS)
@settings(derandomize=True, deadline=None, max_examples=40)
@given(cells=st.lists(st.one_of(PLAIN, CELL), min_size=1, max_size=6))
def test_round_trip(kind, cells):
    """Whatever a text holds comes back from a file and from a written file, cell by cell."""
    rows = [[str(i), "m", "Jane", f"{cell}."] for i, cell in enumerate(cells)]
    file = table_file(kind, ["note_id", "mrn", "name", "note_text"], rows)
    form = format_named(kind)
    options = ReadOptions(text_columns=("note_text",))
    assert texts(form, file, options) == [row[-1] for row in rows]
    back = texts(form, copied(file), options)
    guarded = escape_formula if kind == "delimited" else str
    assert back == [guarded(row[-1]) for row in rows]
