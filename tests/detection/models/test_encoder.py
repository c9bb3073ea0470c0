"""Sub-words with their shapes, gaps and places."""

from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from chartveil.detection.models.encoder import GapBefore, LetterShape, TextEncoder, capitals_to_title_case
from chartveil.domain.errors import ResourceError
from tiny_models import tokenizer

ENCODER = TextEncoder(tokenizer())


def pieces(text: str, encoder: TextEncoder = ENCODER) -> list[str]:
    encoded = encoder.encode(text)
    return [text[a:b] for a, b in zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True)]


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("seen", LetterShape.LOWER),
        ("Seen", LetterShape.TITLE),
        ("SEEN", LetterShape.CAPITALS),
        ("J", LetterShape.ONE_CAPITAL),
        ("McDonald", LetterShape.MIXED_TITLE),
        ("iPhone", LetterShape.MIXED),
        ("2021", LetterShape.DIGITS),
        ("A1C", LetterShape.CAPITALS_DIGITS),
        ("62yo", LetterShape.MIXED_DIGITS),
        ("-", LetterShape.PUNCTUATION),
    ],
)
def test_every_piece_of_a_word_bears_its_shape(word: str, shape: LetterShape) -> None:
    encoded = ENCODER.encode(f"seen {word} on")
    assert set(encoded.shapes[1:-1].tolist()) == {shape}


def test_gaps_tell_blanks_lines_and_paragraphs() -> None:
    encoded = ENCODER.encode("on by\tat,the  and\r\nmain\n\nstreet\fby")
    assert encoded.gaps.tolist() == [
        0,
        *(GapBefore.BLANK, GapBefore.WIDE, 0, 0, GapBefore.WIDE, GapBefore.LINE, GapBefore.PARAGRAPH),
        GapBefore.LINE,
    ]


def test_halves_of_characters_and_signs_that_are_dropped_do_not_shift_anything() -> None:
    assert pieces("\ud800John\u0000 e\u0301 \U0001f600 Smith") == ["John", "e", "\U0001f600", "Smith"]


def test_tokens_that_begin_with_a_blank_get_the_place_of_their_word() -> None:
    vocabulary = {"<unk>": 0, "▁": 1, "▁John": 2, "▁Smith": 3, "▁a": 4, "<s>": 5, "</s>": 6, "<pad>": 7}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    encoder = TextEncoder(made)
    assert pieces("John  Smith", encoder) == ["John", "Smith"]
    assert encoder.special_ids_around() == ([5], [6])
    assert encoder.padding_id() == 7


def test_capitals_are_normalised_without_moving_anything() -> None:
    text = "O'BRIEN, J. SMITH-JONES of ST. MARY'S; MRI ÉCOLE"
    assert capitals_to_title_case(text) == "O'Brien, J. Smith-Jones of St. Mary'S; Mri École"
    assert len(capitals_to_title_case("İİİ STRAßE")) == len("İİİ STRAßE")
    titled = ENCODER.with_title_case(title=True).encode("SMITH")
    assert titled.shapes.tolist() == [LetterShape.TITLE]


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ResourceError, match=r"tokenizer\.json"):
        TextEncoder.load(tmp_path / "tokenizer.json")
