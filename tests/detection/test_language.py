"""Which passages of a text are in a language or script that detection does not cover."""

import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chartveil.detection.language import PassageFinder
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.paths import resources_folder
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import bundled_lexicon

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "languages.toml").read_text(encoding="utf-8"))
ENGLISH = "The patient was seen in clinic today with her daughter, and feels well."


@pytest.fixture(scope="module")
def found():
    """Finds the passages of a text: what each is in, and its text."""
    finder = PassageFinder(bundled_lexicon())

    def find(text):
        view = TokenizedText(Document(text, DocumentSource("", "", "")))
        return [(p.name, text[p.start : p.end]) for p in finder.find(view)]

    return find


@pytest.mark.parametrize("name", CASES)
def test_a_note_in_another_language_is_one_passage_whole(found, name):
    sentences = CASES[name]["sentences"]
    for note in (" ".join(sentences), "\n".join(sentences)):
        assert found(note) == [(name, note)]
    capitals = " ".join(sentences).upper()
    assert found(capitals) == [(name, capitals)]


@pytest.mark.parametrize("name", CASES)
def test_a_passage_among_english_paragraphs_is_marked_alone(found, name):
    note = " ".join(CASES[name]["sentences"])
    assert found(f"{ENGLISH}\n\n{note}\n\n{ENGLISH}\n") == [(name, note)]


def test_most_single_sentences_are_enough(found):
    every = [(name, s) for name, case in CASES.items() for s in case["sentences"]]
    assert sum(found(s) == [(name, s)] for name, s in every) >= 0.97 * len(every)


def test_a_sentence_of_a_mixed_paragraph_is_marked_alone(found):
    quoted = "La paciente refiere dolor abdominal desde hace tres días."
    assert found(f"{ENGLISH} {quoted} {ENGLISH}") == [("Spanish", quoted)]


def test_two_languages_are_two_passages(found):
    german, polish = (" ".join(CASES[n]["sentences"]) for n in ("German", "Polish"))
    assert found(f"{german}\n{polish}") == [("German", german), ("Polish", polish)]


def test_short_lines_are_what_their_paragraph_is_and_no_more(found):
    note = "Diagnosen:\nDiabetes Typ 2\n" + "\n".join(CASES["German"]["sentences"])
    assert found(f"{ENGLISH}\n\n{note}") == [("German", note)]
    assert found("Diagnosen:\nDiabetes Typ 2") == []


@pytest.mark.parametrize(
    "path", sorted((resources_folder() / "samples").glob("*.[tm][xd]*")), ids=lambda p: p.name
)
def test_nothing_of_the_samples_is_marked(found, path):
    text = path.read_text(encoding="utf-8", errors="replace")
    assert found(text) == []
    assert found(text.upper()) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Wójcik, Zbigniew; Müller, Jürgen; Nguyễn Thị Minh Khai; José Ángel Núñez de la Cruz",
        "Patient: Мария Петрова (Maria Petrova), daughter 山田花子, husband محمد علي",
        "Иван Иванов\nМария Петрова\nОльга Смирнова",
        "WBC 9.1  Hgb 8.2  Plt 344 | Na 138  K 4.2  Cl 101  CO2 29  BUN 38  Cr 1.4  Glu 166",
        "Meds: metformin, lisinopril, atorvastatin, gabapentin, duloxetine, apixaban, tamsulosin",
        "carcinoma in situ, status post sectio caesarea, placenta praevia, hallux valgus, pectus excavatum",
        "neg pool, neg fern, neg nitrazine. bp stable, abd soft nt nd, cta b/l, rrr no m/r/g, ext no c/c/e",
        "TNF-α, β-blocker, γ-GT, µg, Δ 3 cm, Σ 12, α1-antitrypsin, κ and λ light chains",
        "Rx: 1 tab PO q.d. a.c. et h.s., 2 gtt OU t.i.d. p.r.n.; Sig: ut dict.",
        "MSH|^~\\&|LABNET|OBMC|EHR||20230711||ORU^R01|MSG00417788|P|2.5.1",
        "She works at Café de la Paix on Rue de Rivoli and was born in San Luis Potosí.",
        "lnsulin - swi tch to Hum alog rnix, pls. e-rnail frorn tbe pt re: rn eds",
        'He said "gracias" and "hasta luego"; his wife answered "merci beaucoup".',
    ],
)
def test_names_terms_codes_and_lists_are_no_passage(found, text):
    assert found(text) == []
    assert found(f"{ENGLISH} {text}\n{text}") == []


def test_several_threads_find_the_same(found):
    notes = [" ".join(case["sentences"]) for case in CASES.values()] * 2
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(found, notes)) == [found(n) for n in notes]


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("Devanagari", "यह कार्ड साथ लाएं और दवा खाने के बाद लें"),
        ("Cyrillic", "принимать таблетки после еды каждый день утром"),
        ("Arabic", "يرجى إحضار هذه البطاقة معك في الموعد القادم"),
        ("Han", "请带此卡 每日两次 饭后服用 下次复诊"),
    ],
)
def test_words_of_forms_in_another_script_are_told_though_they_are_no_names(found, script, line):
    assert found(f"{ENGLISH}\n\n{line}\n\n{ENGLISH}") == [(f"{script} script", line)]
