"""``chartveil evaluate --worklist``: what was reviewed in the window, as gold."""

import json

import pytest

pytest.importorskip("onnxruntime")

from chartveil.domain.paths import UserPaths
from review_help import site_worklist
from site_gold import SECRET


@pytest.fixture
def ward(home, tmp_path):
    """The worklist `Quellmire`, number 1: 24 notes of which two were not read."""
    site_worklist(UserPaths(home), tmp_path / SECRET, 24, unread=2)


def test_what_was_reviewed_measures_the_pipeline_of_today(chartveil, ward, tiny):
    code, out, err = chartveil("evaluate", "--worklist", "1", "--run", "--device", "cpu", "--json")
    assert code == 0, err
    assert "22 documents, 2 left out" in err
    result = json.loads(out)
    assert result["documents"] == 22
    assert result["word"]["full"]["gold"] == 44
    # Nothing finds what this site calls relatives.
    assert result["word"]["full"]["found"] == 22
    assert SECRET not in out + err


def test_a_worklist_is_measured_by_what_is_found_now(chartveil, ward):
    code, _, err = chartveil("evaluate", "--worklist", "1")
    assert code == 2
    assert "--worklist goes with --run." in err
    code, _, err = chartveil("evaluate", "--run")
    assert code == 2
    assert "Give GOLD, --worklist, or both." in err
