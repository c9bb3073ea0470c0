"""``python -m benchmarks.hospital``: whether a patient has one name, shift, job and town in all notes."""

from __future__ import annotations

import argparse
import csv
import datetime as dt
import random
from collections import Counter
from pathlib import Path

from benchmarks.hospital.made_hospital import ORIGINS, MadeNote, Patient, made_notes, made_patient
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.nicknames import load_nicknames
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists

Told = list[tuple[str, str, str]]
"""What an identifier tells, its value, and its surrogate."""


def copied(engine: SurrogateEngine, patient: Patient, notes: list[MadeNote]) -> list[Told]:
    """The surrogates of each note of a patient."""
    out = []
    for n, note in enumerate(notes):
        document = Document(note.text, DocumentSource(f"{n}.txt", "txt", f"{n}"), patient_id=patient.id)
        spans = [Span(start, end, label, 1.0) for start, end, label, _, _ in note.marks]
        made = {r.start: r.text for r in engine.replacements(document, spans)}
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=200)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="also write the notes: a folder a patient, a CSV"
    )
    args = parser.parse_args()
    lists = load_surrogate_lists()
    rng = random.Random(args.seed)  # noqa: S311
    engine = SurrogateEngine(bytes(range(32)), load_policy(), ReplacementMode.SURROGATE, lists)
    total: Counter[str] = Counter()
    rows = []
    for number in range(args.patients):
        patient = made_patient(rng, lists, number)
        notes = made_notes(rng, patient)
        rows += [(patient.id, n, note.text) for n, note in enumerate(notes)]
        total += graded(patient, copied(engine, patient, notes), lists)
    if args.write:
        for patient_id, n, text in rows:
            folder = args.write / patient_id
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"note{n:02d}.txt").write_text(text, encoding="utf-8")
        with (args.write / "notes.csv").open("w", encoding="utf-8", newline="") as f:
            csv.writer(f).writerows([("patient_id", "note_id", "note_text"), *rows])
    for what in sorted(k for k in total if not k.startswith("of ")):
        kind = what.removeprefix("origin ")
        of = total.get(f"of {kind}") if kind in ORIGINS else None
        of = of or (total["of triples"] if what == "triples real" else None)
        of = of or (total["of surrogates"] if what.startswith("surrogates") else args.patients)
        print(f"{what:50} {total[what]:6} of {of:6}  {total[what] / of:.3f}")


if __name__ == "__main__":
    main()
