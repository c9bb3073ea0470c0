"""Cases that rules, networks and judgement get right together, and no rule alone has to.

``tests/cases/whole_*.jsonl`` hold a case a line: ``{"text": "labs [[DATE|3/17]]: Na 140"}``. Exactly what is
marked is found, with a label of the same group.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.detection.rules.rule_files import unmark
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind
from chartveil.domain.tokenized_text import TokenizedText

Found = list[tuple[int, int, LabelGroup]]

CASES = [
    pytest.param(json.loads(line)["text"], id=f"{path.stem.removeprefix('whole_')}:{number}")
    for path in sorted((Path(__file__).parents[1] / "cases").glob("whole_*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    if line.strip()
]


@pytest.fixture(scope="session")
def pipeline() -> DetectionPipeline:
    return build_pipeline(load_policy())


def united(ranges: Iterable[tuple[int, int, LabelGroup]]) -> Found:
    """The ranges with those that touch or overlap and have one group made one, sorted."""
    out: Found = []
    for start, end, group in sorted(ranges):
        if out and out[-1][2] is group and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end), group)
        else:
            out.append((start, end, group))
    return out


@pytest.mark.parametrize("marked", CASES)
def test_exactly_what_is_marked_is_found(marked: str, pipeline: DetectionPipeline) -> None:
    text, marks = unmark(marked)
    found = pipeline.propose(Document(text, DocumentSource("case", "txt", "0" * 64))).spans
    assert united((s.start, s.end, s.group) for s in found) == united(
        (start, end, Label(label).group) for start, end, label in marks
    )


def test_a_sure_name_that_is_an_eponym_goes_and_bears_one_doubt(pipeline: DetectionPipeline) -> None:
    text = "Austin Flint, 58, was seen today. Flint agrees with the plan."
    proposal = pipeline.propose(Document(text, DocumentSource("case", "txt", "0" * 64)))
    name = next(s for s in proposal.spans if s.start == 0)
    assert text[name.start : name.end] == "Austin Flint"
    assert [e.name for e in name.evidence if e.kind is EvidenceKind.DOUBT] == ["eponyms"]
    assert not any(s.overlaps(name) for s in proposal.recovered)


def test_the_leak_search_asks_rules_for_sure_forms_alone(pipeline: DetectionPipeline) -> None:
    text = "Strength 4/5 on the left. Dr. Poe, poe@clinic.example, 3/17/2021."
    found = pipeline.rule_spans(TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64))))
    assert sorted({text[s.start : s.end] for s in found}) == ["3/17/2021", "poe@clinic.example"]
