import ctypes
import hashlib
import logging
import shutil
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.engines import doctr, tesseract
from chartveil.ocr.engines.onnx_session import WholePageSession, ocr_session_options, run_network
from chartveil.ocr.engines.rapid import engine as rapid
from chartveil.ocr.engines.rapid import line_finding as rapid_find
from chartveil.ocr.engines.rapid.line_finding import find_lines
from chartveil.ocr.engines.rapid.line_spelling import (
    SpelledCharacter,
    SpelledLine,
    split_words,
    with_lookalikes_resolved,
)
from chartveil.ocr.engines.registry import engine_states, get_engine

LINES = ["Patient: Margaret Hobbs", "MRN 0048812-7 seen on 2023-09-05 07:59", "Apt 7B"]


def drawn(lines, *, size=24, width=900, height=400, gap=70):
    """A white page with lines of text, and the ink of each word: (text, left, top, right, bottom)."""
    image = Image.new("L", (width, height), 255)
    pen = ImageDraw.Draw(image)
    face = ImageFont.load_default(size)
    ink = []
    for number, line in enumerate(lines):
        x, y = 40.0, 30 + gap * number
        for word in line.split():
            pen.text((x, y), word, font=face, fill=0)
            ink.append((word, *pen.textbbox((x, y), word, font=face)))
            x += face.getlength(word + " ")
    return np.asarray(image), ink


def by_place(lines):
    return sorted(lines, key=lambda line: (line.place.top, line.place.left))


class TestRapidOcr:
    def test_reads_words_and_covers_their_ink(self, rapidocr):
        picture, ink = drawn(LINES)
        lines = by_place(rapidocr.read(picture))
        assert [line.text for line in lines] == LINES
        words = [word for line in lines for word in line.words]
        for word, (text, left, top, right, bottom) in zip(words, ink, strict=True):
            place = word.place
            assert word.text == text
            assert place.left <= left
            assert place.top <= top
            assert place.right >= right
            assert place.bottom >= bottom
            assert place.width < right - left + 30  # it covers its word, not the line
            assert 0.9 < word.confidence <= 1

    def test_colours_and_grey_read_the_same(self, rapidocr):
        picture, _ = drawn(LINES[:1])
        assert rapidocr.read(picture) == rapidocr.read(np.stack([picture] * 3, axis=-1))

    def test_one_thread_reads_what_two_read(self, rapidocr):
        picture, _ = drawn(LINES[:2], height=220)
        assert get_engine(EngineName.RAPIDOCR, threads=1).read(picture) == rapidocr.read(picture)

    @pytest.mark.parametrize("shade", [255, 200, 0])
    def test_a_blank_page_has_no_lines(self, rapidocr, shade):
        assert rapidocr.read(np.full((400, 500), shade, np.uint8)) == []

    def test_a_single_letter_in_a_cell_is_read(self, rapidocr):
        assert [line.text for line in rapidocr.read(drawn(["7"], width=300, height=120)[0])] == ["7"]

    def test_text_that_runs_upwards_is_read(self, rapidocr):
        picture = np.rot90(drawn(LINES[:1], width=500, height=110)[0]).copy()
        (line,) = rapidocr.read(picture)
        assert line.text == LINES[0]
        assert line.place.height > 3 * line.place.width
        first, last = line.words[0].place, line.words[-1].place
        assert first.top > last.bottom - 12  # the first word stands below the last

    def test_what_is_found_but_not_read_keeps_its_place(self, rapidocr, monkeypatch):
        monkeypatch.setattr(rapid, "spell_line", lambda *_: SpelledLine([], np.zeros((0, 1), np.float32)))
        (line,) = rapidocr.read(drawn(LINES[:1], height=120)[0])
        assert line.words == ()
        assert line.place.width > 200

    def test_a_failure_of_a_network_tells_nothing_of_the_page(self):
        class Failing:
            def run(self, *_):
                raise ValueError("Margaret Hobbs")

        with pytest.raises(StageError) as failed:
            run_network(Failing(), {})
        assert "Hobbs" not in str(failed.value)

    def test_no_network_no_logger_no_downloader(self, no_network, caplog):
        had = set(sys.modules)
        with caplog.at_level(logging.DEBUG):
            reader = rapid.RapidOcrEngine(1)
            assert reader.read(drawn(LINES[2:], width=300, height=110)[0])[0].text == LINES[2]
        assert no_network == []
        assert caplog.records == []
        assert "rapidocr" not in set(sys.modules) - had  # its code would bring both

    def test_the_models_are_those_of_the_package(self, tmp_path):
        shutil.copytree(rapid.models_folder(), tmp_path / "m")
        assert len(rapid.verified_models(tmp_path / "m")) == 2
        changed = tmp_path / "m" / "PP-OCRv6_det_small.onnx"
        changed.write_bytes(changed.read_bytes()[:-1] + b"\0\0")
        with pytest.raises(ResourceError, match="Install rapidocr again"):
            rapid.verified_models(tmp_path / "m")
        changed.unlink()
        with pytest.raises(ResourceError, match="missing or altered"):
            rapid.RapidOcrEngine(1, tmp_path / "m")


SIZES = ((320, 640), (960, 736), (64, 64), (320, 640))


def test_the_network_that_finds_text_says_the_same_whatever_it_saw_before():
    model, _ = rapid.verified_models(rapid.models_folder())
    pages = [np.full((1, 3, *size), 1.0, np.float32) for size in SIZES]
    for page in pages:
        page[:, :, 20:40, 10:-10:3] = -1.0
    session = WholePageSession(onnxruntime, model, 1)
    (name,) = (i.name for i in session.get_inputs())
    said = [session.run(None, {name: page})[0] for page in pages]
    for page, chances in zip(pages, said, strict=True):
        alone = onnxruntime.InferenceSession(model, ocr_session_options(onnxruntime, 1))
        assert np.array_equal(chances, alone.run(None, {name: page})[0])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="another way to ask for memory")
def test_what_a_large_page_took_is_given_back():
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "malloc_trim"):
        pytest.skip("another C library, which keeps what it likes")

    def held():
        libc.malloc_trim(0)
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4 // 1024

    model, _ = rapid.verified_models(rapid.models_folder())
    session = WholePageSession(onnxruntime, model, 1)
    (name,) = (i.name for i in session.get_inputs())
    session.run(None, {name: np.ones((1, 3, 64, 64), np.float32)})
    before = held()
    session.run(None, {name: np.ones((1, 3, 1280, 1280), np.float32)})
    assert held() - before < 150, "MiB; a run takes 300"


class Blind:
    """In the place of the network that finds text: knows the sizes it saw, and marks what is dark."""

    def __init__(self):
        self.sizes = []

    def get_inputs(self):
        return [SimpleNamespace(name="x")]

    def run(self, _, feed):
        (seen,) = feed.values()
        self.sizes.append(seen.shape[2:])
        return [(seen[:, :1] < 0).astype(np.float32)]


def test_a_huge_picture_is_seen_in_tiles_and_at_its_place():
    picture = np.full((4000, 5200, 3), 255, np.uint8)
    picture[1990:2030, 2400:2800] = 0  # where tiles overlap
    network = Blind()
    (found,) = rapid_find.find_lines(network, picture)
    assert max(max(size) for size in network.sizes) <= 1280
    assert len(network.sizes) == 6
    left, top = found.corners.min(axis=0)
    right, bottom = found.corners.max(axis=0)
    assert (left + right) / 2 == pytest.approx(2600, abs=6)
    assert (top + bottom) / 2 == pytest.approx(2010, abs=6)
    assert left < 2400
    assert right > 2800


class TestFinder:
    @staticmethod
    def pixels(height, width, dpi):
        """How many pixels the network that finds lines is given for a blank page."""
        given = []

        class Network:
            def get_inputs(self):
                return [SimpleNamespace(name="x")]

            def run(self, _, feed):
                given.append(feed["x"].shape)
                return [np.zeros((1, 1, *feed["x"].shape[2:]), np.float32)]

        find_lines(Network(), np.full((height, width, 3), 255, np.uint8), dpi)
        return sum(h * w for *_, h, w in given)

    def test_a_fine_scan_costs_no_more_than_a_usual_one(self):
        usual = self.pixels(2200, 1700, 200)
        assert self.pixels(3300, 2550, 300) <= usual
        assert self.pixels(3300, 2550, 0) > 1.5 * usual, "its letters may be small"
        assert self.pixels(3300, 2550, 200) > 1.5 * usual, "a large sheet"


class TestBlanks:
    """Words by the ink of a line, from characters as a recogniser may spell them."""

    def words(self, text, spelt, size=32):
        """Draws a text and parts it, when it was spelt in this way: '' for a character that was lost."""
        face = ImageFont.load_default(size)
        width = round(face.getlength(text)) + 16
        image = Image.new("RGB", (width, 48), "white")
        pen = ImageDraw.Draw(image)
        pen.text((8, 4), text, font=face, fill="black")
        at = [8 + face.getlength(text[:i]) + face.getlength(text[i]) / 2 for i in range(len(text))]
        pairs = [(c, (x + 6 * n) / width) for s, x in zip(spelt, at, strict=True) for n, c in enumerate(s)]
        characters = [SpelledCharacter(c, x, 1.0) for c, x in pairs]
        return [
            "".join(c.character for c in w.characters) for w in split_words(characters, np.asarray(image))
        ]

    def test_lost_blanks_come_back(self):
        text = "seen by Dr Hobbs on 09/05 at 07:59 in ward 7B"
        lost = [c if i not in (7, 25) else "" for i, c in enumerate(text)]
        assert "".join(lost) == "seen byDr Hobbs on 09/05at 07:59 in ward 7B"
        assert self.words(text, lost) == text.split()

    def test_a_blank_where_no_gap_is_goes(self):
        text = "write to hobbs55@example.org for the new date"
        split = list(text)
        split[15] = "5 "  # a blank between 5 and @
        assert self.words(text, split) == text.split()

    def test_wide_gap_without_any_blank(self):
        assert self.words("MRN      6220", [c if c != " " else "" for c in "MRN      6220"]) == [
            "MRN",
            "6220",
        ]

    @settings(deadline=None, max_examples=40)
    @given(st.lists(st.text("abehmnou", min_size=1, max_size=7), min_size=3, max_size=8))
    def test_what_is_spelt_well_stays(self, words):
        text = " ".join(words)
        assert self.words(text, list(text)) == words

    @pytest.mark.parametrize("lean", [0, 2])
    def test_the_frame_of_a_field_is_no_part_of_its_words(self, lean):
        text, size = "Gideon 30", 32
        face = ImageFont.load_default(size)
        image = Image.new("RGB", (260, 48), "white")
        pen = ImageDraw.Draw(image)
        pen.text((40, 4), text, font=face, fill="black")
        for x in (10, 245):
            pen.line((x, 0, x + lean, 47), fill="black", width=3)
        at = [40 + face.getlength(text[:i]) + face.getlength(text[i]) / 2 for i in range(len(text))]
        characters = [SpelledCharacter(c, x / 260, 1.0) for c, x in zip(text, at, strict=True)]
        first, last = split_words(characters, np.asarray(image))
        assert 36 <= first.left * 260 <= 44
        assert 40 + face.getlength(text) - 6 <= last.right * 260 <= 40 + face.getlength(text) + 4

    def test_nothing_spelt_gives_no_words(self):
        assert split_words([], np.full((48, 100, 3), 255, np.uint8)) == []
        assert split_words([SpelledCharacter(" ", 0.5, 1.0)], np.full((48, 100, 3), 255, np.uint8)) == []


@pytest.mark.parametrize(
    ("text", "twins", "meant"),
    [
        ("H0BBS", {1: ("O", 0.2)}, "HOBBS"),
        ("0KONKW0", {0: ("O", 0.3), 6: ("O", 0.3)}, "OKONKWO"),
        ("H0BBS", {}, "H0BBS"),  # the network rules it out
        ("10A", {1: ("O", 0.3)}, "10A"),  # a digit beside it
        ("4O12", {1: ("0", 0.1)}, "4012"),
        ("0", {0: ("O", 0.4)}, "0"),  # nothing beside it
    ],
)
def test_digits_and_letters_of_one_look(text, twins, meant):
    spelt = [SpelledCharacter(c, i / 10, 0.6, twins.get(i, ("", 0.0))) for i, c in enumerate(text)]
    assert "".join(s.character for s in with_lookalikes_resolved(spelt)) == meant


@pytest.fixture(scope="module")
def reader():
    """Tesseract, where this machine has its language data."""
    pytest.importorskip("tesserocr")
    try:
        return tesseract.TesseractEngine()
    except ResourceError:
        pytest.skip("no language data on this machine")


class TestTesseract:
    def test_reads_words_at_their_places(self, reader):
        picture, ink = drawn(LINES)
        lines = by_place(reader.read(picture))
        assert lines[0].text == LINES[0]
        assert lines[2].text == LINES[2]
        ink = [ink[i] for i in (0, 1, 2, -2, -1)]  # it parts the number in the second line
        lines = [lines[0], lines[2]]
        for word, (_, left, top, right, bottom) in zip(
            (w for line in lines for w in line.words), ink, strict=True
        ):
            assert word.place.left <= left + 1
            assert word.place.right >= right - 1
            assert word.place.top <= top + 1
            assert word.place.bottom >= bottom - 1
            assert 0.5 < word.confidence <= 1

    def test_a_blank_page_has_no_lines(self, reader):
        assert reader.read(np.full((400, 500), 255, np.uint8)) == []

    def test_colours(self, reader):
        picture, _ = drawn(LINES[:1], height=150)
        assert by_place(reader.read(np.stack([picture] * 3, axis=-1)))[0].text == LINES[0]

    def test_missing_language_data_says_what_to_do(self, tmp_path, monkeypatch):
        pytest.importorskip("tesserocr")
        monkeypatch.setenv("CHARTVEIL_TESSDATA", str(tmp_path))
        with pytest.raises(ResourceError, match="CHARTVEIL_TESSDATA") as missing:
            tesseract.TesseractEngine()
        assert missing.value.where == str(tmp_path / "eng.traineddata")

    def test_broken_language_data_says_what_to_do(self, tmp_path):
        pytest.importorskip("tesserocr")
        (tmp_path / "eng.traineddata").write_bytes(b"nothing")
        with pytest.raises(ResourceError, match="cannot load"):
            tesseract.TesseractEngine(tmp_path)


class TestDoctr:
    FINDERS, SPELLERS = ("fast_base", "fast_tiny"), ("crnn_vgg16_bn", "parseq")

    @pytest.fixture
    def folder(self, tmp_path):
        """Two files with the names of networks, and their list."""
        lines = []
        for name in ("fast_base-1b89ebf9.onnx", "parseq-00b40714.onnx"):
            (tmp_path / name).write_bytes(name.encode())
            lines.append(f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n")
        (tmp_path / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
        return tmp_path

    def verified(self, folder):
        return doctr.verified_weights(folder, list(self.FINDERS), list(self.SPELLERS))

    def test_the_names_tell_the_networks(self, folder):
        weights = self.verified(folder)
        assert (weights.finder_network, weights.speller_network) == ("fast_base", "parseq")
        assert weights.finder == folder / "fast_base-1b89ebf9.onnx"

    def test_altered_weights(self, folder):
        (folder / "parseq-00b40714.onnx").write_bytes(b"other")
        with pytest.raises(ResourceError, match="not those of the list") as altered:
            self.verified(folder)
        assert altered.value.where == str(folder / "parseq-00b40714.onnx")

    def test_missing_weights(self, folder):
        (folder / "parseq-00b40714.onnx").unlink()
        with pytest.raises(ResourceError, match="not there.*CHARTVEIL_DOCTR"):
            self.verified(folder)

    def test_missing_list(self, tmp_path):
        with pytest.raises(ResourceError, match="CHARTVEIL_DOCTR"):
            self.verified(tmp_path)

    @pytest.mark.parametrize(
        "line", ["zz  parseq-0.onnx", f"{'0' * 64}  ../parseq-0.onnx", f"{'g' * 64}  parseq-0.onnx"]
    )
    def test_a_list_that_is_none(self, folder, line):
        (folder / "SHA256SUMS").write_text(line, encoding="utf-8")
        with pytest.raises(ResourceError, match="line 1"):
            self.verified(folder)

    def test_two_networks_of_a_kind(self, folder):
        data = b"fast"
        (folder / "fast_tiny-0.onnx").write_bytes(data)
        with (folder / "SHA256SUMS").open("a", encoding="utf-8") as file:
            file.write(f"{hashlib.sha256(data).hexdigest()} *fast_tiny-0.onnx\n")
        with pytest.raises(ResourceError, match="2 files of a network that finds words"):
            self.verified(folder)

    def test_nothing_is_downloaded(self, folder, no_network, monkeypatch):
        pytest.importorskip("onnxtr")
        from onnxtr.models import engine as library

        monkeypatch.setattr(library, "download_from_url", library.download_from_url)  # put back afterwards
        with pytest.raises(ResourceError, match="cannot be loaded"):
            doctr.DoctrEngine(1, folder)  # its files are no networks
        with pytest.raises(ResourceError, match="wanted to download"):
            library.download_from_url("https://example.org/fast_base-1b89ebf9.onnx")
        assert no_network == []

    def test_its_result_in_our_form(self):
        def word(value, confidence, left, right):
            return SimpleNamespace(value=value, confidence=confidence, geometry=((left, 0.1), (right, 0.2)))

        words = [word("Hobbs", 0.7, 0.4, 0.6), word("Margaret", 0.9, 0.1, 0.3), word(" ", 0.1, 0.7, 0.8)]
        line = SimpleNamespace(words=words, geometry=((0.1, 0.1), (0.8, 0.2)))
        page = SimpleNamespace(blocks=[SimpleNamespace(lines=[line])])
        (read,) = doctr.to_ocr_lines(SimpleNamespace(pages=[page]), 1000, 500)
        assert read.text == "Margaret Hobbs"
        assert read.place == Rect(100, 50, 800, 100)
        assert [w.confidence for w in read.words] == [0.9, 0.7]
        first = read.words[0].place
        assert (first.left, first.top, first.right, first.bottom) == pytest.approx((90, 45, 310, 105))


class TestChoice:
    def test_an_engine_is_made_once_for_all_threads(self, monkeypatch):
        made = []
        monkeypatch.setattr(rapid, "RapidOcrEngine", lambda threads: made.append(threads) or object())
        got = []
        others = 1009  # threads that no other test asks for: engines are kept
        asking = [
            threading.Thread(target=lambda: got.append(get_engine(EngineName.RAPIDOCR, others)))
            for _ in range(8)
        ]
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert len(made) == 1
        assert len({id(e) for e in got}) == 1

    def test_states_say_what_is_missing(self, tmp_path, monkeypatch):
        monkeypatch.setenv("CHARTVEIL_DOCTR", str(tmp_path))
        monkeypatch.setenv("CHARTVEIL_TESSDATA", str(tmp_path))
        states = {s.name: s for s in engine_states()}
        assert list(states) == list(EngineName)
        assert states[EngineName.RAPIDOCR].ready
        assert "PP-OCRv6" in states[EngineName.RAPIDOCR].message
        for name in (EngineName.DOCTR, EngineName.TESSERACT):
            assert not states[name].ready
            assert "nstall" in states[name].message or "Put" in states[name].message

    def test_an_engine_that_is_not_ready_is_refused(self, tmp_path, monkeypatch):
        monkeypatch.setenv("CHARTVEIL_DOCTR", str(tmp_path))
        with pytest.raises(ResourceError):
            get_engine(EngineName.DOCTR)
