"""Files, folders and archives are found, in order, each once; what is passed over is told."""

import os
import pickle
import sys
import zipfile

import pytest

from chartveil.formats.base import InputLimits
from chartveil.release.discovery import discover_inputs
from chartveil.release.input_files import InputRef
from table_files import encrypted_flag, xlsx_bytes, zip_bytes

LIMITS = InputLimits()


def shown(found, root):
    return [ref.display.removeprefix(f"{root}/") for ref in found.refs]


def reasons(found):
    return {s.path.rpartition("/")[2]: s.reason for s in found.skipped}


def fill(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def test_folders_are_walked_in_order(tmp_path):
    fill(tmp_path, "b/2.txt", "b/10.txt", "a.txt", "c/d/e.txt", "B.txt")
    found = discover_inputs([tmp_path], LIMITS)
    assert shown(found, tmp_path) == ["B.txt", "a.txt", "b/10.txt", "b/2.txt", "c/d/e.txt"]
    assert (found.skipped, found.failures) == ((), ())


def test_it_is_told_about_how_much_text_the_files_hold(tmp_path):
    for name, size in {"a.txt": 30, "long.CSV": 7000, "b.pdf": 500, "c.parquet": 100}.items():
        (tmp_path / name).write_bytes(b"x" * size)
    with zipfile.ZipFile(tmp_path / "d.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("e.txt", "y" * 2000)
    assert discover_inputs([tmp_path], LIMITS).characters == 30 + 7000 + 3 * 100 + 2000
    assert discover_inputs([tmp_path / "b.pdf"], LIMITS).characters == 0


def test_what_is_no_document_is_passed_over_with_a_reason(tmp_path):
    record = "table-0123456789ab.columns.json"
    signed, program = "release.chartveil-record", "verify_record.py"
    fill(tmp_path, "a.txt", ".hidden", ".git/x", "~$letter.docx", "Thumbs.db", "out/a.txt")
    fill(tmp_path, record, signed, program)
    found = discover_inputs([tmp_path], LIMITS, outputs=[tmp_path / "out"])
    assert shown(found, tmp_path) == ["a.txt"]
    assert reasons(found) == {
        ".hidden": "it is hidden",
        ".git": "it is hidden",
        "~$letter.docx": "it is the lock file of an open Office document",
        record: "it is the record of a table's columns",
        signed: "it is the signed record of a release",
        program: "it is the program that checks the record of a release",
        "Thumbs.db": "it belongs to the system",
        "out": "it is an output of ours",
    }


def test_an_empty_file_is_an_error(tmp_path):
    (tmp_path / "empty.txt").touch()
    found = discover_inputs([tmp_path], LIMITS)
    assert (found.refs, found.skipped) == ((), ())
    assert [str(f.error) for f in found.failures] == [
        f"{tmp_path}/empty.txt: is empty. Copy or export it again, or remove it."
    ]


def test_named_files_come_in_their_order_and_once(tmp_path):
    fill(tmp_path, "b.txt", ".a.txt")
    paths = [tmp_path / "b.txt", tmp_path / ".a.txt", tmp_path / "b.txt", tmp_path]
    found = discover_inputs(paths, LIMITS)
    assert shown(found, tmp_path) == ["b.txt", ".a.txt"]
    assert [s.reason for s in found.skipped] == [
        "it was met before, by another name or link",
        "it is hidden",
        "it was met before, by another name or link",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_end(tmp_path):
    fill(tmp_path, "a/1.txt")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "self").symlink_to("self")
    (tmp_path / "a" / "gone").symlink_to("nowhere")
    (tmp_path / "a" / "z.txt").symlink_to("1.txt")
    found = discover_inputs([tmp_path], LIMITS)
    assert shown(found, tmp_path) == ["a/1.txt"]
    assert set(reasons(found)) == {"up", "z.txt"}
    assert {f.path.rpartition("/")[2]: f.error.what for f in found.failures} == {
        "gone": "is not there.",
        "self": "is a link that leads to itself.",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_out_of_a_folder_are_told_and_not_followed(tmp_path):
    fill(tmp_path, "in/1.txt", "other/2.txt", "other/deep/3.txt")
    (tmp_path / "in" / "file.txt").symlink_to(tmp_path / "other" / "2.txt")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "other")
    (tmp_path / "in" / "up").symlink_to("..")
    (tmp_path / "in" / "chain").symlink_to("folder")
    (tmp_path / "door").symlink_to("in")
    found = discover_inputs([tmp_path / "in"], LIMITS)
    assert shown(found, tmp_path) == ["in/1.txt"]
    assert set(reasons(found)) == {"file.txt", "folder", "up", "chain"}
    assert all("a link out of the folder" in reason for reason in reasons(found).values())
    # What is named itself is meant, and so is what leads to it.
    assert shown(discover_inputs([tmp_path / "door"], LIMITS), tmp_path) == ["door/1.txt"]
    both = discover_inputs([tmp_path / "in", tmp_path / "other" / "deep"], LIMITS)
    assert shown(both, tmp_path) == ["in/1.txt", "other/deep/3.txt"]
    followed = discover_inputs([tmp_path / "in"], LIMITS, follow_links=True)
    assert (followed.skipped, len(followed.refs)) != (found.skipped, len(found.refs))
    assert not any(s.refused for s in followed.skipped)
    file = discover_inputs([tmp_path / "in", tmp_path / "other" / "2.txt"], LIMITS)
    assert shown(file, tmp_path) == ["in/1.txt", "in/file.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_pipes_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert reasons(discover_inputs([tmp_path], LIMITS)) == {"pipe": "it is a device or a pipe"}


def test_missing_paths_do_not_stop_the_others(tmp_path):
    fill(tmp_path, "a.txt")
    found = discover_inputs(
        [tmp_path / "no", tmp_path / "a.txt" / "x", "bad\0path", tmp_path / "a.txt"], LIMITS
    )
    assert shown(found, tmp_path) == ["a.txt"]
    assert [f.error.what for f in found.failures] == ["is not there.", "is not there.", "is not a path."]
    assert all(f.error.remedy for f in found.failures)


def test_too_many_files(tmp_path):
    fill(tmp_path, "1.txt", "2.txt", "3.txt", "4.txt")
    found = discover_inputs([tmp_path], InputLimits(members=2))
    assert len(found.refs) == 2
    assert [str(f.error) for f in found.failures] == [
        f"{tmp_path}/3.txt: is one file more than the 2 of one run. Give fewer files at a time."
    ]


def test_archives_are_walked(tmp_path):
    inner = zip_bytes({"deep.txt": b"deep", "book.xlsx": xlsx_bytes(["note"], [["x"]])})
    members = [
        ("b/2.txt", b"two"),
        ("a/1.txt", b"one"),
        ("inner.zip", inner),
        ("__MACOSX/._1.txt", b"x"),
        ("a/.DS_Store", b"x"),
        ("a/empty.txt", b""),
        ("a/", b""),
    ]
    (tmp_path / "a.zip").write_bytes(zip_bytes(members))
    found = discover_inputs([tmp_path], LIMITS)
    assert shown(found, tmp_path) == [
        "a.zip!/b/2.txt",
        "a.zip!/a/1.txt",
        "a.zip!/inner.zip!/deep.txt",
        "a.zip!/inner.zip!/book.xlsx",
    ]
    assert len(found.skipped) == 2
    assert [str(f.error) for f in found.failures] == [
        f"{tmp_path}/a.zip!/a/empty.txt: is empty. Copy or export it again, or remove it."
    ]
    assert [ref.load(LIMITS).data for ref in found.refs[:3]] == [b"two", b"one", b"deep"]
    assert pickle.loads(pickle.dumps(found.refs)) == found.refs


def test_an_office_file_is_no_archive(tmp_path):
    (tmp_path / "a.xlsx").write_bytes(xlsx_bytes(["note"], [["x"]]))
    assert shown(discover_inputs([tmp_path], LIMITS), tmp_path) == ["a.xlsx"]


def test_an_archive_without_files_is_told(tmp_path):
    (tmp_path / "a.zip").write_bytes(zip_bytes({}))
    assert reasons(discover_inputs([tmp_path], LIMITS)) == {"a.zip": "it is an archive without files"}


def test_names_of_members_stay_inside_and_apart(tmp_path):
    names = ["../../etc/x.txt", "/abs.txt", "C:\\dir\\y.txt", "a\\..\\z.txt", "x\x1by.txt", "..", "same.txt"]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zip_bytes([(n, n.encode()) for n in [*names, "same.txt"]])
    (tmp_path / "a.zip").write_bytes(data)
    found = discover_inputs([tmp_path / "a.zip"], LIMITS)
    assert [ref.member[0] for ref in found.refs] == [
        "etc/x.txt",
        "abs.txt",
        "dir/y.txt",
        "a/z.txt",
        "x_y.txt",
        "unnamed",
        "same.txt",
        "same.txt (2)",
    ]
    assert [ref.load(LIMITS).data.decode() for ref in found.refs] == [*names, "same.txt"]


def nested(levels):
    data = zip_bytes({"a.txt": b"x"})
    for _ in range(levels):
        data = zip_bytes({"in.zip": data})
    return data


def many_bombs():
    """Archives in an archive, each within the ratio, all together far too much."""
    part = zip_bytes({"a.txt": bytes(range(256)) * 4000})
    return zip_bytes([(f"{i}.zip", part) for i in range(30)])


def broken_member():
    data = bytearray(zip_bytes({"good.txt": b"good", "bad.txt": b"bad note " * 50}))
    at = data.find(b"bad.txt") + 10
    data[at : at + 6] = b"\xff" * 6
    return bytes(data)


BAD = [
    ("bomb", lambda: zip_bytes({"a.txt": bytes(5_000_000)}), LIMITS, 0, "looks like a zip bomb"),
    ("total", lambda: zip_bytes({"a.txt": b"x" * 900, "b.txt": b"x" * 900}),
     InputLimits(unpacked_bytes=1000), 0, "unpacks to more than 1,000 bytes"),
    ("nested total", many_bombs, InputLimits(unpacked_bytes=9_000_000), 8, "with the archives inside it"),
    ("too many members", lambda: zip_bytes({f"{i}": b"x" for i in range(9)}), InputLimits(members=8), 0,
     "more than 8 members"),
    ("too deep", lambda: nested(3), LIMITS, 0, "an archive inside 3 others"),
    ("protected", lambda: encrypted_flag(zip_bytes({"a.txt": b"x" * 50})), LIMITS, 0,
     "protected by a password"),
    ("cut off", lambda: zip_bytes({"a.txt": b"x" * 500})[:100], LIMITS, 0, "damaged zip file"),
    ("damaged inside", lambda: zip_bytes({"in.zip": zip_bytes({"a.txt": b"x" * 50})[:60], "b": b"x"}),
     LIMITS, 1, "damaged zip file"),
    ("too large", lambda: zip_bytes({"a.txt": b"x"}), InputLimits(file_bytes=50), 0, "bytes (limit 50)"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "limits", "refs", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_archives(tmp_path, make, limits, refs, message):
    (tmp_path / "a.zip").write_bytes(make())
    found = discover_inputs([tmp_path / "a.zip"], limits)
    assert len(found.refs) <= refs
    assert found.failures
    assert any(message in str(f.error) for f in found.failures)


def test_one_protected_member_does_not_block_the_others(tmp_path):
    data = bytearray(zip_bytes([("good.txt", b"x" * 50), ("secret.txt", b"y" * 50)]))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.rfind(magic) + offset] |= 1
    (tmp_path / "a.zip").write_bytes(bytes(data))
    found = discover_inputs([tmp_path], LIMITS)
    assert shown(found, tmp_path) == ["a.zip!/good.txt"]
    assert [f.path.removeprefix(f"{tmp_path}/") for f in found.failures] == ["a.zip!/secret.txt"]


def test_a_damaged_member_is_told_when_it_is_met(tmp_path):
    (tmp_path / "a.zip").write_bytes(broken_member())
    found = discover_inputs([tmp_path], LIMITS)
    assert shown(found, tmp_path) == ["a.zip!/good.txt"]
    assert "damaged inside its zip file" in str(found.failures[0].error)


def test_displays_are_fit_to_print():
    name = os.fsdecode(b"caf\xe9.txt") if os.name != "nt" else "x"
    for path in (name, "a\x1b[2Jb", "a\u202eb\nc"):
        display = InputRef(path).display
        assert display.isprintable()
        display.encode()
