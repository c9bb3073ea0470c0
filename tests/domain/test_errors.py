"""What errors say to a person."""

from chartveil.domain.errors import LeakError


def test_a_leak_is_told_once_for_each_place() -> None:
    unread = "what was not read as text in xl/worksheets/sheet1.xml"
    said = str(LeakError("0123456789abcdef", (unread, unread, "an original PATIENT at 7")))
    assert said.count(unread) == 1
    assert "; an original PATIENT at 7. Look at it" in said
    many = str(LeakError("0123456789abcdef", tuple(f"what looks like PHONE at {n}" for n in range(8)) * 2))
    assert "at 4 and 3 more. " in many
