"""Corpora become natural text; marks cover the names and bear every label that they may be."""

import json
import random
from pathlib import Path

import pytest

from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label
from chartveil_training.samples import Sample
from chartveil_training.synthesis.corpora import (
    ANY_ORGANIZATION,
    ANY_PERSON,
    ANY_PLACE,
    CORPORA,
    NEVER_MARKED,
    Corpus,
    join_paragraphs,
    join_tokens,
    read_corpora,
    read_sentences,
)
from chartveil_training.synthesis.generators.identifiers import SurfaceStyle

from .stub_filler import StubFiller

FORMAL = Corpus("formal")
TWEETS = Corpus("tweets", capitals_reliable=False, sentence_per_line=True)
LOOSE = Corpus("loose", marks_exact=False)


def sentences(tmp_path: Path, corpus: Corpus, *marked: str) -> list[Sample]:
    """Each sentence's tokens parted by blanks; a tag follows its token behind a vertical bar."""
    path = tmp_path / f"{corpus.name}.jsonl"
    rows = []
    for line in marked:
        pairs = [word.rpartition("|") if "|" in word else (word, "", "O") for word in line.split()]
        rows.append(json.dumps({"tokens": [t for t, _, _ in pairs], "tags": [g for _, _, g in pairs]}))
    path.write_text("\n".join(rows), encoding="utf-8")
    return list(read_sentences(path, corpus))


def said(sample: Sample) -> list[tuple[str, tuple[Label, ...]]]:
    return [(sample.text[m.start : m.end], m.labels) for m in sample.marks]


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("It was n't here .", "It wasn't here."),
        ("Ann 's cat , Tom ' s dog", "Ann's cat, Tom's dog"),
        ('He said " no way " twice', 'He said "no way" twice'),
        ("the attorneys ' fees", "the attorneys' fees"),
        ("( see p . 4 ) ; it", "(see p. 4); it"),
        ("7 . 5 % of $ 50 , 000", "7.5% of $50,000"),
        ("in 2004 , 7 of them", "in 2004, 7 of them"),
        ("paid - in capital", "paid-in capital"),
        ("paid - and left", "paid - and left"),
        ("and / or", "and/or"),
        ("ok :) then", "ok :) then"),
        ("A &amp; B", "A & B"),
        ("“ We will , ” he said", "“We will,” he said"),
        ("from the U. S. today", "from the U.S. today"),
    ],
)
def test_blanks_stand_where_a_writer_puts_them(tokens: str, text: str) -> None:
    assert join_tokens(tokens.split(), []).text == text


def test_marks_cover_the_joined_tokens_of_a_name() -> None:
    sample = join_tokens(
        ["Mary", "-", "Ann", "O", "'", "s", "shop", ",", "Rye"], [(0, 3, ANY_PERSON), (8, 9, ANY_PLACE)]
    )
    assert sample.text == "Mary-Ann O's shop, Rye"
    assert said(sample) == [("Mary-Ann", ANY_PERSON), ("Rye", ANY_PLACE)]


def test_kinds_become_every_label_they_may_be(tmp_path: Path) -> None:
    [sample] = sentences(tmp_path, FORMAL, "Kim|B-PER Lee|I-PER of|O Acme|B-ORG in|O Ghent|B-LOC .")
    assert sample.text == "Kim Lee of Acme in Ghent."
    assert said(sample) == [("Kim Lee", ANY_PERSON), ("Acme", ANY_ORGANIZATION), ("Ghent", ANY_PLACE)]
    assert sample.unmarked_labels == NEVER_MARKED
    assert {Label.AGE, Label.DATE, Label.PROFESSION, Label.PHONE, Label.USERNAME} <= NEVER_MARKED
    assert NEVER_MARKED.isdisjoint((*ANY_PERSON, *ANY_PLACE, *ANY_ORGANIZATION))


def test_an_initial_cut_off_is_put_back_into_its_name(tmp_path: Path) -> None:
    [sample] = sentences(tmp_path, FORMAL, "Ask Richard|B-PER G|I-PER . Bohm|B-PER today")
    assert said(sample) == [("Richard G. Bohm", ANY_PERSON)]


@pytest.mark.parametrize("role", ["Borrower|B-PER", "BANK|B-ORG", "lender|B-PER", "he|B-PER"])
def test_roles_and_pronouns_are_no_names(tmp_path: Path, role: str) -> None:
    [sample] = sentences(tmp_path, FORMAL, f"Then {role} shall pay")
    assert not sample.marks


def test_a_place_of_care_may_be_an_organisation_too(tmp_path: Path) -> None:
    [sample] = sentences(tmp_path, FORMAL, "Try Atal|B-LOC Pharmacy|I-LOC here")
    assert said(sample) == [("Atal Pharmacy", (*ANY_PLACE, *ANY_ORGANIZATION))]


def test_handles_and_addresses_are_marked_by_their_shape(tmp_path: Path) -> None:
    [one, two] = sentences(
        tmp_path,
        TWEETS,
        "RT @|B-PER somebody|B-PER : thanks @|B-ORG acme_inc|B-ORG see http://t.co/Ab1|B-ORG",
        "write to ann.b@example.org or www.example.org now",
    )
    assert one.text == "thanks @acme_inc see http://t.co/Ab1"
    assert said(one) == [("@acme_inc", (Label.USERNAME,)), ("http://t.co/Ab1", (Label.URL,))]
    assert said(two) == [("ann.b@example.org", (Label.EMAIL,)), ("www.example.org", (Label.URL,))]


def test_names_without_capitals_count_in_tweets_alone(tmp_path: Path) -> None:
    line = "see you in paris|B-LOC then"
    assert not sentences(tmp_path, FORMAL, line)[0].marks
    assert said(sentences(tmp_path, TWEETS, line)[0]) == [("paris", ANY_PLACE)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("then the|B-ORG Alpine|I-ORG Club|I-ORG met", "Alpine Club"),
        ("said Foreign|B-PER Minister|I-PER Ann|I-PER Roe|I-PER here", "Ann Roe"),
        ("then we|B-ORG went", None),
        ("many Syrians|B-PER left", None),
    ],
)
def test_loose_marks_are_cut_to_the_name(tmp_path: Path, line: str, name: str | None) -> None:
    [sample] = sentences(tmp_path, LOOSE, line)
    assert [text for text, _ in said(sample)] == ([name] if name else [])


def test_a_sentence_that_mixes_name_and_description_is_left_out(tmp_path: Path) -> None:
    assert sentences(tmp_path, LOOSE, "met Iraqi|B-ORG forces|I-ORG near|I-ORG Tikrit|I-ORG today") == []


@pytest.mark.parametrize(
    "line", ["not json", "{}", '{"tokens": ["a"], "tags": []}', '{"tokens": 3, "tags": 3}']
)
def test_a_bad_line_is_named_without_its_text(tmp_path: Path, line: str) -> None:
    path = tmp_path / "formal.jsonl"
    path.write_text('{"tokens": ["a", "b"], "tags": ["O", "O"]}\n' + line, encoding="utf-8")
    with pytest.raises(InputError, match="line 2") as error:
        list(read_sentences(path, FORMAL))
    assert str(path) in str(error.value)


def test_a_missing_file_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="missing"):
        read_corpora(tmp_path, random.Random(1))


def test_paragraphs_keep_all_sentences_in_order_and_their_marks(tmp_path: Path) -> None:
    given = sentences(tmp_path, FORMAL, *[f"Number {i} is Zed{i}|B-PER ." for i in range(40)])
    made = join_paragraphs(given, random.Random(3))
    assert 8 < len(made) < 40
    assert [text for s in made for text, _ in said(s)] == [f"Zed{i}" for i in range(40)]
    assert made == join_paragraphs(given, random.Random(3))
    assert any("\n" not in s.text and len(s.marks) > 1 for s in made)


def test_all_corpora_are_read_in_order(tmp_path: Path) -> None:
    row = json.dumps({"tokens": ["In", "Rome", "."], "tags": ["O", "B-LOC", "O"]})
    for corpus in CORPORA:
        (tmp_path / f"{corpus.name}.jsonl").write_text(f"{row}\n\n{row}\n", encoding="utf-8")
    samples = read_corpora(tmp_path, random.Random(1))
    assert list(dict.fromkeys(s.source for s in samples)) == [c.name for c in CORPORA]
    assert all(s.marks for s in samples)


def test_forms_of_a_person_agree() -> None:
    rng = random.Random(1)
    person = StubFiller().person(rng)
    assert person.name_as(rng, SurfaceStyle.FIRST) in person.name_as(rng, SurfaceStyle.FULL)
    assert person.name_as(rng, SurfaceStyle.REVERSED).lower().startswith(person.last.lower())
    assert person.initials == "zz"
