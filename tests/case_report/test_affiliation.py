"""What the author's affiliation names is a place in the notes, too."""

import pytest

from case_notes import case_of, prose
from chartveil.case_report.estimate import Assumptions, estimate

_HEAD = "Clinic note\nDate: 06/10/2019\n"


@pytest.mark.parametrize(
    ("affiliation", "written", "becomes"),
    [
        ("Burns Unit, St Ogg's Hospital, Floss", "She came to St Ogg's Hospital.", "She came to a hospital."),
        ("Ward 3, St Ogg’s Hospital, Floss", "She came to St Ogg's.", "She came to a hospital."),
        ("Department of Medicine, University Hospital of Oakvale", "She lives in Oakvale.",
         "She lives in a town."),
        ("Floss, UK", "A fall in Floss, seen here.", "A fall in a town, seen here."),
        # Words that name nothing, and ordinary words.
        ("Department of Internal Medicine, University Hospital", "Seen in internal medicine at the hospital.",
         "Seen in internal medicine at the hospital."),
        ("Reading", "She is reading again.", "She is reading again."),
        ("", "She came to the hospital.", "She came to the hospital."),
    ],
)  # fmt: skip
def test_what_the_affiliation_names_becomes_a_class(affiliation, written, becomes):
    assert prose(_HEAD + written, affiliation=affiliation).split("\n")[-1] == becomes


def test_it_counts_as_an_indirect_fact_and_asks_for_its_region():
    plain, told = case_of(_HEAD + "Ill."), case_of(_HEAD + "Ill.", affiliation="Floss")
    assert estimate(told).standing == estimate(plain).standing + 1
    assert any("affiliation" in w for w in estimate(told).warnings)
    assert not any("affiliation" in w for w in estimate(told, Assumptions(population=20_000)).warnings)
    assert not any("affiliation" in w for w in estimate(plain).warnings)
