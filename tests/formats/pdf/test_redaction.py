"""Redaction of pages: what is covered, what the text layer says, what is refused; and that a hostile file's
secrets are in no place of the new one."""

import io
import re

import numpy as np
import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfminer.high_level import extract_text

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, StageError
from chartveil.domain.geometry import Rect
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout, PageReading, Region, RegionKind, WordBox
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pdf.forensics import unexpected_parts
from chartveil.formats.pdf.redaction import plan_redaction, redacted_pdf
from chartveil.formats.pdf.text_layer import PageCoordinates, read_lines
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy
from hostile_pdf import SECRETS, hostile_pdf
from pdf_extractors import EXTRACTORS, found_by

BLACK = PageOptions(style=BoxStyle.BLACK)
WORD = re.compile(r"[^ \n\f]+")


def document(text, wide=6.0, regions=(), boxless=(), pages=None):
    """A text set in letters of one width, lines 12 points apart and 10 high, pages parted by form feeds."""
    boxes = []
    for page, at in enumerate([0, *(m.end() for m in re.finditer("\f", text))]):
        end = text.find("\f", at)
        for number, line in enumerate(text[at : len(text) if end < 0 else end].split("\n")):
            for m in WORD.finditer(line):
                if m.group() not in boxless:
                    left, right = 10 + wide * m.start(), 10 + wide * m.end()
                    boxes.append(
                        WordBox(
                            at + m.start(),
                            at + m.end(),
                            page,
                            left,
                            10 + 12 * number,
                            right,
                            20 + 12 * number,
                        )
                    )
            at += len(line) + 1
    sizes = pages or ((300.0, 100.0),) * (text.count("\f") + 1)
    layout = PageLayout(sizes, tuple(boxes), (), tuple(regions))
    return Document(text, DocumentSource("in/scan.pdf", "pdf", "0" * 64), layout=layout)


def change(doc, *pairs, label=Label.PATIENT):
    """Replacements of the first places of texts."""
    return [
        Replacement(doc.text.index(old), doc.text.index(old) + len(old), new, label) for old, new in pairs
    ]


def pictures(doc, fill=200):
    for k, (width, height) in enumerate(doc.layout.pages):
        yield PagePicture(k, np.full((round(height * 2), round(width * 2)), fill, np.uint8), 144.0)


def said(data):
    """The words of each page's text layer."""
    pdf = pypdfium2.PdfDocument(data)
    return [pdf[k].get_textpage().get_text_range().split() for k in range(len(pdf))]


def sides(box):
    return (box.rect.left, box.rect.top, box.rect.right, box.rect.bottom)


def test_the_text_layer_says_the_new_text():
    doc = document("Seen: John Smith, 54\nby Dr. Jones today\fJohn again")
    edits = change(doc, ("John Smith", "Peter Marsh"), ("Jones", "Ray"))
    edits += [Replacement(doc.text.rindex("John"), doc.text.rindex("John") + 4, "Peter", Label.PATIENT)]
    data = redacted_pdf(doc, pictures(doc), edits, PageOptions(), "x")
    assert said(data) == [
        "Seen: Peter Marsh, 54 by Dr. Ray today".split(),
        "Peter again".split(),
    ]
    assert unexpected_parts(data) == []


def test_words_of_one_span_become_one_box_a_line():
    doc = document("Mr. John\nJacob Smith came")
    (plan,) = plan_redaction(doc, change(doc, ("John\nJacob Smith", "Al Roe")), PageOptions(), "x")
    first, second = plan.boxes
    # "John" after "Mr. ", its margin on the left no wider than the blank; "Jacob Smith" with its gap.
    assert sides(first) == pytest.approx((33.5, 9.5, 58.5, 20.5))
    assert sides(second) == pytest.approx((9.5, 21.5, 76.5, 32.5))
    assert (first.text, second.text) == ("Al Roe", "")
    assert [w.text for w in plan.text_layer_words] == ["Mr.", "Al Roe", "came"]


def test_a_word_touched_in_part_is_covered_whole_and_keeps_the_rest_in_words():
    doc = document("(Smith's/Jones), dated 2023-09-0507:59")
    edits = change(doc, ("Smith", "Ray"), ("Jones", "Lee"))
    edits += change(doc, ("2023-09-05", "2024-01-01"), label=Label.DATE)
    (plan,) = plan_redaction(doc, edits, PageOptions(), "x")
    assert [c.text for c in plan.boxes] == ["(Ray's/Lee),", "2024-01-0107:59"]
    assert [c.kinds for c in plan.boxes] == ["([PATIENT]'s/[PATIENT]),", "[DATE]07:59"]
    assert [c.label for c in plan.boxes] == [Label.PATIENT, Label.DATE]
    assert plan.boxes[0].rect.width == pytest.approx(16 * 6 + 1)


def test_neighbours_keep_their_ink():
    doc = document("aa bb cc\ndd ee ff", wide=6.0)
    boxes = list(doc.layout.boxes)
    # The middle word's box begins 0.2 points after its neighbour's, and ends 0.1 above the next line.
    boxes[1] = WordBox(3, 5, 0, 22.2, 10, 40, 21.9)
    doc = Document(doc.text, doc.source, layout=PageLayout(doc.layout.pages, tuple(boxes)))
    (plan,) = plan_redaction(doc, change(doc, ("bb", "x")), BLACK, "x")
    assert sides(plan.boxes[0]) == pytest.approx((22, 9.5, 40.5, 22))


def test_a_span_over_columns_does_not_hide_what_is_between():
    doc = document("Smith stays John")
    text = "Smith John stays"
    boxes = (
        WordBox(0, 5, 0, 10, 10, 40, 20),
        WordBox(6, 10, 0, 82, 10, 106, 20),
        WordBox(11, 16, 0, 46, 10, 76, 20),
    )
    doc = Document(text, doc.source, layout=PageLayout(doc.layout.pages, boxes))
    (plan,) = plan_redaction(doc, change(doc, ("Smith John", "Al Roe")), BLACK, "x")
    assert [c.text for c in plan.boxes] == ["Al Roe", ""]
    assert plan.boxes[0].rect.right <= 46
    assert plan.boxes[1].rect.left >= 76


def test_words_in_one_place_share_it():
    text = "Jane Doe smiles"
    boxes = tuple(WordBox(m.start(), m.end(), 0, 10, 10, 160, 20) for m in WORD.finditer(text))
    doc = Document(text, DocumentSource("a", "pdf", "0" * 64), layout=PageLayout(((300, 100),), boxes))
    data = redacted_pdf(doc, pictures(doc), change(doc, ("Doe", "Roe")), PageOptions(), "x")
    assert said(data) == [["Jane", "Roe", "smiles"]] == [extract_text(io.BytesIO(data)).split()]


REGION = Region(0, 40, 8, 100, 22, RegionKind.SIGNATURE)


def test_the_text_below_a_covered_region_goes_too():
    doc = document("one two three four five\nsix", regions=[REGION])
    data = redacted_pdf(doc, pictures(doc), [], BLACK, "x")
    assert said(data) == [["one", "five", "six"]], "two, three and four lie below it, two by half"
    page = np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("L"))
    assert not page[16:44, 80:200].any()


@pytest.mark.parametrize(("unread", "word"), [(UnreadPolicy.ASK, "window"), (UnreadPolicy.REFUSE, "Choose")])
def test_regions_that_may_not_be_covered_stop_it(unread, word):
    doc = document("one two", regions=[REGION])
    with pytest.raises(InputError, match="on page 1 ") as caught:
        redacted_pdf(doc, pictures(doc), [], PageOptions(unread=unread), "in/scan.pdf")
    assert caught.value.where == "in/scan.pdf"
    assert word in caught.value.remedy
    redacted_pdf(document("one two"), pictures(doc), [], PageOptions(unread=unread), "x")


def test_what_stands_nowhere_cannot_be_covered():
    doc = document("seen Smith Quill", boxless=["Quill"])
    edits = change(doc, ("Smith Quill", "Roe"))
    with pytest.raises(InputError, match="kind PATIENT that stands nowhere") as caught:
        plan_redaction(doc, edits, BLACK, "x")
    assert "Quill" not in str(caught.value)
    start = doc.text.index("Quill")
    (plan,) = plan_redaction(doc, edits, BLACK, "x", unseen=[(start, start + 5)])
    assert [w.text for w in plan.text_layer_words] == ["seen", "Roe"]
    # A box of no area is no place either.
    flat = tuple(WordBox(b.start, b.end, 0, b.left, b.top, b.left, b.bottom) for b in doc.layout.boxes)
    doc = Document(doc.text, doc.source, layout=PageLayout(doc.layout.pages, flat))
    with pytest.raises(InputError):
        plan_redaction(doc, change(doc, ("Smith", "x")), BLACK, "x")


def test_what_lies_off_the_page_is_left_out():
    doc = document("seen Smith")
    boxes = (doc.layout.boxes[0], WordBox(5, 10, 0, 400, 10, 440, 20))
    doc = Document(doc.text, doc.source, layout=PageLayout(doc.layout.pages, boxes))
    (plan,) = plan_redaction(doc, change(doc, ("Smith", "Roe")), BLACK, "x")
    assert plan.boxes == ()
    assert [w.text for w in plan.text_layer_words] == ["seen"]
    assert said(redacted_pdf(doc, pictures(doc), [], BLACK, "x")) == [["seen"]]


def test_pictures_must_be_those_of_the_pages():
    doc = document("one\ftwo")
    two = list(pictures(doc))
    for wrong, reason in (
        (two[:1], "missing"),
        ([*two, two[1]], "not those"),
        (two[::-1], "not those"),
        ([two[0], PagePicture(1, two[1].picture[:, :400], 144.0)], "another size"),
    ):
        with pytest.raises(StageError, match=reason):
            redacted_pdf(doc, iter(wrong), [], BLACK, "x")


def test_pages_are_turned_as_they_were_read():
    doc = document("top of page", pages=((300.0, 100.0),))
    doc = Document(
        doc.text, doc.source, layout=PageLayout(doc.layout.pages, doc.layout.boxes, (PageReading("e", 1),))
    )
    drawn = np.full((600, 200), 255, np.uint8)
    drawn[500:600, 0:20] = 100  # lower left, which a turn clockwise brings to the upper left
    data = redacted_pdf(doc, iter([PagePicture(0, drawn, 144.0)]), [], BLACK, "x")
    page = np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("L"))
    assert page.shape == (200, 600)
    assert page[5:15, 5:95].mean() == pytest.approx(100, abs=2)
    assert page[100:, 300:].min() > 250


@pytest.mark.parametrize("edits", [[(0, 3), (2, 5)], [(5, 99)]])
def test_ranges_that_cannot_be_are_our_bug(edits):
    with pytest.raises(ValueError, match="overlap or reach past"):
        plan_redaction(
            document("one two three"), [Replacement(a, b, "x", Label.DATE) for a, b in edits], BLACK, "x"
        )


@st.composite
def edited(draw):
    words = draw(st.lists(st.text("abcdef.,'", min_size=1, max_size=7), min_size=1, max_size=30))
    ends = draw(st.lists(st.sampled_from("  \n\f"), min_size=len(words), max_size=len(words)))
    text = "".join(w + e for w, e in zip(words, ends, strict=True)).rstrip()
    cuts = draw(st.lists(st.integers(0, len(text)), unique=True, max_size=8).map(sorted))
    edits = []
    for a, b in zip(cuts[::2], cuts[1::2], strict=False):
        new = draw(st.text("XYZ ", max_size=6))
        edits.append(Replacement(a, b, new, Label.PATIENT))
    # Pages that hold the longest line and all lines: a word beside its page is in neither picture nor layer.
    return document(text, pages=((2000.0, 600.0),) * (text.count("\f") + 1)), edits


@given(edited())
@settings(max_examples=200, deadline=None)
def test_every_touched_word_is_covered_and_the_layer_says_the_replaced_text(case):
    doc, edits = case
    plans = plan_redaction(doc, edits, BLACK, "x")
    for box in doc.layout.boxes:
        touched = any(r.start < box.end and box.start < r.end for r in edits)
        covers = plans[box.page].boxes
        inside = any(c.rect.union(Rect.of(box)) == c.rect for c in covers)
        met = any(c.rect.overlaps(Rect.of(box)) for c in covers)
        assert inside if touched else not met
    whole = "".join(w.text for plan in plans for w in plan.text_layer_words)
    expected = apply_replacements(doc.text, edits)
    # Words are told apart by place, not by blanks; a replacement of blanks alone stands nowhere.
    blank = [r for r in edits if not doc.text[r.start : r.end].strip()]
    kept = apply_replacements(doc.text, [r for r in edits if r not in blank])
    assert "".join(whole.split()) == "".join(kept.split())
    assert blank or "".join(whole.split()) == "".join(expected.split())


@given(st.text("abcdefgh", min_size=4, max_size=4), st.text("abcdefgh", min_size=4, max_size=4))
@settings(max_examples=15, deadline=None)
@pytest.mark.parametrize("style", list(BoxStyle))
def test_the_file_is_the_same_whatever_was_covered(style, one, other):
    """What stood in a covered place has no bearing on a single byte: neither its text nor its ink."""

    def made(name):
        doc = document(f"Seen: {name} today", regions=[Region(0, 10, 50, 60, 70, RegionKind.FACE)])
        (page,) = pictures(doc)
        ink = np.frombuffer(name.encode() * 100, np.uint8)
        page.picture[20:40, 92:140] = np.resize(ink, (20, 48))
        page.picture[102:138, 22:118] = np.resize(ink, (36, 96))
        edits = change(doc, (name, "Roe"))
        return redacted_pdf(doc, iter([page]), edits, PageOptions(style=style), "x")

    assert made(one) == made(other)


# The hostile file.


def hostile_document():
    """The hostile page as it is read: its words and their places as PDFium tells them, and its picture."""
    data = hostile_pdf()
    pdf = pypdfium2.PdfDocument(data)
    pdf.init_forms()
    page = pdf[0]
    lines = read_lines(page.get_textpage(), PageCoordinates(page))
    text, boxes = "", []
    for line in lines:
        for m in WORD.finditer(line.text):
            rects = [g.rect for g in line.characters[m.start() : m.end()] if g.rect]
            edges = [
                f(getattr(r, side) for r in rects)
                for f, side in ((min, "left"), (min, "top"), (max, "right"), (max, "bottom"))
            ]
            boxes.append(WordBox(len(text) + m.start(), len(text) + m.end(), 0, *edges))
        text += line.text + "\n"
    # Looks of annotations and forms are drawn, and stand in no text layer: they are read by OCR, or covered.
    drawn = [Region(0, 148, 300 - 54, 272, 300 - 18, RegionKind.UNREAD)]
    layout = PageLayout((page.get_size(),), tuple(boxes), (), tuple(drawn))
    picture = np.asarray(page.render(scale=2).to_pil().convert("RGB"))
    return Document(text, DocumentSource("x", "pdf", "0" * 64), layout=layout), PagePicture(0, picture, 144.0)


def hostile_redacted(edits_of=lambda edits: edits):
    doc, page = hostile_document()
    edits = []
    for word in SECRETS.values():
        for m in re.finditer(word, doc.text):
            edits.append(Replacement(m.start(), m.end(), "Roe", Label.PATIENT))
    assert len(edits) >= 10
    return redacted_pdf(doc, iter([page]), edits_of(edits), PageOptions(), "x")


@pytest.fixture(scope="module")
def redacted():
    return hostile_redacted()


@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_no_secret_of_a_hostile_file_is_in_the_new_one(redacted, extractor):
    assert len(found_by(extractor, hostile_pdf())) >= 5, "an extractor that finds nothing proves nothing"
    assert found_by(extractor, redacted) == set()
    assert unexpected_parts(redacted) == []


def test_all_extractors_together_find_every_secret_of_the_hostile_file():
    data = hostile_pdf()
    assert found_by("ours", data) == set(SECRETS)
    others = set().union(*(found_by(e, data) for e in EXTRACTORS if e != "ours"))
    assert len(others) > 35


def test_one_box_left_out_is_caught():
    data = hostile_redacted(lambda edits: edits[1:])
    assert found_by("ours", data)
    assert found_by("pdfminer", data) | found_by("pypdf", data)


@pytest.mark.parametrize("kept", ["info", "xmp", "attachment", "update", "layer"])
def test_a_redaction_that_keeps_something_is_caught(redacted, kept):
    with pikepdf.open(io.BytesIO(redacted)) as pdf, pikepdf.open(io.BytesIO(hostile_pdf())) as old:
        if kept == "info":
            pdf.trailer.Info = pdf.copy_foreign(old.trailer.Info)
        elif kept == "xmp":
            pdf.Root.Metadata = pdf.copy_foreign(old.Root.Metadata)
        elif kept == "attachment":
            pdf.attachments["a"] = pikepdf.AttachedFileSpec(pdf, SECRETS["attachBody"].encode(), filename="a")
        elif kept == "layer":
            pdf.pages[0].Contents = pdf.make_stream(
                f"BT 3 Tr /F 9 Tf 9 9 Td ({SECRETS['text']}) Tj ET".encode()
            )
        out = io.BytesIO()
        pdf.save(out)
    data = out.getvalue()
    if kept == "update":
        data = hostile_pdf() + redacted
    assert found_by("ours", data)
    if kept != "layer":
        assert unexpected_parts(data)


def test_a_file_with_the_old_one_behind_it_is_no_proof(redacted):
    with pytest.raises(StageError):
        found_by("ours", redacted + hostile_pdf())
    assert unexpected_parts(redacted + b"\n") == ["end"]
