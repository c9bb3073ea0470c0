"""Views that show a document."""

import pytest

from build import document
from chartveil.gui.document.panel import DocumentPanel
from gui.document.shown import TEXT, review


@pytest.fixture
def panel(qtbot, themes):
    """A panel in sight with a document and its items."""
    panel = DocumentPanel(themes)
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    with qtbot.waitSignal(panel.view.lines_counted):
        panel.view.show_document(document(TEXT))
        panel.view.show_review(review())
    return panel


@pytest.fixture
def view(panel):
    return panel.view
