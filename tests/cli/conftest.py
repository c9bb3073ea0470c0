import json
import shutil

import pytest

from chartveil.domain import paths
from tiny_models import entries, table_model, tokenizer, word_table


class Data:
    """Our data, with a test's own models in the place of ours."""

    def __init__(self, models):
        self.models = models
        self.ours = paths.data_root()

    def __truediv__(self, name):
        return self.models if name == "models" else self.ours / name


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """Two tiny models in the place of ours: `people` finds John Smith, `places` Boston and any hospital."""
    folder = tmp_path / "models"
    people = entries(
        ["O", "PATIENT", "DOCTOR"], {"john": "PATIENT", "smith": "PATIENT"}, folder, "people", priority=1
    )
    places = entries(
        ["O", "CITY", "HOSPITAL"],
        {"boston": "CITY", "hospital": "HOSPITAL"},
        folder,
        "places",
        priority=2,
        threshold=0.4,
        thresholds={"CITY": 0.6},
        normalise="capitals",
    )
    (folder / "ensemble.toml").write_text(f"{people}\n{places}", encoding="utf-8")
    shutil.copy(paths.models_folder() / "calibration.toml", folder)
    data = Data(folder)
    monkeypatch.setattr(paths, "data_root", lambda: data)
    return folder


@pytest.fixture
def export(tmp_path):
    """A model as Hugging Face's tools export it, that takes `general` and `patient` for names."""

    def write(name="My Model", classes=("O", "B-PER", "I-PER"), found="B-PER"):
        folder = tmp_path / name
        folder.mkdir()
        table = word_table(list(classes), {"general": found, "patient": found})
        (folder / "model.onnx").write_bytes(table_model(table, inputs=["token_type_ids"]))
        tokenizer().save(str(folder / "tokenizer.json"))
        config = {"id2label": {str(i): c for i, c in enumerate(classes)}}
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        return folder

    return write
