import json

import pytest

from chartveil.cli import doctor
from chartveil.domain.errors import ResourceError
from chartveil.ocr.engines.rapid import engine as rapid


@pytest.fixture
def ocr_line(chartveil, monkeypatch, tmp_path):
    """What doctor says of OCR on a machine that has only the usual engine, and its exit code."""
    monkeypatch.setenv("CHARTVEIL_DOCTR", str(tmp_path))
    monkeypatch.setenv("CHARTVEIL_TESSDATA", str(tmp_path))
    monkeypatch.setattr(doctor, "CHECKS", {"OCR": doctor.check_ocr})

    def look():
        code, out, _ = chartveil("doctor", "--json")
        (found,) = json.loads(out)
        return code, found["state"], found["said"]

    return look


def test_says_which_engines_are_ready(ocr_line):
    code, state, said = ocr_line()
    assert (code, state) == (0, "ok")
    assert said.startswith("rapidocr 3.")
    assert said.endswith("not there, and not needed: doctr, tesseract (docs/ocr.md)")


def test_an_altered_model_is_broken(ocr_line, monkeypatch):
    def altered(_):
        raise ResourceError("this model is missing or altered.", remedy="Install rapidocr again.")

    monkeypatch.setattr(rapid, "verified_models", altered)
    code, state, said = ocr_line()
    assert (code, state) == (1, "broken")
    assert "Install rapidocr again." in said
