"""A key as words on paper, and back.

24 words of a list of 2,048 hold the key's 256 bits and the first 8 bits of its SHA-256. Two more are check
words: the sum over all 26, and the sum with each word weighed by its place, are zero in the field of 2,048
elements (a Reed-Solomon code of distance three). So a wrong word is found, and which one it is.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from functools import cache

from chartveil.domain.errors import KeyFileError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text

WORD_COUNT = 26
_KEY_BYTES = 32
_BITS = 11
_FIELD_POLYNOMIAL = 0x805
"""x^11 + x^2 + 1, which is primitive: the powers of x are all elements but zero."""
_REMEDY = "Compare it with the paper, and type it again."


def key_to_words(key: bytes) -> list[str]:
    """The words of a key.

    Raises:
        KeyFileError: if the key has another length than ours have.
    """
    if len(key) != _KEY_BYTES:
        raise KeyFileError(
            f"only a key of {_KEY_BYTES} bytes can be written in words; this one has {len(key)}.",
            remedy="Back it up as a file.",
        )
    bits = int.from_bytes(key + hashlib.sha256(key).digest()[:1], "big")
    numbers = [bits >> _BITS * i & 0x7FF for i in reversed(range(WORD_COUNT - 2))]
    plain, weighed = _sums(numbers)
    # Two unknowns, two equations: both sums over all 26 words are zero.
    before, last = _power(WORD_COUNT - 2), _power(WORD_COUNT - 1)
    second = _product(weighed ^ _product(before, plain), _inverse(before ^ last))
    words = _word_list()
    return [words[n] for n in (*numbers, plain ^ second, second)]


def words_to_key(text: str) -> bytes:
    """The key of words as somebody typed them: capitals, numbers and signs between them do not count.

    Raises:
        KeyFileError: if they hold no key; it names the place of what is wrong where one can tell.
    """
    typed = re.findall(r"[^\W\d_]+", text.lower())
    if len(typed) != WORD_COUNT:
        raise KeyFileError(
            f"there are {len(typed)} words, and there must be {WORD_COUNT}.",
            remedy="Look for one that is missing, or typed twice.",
        )
    places = {word: i for i, word in enumerate(_word_list())}
    unknown = [(at, word) for at, word in enumerate(typed, 1) if word not in places]
    if unknown:
        told = "; ".join(f"word {at}{_suggestion(word)}" for at, word in unknown)
        raise KeyFileError(f"not in the list of words: {told}.", remedy=_REMEDY)
    numbers = [places[word] for word in typed]
    _check_sums(numbers)
    bits = 0
    for number in numbers[:-2]:
        bits = bits << _BITS | number
    raw = bits.to_bytes(_KEY_BYTES + 1, "big")
    if hashlib.sha256(raw[:-1]).digest()[:1] != raw[-1:]:
        raise _several_wrong()
    return raw[:-1]


def _check_sums(numbers: list[int]) -> None:
    plain, weighed = _sums(numbers)
    if not plain and not weighed:
        return
    if plain and weighed:
        ratio = _product(weighed, _inverse(plain))
        for at in range(WORD_COUNT):
            if _power(at) == ratio:
                raise KeyFileError(f"word {at + 1} is another one than was written down.", remedy=_REMEDY)
    raise _several_wrong()


def _several_wrong() -> KeyFileError:
    return KeyFileError(
        "more than one word is wrong, or two have changed places.",
        remedy="Compare all of them, and their order, with the paper.",
    )


def _suggestion(word: str) -> str:
    close = difflib.get_close_matches(word, _word_list(), 1)
    return f" (perhaps '{close[0]}')" if close else ""


@cache
def _word_list() -> tuple[str, ...]:
    return tuple(read_text(resources_folder() / "store" / "recovery_words.txt", "the list of words").split())


# The field of 2,048 elements: polynomials over two, as bits of a number.


def _sums(numbers: list[int]) -> tuple[int, int]:
    """The sum of words, and that in which each is weighed by the power of its place."""
    plain = weighed = 0
    for at, number in enumerate(numbers):
        plain ^= number
        weighed ^= _product(number, _power(at))
    return plain, weighed


def _product(a: int, b: int) -> int:
    result = 0
    while b:
        if b & 1:
            result ^= a
        a <<= 1
        if a >> _BITS:
            a ^= _FIELD_POLYNOMIAL
        b >>= 1
    return result


@cache
def _power(exponent: int) -> int:
    return _product(2, _power(exponent - 1)) if exponent else 1


def _inverse(a: int) -> int:
    # a^(2^11 - 2), since a^(2^11 - 1) is one.
    result, square = 1, a
    for _ in range(_BITS - 1):
        square = _product(square, square)
        result = _product(result, square)
    return result
