"""Names become roles, places classes, numbers nothing; and every sentence stays whole."""

import pytest

from case_notes import case_of, prose
from chartveil.case_report.model import Consent, FactChoice, FactDecision, PersonKind

_HEAD = "Clinic note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 06/10/2019\nShe is well. Her pain is less.\n"


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Mrs. [[PATIENT|Lindqvist]] slept.", "The patient slept."),
        ("[[PATIENT|Eva]]'s knee hurt.", "The patient's knee hurt."),
        ("We saw [[PATIENT|Eva Lindqvist]] today.", "We saw the patient today."),
        ("The patient, [[PATIENT|Eva Lindqvist]], slept.", "The patient slept."),
        ("Patient [[PATIENT|Eva Lindqvist]] slept.", "The patient slept."),
        ("Her son [[RELATIVE|Nils]] drove.", "Her son drove."),
        ("Her son, [[RELATIVE|Nils]], drove.", "Her son drove."),
        ("[[RELATIVE|Nils]], her son, drove.", "Her son drove."),
        ("[[RELATIVE|Nils]] (son) drove.", "Her son drove."),
        ("Brought by gogo [[RELATIVE|Esther]] (baby's grandmother).", "Brought by gogo her grandmother."),
        ("[[RELATIVE|Asha]] (the baby's aunt) drove.", "Her aunt (the baby's aunt) drove."),
        ("Maternal grandmother [[RELATIVE|Pam]] came.", "Maternal grandmother came."),
        ("Older brother [[RELATIVE|Jim]] and late uncle [[RELATIVE|Ted]].", "Older brother and late uncle."),
        ("Eldest son, [[RELATIVE|Karl]], drove.", "Eldest son drove."),
        ("A 34 y.o. [[PROFESSION|Lineman]] came.", "A 30- to 34-year-old worker came."),
        ("Her son [[RELATIVE|Nils]]'s car.", "Her son's car."),
        ("Her son [[RELATIVE|Nils]] came. [[RELATIVE|Nils]] left.", "Her son came. Her son left."),
        ("[[PATIENT|Eva]]'s sister, [[RELATIVE|Karin]], called.", "The patient's sister called."),
        ("Seen by Dr. [[DOCTOR|Osei]], MD (Cardiology).", "Seen by the cardiologist."),
        ("The cardiologist, Dr. [[DOCTOR|Osei]], agreed.", "The cardiologist agreed."),
        ("Referred by Dr. [[DOCTOR|Osei]].", "Referred by the referring physician."),
        ("Discussed with Dr. [[DOCTOR|Osei]].", "Discussed with a colleague."),
        ("[[DOCTOR|Osei]], RN, called.", "The nurse, called."),
        # Who treats is never the patient, whatever the label says.
        ("Anaes. Mr. [[PATIENT|Elkan Rotich]] came.", "Anaes. the anaesthetist came."),
        ("Intubated by Mr. [[PATIENT|Elkan Rotich]].", "Intubated by a colleague."),
        ("Physio: [[PATIENT|Obadiah Luswet]] was told.", "Physio: the physiotherapist was told."),
        ("Presented by Ms [[PATIENT|A. Szymanski]] (surgeon)", "Presented by the surgeon"),
        ("Dr. [[RELATIVE|Osei]] and Dr. [[DOCTOR|Anna Osei]] met.", "A colleague and a colleague met."),
        (
            "Her brother [[RELATIVE|Colm]] came. Dr. [[RELATIVE|C. Berg]] called.",
            "Her brother came. A colleague called.",
        ),
        (
            "Seen by [[DOCTOR|Imke Mohr-Nair]]. [[DOCTOR|IMN]] agreed.",
            "Seen by a colleague. A colleague agreed.",
        ),
        # Relatives who share the patient's name.
        (
            "Her son [[RELATIVE|Nils]] left. Mr [[PATIENT|Nils Lindqvist]] flies.",
            "Her son left. Her son flies.",
        ),
        (
            "Her father [[RELATIVE|Per Lindqvist]] left. Mr [[PATIENT|Lindqvist]] called.",
            "Her father left. Her father called.",
        ),
        ("Dtr [[RELATIVE|Ida]] helps.", "Dtr helps."),
        ("We saw dtr [[RELATIVE|Ida]] today.", "We saw her daughter today."),
        ("S/o [[RELATIVE|Prakas]] is here; met s/o [[RELATIVE|Prakas]].", "S/o is here; met her father."),
        ("Ex-partner [[RELATIVE|Darryl]] not to be called.", "Ex-partner not to be called."),
        (
            "The girl was named [[RELATIVE|Gladys Neema]] after our nurse.",
            "The girl was named after our nurse.",
        ),
        ('[[PATIENT|Eva Lindqvist]] ("[[PATIENT|Evi]]") slept.', "The patient slept."),
        # A salutation tells no kinship.
        ("Dear Colleague,\n[[PATIENT|Eva]] is ill.", "Dear Colleague,\nThe patient is ill."),
        # Signatures go, with what stands in them.
        ("Stable.\n[[DOCTOR|J. Osei]], CO", "Stable."),
        ("Stable.\nDr [[DOCTOR|Anna Osei]], Consultant Geriatrician", "Stable."),
        ("Stable.\n[[DOCTOR|B. Osei]], Intern MO     for Dr. [[DOCTOR|P. Park]]", "Stable."),
        ("Stable.\nDr. [[DOCTOR|Osei]] aware.", "Stable.\nA colleague aware."),
        (
            "Surgeon Dr. [[DOCTOR|Osei]] and surgeon Dr. [[DOCTOR|Park]] met; Dr. [[DOCTOR|Park]] left.",
            "The surgeon and a second surgeon met; a second surgeon left.",
        ),
        ("She lives in [[CITY|Ashford]], [[STATE|Kent]].", "She lives in a town."),
        ("Moved from [[COUNTRY|Kenya]] to [[CITY|Leeds]].", "Moved from a country to a town."),
        ("Sent to the [[HOSPITAL|Lake Orrin Regional Hospital]].", "Sent to a regional hospital."),
        ("Her local [[HOSPITAL|Mercy Clinic]] called.", "Her local clinic called."),
        ("She works at [[ORGANIZATION|Corning]] [[PROFESSION|glassworks]].", "She works at a factory."),
        ("Home to [[STREET|12 Mill Lane]], [[CITY|Ashford]] [[ZIP|TN23 4AB]].", "Home."),
        ("Home to [[STREET|12 Mill Lane]], [[CITY|Ashford]] with her son.", "Home with her son."),
        ("Call her at [[PHONE|(555) 210-0192]].", "Call her."),
        ("Call her at [[PHONE|555-0192]] if worse.", "Call her if worse."),
        ("Her MRN [[MRN|40-118]] was checked.", "The record number was checked."),
        ("Specimen (accession no. [[IDNUM|S19-442]]) was sent.", "Specimen was sent."),
        ("Son ([[RELATIVE|Nils]], [[PHONE|555-0192]]) drives.", "Son drives."),
        ("A retired [[PROFESSION|glassblower]], she walks.", "A retired worker, she walks."),
        ("She is an [[PROFESSION|attorney]].", "She is a worker."),
        ("MRN: [[MRN|40-118]]   Age: 61   Sex: F", "Age: 60 to 64   Sex: F"),
        ("Attending: Dr. [[DOCTOR|Osei]]\nStable.", "Stable."),
        ("Stable.\nElectronically signed by [[DOCTOR|A Osei]], MD on 06/10/2019", "Stable."),
        ("Stable.\ncc: Dr. [[DOCTOR|Osei]], fax [[FAX|555-0160]]", "Stable."),
        ("CC: [[PATIENT|Eva]] has chest pain.", "CC: The patient has chest pain."),
        ("Completed antibiotics on 06/08/2019.", "Completed antibiotics on day -2."),
        ("With many regards to [[RELATIVE|Nils]] she left.", "With many regards to a relative she left."),
        ("Reported by her son [[RELATIVE|Nils]].", "Reported by her son."),
        ("Reported by: Dr. [[DOCTOR|Osei]]\nStable.", "Stable."),
        (
            "Dear Dr. [[DOCTOR|Osei]], Mrs. [[PATIENT|Lindqvist]] came alone. She fell twice at home and was "
            "sore for a week after each, so that she walks less.",
            "The patient came alone. She fell twice at home and was sore for "
            "a week after each, so that she walks less.",
        ),
        (
            "[[PATIENT|Eva Lindqvist]], MRN [[MRN|40-118]], phone [[PHONE|555-0192]]. Well.",
            "The patient. Well.",
        ),
        ("She lives on the [[ORGANIZATION|Lady]] [[ORGANIZATION|Jane]].", "She lives on an organisation."),
        ("Read by: Dr. [[DOCTOR|Osei]], today.", "Read by: the radiologist, today."),
        ("Operator: Dr. [[DOCTOR|Osei]]. Assistant: Dr. [[DOCTOR|Park]]. Sedation: 3 mg.", "Sedation: 3 mg."),
        ("Provider: [[DOCTOR|Osei]], MD for Dr. [[DOCTOR|Park]]\nStable.", "Stable."),
        ("Patient: [[PATIENT|Eva Lindqvist]], stable.", "Patient: the patient, stable."),
        ("Stable.\nWith best wishes\n[[DOCTOR|Anna Osei]]", "Stable."),
        ("Stable.\nYours sincerely,\n[[DOCTOR|Anna Osei]]", "Stable."),
    ],
)
def test_a_place_of_a_text_becomes(written, becomes):
    text = prose(_HEAD + written)
    assert text.partition("Her pain is less.\n")[2] == becomes


def test_a_mayor_is_no_farmer_and_nothing_else_is_made_up():
    text = prose(_HEAD + "She was the [[PROFESSION|mayor]] of [[CITY|Ashford]] until she fell.")
    assert text.endswith("She was the worker of a town until she fell.")


def test_two_daughters_are_two_people():
    case = case_of(
        _HEAD
        + "Her daughter [[RELATIVE|Ida]] came; her daughter [[RELATIVE|Liv]] called. [[RELATIVE|Liv]] left."
    )
    roles = {p.names: p.role for p in case.people if p.kind is PersonKind.RELATIVE}
    assert roles == {("Ida",): "her daughter", ("Liv",): "a second daughter"}
    assert case.notes[0].text.endswith("Her daughter came; a second daughter called. A second daughter left.")


def test_a_role_can_be_changed_and_who_refuses_is_left_out():
    text = _HEAD + "Her son [[RELATIVE|Nils]] has cystic fibrosis. She slept well."
    key = next(p.key for p in case_of(text).people if p.kind is PersonKind.RELATIVE)
    refused = prose(text, people={key: ("", Consent.REFUSED, "by letter")})
    assert refused.endswith("Her pain is less.\nShe slept well.")
    renamed = prose(
        _HEAD + "[[RELATIVE|Nils]] drove. Her son [[RELATIVE|Nils]] left.",
        people={key: ("a relative", Consent.GIVEN, "")},
    )
    assert "A relative drove." in renamed


def test_own_words_and_facts_take_the_place_of_what_is_inside_them():
    case = case_of(_HEAD + "She won a medal in [[CITY|Oslo]] in 1994.")
    note = case.notes[0].note
    start = note.text.index("won")
    wording = {f"{note.id}:{start}-{len(note.text) - 1}": "was a good skater"}
    text = prose(_HEAD + "She won a medal in [[CITY|Oslo]] in 1994.", wordings=wording)
    assert text.endswith("She was a good skater.")
    assert FactDecision(FactChoice.GENERALISE, 1).rung == 1


def test_notes_of_two_patients_are_told():
    other = "Clinic note\nPatient: [[PATIENT|Brandt, Otto]]\nDate: 06/11/2019\nHe is well."
    case = case_of(_HEAD, other)
    assert [c.kind for c in case.contradictions] == ["patient"]
    assert len(case.patients) == 2
