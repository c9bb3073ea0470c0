"""How counts and times are said."""

import pytest

from chartveil.gui.widgets.number_wording import counted_text, time_left_text


def test_one_thing_has_its_own_words() -> None:
    assert [counted_text(n, "1 file", "{n} files") for n in (0, 1, 2000)] == [
        "0 files",
        "1 file",
        "2,000 files",
    ]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "under 1 min left"),
        (59, "under 1 min left"),
        (61, "1 min left"),
        (840, "14 min left"),
        (5300, "88 min left"),
        (5460, "2 h left"),
        (90_000, "25 h left"),
    ],
)
def test_time_left(seconds: float, words: str) -> None:
    assert time_left_text(seconds) == words
