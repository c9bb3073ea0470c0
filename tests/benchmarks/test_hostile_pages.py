"""Hostile pages: what is hidden is left out, and what only the drawn page shows is read."""

from __future__ import annotations

import pytest

from benchmarks.hostile_pages.hidden import HIDDEN
from benchmarks.hostile_pages.papers import PAPERS
from benchmarks.hostile_pages.photographs import PHOTOGRAPHS
from benchmarks.hostile_pages.sheet import Sheet
from benchmarks.hostile_pages.unread import UNREAD
from benchmarks.pages.degradation import Degradation
from benchmarks.pages.maker import make_page
from chartveil.domain.page_layout import HIDDEN_WORDS, RegionKind
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.format import PdfFormat
from chartveil.formats.pictures.format import PictureFormat
from chartveil.ocr.options import PageOptions
from chartveil.ocr.page_reading import read_page_picture

_READ = [k for k in UNREAD if k not in ("other_script", "wrong_map")]


def read(page):
    (document,) = PdfFormat().read(SourceFile(page.name, page.data), ReadOptions())
    return document


def test_the_same_seed_makes_the_same_bytes():
    for make, kind in ((HIDDEN["black_bar"], "black_bar"), (PAPERS["xray"], "xray")):
        assert make(Sheet(kind, 1, 5)).data == make(Sheet(kind, 1, 5)).data
        assert make(Sheet(kind, 1, 5)).data != make(Sheet(kind, 1, 6)).data


@pytest.mark.parametrize("kind", list(HIDDEN))
def test_what_the_page_does_not_show_is_left_out(kind):
    page = HIDDEN[kind](Sheet(kind, 1, 1))
    document = read(page)
    assert page.hidden.surname not in document.text
    assert page.hidden.given not in document.text
    assert set(page.kept) <= set(document.text.split())
    if kind != "hidden_annotation":
        assert document.left_out[HIDDEN_WORDS] >= 2


@pytest.mark.parametrize("kind", _READ)
def test_what_only_the_drawn_page_shows_is_read(kind):
    page = UNREAD[kind](Sheet(kind, 2, 1))
    document = read(page)
    assert document.text.count(page.patient.surname) >= 2, "in the note, and beside its layer"
    assert set(page.kept) <= set(document.text.split())


@pytest.mark.parametrize("variant", [1, 3])
def test_a_font_that_says_other_letters_than_it_shows_is_read_by_ocr(variant):
    page = UNREAD["wrong_map"](Sheet("wrong_map", variant, 1))
    document = read(page)
    assert f"Patient: {page.patient.name}" in document.text
    assert set(page.kept) <= set(document.text.split())


def test_the_words_of_a_field_have_their_own_places():
    page = PAPERS["form_field"](Sheet("form_field", 0, 1))
    document = read(page)
    boxes = {document.text[b.start : b.end]: b for b in document.layout.boxes}
    drug, name = boxes["warfarin"], boxes[page.patient.surname]
    assert drug.bottom < name.top
    assert drug.right - drug.left < 60


@pytest.mark.parametrize("kind", ["xray", "ultrasound", "ecg"])
def test_pictures_of_a_body_are_kept_and_what_is_burnt_in_is_read(kind):
    page = PAPERS[kind](Sheet(kind, 2, 1))
    (document,) = PictureFormat().read(SourceFile(page.name, page.data), ReadOptions())
    assert page.patient.name in document.text
    assert page.patient.mrn in document.text
    ((width, height),) = document.layout.pages
    covered = sum((r.right - r.left) * (r.bottom - r.top) for r in document.layout.regions)
    assert covered < 0.02 * width * height


@pytest.mark.parametrize("kind", ["on_a_table", "held_by_fingers"])
def test_of_a_photographed_sheet_neither_table_nor_edges_are_covered(kind):
    page = PHOTOGRAPHS[kind](Sheet(kind, 3, 1))
    (document,) = PictureFormat().read(SourceFile(page.name, page.data), ReadOptions())
    assert document.layout.regions == ()
    assert set(page.kept) <= set(document.text.split())


@pytest.mark.parametrize("variant", [1, 4])
def test_a_portrait_on_a_digital_page_is_one_region(variant):
    page = PHOTOGRAPHS["portrait"](Sheet("portrait", variant, 1))
    (region,) = read(page).layout.regions
    left, top, right, bottom = page.place
    assert region.kind is RegionKind.FACE
    assert max(region.left - left, region.top - top, right - region.right, bottom - region.bottom) <= 0


def test_a_grey_picture_in_a_report_stays_and_the_name_on_it_is_read():
    page = UNREAD["picture_in_report"](Sheet("picture_in_report", 4, 1))
    document = read(page)
    assert document.layout.regions == ()
    assert document.text.count(page.patient.name) == 2


def test_on_a_scan_neither_the_dark_head_nor_the_shaded_rows_of_a_table_are_covered():
    page = make_page("labs", Degradation.SCAN_200, 6)
    regions = read_page_picture(page.picture, page.dpi, PageOptions()).regions
    assert len(regions) <= 2, "of 102 and a barcode before"
    assert all(r.kind is RegionKind.UNREAD for r in regions)


def test_deep_pictures_are_read():
    page = PAPERS["deep_tiff"](Sheet("deep_tiff", 3, 1))
    (document,) = PictureFormat().read(SourceFile(page.name, page.data), ReadOptions())
    assert page.patient.name in document.text
    assert len(set(page.kept) - set(document.text.split())) <= 1
