"""Harmless lines: equal ones, and only whole lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from chartveil.detection.models.harmless_lines import HarmlessLines, starts_within
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import dictionaries_folder
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.dictionary_folder import DictionaryFolder


def lines_of(inclusion: HarmlessLines, text: str) -> list[str]:
    return [
        text[a:b]
        for a, b in inclusion.ranges(TokenizedText(Document(text, DocumentSource("case", "txt", "0"))))
    ]


def test_whole_lines_are_compared_without_case_and_spare_blanks() -> None:
    inclusion = HarmlessLines(["No acute distress.", "", "Alert and oriented"])
    text = "NO ACUTE  DISTRESS. \r\nno acute distress\nAlert and oriented x3\n\n\talert and oriented"
    assert lines_of(inclusion, text) == ["NO ACUTE  DISTRESS. \r\n", "\talert and oriented"]
    assert len(inclusion) == 2
    assert lines_of(HarmlessLines(), text) == []


def test_an_altered_list_is_refused(tmp_path: Path) -> None:
    shutil.copytree(dictionaries_folder() / "inclusion", tmp_path / "inclusion")
    shutil.copy(dictionaries_folder() / "MANIFEST.toml", tmp_path)
    assert len(HarmlessLines.bundled(DictionaryFolder(tmp_path))) == len(HarmlessLines.bundled())
    with (tmp_path / "inclusion" / "lines.txt").open("a", encoding="utf-8") as f:
        f.write("seen by dr. quispe.\n")
    with pytest.raises(ResourceError, match="altered"):
        HarmlessLines.bundled(DictionaryFolder(tmp_path))


def test_within_tells_starts_in_ranges() -> None:
    starts = np.asarray([0, 3, 4, 9, 10, 20])
    assert starts_within(starts, [(3, 5), (10, 11)]).tolist() == [False, True, True, False, True, False]
    assert not starts_within(starts, []).any()
