"""The list of harmless lines: what is listed, and what the script that makes it refuses."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chartveil.detection.models.harmless_lines import HarmlessLines, normalised_line
from chartveil.domain import paths

SCRIPTS = Path(__file__).parent.parent / "scripts"
LIST = paths.dictionaries_folder() / "inclusion" / "lines.txt"
LINES = LIST.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("compile_inclusion")
    sys.path.remove(str(SCRIPTS))


@pytest.fixture(scope="module")
def check(script: ModuleType) -> Any:
    review = script.Review.load()
    return script.Check.load(review.words, review.ends)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Five reports of invented people that share lines; a folder of skeleton notes that share others."""
    folder = tmp_path / "data"
    (folder / "clinical").mkdir(parents=True)
    shared = (
        "PLAN:, Rest and fluids.,Discussed with Jane Fairbrother.,Seen by Dr. X today.,EXAM:, Looks well."
    )
    rows = [{"id": i, "text": f"{shared} Report of week {i}."} for i in range(5)]
    rows += [{"id": 5, "text": "EXAM:, Sleeps badly."}] * 9
    (folder / "clinical" / "reports.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    notes = tmp_path / "skeletons"
    notes.mkdir()
    for i in range(3):
        text = (
            "Seen in clinic today\nNurse in charge: [[DOCTOR|Fairbrother]]\nMoved from [[CITY|Ely]] lately\n"
        )
        (notes / f"{i}.note").write_text(text + f"Walks {i} times a day\n", encoding="utf-8")
    return folder


def found(script: ModuleType, data: Path) -> dict[str, set[str]]:
    review = script.Review.load()
    lines: dict[str, set[str]] = script.candidates(data, review, data.parent / "skeletons")
    return lines


def test_every_line_is_as_texts_are_compared() -> None:
    assert 300 <= len(LINES) <= 1500
    assert [line for line in LINES if normalised_line(line) != line] == []
    assert len(HarmlessLines.bundled()) == len(LINES)


def test_nothing_speaks_against_any_listed_line(script: ModuleType, check: Any) -> None:
    forms = script.FORMS  # the script tries each line in all of them; here they take turns, for time
    turns = enumerate(LINES)
    refused = {line: why for i, line in turns if (why := check.refusal(line, [forms[i % len(forms)]]))}
    assert refused == {}


def test_the_lines_of_our_own_are_listed_unless_something_speaks_against_them(
    script: ModuleType, check: Any
) -> None:
    review = script.Review.load()
    missing = {normalised_line(line) for line in review.lines} - set(LINES) - set(review.rejected)
    assert [line for line in sorted(missing) if check.refusal(line) is None] == []
    assert not set(review.rejected) & set(LINES)


@pytest.mark.parametrize(
    "line",
    [
        "no acute distress, nora foley.",
        "discussed with fairbrother.",
        "seen by mark and grace.",
        "will",
        "young, brown",
        "the patient lives in wisconsin.",
        "transferred to boston.",
        "normal",  # a town
        "heart",  # what a line break leaves of Sacred Heart
        "physical therapy",
        "general.",
        "retired physician",
        "seen by dr. x.",
        "mr. abc was seen.",
        "called ____ today.",
        "name: [name]",
        "wqx.",
        "the patient is 64 years old.",
        "seen 03/12.",
        "room 412",
        "j.",
        "",
        "12",
        "no pain and no fever and no cough and no rash and no edema and none else",
    ],
)
def test_a_line_that_may_hold_an_identifier_is_refused(check: Any, line: str) -> None:
    assert check.refusal(line) is not None


@pytest.mark.parametrize("line", ["no acute distress.", "heart:", "alert and oriented x3", "family history"])
def test_a_harmless_line_is_not_refused(check: Any, line: str) -> None:
    assert check.refusal(line) is None


def test_lines_come_from_enough_reports_and_from_no_mark(script: ModuleType, data: Path) -> None:
    lines = found(script, data)
    assert {"plan:", "exam:", "rest and fluids.", "exam: looks well."} <= lines["reports"]
    assert not any("sleeps" in line or "week" in line for line in lines["reports"])  # one report; five texts
    assert lines["skeletons"] == {"seen in clinic today", "nurse in charge:"}


def test_a_name_that_reports_share_is_not_listed(script: ModuleType, check: Any, data: Path) -> None:
    review = script.Review.load()
    kept, refused = script.compile_lines({"reports": found(script, data)["reports"]}, review, check)
    assert "rest and fluids." in kept
    assert {"discussed with jane fairbrother.", "seen by dr. x today."} <= set(refused["reports"])


def test_what_a_person_left_out_is_not_listed(script: ModuleType, check: Any, data: Path) -> None:
    review = script.Review(frozenset(), frozenset(), (), {"rest and fluids.": "as an example"})
    kept, refused = script.compile_lines({"reports": {"rest and fluids.", "plan:"}}, review, check)
    assert kept == {"plan:"}
    assert refused == {"reports": {"rest and fluids.": "as an example"}}


def test_reports_must_be_there(script: ModuleType, data: Path) -> None:
    shutil.rmtree(data / "clinical")
    with pytest.raises(FileNotFoundError):
        found(script, data)


def test_the_same_sources_give_the_same_bytes(script: ModuleType, check: Any, data: Path) -> None:
    written = []
    for name in ("one", "two"):
        lines, _ = script.compile_lines(
            {"reports": found(script, data)["reports"]}, script.Review.load(), check
        )
        script.write([script.compiled(lines, len(lines))], data / name)
        written.append([p.read_bytes() for p in sorted((data / name / "inclusion").iterdir())])
    assert written[0] == written[1]
    assert tomllib.loads(written[0][0].decode())["terms"]["lines"] == len(written[0][1].splitlines())
