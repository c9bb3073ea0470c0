"""Document text made harmless to show."""

from __future__ import annotations

from chartveil.domain.display import safe_for_display


def test_nothing_in_a_text_steers_the_display() -> None:
    assert (
        safe_for_display("a\r\nb\rc\td\x1b[31m\x00\x7f\x9b\u202e\ud800")
        == "a\nb\nc\td␛[31m␀␡\ufffd\ufffd\ufffd"
    )
