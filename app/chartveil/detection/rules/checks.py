"""Validators of identifiers besides check digits: ranges, and shapes that only look like somebody's numbers.

Each takes the text as written and looks past blanks and hyphens. Published check-digit rules that
python-stdnum holds are called there; the others name their source.
"""

from __future__ import annotations

import regex

from chartveil.domain.check_digits import bare_upper

DIGIT_LOOKALIKES = r"0-9OoQlISB"
"""Characters, for a character class, that stand for a digit in a poorly read scan."""

_TO_DIGIT = str.maketrans("OoQlI|SBZ", "000111582")
_DATE = regex.compile(
    r"(?:(?P<m>\d{1,2})[/.-](?P<d>\d{1,2})[/.-](?:19|20)?\d{2}|(?:19|20)\d{2}[/.-](?P<m>\d{1,2})"
    r"[/.-](?P<d>\d{1,2})"
    r"|(?P<m>\d{1,2})/(?P<d>\d{1,2})|(?P<m>\d{1,2})/(?P<y>(?:19|20)\d{2}))"
)
_STAMP = regex.compile(
    r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    r"(?:[0-2]\d(?:[0-5]\d){0,2}\d{0,3})?"
)


def digits(text: str) -> str:
    """The decimal digits of ``text``."""
    return "".join(c for c in text if c.isdecimal() and c.isascii())


def digits_and_lookalikes(text: str) -> str:
    """The digits of ``text`` with the letters that scans take for digits read as such."""
    return digits(text.translate(_TO_DIGIT))


def mbi(text: str) -> bool:
    """Whether this has the shape of a Medicare Beneficiary Identifier, which has no check digit: eleven
    characters, letters without S, L, O, I, B, Z.

    Source: CMS, Understanding the Medicare Beneficiary Identifier (MBI) Format.
    """
    letter = "[AC-HJKMNP-RT-Y]"
    both = "[0-9AC-HJKMNP-RT-Y]"
    shape = rf"[1-9]{letter}{both}\d{letter}{both}\d{letter}{letter}\d\d"
    return regex.fullmatch(shape, bare_upper(text)) is not None


def ssn(text: str) -> bool:
    """Whether the Social Security Administration may have given this number (area, group, serial)."""
    from stdnum.us import ssn as us_ssn

    return bool(us_ssn.is_valid(digits(text)))


def iban(text: str) -> bool:
    """Whether this is an International Bank Account Number (ISO 13616, modulo 97)."""
    from stdnum import iban as _iban

    return bool(_iban.is_valid(bare_upper(text)))


def is_possible_phone(text: str) -> bool:
    """Whether an international number (``+`` or ``00`` first) has a length its country allows."""
    import phonenumbers

    number = "+" + digits(text).removeprefix("00")
    try:
        return bool(phonenumbers.is_possible_number(phonenumbers.parse(number)))
    except phonenumbers.NumberParseException:
        return False


def ipv4(text: str) -> bool:
    """Whether these are four octets of 0 to 255, look-alike letters read as digits."""
    parts = [digits_and_lookalikes(p) for p in text.split(".")]
    return len(parts) == 4 and all(p and len(p) <= 3 and int(p) <= 255 for p in parts)


def ipv6(text: str) -> bool:
    """Whether this is an IPv6 address."""
    import ipaddress

    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def looks_like_date(text: str) -> bool:
    """Whether the whole of ``text`` can be read as a numeric date with a possible month and day."""
    m = _DATE.fullmatch(text)
    if m is None:
        return False
    if m["y"]:
        return 1 <= int(m["m"]) <= 12
    a, b = int(m["m"]), int(m["d"])
    return (1 <= a <= 12 and 1 <= b <= 31) or (1 <= b <= 12 and 1 <= a <= 31)


def looks_like_timestamp(text: str) -> bool:
    """Whether this run of digits is a date, with or without a time: ``20141123``, ``201411232219``."""
    return _STAMP.fullmatch(text) is not None
