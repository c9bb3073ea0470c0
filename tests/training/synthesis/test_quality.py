"""Figures tell varied text from monotonous text, and count marks as they stand."""

import io
import math
import random

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.paths import dictionaries_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.samples import IdentifierMark, Sample, SampleBuilder
from chartveil_training.synthesis.quality import measure_quality, medical_words, print_quality, self_bleu

WORDS = [f"word{i}" for i in range(400)]
MEDICAL = frozenset(("lisinopril", "edema"))


def sample(*pieces: str | tuple[str, Label]) -> Sample:
    builder = SampleBuilder()
    for piece in pieces:
        builder.add(*((piece,) if isinstance(piece, str) else piece))
    return builder.build()


def varied(seed: int) -> list[str]:
    return random.Random(seed).sample(WORDS, 30)


def test_counts_of_words_and_marks() -> None:
    samples = [
        sample("Dr. ", ("Roe", Label.DOCTOR), " gave Lisinopril."),
        sample(
            "Dr. ", ("ROE", Label.DOCTOR), " saw ", ("Ann", Label.PATIENT), ", edema ", ("now", Label.DATE)
        ),
        Sample("Kim left", (IdentifierMark(0, 3, (Label.PATIENT, Label.DOCTOR)),)),
    ]
    figures = measure_quality(samples, MEDICAL, random.Random(1))
    assert (figures.samples, figures.words, figures.vocabulary) == (3, 12, 10)
    assert figures.medical == pytest.approx(2 / 12)
    assert list(figures.labels) == ["PATIENT", "DOCTOR", "DATE", "several"]
    doctor = figures.labels["DOCTOR"]
    assert (doctor.marks, doctor.distinct) == (2, 1)
    assert doctor.per_thousand == pytest.approx(2000 / 12)


def test_entropy_is_that_of_the_words() -> None:
    assert measure_quality([sample("a b c d")], MEDICAL, random.Random(1)).entropy == pytest.approx(2.0)
    assert measure_quality([sample("a a a a")], MEDICAL, random.Random(1)).entropy == pytest.approx(0.0)


def test_self_bleu_is_one_for_copies_and_low_for_varied_texts() -> None:
    text = varied(1)
    assert self_bleu([text, list(text), list(text)]) == pytest.approx(1.0)
    mixed = self_bleu([varied(i) for i in range(10)])
    half = self_bleu([varied(i)[:15] + text[:15] for i in range(10)])
    assert mixed < 0.2 < half < 1.0
    assert math.isnan(self_bleu([text]))


def test_self_bleu_of_empty_and_short_texts_is_a_figure() -> None:
    assert self_bleu([[], ["a"]]) == 0.0
    assert 0.0 <= self_bleu([["a", "b"], ["c"], varied(1)]) <= 1.0


def test_figures_are_the_same_for_the_same_seed() -> None:
    samples = [sample(" ".join(varied(i))) for i in range(30)]
    one = measure_quality(samples, MEDICAL, random.Random(4), compared=10)
    assert one == measure_quality(samples, MEDICAL, random.Random(4), compared=10)


def test_the_dictionaries_tell_medical_words_from_everyday_ones() -> None:
    words = medical_words(DictionaryFolder(dictionaries_folder()))
    assert {"edema", "metoprolol", "mri"} <= words
    assert words.isdisjoint({"the", "house", "patient's", "7"})


def test_the_table_names_every_figure() -> None:
    out = io.StringIO()
    print_quality(
        measure_quality([sample("Dr. ", ("Roe", Label.DOCTOR), " left")], MEDICAL, random.Random(1)), out
    )
    text = out.getvalue()
    for name in (
        "samples",
        "words",
        "vocabulary",
        "entropy",
        "self-BLEU",
        "medical",
        "DOCTOR",
        "per 1,000 words",
    ):
        assert name in text
    assert "nan" in text
