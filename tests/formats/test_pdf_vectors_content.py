"""What the content of a page may hold to be kept as vectors: whatever is not known makes the page a picture,
and what nobody sees does not come along."""

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest

from formats.vector_files import UNFIT, after, before, state


@pytest.mark.parametrize("kind", UNFIT)
def test_what_is_not_known_makes_the_page_a_picture(copy, kind):
    data, reason = UNFIT[kind]
    made = copy(data, ("Pellworth", "Marsh"))
    assert list(made.fallback_reasons) == [0]
    assert reason is None or made.fallback_reasons[0] == reason
    assert "Pellworth" not in made.everything()
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert set(pdf.pages[0].resources.Font.keys()) == {"/F"}
        assert len(pdf.pages[0].resources.XObject) == 1


@pytest.mark.parametrize(
    "harmless",
    [
        b"/E gs 0 0 595 842 re W n /Artifact BMC EMC /P <</MCID 0>> BDC EMC",
        b"q 0.2 0.4 0.6 RG 2 w [3 1] 0 d 1 J 20 20 100 50 re S Q",
        b"q /DeviceRGB cs 1 0 0 sc 20 20 100 50 re f* Q",
        b"q 20 20 m 60 80 100 80 140 20 c b Q",
        b"q 0 0 0 0.5 k 200 300 40 40 re f Q",
    ],
)
def test_what_is_known_is_drawn_as_it_was(copy, harmless):
    data = before(harmless, ExtGState=state(ca=1, CA=1, BM=pikepdf.Name.Normal, SMask=pikepdf.Name("/None")))
    made = copy(data, ("Pellworth", "Marsh"))
    assert made.fallback_reasons == {}
    assert made.said() == ["Seen", "Marsh", "today"]
    old = np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert("L")).astype(int)
    apart = np.abs(made.picture(1) - old)[150:]
    assert np.percentile(apart, 99.9) < 40


@pytest.mark.parametrize(
    "hidden",
    [
        b"BT 3 Tr /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj 0 Tr ET",
        b"BT 1 g /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 0 g",
        b"BT /F1 12 Tf 1 0 0 1 900 600 Tm (Quibblewood) Tj ET",
        b"BT 1 g /F1 0.01 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 0 g",
        b"/Remark <</Quibblewood (Quibblewood)>> BDC EMC %Quibblewood",
    ],
)
def test_what_nobody_sees_does_not_come_along(copy, hidden):
    made = copy(before(hidden), ("Pellworth", "Marsh"))
    assert made.fallback_reasons == {}
    assert "Quibblewood" not in made.everything()
    assert made.said() == ["Seen", "Marsh", "today"]


@pytest.mark.parametrize(
    "hidden",
    [
        b"q 0 0 10 10 re W n BT /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET Q",
        b"BT /F1 12 Tf 1 0 0 1 50 600 Tm (Quibblewood) Tj ET 1 g 40 590 200 30 re f 0 g",
    ],
)
def test_words_that_are_read_and_not_seen_make_the_page_a_picture(copy, hidden):
    made = copy(before(hidden), ("Pellworth", "Marsh"))
    assert made.fallback_reasons[0] in ("letters that are clipped", "letters that nobody sees")


def test_a_white_drawing_on_white_is_left_out(copy):
    made = copy(before(b"1 1 1 RG 300 300 m 320 340 340 260 360 300 c S 0 G"), ("Pellworth", "Marsh"))
    assert made.fallback_reasons == {}
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        assert b" c\n" not in pdf.pages[0].Contents.read_bytes()


def test_rules_pass_below_boxes_and_those_within_them_go(copy):
    data = after(b"40 702 m 200 702 l S 85 703 m 85 707 l S")
    made = copy(data, ("Pellworth", "Marsh"))
    assert made.fallback_reasons == {}
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
    assert b"200 702 l" in content
    assert b"85 703" not in content
    assert made.wrong() == []
