import pytest

from chartveil.domain.entities import unescape_entities


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("M&#252;ller &amp; Co &#x4A;", "Müller & Co J"),
        ("no reference, A&E", "no reference, A&E"),
        ("&#0000000000074;", "J"),
        ("&#x0000000004a", "J"),
        ("&#1114112; &#9999999;", "\ufffd \ufffd"),
        (f"&#{'9' * 6000};", "\ufffd"),
        (f"&#x{'f' * 6000} x", "\ufffd x"),
    ],
)
def test_references_are_read_whatever_their_length(text, plain):
    assert unescape_entities(text) == plain
