"""Names of a case are what all its notes together say they are."""

import pytest

from case_notes import case_of, prose

_HEAD = "Clinic note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 06/10/2019\nSex: F\nShe is well.\n"


@pytest.mark.parametrize(
    ("elsewhere", "written", "becomes"),
    [
        # A hospital in one note is nobody in another, nor are its initials.
        ("At [[HOSPITAL|Mater Carita Hospital]].", "Told [[DOCTOR|Mater Carita]].", "a hospital"),
        ("At [[HOSPITAL|Lake Orrin Tertiary Hospital]].", "To [[DOCTOR|LOTH]] by car.", "a hospital by car"),
        ("At [[HOSPITAL|Orrin University Hospital]].", "Home to [[DOCTOR|Orrin]].", "Home to a place."),
        ("", "Sent to [[DOCTOR|Orrin Institute of Child Health]].", "Sent to a hospital."),
        ("", "Works for [[RELATIVE|Baxter & Daughter Masonry]].", "Works for a factory."),
        # A village is one wherever it is named.
        ("Village: [[RELATIVE|Sisenye B]]  Tel", "She went to [[RELATIVE|Sisenye B]].", "went to a town."),
        # The family name is the patient's also where it is taken for a town.
        ("", "[[CITY|Lindqvist]] slept.", "The patient slept."),
        # A name is known in all notes once one tells it.
        ("Her son [[RELATIVE|Njalsson]] came.", "Told Njalsson by phone.", "Told her son by phone."),
        ("Her son [[RELATIVE|Njalsson]] came.", "Told [[DATE|Njalsson]] today.", "Told her son today."),
        ("At [[ORGANIZATION|Heaslip's Pharmacy]].", "Back to Heaslip's now.", "Back to an organisation"),
        ("Her friend Mr [[RELATIVE|May]] came.", "With Mr [[RELATIVE|May]] again.", "With her friend again"),
        # What names nothing stays.
        ("", "Carers cut to [[ORGANIZATION|BD]] now.", "Carers cut to BD now."),
        ("", "Moved to [[HOSPITAL|Male Medical]].", "Moved to Male Medical."),
        ("", "From ward [[HOSPITAL|4B]].", "From ward 4B."),
        ("", "the MO i/[[ORGANIZATION|c Casualty]]", "The MO i/c Casualty"),
        ("", "An ex-26w2d [[PATIENT|boy]], pink.", "An ex-26w2d boy, pink."),
        ("", "Grew E. coli, cip [[RELATIVE|S]].", "Grew E. coli, cip S."),
        ("", "Urea 9 ([[DOCTOR|bl]] 5).", "Urea 9 (bl 5)."),
        ("", "[[PATIENT|Stonemason]], fit.", "Worker, fit."),
        # Words of time, ordinary words and abbreviations are nobody.
        ("", "Slept on [[PATIENT|DOL]] 2.", "Slept on age 0 to 6 days."),
        ("", "Came after [[DOCTOR|Dussehra]] 2018.", "Came after about day"),
        ("", "Two leeches. A [[DOCTOR|leech]] will not attach.", "A leech will not attach."),
        ("", "Bowels  -  BNO  [[DOCTOR|BO]]  [[DOCTOR|BO]]  soft", "Bowels  -  BNO  BO  BO  soft"),
        # Who is called by a month, and single letters.
        ("Children: June (14) and Wim (9).", "June did not speak.", "A relative did not speak."),
        ("Children: June (14) and Wim (9).", "Seen in June 2018.", "Seen between day"),
        ("Her niece May came.", "May was late, may stay until May.", "her niece was late, may stay until"),
        ("Her daughter April came.", "Told April by phone.", "told her daughter by phone."),
        ("", "Pulse fell, MD Friday paged.", "Pulse fell, a colleague paged."),
        ("", "Foul drain. Dr B. aware.", "Foul drain. A colleague aware."),
        ("", "RN there by 1030. /dk\nOk.", "RN there by 1030."),
        # A state behind its town, a department behind its hospital, numbers of things.
        ("", "Sent to [[CITY|Faulkton]], SD\nOk.", "Sent to a town\nok."),
        ("", "At [[HOSPITAL|Orrin Children's]] NICU.", "At an intensive care unit."),
        ("", "Valve lot 0091772 fitted.", "Valve fitted."),
        ("", "Claim DFM-2290-6614 open.", "Open."),
        ("", "Free to drive, subject to DVLA. Work on.", "subject to the licensing authority. Work on."),
        ("", "Slept well. EL tearful today.", "Slept well. The patient tearful today."),
        ("", "Given EL 20 mg.", "Given EL 20 mg."),
    ],
)  # fmt: skip
def test_a_name_is_what_the_case_says(elsewhere, written, becomes):
    text = prose(_HEAD + elsewhere, _HEAD.replace("06/10", "06/12") + written)
    assert becomes.lower() in text.partition("She is well.\n")[2].lower()


def test_measures_and_titres_are_no_numbers_of_a_person():
    text = prose(
        _HEAD
        + "[[IDNUM|G3P1M1]], [[IDNUM|BW 884]], "
        + "measles IgG [[IDNUM|1:64]], serum 1:[[IDNUM|4096]], [[ZIP|G2P1]], "
        + "lab no. [[IDNUM|88106]]."
    )
    assert "G3P1M1, BW 884, measles IgG 1:64, serum 1:4096, G2P1" in text
    assert "88106" not in text


def test_an_ordinary_word_is_no_name_in_the_other_notes():
    case = case_of(_HEAD + "Seen by Dr. [[DOCTOR|Rest]].", _HEAD.replace("06/10", "06/12") + "Rest was good.")
    assert case.notes[1].text.endswith("Rest was good.")
