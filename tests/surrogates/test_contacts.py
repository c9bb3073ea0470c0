from __future__ import annotations

import ipaddress
import re

import pytest

from .conftest import Run, shape

PATIENTS = [f"p{i}" for i in range(25)]


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


def test_a_number_holds_no_other_of_the_document_however_it_is_written(texts: Run) -> None:
    (alone,) = texts("[[PHONE|1-344-867-5309]]")
    area, rest = alone[2:5], alone[6:]
    first, second = texts(f"[[PHONE|1-344-867-5309]] or [[PHONE|({area}) {rest}]]")
    assert f"{area}-{rest}" not in first
    assert first != second


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
