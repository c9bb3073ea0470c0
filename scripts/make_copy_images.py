"""Makes the pictures of docs/redaction.md: parts of thirteen made pages beside their copies.

python scripts/make_copy_images.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))
sys.path.insert(0, str(ROOT))

from benchmarks.pages.copies import copy_page
from benchmarks.pages.degradation import Degradation
from benchmarks.pages.digital_pages import make_digital_page
from benchmarks.pages.scan_copies import copy_scan
from chartveil.ocr.options import BoxStyle

IMAGES = ROOT / "docs" / "images"
WIDTH = 600
"""Pixels across of a page."""
PAIRS: dict[str, list[tuple[str, float, float]]] = {
    "copies-letters": [("justified", 0.09, 0.42), ("typewriter", 0.07, 0.36)],
    "copies-results": [("results", 0.0, 0.4), ("embedded", 0.07, 0.34)],
    "copies-turned": [("turned", 0.27, 0.98), ("photograph", 0.08, 0.36)],
    "copies-styles": [("letter:label", 0.08, 0.35), ("letter:black", 0.08, 0.35)],
    "copies-scans": [("operative:scan200", 0.03, 0.31), ("discharge:fax", 0.03, 0.33)],
    "copies-forms": [
        ("form:scan200", 0.03, 0.38),
        ("letter:scan200", 0.03, 0.31),
        ("keys:scan200", 0.05, 0.27),
    ],
}
"""Pages by the picture that they are in, with the part that is shown, in shares of their height."""


def drawn(data: bytes) -> Image.Image:
    """The first page of a PDF."""
    page = pypdfium2.PdfDocument(data)[0]
    return page.render(scale=2 * WIDTH / page.get_width()).to_pil().convert("RGB")


def pair(what: str) -> tuple[Image.Image, Image.Image]:
    """A page and its copy."""
    kind, _, how = what.partition(":")
    if how in set(Degradation):
        scan = copy_scan(kind, Degradation(how))
        return scan.original, scan.drawn()
    copied = copy_page(make_digital_page(kind, 11), BoxStyle(how or "surrogate"))
    return drawn(copied.page.data), drawn(copied.copy)


def main() -> None:
    """Writes the pictures."""
    for name, pages in PAIRS.items():
        rows = []
        for what, top, bottom in pages:
            shown = []
            for image in pair(what):
                image = image.resize((WIDTH, image.height * WIDTH // image.width), Image.Resampling.LANCZOS)
                shown.append(image.crop((0, int(top * image.height), WIDTH, int(bottom * image.height))))
            rows.append(shown)
        gap = 10
        height = sum(max(i.height for i in row) + gap for row in rows) - gap
        whole = Image.new("RGB", (2 * WIDTH + gap, height), (90, 110, 130))
        y = 0
        for row in rows:
            for k, image in enumerate(row):
                whole.paste(image, (k * (WIDTH + gap), y))
            y += max(i.height for i in row) + gap
        whole.quantize(12, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
