"""How boxes on pages look."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from chartveil.gui.theme.colors import ThemeName
from chartveil.review.model import DecisionState, PageBox
from chartveil.review.page_review import PageArea
from gui.pages.boxes_help import SIGNATURE, pixels


def darkness(panel, mark):
    """Least lightness inside a box, and along its upper edge least and most."""
    panel.set_boxes([mark])
    rect = panel.view.box_rect(mark.id).toRect()
    pixel = pixels(panel, rect)
    inside = [pixel(x, y).lightness() for x in range(6, rect.width() - 16) for y in (12, 13, 14, 15)]
    edge = [min(pixel(x, y).lightness() for y in (-1, 0, 1)) for x in range(6, rect.width() - 16)]
    return min(inside), max(inside), min(edge), max(edge)


def test_each_state_has_a_look_of_its_own(panel):
    white = QImage(400, 300, QImage.Format.Format_RGB32)
    white.fill(Qt.GlobalColor.white)
    panel.view.set_page_image(0, white)
    dark, light, line, gap = darkness(panel, SIGNATURE)
    assert dark < 230 < light, "hatched while nobody has decided"
    assert line < 120 < 170 < gap, "a line with gaps"
    covered = PageBox(0, SIGNATURE.region, DecisionState.ACCEPTED)
    dark, light, line, gap = darkness(panel, covered)
    assert light < 160, "dark where it is to be covered"
    assert gap < 120, "a line without gaps"
    left = PageBox(0, SIGNATURE.region, DecisionState.REJECTED)
    dark, light, line, gap = darkness(panel, left)
    assert dark == 255, "what stays visible is seen"
    assert line < 255, "and framed"


def test_words_below_a_covered_box_are_struck(panel):
    white = QImage(400, 300, QImage.Format.Format_RGB32)
    white.fill(Qt.GlobalColor.white)
    panel.view.set_page_image(0, white)
    word = panel.view.area_rect(PageArea(0, 110, 110, 150, 122)).toRect()

    def reds():
        pixel = pixels(panel, word)
        middle = [pixel(word.width() // 2, y) for y in range(word.height())]
        return sum(c.red() > c.blue() + 60 for c in middle)

    assert reds() > 0
    panel.set_boxes([PageBox(0, SIGNATURE.region, DecisionState.REJECTED)])
    assert reds() == 0, "nothing is struck where the box stays visible"


@pytest.mark.parametrize("name", ThemeName)
def test_every_theme_can_be_put_on(panel, name, themes):
    themes.change(name)
    panel.show_thumbnails(True)
    assert not panel.grab().isNull()
