"""Makes pages: a kind, a degradation and a seed give a page with all that stands on it."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable

import numpy as np

from benchmarks.pages import page_kinds as forms
from benchmarks.pages import page_kinds as prose
from benchmarks.pages.canvas import PageCanvas
from benchmarks.pages.degradation import Degradation, degraded_page, photographed_page
from benchmarks.pages.invented_text import InventedFacts
from benchmarks.pages.synthetic_page import SyntheticPage

PAGE_KINDS: dict[str, Callable[[PageCanvas, InventedFacts], None]] = {
    "letter": prose.letter,
    "discharge": prose.discharge,
    "labs": forms.labs,
    "form": forms.form,
    "columns": prose.columns,
    "capitals": prose.all_capitals,
    "fax_header": prose.fax_header,
    "handwriting": prose.handwriting,
    "stamps": prose.stamps,
    "photo": forms.photo,
    "medications": forms.medications,
    "cards": forms.cards,
    "labels": forms.labels,
    "operative": prose.operative,
    "radiology": prose.radiology,
    "questionnaire": forms.questionnaire,
    "keys": forms.face_sheet,
    "typed": prose.terminal_note,
}
"""What draws each kind of page, by its name."""

_COLOURED = {"stamps", "cards", "photo"}


def make_page(kind: str, how: Degradation = Degradation.CLEAN, seed: int = 0) -> SyntheticPage:
    """A page. Text and places on the paper hang on kind and seed alone, what befalls it on all three.

    Raises:
        KeyError: if there is no such kind.
    """
    draw = PAGE_KINDS[kind]
    sheet = PageCanvas(how.dpi, colour=kind in _COLOURED)
    # Not for secrets: a fixed seed makes the same page.
    draw(sheet, InventedFacts(random.Random(f"{kind}/{seed}")))  # noqa: S311
    rng = np.random.default_rng(zlib.crc32(f"{kind}/{how.value}/{seed}".encode()))
    page = sheet.finished_page()
    if kind == "photo":
        page = photographed_page(page, rng)
    return degraded_page(page, how, rng)
