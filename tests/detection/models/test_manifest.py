"""Lists of models: what is read, what is refused, and that altered files are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartveil.detection.models.manifest import (
    SITE_MANIFEST_FILE,
    TextNormalisation,
    class_without_prefix,
    labels_of_classes,
    load_members,
    verified_file,
    verify_member,
)
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import models_folder
from tiny_models import entries

CLASSES = ["O", "PATIENT", "DOCTOR"]


def manifest(folder: Path, text: str, name: str = "ensemble.toml") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_our_own_list_is_valid_and_its_files_are_there() -> None:
    for member in load_members(models_folder() / "ensemble.toml"):
        verify_member(member)


def test_a_member_has_what_its_entry_says_and_usual_values_for_the_rest(tmp_path: Path) -> None:
    text = entries(CLASSES, {"john": "PATIENT"}, tmp_path)
    text += entries(
        CLASSES,
        {"john": "PATIENT"},
        tmp_path,
        "b",
        votes=["DOCTOR"],
        threshold=0.7,
        thresholds={"DOCTOR": 0.4},
        priority=3,
        normalise="capitals",
        inputs=["shape_ids"],
        window=64,
        overlap=8,
        enabled=False,
    )
    plain, full = load_members(manifest(tmp_path, text))
    assert (plain.votes, plain.threshold, plain.priority) == ((Label.PATIENT, Label.DOCTOR), 0.5, 1)
    assert (plain.window, plain.overlap, plain.enabled, plain.inputs) == (256, 32, True, ())
    assert full.votes == (Label.DOCTOR,)
    assert (full.threshold_of(Label.DOCTOR), full.threshold_of(Label.PATIENT)) == (0.4, 0.7)
    assert (full.priority, full.normalise, full.inputs) == (3, TextNormalisation.CAPITALS, ("shape_ids",))
    assert (full.window, full.overlap, full.enabled, full.bundled) == (64, 8, False, True)
    verify_member(plain)


def test_members_of_one_file_share_what_is_loaded_and_differ_in_how_they_read(tmp_path: Path) -> None:
    text = entries(CLASSES, {}, tmp_path) + entries(CLASSES, {}, tmp_path, "b", normalise="capitals")
    text += entries(CLASSES, {}, tmp_path, "c", votes=["DOCTOR"])
    a, b, c = load_members(manifest(tmp_path, text))
    assert a.network_key == b.network_key == c.network_key
    assert a.run_key != b.run_key
    assert a.run_key == c.run_key


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("votes", ["CITY"]), "'votes' names CITY, which no class"),
        (("votes", ["NOBODY"]), "'votes' names 'NOBODY', which is no label"),
        (("classes", ["O", "PER"]), "holds what no label is known for: PER"),
        (("classes", ["O"]), "no class that stands for a label"),
        (("classes", "PATIENT"), "'classes' is missing or no list"),
        (("threshold", 0), "'threshold' is no number above 0"),
        (("threshold", True), "'threshold' is no number above 0"),
        (("thresholds", {"PATIENT": 2}), "'thresholds' is no number above 0"),
        (("priority", 0), "'priority' is no whole number from 1 on"),
        (("window", 8), "'window' is no whole number from 16 on"),
        (("overlap", 100), "'overlap' is more than a quarter of the window"),
        (("normalise", "upper"), "'normalise' is neither"),
        (("enabled", "yes"), "'enabled' is neither true nor false"),
        (("file", "../x.onnx"), "'file' points out of the folder"),
        (("sha256", "abc"), "'sha256' is no SHA-256"),
        (("tresholds", 1), "'tresholds' is no key of a member"),
        (("name", ""), "'name' is missing or no text"),
        (("map", {"PATIENT": "SOMEBODY"}), "holds what no label is known for: PATIENT"),
    ],
)
def test_each_wrong_key_is_named(tmp_path: Path, change: tuple[str, object], said: str) -> None:
    import tomllib

    from tiny_models import toml

    entry = tomllib.loads(entries(CLASSES, {"john": "PATIENT"}, tmp_path))["member"][0]
    entry[change[0]] = change[1]
    path = manifest(tmp_path, "[[member]]\n" + "\n".join(f"{k} = {toml(v)}" for k, v in entry.items()))
    with pytest.raises(ResourceError) as caught:
        load_members(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("text", ["[[member", "[member]\nname = 1", "members = 1", "member = 3"])
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ResourceError):
        load_members(manifest(tmp_path, text))


def test_a_missing_list_is_refused_but_a_site_need_not_have_one(tmp_path: Path) -> None:
    with pytest.raises(ResourceError):
        load_members(tmp_path / "none.toml")
    path = manifest(tmp_path, entries(CLASSES, {}, tmp_path))
    assert [m.name for m in load_members(path, tmp_path / "site")] == ["a"]


def test_a_sites_members_follow_ours_under_names_of_their_own(tmp_path: Path) -> None:
    path = manifest(tmp_path, entries(CLASSES, {}, tmp_path))
    site = tmp_path / "site"
    manifest(site, entries(CLASSES, {}, site, "b"), SITE_MANIFEST_FILE)
    assert [(m.name, m.bundled) for m in load_members(path, site)] == [("a", True), ("b", False)]
    manifest(site, entries(CLASSES, {}, site, "a"), SITE_MANIFEST_FILE)
    with pytest.raises(ResourceError, match="two members bear the name 'a'"):
        load_members(path, site)


@pytest.mark.parametrize("file", ["a.onnx", "tokenizer.json"])
def test_a_file_that_is_missing_or_altered_is_named(tmp_path: Path, file: str) -> None:
    (member,) = load_members(manifest(tmp_path, entries(CLASSES, {}, tmp_path)))
    path = tmp_path / file
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(ResourceError, match="SHA-256 differs") as altered:
        verify_member(member)
    path.unlink()
    with pytest.raises(ResourceError, match="cannot be read") as missing:
        verify_member(member)
    assert file in str(altered.value)
    assert file in str(missing.value)
    assert "'a'" in str(missing.value)


def test_classes_of_foreign_schemes_are_mapped_without_their_places() -> None:
    classes = ["B-PER", "I-PER", "O", "S-LOC", "B-MISC", "I_DATE"]
    labels, unknown = labels_of_classes(classes, {"PER": "PATIENT", "MISC": "ignore"})
    assert labels == (Label.PATIENT, Label.PATIENT, None, None, None, Label.DATE)
    assert unknown == ("LOC",)
    assert [class_without_prefix(c) for c in ("B-PER", "BIOID", "I-", "LOCATION-OTHER")] == [
        *("PER", "BIOID", "I-", "LOCATION-OTHER")
    ]


def test_a_file_that_changes_while_a_library_reads_it_is_refused(tmp_path: Path) -> None:
    (member,) = load_members(manifest(tmp_path, entries(CLASSES, {}, tmp_path)))
    with verified_file(member, member.file, member.sha256) as path:
        assert path == member.file
    with (
        pytest.raises(ResourceError, match="SHA-256 differs"),
        verified_file(member, member.file, member.sha256) as path,
    ):
        path.write_bytes(path.read_bytes() + b"\n")
    with (
        pytest.raises(ResourceError, match="SHA-256 differs"),
        verified_file(member, member.file, member.sha256),
    ):
        pytest.fail("what was altered before is given to nobody")
