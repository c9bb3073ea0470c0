"""Negatives hold no identifier without a mark; pairs mark the word where it is a name and only there."""

import random
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.generators.identifiers import ListIdentifierGenerator, SurfaceStyle
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.negatives import HardNegatives, NegativeTerms
from chartveil_training.synthesis.templates import DocumentCast, SentenceTemplate, read_templates

FILES = ("negatives.toml", "negatives_lines.toml", "negatives_pairs.toml", "contrasts.toml")
MONTHS = "January|February|April|June|July|August|September|October|November|December"
DATE = re.compile(r"(?<![\d/.])(?:0?[1-9]|1[0-2])/[0-3]?\d/(?:\d\d){1,2}(?![\d/.])|\b\d{4}-\d\d-\d\d\b")
NAME = "Zzyzx"


class OneName:
    """Gives the same surface for all labels, so that it can be found again."""

    def surface(self, label: Label, rng: random.Random, style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        return NAME


@pytest.fixture(scope="module")
def terms() -> NegativeTerms:
    return NegativeTerms()


@pytest.fixture(scope="module")
def negatives(terms: NegativeTerms) -> HardNegatives:
    return HardNegatives(OneName(), terms, frozenset(("bell", "graves", "foley", "wilson")))


@pytest.fixture(scope="module")
def passages(negatives: HardNegatives) -> list[Sample]:
    rng = random.Random(7)
    return [negatives.make_sample(rng) for _ in range(400)]


def fill(template: SentenceTemplate, terms: NegativeTerms, seed: int = 0) -> Sample:
    builder = SampleBuilder()
    template.fill(builder, DocumentCast(OneName(), random.Random(seed), terms=terms.slots))
    return builder.build()


def unmarked(sample: Sample) -> str:
    text = list(sample.text)
    for mark in sample.marks:
        text[mark.start : mark.end] = "#" * (mark.end - mark.start)
    return "".join(text)


@pytest.fixture(scope="module")
def plain(terms: NegativeTerms) -> list[SentenceTemplate]:
    """All templates but those of pairs."""
    sentences = read_templates(DATA_FOLDER / "negatives.toml", terms.slots)
    lines = read_templates(DATA_FOLDER / "negatives_lines.toml", terms.slots)
    found = [t for topic, table in sentences.items() if topic != "contrast" for t in table["sentences"]]
    return found + [t for topics in lines.values() for templates in topics.values() for t in templates]


@pytest.mark.parametrize("seed", range(3))
def test_every_template_can_be_filled_and_holds_no_mark_and_no_date(
    plain: list[SentenceTemplate], terms: NegativeTerms, seed: int
) -> None:
    for template in plain:
        filled = fill(template, terms, seed)
        assert filled.text.strip()
        assert not filled.marks
        assert not re.search(rf"\b(?:{MONTHS})\b(?! bug)", filled.text)
        assert not DATE.search(filled.text)


def test_every_sentence_of_contrast_holds_a_mark(terms: NegativeTerms) -> None:
    for template in read_templates(DATA_FOLDER / "negatives.toml", terms.slots)["contrast"]["sentences"]:
        assert fill(template, terms).marks


def test_every_line_of_contrasts_holds_a_mark_and_words_without_one(terms: NegativeTerms) -> None:
    filler = ListIdentifierGenerator(IdentifierLists.load())
    for kind, group in read_templates(DATA_FOLDER / "contrasts.toml", terms.slots).items():
        for template in group["lines"]:
            filled = template.to_sample(DocumentCast(filler, random.Random(3), terms=terms.slots))
            assert filled.marks, kind
            assert re.search(r"\w", unmarked(filled)), kind


def test_passages_of_contrasts_are_of_several_lines_and_the_same_for_a_seed(terms: NegativeTerms) -> None:
    contrasts = HardNegatives(ListIdentifierGenerator(IdentifierLists.load()), terms, frozenset())
    made = [contrasts.make_contrast(random.Random(seed)) for seed in range(40)]
    assert made == [contrasts.make_contrast(random.Random(seed)) for seed in range(40)]
    assert all(len(sample.marks) > 1 for sample in made)
    assert len({sample.text for sample in made}) == 40


def test_a_word_of_a_pair_is_marked_as_a_name_and_stands_unmarked_as_a_term(terms: NegativeTerms) -> None:
    stored = tomllib.loads((DATA_FOLDER / "negatives_pairs.toml").read_text(encoding="utf-8"))
    for kind in ("given", "family", "city"):
        for frame in stored["frames"][kind]:
            filled = fill(SentenceTemplate(frame.replace("*", "Bell").replace("~", NAME), terms.slots), terms)
            assert "Bell" in [
                w for m in filled.marks for w in re.findall(r"\w+", filled.text[m.start : m.end])
            ]
            assert "Bell" not in unmarked(filled)
        for word, senses in stored[kind].items():
            for sense in senses:
                filled = fill(SentenceTemplate(sense, terms.slots), terms)
                assert re.search(rf"\b{word}", filled.text, re.IGNORECASE), word
                assert {m.labels for m in filled.marks} <= {(Label.DATE,)}


def test_an_eponym_is_marked_once_and_unmarked_once(terms: NegativeTerms) -> None:
    stored = tomllib.loads((DATA_FOLDER / "negatives_pairs.toml").read_text(encoding="utf-8"))
    for frame in stored["frames"]["eponym"]:
        text = frame.replace("*", "Bell").replace("+", "palsy").replace("~", NAME)
        filled = fill(SentenceTemplate(text, terms.slots), terms)
        assert filled.text.count("Bell") == 2
        assert unmarked(filled).count("Bell palsy") == 1


def test_names_are_marked_wherever_they_stand(passages: list[Sample]) -> None:
    assert not any(NAME.lower() in unmarked(p).lower() for p in passages)
    assert any(NAME.upper() in p.text for p in passages)


def test_passages_are_short_and_about_a_sixth_of_them_pairs(passages: list[Sample]) -> None:
    lengths = [len(p.text) for p in passages]
    assert max(lengths) < 2500
    marks = sum(len(p.marks) for p in passages) / len(passages)
    assert 0.7 < marks < 1.8
    assert 0.2 < sum(not p.marks for p in passages) / len(passages) < 0.6


def test_layouts_and_cases_vary(passages: list[Sample]) -> None:
    texts = [p.text for p in passages]
    assert 0.1 < sum(t.isupper() for t in texts) / len(texts) < 0.25
    assert 0.04 < sum(t.islower() for t in texts) / len(texts) < 0.15
    for sign in ("\n- ", "\n2. ", " | ", "\t", "      "):
        assert sum(sign in t for t in texts) > 4
    assert sum("\n" not in t for t in texts) > 60


def test_same_seed_same_passages(negatives: HardNegatives, passages: list[Sample]) -> None:
    rng = random.Random(7)
    assert [negatives.make_sample(rng) for _ in range(40)] == passages[:40]


def test_an_eponym_comes_with_a_word_that_makes_it_medical(terms: NegativeTerms) -> None:
    rng = random.Random(3)
    heads = {terms.eponym(rng, name="Chvostek").head for _ in range(60)}
    assert "sign" in heads
    assert not heads & {"catheter", "ligament", "fracture"}
    assert {terms.eponym(rng, "obstetric").head for _ in range(60)} >= {"maneuver", "contractions"}


def test_what_the_bundled_lists_give() -> None:
    negatives = HardNegatives.load(IdentifierLists.load())
    rng = random.Random(1)
    assert all(negatives.make_sample(rng).source == "negatives" for _ in range(30))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", ["[sentences]\na = ['{nothing}']", "not toml", None])
def test_a_damaged_file_is_named(tmp_path: Path, terms: NegativeTerms, name: str, damage: str | None) -> None:
    for file in FILES:
        shutil.copy(DATA_FOLDER / file, tmp_path / file)
    if damage is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_text(damage, encoding="utf-8")
    with pytest.raises(ResourceError) as caught:
        HardNegatives(OneName(), terms, frozenset(), tmp_path)
    assert name in str(caught.value)
