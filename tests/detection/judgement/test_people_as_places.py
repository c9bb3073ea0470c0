"""People whose surname is a word of places."""

import pytest

from build import find, shown
from chartveil.detection.judgement.people_as_places import people_taken_for_places
from chartveil.lexicon.lexicon import bundled_lexicon


def named(text, *marked):
    """What the spans become; each is given as its text and label."""
    spans = sorted(find(text, part, label) for part, label in marked)
    return shown(text, people_taken_for_places(text, spans, bundled_lexicon().flags_of))


@pytest.mark.parametrize(
    ("text", "marked", "label"),
    [
        ("Jun-Ho Banks phoned at noon.", (("Jun-Ho", "LOCATION_OTHER"), ("Banks", "CITY")), "PATIENT"),
        ("Eun-Hee Hill is a 61-year-old woman.", (("Eun-Hee Hill", "CITY"),), "PATIENT"),
        (
            "Grace Ann Church, 45, fell.",
            (("Grace", "CITY"), ("Ann", "CITY"), ("Church", "LOCATION_OTHER")),
            "PATIENT",
        ),
        ("Her son Heath Rivers drove her.", (("Heath Rivers", "LOCATION_OTHER"),), "RELATIVE"),
        ("Seen by Dr. Glen Forest.", (("Glen Forest", "LOCATION_OTHER"),), "DOCTOR"),
        ("Charlotte Street denies chest pain.", (("Charlotte Street", "STREET"),), "PATIENT"),
    ],
)
def test_a_name_that_reads_like_a_place_is_a_person_by_what_it_does(text, marked, label):
    assert named(text, *marked) == [(label, " ".join(part for part, _ in marked))]


@pytest.mark.parametrize(
    ("text", "part", "label"),
    [
        ("Walked to Grace Park who called it home.", "Grace Park", "LOCATION_OTHER"),
        ("Lives at 14 Charlotte Lane.", "Charlotte Lane", "STREET"),
        ("The Victoria Banks came to be known.", "Victoria Banks", "LOCATION_OTHER"),
        ("Rides the bus past Glen Heath daily.", "Glen Heath", "CITY"),
        ("Highland Park called about the bill.", "Highland Park", "CITY"),
        ("Glen Brook called back.", "Glen Brook", "HOSPITAL"),
    ],
)
def test_a_place_stays_one(text, part, label):
    assert named(text, (part, label)) == [(label, part)]
