"""The day that a case is about, which is proposed as day 0."""

import datetime as dt

import pytest

from case_notes import case_of
from chartveil.case_report.model import IndexKind

_ADMISSION = "Admission note\nDate of admission: 06/03/2019\nShe came."
# A Wednesday of the next week.
_NOTE = "Clinic note\nDate: 06/12/2019\n"
_OPERATION_NOTE = "Operation note\nDate of surgery: 06/05/2019\nTotal colectomy for colitis."


@pytest.mark.parametrize(
    ("notes", "kind", "day"),
    [
        # A great operation that later notes go on naming.
        ((_ADMISSION, _OPERATION_NOTE, _NOTE + "Well after colectomy."),
         IndexKind.OPERATION, dt.date(2019, 6, 5)),
        # A stay, told by its run of days.
        (("Letter\n06/20/2019\nWe report on her stay from 3 June to 14 June 2019.",
          "Clinic note\nDate: 07/01/2019\nWell."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        # A small one, and one that nobody speaks of again.
        ((_ADMISSION, _OPERATION_NOTE, _NOTE + "Well."), IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        ((_ADMISSION, "Operation note\nDate of surgery: 06/05/2019\nBiopsy.", _NOTE + "Well after biopsy."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        # Somebody who was hurt: the arrival, whatever was operated then.
        (("ED triage 06/03/2019\nMotorcycle crash.", _OPERATION_NOTE, _NOTE + "Well after colectomy."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        (("ED triage 06/03/2019\nBelly pain. No trauma. PMH: stroke.", _OPERATION_NOTE,
          _NOTE + "Well after colectomy."), IndexKind.OPERATION, dt.date(2019, 6, 5)),
        # A bed that came the day after somebody was seen; a stay long before the notes that follow it.
        (("ED consult 06/02/2019\nMute.", "Ward note\nDate: 06/04/2019\nAdmitted 06/03/2019.",
          _NOTE + "Well."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
        (("Discharge summary\nDate of admission: 03/04/2019\nDischarged: 03/09/2019\nFever.", _OPERATION_NOTE,
          _NOTE + "Well.", "Clinic note\nDate: 07/01/2019\nFever since 06/28/2019."),
         IndexKind.ADMISSION, dt.date(2019, 3, 4)),
        # One that is told in running text alone, long before the notes.
        (("Clinic letter\n06/20/2019\nShe was admitted on 03/04/2019 with fever.",
          "Clinic letter\n07/01/2019\nWell. Cough since 06/28/2019."),
         IndexKind.ADMISSION, dt.date(2019, 3, 4)),
        (("Clinic note\nDate: 01/15/2019\nTired.", "CODE STROKE 2019-06-03\nAphasia.", _NOTE + "Speaks."),
         IndexKind.ADMISSION, dt.date(2019, 6, 3)),
    ],
)  # fmt: skip
def test_the_day_that_the_case_is_about_is_proposed_first(notes, kind, day):
    index = case_of(*notes).index
    assert (index.kind, index.date) == (kind, day)


@pytest.mark.parametrize("word", ["OLT", "DDLT", "liver transplant"])
def test_names_of_one_operation_count_as_that_operation(word):
    arrival = "ED note 06/03/2019\nFever, jaundice."
    operation = f"Operative report\nDOS: 06/05/2019\n{word} for cholangitis."
    later = "Clinic note\nDate: 07/12/2019\nWell after transplant."
    index = case_of(arrival, operation, later).index
    assert (index.kind, index.date) == (IndexKind.OPERATION, dt.date(2019, 6, 5))


def _proposed(*notes):
    return {(p.kind, str(p.date)) for p in case_of(*notes).proposals}


@pytest.mark.parametrize("words", [
    "TB treatment started 06/05/2019.", "Regimen 2RHZE/4RH. Start 06/05/2019.",
    "ART commenced on 06/05/2019.", "First dose of rituximab 06/05/2019.", "Clozapine since 06/05/2019.",
    "Began dialysis on 06/05/2019.", "C1D1 06/05/2019.", "Loading dose 06/05/2019 in the day unit.",
    "Carbamazepine was initiated on 06/05/2019.", "Vaccinated on 06/05/2019.",
    "Switched to lithium 06/05/2019.",
])  # fmt: skip
def test_the_start_of_a_treatment_is_among_the_proposals(words):
    notes = ("Clinic note\nDate: 06/01/2019\nCough.", f"Clinic note\nDate: 06/12/2019\n{words} Well.")
    assert (IndexKind.TREATMENT, "2019-06-05") in _proposed(*notes)


@pytest.mark.parametrize("words", [
    "Fell from a ladder on 06/05/2019.", "Date of injury: 06/05/2019", "Accident: 06/05/2019",
    "Bitten by a dog 06/05/2019.", "Crushed by a cow on 06/05/2019.", "Overdose on 06/05/2019.",
    "RTA 06/05/2019, rear seat.", "Burnt at work 06/05/2019.", "Swallowed a battery on 06/05/2019.",
    "Trampled on 06/05/2019.", "DOI: 06/05/2019",
])  # fmt: skip
def test_an_injury_is_among_the_proposals(words):
    notes = ("Clinic note\nDate: 06/10/2019\nPain.", f"Clinic note\nDate: 06/12/2019\n{words}\nWell.")
    assert (IndexKind.INJURY, "2019-06-05") in _proposed(*notes)


@pytest.mark.parametrize("words", [
    "Kocher-Langenbeck on 06/05/2019.", "Whipple 06/05/2019.", "Hartmann's on 06/05/2019.",
    "Op: 06/05/2019", "Burr hole 06/05/2019.", "Roux-en-Y on 06/05/2019.", "Bentall 06/05/2019.",
    "TURBT 06/05/2019.", "Ex-fix 06/05/2019.", "Pfannenstiel 06/05/2019.", "Washout 06/05/2019 in theatre.",
    "Lichtenstein on 06/05/2019.", "PBMV 06/05/2019.",
])  # fmt: skip
def test_an_operation_without_an_operation_word_is_among_the_proposals(words):
    notes = ("Clinic note\nDate: 06/10/2019\nPain.", f"Clinic note\nDate: 06/12/2019\n{words}\nWell.")
    assert (IndexKind.OPERATION, "2019-06-05") in _proposed(*notes)


def test_the_days_that_most_notes_name_are_among_the_proposals():
    notes = [f"Clinic note\nDate: 06/{n}/2019\nAs on 06/05/2019, no worse." for n in (10, 12, 14)]
    assert (IndexKind.OTHER, "2019-06-05") in _proposed(*notes)


def test_the_day_that_notes_count_from_is_proposed_as_that_of_a_transplant():
    notes = ("Ward note 06/10/2019\nDay +5. Fever.", "Ward note 06/12/2019\nDay +7. Better.")
    assert (IndexKind.TRANSPLANT, "2019-06-05") in _proposed(*notes)
