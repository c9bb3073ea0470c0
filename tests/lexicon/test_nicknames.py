"""The table of nicknames."""

import pytest

from chartveil.domain.errors import ResourceError
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.nicknames import load_nicknames


def test_a_given_name_has_its_usual_short_forms():
    assert {"Rob", "Bob"} <= set(load_nicknames()["robert"])


def test_given_names_are_folded_and_short_forms_have_a_capital():
    for given, short in load_nicknames().items():
        assert given == fold(given)
        assert short
        assert all(s[0].isupper() and s.isalpha() for s in short)
        assert given not in map(fold, short)


@pytest.mark.parametrize("text", ["", "[nicknames\n", 'nicknames = "Bob"', "[nicknames]\nRobert = 3"])
def test_a_table_that_is_not_valid(tmp_path, text):
    path = tmp_path / "nicknames.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match="nicknames"):
        load_nicknames(path=path)


def test_a_table_that_is_missing(tmp_path):
    with pytest.raises(ResourceError, match="nicknames"):
        load_nicknames(path=tmp_path / "nicknames.toml")
