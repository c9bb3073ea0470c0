"""Which original a copy of a release is of."""

from chartveil.release.input_files import InputRef
from chartveil.spot_check.originals import match_originals
from chartveil.store.spot_checks.records import FramedFile


def test_copies_in_folders_are_matched_by_the_crosswalk(tmp_path):
    for name in ("in/P1/note.txt", "in/P2/note.txt"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("Well.")
    crosswalk = tmp_path / "x.csv"
    rows = [f"{tmp_path}/in/P{n}/note.txt,folder-{n * 8}/note-{n}.txt" for n in (1, 2)]
    crosswalk.write_text("\n".join(["input,output", *rows, ""]))
    out = tmp_path / "out"
    files = [FramedFile(n, str(out / f"folder-{n * 8}" / f"note-{n}.txt"), ()) for n in (1, 2)]
    assert match_originals(files, out, tmp_path / "in", crosswalk) == {
        n: InputRef(f"{tmp_path}/in/P{n}/note.txt") for n in (1, 2)
    }
