"""Character references of HTML and XML, read without trusting their length."""

from __future__ import annotations

import html
import re

_NO_CHARACTER = re.compile(r"&#(?:0*[1-9]\d{7,}|[xX]0*[1-9a-fA-F][0-9a-fA-F]{6,});?")


def unescape_entities(text: str) -> str:
    """Text with its character references read, as HTML reads them.

    A number that is far beyond any character becomes U+FFFD: Python refuses to read thousands of digits.
    """
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text)) if "&" in text else text
