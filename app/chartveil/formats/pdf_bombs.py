"""Finds PDFs whose drawing would never end: groups that hold groups that hold groups, each many times.

PDFium unfolds them all when it loads the page and cannot be stopped, so that they are counted before.
"""

from __future__ import annotations

import io
import re
from typing import Any

_MOST = 300_000
"""Groups that one group may unfold to."""
_DRAWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")


def is_drawing_bomb(data: bytes, password: str | None = None) -> bool:
    """Whether a group of the PDF unfolds to more than any page needs. A file that cannot be taken apart, or
    not with this password, is none: whoever opens it next says what is wrong."""
    if b"/Form" not in data and b"/ObjStm" not in data:
        return False
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data), password=password or "") as pdf:
            counts = _DrawingCounts()
            return any(counts.of(obj) > _MOST for obj in pdf.objects if _is_group(obj))
    except (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError, RecursionError):
        return False


def _is_group(obj: Any) -> bool:
    import pikepdf

    return isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Form"


class _DrawingCounts:
    """How many groups each group unfolds to, itself included."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], int] = {}

    def of(self, group: Any) -> int:
        key = group.objgen
        if key not in self._known:
            # One that holds itself is drawn once by PDFium.
            self._known[key] = 1
            self._known[key] = 1 + sum(self.of(inner) * n for inner, n in _inner(group))
        return self._known[key]


def _inner(group: Any) -> list[tuple[Any, int]]:
    """The groups that a group draws, with how often."""
    named = group.get("/Resources", {}).get("/XObject", {})
    if not len(named):
        return []
    names = [m.group(1) for m in _DRAWS.finditer(group.read_bytes())]
    counted = ((inner, names.count(name[1:].encode())) for name, inner in named.items())
    return [(inner, n) for inner, n in counted if n and _is_group(inner)]
