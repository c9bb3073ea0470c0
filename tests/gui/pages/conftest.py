"""A panel that shows pages with boxes."""

from __future__ import annotations

import pytest

from chartveil.gui.pages.panel import PagePanel
from gui.pages.boxes_help import LAYOUT, MARKS, Said


@pytest.fixture
def panel(qtbot, themes):
    shown = PagePanel(themes)
    qtbot.addWidget(shown)
    shown.resize(640, 560)
    shown.set_keys({"next-box": "B", "draw-box": "D"})
    shown.show_document(LAYOUT)
    shown.set_boxes(MARKS)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.activateWindow()
    shown.view.setFocus()
    qtbot.waitUntil(shown.view.hasFocus)
    return shown


@pytest.fixture
def said(panel):
    return Said(panel)
