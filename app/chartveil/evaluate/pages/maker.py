"""Makes pages: a kind, a degradation and a seed give a page with all that stands on it."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable

import numpy as np

from chartveil.evaluate.pages import kinds as prose
from chartveil.evaluate.pages import kinds_forms as forms
from chartveil.evaluate.pages.degrade import Degradation, degrade, photographed
from chartveil.evaluate.pages.model import MadePage
from chartveil.evaluate.pages.sheet import Sheet
from chartveil.evaluate.pages.texts import Cast

KINDS: dict[str, Callable[[Sheet, Cast], None]] = {
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
    "keys": forms.keys,
    "typed": prose.typed,
}
"""What draws each kind of page, by its name."""

_COLOURED = {"stamps", "cards", "photo"}


def make_page(kind: str, how: Degradation = Degradation.CLEAN, seed: int = 0) -> MadePage:
    """A page. Text and places on the paper hang on kind and seed alone, what befalls it on all three.

    Raises:
        KeyError: if there is no such kind.
    """
    draw = KINDS[kind]
    sheet = Sheet(how.dpi, colour=kind in _COLOURED)
    # Not for secrets: a fixed seed makes the same page.
    draw(sheet, Cast(random.Random(f"{kind}/{seed}")))  # noqa: S311
    rng = np.random.default_rng(zlib.crc32(f"{kind}/{how.value}/{seed}".encode()))
    page = sheet.page()
    if kind == "photo":
        page = photographed(page, rng)
    return degrade(page, how, rng)
