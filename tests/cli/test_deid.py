"""The main job as a user runs it, on real files."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from chartveil.domain.paths import UserPaths, resources_folder
from chartveil.formats.base import PagedFormat, ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.release import runner
from chartveil.release.copy_strings import copy_strings
from chartveil.store.workspace import open_workspace

SAMPLES = resources_folder() / "samples"

# Of every sample a few originals that any release must not hold.
ORIGINALS = {
    "01-discharge-summary.txt": ["Trevathan", "Rosalind", "40-118-257", "Pelham", "Achterberg", "555-0143"],
    "02-emergency-note.txt": ["00871640", "vasquez-lund", "303-555-0118", "marchetti"],
    "03-pathology-report.txt": ["Castellanos", "S23-10448", "TW559301", "Abernathy", "06-Jun-2023"],
    "04-radiology-capitals.txt": ["LINDQVIST", "SBI-0092817", "08/19/1966", "PELLETIER"],
    "05-clinic-letter-british.txt": ["Prosser", "943 476 5919", "SY8 2RB", "Bhattacharya", "12th May 2023"],
    "06-telephone-encounter.md": ["Villalobos", "PCC77120934", "dominic.reid", "Quill"],
    "07-portal-message.html": ["Whitcombe", "206-555-0139", "2065550139", "Kimball", "Juniper Family"],
    "08-therapy-note.txt": ["Fonseca", "BH-20931", "Vanderhoof", "12/30/1997"],
    "09-referral-letter.docx": ["Nakato", "OCR-55820", "Lindgren", "Arceneaux", "802-555-0133"],
    "10-progress-notes.csv": ["Drummond", "Sandoval", "206-555-0101", "Abruzzo", "P-204"],
    "11-consultation.pdf": ["Lindqvist-Amaya", "0092 7714", "Rahimi", "20418873-B"],
    "12-nursing-note.rtf": ["Quigley", "880021773", "617-555-0154", "Delacroix"],
    "13-lab-comments.xlsx": ["Halloran", "9/12/2023", "A-7721"],
    "14-messages.jsonl": ["Maddox", "541-555-0190", "Applewhite", "77-A"],
    "15-referral-fax.pdf": ["Pellworth", "BH-330417", "Ostrowski", "Lindahl", "541-555-0178", "Leonora"],
}

pytestmark = pytest.mark.usefixtures("pipelines_kept")


def everything(path):
    """All text of an output, hidden or not."""
    file = SourceFile(str(path), path.read_bytes())
    fmt = format_for(file)
    texts = [d.text for d in fmt.read(file, ReadOptions())]
    if isinstance(fmt, PagedFormat):
        return "\n".join([*texts, *(text for _, text in fmt.all_text(file))])
    return "\n".join([*texts, *(string.text for string in copy_strings(file.data, fmt.name))])


def crosswalk(path):
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return {Path(a).name: b for a, b in (line.rsplit(",", 1) for line in lines)}


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The samples, released once in a process of its own: (folder, input name → output name, home)."""
    import os
    import subprocess
    import sys

    base = tmp_path_factory.mktemp("released")
    (base / "key").write_bytes(bytes(range(40, 72)))
    (base / "key").chmod(0o600)
    environment = dict(os.environ, CHARTVEIL_HOME=str(base / "home"), COLUMNS="200")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "chartveil",
            "deid",
            SAMPLES,
            "-o",
            base / "out",
            "--crosswalk",
            base / "x.csv",
            "--key-file",
            base / "key",
        ],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return base / "out", crosswalk(base / "x.csv"), base / "home", done.stdout + done.stderr


def test_every_sample_has_a_copy_and_every_copy_reads(released):
    out, names, _, _ = released
    assert set(names) == set(ORIGINALS) == {p.name for p in SAMPLES.iterdir()}
    copies = [p.name for p in out.iterdir() if not p.name.endswith(".columns.json")]
    assert sorted(names.values()) == sorted(copies)


@pytest.mark.parametrize("sample", sorted(ORIGINALS))
def test_no_copy_holds_an_original_anywhere(released, sample):
    out, names, _, _ = released
    text = everything(out / names[sample]).casefold()
    assert [o for o in ORIGINALS[sample] if o.casefold() in text] == []


@pytest.mark.parametrize(
    ("sample", "kept"),
    [
        (
            "01-discharge-summary.txt",
            ["Parkinson disease, Hoehn & Yahr 3", "Foley removed", "Sinemet 25/100", "0600"],
        ),
        ("04-radiology-capitals.txt", ["SCHMORL NODE", "L4/5", "TARLOV CYST", "LONG ANNULAR", "MAY NEED"]),
        ("03-pathology-report.txt", ["c.35G>A", "p.G12D", "Congo red", "0/17", "Dukes B", "von Meyenburg"]),
        ("11-consultation.pdf", ["St. Jude aortic valve", "Janeway lesions", "Osler nodes", "Duke criteria"]),
        ("15-referral-fax.pdf", ["mitral regurgitation", "Coombs test negative", "metoprolol 25 mg"]),
    ],
)
def test_medical_terms_stay(released, sample, kept):
    out, names, _, _ = released
    text = everything(out / names[sample])
    assert [k for k in kept if k not in text] == []


def test_names_of_outputs_and_what_is_said_hold_no_name(released):
    _out, names, _, said = released
    for name in names.values():
        assert re.fullmatch(r"(note|table)-[0-9a-f]{12}(-\d+)?\.\w+", name)
    for originals in ORIGINALS.values():
        assert [o for o in originals if o in said] == []


def test_the_workspace_holds_no_text(released):
    _, _, home, _ = released
    with open_workspace(UserPaths(home)) as workspace:
        raw = json.dumps([workspace.run_files(r["id"]) for r in workspace.runs()]).encode()
    assert b"DOCTOR" in raw
    for originals in ORIGINALS.values():
        assert [o for o in originals if o.encode() in raw] == []
    assert b"samples" not in raw
    assert b"discharge" not in raw


def test_formatting_of_a_word_letter_stays(released):
    import docx

    out, names, _, _ = released
    d = docx.Document(str(out / names["09-referral-letter.docx"]))
    assert d.core_properties.author == ""
    assert len(d.tables[0].rows) == 4
    assert d.tables[0].rows[0].cells[0].paragraphs[0].runs[0].bold
    assert any(r.bold for p in d.paragraphs for r in p.runs)


@pytest.mark.parametrize(
    ("mode", "pattern"), [("tag", r"\[PATIENT\]"), ("numbered", r"\[DOCTOR-2\]"), ("mask", "█")]
)
def test_other_modes(chartveil, tmp_path, mode, pattern):
    code, _, err = chartveil(
        "deid", SAMPLES / "01-discharge-summary.txt", "-o", tmp_path / "out", "--mode", mode
    )
    assert code == 0, err
    (path,) = (tmp_path / "out").iterdir()
    text = path.read_text(encoding="utf-8")
    assert re.search(pattern, text)
    assert "Trevathan" not in text.title()


def digests(folder):
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}


def test_same_key_same_bytes_whatever_the_number_of_processes(chartveil, tmp_path):
    key = tmp_path / "key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    other = tmp_path / "other"
    other.write_bytes(bytes(range(1, 33)))
    other.chmod(0o600)
    text_samples = [*sorted(SAMPLES.glob("*.txt"))[:3], SAMPLES / "10-progress-notes.csv"]
    for out, jobs, k in (("a", 1, key), ("b", 2, key), ("c", 1, other)):
        code, _, err = chartveil("deid", *text_samples, "-o", tmp_path / out, "--jobs", jobs, "--key-file", k)
        assert code == 0, err
    assert digests(tmp_path / "a") == digests(tmp_path / "b")
    a, c = (
        {sha for name, sha in digests(tmp_path / out).items() if not name.endswith(".columns.json")}
        for out in "ac"
    )
    assert a.isdisjoint(c)


def test_mode_spans_writes_offsets_of_the_decoded_text_and_nothing_else(chartveil, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    text = "Pt: Maria Ndu\r\nSeen 03/17/2021 by Dr. Okafor. Foley removed.\r\n"
    (notes / "one.txt").write_bytes(text.encode())
    (notes / "two.txt").write_bytes("﻿Dr. Ó Faoláin".encode("utf-16-le"))
    (notes / "two.csv").write_text("note_text\nSeen by Dr. Okafor on 3/4/2020 for cough\n", encoding="utf-8")
    code, _, err = chartveil("deid", notes, "-o", tmp_path / "out", "--mode", "spans")
    assert code == 0, err
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"one.json", "two.txt.json", "two.csv.json"}
    data = json.loads((tmp_path / "out" / "one.json").read_text())
    assert list(data) == ["sha256", "spans", "recovered"]
    assert data["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    got = [(s["label"], text[s["start"] : s["end"]]) for s in data["spans"]]
    assert got == [("PATIENT", "Maria Ndu"), ("DATE", "03/17/2021"), ("DOCTOR", "Okafor")]
    assert all(s["evidence"] and 0 < s["score"] <= 1 for s in data["spans"])
    two = json.loads((tmp_path / "out" / "two.txt.json").read_text())
    assert two["sha256"] == hashlib.sha256("Dr. Ó Faoláin".encode()).hexdigest()
    table = json.loads((tmp_path / "out" / "two.csv.json").read_text())
    assert [s["label"] for s in table["documents"][0]["spans"]] == ["DOCTOR", "DATE"]


def test_other_formats_agree_with_each_other(chartveil, tmp_path):
    code, _, err = chartveil(
        "deid", SAMPLES / "08-therapy-note.txt", "-o", tmp_path / "out",
        *(x for f in ("same", "txt", "i2b2", "brat", "jsonl") for x in ("--format", f)),
    )  # fmt: skip
    assert code == 0, err
    files = {p.suffix: p for p in (tmp_path / "out").iterdir()}
    assert set(files) == {".txt", ".xml", ".ann", ".jsonl"}
    code, said, err = chartveil("evaluate", files[".xml"], files[".jsonl"], "--json")
    assert code == 0, err
    assert json.loads(said)["span"]["exact_same"]["recall"] == 1.0


def test_patients_of_a_table_keep_their_surrogates_over_rows_and_differ_from_each_other(released):
    import csv

    out, names, _, _ = released
    with (out / names["10-progress-notes.csv"]).open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    assert list(rows[0]) == ["note_id", "patient_id", "note_date", "note_type", "note_text"]
    first = re.match(r"Mr\. (\w+)", rows[0]["note_text"])
    assert first
    assert rows[1]["note_text"].startswith(first[1])
    assert rows[0]["patient_id"] not in ("P-204", rows[2]["patient_id"]) or rows[0]["patient_id"] == ""


def test_the_report_as_json_tells_inputs_outputs_and_counts(chartveil, tmp_path):
    code, said, _ = chartveil("deid", SAMPLES / "08-therapy-note.txt", "-o", tmp_path / "out", "--json")
    assert code == 0
    report = json.loads(said)
    (file,) = report["files"]
    assert file["input"].endswith("08-therapy-note.txt")
    assert file["spans"] == sum(report["labels"].values()) > 10
    assert [p.name for p in (tmp_path / "out").iterdir()] == file["outputs"]


def test_resume_leaves_out_what_is_whole_and_does_again_what_was_changed(chartveil, tmp_path):
    inputs = [SAMPLES / "01-discharge-summary.txt", SAMPLES / "02-emergency-note.txt"]
    out = tmp_path / "out"
    command = ("deid", *inputs, "-o", out, "--resume", "--json")
    first = json.loads(chartveil(*command)[1])
    assert [f["resumed"] for f in first["files"]] == [False, False]
    before = digests(out)
    spoiled = out / first["files"][1]["outputs"][0]
    spoiled.write_text("changed")
    second = json.loads(chartveil(*command)[1])
    assert sorted((f["input"], f["resumed"]) for f in second["files"]) == [
        (str(inputs[0]), True),
        (str(inputs[1]), False),
    ]
    assert digests(out) == before
    # Other settings make other copies: nothing is left out for them.
    third = json.loads(chartveil(*command, "--mode", "tag")[1])
    assert [f["resumed"] for f in third["files"]] == [False, False]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("deid", "{missing}", "-o", "{out}"), 3, "missing.txt"),
        (("deid", "{sample}", "-o", "{out}", "--policy", "none"), 3, "no policy of this name"),
        (("deid", "{sample}", "-o", "{out}", "--key-file", "{missing}"), 3, "no such key file"),
        (("deid", "{sample}", "-o", "{sample}"), 3, "there is a file of this name"),
        (
            ("deid", "{sample}", "-o", "{out}", "--mode", "spans", "--format", "same"),
            2,
            "leave out --format same",
        ),
        (("deid", "{sample}"), 2, "Missing option '-o'"),
        (("deid", "-o", "{out}"), 2, "Missing argument"),
        (("nonsense",), 2, "No such command"),
        (("audit", "list"), 3, "nothing has been recorded yet"),
        (("evaluate", "{sample}"), 2, "either PREDICTED, or --run"),
        (("explain", "{missing}"), 2, "does not exist"),
    ],
)
def test_wrong_use_is_told_in_one_line_with_its_exit_code(chartveil, tmp_path, arguments, code, said):
    folder = tmp_path / "folder"
    folder.mkdir()
    sample = folder / "note.txt"
    sample.write_text("Seen by Dr. Okafor.")
    places = {
        "missing": tmp_path / "missing.txt",
        "sample": sample,
        "out": tmp_path / "out",
        "folder": folder,
    }
    got, _, err = chartveil(*(str(a).format(**places) for a in arguments))
    assert (got, said in " ".join(err.split())) == (code, True), err
    assert "Traceback" not in err


def test_one_process_is_another_than_the_commands_own(chartveil, tmp_path, monkeypatch):
    """Else a file that hangs in a library would hold the command for ever."""
    process, asked = runner.process_files, []

    def process_and_tell(*given, apart, **more):
        asked.append(apart)
        return process(*given, apart=apart, **more)

    monkeypatch.setattr(runner, "process_files", process_and_tell)
    (tmp_path / "a.txt").write_text("Seen by Dr. Okafor.")
    code, _, err = chartveil("deid", tmp_path / "a.txt", "-o", tmp_path / "out", "--jobs", 1)
    assert (code, asked) == (0, [True]), err
