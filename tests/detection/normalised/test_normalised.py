"""Text in disguise: it is read plainly, and what is found in it covers all that was written."""

from __future__ import annotations

import random
import time
import unicodedata
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.detection.normalised.reading import NORMALISED_DETAIL, normalise, plain_form
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.detection.rules.rule_files import unmark
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import LabelGroup
from chartveil.domain.policy import load_policy

DISGUISES = {
    "entities": lambda name: "".join(f"&#{ord(c)};" for c in name),
    "hexadecimal entities": lambda name: f"&#x{ord(name[0]):x};{name[1:]}",
    "percent": lambda name: name[:2] + "".join(f"%{b:02X}" for b in name[2:4].encode()) + name[4:],
    "quoted-printable": lambda name: "".join(f"={b:02X}" for b in name.encode()),
    "invisible": "\u200b".join,
    "bidi": lambda name: f"{name[:3]}\u202e{name[3:]}\u202c",
    "soft hyphen": lambda name: f"{name[:4]}\u00ad{name[4:]}",
    "full width": lambda name: "".join(chr(ord(c) + 0xFEE0) for c in name),
    "mathematical": lambda name: "".join(
        unicodedata.lookup(f"MATHEMATICAL BOLD {_case(c)} {c}") for c in name
    ),
    "cyrillic": lambda name: name.translate(str.maketrans("aeop", "аеор")),
    "blanks": " ".join,
    "dots": ".".join,
    "hyphens": "-".join,
    "line end": lambda name: f"{name[:4]}-\n{name[4:]}",
    "marks": lambda name: "".join(f"{c}\u0336" for c in name),
}
"""Ways to write a name so that a search for its letters finds none. ``line end`` needs small letters."""
NAMES = ("Quarzbrenner", "Pellworth", "Oyelaranson", "Castellane")


def _case(letter: str) -> str:
    return "CAPITAL" if letter.isupper() else "SMALL"


@pytest.fixture(scope="module")
def pipeline() -> DetectionPipeline:
    return build_pipeline(load_policy(), models=None)


def document(text: str) -> Document:
    return Document(text, DocumentSource("note.txt", "txt", "0" * 64))


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_a_field_tells_is_found_in_disguise(pipeline, name, disguise):
    written = DISGUISES[disguise](name)
    text = f"Patient Name: Greta {name}\nDOB: 3/14/1951\n\nIn the afternoon {written} was up in a chair."
    assert written != name
    start = text.index(written)
    found = pipeline.propose(document(text)).spans
    last = start + len(written.rstrip("\u202c\u0336"))
    holding = [s for s in found if s.start <= start and last <= s.end]
    assert [s.group for s in holding] == [LabelGroup.NAME]
    assert any(NORMALISED_DETAIL in e.detail for e in holding[0].evidence)


def test_a_name_of_the_patients_file_is_found_in_any_disguise(tmp_path):
    table = tmp_path / "patients.csv"
    table.write_text("mrn,first_name,last_name\nQS-220481,Greta,Quarzbrenner\n", encoding="utf-8")
    known = build_pipeline(load_policy(), patients=table, models=None)
    for way, disguise in DISGUISES.items():
        written = disguise("Quarzbrenner")
        text = f"MRN QS-220481\n\n\n\nIn the afternoon {written} was up in a chair."
        start = text.index(written)
        last = start + len(written.rstrip("\u202c\u0336"))
        assert any(s.start <= start and last <= s.end for s in known.propose(document(text)).spans), way


@pytest.mark.parametrize("number", ["41720583", "QS-220481", "7713-0942"])
def test_escapes_of_excel_are_read_plainly(number):
    """As a workbook's cells hold them once they are saved as text."""
    escaped = "".join(f"_x{ord(c):04X}_" for c in number)
    assert plain_form(f"Record {escaped}, room max_x12_y") == f"Record {number}, room max_x12_y"
    json_in_json = "".join(f"\\\\u{ord(c):04x}" for c in number)
    assert plain_form(f"Record {json_in_json}.") == f"Record {number}."


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_name_that_stands_in_disguise_alone_is_found_plainly_elsewhere(pipeline, disguise):
    written = DISGUISES[disguise]("Quarzbrenner")
    text = f"Patient Name: {written}\n\n\nSlept well.\nQuarzbrenner was up in a chair."
    found = pipeline.propose(document(text)).spans
    at = text.rindex("Quarzbrenner")
    assert any(s.start <= at and at + 12 <= s.end for s in found)


def test_notes_with_every_name_in_disguise_hide_none_of_them(pipeline):
    draw = random.Random(7)
    folder = Path(__file__).parents[2] / "cases"
    notes = (folder / "misread.txt").read_text(encoding="utf-8").split("\n%%\n")
    told = 0
    for note in notes[:12]:
        text, marks = unmark(note)
        spans = {(s.start, s.end) for s in pipeline.propose(document(text)).spans}
        names = {
            text[a:b]
            for a, b, label in marks
            if (a, b) in spans and label in ("PATIENT", "DOCTOR", "RELATIVE")
        }
        parts = sorted({p for n in names for p in n.split() if p.isascii() and p.istitle() and len(p) > 5})
        for part in parts:
            told += 1
            written = DISGUISES[draw.choice(sorted(DISGUISES.keys() - {"line end"}))](part)
            whole = f"{text}\n\nToday {written} was up in a chair."
            found = pipeline.propose(document(whole)).spans
            assert any(
                s.start <= len(text) + 9 and len(text) + 7 + len(written) <= s.end + 1 for s in found
            ), part
    assert told > 5


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("M&#252;ller &amp;#252;ber A&amp;B", "Müller über A&B"),
        ("Jos=C3=A9 M%C3%BCller John%20Smith caf\\u00e9", "José Müller John Smith café"),
        ("５５５－１２３ ١٤/٠٣ Ⓢⓜⓘⓣⓗ 🅂🄼 ꜱᴍɪᴛʜ ﬁne", "555-123 14/03 Smith SM smith fine"),
        ("W<b>in</b>ter, Win<x>ter, Win</x>ter, Win<x></x>ter", "Winter, Winter, Winter, Winter"),
        ("S m i t h J o h n, M c D o n a l d", "Smith John, McDonald"),
        ("313\t555\t0148 and 313_555_0149", "313-555-0148 and 313-555-0149"),
        ("3 1 3 5 5 5 0 1 4 8", "3135550148"),
        ("Dr.\u00a0Poe, Jo\u00adhn, e\u0301", "Dr. Poe, John, é"),
        ("Quarz-\n  brenner", "Quarzbrenner"),
    ],
)
def test_it_is_written_plainly(text, plain):
    assert plain_form(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "5 µg in 10² mL, ½ tab, 37 ℃, ΔT, β-blocker, 1st, ♀, №",
        "SpO2 98%95 on RA, 50%20, pH=7.35, FEV1=85, K=4",
        "138\t45\t1024\t7, BP 120/80, 3/17/2021, 5–10 mg, 0 1 2 1 0 2 1 0 3",
        "Ann-Marie, p.o., T/S, follow-up",
        "R&D, A & B",
        "<given>María</given><given>Fe</given><family>Luz</family>",
    ],
)
def test_what_clinicians_write_stays(text):
    assert normalise(text) is None


PIECES = st.sampled_from(
    [
        *"aZ5 .-_/&=%;#\n\t",
        "&#252;",
        "=C3=BC",
        "%C3",
        "\u200b",
        "\u0301",
        "ｍ",
        "а",
        "²",
        "S m i t h",
        "①",
        "𝓠",
        "&amp;",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=40).map("".join))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Call <555-010-0199", "Call  555-010-0199"),
        ("seen <3/4/2021>", "seen  3/4/2021>"),
        ("no <12345>", "no  12345>"),
        ("K <3.5, refill <2s, SpO2<90, <18 24", "K <3.5, refill <2s, SpO2<90, <18 24"),
    ],
)
def test_what_opens_a_tag_before_figures_is_told_from_the_sign_of_a_value(text: str, plain: str) -> None:
    assert plain_form(text) == plain


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_every_character_has_a_place_in_the_original_and_they_are_in_order(text):
    aligned = normalise(text)
    if aligned is None:
        return
    places = [aligned.original_range(i, i + 1) for i in range(len(aligned.text))]
    known = [p for p in places if p is not None]
    assert all(0 <= a < b <= len(text) for a, b in known)
    assert known == sorted(known)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_what_was_written_plainly_is_plain(text):
    once = plain_form(text)
    assert plain_form(once) == once


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_any_text_gives_spans_within_it_and_none_of_the_plain_ones_is_lost(pipeline, text):
    whole = f"Patient Name: Greta Pellworth {text}\nMRN 12345678"
    found = pipeline.propose(document(whole)).spans
    alone = replace(pipeline, readers=()).propose(document(whole)).spans
    covered = {i for s in found for i in range(s.start, s.end)}
    assert all(s.end <= len(whole) for s in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert {i for s in alone for i in range(s.start, s.end) if whole[i].isalnum()} <= covered


@pytest.mark.parametrize(
    "piece",
    [
        "S m i t h ",
        "M&#252;ller ",
        "J\u200bo\u200bn ",
        "&amp;",
        "=C3",
        "a.",
        "1 ",
        "555-",
        "ab-\n",
        "Dr. Smith ",
        "Smith-",
    ],
)
def test_time_is_in_proportion_to_size(pipeline, piece):
    begin = time.monotonic()
    pipeline.propose(document(piece * (40_000 // len(piece))))
    assert time.monotonic() - begin < 5
