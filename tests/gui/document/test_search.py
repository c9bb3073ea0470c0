"""Words and hits in a text."""

import pytest

from chartveil.domain.tokenized_text import word_ranges
from chartveil.gui.document.search import find_hits, word_at


@pytest.mark.parametrize("text", ["O'Brien saw Ann-Marie’s x2_y e\u0301t. 3", "naïve\u0301 café—now", "a"])
def test_words_are_those_of_the_engine(text):
    words = word_ranges(text)
    for offset in range(len(text)):
        inside = [w for w in words if w[0] <= offset < w[1]]
        behind = [w for w in words if w[1] == offset]
        assert word_at(text, offset) == (inside or behind or [None])[0]


@pytest.mark.parametrize(
    ("wanted", "options", "hits"),
    [
        ("ndu", {}, ["Ndu", "NDU", "ndu"]),
        ("Ndu", {"case": True}, ["Ndu"]),
        ("ndu", {"whole_word": True}, ["Ndu", "NDU"]),
        ("maria ndu", {}, ["Maria\r\nNdu"]),
        ("(.*)", {}, ["(.*)"]),
        ("  ", {}, []),
        ("nowhere", {}, []),
    ],
)
def test_hits(wanted, options, hits):
    text = "Maria\r\nNdu, NDU-Okonkwo, xndux (.*)"
    assert [text[a:b] for a, b in find_hits(text, wanted, **options)] == hits
