"""Recovery from tables of cases: ``{{LABEL|text}}`` is to be recovered, ``[[LABEL|text]]`` is to be kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from chartveil.detection.judgement.recovery import Recoverer
from chartveil.detection.judgement.recovery_patterns import load_recovery_patterns
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import bundled_lexicon

CASES = Path(__file__).parents[2] / "cases"
MARK = re.compile(r"(\[\[|\{\{)([A-Z]+)\|(.*?)(\]\]|\}\})")


def rows(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (CASES / file).read_text(encoding="utf-8").splitlines()]


def view_of(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0")))


def parse(case: dict[str, object]) -> tuple[TokenizedText, list[Span], list[bool]]:
    """The plain text, its spans, and for each whether it is to be recovered."""
    marked = str(case["text"])
    score = float(str(case.get("score", 0.6)))
    plain, spans, back, last = "", [], [], 0
    for m in MARK.finditer(marked):
        plain += marked[last : m.start()]
        label = Label(m.group(2))
        evidence = [Evidence(EvidenceKind.MODEL, "some-model", label, score)]
        if "rule" in case:
            evidence.append(Evidence(EvidenceKind.RULE, "SOME-RULE", label, float(str(case["rule"]))))
        if "dossier" in case:
            evidence.append(Evidence(EvidenceKind.DOSSIER, "dossier", label, float(str(case["dossier"]))))
        spans.append(Span(len(plain), len(plain) + len(m.group(3)), label, score, tuple(evidence)))
        back.append(m.group(1) == "{{")
        plain += m.group(3)
        last = m.end()
    return view_of(plain + marked[last:]), spans, back


@pytest.fixture(scope="module")
def recoverer() -> Recoverer:
    return Recoverer(bundled_lexicon())


@pytest.mark.parametrize("file", ["recovery.jsonl", "recovery_evidence.jsonl"])
def test_cases(recoverer: Recoverer, file: str) -> None:
    wrong = []
    cases = rows(file)
    for case in cases:
        view, spans, back = parse(case)
        kept, recovered = recoverer.recover(view, spans)
        assert len(kept) + len(recovered) == len(spans)
        given = {(s.start, s.end) for s in recovered}
        for span, expected in zip(spans, back, strict=True):
            if ((span.start, span.end) in given) != expected:
                wrong.append(f"{case['text']} expected {'back' if expected else 'kept'}")
    assert wrong == []


def test_there_are_cases_of_both_kinds() -> None:
    back = [b for case in rows("recovery.jsonl") for b in parse(case)[2]]
    assert back.count(True) >= 150
    assert back.count(False) >= 40


def test_what_is_given_back_says_why(recoverer: Recoverer) -> None:
    view = view_of("Known Graves disease.")
    span = Span(6, 12, Label.PATIENT, 0.6, (Evidence(EvidenceKind.MODEL, "m", Label.PATIENT, 0.6),))
    kept, recovered = recoverer.recover(view, [span])
    assert kept == []
    reason = recovered[0].evidence[-1]
    assert reason.kind is EvidenceKind.RECOVERY
    assert view.text[reason.start : reason.end] == "Graves disease"
    assert recovered[0].evidence[0] == span.evidence[0]
    assert "Graves" not in reason.detail + reason.name


def test_claims_hold_phrases_and_not_bare_names(recoverer: Recoverer) -> None:
    view = view_of("Dr. Foley removed it. Bruce protocol. Watson called. Babinski mute.")
    held = [view.text[a:b] for a, b in recoverer.claims(view)]
    assert "Bruce protocol" in held
    assert "Babinski" in held
    assert "Watson" not in held


def test_an_eponym_alone_is_kept_where_it_is_somebodys_name(recoverer: Recoverer) -> None:
    text = "Seen by Dr. Foley. Foley deferred."
    spans = [Span(12, 17, Label.DOCTOR, 0.6), Span(19, 24, Label.DOCTOR, 0.6)]
    kept, recovered = recoverer.recover(view_of(text), spans)
    assert (kept, recovered) == (spans, [])


@pytest.mark.parametrize("pattern", load_recovery_patterns(), ids=lambda p: p.id)
def test_examples_of_patterns_match_in_full(pattern) -> None:
    for example in pattern.examples:
        assert example in [m.group() for m in pattern.compiled.finditer(example)]
        first = example[0]
        assert pattern.begins_with == "any" or (pattern.begins_with == "letter") == first.isalpha()
    assert pattern.groups <= set(LabelGroup)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[[pattern]\n", "Restore"),
        ('[[pattern]]\nid = "A"\n', "Give id"),
        ('[[pattern]]\nid="A"\ndescription="d"\npattern="a"\ngroups=["WHAT"]\n', "Give id"),
        (
            '[[pattern]]\nid="A"\ndescription="d"\npattern="a"\ngroups=["DATE"]\nbegins="x"\n',
            "begins",
        ),
        (
            '[[pattern]]\nid="A"\ndescription="d"\npattern="a"\ngroups=["DATE"]\n' * 2,
            "id of its own",
        ),
    ],
)
def test_bad_pattern_files(tmp_path: Path, text: str, remedy: str) -> None:
    path = tmp_path / "patterns.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match=remedy):
        load_recovery_patterns(path)
