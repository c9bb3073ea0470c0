from __future__ import annotations

import re

import pytest
from stdnum.us import ssn

from chartveil.surrogates.ids import has_valid_check_digit
from chartveil.surrogates.spoken_numbers import number_from_words

from .conftest import Run, shape

PATIENTS = [f"p{i}" for i in range(25)]


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


def test_a_group_of_leading_zeros_stays(texts: Run) -> None:
    for patient in PATIENTS:
        (made,) = texts("[[IDNUM|UBRN 0000 4471 8820]]", patient=patient)
        assert re.fullmatch(r"[A-Z]{4} 0000 \d{4} \d{4}", made)
        assert not {"UBRN", "4471", "8820"} & set(made.split())


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


def test_a_code_that_is_spelled_out_can_be_read_and_holds_nothing_of_the_old_one(texts: Run) -> None:
    old = "h as in henry zero four dash four one kay twenty-two"
    (made,) = texts(f"and humana [[HEALTHPLAN|{old}]] alright")
    words, before = re.split(r"[ -]", made), re.split(r"[ -]", old)
    assert len(words) == len(before)
    assert (words[1], words[2], words[6]) == ("as", "in", "dash")
    assert len(words[0]) == 1
    assert {"henry", "kay"}.isdisjoint(words)
    assert sum(a == b for a, b in zip(words, before, strict=True)) < 7
    assert number_from_words(words[-2]) is not None


@pytest.mark.parametrize(
    "written",
    [
        "<~87cURDi,E+bo80~>",
        "<~9lb;-+@W*V@;^(EV9Rbas6+@G$G40h=_/1c.~>",
        "begin 644 a.txt\n+5V5L;\"P@/'-E96X^\n`\nend",
        'M37)S+B!%;&5A;F]R(%=H:71C;VUB92`H35).(#0T-S$Y,C`S+"!$3T(@,#,O',
        ':$f*TEQKPH#jdH3!J#!$rN!3"!:',
        "O>%QCAVq9tVQz17AXjK<bYpLAVr3vGO;S!EG&D",
    ],
)
def test_what_is_written_as_signs_keeps_none_of_them(texts, written):
    (made,) = texts(f"file [[IDNUM|{written}]]")
    assert set(made) <= set("█ \n")
    assert len(made) == len(written)


@pytest.mark.parametrize(
    "written", ["QS-220481", "0000 4471 8820", "SB/25-44719#2", "(01)00643169001763(21)SN447"]
)
def test_numbers_with_their_usual_signs_keep_their_shape(texts, written):
    (made,) = texts(f"id [[IDNUM|{written}]]")
    assert "█" not in made
    assert made != written
