"""Whether a patient has one name, shift, job and town in all notes."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from benchmarks.hospital.made_hospital import MadeNote, Patient
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import LabelGroup
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.nicknames import load_nicknames
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

_NAMING = (LabelGroup.NAME, LabelGroup.LOCATION, LabelGroup.ORGANIZATION)
Told = list[tuple[str, str, str]]
"""What an identifier tells, its value, and its surrogate."""


def copied(engine: SurrogateEngine, patient: Patient, notes: list[MadeNote]) -> list[Told]:
    """The surrogates of each note of a patient."""
    out = []
    told = (m for note in notes for m in note.marks)
    names = sorted({value for _, _, label, _, value in told if label.group in _NAMING})
    for n, note in enumerate(notes):
        document = Document(note.text, DocumentSource(f"{n}.txt", "txt", f"{n}"), patient_id=patient.id)
        spans = [Span(start, end, label, 1.0) for start, end, label, _, _ in note.marks]
        made = {r.start: r.text for r in engine.replacements(document, spans, names)}
        out.append([(tells, value, made[start]) for start, _, _, tells, value in note.marks])
    return out


def graded(patient: Patient, told: list[Told], lists: SurrogateLists) -> Counter[str]:
    """Counts of what holds for a patient; ``of …`` is how many there were."""
    values: dict[str, set[str]] = {}
    shifts: set[int] = set()
    found: Counter[str] = Counter()
    originals = {
        fold(value) for note in told for tells, value, _ in note if tells not in ("date", "zip", "initials")
    }
    originals |= {w for value in originals for w in value.replace(",", "").split() if len(w) > 3}
    doctors: dict[str, set[str]] = {}
    originals -= lists.word_sets["types"] | {"retired", "foods", "inc."}
    for note in told:
        for tells, value, made in note:
            made = made.replace("retired ", "")
            if tells in ("full", "slip"):
                last, _, first = made.partition(", ") if ", " in made else made.rpartition(" ")[::-1]
                values.setdefault("given name", set()).add(_whole(first))
                values.setdefault("family name", set()).add(fold(last))
            elif tells == "first":
                values.setdefault("given name", set()).add(_whole(made))
            elif tells == "last":
                values.setdefault("family name", set()).add(fold(made))
            elif tells in ("job", "employer", "town", "state"):
                values.setdefault(tells, set()).add(fold(made))
            elif tells == "doctor":
                doctors.setdefault(value, set()).add(fold(made))
            elif tells == "date":
                parsed = parse_date(made)
                if parsed is not None:
                    shifts.add((parsed.completed(1, 1, 1) - dt.date.fromisoformat(value)).days)
            if tells in ("full", "last", "job", "employer", "town", "doctor"):
                found["of surrogates"] += 1
                words = {fold(made), *(w for w in fold(made).replace(",", "").split() if len(w) > 3)}
                found["surrogates that are an original of the patient"] += not originals.isdisjoint(words)
    for what, seen in values.items():
        found[f"one {what}"] += len(seen) == 1
    found["of doctors with one name"] += len(doctors)
    found["doctors with one name"] += sum(len(names) == 1 for names in doctors.values())
    found["one shift, intervals exact"] += len(shifts) == 1
    firsts = sorted(values["given name"])
    kinds = [lists.names.get(fold(f), ("?", ""))[0] for f in firsts]
    found["gender right"] += all(k[-1] == patient.sex for k in kinds)
    pool = {n for (_, o), names in lists.name_pools.items() if o == patient.origin for n in map(fold, names)}
    found[f"origin {patient.origin}"] += (values["given name"] | values["family name"]) <= pool
    found[f"of {patient.origin}"] += 1
    places = {(fold(p.name), p.state, z[:3]) for p in lists.us_places for z in p.zips}
    for note in told:
        address = {tells: made for tells, _, made in note}
        if "zip" in address:
            area = address["zip"][:3]
            real = any(
                (fold(address["town"]), address["state"]) == place[:2] and area in (place[2], "000")
                for place in places
            )
            found["of triples"] += 1
            found["triples real"] += real
    return found


def _whole(name: str) -> str:
    """A given name, its short forms as the name."""
    short = {fold(s): given for given, shorts in load_nicknames().items() for s in shorts}
    return short.get(fold(name), fold(name)) if fold(name) not in load_nicknames() else fold(name)
