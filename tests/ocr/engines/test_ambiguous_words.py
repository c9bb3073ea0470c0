"""What a doubtful word says: sight and language together."""

import numpy as np
import pytest

from benchmarks.pages.degradation import Degradation
from benchmarks.pages.maker import make_page
from benchmarks.pages.scoring import comparable_text
from chartveil.ocr.engines.rapid import engine as rapid
from chartveil.ocr.engines.rapid.ambiguous_words import is_doubtful, likeliest_reading, possible_readings
from chartveil.ocr.engines.rapid.language_model import bundled_language_model

LETTERS = ["", *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789éíçρ.,;-@/# "]


def columns(*characters):
    """What the network saw: for each character its readings, as 'e' or {'o': 0.8, 'e': 0.2}; '' is none.
    Between two characters there is a column without any."""
    rows = []
    for character in characters:
        row = np.zeros(len(LETTERS), np.float32)
        for letter, chance in (character if isinstance(character, dict) else {character: 1.0}).items():
            row[LETTERS.index(letter)] = chance
        nothing = np.zeros(len(LETTERS), np.float32)
        nothing[0] = 1.0
        rows += [row, nothing]
    return np.asarray(rows, np.float32)


def said(*characters):
    chances = columns(*characters)
    best = chances.argmax(axis=1)
    return likeliest_reading(
        "".join(LETTERS[n] for n in best).strip(), chances, LETTERS, bundled_language_model()
    )


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("were", "wero"),
        ("collected", "collocted"),
        ("Lisinopril", "Lișinopril"),
        ("Marchetti", "Marchotti"),
        ("Okonjo", "Okcnjo"),  # in no dictionary: by its letters
        ("requested", "réquested"),
        ("Zip", "Ziρ"),
        ("Hollow", "HoIlow"),
        ("t.marchetti@example.org", "t.marchetti@example,org"),
    ],
)
def test_the_language_tells_likely_words(text, other):
    assert (
        bundled_language_model().token_log_probability(text)
        > bundled_language_model().token_log_probability(other) + 0.9
    )


def test_a_unit_is_spelt_in_its_own_way():
    assert (
        bundled_language_model().word_log_probability("dL")
        == bundled_language_model().word_log_probability("dl")
        > bundled_language_model().word_log_probability("dE")
    )


class TestLikeliest:
    def test_a_word_is_taken_for_what_is_none(self):
        assert said("w", "e", "r", {"o": 0.8, "e": 0.2}) == "were"

    def test_but_not_where_the_network_is_sure(self):
        assert said("w", "e", "r", {"o": 0.9999, "e": 0.0001}) == "wero"

    def test_a_known_word_is_asked_about_less_than_one_that_is_none(self):
        assert said(*"vis", {"l": 0.998, "i": 0.002}, *"on") == "vision"
        assert said("t", "h", {"o": 0.993, "a": 0.007}, "t") == "thot"

    def test_two_strokes_may_be_one_letter(self):
        chances = columns(*"horne")
        r, gap, n = (chances[2 * 2 + k] for k in range(3))
        r[:], gap[:], n[:] = 0.0, 0.0, 0.0
        r[LETTERS.index("r")], r[LETTERS.index("m")] = 0.8, 0.2
        gap[0] = 1.0
        n[LETTERS.index("n")], n[0] = 0.8, 0.2
        assert likeliest_reading("horne", chances, LETTERS, bundled_language_model()) == "home"

    def test_but_no_letter_is_left_out(self):
        assert said("T", "h", {"u": 0.7, "": 0.3}, "e", "n") == "Thuen"

    def test_nor_where_it_did_not_see_the_word(self):
        assert said("w", "e", "r", {"o": 0.8, "x": 0.2}) == "wero"

    def test_a_name_is_no_misspelt_word(self):
        assert said("K", {"o": 0.6, "e": 0.4}, "l", "l", "e", "r") in ("Koller", "Keller")
        assert said("B", "r", {"o": 0.85, "e": 0.15}, "n", "d", "a", "n") == "Brendan"

    def test_a_lost_double_letter_comes_back(self):
        chances = columns(*"controled")
        at = 2 * "controled".index("l")
        second = chances[at].copy()
        gap = np.zeros_like(second)
        gap[0], gap[LETTERS.index("l")] = 0.3, 0.7
        wide = np.concatenate([chances[: at + 1], [gap, second], chances[at + 1 :]])
        assert likeliest_reading("controled", wide, LETTERS, bundled_language_model()) == "controlled"

    def test_no_word_is_made_of_a_part_of_another(self):
        assert said({"f": 0.8, "": 0.2}, {"i": 0.7, "": 0.3}, *"sherman") == "fisherman"

    def test_an_initial_may_be_any_letter(self):
        assert said({"l": 0.6, "I": 0.4}, *".ivanova@example.org") == "l.ivanova@example.org"

    def test_a_letter_by_itself_has_no_accent(self):
        assert said({"é": 0.6, "e": 0.4}) == "e"

    def test_accents_of_names_stay_and_others_go(self):
        assert said("J", "o", "s", {"é": 0.9, "e": 0.1}) == "José"
        assert said("r", {"é": 0.97, "e": 0.03}, *"quested") == "requested"

    @pytest.mark.parametrize(
        "doubtful",
        [
            ("D", {"0": 0.6, "O": 0.4}, {"8": 0.6, "B": 0.4}),
            ({"1": 0.6, "t": 0.4}, "e", "n"),
            ("#", {"5": 0.6, "S": 0.4}, "0", "3"),
            ("9", {"/": 0.6, "7": 0.4}),
        ],
    )
    def test_no_digit_and_no_code_is_touched(self, doubtful):
        first = "".join(d if isinstance(d, str) else next(iter(d)) for d in doubtful)
        assert said(*doubtful) == first

    def test_a_sign_between_letters_may_be_another_one_but_does_not_go(self):
        assert said(*"example", {",": 0.6, ".": 0.4}, *"org") == "example.org"
        assert said("m", "g", {"/": 0.6, "": 0.4}, "d", "L") == "mg/dL"

    def test_other_scripts_are_left_alone(self):
        chances = columns({"ρ": 0.6, "p": 0.4})
        assert likeliest_reading("ρ", chances, LETTERS, bundled_language_model()) == "ρ"

    def test_blanks_at_the_ends_are_no_part(self):
        assert said({" ": 0.7, "": 0.3}, "w", "e", "r", {"o": 0.8, "e": 0.2}, " ") == "were"


class TestInDoubt:
    @staticmethod
    def asked(text, chances, confidence):
        return is_doubtful(text, confidence, chances, bundled_language_model())

    def test_new_words_are_asked_about_sooner_than_known_ones(self):
        assert self.asked("vislon", columns(*"vislon"), 0.98)
        assert not self.asked("vision", columns(*"vision"), 0.98)
        assert self.asked("vision", columns(*"vision"), 0.9)

    def test_a_certain_word_is_not(self):
        assert not self.asked("vislon", columns(*"vislon"), 1.0)

    def test_but_one_that_may_have_lost_a_letter_is(self):
        chances = columns(*"fro", {"": 0.64, "m": 0.36})
        assert self.asked("fro", chances, 1.0)
        assert likeliest_reading("fro", chances, LETTERS, bundled_language_model()) == "from"

    def test_the_edge_of_a_letter_is_none_that_was_lost(self):
        chances = columns(*"fro")
        chances[1, 0], chances[1, LETTERS.index("f")] = 0.8, 0.2
        assert not self.asked("fro", chances, 1.0)

    def test_nor_is_a_blank(self):
        assert not self.asked("fro", columns(*"fro", {"": 0.6, " ": 0.4}), 1.0)


def test_readings_add_up_the_ways_to_see_them():
    twice = np.zeros((2, 3), np.float32)
    twice[:, 0], twice[:, 1] = 0.4, 0.6  # "a" stands in the first column, the second, or both
    told = dict(possible_readings(twice, ["", "a", "b"]))
    assert told["a"] == pytest.approx(0.6 * 0.4 + 0.4 * 0.6 + 0.6 * 0.6)
    assert told[""] == pytest.approx(0.16)


def test_a_coarse_fax_is_read_better_and_no_surer(rapidocr, monkeypatch):
    page = make_page("columns", Degradation.FAX_STANDARD, 11)
    upper = page.picture[:560]  # columns of small letters
    wanted = {comparable_text(w.text) for w in page.words if w.place.bottom < 540}

    def read():
        words = [w for line in rapidocr.read(upper, page.dpi) for w in line.words]
        return wanted & {comparable_text(w.text) for w in words}, [w.confidence for w in words]

    better, doubts = read()
    monkeypatch.setattr(rapid, "likeliest_reading", lambda text, *_: text)
    alone, before = read()
    assert len(better) >= len(alone) + 3
    assert doubts == before
