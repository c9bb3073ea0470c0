"""Measures copies of scans: what writing and proving them costs, OCR aside, with identifiers replaced.

    python -m benchmarks.pages.scan_copies                          five kinds of page as scans at 200 dpi
    python -m benchmarks.pages.scan_copies --kinds letter,form --degrade scan200,fax --times 5
    python -m benchmarks.pages.scan_copies --keep FOLDER            pages and copies as pictures

Seconds are of processors, the least of some times: what else runs on the machine adds to the others.
"""

from __future__ import annotations

import argparse
import io
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image

from benchmarks.pages.degradation import Degradation
from benchmarks.pages.maker import make_page
from benchmarks.pages.synthetic_page import SyntheticPage
from chartveil.domain.document import Document
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Replacement, Span
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pages.copy_comparison import changed_page_texts
from chartveil.formats.pictures.format import PictureFormat
from chartveil.formats.source_edits import split_at_line_ends
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy
from chartveil.surrogates.engine import SurrogateEngine

_KINDS = "letter,discharge,form,fax_header,operative"


@dataclass(frozen=True)
class CopiedScan:
    """A scanned page and its copy.

    Attributes:
        original: the page.
        replacements: made in its text.
        copy: a PDF.
        writing, proving: processor seconds; proving is the comparison of both as drawn.
    """

    original: Image.Image
    replacements: list[Replacement]
    copy: bytes
    writing: float
    proving: float

    def drawn(self) -> Image.Image:
        """The copy as it is shown, as large as the page."""
        page = pypdfium2.PdfDocument(self.copy)[0]
        shown: Image.Image = page.render(scale=self.original.width / page.get_width()).to_pil()
        return shown.convert("RGB").resize(self.original.size)


def identifier_spans(page: SyntheticPage, document: Document) -> list[Span]:
    """Where the words that identify stand in what was read, those of one identifier together."""
    found: list[Span] = []
    told = {(w.text.strip(".,;:()"), w.label) for w in page.words if w.label and len(w.text) > 2}
    for text, label in sorted(told, key=lambda word: (-len(word[0]), word)):
        for match in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", document.text):
            if label and not any(s.start < match.end() and match.start() < s.end for s in found):
                found.append(Span(match.start(), match.end(), label, 1.0))
    whole: list[Span] = []
    for span in sorted(found):
        before = whole[-1] if whole else None
        between = document.text[before.end : span.start] if before else ""
        if before and before.label == span.label and between in (" ", ", ", ". "):
            whole[-1] = Span(before.start, span.end, span.label, 1.0)
        else:
            whole.append(span)
    return whole


def copy_scan(
    kind: str, how: Degradation, seed: int = 1, style: BoxStyle = BoxStyle.SURROGATE, times: int = 1
) -> CopiedScan:
    """A scan with all that is known to identify replaced, written so many times."""
    page = make_page(kind, how, seed)
    original = Image.fromarray(page.picture)
    held = io.BytesIO()
    original.save(held, "PNG", dpi=(page.dpi, page.dpi))
    options = ReadOptions(pages=PageOptions(style=style, unread=UnreadPolicy.COVER_ALL))
    file, form = SourceFile("scan.png", held.getvalue()), PictureFormat()
    (document,) = form.read(file, options)
    engine = SurrogateEngine(b"k" * 32, load_policy(), ReplacementMode.SURROGATE)
    made = engine.replacements(document, identifier_spans(page, document))
    edits = list(split_at_line_ends(document.text, made))
    copy, writing, proving = b"", [], []
    for _ in range(times):
        at = time.process_time()
        copy = form.write(file, options, {document.id: edits})
        writing.append(time.process_time() - at)
        at = time.process_time()
        back = SourceFile("copy.pdf", copy)
        layout = document.layout
        assert layout is not None
        pages = form.drawn(file, options), form.drawn(back, options)
        for _ in changed_page_texts(document, *pages, edits, layout.regions, options.pages):
            pass
        proving.append(time.process_time() - at)
    return CopiedScan(original.convert("RGB"), edits, copy, min(writing), min(proving))


def copied_scans(
    kinds: list[str], ways: list[Degradation], seeds: int, times: int
) -> Iterator[tuple[str, CopiedScan]]:
    """Scans of each kind with their copies."""
    for kind in kinds:
        for how in ways:
            for seed in range(1, seeds + 1):
                yield f"{kind} {how} {seed}", copy_scan(kind, how, seed, times=times)


def main() -> None:
    """Prints a row a page."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--kinds", type=lambda text: text.split(","), default=_KINDS.split(","))
    p.add_argument(
        "--degrade",
        type=lambda text: [Degradation(how) for how in text.split(",")],
        default=[Degradation.SCAN_200],
    )
    p.add_argument("--pages", type=int, default=1, help="of each kind")
    p.add_argument("--times", type=int, default=3, help="each is written so often")
    p.add_argument("--keep", type=Path, help="folder for originals and copies")
    args = p.parse_args()
    print("page                        replaced  write  prove")
    for name, c in copied_scans(args.kinds, args.degrade, args.pages, args.times):
        print(f"{name:27} {len(c.replacements):8} {c.writing:6.2f} {c.proving:6.2f}", flush=True)
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            c.original.save(args.keep / f"{name.replace(' ', '-')}.png")
            c.drawn().save(args.keep / f"{name.replace(' ', '-')}-copy.png")


if __name__ == "__main__":
    main()
