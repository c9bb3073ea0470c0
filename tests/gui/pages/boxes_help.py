"""A document of two pages with boxes, and what a mouse does to them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from chartveil.domain.page_layout import PageLayout, Region, RegionKind, WordBox
from chartveil.review.model import DecisionState, PageBox
from chartveil.review.page_review import PageArea

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
LAYOUT = PageLayout(
    ((400.0, 300.0), (300.0, 400.0)),
    (
        WordBox(0, 4, 0, 20, 20, 60, 32),
        WordBox(5, 9, 0, 110, 110, 150, 122),
        WordBox(10, 14, 0, 155, 110, 190, 122),
        WordBox(15, 19, 1, 20, 20, 60, 32),
    ),
)
SIGNATURE = PageBox(0, Region(0, 100, 100, 220, 160, RegionKind.SIGNATURE))
BARCODE = PageBox(1, Region(1, 50, 50, 150, 90, RegionKind.BARCODE))
DRAWN = PageBox(2, Region(0, 250, 200, 330, 240, RegionKind.DRAWN), DecisionState.ADDED)
MARKS = (SIGNATURE, DRAWN, BARCODE)


class Said:
    """What a panel said that the user wants."""

    def __init__(self, panel):
        self.drawn, self.placed, self.clicked = [], [], []
        panel.view.editor.box_drawn.connect(self.drawn.append)
        panel.view.editor.box_reshaped.connect(lambda id, area: self.placed.append((id, area)))
        panel.view.text_clicked.connect(self.clicked.append)


def at(panel, x, y, page=0):
    """Where a point of a page is in the viewport."""
    return panel.view.area_rect(PageArea(page, x, y, x, y)).topLeft().toPoint()


def drag(panel, begin, end, modifiers=Qt.KeyboardModifier.NoModifier):
    over = panel.view.viewport()
    QTest.mousePress(over, LEFT, modifiers, begin)
    QTest.mouseMove(over, (begin + end) / 2)
    QTest.mouseMove(over, end)
    QTest.mouseRelease(over, LEFT, modifiers, end)


def around(area):
    return round(area.left), round(area.top), round(area.right), round(area.bottom)


def near(area, *edges):
    """Whether edges are as wanted, but for what a pixel is."""
    return (area.left, area.top, area.right, area.bottom) == pytest.approx(edges, abs=1.5)


def pixels(panel, rect):
    image = panel.view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    return lambda x, y: image.pixelColor(round((rect.left() + x) * ratio), round((rect.top() + y) * ratio))
