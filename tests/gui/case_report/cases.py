"""A case as the pages are shown it."""

import datetime as dt

from chartveil.case_report.model import (
    Alteration,
    AlterationKind,
    AlteredNote,
    CaseDecisions,
    CaseNote,
    CaseReport,
    Certainty,
    Consent,
    Contradiction,
    DatedEvent,
    DayRange,
    FactCategory,
    IndexEvent,
    IndexKind,
    IndirectFact,
    Person,
    PersonKind,
    Rung,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements

FIRST = (
    "Admitted 4 March 2019. Ana Ruiz, 31, worked as a glassblower in Venlo and keeps two wolves.\n"
    "Hemoglobin 9.1. Her sister Eva drove her here.\n"
)
SECOND = "Seen 9 March. Ana is better and plays the theremin.\n"


def _range(text, part):
    start = text.index(part)
    return start, start + len(part)


def _altered(text, part, becomes, kind, label, source=""):
    return Alteration(*_range(text, part), becomes, kind, label, "found by detection", source)


def _note(id, text, day, heading, alterations, number):
    replaced = [Replacement(a.start, a.end, a.text, a.label) for a in alterations]
    note = CaseNote(id, text, (), f"note-{number}.txt", patient="Ana Ruiz")
    return AlteredNote(
        note, DayRange(day, day), heading, alterations, apply_replacements(text, replaced), number
    )


def _fact(note, text, part, category, *wordings, decision=None):
    ladder = (
        Rung(part, "as it stands"),
        *(Rung(w, m, share) for w, m, share in wordings),
        Rung("", "left out"),
    )
    return IndirectFact(
        note, *_range(text, part), category, "a rare thing to tell", ladder, 1, decision=decision
    )


def made_case(decided=None, **decisions):
    """Two notes, three facts of which one stays as it stands, two people."""
    decided = decided or {}
    facts = (
        _fact(
            "a" * 16,
            FIRST,
            "worked as a glassblower",
            FactCategory.WORK,
            ("worked in a craft", "craft worker", 0.03),
        ),
        _fact("a" * 16, FIRST, "keeps two wolves", FactCategory.LEISURE, ("keeps animals", "animals", 0.4)),
        _fact("b" * 16, SECOND, "plays the theremin", FactCategory.LEISURE, ("plays music", "music", 0.1)),
    )
    facts = tuple(
        IndirectFact(
            f.note, f.start, f.end, f.category, f.reason, f.ladder, f.suggested, decision=decided.get(f.key)
        )
        for f in facts
    )
    seen = DayRange(dt.date(2019, 3, 9), dt.date(2019, 3, 9))
    place = _range(SECOND, "9 March")
    event = DatedEvent("b" * 16, *place, "9 March", seen, Certainty.PLACED, "the note before")
    ana = Person(
        "patient", PersonKind.PATIENT, "the patient", ("Ana Ruiz", "Ana"), (("a" * 16, 23, 31),), "f"
    )
    eva = Person(
        "relative-1", PersonKind.RELATIVE, "her sister", ("Eva",), (("a" * 16, 0, 3),), "f", Consent.OPEN
    )
    first = [
        _altered(FIRST, "4 March 2019", "day 0", AlterationKind.DATE, Label.DATE),
        _altered(FIRST, "Ana Ruiz", "The patient", AlterationKind.PERSON, Label.PATIENT, "patient"),
        _altered(FIRST, "31", "30 to 34", AlterationKind.AGE, Label.AGE),
        *_of_fact(facts[0]),
        _altered(FIRST, "Venlo", "a town", AlterationKind.PLACE, Label.CITY),
        *_of_fact(facts[1]),
        _altered(FIRST, "Her sister Eva", "Her sister", AlterationKind.PERSON, Label.RELATIVE, "relative-1"),
    ]
    second = [
        _altered(SECOND, "9 March", "on day 5", AlterationKind.DATE, Label.DATE, event.key),
        _altered(SECOND, "Ana", "The patient", AlterationKind.PERSON, Label.PATIENT, "patient"),
        *_of_fact(facts[2]),
    ]
    day = dt.date(2019, 3, 4)
    index = IndexEvent(IndexKind.ADMISSION, day, "x:9", "the first note tells of it", "admission")
    return CaseReport(
        1,
        "a case",
        (
            _note("a" * 16, FIRST, day, "Day 0: admission note", tuple(first), 1),
            _note("b" * 16, SECOND, dt.date(2019, 3, 9), "Day 5: progress note", tuple(second), 2),
        ),
        ("Ana Ruiz",),
        index,
        (index, IndexEvent(IndexKind.FIRST_NOTE, day, "", "no other event is known", "the first note")),
        (event,),
        (Contradiction("order", "A note tells of a day after it was written."),),
        facts,
        (ana, eva),
        CaseDecisions(**decisions),
        (("scan.pdf", "is encrypted."),),
        ("One passage is in Dutch.",),
    )


def _of_fact(fact):
    if fact.wording is None:
        return ()
    return (
        Alteration(
            fact.start, fact.end, fact.wording, AlterationKind.FACT, Label.PROFESSION, fact.reason, fact.key
        ),
    )
