"""Views that show a document."""

import pytest

from build import document
from chartveil.gui.document import DocumentPanel
from chartveil.gui.theme import ThemeName, theme
from gui.document.shown import ITEMS, TEXT, doubtful


@pytest.fixture
def panel(qtbot):
    """A panel in sight with a document and its items."""
    panel = DocumentPanel(theme(ThemeName.LIGHT))
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    with qtbot.waitSignal(panel.view.measured):
        panel.view.show_document(document(TEXT))
        panel.view.set_items(ITEMS, doubtful)
    return panel


@pytest.fixture
def view(panel):
    return panel.view
