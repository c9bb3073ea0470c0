"""What a user meets when something goes wrong, and what the screen shows at odd widths."""

import csv
import importlib.util
import os
import socket
import subprocess
import sys

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.store.workspace import Workspace, open_workspace
from chartveil.store.workspace_records import RunFacts
from chartveil.system.machine import has_screen

SECRET = "Okafor"
TEXT = "Patient: Adaeze Okafor, MRN 4471829. Seen by Dr. Okafor on 3/4/2021."

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyError(SECRET), 70, "KeyError. This is our mistake"),
        (RecursionError(SECRET), 70, "RecursionError. This is our mistake"),
        (MemoryError(SECRET), 3, "not enough memory"),
        (OSError(28, "No space left on device", f"/x/{SECRET}"), 3, "No space left on device"),
        (ImportError(SECRET, name="regex._regex"), 3, "missing or damaged: regex._regex"),
        (KeyboardInterrupt(SECRET), 130, "Stopped."),
    ],
)
def test_an_error_that_nobody_foresaw_is_told_without_its_text(
    chartveil, note, tmp_path, monkeypatch, error, code, said
):
    from chartveil.release import batch

    def raises(*_, **__):
        raise error

    monkeypatch.setattr(batch, "run_batch", raises)
    got, out, err = chartveil("deid", note, "-o", tmp_path / "out")
    assert (got, out) == (code, "")
    assert said in err
    assert SECRET not in err
    assert "Traceback" not in err
    if code == 70:
        assert "chartveil.cli.deid line" in err
        assert "report the line above" in err


def test_what_only_a_checkout_can_do_says_so_elsewhere(chartveil, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda n, *a: None if "training" in n else find(n, *a))
    code, _, err = chartveil("train", "gold", "--name", "ward")
    assert code == 2
    assert "works in a checkout of the source alone" in err
    code, out, _ = chartveil("--help")
    assert code == 0
    assert "\n  train" not in out


def test_a_machine_without_a_screen_is_told_before_the_window_is_made(chartveil, monkeypatch):
    pytest.importorskip("PySide6")
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    code, out, err = chartveil("gui")
    assert (code, out) == (3, "")
    assert "no screen here" in err


def test_a_display_that_does_not_answer_is_told_before_qt_ends_the_process(chartveil, monkeypatch, tmp_path):
    pytest.importorskip("PySide6")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    for display in ("", ":59871", "localhost:59871.0", "rubbish", ":99999999"):
        monkeypatch.setenv("DISPLAY", display)
        code, out, err = chartveil("gui")
        assert (code, out) == (3, ""), display
        assert "none that answers" in err


@pytest.mark.parametrize("name", ["X", "Wayland"])
def test_a_display_that_answers_is_a_screen(name, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    family = socket.AF_INET if name == "X" else socket.AF_UNIX
    with socket.socket(family) as server:
        if name == "X":
            server.bind(("127.0.0.1", 0))
            monkeypatch.setenv("DISPLAY", f"127.0.0.1:{server.getsockname()[1] - 6000}.0")
        else:
            monkeypatch.chdir(tmp_path)
            server.bind("wayland-7")
            monkeypatch.setenv("XDG_RUNTIME_DIR", "")
            monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
        assert not has_screen()
        server.listen()
        assert has_screen()


@pytest.mark.parametrize("command", [["audit", "list"], ["policy", "list"], ["doctor"], ["store", "status"]])
def test_where_nobody_has_a_home_it_is_said_what_to_set(chartveil, monkeypatch, command):
    import platformdirs

    def unknown(*_, **__):
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CHARTVEIL_HOME")
    monkeypatch.setattr(platformdirs, "user_data_path", unknown)
    code, out, err = chartveil(*command)
    assert code == {"policy": 0, "doctor": 1}.get(command[0], 3)
    assert ("Set HOME, or CHARTVEIL_HOME" in " ".join((out + err).split())) == (command[0] != "policy")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")  # noqa: PTH110
@pytest.mark.parametrize("command", [["--help"], ["policy", "list"], ["deid", "--help"], ["explain", "NOTE"]])
def test_output_that_cannot_be_written_is_told_in_one_line(note, tmp_path, command):
    arguments = [str(note) if a == "NOTE" else a for a in command]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "chartveil", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=dict(os.environ, CHARTVEIL_HOME=str(tmp_path / "home")),
        )
    assert done.returncode == 3
    assert "No space left" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert SECRET not in done.stderr


def test_a_copy_in_mode_spans_would_be_the_original_and_is_refused(chartveil, note, tmp_path):
    for form in ("same", "txt"):
        code, _, err = chartveil("deid", note, "-o", tmp_path / "out", "--mode", "spans", "--format", form)
        assert code == 2
        assert f"leave out --format {form}" in err
    assert not (tmp_path / "out").exists()


def test_the_page_of_explain_does_not_take_the_notes_place(chartveil, note):
    code, _, err = chartveil("explain", note, "--html", note)
    assert code == 2
    assert "would be lost" in err
    assert note.read_text() == TEXT


def test_names_with_marks_of_the_screen_library_are_shown_as_they_are(chartveil, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "[red]x[bold].txt").write_text(TEXT)
    code, out, _ = chartveil("deid", folder, "-o", tmp_path / "out")
    assert code == 0
    assert "[red]x[bold].txt" in out


def test_no_input_is_not_a_success(chartveil, tmp_path):
    (tmp_path / "empty").mkdir()
    code, out, err = chartveil("deid", tmp_path / "empty", "-o", tmp_path / "out")
    assert (code, out) == (3, "")
    assert "there is nothing to read" in err
    code, out, err = chartveil("deid", tmp_path / "missing.txt", "-o", tmp_path / "out")
    assert code == 3
    assert "Nothing was written" in out
    assert "Written to" not in out


def rows(path):
    with path.open(newline="", encoding="utf-8") as f:
        return list(csv.reader(f))


def test_the_crosswalk_holds_no_formula_and_leads_to_the_same_files(chartveil, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("=cmd.txt", "@x.txt", "-y.txt"):
        (tmp_path / name).write_text(f"{TEXT} {name}")
    arguments = ("--crosswalk", "walk.csv", "-o", "out", "--", "=cmd.txt", "@x.txt", "-y.txt")
    code, _, err = chartveil("deid", *arguments)
    assert code == 0, err
    head, *walk = rows(tmp_path / "walk.csv")
    assert head == ["input", "output"]
    assert [i for i, _ in walk] == ["./=cmd.txt", "./@x.txt", "./-y.txt"]
    assert all((tmp_path / i).exists() and (tmp_path / "out" / o).exists() for i, o in walk)


def test_the_crosswalk_does_not_take_a_notes_place(chartveil, note, tmp_path):
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out", "--crosswalk", note)
    assert code == 3
    assert "something else of this name" in err
    assert note.read_text() == TEXT
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("option", ["--crosswalk", "--workspace", "--key-file"])
@pytest.mark.parametrize("place", ["out/walk.csv", "out/deep/walk.csv", "link/walk.csv"])
def test_nothing_that_leads_back_to_the_originals_lies_among_the_copies(
    chartveil, note, tmp_path, option, place
):
    (tmp_path / "out").mkdir()
    if place.startswith("link"):
        if os.name == "nt":
            pytest.skip("links need rights there")
        (tmp_path / "link").symlink_to("out")
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out", option, tmp_path / place)
    assert code == 3
    assert "folder of the copies" in err
    assert f"another place with {option}" in err.replace("\n", " ")
    assert list((tmp_path / "out").iterdir()) == []


def test_the_users_own_key_and_audit_log_do_not_lie_among_copies(chartveil, note, home):
    code, _, err = chartveil("deid", note, "-o", home)
    assert code == 3
    assert "folder of the copies" in err


def test_a_table_under_the_ending_of_a_text_keeps_its_text_and_gets_its_own_ending(chartveil, tmp_path):
    rows = "".join(f"{n}\tQuorn Okafor\tSeen by Dr. Okafor, well.\n" for n in range(3))
    (tmp_path / "a.txt").write_text("note_id\tpatient_name\tnote_text\n" + rows)
    code, _, err = chartveil("deid", tmp_path / "a.txt", "-o", tmp_path / "out")
    assert code == 0, err
    copy, record = sorted((tmp_path / "out").iterdir(), key=lambda p: p.suffix, reverse=True)
    assert copy.suffix == ".tsv"
    assert record.name == f"{copy.stem}.columns.json"
    header, *cells = [line.split("\t") for line in copy.read_text().splitlines()]
    assert header == ["note_id", "patient_name", "note_text"]
    assert len({row[1] for row in cells} - {"", "Quorn Okafor"}) == 1
    assert all("well" in row[2] and "Okafor" not in row[1] + row[2] for row in cells)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_the_output_folder_is_replaced_and_not_written_through(chartveil, note, tmp_path):
    chartveil("deid", note, "-o", tmp_path / "out")
    (copy,) = (tmp_path / "out").iterdir()
    other = tmp_path / "other.txt"
    other.write_text("precious")
    copy.unlink()
    copy.symlink_to(other)
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out")
    assert code == 0, err
    assert other.read_text() == "precious"
    assert copy.is_file()
    assert not copy.is_symlink()


def test_as_text_a_message_is_read_as_it_stands(chartveil, tmp_path):
    (tmp_path / "a.hl7").write_text("MSH|^~\\&|LAB\rOBX|1|TX||Seen by Dr. Okafor on 3/4/2021.\r")
    code, _, err = chartveil("deid", tmp_path / "a.hl7", "-o", tmp_path / "out", "--json")
    assert code == 3
    code, _, err = chartveil("deid", tmp_path / "a.hl7", "-o", tmp_path / "out", "--as", "text")
    assert code == 0, err
    (copy,) = (tmp_path / "out").iterdir()
    assert copy.suffix == ".txt"
    text = copy.read_bytes().decode()
    assert text.startswith("MSH|^~\\&|LAB\rOBX|1|TX||Seen by Dr. ")
    assert "Okafor" not in text


def test_the_crosswalk_tells_of_all_that_is_written_though_an_error_ends_the_run(
    chartveil, tmp_path, monkeypatch
):
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.txt").write_text(f"{TEXT} {n}")
    real, calls = Workspace.record_file, []

    def breaks(self, *arguments, **named):
        calls.append(1)
        if len(calls) == 3:
            raise KeyError(SECRET)
        return real(self, *arguments, **named)

    monkeypatch.setattr(Workspace, "record_file", breaks)
    walk = tmp_path / "walk.csv"
    code, _, _ = chartveil("deid", folder, "-o", tmp_path / "out", "--jobs", "1", "--crosswalk", walk)
    assert code == 70
    assert {o for _, o in rows(walk)[1:]} == {p.name for p in (tmp_path / "out").iterdir()}
    assert len(rows(walk)) == 3


@pytest.mark.parametrize("columns", ["40", "60", "80", "120"])
def test_the_audit_names_every_run_whole_at_any_width(chartveil, home, monkeypatch, columns):
    facts = RunFacts("0.1.0", "safe_harbor_plus", "p" * 64, "d" * 64, "surrogate", "abcd1234", "s" * 64)
    with open_workspace(UserPaths(home)) as ws:
        done, killed = ws.begin_run(facts), ws.begin_run(facts)
        ws.end_run(done, "done", {})
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = chartveil("audit", "list")
    lines = [line for line in out.splitlines() if killed in line or done in line]
    assert code == 0
    assert "not finished" in lines[0]
    assert "done" in lines[1]
    code, out, _ = chartveil("audit", "show", killed)
    assert "not finished" in out
    code, out, err = chartveil("audit", "show", "2")
    assert code == 3
    assert "several runs" in err


def test_a_run_writes_to_its_output_its_home_and_nowhere_else(note, tmp_path):
    """Temporary files included: the places a program writes to by habit are all of this test's own."""
    places = {name: tmp_path / name for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "cwd")}
    for place in places.values():
        place.mkdir()
    environment = {**os.environ, **{k: str(v) for k, v in places.items() if k != "cwd"}}
    environment["CHARTVEIL_HOME"] = str(tmp_path / "ours")
    command = [sys.executable, "-m", "chartveil", "deid", note, "-o", tmp_path / "out", "--format", "same"]
    done = subprocess.run(
        [*command, "--format", "json", "--jobs", "2"],
        env=environment,
        cwd=places["cwd"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [p for place in places.values() for p in place.rglob("*")] == []
    assert sorted(p.name for p in (tmp_path / "ours").iterdir()) == [
        "record-heads.txt",
        "surrogate.key",
        "workspace.sqlite",
    ]
    assert SECRET not in done.stdout + done.stderr
    for path in (*(tmp_path / "ours").iterdir(), *(tmp_path / "out").iterdir()):
        assert SECRET.encode() not in path.read_bytes()


def test_policy_check_tells_what_safe_harbor_would_remove(chartveil):
    assert chartveil("policy", "check", "safe_harbor")[0] == 0
    code, out, _ = chartveil("policy", "check", "limited_data_set")
    assert code == 1
    assert "DATE stays: days and months of dates (C)" in out
