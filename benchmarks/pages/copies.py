"""Measures copies of digital pages: size beside the original, and what writing and proving them costs.

python -m benchmarks.pages.copies                         every kind, 2 pages each
python -m benchmarks.pages.copies --kinds letter,results --pages 5 --keep FOLDER
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.pages.digital_pages import DIGITAL_KINDS, DigitalPage, make_digital_page
from chartveil.domain.document import Document
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Replacement, Span
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pages.copy_comparison import changed_page_texts
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.source_edits import split_at_line_ends
from chartveil.ocr.options import BoxStyle, PageOptions
from chartveil.surrogates.engine import SurrogateEngine

_TIMES, _MORE_BYTES = 3, 30_000
"""A copy has at most so many times the original's bytes, and so many more."""


@dataclass(frozen=True)
class CopiedPage:
    """A page, its copy, and processor seconds that each step took.

    Attributes:
        read_again: places that OCR had to read.
    """

    page: DigitalPage
    document: Document
    replacements: list[Replacement]
    copy: bytes
    reading: float
    writing: float
    proving: float
    read_again: int

    @property
    def is_small(self) -> bool:
        """Whether the copy is as small as it has to be."""
        return len(self.copy) <= _TIMES * len(self.page.data) + _MORE_BYTES


def identifier_spans(page: DigitalPage, document: Document) -> list[Span]:
    """Where the page's identifiers stand in the document, the longest first where they overlap."""
    taken: list[Span] = []
    for told in sorted(page.identifiers, key=lambda p: (-len(p.text), p.text)):
        assert told.label is not None
        words = r"\s+".join(map(re.escape, told.text.split()))
        for found in re.finditer(rf"(?<!\w){words}(?!\w)", document.text):
            if not any(s.start < found.end() and found.start() < s.end for s in taken):
                taken.append(Span(found.start(), found.end(), told.label, 1.0))
    return sorted(taken)


def copy_page(page: DigitalPage, style: BoxStyle = BoxStyle.SURROGATE) -> CopiedPage:
    """The page with all its identifiers replaced, and its copy proved."""
    form, options = PdfFormat(), ReadOptions(pages=PageOptions(style=style))
    file = SourceFile("page.pdf", page.data)
    at = [time.process_time()]
    (document,) = form.read(file, options)
    at.append(time.process_time())
    engine = SurrogateEngine(b"k" * 32, load_policy(), ReplacementMode.SURROGATE)
    made = engine.replacements(document, identifier_spans(page, document))
    replacements = list(split_at_line_ends(document.text, made))
    at.append(time.process_time())
    copy = form.write(file, options, {document.id: replacements})
    at.append(time.process_time())
    back = SourceFile("copy.pdf", copy)
    for _ in form.all_text(back):
        pass
    layout = document.layout
    assert layout is not None
    pages = form.drawn(file, options), form.drawn(back, options)
    again = list(changed_page_texts(document, *pages, replacements, layout.regions, options.pages))
    at.append(time.process_time())
    # Writing reads the page once more; that is no part of it.
    writing = max(at[3] - at[2] - (at[1] - at[0]), 0.0)
    return CopiedPage(page, document, replacements, copy, at[1] - at[0], writing, at[4] - at[3], len(again))


def copied_pages(kinds: list[str], pages: int) -> Iterator[tuple[str, int, CopiedPage]]:
    """Pages of each kind with their copies, after one that is not counted."""
    copy_page(make_digital_page("letter", 1000))
    for kind in kinds:
        for seed in range(pages):
            yield kind, seed, copy_page(make_digital_page(kind, seed))


def main() -> None:
    """Prints a row a page."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--kinds", type=lambda text: text.split(","), default=list(DIGITAL_KINDS))
    p.add_argument("--pages", type=int, default=2, help="of each kind")
    p.add_argument("--keep", type=Path, help="folder for originals and copies")
    args = p.parse_args()
    print("page            original    copy  small   read  write  prove  read again  replaced")
    for kind, seed, c in copied_pages(args.kinds, args.pages):
        small = "yes" if c.is_small else "NO"
        print(
            f"{kind:12} {seed:2} {len(c.page.data):8,} {len(c.copy):8,} {small:>5} {c.reading:6.2f} "
            f"{c.writing:6.2f} {c.proving:6.2f} {c.read_again:9} {len(c.replacements):9}"
        )
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{kind}-{seed}.pdf").write_bytes(c.page.data)
            (args.keep / f"{kind}-{seed}-copy.pdf").write_bytes(c.copy)


if __name__ == "__main__":
    main()
