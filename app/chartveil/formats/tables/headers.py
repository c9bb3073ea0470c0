"""What the header of a table's column says: its role, and whether it may stand in an output.

A header is compared by its words: ``NoteText``, ``note_text`` and ``Note text`` are the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")
_PLAIN = re.compile(r"[ -~]{0,80}")
_MOST_DIGITS = 4

TEXT_LAST_WORDS = frozenset(
    "abstract addendum assessment body comment comments complaint content conclusion course document "
    "examination exam findings finding hpi history impression indication instructions interpretation "
    "letter message narrative note notes plan recommendation recommendations remarks report result "
    "results summary text transcript transcription txt".split()
)
"""A column whose header ends in one of these is taken for text (``radiology_report``)."""

ID_NAMES = tuple(
    "note id|document id|doc id|report id|text id|row id|record id|file id|id|noteid|docid|row|"
    "record|index|accession number|accession".split("|")
)
"""Headers of a column with the document's id, the likeliest first."""

PATIENT_NAMES = tuple(
    "patient id|patientid|subject id|subjectid|mrn|medical record number|patient mrn|mrn number|pid|pat id|"
    "patid|person id|personid|patient number|patient no|patient|subject|person|empi|mpi|nhs number".split("|")
)
"""Headers of a column with the patient's id, the likeliest first."""

NOTE_TYPE_NAMES = tuple("note type|notetype|document type|doc type|report type|category".split("|"))
DATE_NAMES = tuple(
    "note date|document date|report date|chart date|chartdate|chart time|charttime|service date|"
    "date of service|visit date|encounter date|admit date|admission date".split("|")
)

_IDENTIFIER_LAST_WORDS = frozenset(
    "account address birth birthdate city code county date dob email fax id ids key mail mobile mrn name "
    "names no num number phone postcode sex ssn state street surname tel telephone time timestamp type url "
    "user username zip".split()
)
"""A column whose header ends in one of these is never taken for text unless it is named."""

HARMLESS_WORDS = (
    TEXT_LAST_WORDS
    | _IDENTIFIER_LAST_WORDS
    | frozenset(
        "a accession active admission admissions admit age allergies allergy and appointment appt attending "
        "author barcode by category cc cgid chart chartdate charttime chief class clinic clinical clinician "
        "column comorbidities consult contact count country cpt created current data date dates datetime "
        "day days death deceased department dept description diagnoses diagnosis disch discharge disease "
        "doc docid doctor documents dose drug dx ed emergency empi employer encounter encounters end error "
        "ethnicity event facility family field file filename first flag fname follow for from full gender "
        "given group guardian hadm height home hospital hx icd in index initials inpatient institution "
        "insurance insurer is iserror job kin lab lang language last length letters line list lname "
        "location maiden marital medical medication medications meds member meta metadata method middle "
        "mname mod modality modified month mpi next nhs node noteid number nurse objective occupation of on "
        "operation operative order ordering organisation organization original outpatient page part past "
        "pat path pathology patid patient patientid patients payer person personid phi physical physician "
        "pid place plan policy pos postal practice preferred prescription present problem procedure "
        "procedures progress provider race radiology reason record records ref referral referring relation "
        "relationship relative religion role room row rx sample score section seq sequence service set "
        "sheet short social source specialty specimen start status storetime study subject subjectid "
        "subjective suffix surgery surgical symptoms test title to triage uid unit unnamed updated uuid "
        "value version visit visits vital vitals ward weight with work year zipcode".split()
    )
)
"""Words that say what a column holds and nothing about a person. A header with any other word is not
written out: in a file without a header, or of one column a person, it may be a name."""


def header_words(header: str) -> tuple[str, ...]:
    """Words of a header in lower case: ``("note", "text")`` for ``NoteText``."""
    return tuple(word.lower() for word in _WORD.findall(header))


def last_word_is_one_of(header: str, last_words: frozenset[str]) -> bool:
    """Whether the last word of the header, numbers aside, is one of the given."""
    words = [word for word in header_words(header) if not word.isdigit()]
    return bool(words) and words[-1] in last_words


def is_text_header(header: str) -> bool:
    """Whether the header is that of a column of text, by its last word."""
    return last_word_is_one_of(header, TEXT_LAST_WORDS)


def is_identifier_header(header: str) -> bool:
    """Whether the header is that of a column which is not text: a name, an id, a date and the like."""
    return last_word_is_one_of(header, _IDENTIFIER_LAST_WORDS)


def is_harmless_header(header: str) -> bool:
    """Whether the header consists of known words, signs of ASCII and few numbers of at most two digits."""
    words = header_words(header)
    known = all(len(w) <= 2 if w.isdigit() else w in HARMLESS_WORDS for w in words)
    return known and sum(map(str.isdigit, header)) <= _MOST_DIGITS and bool(_PLAIN.fullmatch(header))


def looks_like_header(cell: str) -> bool:
    """Whether a cell could be a column's name: short, on one line, with a letter and few digits."""
    cell = cell.strip()
    digits = sum(c.isdigit() for c in cell)
    return (
        0 < len(cell) <= 60
        and "\n" not in cell
        and "\r" not in cell
        and any(c.isalpha() for c in cell)
        and digits <= 4
        and not cell.endswith((".", ";", ":"))
    )


def find_column(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    """The column whose header is the likeliest of the wanted; None if there is none."""
    spoken = [" ".join(header_words(name)) for name in names]
    for header in wanted:
        if header in spoken:
            return spoken.index(header)
    return None
