"""Places of words cover their letters, and not the rules beside them."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import OcrWord
from chartveil.ocr.preprocessing import ink_mask
from chartveil.ocr.unread_regions import page_ink
from chartveil.ocr.word_places import grown_over_ink

SHAPE = (300, 600)
NAME = Rect(96, 108, 240, 150)
"""Where the name stands, with the blanks that OCR adds; its first letter is cut off."""


def grown(rule=None):
    """The place of a name, grown, with an upright rule beside it where one is given."""
    image = Image.new("L", SHAPE[::-1], 255)
    pen = ImageDraw.Draw(image)
    for k, word in enumerate(("The", "Gideon", "and", "others", "here")):
        pen.text((100, 50 + 60 * k), word, font=ImageFont.load_default(36), fill=0)
    if rule is not None:
        pen.line(rule, fill=0, width=3)
    page = np.asarray(image)
    word = OcrWord("Gideon", NAME, 0.9)
    (place,) = grown_over_ink(page_ink(page, ink_mask(page), [word]), [NAME], SHAPE)
    return place


def test_a_letter_that_is_cut_is_covered():
    assert grown().left <= 100


def test_a_rule_of_a_field_makes_no_place_larger():
    assert grown((98, 85, 98, 175)) == grown()
