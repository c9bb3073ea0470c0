"""Notes of a case from texts whose identifiers are marked: ``[[PATIENT|Maria Keller]]``."""

import re

from chartveil.case_report.building import CaseTools, build_case
from chartveil.case_report.model import CaseDecisions, CaseNote
from chartveil.case_report.patients import header_patient, note_type_of
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.span import Span

_TOOLS = CaseTools()
"""One for all cases, whose notes are the same over and over."""
_MARK = re.compile(r"\[\[(\w+)\|([^\]]*)\]\]")


def case_note(marked, name="note.txt"):
    """A note as it would be read, with the spans that its marks name."""
    text, spans, at = "", [], 0
    for m in _MARK.finditer(marked):
        text += marked[at : m.start()]
        spans.append(Span(len(text), len(text) + len(m[2]), Label(m[1]), 1.0))
        text += m[2]
        at = m.end()
    text += marked[at:]
    document = Document(text, DocumentSource(name, "text", name))
    return CaseNote(
        document.id,
        text,
        tuple(spans),
        name,
        note_type=note_type_of(text),
        patient=header_patient(text, spans),
    )


def case_of(*marked, tools=_TOOLS, **decisions):
    """The case that marked notes make."""
    notes = [case_note(text, f"{i}.txt") for i, text in enumerate(marked)]
    return build_case(notes, CaseDecisions(**decisions), tools=tools)


def prose(*marked, **decisions):
    """The last note of a case as it becomes, without its first line."""
    case = case_of(*marked, **decisions)
    last = case_note(marked[-1], f"{len(marked) - 1}.txt").id
    text = next(n.text for n in case.notes if n.note.id == last)
    return text.partition("\n")[2].strip()


def days_told(case, note):
    """The days of a note below its head, as ``time_days.txt`` has them."""
    altered = next(n for n in case.notes if n.note.text == note)
    head = len("\n".join(note.split("\n")[:2])) + 1
    whens = [e.when for e in case.events if e.note == altered.note.id and e.start >= head]
    days = ["?" if w is None else str(w.first) if w.is_exact else f"{w.first}..{w.last}" for w in whens]
    return ";".join(days).replace("2019-", "")


def text_of(case, id):
    """The text of a note of a case."""
    return next(n.note.text for n in case.notes if n.note.id == id)
