"""Adding a foreign model: it must be whole, mapped, and find something before it counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from chartveil.detection.models.class_labels import CLASS_TABLE_FILE
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.manifest import (
    SITE_MANIFEST_FILE,
    class_without_prefix,
    load_members,
    member_statuses,
)
from chartveil.detection.models.site_models import AddedModel, add_site_model
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, OutputError, ResourceError, StageError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.tokenized_text import TokenizedText
from tiny_models import entries, table_model, tokenizer, word_table

CLASSES = ["O", "B-PER", "I-PER", "B-Staff_Name", "B-LOC", "I-LOC"]
WORDS = {"john": "B-PER", "smith": "I-PER", "mary": "B-Staff_Name", "boston": "B-LOC"}


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """A whole export, as Hugging Face's tools write it."""
    folder = tmp_path / "export"
    (folder / "onnx").mkdir(parents=True)
    table = word_table(CLASSES, WORDS)
    (folder / "onnx" / "model.onnx").write_bytes(table_model(table, inputs=["token_type_ids"]))
    tokenizer().save(str(folder / "tokenizer.json"))
    configure(folder, CLASSES)
    return folder


def configure(folder: Path, classes: list[str], **keys: object) -> None:
    config = {"id2label": {str(i): c for i, c in enumerate(classes)}, "max_position_embeddings": 512, **keys}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


def add(export: Path, name: str = "site-names", **keys: object) -> AddedModel:
    home = export.parent
    ours = home / "ensemble.toml"
    if not ours.exists():
        ours.write_text(entries(["O", "PATIENT"], {}, home, "ours"), encoding="utf-8")
    sample = home / "sample.txt"
    sample.write_text("Seen John Smith by Mary in Boston.", encoding="utf-8")
    return add_site_model(export, home / "site", name=name, bundled=ours, samples=[sample], **keys)  # type: ignore[arg-type]


def site_files(export: Path) -> list[str]:
    site = export.parent / "site"
    return sorted(str(p.relative_to(site)) for p in site.rglob("*") if p.is_file()) if site.exists() else []


def test_a_whole_export_becomes_a_member(export: Path) -> None:
    added = add(export)
    assert added.class_labels == {"PER": "PATIENT", "Staff_Name": "DOCTOR", "LOC": "CITY"}
    assert added.spans_by_label == {Label.PATIENT: 1, Label.DOCTOR: 1, Label.CITY: 1}
    assert (added.sample_count, added.member.bundled, added.member.window) == (1, False, 256)
    assert added.size_bytes > 1000
    expected = [f"site-names/{f}" for f in ("config.json", "model.onnx", "tokenizer.json")]
    assert site_files(export) == sorted([SITE_MANIFEST_FILE, *expected])
    ours, site = load_members(export.parent / "ensemble.toml", export.parent / "site")
    assert site == added.member
    assert [s.problem for s in member_statuses(export.parent / "ensemble.toml", export.parent / "site")] == [
        "",
        "",
    ]
    text = "John in Boston"
    spans = EnsembleDetector([ours, site]).detect(
        TokenizedText(Document(text, DocumentSource("a", "txt", "0")))
    )
    assert [(s.label.value, s.text(text)) for s in spans] == [("PATIENT", "John"), ("CITY", "Boston")]


def test_its_table_stands_beside_it_and_is_read_when_edited(export: Path) -> None:
    add(export)
    table = export / CLASS_TABLE_FILE
    assert 'PER = "PATIENT"' in table.read_text(encoding="utf-8").replace('"PER"', "PER")
    table.write_text('PER = "RELATIVE"\nStaff_Name = "ignore"\n', encoding="utf-8")
    added = add(export, "again", mapping={"LOC": "STATE"})
    assert added.class_labels == {"PER": "RELATIVE", "Staff_Name": "ignore", "LOC": "STATE"}
    assert added.spans_by_label == {Label.RELATIVE: 1, Label.STATE: 1}
    # The other members of the site stay.
    _, first, second = load_members(export.parent / "ensemble.toml", export.parent / "site")
    assert (first.name, second.name) == ("site-names", "again")


def test_classes_of_which_nobody_knows_are_named_and_can_be_told(export: Path) -> None:
    configure(export, ["O", "B-PER", "I-PER", "B-ZORB", "B-QUUX", "I-QUUX"])
    with pytest.raises(ResourceError, match=r"stand for: ZORB, QUUX") as caught:
        add(export)
    assert CLASS_TABLE_FILE in str(caught.value)
    assert '"ZORB" = ""' in (export / CLASS_TABLE_FILE).read_text(encoding="utf-8")
    assert site_files(export) == []
    assert add(export, mapping={"ZORB": "DOCTOR", "QUUX": "ignore"}).spans_by_label == {
        Label.PATIENT: 1,
        Label.DOCTOR: 1,
    }


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ({"NOSUCH": "PATIENT"}, "has no class 'NOSUCH'"),
        ({"PER": "SOMEBODY"}, "there is no label 'SOMEBODY'"),
        ({"PER": "ignore", "Staff_Name": "ignore", "LOC": "ignore"}, "no class of the model stands for"),
    ],
)
def test_tables_that_make_no_sense_are_refused(export: Path, mapping: dict[str, str], said: str) -> None:
    with pytest.raises(ResourceError, match=said):
        add(export, mapping=mapping)


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def write(name: str, data: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(data) and None


NAN = np.full_like(word_table(CLASSES, {}), np.nan)


@pytest.mark.parametrize(
    ("spoil", "error", "said"),
    [
        (remove("config.json"), ResourceError, "config.json: not there"),
        (remove("tokenizer.json"), ResourceError, "tokenizer.json: not there"),
        (remove("onnx/model.onnx"), ResourceError, "model.onnx: not there"),
        (write("config.json", b"{"), ResourceError, "config.json: cannot be read as JSON"),
        (write("config.json", b"[]"), ResourceError, "config.json: is no model's configuration"),
        (write("config.json", b"{}"), ResourceError, "names no classes"),
        (write("config.json", b'{"id2label": {"0": "O", "2": "PER"}}'), ResourceError, "with gaps"),
        (write("tokenizer.json", b"{}"), ResourceError, "cannot be read as a tokenizer"),
        (write("onnx/model.onnx", b"what"), ResourceError, "cannot be loaded"),
        (write("onnx/model.onnx", table_model(word_table(["O", "A"], {}))), ResourceError, "has 2 classes"),
        (write("onnx/model.onnx", table_model(word_table(CLASSES, {}))), ResourceError, "finds nothing"),
        (write("onnx/model.onnx", table_model(NAN)), StageError, "gave what is no number"),
        (
            write("onnx/model.onnx", table_model(word_table(CLASSES, WORDS), inputs=["pixels"])),
            ResourceError,
            "pixels",
        ),
    ],
)
def test_bad_exports_leave_nothing_behind(
    export: Path, spoil: Callable[[Path], None], error: type[Exception], said: str
) -> None:
    spoil(export)
    with pytest.raises(error) as caught:
        add(export)
    assert said in str(caught.value)
    assert site_files(export) == []


def test_names_are_checked_before_anything_is_read(export: Path, tmp_path: Path) -> None:
    for name in ("Names", "../up", "", "a/b", "members.toml"):
        with pytest.raises(ResourceError, match="lower-case letters"):
            add(export, name)
    with pytest.raises(ResourceError, match="there is a model of this name"):
        add(export, "ours")
    add(export)
    with pytest.raises(ResourceError, match="there is a model of this name"):
        add(export)


def test_missing_folders_and_devices_are_named(export: Path) -> None:
    with pytest.raises(ResourceError, match="no such folder"):
        add_site_model(export / "none", export.parent / "site", name="x")
    with pytest.raises(InputError, match="cuda"):
        add(export, device="cuda")
    assert site_files(export) == []


def test_a_site_folder_that_cannot_be_written_is_an_error(export: Path) -> None:
    (export.parent / "site").write_text("a file stands in its place")
    with pytest.raises(OutputError):
        add(export)


def test_a_damaged_member_shows_in_the_list(export: Path) -> None:
    added = add(export)
    added.member.file.write_bytes(b"x")
    _, site = member_statuses(export.parent / "ensemble.toml", export.parent / "site")
    assert "SHA-256 differs" in site.problem
    added.member.file.unlink()
    _, site = member_statuses(export.parent / "ensemble.toml", export.parent / "site")
    assert "cannot be read" in site.problem


def test_our_table_of_usual_classes_is_valid() -> None:
    import tomllib

    sections = tomllib.loads((resources_folder() / "models" / "label_map.toml").read_text(encoding="utf-8"))
    targets = {target for section in sections.values() for target in section.values()}
    assert targets <= {label.value for label in Label} | {"ignore"}
    for section in sections.values():
        assert [k for k in section if k != k.upper() or not k.isalnum() or k != class_without_prefix(k)] == []


def test_the_bundled_samples_are_tried_when_none_are_named(export: Path) -> None:
    data = table_model(word_table(CLASSES, {"patient": "B-PER"}))
    (export / "onnx" / "model.onnx").write_bytes(data)
    nobody = export.parent / "empty.toml"
    nobody.write_text("", encoding="utf-8")
    added = add_site_model(export, export.parent / "site", name="x", bundled=nobody)
    assert added.sample_count >= 5
    assert added.spans_by_label[Label.PATIENT] > 1
