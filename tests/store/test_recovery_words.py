import hashlib
import random

import pytest

from chartveil.domain.errors import KeyFileError
from chartveil.domain.paths import resources_folder
from chartveil.store.recovery_words import WORD_COUNT, key_to_words, words_to_key

LISTED = (resources_folder() / "store" / "recovery_words.txt").read_text("ascii").split()
KEYS = [hashlib.sha256(bytes([n])).digest() for n in range(40)]


def test_each_word_of_the_list_is_told_by_its_first_four_letters():
    assert len(LISTED) == 2048
    assert sorted(LISTED) == LISTED
    assert len({word[:4] for word in LISTED}) == 2048


@pytest.mark.parametrize("key", [bytes(32), b"\xff" * 32, *KEYS])
def test_a_key_comes_back_from_its_words(key):
    words = key_to_words(key)
    assert len(words) == WORD_COUNT == 26
    assert set(words) <= set(LISTED)
    assert words_to_key(" ".join(words)) == key


def test_capitals_numbers_and_lines_do_not_count():
    words = key_to_words(KEYS[0])
    typed = "\n".join(f"{at}. {word.title()}," for at, word in enumerate(words, 1))
    assert words_to_key(typed) == KEYS[0]


@pytest.mark.parametrize("place", range(WORD_COUNT))
def test_a_wrong_word_is_told_by_its_place(place):
    draw = random.Random(place)
    for key in KEYS:
        words = key_to_words(key)
        words[place] = draw.choice([w for w in LISTED if w != words[place]])
        with pytest.raises(KeyFileError, match=f"^word {place + 1} is another one"):
            words_to_key(" ".join(words))


def test_a_word_of_no_list_is_told_with_the_one_that_was_meant():
    words = key_to_words(KEYS[1])
    meant = words[6]
    words[6] = meant[:-1] + "qx"
    with pytest.raises(KeyFileError, match=rf"word 7 \(perhaps '{meant}'\)"):
        words_to_key(" ".join(words))


def test_what_is_wrong_in_several_places_gives_no_key():
    draw = random.Random(1)
    for key in KEYS:
        words = key_to_words(key)
        for at in draw.sample(range(WORD_COUNT), 3):
            words[at] = draw.choice(LISTED)
        with pytest.raises(KeyFileError):
            words_to_key(" ".join(words))
    words = key_to_words(KEYS[2])
    words[3], words[9] = words[9], words[3]
    with pytest.raises(KeyFileError, match="changed places"):
        words_to_key(" ".join(words))


def test_a_missing_word_and_a_key_of_another_length_are_told():
    with pytest.raises(KeyFileError, match="there are 25 words, and there must be 26"):
        words_to_key(" ".join(key_to_words(KEYS[3])[:-1]))
    with pytest.raises(KeyFileError, match="32 bytes.* has 16"):
        key_to_words(bytes(16))
