"""The way between a text and its result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.domain.labels import Label
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, apply_replacements


@st.composite
def replaced(draw):
    text = draw(st.text(st.characters(codec="utf-8"), max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b]
    return text, [Replacement(a, b, draw(st.text("xyz", max_size=5)), Label.AGE) for a, b in pairs]


@given(replaced())
def test_ways_between_the_texts_hold(case):
    text, changes = case
    result = apply_replacements(text, changes)
    way = ReplacementOffsets(changes)
    there = [way.to_output(k) for k in range(len(text) + 1)]
    assert there == sorted(there)
    assert there[-1] == len(result)
    changed = set()
    for k, r in enumerate(changes):
        start, end = way.output_ranges[k]
        assert result[start:end] == r.text
        changed.update(range(r.start, r.end))
    for k, char in enumerate(text):
        if k not in changed:
            assert result[there[k]] == char
            assert way.to_original(there[k]) == k


def test_overlapping_replacements_are_refused():
    with pytest.raises(ValueError):
        ReplacementOffsets([Replacement(0, 5, "", Label.AGE), Replacement(4, 6, "", Label.AGE)])
