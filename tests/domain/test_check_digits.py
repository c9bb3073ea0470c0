"""Check digits: as the published examples and an independent library have them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.gb import nhs

from chartveil.domain.check_digits import (
    bare_upper,
    is_dea_number,
    is_nhs_number,
    is_npi,
    is_vin,
    passes_iban_checksum,
    passes_luhn,
)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.from_regex(r"[0-9]{9,19}", fullmatch=True))
def test_luhn_agrees_with_the_library(digits: str) -> None:
    assert passes_luhn(digits) == luhn.is_valid(digits)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.from_regex(r"[0-9]{10}", fullmatch=True))
def test_nhs_numbers_agree_with_the_library(digits: str) -> None:
    assert is_nhs_number(digits) == nhs.is_valid(digits)


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (is_npi, "1234567893", "1234567890"),
        (is_npi, "1234-567-893", "3234567893"),
        (is_vin, "1M8GDM9AXKP042788", "1M8GDM9A1KP042788"),
        (is_dea_number, "AP5836727", "AP5836728"),
        (is_nhs_number, "943 476 5919", "943 476 5918"),
        (passes_iban_checksum, "GB82 WEST 1234 5698 7654 32", "GB83 WEST 1234 5698 7654 32"),
        (passes_luhn, "4111 1111 1111 1111", "4111 1111 1111 1112"),
    ],
)
def test_known_numbers(check, right, wrong) -> None:
    assert check(right)
    assert not check(wrong)


def test_an_iban_of_the_wrong_length_passes_the_checksum_alone() -> None:
    code = next(f"GB{n:02d}WEST12345" for n in range(100) if passes_iban_checksum(f"GB{n:02d}WEST12345AB"))
    assert not iban.is_valid(f"{code}AB")


def test_bare_upper() -> None:
    assert bare_upper("ab-12 c/3") == "AB12C3"
