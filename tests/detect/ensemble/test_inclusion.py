"""Harmless lines: equal ones, and only whole lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from chartveil.detect.ensemble.inclusion import Inclusion, within
from chartveil.domain import Document, Source
from chartveil.errors import ResourceError
from chartveil.lexicon.store import DictionaryStore
from chartveil.paths import dictionaries
from chartveil.words import View


def lines_of(inclusion: Inclusion, text: str) -> list[str]:
    return [text[a:b] for a, b in inclusion.ranges(View(Document(text, Source("case", "txt", "0"))))]


def test_whole_lines_are_compared_without_case_and_spare_blanks() -> None:
    inclusion = Inclusion(["No acute distress.", "", "Alert and oriented"])
    text = "NO ACUTE  DISTRESS. \r\nno acute distress\nAlert and oriented x3\n\n\talert and oriented"
    assert lines_of(inclusion, text) == ["NO ACUTE  DISTRESS. \r\n", "\talert and oriented"]
    assert len(inclusion) == 2
    assert lines_of(Inclusion(), text) == []


def test_an_altered_list_is_refused(tmp_path: Path) -> None:
    shutil.copytree(dictionaries() / "inclusion", tmp_path / "inclusion")
    shutil.copy(dictionaries() / "MANIFEST.toml", tmp_path)
    assert len(Inclusion.bundled(DictionaryStore(tmp_path))) == len(Inclusion.bundled())
    with (tmp_path / "inclusion" / "lines.txt").open("a", encoding="utf-8") as f:
        f.write("seen by dr. quispe.\n")
    with pytest.raises(ResourceError, match="altered"):
        Inclusion.bundled(DictionaryStore(tmp_path))


def test_within_tells_starts_in_ranges() -> None:
    starts = np.asarray([0, 3, 4, 9, 10, 20])
    assert within(starts, [(3, 5), (10, 11)]).tolist() == [False, True, True, False, True, False]
    assert not within(starts, []).any()
