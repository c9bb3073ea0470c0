"""Validators of identifiers: check digits, ranges, and shapes that only look like numbers of somebody.

Each takes the text as written and looks past blanks and hyphens. Published check-digit rules that
python-stdnum holds are called there; the others name their source.
"""

from __future__ import annotations

import regex

DIGIT_LOOKALIKES = r"0-9OoQlISB"
"""Characters, for a character class, that stand for a digit in a poorly read scan."""

_TO_DIGIT = str.maketrans("OoQlI|SBZ", "000111582")
_NOT_ALNUM = regex.compile(r"[^0-9A-Za-z]+")
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


def bare_upper(text: str) -> str:
    """Letters and digits of ``text`` in upper case, without blanks and punctuation."""
    return str(_NOT_ALNUM.sub("", text)).upper()


def digits_and_lookalikes(text: str) -> str:
    """The digits of ``text`` with the letters that scans take for digits read as such."""
    return digits(text.translate(_TO_DIGIT))


def luhn(number: str) -> bool:
    """Whether the digits of ``number`` pass the Luhn check (ISO/IEC 7812-1)."""
    total = 0
    for i, c in enumerate(reversed(digits(number))):
        n = int(c) * (2 if i % 2 else 1)
        total += n - 9 if n > 9 else n
    return total % 10 == 0


def npi(text: str) -> bool:
    """Whether this is a National Provider Identifier: ten digits, first 1 or 2, Luhn with prefix 80840.

    Source: CMS, National Provider Identifier Standard, requirements for the check digit.
    """
    number = bare_upper(text)
    return len(number) == 10 and number.isdecimal() and number[0] in "12" and luhn("80840" + number)


def dea(text: str) -> bool:
    """Whether this is a DEA registration number: two letters (or letter and 9), seven digits, of which
    the last is the last digit of (1st + 3rd + 5th) + 2 x (2nd + 4th + 6th).

    Source: DEA Diversion Control Division, DEA number check.
    """
    number = bare_upper(text)
    if not regex.fullmatch(r"[A-Z][A-Z9]\d{7}", number):
        return False
    n = [int(c) for c in number[2:]]
    return (n[0] + n[2] + n[4] + 2 * (n[1] + n[3] + n[5])) % 10 == n[6]


def mbi(text: str) -> bool:
    """Whether this has the shape of a Medicare Beneficiary Identifier, which has no check digit: eleven
    characters, letters without S, L, O, I, B, Z.

    Source: CMS, Understanding the Medicare Beneficiary Identifier (MBI) Format.
    """
    letter = "[AC-HJKMNP-RT-Y]"
    both = "[0-9AC-HJKMNP-RT-Y]"
    shape = rf"[1-9]{letter}{both}\d{letter}{both}\d{letter}{letter}\d\d"
    return regex.fullmatch(shape, bare_upper(text)) is not None


def vin(text: str) -> bool:
    """Whether this is a vehicle identification number: 17 characters without I, O, Q, and the ninth
    the weighted sum of the others modulo 11 (X for 10).

    Source: 49 CFR 565.15(c).
    """
    number = bare_upper(text)
    if not regex.fullmatch(r"[0-9A-HJ-NPR-Z]{17}", number):
        return False
    value = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    total = sum(w * (int(c) if c.isdecimal() else value[c]) for w, c in zip(weights, number, strict=True))
    return number[8] == "0123456789X"[total % 11]


def ssn(text: str) -> bool:
    """Whether the Social Security Administration may have given this number (area, group, serial)."""
    from stdnum.us import ssn as us_ssn

    return bool(us_ssn.is_valid(digits(text)))


def nhs_number(text: str) -> bool:
    """Whether this is an NHS number of England, Wales and the Isle of Man (modulo 11)."""
    from stdnum.gb import nhs

    return bool(nhs.is_valid(digits(text)))


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
