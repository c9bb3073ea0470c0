"""Whether a missed name still stands out where mentions of names are drawn anew.

In one note of each made patient one mention of the patient's family name is left as it was. Who looks for it
takes the family name that stands least often, in that note or in all notes of the patient; of several one at
random.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from benchmarks.hospital.grading import copied
from benchmarks.hospital.made_hospital import made_notes, made_patient
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

CHANCES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5)


def family_names(told: list[tuple[str, str, str]]) -> list[str]:
    """The family name in each mention of the patient in a note, folded."""
    out = []
    for tells, _, made in told:
        if tells == "last":
            out.append(fold(made))
        elif tells in ("full", "slip"):
            out.append(fold(made.partition(", ")[0] if ", " in made else made.rpartition(" ")[2]))
    return out


def chance_of_being_rarest(names: list[str], missed: str) -> float:
    """How likely the missed name is taken when one of the least frequent is drawn."""
    counts = Counter([*names, missed])
    least = min(counts.values())
    return (counts[missed] == least) / sum(n == least for n in counts.values())


def measure(chance: float, patients: int, seed: int, lists: SurrogateLists) -> tuple[float, float, float]:
    """Shares of patients whose missed name is found in one note and in all, and of mentions that agree."""
    policy = replace(load_policy(), names_anew=chance)
    engine = SurrogateEngine(bytes(range(32)), policy, ReplacementMode.SURROGATE, lists)
    rng = random.Random(seed)  # noqa: S311
    in_note = in_all = 0.0
    agree = mentions = 0
    for number in range(patients):
        patient = made_patient(rng, lists, number)
        names = [family_names(told) for told in copied(engine, patient, made_notes(rng, patient))]
        missed = fold(patient.last)
        names[0].pop()
        in_note += chance_of_being_rarest(names[0], missed)
        everywhere = [n for note in names for n in note]
        in_all += chance_of_being_rarest(everywhere, missed)
        agree += Counter(everywhere).most_common(1)[0][1]
        mentions += len(everywhere)
    return in_note / patients, in_all / patients, agree / mentions
