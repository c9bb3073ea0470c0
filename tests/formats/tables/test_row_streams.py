"""Tables row by row: heads behind titles, dialects, and copies that are the same where nothing changes."""

import csv
import io

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.tables.row_stream import escape_formula
from table_files import MAKERS, copied, opened, table_file

HEADER = ["MRN", "Test name", "Value", "Note text"]
ROWS = [
    ["0017", "Glucose", 5.4, 'Seen today:\nwell, "up".'],
    ["0018", None, 6, "=SUM(A1)"],
    ["0019", "TSH", None, "- fine"],
]


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_copy_without_changes_has_the_same_cells(kind):
    file = table_file(kind, HEADER, ROWS)
    before, after = opened(file), opened(copied(file))
    assert before.heads[0].names == after.heads[0].names == tuple(HEADER)
    want = [list(r.cells) for r in before.rows()]
    if kind == "delimited":
        want = [[escape_formula(c) for c in cells] for cells in want]
    assert [list(r.cells) for r in after.rows()] == want
    assert [cells[0] for cells in want] == ["0017", "0018", "0019"]


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_dropped_columns_are_gone_and_new_cells_stand_in_their_rows(kind):
    made = copied(
        table_file(kind, HEADER, ROWS),
        lambda c: (c[0], c[1], "", f"x{c[0]}"),
        {"Test name": "drop", "Value": "empty"},
    )
    table = opened(made)
    assert table.heads[0].names[0] == "MRN"
    assert "Test name" not in table.heads[0].names
    assert [(r.cells[0], r.cells[-1]) for r in table.rows()] == [
        ("0017", "x0017"), ("0018", "x0018"), ("0019", "x0019")
    ]  # fmt: skip


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("delimiter", list(",;\t|"))
def test_a_header_behind_titles_in_every_dialect(delimiter, mark):
    rows = [["MRN", "Visit Date", "Status"], *([str(n), "1/2/2024", 'Seen, "ok"\nwell'] for n in range(30))]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    file = SourceFile("a.csv", mark + f"Visits of Dr. Quorn\r\n\r\n{out.getvalue()}".encode())
    table = opened(file)
    assert table.heads[0].names == ("MRN", "Visit Date", "Status")
    assert table.left_out == {"row above the header": 1}
    assert [r.cells[2] for r in table.rows()] == ['Seen, "ok"\nwell'] * 30
    assert b"Quorn" not in copied(file).data


def test_titles_above_the_header_of_a_sheet_are_in_no_copy():
    rows = [["Printed for Dr. Quorn", None, None], [None, None, None], ["MRN", "Age", "Comment"]]
    file = table_file("xlsx", ["Quorn clinic", None, None], [*rows, *([str(n), n, "well"] for n in range(9))])
    made = opened(copied(file))
    assert opened(file).heads[0].titles == ("Quorn clinic", "Printed for Dr. Quorn")
    assert made.heads[0].names == ("MRN", "Age", "Comment")
    assert [r.cells[1] for r in made.rows()] == [str(n) for n in range(9)]


def test_headers_that_are_not_known_words_are_numbered():
    table = opened(table_file("delimited", ["MRN", "Quornby", "Result value"], [["1", "a", "2"]] * 3))
    assert table.heads[0].labels == ("MRN", "column 2", "Result value")


def test_a_stray_quote_far_below_is_told_with_its_row():
    body = "".join(f"{n},a b\r\n" for n in range(2, 70_000))
    file = SourceFile("a.csv", f'id,note\r\n{body}7,"never closed\r\n{body}'.encode())
    with pytest.raises(InputError, match="row 70000: a quote is not closed"):
        list(opened(file).rows())


def test_records_longer_than_a_block():
    long = "word " * 700_000
    file = SourceFile("a.csv", f'id,note\n1,"{long}"\n2,"{long}"\n3,end\n'.encode())
    assert [len(r.cells[1]) for r in opened(file).rows()] == [len(long), len(long), 3]


def test_what_the_encoding_lacks_makes_the_copy_utf8():
    file = SourceFile("a.csv", "id,note\n1,Frau Müller\n2,b c\n".encode("cp1252"))
    made = copied(file, lambda c: (c[0], c[1].replace("Müller", "Łukasz")))
    assert made.data.decode() == "id,note\n1,Frau Łukasz\n2,b c\n"


@pytest.mark.parametrize("kind", ["delimited", "jsonl", "parquet"])
def test_too_many_columns(kind):
    header = [f"c{n}" for n in range(50)]
    file = table_file(kind, header, [["x"] * 50])
    with pytest.raises(InputError, match="has 50 columns"):
        opened(file, ReadOptions(limits=InputLimits(columns=40)))


@pytest.mark.parametrize(
    ("cell", "guarded"),
    [("=1+1", True), ("+cmd", True), ("-2+3", True), ("@SUM(A1)", True), ("\t=1", True), ("-5.2", False),
     ("+", False), ("-", False), ("+1 555-0100", False), ("H", False), ("＝1", True)],
)  # fmt: skip
def test_cells_are_no_formulas(cell, guarded):
    assert escape_formula(cell) == ("'" + cell if guarded else cell)


@pytest.mark.parametrize(
    ("text", "names", "first"),
    [
        ("note\nSeen by Dr. Voss today.\nNo pain, well.\n", ("note",), ("Seen by Dr. Voss today.",)),
        ("7,A long day it was\n8,And so on\n", ("column 1", "column 2"), ("7", "A long day it was")),
        ("MRN,Name,Name\n1,Ann,Quorn\n2,Bob,Quorn\n", ("MRN", "Name", "Name"), ("1", "Ann", "Quorn")),
    ],
)
def test_heads_that_are_hard_to_tell(text, names, first):
    table = opened(SourceFile("a.csv", text.encode()))
    assert table.heads[0].names == names
    assert len(set(table.heads[0].labels)) == len(names)
    assert next(iter(table.rows())).cells == first


@pytest.mark.parametrize("tail", ["Otto Krantz", "4,48213,Stable.,Otto Krantz", "4,48213,Stable.\nend"])
def test_rows_that_lost_their_fields_under_known_headers_are_no_texts(tail):
    """As one column of texts the record numbers stood in the copy."""
    data = f"note_id,mrn,note_text\n1,48211,Well.\n2,48212,Well.\n{tail}\n".encode()
    file = SourceFile("t.csv", data)
    with pytest.raises(InputError, match="number of fields|fields where there are"):
        list(opened(file).rows())


@pytest.mark.parametrize("sign", "^~:\x1f")
def test_fields_that_another_sign_parts_are_no_texts(sign):
    """As one column of texts short record numbers stood in the copy."""
    lines = (sign.join(row) for row in [["note_id", "mrn", "note_text"], ["1", "48211", "Well."]])
    with pytest.raises(InputError, match="parted by another sign"):
        opened(SourceFile("t.csv", "\n".join(lines).encode()))


def test_texts_with_commas_are_one_column():
    data = b"note\nSeen, well.\nSlept, ate, walked.\nNo pain\n"
    file = SourceFile("t.csv", data)
    assert [row.cells for row in opened(file).rows()] == [
        ("Seen, well.",),
        ("Slept, ate, walked.",),
        ("No pain",),
    ]
