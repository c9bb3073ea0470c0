"""Makes document text safe to show: nothing in it can control a terminal or reorder its surroundings."""

from __future__ import annotations

import regex

# C0 and C1 controls but tab and line feed; lone surrogates; and the characters that override the direction
# of writing (Unicode TR 36, section 2), which could make a span look as if it stood elsewhere.
_STEERING = regex.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def safe_for_display(text: str) -> str:
    """The text with line ends as LF and each character that steers a display replaced by a visible sign.

    CRLF and CR become LF, so offsets do not hold in the result.
    """
    return str(_STEERING.sub(_sign, text.replace("\r\n", "\n").replace("\r", "\n")))


def _sign(m: regex.Match[str]) -> str:
    code = ord(m[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"
