"""``chartveil cluster`` at the command line: the copies of ``deid``, by processes of this machine."""

import pytest


@pytest.mark.slow
@pytest.mark.usefixtures("pipelines_kept")
def test_cluster_makes_the_copies_of_deid(chartveil, tmp_path, monkeypatch):
    (tmp_path / "notes").mkdir()
    for n in range(2):
        (tmp_path / "notes" / f"{n}.txt").write_text(f"Patient: Adaeze Okafor, MRN 447182{n}. Seen 3/4/2021.")
    monkeypatch.chdir(tmp_path)
    options = ("notes", "--patients-from", "header", "--crosswalk", tmp_path / "x.csv", "-q")
    assert chartveil("deid", *options, "-o", "one")[0] == 0
    more = ("--on", "processes", "--jobs", "1", "--shard-files", "1")
    code, _, err = chartveil("cluster", *options, *more, "-o", "two")
    assert code == 0, err
    files = [{p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("one", "two")]
    assert files[0] == files[1]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["home", "notes", "one", "two", "x.csv"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--on", "processes", "--address", "127.0.0.1:1"), 2, "leave out --on processes"),
        (("--state", "out/state"), 3, "would lie in the folder of the copies"),
        (("--shard-files", "0"), 2, "--shard-files"),
    ],
)
def test_wrong_use_is_told(chartveil, tmp_path, monkeypatch, options, code, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("Well.")
    got, _, err = chartveil("cluster", "note.txt", "-o", "out", *options)
    assert (got, said in " ".join(err.split())) == (code, True), err
