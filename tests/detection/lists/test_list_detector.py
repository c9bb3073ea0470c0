"""What the site's own lists and its dossiers find."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartveil.detection.lists.dossier import Dossier, PatientFacts
from chartveil.detection.lists.list_detector import DictionaryDetector
from chartveil.detection.lists.site_lists import SiteList, load_site_lists
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon, bundled_lexicon


def view_of(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0")))


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return bundled_lexicon()


@pytest.fixture(scope="module")
def detector(lexicon: Lexicon) -> DictionaryDetector:
    site = SiteList("site/patients", Label.PATIENT, ["Zyla"], lexicon.is_common)
    return DictionaryDetector(lexicon, [site])


def texts(spans: list[Span], view: TokenizedText) -> list[tuple[str, str]]:
    return [(s.label.value, s.text(view.text)) for s in spans]


@pytest.mark.parametrize("text", ["", " \n", "...", "A", "1 2 3", "\u0301", "😀 😀", "O'", "St. ", "-"])
def test_odd_texts(detector: DictionaryDetector, text: str) -> None:
    assert detector.detect(view_of(text)) == []


def test_site_list_is_tolerant_of_case_accents_and_spacing(lexicon: Lexicon) -> None:
    site = SiteList("site/clinics", Label.HOSPITAL, ["Björk-Ahlén Clinic", "pain"], lexicon.is_common)
    view = view_of("Seen at BJORK  AHLEN clinic, then björk-ahlén\nclinic. Pain. Bjork Ahlenx clinic.")
    found = DictionaryDetector(lexicon, [site]).detect(view)
    mine = [s for s in found if s.evidence[0].name == "site/clinics"]
    assert [s.text(view.text) for s in mine] == ["BJORK  AHLEN clinic", "björk-ahlén\nclinic"]
    assert site.prune_result.kept == 1
    assert site.prune_result.dropped_lines == (2,)


def test_site_list_takes_the_longest_and_whole_words(lexicon: Lexicon) -> None:
    site = SiteList("p", Label.PATIENT, ["Zyla", "Zyla Quorn", "Quorn Vex"], lexicon.is_common)
    view = view_of("Zyla Quorn Vex; Zyla. Quorn; Zylas Zyla's")
    found = site.find(lexicon.look_up(view), view)
    assert [s.text(view.text) for s in found] == ["Zyla Quorn", "Zyla", "Zyla"]


def test_site_lists_of_a_folder(tmp_path: Path, lexicon: Lexicon) -> None:
    (tmp_path / "patients-2024.tsv").write_text("# all\nQuorn Zyla\t17\n", encoding="utf-8")
    (tmp_path / "clinics.txt").write_text("\ufeffNorth Quorn Practice\n", encoding="utf-8")
    lists = load_site_lists(tmp_path, lexicon.is_common)
    assert [(x.name, x.label, x.prune_result.kept) for x in lists] == [
        ("site/clinics", Label.HOSPITAL, 1),
        ("site/patients-2024", Label.PATIENT, 1),
    ]


@pytest.mark.parametrize(
    ("name", "content", "remedy"),
    [
        ("things.txt", b"x", "Begin it with"),
        ("patients.txt", b"\xff\xfe\xff", "UTF-8"),
        ("patients.txt", b"", "no entry. Export it again"),
        ("cities.tsv", b"\xef\xbb\xbf# town\n\n \t3\n", "no entry. Export it again"),
    ],
)
def test_bad_site_lists(tmp_path: Path, lexicon: Lexicon, name: str, content: bytes, remedy: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ResourceError, match=remedy):
        load_site_lists(tmp_path, lexicon.is_common)


def test_missing_folder_of_site_lists(tmp_path: Path, lexicon: Lexicon) -> None:
    with pytest.raises(ResourceError, match="missing"):
        load_site_lists(tmp_path / "none", lexicon.is_common)


FACTS = PatientFacts(
    names=("Thessaly Brannigan-Oduya", "Tess"),
    relatives=("Corwin Oduya",),
    numbers=((Label.MRN, "QS-220481"),),
    phones=("(313) 555-0148",),
    addresses=("14 Tanner's Row",),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("THESSALY BRANNIGAN came.", [("PATIENT", "THESSALY"), ("PATIENT", "BRANNIGAN")]),
        ("Branigan came.", [("PATIENT", "Branigan")]),
        ("Brannigann and Barnnigan.", [("PATIENT", "Brannigann"), ("PATIENT", "Barnnigan")]),
        ("8ranni9an came.", [("PATIENT", "8ranni9an")]),
        ("Tess and tess's.", [("PATIENT", "Tess"), ("PATIENT", "tess")]),
        ("Ask Corwin.", [("RELATIVE", "Corwin")]),
        ("Call 313.555.0148 or 3135550148.", [("PHONE", "313.555.0148"), ("PHONE", "3135550148")]),
        ("MRN qs 220481.", [("MRN", "qs 220481")]),
        ("MRN QS-2204811.", []),
        (
            "at 14 TANNERS ROW and 14 Tanner's row",
            [("STREET", "14 TANNERS ROW"), ("STREET", "14 Tanner's row")],
        ),
        ("Brandon, Bran and Corvin's cousin.", [("RELATIVE", "Corvin")]),
        ("The test was long and the mess small.", []),
    ],
)
def test_dossier(lexicon: Lexicon, text: str, expected: list[tuple[str, str]]) -> None:
    view = view_of(text)
    found = Dossier(FACTS, lexicon.is_common).find(lexicon.look_up(view), view)
    assert texts(found, view) == expected
    assert all(s.evidence[0].kind is EvidenceKind.DOSSIER for s in found)


def test_empty_lists_find_nothing(lexicon: Lexicon) -> None:
    view = view_of("Maria Gonzalez 313 555 0148")
    scan = lexicon.look_up(view)
    assert SiteList("p", Label.PATIENT, [], lexicon.is_common).find(scan, view) == []
    assert Dossier(PatientFacts(), lexicon.is_common).find(scan, view) == []
