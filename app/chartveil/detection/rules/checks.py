"""Validators of identifiers besides check digits: ranges, and shapes that only look like somebody's numbers.

Each takes the text as written and looks past blanks and hyphens. Published check-digit rules that
python-stdnum holds are called there; the others name their source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import regex

from chartveil.domain.check_digits import (
    bare_upper,
    is_dea_number,
    is_nhs_number,
    is_npi,
    is_vin,
    passes_luhn,
)
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.calendar import is_day, is_day_month, is_year, read_number

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


# Least and most digits of a national number, and the country codes that have so many, as subscribers are
# numbered today; short codes of services are left out. Source: the country codes of ITU-T E.164 (List of
# assigned country codes) and the national numbering plans announced under it.
_NATIONAL_NUMBERS: Final = (
    (4, 7, "683 690"),
    (4, 11, "352"),
    (4, 13, "43"),
    (5, 5, "290 500 682"),
    (5, 6, "247 672"),
    (5, 7, "676 677 678 685 688"),
    (5, 8, "47 686"),
    (5, 12, "358"),
    (6, 6, "298 299 508 681 687"),
    (6, 7, "597"),
    (6, 8, "53 689"),
    (6, 9, "376"),
    (6, 10, "378"),
    (6, 11, "39"),
    (6, 13, "49"),
    (7, 7, "220 238 239 246 248 269 291 297 501 592 673 674 679 680 691 692 960"),
    (7, 8, "230 241 267 372 507 599 670 675 961 965 974 975"),
    (7, 9, "231 245 252 265 353 354 359 423 967"),
    (7, 10, "46 95"),
    (7, 12, "62 882 883"),
    (8, 8, "45 65 216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373 374 "
           "382 386 389 502 503 504 505 506 509 591 598 800 808 852 853 968 973 976 993"),
    (8, 9, "32 36 51 66 213 224 237 258 264 355 377 381 383 385 387 593 855 886 962 963 970 971 972"),
    (8, 10, "20 57 60 63 64 82 234 850 856 880 964 977"),
    (9, 9, "27 31 33 34 40 41 48 56 61 93 94 211 212 218 221 233 240 242 243 244 249 250 251 254 255 "
           "256 260 261 262 263 351 375 380 420 421 590 594 595 596 870 966 979 992 994 995 996 998"),
    (9, 10, "44 81 84 92 881"),
    (10, 10, "1 7 30 52 58 90 91 98 225 229"),
    (10, 11, "54 55 86"),
    (11, 11, "888"),
    (12, 12, "878"),
)  # fmt: skip


@cache
def _national_lengths() -> dict[str, range]:
    """How many digits may follow a country code."""
    return {
        code: range(least, most + 1) for least, most, codes in _NATIONAL_NUMBERS for code in codes.split()
    }


def is_possible_phone(text: str) -> bool:
    """Whether an international number (``+`` or ``00`` first) has a length its country allows.

    A trunk prefix that is written though it is not dialled, as in ``+44 (0)20``, does not count.
    """
    number = digits(text).removeprefix("00")
    lengths = _national_lengths()
    code = next((number[:n] for n in (1, 2, 3) if number[:n] in lengths), None)
    if code is None:
        return False
    national = number[len(code) :]
    return len(national) in lengths[code] or len(national.removeprefix("0")) in lengths[code]


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


# The checks that a rule file may name. Each looks at the text of the first group that is named by a label, or
# at the whole match where there is none; ``calendar_date`` looks at groups of its own.

Check = Callable[[Any, TokenizedText], bool]
"""Given the match and the view: whether the match counts."""


def _taken(m: Any) -> str:
    """What a match takes: the text of its first group that a label names, else all of it."""
    for name, value in m.groupdict().items():
        if value and name.rstrip("0123456789").rstrip("_") in Label.__members__:
            return str(value)
    return str(m[0])


def _on_text(test: Callable[[str], bool]) -> Check:
    return lambda m, _view: test(_taken(m))


def is_calendar_date(m: Any, _view: TokenizedText) -> bool:
    """Whether the groups of a match are a day that the calendar has, in living memory.

    The groups are ``a`` and ``b`` (day and month in either order), or ``m`` and ``d``, and perhaps ``y``.
    Letters that scans take for figures count as these.
    """
    g = m.groupdict()
    if g.get("y") is not None and not is_year(g["y"]):
        return False
    if g.get("a") is not None:
        return is_day_month(g["a"], g["b"])
    month, day = read_number(g["m"]), read_number(g["d"])
    return month is not None and day is not None and is_day(month, day)


def is_phone_plan(text: str) -> bool:
    """Whether the digits are a number of the North American plan: area and exchange begin with 2 to 9, and
    neither ends in 11. A local number of seven digits has the exchange alone."""
    number = digits_and_lookalikes(text)
    if len(number) == 11 and number[0] == "1":
        number = number[1:]
    return regex.fullmatch(r"(?:[2-9](?!11)\d\d)?[2-9](?!11)\d{6}", number) is not None


def is_url_host(text: str) -> bool:
    """Whether the host of the text has a path, or a top-level domain that is no English word or unit."""
    host, slash, _ = text.partition("/")
    name, _, top = host.rpartition(".")
    if slash:
        return regex.search(r"[A-Za-z]{2}", name) is not None
    return top.lower() in _TOP_LEVEL and regex.search(r"[A-Za-z]{3}", name) is not None


_TOP_LEVEL: Final = frozenset(("com", "org", "net", "edu", "gov", "example", "uk", "health", "io"))

CHECKS: Final[Mapping[str, Check]] = {
    "calendar_date": is_calendar_date,
    "luhn": _on_text(passes_luhn),
    "npi": _on_text(is_npi),
    "dea": _on_text(is_dea_number),
    "vin": _on_text(is_vin),
    "nhs": _on_text(is_nhs_number),
    "ssn": _on_text(ssn),
    "mbi": _on_text(mbi),
    "iban": _on_text(iban),
    "phone_plan": _on_text(is_phone_plan),
    "international_phone": _on_text(is_possible_phone),
    "ip": _on_text(lambda text: ipv4(text) or ipv6(text)),
    "url_host": _on_text(is_url_host),
    "not_date": _on_text(lambda text: not looks_like_date(text)),
    "not_timestamp": _on_text(lambda text: not looks_like_timestamp(text)),
}
"""The checks by the name that a rule file calls them by."""
