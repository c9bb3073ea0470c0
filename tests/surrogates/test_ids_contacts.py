from __future__ import annotations

import ipaddress
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.gb import nhs
from stdnum.us import ssn

from chartveil.domain.check_digits import (
    is_dea_number,
    is_nhs_number,
    is_npi,
    is_vin,
    passes_iban_checksum,
    passes_luhn,
)
from chartveil.surrogates.ids import has_valid_check_digit

from .conftest import Run

PATIENTS = [f"p{i}" for i in range(25)]


def shape(text: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", text)))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.from_regex(r"[0-9]{9,19}", fullmatch=True))
def test_checks_agree_with_the_library(digits: str) -> None:
    assert passes_luhn(digits) == luhn.is_valid(digits)
    if len(digits) == 10:
        assert is_nhs_number(digits) == nhs.is_valid(digits)


def test_checks_on_known_numbers() -> None:
    assert is_npi("1234567893")
    assert not is_npi("1234567890")
    assert is_vin("1M8GDM9AXKP042788")
    assert not is_vin("1M8GDM9A1KP042788")
    assert is_dea_number("AP5836727")
    assert not is_dea_number("AP5836728")
    assert is_nhs_number("9434765919")
    assert passes_iban_checksum("GB82WEST12345698765432")
    assert iban.is_valid("GB82WEST12345698765432")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("ACCOUNT", "4111 1111 1111 1111"),
        ("LICENSE", "1234567893"),
        ("LICENSE", "AP5836727"),
        ("VEHICLE", "1M8GDM9AXKP042788"),
        ("ACCOUNT", "GB82WEST12345698765432"),
        ("HEALTHPLAN", "943 476 5919"),
        ("HEALTHPLAN", "046 454 286"),
    ],
)
def test_no_number_could_be_real(texts: Run, label: str, text: str) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[{label}|{text}]]", patient=patient)
        assert shape(made) == shape(text)
        assert made != text
        assert not has_valid_check_digit(made)


@pytest.mark.parametrize("text", ["123-45-6789", "123 45 6789", "123456789"])
def test_social_security_numbers_were_never_issued(texts: Run, text: str) -> None:
    for patient in PATIENTS:
        made, last = texts(f"[[SSN|{text}]] ends in [[SSN|6789]]", patient=patient)
        assert shape(made) == shape(text)
        digits = re.sub(r"\D", "", made)
        assert not ssn.is_valid(digits)
        assert digits[0] == "9" or digits.startswith("666")
        assert int(digits[3:5]) < 50
        assert last == digits[-4:]


def test_medicare_identifiers_begin_with_a_zero(texts: Run) -> None:
    (made,) = texts("[[HEALTHPLAN|1EG4-TE5-MK73]]")
    assert re.fullmatch(r"0[A-Z]{2}\d-[A-Z]{2}\d-[A-Z]{2}\d\d", made)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("MRN", "00298114"),
        ("MRN", "A-118-2019"),
        ("IDNUM", "S19-22874"),
        ("IDNUM", "9f3c-77a1-04be"),
        ("SSN", "xxx-xx-4471"),
        ("ACCOUNT", "****6620"),
        ("DEVICE", "PJN 881\n7730"),
        ("BIOID", "FP-0317-26-L2"),
        ("VEHICLE", "7KLM204"),
        ("MRN", "#4471"),
    ],
)
def test_shape_is_kept(texts: Run, label: str, text: str) -> None:
    for patient in PATIENTS[:8]:
        (made,) = texts(f"[[{label}|{text}]]", patient=patient)
        assert shape(made) == shape(text)
        assert made != text
        zeros = len(text) - len(text.lstrip("0"))
        assert made.startswith("0" * zeros)


def test_separators_do_not_part_a_number(texts: Run) -> None:
    a, b = texts("[[MRN|55-12-087]] [[IDNUM|5512087]]")
    assert re.sub(r"\D", "", a) == b


def test_spelled_digits_are_spelled_digits(texts: Run) -> None:
    (made,) = texts("[[MRN|four four oh nine seven one]]")
    assert len(made.split()) == 6
    assert made != "four four oh nine seven one"


@pytest.mark.parametrize(
    "text",
    ["(304) 867-5309", "304-867-5309", "304.867.5309", "1-304-867-5309", "+1 304 867 5309", "3048675309"],
)
def test_north_american_numbers_are_fictional(texts: Run, text: str) -> None:
    made, local = texts(f"[[PHONE|{text}]] or [[PHONE|867-5309]]")
    assert shape(made) == shape(text)
    digits = re.sub(r"\D", "", made)[-10:]
    assert digits[3:8] == "55501"
    assert re.sub(r"\D", "", local) == digits[3:]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("07911 123456", r"07700 900\d{3}"),
        ("+44 20 7123 4567", r"\+44 20 7946 0\d{3}"),
        ("01823 961118", r"01632 960\d{3}"),
        ("304-867-5309 ext. 4417", r"\d{3}-555-01\d\d ext\. \d{4}"),
        ("x4417", r"x\d{4}"),
        ("+33 1 99 00 41 72", r"\+33 \d \d\d \d\d \d\d \d\d"),
        ("Athboy 17", r"[A-Z]\w+ \d\d"),
    ],
)
def test_other_numbers(texts: Run, text: str, pattern: str) -> None:
    (made,) = texts(f"[[PHONE|{text}]]")
    assert re.fullmatch(pattern, made), made
    assert made != text


@pytest.mark.parametrize("text", ["10.0.0.5", "192.168.1.20/24", "8.8.8.8:443", "2600:1f18::1", "FE80::1"])
def test_addresses_are_for_documentation(texts: Run, text: str) -> None:
    (made,) = texts(f"[[IP|{text}]]")
    address = ipaddress.ip_address(re.sub(r"/\d+$|(?<=\.\d)(?::\d+)$", "", made.split(":443")[0]))
    nets = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
    assert any(address in net for net in map(ipaddress.ip_network, nets) if net.version == address.version)


def test_hardware_address(texts: Run) -> None:
    assert re.fullmatch(r"00:00:5E:00:53:[0-9A-F]{2}", texts("[[IP|AC:DE:48:00:11:22]]")[0])


@pytest.mark.parametrize(
    ("label", "text", "pattern"),
    [
        ("URL", "https://www.abc.org/help?id=4471", r"https://www\.\w+\.example/help\?[a-z]{2}=\d{4}"),
        ("URL", "portal.abc.org", r"\w+\.\w+\.example"),
        ("EMAIL", "tenz.lb88@post.org", r"[a-z]{4,}\.[a-z]{2}\d\d@\w+\.example"),
        ("USERNAME", "tbrank_07", r"[a-z]{6,}_\d\d"),
        ("USERNAME", "SYSADM2", r"[A-Z]+\d"),
    ],
)
def test_web(texts: Run, label: str, text: str, pattern: str) -> None:
    (made,) = texts(f"[[{label}|{text}]]")
    assert re.fullmatch(pattern, made), made
    assert made != text
