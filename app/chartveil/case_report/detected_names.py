"""Corrects the names that detection found in each note by what all notes of the case say.

Detection reads a note by itself, or with the names of the others. Here the notes of one patient are held
against each other: what is a hospital in one is none's name in another, a name stands wherever it is
written, and abbreviations and departments name nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from chartveil.case_report.context_names import with_names_from_context
from chartveil.case_report.indirect_facts.occupations import occupations
from chartveil.case_report.model import CaseNote
from chartveil.case_report.patients import name_words
from chartveil.case_report.times.holidays import is_feast
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.lexicon import bundled_lexicon

_PLACES = frozenset({LabelGroup.LOCATION, LabelGroup.ORGANIZATION})
_GENERIC = frozenset("boy girl baby infant twin male female man woman mother father child patient".split())
_ABBREVIATION = re.compile(r"[A-Z]{1,5}")
_BED = re.compile(r"\d{1,2}[A-Z]?(?:/\d{1,2})?")
"""A ward or a bed: ``4B/11``."""
_KIN_OF = re.compile(r"(?:mother|father|son|daughter|wife|husband|baby|parents?|child) of ", re.IGNORECASE)
_TITLE = re.compile(r"\b(?:mr|mrs|ms|miss|dr|drs|prof|professor|doctor|sr)\b\.?[ ]+$", re.IGNORECASE)
_PLACE_FIELD = re.compile(
    r"(?:^|\n|[ \t]{2}|[.;,|][ ])[ \t]*(?:village|town|district|ward no|taluk|tehsil|parish|residence|"
    r"residing at|address|"
    r"native of|p\.?o)[ ]?:?[ ]*\Z",
    re.IGNORECASE,
)
"""``Village: Sisenye B``: no name of a person stands there."""
_CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday friday saturday sunday christmas easter day week month year today".split()
)
_OFTEN_NAMES = frozenset(("royal", "national", "memorial", "county", "st"))
"""Words of general use that are a hospital's name where it is known: ``the National``."""
_INSTITUTION_WORD = re.compile(
    r"\b(?:institute|hospital|infirmary|clinic|centre|center|university|college|school|foundation|trust|sacco|society|"
    r"pharmacy|dispensary)\b",
    re.IGNORECASE,
)
_SMALL_WORDS = ("of", "the", "and", "for")
_NAME_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_SHORTEST = 4
"""Letters of a name that is searched for in the other notes."""


@dataclass(frozen=True, slots=True)
class _CaseNames:
    """What the notes of a case name together, folded.

    Attributes:
        institutions: label of each institution of two words or more.
        places: places, and what stands in a field for one.
        patient: words of the names that headers give the patient.
        families: words of all names of two words or more.
        people: these names, by their words.
        capitals: how often short words in capitals stand in the notes where no name was found.
    """

    institutions: Mapping[str, Label]
    places: frozenset[str]
    patient: frozenset[str]
    families: frozenset[str]
    people: tuple[tuple[str, ...], ...]
    capitals: Mapping[str, int]


def with_consistent_names(notes: Sequence[CaseNote]) -> list[CaseNote]:
    """The notes with spans of names corrected by what all notes of the case say; other spans stay."""
    spans = [(n.text, s) for n in notes for s in n.spans]
    institutions: dict[str, Label] = {}
    for text, span in spans:
        key = _key(span.text(text))
        if span.group is LabelGroup.ORGANIZATION and " " in key:
            institutions.setdefault(key, span.label)
    people = [(text, s, name_words(s.text(text))) for text, s in spans if s.label in PERSON_LABELS]
    known = _CaseNames(
        institutions,
        frozenset(_key(s.text(text)) for text, s in spans if s.group is LabelGroup.LOCATION)
        | frozenset(_key(s.text(text)) for text, s, _ in people if _PLACE_FIELD.search(text[: s.start])),
        frozenset(w for n in notes for w in name_words(n.patient) if len(w) >= _SHORTEST),
        frozenset(w for _, _, words in people if len(words) > 1 for w in words),
        tuple(dict.fromkeys(tuple(words) for _, _, words in people if len(words) > 1)),
        _capitals_beside(notes),
    )
    corrected = [replace(note, spans=tuple(_corrected(note, known))) for note in notes]
    corrected = [with_names_from_context(note, corrected) for note in corrected]
    names = _names_to_find(corrected)
    return [_with_names(note, names) for note in corrected]


def _capitals_beside(notes: Sequence[CaseNote]) -> Counter[str]:
    found: Counter[str] = Counter()
    for note in notes:
        named = [s for s in note.spans if s.label in PERSON_LABELS]
        for m in re.finditer(r"\b[A-Z]{2,5}\b", note.text):
            if not any(s.start < m.end() and m.start() < s.end for s in named):
                found[m.group()] += 1
    return found


def _key(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(name)))


def _corrected(note: CaseNote, known: _CaseNames) -> Iterator[Span]:
    for span in note.spans:
        corrected: Span | None = span
        if span.label in PERSON_LABELS:
            corrected = _corrected_person(note.text, span, known)
        elif _is_clinical(note.text, span):
            corrected = None
        elif span.group in _PLACES:
            corrected = _corrected_place(note.text, span, known)
        if corrected is not None:
            yield corrected


_OBSTETRIC = re.compile(r"(?:G\d{1,2})?P\d{1,2}(?:[A-Z+]\d{0,2})*|G\d{1,2}(?:[A-Z]\d{1,2})*")
_TITRE = re.compile(r"\b1:\d{1,5}\b")
_MEASURED = re.compile(
    r"\b(?:BW|Wt|weight|Ht|HC|OFC|HR|PR|BP|RR|SpO2|sats?|Hb|Hgb|WBC|WCC|TLC|plts?|platelets|CRP|CK|Cr|creat\w*|urea|Na|K|"
    r"EFW|EBL|UOP|temp|T|GCS|PSA|ferritin|TSH|INR|peak|nadir)[ ]?[:=]?[ ]?$"
)


def _is_clinical(text: str, span: Span) -> bool:
    """Whether what looks like a number of somebody is one of the case: ``G3P1M1``, ``BW 884``."""
    written = span.text(text)
    if span.group not in (LabelGroup.CONTACT, LabelGroup.ID) and span.label is not Label.ZIP:
        return False
    if _OBSTETRIC.fullmatch(written) or _TITRE.search(text[max(0, span.start - 2) : span.end]):
        return True
    inside = re.match(r"([A-Za-z0-9]+[ ]?[:=]?[ ]?)(\d{1,5}(?:\.\d+)?)$", written)
    if inside and _MEASURED.search(inside[1]):
        return True
    short = re.fullmatch(r"\d{1,5}(?:\.\d+)?", written)
    return bool(short and _MEASURED.search(text[max(0, span.start - 14) : span.start]))


_TIME_WORD = r"(?:DOLs?|POD|PPD|PND|PBD|HD|DOA|DOS|DOB|PMA|Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)"
_TIME_BESIDE = re.compile(rf"[\s,;:/(-]+{_TIME_WORD}\.?$")
"""Words of time that detection took for a part of the name before them: ``Tobias, DOL``."""


def _is_time(written: str, after: str) -> bool:
    """Whether what was taken for a name is a word of a count, a weekday or a feast."""
    if re.fullmatch(rf"{_TIME_WORD}(?:\s?#?\d{{1,3}})?\.?", written):
        return not re.match(r"[ ](?-i:[A-Z][a-z])", after)
    return is_feast(written) or is_feast(written + (re.match(r"[ ]?\w*", after) or [""])[0])


def _corrected_person(text: str, span: Span, known: _CaseNames) -> Span | None:
    if beside := _TIME_BESIDE.search(span.text(text)):
        span = replace(span, end=span.start + beside.start())
    written = span.text(text)
    if _is_time(written, text[span.end : span.end + 12]) and not _TITLE.search(
        text[max(0, span.start - 12) : span.start]
    ):
        return None
    if m := _KIN_OF.match(written):
        span = replace(span, start=span.start + m.end())
        written = span.text(text)
    if len(written) == 1 or (written.islower() and (written in _GENERIC or len(written) < _SHORTEST)):
        return None
    if _TITLE.search(text[max(0, span.start - 12) : span.start]):
        return span
    if fold(written) in _CALENDAR or re.match(r"[ ](?:Day|Eve)\b", text[span.end : span.end + 5]):
        return None
    key = _key(written)
    words = key.split()
    if len(words) > 1 and (label := _institution_label(key, known.institutions)):
        return replace(span, label=label)
    if "&" in written or _INSTITUTION_WORD.search(written):
        return replace(span, label=Label.HOSPITAL if "&" not in written else Label.ORGANIZATION)
    if _is_abbreviation_of(written, known.institutions):
        return replace(span, label=Label.HOSPITAL)
    if written.islower() and " " not in written and _is_ordinary(written, text):
        return None  # ``leech``
    is_initials = _is_signed(text, span) or any(_initials(name) == written for name in known.people)
    is_used = (
        _in_table(text, span)
        or known.capitals.get(written, 0) >= _OFTEN
        or written in role_words().kept_abbreviations
    )
    if not is_initials and is_used and _is_abbreviation(written, known.institutions):
        return None
    if key in known.places:
        return replace(span, label=Label.CITY)
    if len(words) == 1 and key not in known.families and _institution_label(key, known.institutions):
        return replace(span, label=Label.LOCATION_OTHER)  # ``Castellan University Medical Center``
    if key in occupations().groups and key not in known.families:
        return replace(span, label=Label.PROFESSION)
    return span


_BEHIND_INITIALS = re.compile(
    r"[ ]{0,2}(?:\n|$|[,/(]|(?:RN|RM|MD|SHO|SpR|StR|CT\d|ST\d|FY\d|reg|MO|HO|CO|PA|NP|PT|OT|RD)\b)",
    re.IGNORECASE,
)


_OFTEN = 2
"""How often capitals stand in the notes as no name before they are taken for none elsewhere."""


def _in_table(text: str, span: Span) -> bool:
    line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return len(re.findall(r"[ ]{2,}|\t|\|", line)) > 2


def _is_signed(text: str, span: Span) -> bool:
    """Whether capitals stand where somebody signs: behind a stroke, before a calling, or at the end of a line
    that is no row of a table."""
    before = text[max(0, span.start - 2) : span.start].strip()
    return before in ("/", "-", "–") or (
        not _in_table(text, span) and _BEHIND_INITIALS.match(text, span.end) is not None
    )


def _is_ordinary(word: str, text: str) -> bool:
    """Whether a word in small letters is one of the language: it is common, or the note inflects it."""
    inflected = re.search(rf"\b{re.escape(word)}(?:e?s|ed|ing)\b", text)
    return inflected is not None or bundled_lexicon().is_common(fold(word))


def _initials(name: Sequence[str]) -> str:
    return "".join(word[0] for word in name).upper()


def _institution_label(key: str, institutions: Mapping[str, Label]) -> Label | None:
    """The label of the institution of whose name these are the first words."""
    return next((label for name, label in institutions.items() if f"{name} ".startswith(f"{key} ")), None)


def _is_abbreviation_of(written: str, institutions: Mapping[str, Label]) -> bool:
    """Whether capitals are the initials of an institution that the case names."""
    if not _ABBREVIATION.fullmatch(written) or len(written) < 2:
        return False
    return any(
        "".join(w[0] for w in name.split() if w not in _SMALL_WORDS).startswith(written.lower())
        for name in institutions
    )


def _corrected_place(text: str, span: Span, known: _CaseNames) -> Span | None:
    written = span.text(text)
    if (m := re.match(r"[a-z][ ]", written)) and text[span.start - 1 : span.start] == "/":
        span = replace(span, start=span.start + m.end())  # ``the MO i/c Casualty``
        written = span.text(text)
    words = _key(written).split()
    if _BED.fullmatch(written):
        return None
    if span.group is LabelGroup.LOCATION:
        if len(words) == 1 and words[0] in known.patient:
            return replace(span, label=Label.PATIENT)
        return None if _is_abbreviation(written, known.institutions) else span
    if _is_abbreviation(written, known.institutions) or _names_nothing(words):
        return None
    return span


def _is_abbreviation(written: str, institutions: Mapping[str, Label]) -> bool:
    """Whether capitals are a clinical abbreviation or a calling, and no institution of the case."""
    return (
        bool(_ABBREVIATION.fullmatch(written))
        and not _is_abbreviation_of(written, institutions)
        and (written in bundled_lexicon().abbreviations or written in role_words().kept_abbreviations)
    )


def _names_nothing(words: Sequence[str]) -> bool:
    """Whether a department is no more than a department: ``Male Medical``, ``Casualty``."""
    general = role_words().general
    return all(w in general or len(w) == 1 for w in words) and _OFTEN_NAMES.isdisjoint(words)


def _names_to_find(notes: Sequence[CaseNote]) -> dict[str, Label]:
    """Words of names that are searched for in all notes: no ordinary word, none of the calendar.

    Names of kin and of the patient come before those of who treats.
    """
    ordinary = {w for n in notes for w in re.findall(r"(?<![\w'’-])[a-z]{3,}(?![\w'’-])", n.text)}
    lexicon = bundled_lexicon()
    found: dict[str, Label] = {}

    def tells(word: str) -> bool:
        folded = fold(word)
        return (
            len(word) >= _SHORTEST
            and word[0].isupper()
            and folded not in ordinary
            and folded not in _CALENDAR
            and not lexicon.is_common(folded)
            and word.upper() not in lexicon.abbreviations
        )

    for label in (
        Label.PATIENT,
        Label.RELATIVE,
        Label.DOCTOR,
        Label.CITY,
        Label.HOSPITAL,
        Label.ORGANIZATION,
    ):
        for note in notes:
            for span in note.spans:
                if span.label is not label:
                    continue
                words = _NAME_WORD.findall(span.text(note.text))
                if label not in PERSON_LABELS:
                    words = words[:1]  # what a place or a firm is called by: ``Heaslip's Pharmacy``
                for word in words:
                    if tells(word := re.sub(r"['’]s$", "", word)):
                        found.setdefault(fold(word), label)
    return found


def _with_names(note: CaseNote, names: dict[str, Label]) -> CaseNote:
    """A note with a span for each of the names where none is."""
    if not names:
        return note
    more: list[Span] = []
    kept = list(note.spans)
    for m in _NAME_WORD.finditer(note.text):
        word = re.sub(r"['’]s$", "", m.group())
        label = names.get(fold(word))
        if label is None or not word[0].isupper():
            continue
        span = Span(m.start(), m.start() + len(word), label, 1.0)
        # ``Marli`` is no day, also where detection took it for one.
        kept = [s for s in kept if (s.start, s.end) != (span.start, span.end) or _is_name(s)]
        if not any(span.overlaps(other) for other in kept):
            more.append(span)
    return replace(note, spans=tuple(sorted((*kept, *more)))) if more else note


def _is_name(span: Span) -> bool:
    return span.label in PERSON_LABELS or span.group in _PLACES
