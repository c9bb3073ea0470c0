"""The models as a user meets them: listed, checked, added, switched, measured, and used in runs."""

import json

import pytest

from chartveil.detection.models.devices import DeviceName
from chartveil.system.machine import load_onnxruntime

TEXT = "Seen with the general at Boston, then sent home.\n"


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def listed(chartveil):
    return {m["name"]: m for m in json.loads(chartveil("models", "list", "--json")[1])}


def voters(chartveil, note, tmp_path):
    """Names of the models that vote on the note, in a run that writes spans."""
    code, _, err = chartveil("deid", note, "-o", tmp_path / "spans", "--mode", "spans")
    assert code == 0, err
    spans = json.loads((tmp_path / "spans" / "note.json").read_text())["spans"]
    return {e["name"] for s in spans for e in s["evidence"] if e["kind"] == "model"}


def test_the_list_tells_what_each_model_does_and_where_it_comes_from(chartveil, home, tiny, export):
    (tiny / "people.md").write_text("# people\n| encoder | Mini (Apache-2.0), 6 layers |\n", encoding="utf-8")
    assert chartveil("models", "add", export())[0] == 0
    code, out, err = chartveil("models", "list")
    assert code == 0, err
    people, places, mine = (
        out.split("\n\n")[0].replace("\nplaces", "\0places").replace("\nmy", "\0my").split("\0")
    )
    assert "votes on    PATIENT, DOCTOR" in people
    assert "threshold   0.50" in people
    assert "text        as it is" in people
    assert "Mini (Apache-2.0), 6 layers" in people
    assert "comes with Chartveil" in people
    assert "threshold   0.40, CITY 0.60" in places
    assert "priority    2" in places
    assert "words in capitals made title case" in places
    assert mine.startswith("my-model")
    assert f"your site, {home / 'models' / 'my-model'}" in mine
    assert "its licence is for you to know" in mine
    assert "3 of 3 take part" in out
    assert [m["bundled"] for m in listed(chartveil).values()] == [True, True, False]


def test_verify_runs_each_model_and_fails_for_one_that_is_altered(chartveil, tiny, export):
    assert chartveil("models", "add", export())[0] == 0
    code, out, _ = chartveil("models", "verify")
    lines = out.splitlines()
    assert code == 0
    assert [line.split(":")[0] for line in lines[:3]] == ["✓ people", "✓ places", "✓ my-model"]
    assert "files as listed, runs, 0 finds" in lines[0]
    assert "files as listed, runs, 0 finds" not in lines[1]
    (tiny / "people.onnx").write_bytes(b"\x08\x08")
    code, out, _ = chartveil("models", "verify")
    assert code == 1
    assert "✕ people: " in out
    assert "its SHA-256 differs" in out
    assert "✓ places" in out
    assert listed(chartveil)["people"]["problem"]


def test_a_model_that_is_altered_blocks_a_run(chartveil, tiny, note, tmp_path):
    (tiny / "places.onnx").write_bytes(b"\x08\x08")
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out")
    assert code == 3
    assert "places" in err
    assert "SHA-256 differs" in err
    assert not list((tmp_path / "out").glob("*"))


def test_a_broken_model_of_the_site_can_be_switched_off(chartveil, home, tiny, export, note, tmp_path):
    assert chartveil("models", "add", export())[0] == 0
    (home / "models" / "my-model" / "model.onnx").write_bytes(b"\x08\x08")
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out")
    assert code == 3
    assert "switch the member off" in err
    assert chartveil("models", "verify")[0] == 1
    assert chartveil("models", "off", "my-model")[0] == 0
    code, out, _ = chartveil("models", "verify")
    assert code == 0
    assert "✕ my-model (off): " in out
    assert voters(chartveil, note, tmp_path) == {"places"}


def test_a_model_that_is_added_takes_part_until_it_is_switched_off_or_removed(
    chartveil, home, tiny, export, note, tmp_path
):
    folder = export()
    assert voters(chartveil, note, tmp_path) == {"places"}
    code, out, err = chartveil("models", "add", folder, "--priority", "1", "--threshold", "0.7")
    assert code == 0, err
    assert "PER → PATIENT" in out
    assert "Found in 7 samples: PATIENT " in out
    assert "Added as 'my-model'" in out
    assert voters(chartveil, note, tmp_path) == {"places", "my-model"}
    assert (listed(chartveil)["my-model"]["priority"], listed(chartveil)["my-model"]["threshold"]) == (1, 0.7)
    assert chartveil("models", "off", "my-model")[0] == 0
    assert voters(chartveil, note, tmp_path) == {"places"}
    assert listed(chartveil)["my-model"]["enabled"] is False
    assert chartveil("models", "on", "my-model")[0] == 0
    assert voters(chartveil, note, tmp_path) == {"places", "my-model"}
    assert chartveil("models", "remove", "my-model")[0] == 0
    assert voters(chartveil, note, tmp_path) == {"places"}
    assert [p.name for p in (home / "models").iterdir()] == ["members.toml"]
    assert (folder / "model.onnx").exists()
    assert chartveil("models", "add", folder)[0] == 0


def test_a_trial_adds_nothing(chartveil, home, tiny, export):
    code, out, err = chartveil("models", "add", export(), "--dry-run", "--votes", "patient")
    assert code == 0, err
    assert "Nothing was added." in out
    assert not (home / "models").exists()
    assert set(listed(chartveil)) == {"people", "places"}


def test_classes_that_nobody_knows_are_named_and_can_be_mapped(chartveil, home, tiny, export, tmp_path):
    folder = export(classes=("O", "B-ZORB", "B-QUUX"), found="B-ZORB")
    code, _, err = chartveil("models", "add", folder)
    assert code == 3
    assert "ZORB, QUUX" in err
    assert "chartveil-labels.toml" in err
    assert not (home / "models").exists()
    table = tmp_path / "map.toml"
    table.write_text('ZORB = "DOCTOR"\nQUUX = "ignore"\n', encoding="utf-8")
    code, out, err = chartveil("models", "add", folder, "--map", table, "--name", "zorb")
    assert code == 0, err
    assert "ZORB → DOCTOR, QUUX → ignore" in out
    assert listed(chartveil)["zorb"]["votes"] == ["DOCTOR"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--name", "people"), 3, "there is a model of this name"),
        (("--name", "../people"), 3, "lower-case letters"),
        (("--votes", "DATE"), 3, "none of its classes stands for DATE"),
        (("--votes", "NONE"), 2, "there is no label NONE"),
        (("--votes", "RELATIVE"), 3, "finds nothing in 7 samples"),
        (("--threshold", "0"), 2, "not in the range"),
        (("--device", "{missing}"), 3, "this device cannot be used"),
    ],
)
def test_what_cannot_be_added_is_told_and_leaves_nothing(
    chartveil, home, tiny, export, missing, arguments, code, said
):
    folder = export(classes=("O", "PATIENT", "RELATIVE"), found="PATIENT")
    got, _, err = chartveil("models", "add", folder, *(a.format(missing=missing) for a in arguments))
    assert (got, said in " ".join(err.split())) == (code, True), err
    assert not (home / "models").exists()


@pytest.mark.parametrize("action", ["on", "off", "remove"])
def test_only_models_of_the_site_are_switched_and_removed(chartveil, tiny, action):
    code, _, err = chartveil("models", action, "people")
    assert code == 3
    assert "comes with Chartveil" in err
    code, _, err = chartveil("models", action, "nobody")
    assert code == 3
    assert "there is no model of this name" in err


@pytest.fixture
def missing():
    """A device that this machine's onnxruntime was installed without."""
    has = " ".join(load_onnxruntime().get_available_providers())
    return "directml" if "Dml" not in has else "coreml"


def test_a_device_that_is_not_there_is_told_and_no_other_is_taken(chartveil, tiny, note, missing, tmp_path):
    gold = tmp_path / "gold.note"
    gold.write_text("Seen at [[CITY|Boston]].")
    for command in (
        ("deid", note, "-o", tmp_path / "out"),
        ("explain", note),
        ("evaluate", gold, "--run"),
        ("models", "verify"),
    ):
        code, _, err = chartveil(*command, "--device", missing)
        assert code == 3, command
        assert f"{missing}: this device cannot be used" in err
        assert "--device auto" in err
    assert not (tmp_path / "out").exists()


def test_a_run_tells_which_device_it_took_and_why(chartveil, tiny, note, tmp_path):
    code, out, err = chartveil("deid", note, "-o", tmp_path / "out", "--device", "cpu")
    assert code == 0, err
    assert [line for line in out.splitlines() if line.startswith("Device")] == [
        "Device cpu: asked for, and it works."
    ]
    report = json.loads(chartveil("deid", note, "-o", tmp_path / "out", "--json")[1])
    assert report["device"]["name"] in list(DeviceName)
    assert report["device"]["why"].startswith(report["device"]["name"])


def test_a_run_with_other_models_is_another_run_to_resume_and_to_the_audit(
    chartveil, tiny, export, note, tmp_path
):
    command = ("deid", note, "-o", tmp_path / "out", "--resume", "--json")
    first, again = (json.loads(chartveil(*command)[1]) for _ in range(2))
    assert [f["files"][0]["resumed"] for f in (first, again)] == [False, True]
    assert chartveil("models", "add", export())[0] == 0
    other = json.loads(chartveil(*command)[1])
    assert other["files"][0]["resumed"] is False
    runs = json.loads(chartveil("audit", "list", "--json")[1])["runs"]
    hashes = {r["id"]: r["models_sha256"] for r in runs}
    assert hashes[first["run"]] == hashes[again["run"]] != hashes[other["run"]]
    assert all(len(h) == 64 for h in hashes.values())


def test_explain_shows_each_model_that_voted(chartveil, tiny, note):
    code, out, err = chartveil("explain", note)
    assert code == 0, err
    assert "places" in out


def test_doctor_tells_of_the_runtime_and_of_the_models(chartveil, tiny, export):
    assert chartveil("models", "add", export())[0] == 0
    code, out, _ = chartveil("doctor", "--json")
    checks = {c["name"]: c for c in json.loads(out)}
    assert code == 0, checks
    assert f"onnxruntime {load_onnxruntime().__version__}" in checks["Model runtime"]["said"]
    assert "cpu: works" in checks["Model runtime"]["said"]
    assert "auto takes " in checks["Model runtime"]["said"]
    assert checks["Models"]["said"].startswith("3 take part, all as listed, ")
    assert "1 of your site" in checks["Models"]["said"]
    (tiny / "people.onnx").unlink()
    code, out, _ = chartveil("doctor", "--json")
    broken = next(c for c in json.loads(out) if c["name"] == "Models")
    assert (code, broken["state"]) == (1, "broken")
    assert "people" in broken["said"]
