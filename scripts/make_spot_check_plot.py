#!/usr/bin/env python3
"""Draws docs/images/spot-check-bounds.png from the cells of ``python -m benchmarks.spot_check``."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "app"), str(ROOT)]

import pypdfium2  # noqa: E402
from reportlab.graphics import renderPDF  # noqa: E402
from reportlab.graphics.shapes import Drawing, Group, String  # noqa: E402

from benchmarks.spot_check.__main__ import (  # noqa: E402
    ALPHA,
    CELLS,
    RATES,
    RESULTS,
    SENSITIVITIES,
    read_cells,
)
from chartveil.spot_check.report.plots import (  # noqa: E402
    BLUE,
    BOLD,
    INK,
    ORANGE,
    Curve,
    curve_plot,
    register_fonts,
    share_text,
)
from chartveil.spot_check.sampling import Design  # noqa: E402

OUT = ROOT / "docs" / "images" / "spot-check-bounds.png"
COLORS = {Design.SIMPLE: BLUE, Design.STRATIFIED: ORANGE, Design.ONE_A_PATIENT: INK}
WIDTH, HEIGHT, GAP = 360, 150, 26


def main() -> None:
    """Four rows, one for each kind of reader; left how often bounds fail, right how wide they are."""
    register_fonts()
    cells = read_cells(RESULTS)
    assert len(cells) == len(CELLS), f"{len(cells)} of {len(CELLS)} cells are there"
    whole = Drawing(2 * WIDTH, len(SENSITIVITIES) * (HEIGHT + GAP))
    for row, sensitivity in enumerate(SENSITIVITIES):
        failing: dict[Design, dict[float, float]] = defaultdict(dict)
        width: dict[Design, dict[float, float]] = defaultdict(dict)
        for c in (c for c in cells if c.sensitivity == sensitivity):
            failing[c.design][c.rate] = max(1 - c.held, failing[c.design].get(c.rate, 0.0))
            if c.to_best:
                width[c.design][c.rate] = c.to_best
        bottom = (len(SENSITIVITIES) - 1 - row) * (HEIGHT + GAP)
        readers = f"Readers who find {sensitivity:.0%}"
        put(whole, plotted(failing, ALPHA, "allowed", 0.08), 0, bottom, f"{readers}: bounds that do not hold")
        put(whole, plotted(width, 1.5, "wanted", 3.6), WIDTH, bottom, "Mean bound, in % of the best possible")
    with pypdfium2.PdfDocument(renderPDF.drawToString(whole)) as pdf:
        pdf[0].render(scale=1.5).to_pil().quantize(64).save(OUT, optimize=True)
    print(f"{OUT.relative_to(ROOT)}: {len(cells)} cells, least {min(c.held for c in cells):.4f}")


def plotted(values: dict[Design, dict[float, float]], level: float, name: str, most: float) -> Drawing:
    """Values over the logarithm of the share that leaks, a line for each design."""
    curves = [
        Curve(
            str(design),
            [(math.log10(rate), y) for rate, y in sorted(points.items())],
            COLORS[design],
            dots=True,
        )
        for design, points in values.items()
    ]
    return curve_plot(
        curves,
        level,
        (),
        "share of notes that leak",
        WIDTH - 20,
        HEIGHT,
        level_name=name,
        first=math.log10(min(RATES)),
        most=most,
        numbered=lambda x: share_text(10**x),
    )


def put(whole: Drawing, part: Drawing, x: float, y: float, title: str) -> None:
    """Puts a plot into the whole, with a title above it."""
    group = Group(*part.contents)
    group.translate(x, y)
    whole.add(group)
    whole.add(String(x + 44, y + HEIGHT + 6, title, fontName=BOLD, fontSize=8.5, fillColor=INK))


if __name__ == "__main__":
    main()
