"""Check digits of published numbers. Each function looks past blanks and punctuation."""

from __future__ import annotations

import re

_NOT_ALNUM = re.compile(r"[^0-9A-Za-z]+")
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def bare_upper(text: str) -> str:
    """Letters and digits of the text in upper case, without blanks and punctuation."""
    return _NOT_ALNUM.sub("", text).upper()


def passes_luhn(text: str) -> bool:
    """Whether the digits of the text pass the Luhn check (ISO/IEC 7812-1)."""
    total = 0
    for i, c in enumerate(reversed(_digits(text))):
        n = int(c) * (2 if i % 2 else 1)
        total += n - 9 if n > 9 else n
    return total % 10 == 0


def is_npi(text: str) -> bool:
    """Whether this is a National Provider Identifier: ten digits, first 1 or 2, Luhn with prefix 80840.

    Source: CMS, National Provider Identifier Standard, requirements for the check digit.
    """
    number = bare_upper(text)
    return len(number) == 10 and number.isdecimal() and number[0] in "12" and passes_luhn("80840" + number)


def is_dea_number(text: str) -> bool:
    """Whether this is a DEA registration number: two letters (or letter and 9), seven digits, of which
    the last is the last digit of (1st + 3rd + 5th) + 2 x (2nd + 4th + 6th).

    Source: DEA Diversion Control Division, DEA number check.
    """
    number = bare_upper(text)
    if not re.fullmatch(r"[A-Z][A-Z9][0-9]{7}", number):
        return False
    n = [int(c) for c in number[2:]]
    return (n[0] + n[2] + n[4] + 2 * (n[1] + n[3] + n[5])) % 10 == n[6]


def is_vin(text: str) -> bool:
    """Whether this is a vehicle identification number: 17 characters without I, O, Q, and the ninth
    the weighted sum of the others modulo 11 (X for 10).

    Source: 49 CFR 565.15(c).
    """
    number = bare_upper(text)
    if not re.fullmatch(r"[0-9A-HJ-NPR-Z]{17}", number):
        return False
    values = (int(c) if c.isdecimal() else _VIN_VALUES[c] for c in number)
    total = sum(weight * value for weight, value in zip(_VIN_WEIGHTS, values, strict=True))
    return number[8] == "0123456789X"[total % 11]


def is_nhs_number(text: str) -> bool:
    """Whether this is an NHS number of England, Wales and the Isle of Man: ten digits, the last by modulo 11.

    Source: NHS Data Dictionary, NHS NUMBER.
    """
    number = _digits(text)
    if len(number) != 10:
        return False
    check = 11 - sum(int(c) * (10 - i) for i, c in enumerate(number[:9])) % 11
    return check != 10 and check % 11 == int(number[9])


def passes_iban_checksum(text: str) -> bool:
    """Whether this has the form and the checksum of an International Bank Account Number (ISO 13616, modulo
    97), of whatever country: the length that each country sets is not looked at."""
    code = bare_upper(text)
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", code):
        return False
    return int("".join(str(int(c, 36)) for c in code[4:] + code[:4])) % 97 == 1


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdecimal() and c.isascii())
