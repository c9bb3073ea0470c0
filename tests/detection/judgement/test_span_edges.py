"""What is cut off the edges of spans, and what keeps its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from build import view
from chartveil.detection.judgement.recovery import Recoverer
from chartveil.detection.judgement.span_edges import SpanTrimmer, load_span_edges
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon.lexicon import bundled_lexicon

MODEL = Evidence(EvidenceKind.MODEL, "some-model", Label.DOCTOR, 0.99)


@pytest.fixture(scope="module")
def trimmer() -> SpanTrimmer:
    return SpanTrimmer(bundled_lexicon())


def kept(trimmer: SpanTrimmer, text: str, label: Label, *more: Evidence) -> str:
    span = Span(0, len(text), label, 0.99, (MODEL, *more))
    return trimmer.trim(text, span, "case")[0].text(text)


@pytest.mark.parametrize("edge", load_span_edges(), ids=lambda e: e.id)
def test_examples_are_cut_where_they_say(edge) -> None:
    assert edge.examples
    for example in edge.examples:
        left, right = example.split("|")
        assert edge.cut_position(left + right) == len(left), example


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [
        (Label.DOCTOR, "Rev. Dr. Maria Ndu, MD", "Maria Ndu"),
        (Label.DOCTOR, "LEOCADIA FONTANILLA, DO", "LEOCADIA FONTANILLA"),
        (Label.PATIENT, "HANH DO", "HANH DO"),
        (Label.PATIENT, "Son Nguyen", "Son Nguyen"),
        (Label.PATIENT, "John Roe Jr", "John Roe Jr"),
        (Label.DOCTOR, "Dr.", "Dr."),
        (Label.PROFESSION, "ret. machinist", "machinist"),
        (Label.PROFESSION, "retired welder", "welder"),
        (Label.PHONE, "EXT 4471", "4471"),
        (Label.STREET, "Adress: 12 Elm St", "12 Elm St"),
        (Label.RELATIVE, "Mama Zawadi", "Zawadi"),
        (Label.PATIENT, "Forename Rowan", "Rowan"),
        (Label.DOCTOR, "Ekström anes", "Ekström"),
        (Label.DOCTOR, "M. Lovatt F1", "M. Lovatt"),
        (Label.PROFESSION, "semi-retired locksmith", "locksmith"),
        (Label.HOSPITAL, "Itasca Falls Hospital ED", "Itasca Falls Hospital"),
        (Label.HOSPITAL, "Quarry Hill Regional ED", "Quarry Hill Regional ED"),
        (Label.STREET, "Lot 12, Elm St", "Lot 12, Elm St"),
        (Label.CITY, "City/St Louisville", "Louisville"),
        (Label.CITY, "St Louis", "St Louis"),
        (Label.STATE, "STATE OF MAINE", "MAINE"),
        (Label.IDNUM, "Lot B7710H04", "B7710H04"),
        (Label.IDNUM, "MA-44-1", "MA-44-1"),
        (Label.DATE, "17MAY O54O", "17MAY"),
        (Label.DATE, "10/12/19 0830", "10/12/19"),
        (Label.DATE, "Dec 24, 2OO5", "Dec 24, 2OO5"),
        (Label.DATE, "March 2015", "March 2015"),
        (Label.DATE, "20180831123045-0600", "20180831123045"),
        (Label.DOCTOR, "Kia ora Aroha", "Aroha"),
        (Label.DOCTOR, "Dear Dr. Ito", "Ito"),
        (Label.RELATIVE, "anak perempuan Siti Aminah", "Siti Aminah"),
        (Label.RELATIVE, "Seun Ade", "Seun Ade"),
        (Label.PATIENT, "Mari Lind", "Mari Lind"),
        (Label.PATIENT, "mari lind", "mari lind"),
        (Label.RELATIVE, "Imran bhai", "Imran"),
        (Label.DOCTOR, "Sanjay P. Roe BDS AHPRA", "Sanjay P. Roe"),
        (Label.HOSPITAL, "TTSH Resp.", "TTSH"),
        (Label.HOSPITAL, "PUREGOLD ORTHO", "PUREGOLD ORTHO"),
        (Label.ORGANIZATION, "of Brightwell", "Brightwell"),
        (Label.ORGANIZATION, "Insurance Corporation of Ayr", "Insurance Corporation of Ayr"),
        (Label.STREET, "the A38", "A38"),
        (Label.LICENSE, "MMC 30417", "30417"),
        (Label.MRN, "DM 0417/09", "DM 0417/09"),
        (Label.AGE, "boy of nine", "nine"),
        (Label.AGE, "M/41Y", "41Y"),
        (Label.AGE, "58/M", "58"),
        (Label.DATE, "TSH April", "April"),
    ],
)
def test_edges(trimmer: SpanTrimmer, label: Label, text: str, expected: str) -> None:
    assert kept(trimmer, text, label) == expected


@pytest.mark.parametrize(
    "name",
    ["Tuan Anh", "Maame Esi", "Tita Reyes", "Tito Cruz", "Wan Azizah", "Pak Un-jin", "Sardar Ali",
     "Kumari Perera", "Swami Nathan", "Baba Okafor", "Nan Ash", "Agya Kaur", "Bayan Saleh", "Anna Roe",
     "Suresh Babu", "Imran Sir", "Porter Ashe", "Ming Lau", "Mak Siu", "Sen Asha", "Hye-ji", "Wai chan",
     "Tai Roe", "Don Purdy", "Seth Roe"],
)  # fmt: skip
def test_titles_and_kin_that_are_also_names_stay_where_they_are_written_as_names(
    trimmer: SpanTrimmer, name: str
) -> None:
    assert kept(trimmer, name, Label.PATIENT) == name


def test_what_a_rule_covers_is_not_cut_off(trimmer: SpanTrimmer) -> None:
    rule = Evidence(EvidenceKind.RULE, "SOME-RULE", Label.DOCTOR, 0.9)
    on_the_name = Evidence(EvidenceKind.RULE, "SOME-RULE", Label.DOCTOR, 0.9, 4, 13)
    assert kept(trimmer, "Dr. Maria Ndu", Label.DOCTOR, rule) == "Dr. Maria Ndu"
    assert kept(trimmer, "Dr. Maria Ndu", Label.DOCTOR, on_the_name) == "Maria Ndu"


def test_the_letter_of_a_shift_is_cut_off_where_the_rota_explains_it(trimmer: SpanTrimmer) -> None:
    rota = "D=0800-1700 N = night\nreg  Ndukwe D   Ndukwe L\n"
    for letter, expected in (("D", "Ndukwe"), ("L", "Ndukwe L")):
        at = rota.index(f"Ndukwe {letter}")
        span = Span(at, at + 8, Label.DOCTOR, 0.99, (MODEL,))
        assert trimmer.trim(rota, span, "rota")[0].text(rota) == expected


def test_an_abbreviation_is_cut_off_a_name_that_is_not_in_capitals(trimmer: SpanTrimmer) -> None:
    assert kept(trimmer, "Clodagh Nwosu GIB", Label.PATIENT) == "Clodagh Nwosu"
    assert kept(trimmer, "LMC Ngaire", Label.DOCTOR) == "Ngaire"
    assert kept(trimmer, "NWOSU GIB", Label.PATIENT) == "NWOSU GIB"
    assert kept(trimmer, "Nwosu HF", Label.PATIENT) == "Nwosu HF"


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("nights Desiree Poe", "Desiree Poe"),
        ("twin Akosua", "Akosua"),
        ("expedition Ortiz", "Ortiz"),
        ("elderly Savoie", "Savoie"),
        ("older Rosa", "Rosa"),
        ("charge nurse tonight Marta Ruiz", "Marta Ruiz"),
        ("Corinne stays", "Corinne"),
        ("Marta Ruiz yesterday", "Marta Ruiz"),
        ("Anders swelling", "Anders"),
        ("Rosa refused fluids", "Rosa"),
    ],
)
def test_words_in_small_letters_are_cut_off_a_name_with_capitals(
    trimmer: SpanTrimmer, taken: str, name: str
) -> None:
    assert kept(trimmer, taken, Label.RELATIVE) == name


@pytest.mark.parametrize(
    "name",
    [
        "van der Merwe",
        "de la Cruz",
        "bin Awang",
        "ap Rhys",
        "af Geijerstam",
        "al-Haddadin, Tariq M.",
        "el-Sayed Rania",
        "d'Souza Maria",
        "wifeEarline. BJ",
        "nb MT-BC",  # initials
        "kw Rosa",
        "deVries Anna",
        "mcKay, Rose",
        "vd Merwe",
        "maria Lopez",  # a name, whatever its letters
        "lskra Poe",  # how OCR reads Iskra
        "Eun ice",  # a name that OCR parted
        "Hu ssain",
        "rosa lopez",
        "Xiphorn smee",  # what no list knows may be a name
        "smee Xiphorn",
    ],
)
def test_small_letters_that_may_be_of_the_name_stay(trimmer: SpanTrimmer, name: str) -> None:
    assert kept(trimmer, name, Label.PATIENT) == name


def test_spans_without_models_are_left_alone(trimmer: SpanTrimmer) -> None:
    span = Span(0, 13, Label.DOCTOR, 0.9)
    assert trimmer.trim("Dr. Maria Ndu", span, "case") == (span, [])


def test_the_label_of_a_number_is_cut_off_and_not_listed() -> None:
    text = "Call ext 55120 now"
    inside, back = Recoverer(bundled_lexicon()).recover(
        view(text), [Span(5, 14, Label.PHONE, 0.99, (MODEL,))]
    )
    assert [s.text(text) for s in inside] == ["55120"]
    assert back == []


def test_the_edge_is_given_back_with_its_reason() -> None:
    text = "Seen by Rev. Maria Ndu, MD."
    span = Span(8, 26, Label.DOCTOR, 0.99, (MODEL,))
    inside, back = Recoverer(bundled_lexicon()).recover(view(text), [span])
    assert [s.text(text) for s in inside] == ["Maria Ndu"]
    assert [(s.text(text), s.evidence[-1].name) for s in back] == [
        ("Rev", "EDGE-TITLE"),
        ("MD", "EDGE-CREDENTIAL"),
    ]
    seen = inside[0].evidence[0]
    assert (seen.start, seen.end) == (8, 26)
    assert all(s.evidence[-1].kind is EvidenceKind.RECOVERY and s.evidence[-1].detail for s in back)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[[edge]\n", "Restore"),
        ('[[edge]]\nid = "A"\n', "Give id"),
        ('[[edge]]\nid="A"\ndescription="d"\npattern="("\nside="before"\ngroups=["DATE"]\n', "Give id"),
        ('[[edge]]\nid="A"\ndescription="d"\npattern="a"\nside="beside"\ngroups=["DATE"]\n', "Give id"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, remedy: str) -> None:
    path = tmp_path / "edges.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match=remedy):
        load_span_edges(path)


def test_the_hour_of_a_clock_time_is_cut_off_a_date() -> None:
    text = "Sent: 24 April 17:51"
    at = text.index("24")
    evidence = Evidence(EvidenceKind.MODEL, "some-model", Label.DATE, 0.99)
    span = Span(at, at + len("24 April 17"), Label.DATE, 0.99, (evidence,))
    inner, edges = SpanTrimmer(bundled_lexicon()).trim(text, span, "note")
    assert (inner.text(text), [e.text(text) for e in edges]) == ("24 April", ["17"])


def test_a_year_before_no_minutes_stays() -> None:
    text = "Sent: 24 April 17, by post"
    at = text.index("24")
    evidence = Evidence(EvidenceKind.MODEL, "some-model", Label.DATE, 0.99)
    span = Span(at, at + len("24 April 17"), Label.DATE, 0.99, (evidence,))
    assert SpanTrimmer(bundled_lexicon()).trim(text, span, "note") == (span, [])
