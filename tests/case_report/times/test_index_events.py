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
