"""Surrogates of numbers of people, events and objects: the same shape, never a valid check digit.

What is made invalid, and by which rule: card numbers (Luhn, ISO/IEC 7812-1), NPI (Luhn over 80840 and the
number, 45 CFR 162.406), Canadian social insurance number (Luhn), VIN (check digit of 49 CFR 565.15), IBAN
(modulo 97, ISO 13616), DEA registration (its public checksum), NHS number (modulo 11). Social security
numbers come from areas never issued (666, 900 to 999 with a group that no taxpayer number has); Medicare
identifiers begin with 0, which none does.
"""

from __future__ import annotations

import re

from chartveil.domain.check_digits import (
    bare_upper,
    is_dea_number,
    is_nhs_number,
    is_npi,
    is_vin,
    passes_iban_checksum,
    passes_luhn,
)
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.spoken_numbers import SPOKEN_DIGIT, WORDS_IN_SPELLING, redraw_spoken_code
from chartveil.surrogates.text_shape import (
    MASK_CHARACTER,
    misread_letters_to_digits,
    randomize_characters,
    split_affixes,
)

_UUID = re.compile(r"[0-9a-fA-F]{4,12}(?:-[0-9a-fA-F]{4,12}){2,}")
_SSN = re.compile(r"\d{3}(\D?)\d{2}\1\d{4}")
_MBI = re.compile(r"\d[A-Z][A-Z0-9]\d[A-Z][A-Z0-9]\d[A-Z]{2}\d{2}")
_YEAR = re.compile(r"(?<![^\W_])(?:19|20)\d\d(?=[-/.])")
_LAST = 4
_LONG = 7


def has_valid_check_digit(code: str) -> bool:
    """Whether the code has a valid check digit of one of the kinds named above."""
    solid = bare_upper(code)
    if solid.isdecimal():
        long_enough = len(solid) == 9 or 13 <= len(solid) <= 19
        return (long_enough and passes_luhn(solid)) or is_npi(solid) or is_nhs_number(solid)
    return is_vin(solid) or passes_iban_checksum(solid) or is_dea_number(solid)


_UUENCODED = re.compile(r"begin [0-7]{3,4} .*\r?\n")
_SIGN = re.compile(r"[^\w\s./:+=,@-]")
_LEAST_ENCODED, _SIGNS = 12, 0.15
"""Length and share of signs from which on a text is a file written as signs (uuencode, base85): these say as
much as its letters, so that it has no shape to keep."""


def _is_written_as_signs(text: str) -> bool:
    if _UUENCODED.match(text):
        return True
    solid = "".join(text.split())
    return len(solid) >= _LEAST_ENCODED and len(_SIGN.findall(solid)) >= _SIGNS * len(solid)


_ZEROS = re.compile(r"(?<!\w)0+(?!\w)")
"""A group of leading zeros, which stays: ``0000 4471 8820``."""


def replace_id(ctx: SurrogateContext, label: Label, text: str) -> str:
    """The surrogate of a number, of the same shape.

    The last four characters of a long number depend on themselves alone, so that ``…4471`` and the whole
    number agree.

    Raises:
        StageError: if none is free.
    """
    if _is_written_as_signs(text):
        return re.sub(r"\S", MASK_CHARACTER, text)
    lead, core, tail = split_affixes(text)
    mended = misread_letters_to_digits(core)
    if not re.search(r"[^\W\d_l]", re.sub(r"[^\W\d_]*[A-Z]", "", mended)):
        # ``lEG4-TE5-MK7Z``: a small l among capitals is a one.
        mended = mended.replace("l", "1")
    norm = re.sub(r"[\W_]", "", fold(mended))

    def make(attempt: int) -> str:
        if SPOKEN_DIGIT.search(core) and not any(c.isdecimal() for c in core):
            return redraw_spoken_code(core, ctx.random_for("id", norm, str(attempt)))
        made = _shaped(ctx, mended, norm, attempt)
        if label is Label.SSN and _SSN.fullmatch(made):
            return _unissued_ssn(made, ctx.random_for("ssn", norm[:-_LAST], str(attempt)))
        solid = re.sub(r"[\W_]", "", made).upper()
        if _MBI.fullmatch(solid) and label in (Label.HEALTHPLAN, Label.IDNUM):
            made = re.sub(r"\d", "0", made, count=1)
        return _invalidate_check_digit(made)

    kept = [*SPOKEN_DIGIT.findall(core.lower()), *WORDS_IN_SPELLING, *_ZEROS.findall(mended)]
    return lead + ctx.draw_distinct("id", norm, make, core, kept) + tail


def _shaped(ctx: SurrogateContext, mended: str, norm: str, attempt: int) -> str:
    """The code in random characters, drawn without its separators, so that they do not matter."""
    hexadecimal = bool(_UUID.fullmatch(mended)) and any(c.isalpha() for c in mended)
    solid = "".join(c for c in mended if c.isalnum())
    stream = ctx.random_for("id", norm, str(attempt))
    if len(solid) == _LAST:
        made = _last(solid, ctx.random_for("id-last", norm, str(attempt)), hexadecimal=False)
    elif len(solid) < _LONG:
        made = randomize_characters(solid, stream)
    else:
        made = randomize_characters(solid[:-_LAST], stream, hexadecimal=hexadecimal)
        last = ctx.random_for("id-last", norm[-_LAST:], str(attempt))
        made += _last(solid[-_LAST:], last, hexadecimal=hexadecimal)
    characters = iter(made)
    made = "".join(next(characters) if c.isalnum() else c for c in mended)
    if len(solid) >= _LONG:
        for m in _YEAR.finditer(mended):
            made = made[: m.start()] + str(1990 + stream.below(35)) + made[m.end() :]
    return made


def _last(last: str, stream: KeyedRandom, *, hexadecimal: bool) -> str:
    made = randomize_characters(last, stream, hexadecimal=hexadecimal)
    return (
        made if made.lower() != last.lower() else randomize_characters(last, stream, hexadecimal=hexadecimal)
    )


def _unissued_ssn(made: str, stream: KeyedRandom) -> str:
    """The number with an area and group that were never issued, in front of its own last four digits."""
    separator = made[3] if not made[3].isdecimal() else ""
    area = stream.choice(("666", *(str(n) for n in range(900, 1000))))
    # Taxpayer numbers (9xx) have groups 50 to 65, 70 to 88, 90 to 92 and 94 to 99.
    group = f"{1 + stream.below(49):02d}"
    return area + separator + group + separator + made[-_LAST:]


def _invalidate_check_digit(made: str) -> str:
    """The code, its last digits changed while its check digit would be valid."""
    for i in reversed([i for i, c in enumerate(made) if c.isdecimal()]):
        if not has_valid_check_digit(made):
            return made
        made = f"{made[:i]}{(int(made[i]) + 1) % 10}{made[i + 1 :]}"
    return made
