"""Phrases of a case to type into a search engine."""

from __future__ import annotations

from case_notes import case_of
from chartveil.case_report.building import CaseTools
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.model import FactChoice, FactDecision
from chartveil.case_report.outputs.search_phrases import search_phrases

TOOLS = CaseTools(find_facts)
NOTE = (
    "Clinic note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 03/04/2019\n"
    "She works in [[CITY|Malmo]] as a glassblower and has blown chandeliers for an opera house. "
    'She says "my lungs sing like a kettle" since 03/01/2019. '
    "The biopsy showed granulomata with birefringent fibres. She was seen today. Her scan is normal.\n"
)


def kept(case):
    """Every fact kept as essential."""
    return {f.key: FactDecision(FactChoice.KEEP, reason="essential") for f in case.facts}


def test_what_was_said_and_rare_runs_are_phrases_and_nothing_altered_is_in_one():
    case = case_of(NOTE, tools=TOOLS)
    case = case_of(NOTE, tools=TOOLS, facts=kept(case))
    phrases = search_phrases(case)
    assert "my lungs sing like a kettle" in phrases
    assert any("granulomata with birefringent fibres" in p for p in phrases)
    assert any("glassblower" in p for p in phrases)
    (text,) = (n.text for n in case.notes)
    flat = " ".join(text.split())
    for phrase in phrases:
        assert phrase in flat
        assert 3 <= len(phrase.split()) <= 10
        assert not {"Lindqvist", "Malmo", "day"} & set(phrase.split())
    altered = [a.text for n in case.notes for a in n.alterations if len(a.text) > 3]
    assert not [(a, p) for a in altered for p in phrases if a in p]


def test_what_is_left_out_is_in_no_phrase():
    case = case_of(NOTE, tools=TOOLS)
    left = {f.key: FactDecision(FactChoice.LEAVE_OUT) for f in case.facts}
    phrases = search_phrases(case_of(NOTE, tools=TOOLS, facts=left))
    assert not any("glassblower" in p for p in phrases)


def test_no_phrase_stands_within_another_and_there_are_at_most_twelve():
    notes = [
        f"Clinic note\nDate: 03/0{n}/2019\n"
        + " ".join(f"Quixotic zymurgy number {w} of the {w} cavernous bassoons." for w in range(n, n + 9))
        for n in range(1, 6)
    ]
    phrases = search_phrases(case_of(*notes, tools=TOOLS))
    assert len(phrases) == 12
    assert not [(a, b) for a in phrases for b in phrases if a != b and a.casefold() in b.casefold()]
