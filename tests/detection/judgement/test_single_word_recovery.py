"""Words that models alone take: disfigured ordinary words, abbreviations, times at the heads of lines."""

from __future__ import annotations

import pytest

from build import view
from chartveil.detection.judgement.recovery import Recoverer
from chartveil.detection.judgement.single_word_recovery import load_abbreviations
from chartveil.detection.judgement.spelling_correction import SpellingCorrector
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon.lexicon import Lexicon, bundled_lexicon


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return bundled_lexicon()


@pytest.fixture(scope="module")
def recoverer(lexicon: Lexicon) -> Recoverer:
    return Recoverer(lexicon)


def reasons(recoverer: Recoverer, text: str, label: Label, *words: str) -> list[str]:
    spans = []
    for word in words:
        at = text.index(word)
        evidence = Evidence(EvidenceKind.MODEL, "some-model", label, 0.99)
        spans.append(Span(at, at + len(word), label, 0.99, (evidence,)))
    return [s.evidence[-1].name for s in recoverer.recover(view(text), spans)[1]]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("p1easant", "pleasant"),
        ("cornrnercial", "commercial"),
        ("lnsurance", "insurance"),
        ("forrn", "form"),
        ("harnilton", None),
        ("ca1ifornia", None),
        ("wi1l", None),
        ("sm1th", None),
        ("10", None),
        ("a1", None),
    ],
)
def test_misread_words(lexicon: Lexicon, word: str, meant: str | None) -> None:
    assert SpellingCorrector(lexicon).correct_misread(word) == meant


def test_a_rare_surname_in_small_letters_may_be_a_misread_word(lexicon: Lexicon) -> None:
    spelling = SpellingCorrector(lexicon)
    assert spelling.correct_misread("sarne") is None
    assert spelling.correct_misread("sarne", small=True) == "same"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("verbalzied", "verbalized"),
        ("understnading", "understanding"),
        ("pharmcist", "pharmacist"),
        ("passanger", "passenger"),
        ("questons", "questions"),
        ("patient", None),
        ("mcgillicuddy", None),
        ("jonson", None),
        ("teh", None),
    ],
)
def test_mistyped_words(lexicon: Lexicon, word: str, meant: str | None) -> None:
    assert SpellingCorrector(lexicon).correct_mistyped(word) == meant


def test_a_long_run_of_confusable_letters_ends(lexicon: Lexicon) -> None:
    assert SpellingCorrector(lexicon).correct_misread("l1" * 60) is None


def test_part_of_another_find_stays(recoverer: Recoverer) -> None:
    text = "Seen at Xylo C1inic today, the c1inic was full."
    assert reasons(recoverer, text, Label.HOSPITAL, "Xylo", "C1inic") == []
    assert reasons(recoverer, text, Label.HOSPITAL, "c1inic") == ["misread"]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Seen by Dr. Okonjo, ava1lable today.", "ava1lable", ["misread"]),
        ("Ms. Okonjo is back at vvork.", "vvork", ["misread"]),
        ("Asked the Techn1cian and Okonjo.", "Techn1cian", ["spelling"]),
        ("seen by okonjo, ava1lable today.", "ava1lable", ["spelling"]),
        ("Her aide F0rd and Okonjo.", "F0rd", []),
    ],
)
def test_a_misread_word_in_small_letters_is_told_from_one_that_may_be_a_name(
    recoverer: Recoverer, text: str, word: str, expected: list[str]
) -> None:
    assert reasons(recoverer, text, Label.DOCTOR, word) == expected


def test_a_credential_counts_behind_a_name_only(recoverer: Recoverer) -> None:
    text = "Tuyet Quon, MA roomed the patient. MA: stable"
    assert reasons(recoverer, text, Label.DOCTOR, "Tuyet Quon", "MA") == ["abbreviations"]
    assert reasons(recoverer, text.replace(", MA", " called"), Label.DOCTOR, "MA") == []


def test_times_at_line_heads(recoverer: Recoverer) -> None:
    log = "1530 ARRIVED\n1702 TO CT\n2015 DAUGHTER HERE\n0010 ASLEEP\n"
    years = "1998 bypass\n2004 stent\n2015 pacemaker\n"
    assert reasons(recoverer, log, Label.DATE, "2015") == ["clock-column"]
    assert reasons(recoverer, years, Label.DATE, "2015") == []


def test_a_file_of_abbreviations_that_lacks_a_list(tmp_path) -> None:
    path = tmp_path / "abbreviations.toml"
    path.write_text('never_people = "SNF"\n', encoding="utf-8")
    with pytest.raises(ResourceError, match="Restore the file"):
        load_abbreviations(path)


@pytest.mark.parametrize(
    ("text", "word", "label", "expected"),
    [
        ("The breakfast at seven. Mrs Okonjo came.", "breakfast", Label.DOCTOR, ["common_words"]),
        ("Letter: cc pt. Mrs Okonjo came.", "pt", Label.DOCTOR, ["common_words"]),
        ("Reviewed by hl today. Mrs Okonjo came.", "hl", Label.DOCTOR, []),
        ("Reviewed by frost today. Mrs Okonjo came.", "frost", Label.DOCTOR, []),
        ("no capitals here, a breakfast at seven", "breakfast", Label.DOCTOR, []),
        ("He is a barber. Mrs Okonjo came.", "barber", Label.PROFESSION, []),
        ("mum (poppet) ECG CXR MRI done, seen by okonjo", "poppet", Label.RELATIVE, []),
        ("Fell off the bakkie. Mrs Okonjo came.", "bakkie", Label.VEHICLE, []),
        ("Fell off the bakkie. Mrs Okonjo came.", "bakkie", Label.PATIENT, ["regional"]),
    ],
)
def test_ordinary_words_in_small_letters(
    recoverer: Recoverer, text: str, word: str, label: Label, expected: list[str]
) -> None:
    assert reasons(recoverer, text, label, word) == expected


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("She was stable. Trasnferred to the ward by Okonjo.", "Trasnferred", ["spelling"]),
        ("She was stable, said Trasnferred. Okonjo agreed.", "Trasnferred", []),
        ("She was stable. Questons from Okonjo.", "Questons", ["spelling"]),
        ("She was stable. Mcgillicuddy came with Okonjo.", "Mcgillicuddy", []),
    ],
)
def test_long_mistyped_words_at_the_start_of_a_sentence(
    recoverer: Recoverer, text: str, word: str, expected: list[str]
) -> None:
    assert reasons(recoverer, text, Label.DOCTOR, word) == expected


def test_a_site_list_speaks_for_a_word_and_a_doubt_does_not(recoverer: Recoverer) -> None:
    text = "It was gratefu1 then."
    model = Evidence(EvidenceKind.MODEL, "general", Label.PATIENT, 0.5)
    listed = Evidence(EvidenceKind.DICTIONARY, "site/patients", Label.PATIENT, 0.9)
    doubt = Evidence(EvidenceKind.DOUBT, "spelling")
    for evidence, count in (((model,), 1), ((model, doubt), 1), ((model, listed), 0), ((), 0)):
        span = Span(7, 15, Label.PATIENT, 0.5, evidence)
        assert len(recoverer.recover(view(text), [span])[1]) == count


@pytest.mark.parametrize(
    "text",
    [
        "Slipped on the Treppenhaus floor. Mrs Okonjo came.",
        "Lives with whānau near the Wharenui. Mrs Okonjo came.",
        "Complains of Bukhar for two days. Mrs Okonjo came.",
        "Pain in the left Oxter since Monday. Mrs Okonjo came.",
        "He drives an Okadas stand by day. Mrs Okonjo came.",
        "Had Maumivu in both legs. Mrs Okonjo came.",
        "Brought by the Vecina next door. Mrs Okonjo came.",
        "Sent by the Meddygfa last week. Mrs Okonjo came.",
        "Walks to the Surau each day. Mrs Okonjo came.",
        "Waits at the Legevakt tonight. Mrs Okonjo came.",
        "Has Lagnat since yesterday. Mrs Okonjo came.",
        "Prays Maghrib sitting down. Mrs Okonjo came.",
    ],
)
def test_everyday_words_of_other_regions(recoverer: Recoverer, text: str) -> None:
    word = next(w for w in text.split()[1:] if w[0].isupper()).strip(".")
    assert reasons(recoverer, text, Label.PATIENT, word) == ["regional"]


@pytest.mark.parametrize(
    "name", ["Kajal", "Salah", "Taya", "Azan", "Boet", "Gracias", "Cailín", "Ojha", "Teina", "Kirana"]
)
def test_names_that_are_words_elsewhere_stay(recoverer: Recoverer, name: str) -> None:
    assert reasons(recoverer, f"Seen with {name} in clinic. Mrs Okonjo came.", Label.PATIENT, name) == []


@pytest.mark.parametrize(
    "text",
    [
        "Seen on the HASU round",
        "the SNCU bed was free",
        "LPA registered last year",
        "under the MHA since May",
        "MDRTB ruled out",
        "refer to RHU in a week",
        "PSW twice a day",
        "PCN pharmacist to call",
        "RACF staff to weigh",
        "MARAC on Monday",
        "TMAS scored again",
        "HOCM on echo",
    ],
)
def test_abbreviations_of_care_around_the_world(recoverer: Recoverer, text: str) -> None:
    word = next(w for w in text.split() if w.isupper())
    assert reasons(recoverer, text, Label.DOCTOR, word) == ["abbreviations"]


@pytest.mark.parametrize(
    "name", ["CHAS", "SAMA", "ANNA", "TEO", "LIU", "SIRI", "MIU", "THO", "FRU", "DRE", "DAI", "HMR"]
)
def test_names_and_initials_in_capitals_stay(recoverer: Recoverer, name: str) -> None:
    assert reasons(recoverer, f"Seen with {name} in clinic", Label.DOCTOR, name) == []
