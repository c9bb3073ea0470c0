"""What is told of a PDF: every secret of a hostile file, and nothing of how our own are built."""

import io
import zlib

import numpy as np
import pikepdf
import pytest

from chartveil.domain.errors import StageError
from chartveil.domain.geometry import Rect
from chartveil.formats.pdf.forensics import all_text_in, unexpected_parts
from chartveil.formats.pdf.writing import CodedPart, RasterPage, TextLayerWord, build_pdf
from hostile_pdf import PLACES, SECRETS, hostile_pdf


@pytest.fixture(scope="module")
def told():
    return list(all_text_in(hostile_pdf()))


def plain(*words, pages=1):
    """One of our own PDFs, a bit of grey on each page."""
    picture = np.full((60, 90), 255, np.uint8)
    picture[10:20, 10:40] = np.arange(30, dtype=np.uint8) * 7
    shown = [TextLayerWord(w, Rect(10 + 30 * k, 10, 35 + 30 * k, 20)) for k, w in enumerate(words)]
    return build_pdf(RasterPage([CodedPart.of(picture, 72)], (90, 60), shown) for _ in range(pages))


@pytest.mark.parametrize("place", PLACES)
def test_every_hiding_place_of_a_hostile_file_is_seen(told, place):
    assert any(SECRETS[place] in text for _, text in told)


def test_places_are_named_and_never_quoted(told):
    assert not [where for where, _ in told if any(s in where for s in SECRETS.values())]
    assert {w.split("/")[0].split(" ")[0] for w, _ in told} == {
        "page",
        "object",
        "revision",
        "unlisted",
        "trailer",
        "bytes",
    }


def test_our_own_file_says_its_text_layer_and_nothing_else():
    words = {w for _, text in all_text_in(plain("Ann", "Müller", "漢字")) for w in text.split()}
    assert {"Ann", "Müller", "漢字"} <= words
    built = "Page Pages Type Font Lang Head Length Kids Do Tm Adobe Identity Count Root Max 90 60 12".split()
    assert not words & set(built), "a patient may be called so"
    assert {w for w in words if w.isascii() and w.isalnum()} == {"Ann"}


def test_our_own_file_has_no_strange_part():
    assert unexpected_parts(plain("Ann", pages=3)) == []


@pytest.mark.parametrize(
    "change", ["info", "metadata", "attachment", "annotation", "unused", "update", "tail"]
)
def test_what_is_not_ours_is_strange(change):
    data = plain("Ann")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        if change == "info":
            pdf.trailer.Info = pdf.make_indirect(pikepdf.Dictionary(Title="x"))
        elif change == "metadata":
            pdf.Root.Metadata = pdf.make_stream(b"x")
        elif change == "attachment":
            pdf.attachments["a"] = pikepdf.AttachedFileSpec(pdf, b"x", filename="a")
        elif change == "annotation":
            pdf.pages[0].Annots = pikepdf.Array([pikepdf.Dictionary(Contents="x")])
        out = io.BytesIO()
        pdf.save(out, static_id=True)
    changed = out.getvalue()
    if change == "unused":
        changed = data.replace(b"xref\n", b"99 0 obj\n(x)\nendobj\nxref\n", 1)
    elif change == "update":
        start = data[data.index(b"startxref") :]
        changed = data + b"1 0 obj\n<<>>\nendobj\n" + start
    elif change == "tail":
        changed = data + b"x"
    assert unexpected_parts(changed)


def bomb(kind):
    """A PDF of few kilobytes with a stream that unpacks to 80 MiB."""
    packed = zlib.compress(bytes(80 * 2**20), 1)
    filters = "/FlateDecode"
    if kind == "twice":
        packed, filters = zlib.compress(packed, 9), "[/FlateDecode/FlateDecode]"
    extra = "/Type/ObjStm/N 1/First 4" if kind == "table" else ""
    body = f"9 0 obj\n<</Length {len(packed)}/Filter {filters}{extra}>>\nstream\n".encode()
    return plain("Ann").replace(b"xref\n", body + packed + b"\nendstream\nendobj\nxref\n", 1)


@pytest.mark.parametrize("kind", ["once", "twice", "table"])
def test_a_bomb_is_not_unpacked(kind):
    data = bomb(kind)
    assert len(data) < 400_000
    with pytest.raises(StageError, match="unpacks to more"):
        list(all_text_in(data))


def test_what_is_no_pdf_is_no_proof():
    with pytest.raises(StageError, match="cannot be opened"):
        list(all_text_in(b"%PDF-1.7\nnothing"))


def test_a_word_in_pixels_is_seen_wherever_it_stands():
    picture = np.full((1500, 1500), 200, np.uint8)
    picture[::2] = 255
    flat = picture.reshape(-1)
    word = np.frombuffer(b"Quibblewood", np.uint8)
    for at in (7, 2**20 - 5, flat.size - len(word)):
        changed = flat.copy()
        changed[at : at + len(word)] = word
        page = RasterPage([CodedPart.of(changed.reshape(picture.shape), 200)], (540, 540), [])
        assert any("Quibblewood" in text for _, text in all_text_in(build_pdf([page]))), at
