"""Fonts of outlines."""

from chartveil.formats.pdf.vectors.outline_fonts import (
    BLANK_GLYPH,
    GlyphOutline,
    outline_from_points,
    read_outline_font,
    write_outline_font,
)

SHAPES = [
    outline_from_points(600, [("m", 0, 0), ("l", 0.5, 0), ("c", 0.4, 0.8), ("c", 0.2, 0.9), ("c", 0, 0.7)]),
    BLANK_GLYPH,
    outline_from_points(1234.4, [("m", 9, 9), ("m", -3, -3.2), ("l", 2, 0.1), ("m", 1, 1)]),
]


def test_a_font_is_read_back_and_nothing_else_is_taken_for_one():
    data = write_outline_font(SHAPES)
    assert read_outline_font(data) == SHAPES
    assert SHAPES[2] == GlyphOutline(1234, ((21, -3000, -3200), (5, 5000, 3300)))
    assert read_outline_font(write_outline_font([])) == [BLANK_GLYPH]
    for other in (b"", b"\1\0\4\4", data[:-1], data + b"x", data.replace(b"Kept", b"Lost"), bytes(500)):
        assert read_outline_font(other) is None
    for at in range(len(data)):
        flipped = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        shapes = read_outline_font(flipped)
        assert shapes is None or write_outline_font(shapes) == flipped
