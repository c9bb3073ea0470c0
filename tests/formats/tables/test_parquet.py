"""Parquet: types, metadata, damage."""

import io

import pyarrow as pa
import pytest
from pyarrow import parquet as pq

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.tables.parquet import ParquetFormat
from table_files import copied, opened, strings, texts

FORM = ParquetFormat()


def file_of(table, **options):
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return SourceFile("a.parquet", out.getvalue())


def rich():
    secret = pa.array(["SECRET", "SECRET", None])
    return pa.table(
        {
            "note_id": [1, 2, 3],
            "note_text": pa.array(["first", "second", None], pa.large_string()),
            "comment": pa.array(["same", "same", "other"]).dictionary_encode(),
            "name": secret.dictionary_encode(),
            "tags": [["SECRET"], None, []],
            "born": [{"day": "SECRET"}, None, None],
            "raw": pa.array([b"SECRET", None, None]),
            "score": [1.5, 2.5, 3.5],
        }
    ).replace_schema_metadata({"pandas": '{"SECRET": 1}', "author": "SECRET"})


def test_nothing_else_survives_and_types_stay():
    file = file_of(rich())
    assert sum("SECRET" in t for t in strings(FORM, file)) >= 6
    gone = dict.fromkeys(["name", "raw", "score"], "empty")
    out = copied(file, operators=gone)
    assert b"SECRET" not in out.data
    assert not [t for t in strings(FORM, out) if "SECRET" in t]
    table = pq.read_table(io.BytesIO(out.data))
    assert table.schema.field("note_text").type == pa.large_string()
    assert table.schema.field("comment").type == pa.string()
    assert table.schema.field("score").type == pa.float64()
    assert table["score"].null_count == 3
    assert table["note_id"].to_pylist() == [1, 2, 3]
    assert table["note_text"].to_pylist() == ["first", "second", None]
    assert table.schema.metadata is None


def test_bytes_stay_where_they_are_text_alone_and_others_are_told():
    raw = pa.array([b"Seen.", b"J\0a\0n\0e", b"\xff\xfeJane", None])
    file = file_of(
        pa.table(
            {"note": ["a b"] * 4, "value": raw, "code": pa.array([b"ab", b"\0a", b"cd", None], pa.binary(2))}
        )
    )
    packed = file_of(pa.table({"note": ["a b"] * 4, "value": raw.dictionary_encode()}))
    assert pq.read_table(io.BytesIO(copied(packed).data))["value"].to_pylist() == [b"Seen.", None, None, None]
    table = opened(file)
    assert [row.cells[1:] for row in table.rows()] == [("Seen.", "ab"), ("", ""), ("", "cd"), ("", "")]
    assert table.left_out["value of bytes"] == 3
    back = pq.read_table(io.BytesIO(copied(file).data))
    assert back["value"].to_pylist() == [b"Seen.", None, None, None]
    assert back["code"].to_pylist() == [b"ab", None, b"cd", None]


def test_numbers_and_times_that_stay_are_the_old_ones():
    fine = pa.table(
        {
            "note": ["a b"],
            "at": pa.array([1_700_000_000_123_456_789], pa.timestamp("ns")),
            "amount": pa.array([1.1], pa.float32()),
            "date": pa.array([2**62], pa.int64()).cast(pa.timestamp("ms")),
        }
    )
    assert pq.read_table(io.BytesIO(copied(file_of(fine)).data)).equals(fine)


def test_metadata_of_columns_is_dropped():
    schema = pa.schema([pa.field("note", pa.string(), metadata={"by": "SECRET"})])
    out = copied(file_of(pa.table({"note": ["a b"]}, schema=schema)))
    assert b"SECRET" not in out.data


def test_several_row_groups():
    notes = [f"note number {i}" for i in range(10_000)]
    file = file_of(pa.table({"note": notes}), row_group_size=999)
    assert texts(FORM, file) == notes
    assert texts(FORM, copied(file)) == notes


def good():
    return file_of(rich()).data


def flipped(data):
    """Bytes of the data changed, head and foot whole."""
    middle = len(data) // 4
    return data[:middle] + bytes(b ^ 0xFF for b in data[middle : middle + 64]) + data[middle + 64 :]


BAD = [
    ("cut off", lambda: good()[:-20], ReadOptions(), "damaged or cut off"),
    ("only a head", lambda: b"PAR1", ReadOptions(), "damaged or cut off"),
    ("encrypted", lambda: b"PARE" + good()[4:], ReadOptions(), "encrypted"),
    ("pages damaged", lambda: b"PAR1" + bytes(400) + good()[404:], ReadOptions(), "damaged or cut off"),
    ("list as text", good, ReadOptions(text_columns=("tags",)), "no row with text"),
    (
        "too large",
        good,
        ReadOptions(limits=InputLimits(unpacked_bytes=100)),
        "unpacks to more than 100 bytes",
    ),
]


@pytest.mark.parametrize(("make", "options", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_files(make, options, message):
    with pytest.raises(InputError, match=message) as caught:
        FORM.read(SourceFile("bad.parquet", make()), options)
    assert "SECRET" not in str(caught.value)


def test_a_dictionary_that_unpacks_too_far_is_refused():
    table = pa.table({"note": pa.array(["long text " * 1000] * 1000).dictionary_encode()})
    file = file_of(table)
    assert len(file.data) < 100_000
    with pytest.raises(InputError, match="unpacks to more than 1,000,000 bytes"):
        FORM.read(file, ReadOptions(limits=InputLimits(unpacked_bytes=1_000_000)))


def test_two_columns_of_one_name_are_refused():
    table = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["note", "note"])
    with pytest.raises(InputError, match="two columns of the same name"):
        FORM.read(file_of(table), ReadOptions())


def test_a_time_zone_is_text_and_does_not_stay():
    table = pa.table({"note": ["a b"], "at": pa.array([0], pa.timestamp("s", tz="SECRET"))})
    out = copied(file_of(table))
    assert pq.read_table(io.BytesIO(out.data)).schema.field(1).type.tz == "UTC"
    assert not [t for t in strings(FORM, out) if "SECRET" in t]


def test_every_other_column_is_told_beside_the_text():
    beside = dict(FORM.read(file_of(rich()), ReadOptions())[0].beside)
    assert beside["name"] == "SECRET"
    assert beside["tags"] == "['SECRET']"
    assert beside["born"] == "{'day': 'SECRET'}"
    assert beside["raw"] == "SECRET"
    assert beside["score"] == "1.5"
    assert "note_text" not in beside


def test_a_column_beside_the_text_that_python_cannot_hold_keeps_no_file_out():
    late = pa.array([2**62], pa.int64()).cast(pa.timestamp("ms"))
    table = pa.table({"note_text": ["first"]}).append_column("seen", late)
    (document,) = FORM.read(file_of(table), ReadOptions())
    assert dict(document.beside)["seen"]
