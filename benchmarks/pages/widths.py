"""Measures what the width of a gap tells about a name, on copies as they are written (Bland, Iyer and
Levchenko 2023, "Story Beyond the Eye").

    python -m benchmarks.pages.widths SURNAMES.tsv        surnames in the first column, most frequent first
    python -m benchmarks.pages.widths SURNAMES.tsv --names 10000 --tried 20

A surname stands within a line. The attacker knows the font, takes the place between the words beside the
name from the copy's own text layer, and orders all surnames by how nearly they fill it. Told is the rank of
the true one: 1 is a name that is known, half of all is a name of which nothing is known.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from chartveil.domain.document import Document
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.format import PdfFormat
from chartveil.ocr.options import BoxStyle, PageOptions
from chartveil.surrogates.engine import SurrogateEngine

_FONT, _SIZE = "Times-Roman", 11.0
_BEFORE, _BEHIND = "Referred:", "wascalled"
"""Words on both sides of the name."""
_FILLING = "The wound is clean, dry and intact; the sutures may be removed in ten days after the"


def _page(name: str) -> bytes:
    """A page with a name within a line, and longer lines around it."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter, invariant=1)
    canvas.setFont(_FONT, _SIZE)
    for k, line in enumerate([_FILLING] * 4 + [f"{_BEFORE} {name} {_BEHIND} back."] + [_FILLING] * 4):
        canvas.drawString(72, 700 - 14 * k, line)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _read(data: bytes) -> Document:
    (document,) = PdfFormat().read(SourceFile("page.pdf", data), ReadOptions())
    return document


def _gap(document: Document) -> float:
    """Points between the words beside the name, without their blanks."""
    layout = document.layout
    assert layout is not None
    places = {document.text[b.start : b.end]: b for b in layout.boxes}
    blank = stringWidth(" ", _FONT, _SIZE)
    return float(places[_BEHIND].left - places[_BEFORE].right - 2 * blank)


def _copy(data: bytes, name: str, style: BoxStyle) -> bytes:
    document = _read(data)
    at = document.text.index(name)
    spans = [Span(at, at + len(name), Label.PATIENT, 1.0)]
    engine = SurrogateEngine(b"k" * 32, load_policy(), ReplacementMode.SURROGATE)
    made = engine.replacements(document, spans)
    options = ReadOptions(pages=PageOptions(style=style))
    return PdfFormat().write(SourceFile("page.pdf", data), options, {document.id: made})


def _rank(names: Sequence[tuple[str, float]], true: str, gap: float) -> int:
    """How many names fill a gap at least as nearly as the true one."""
    error = abs(dict(names)[true] - gap)
    return sum(abs(width - gap) <= error + 0.02 for _, width in names)


def main() -> None:
    """Prints the ranks of the true names in the original's gaps, and in those of copies."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("surnames", type=Path)
    p.add_argument("--names", type=int, default=10_000, help="so many surnames may be the true one")
    p.add_argument("--tried", type=int, default=20, help="so many of them are")
    args = p.parse_args()
    lines = args.surnames.read_text(encoding="utf-8").splitlines()
    listed = dict.fromkeys(line.split("\t")[0].strip().title() for line in lines)
    surnames = [name for name in listed if name.isalpha()][: args.names]
    names = [(name, stringWidth(name, _FONT, _SIZE)) for name in surnames]
    tried = random.Random(7).sample(surnames, args.tried)  # noqa: S311 - a seeded choice
    gaps: dict[str, list[float]] = {}
    for name in tried:
        data = _page(name)
        gaps.setdefault("all other words in their places", []).append(_gap(_read(data)))
        for style in BoxStyle:
            gaps.setdefault(f"copy, {style}", []).append(_gap(_read(_copy(data, name, style))))
    widths = dict(names)
    rows = {}
    for what, found in gaps.items():
        # What letters leave free at their sides is known to an attacker: he sees other words of the font.
        offset = statistics.median(gap - widths[name] for gap, name in zip(found, tried, strict=True))
        rows[what] = [_rank(names, name, gap - offset) for gap, name in zip(found, tried, strict=True)]
    print(f"rank of the true name among {len(names):,} by width, {args.tried} names")
    for what, ranks in rows.items():
        tenth = sorted(ranks)[len(ranks) // 10]
        print(f"{what:34} median {statistics.median(ranks):7,.0f}   a tenth at most {tenth:7,}")


if __name__ == "__main__":
    main()
