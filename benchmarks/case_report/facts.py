"""``python -m benchmarks.case_report.facts FOLDER``: recall and precision of indirect facts on marked notes.

Each ``.txt`` of the folder is a note whose telling passages stand as ``[[category|text]]``. A passage is
found where a flag overlaps it, whatever the flag's category; a flag is right where it overlaps a passage.
Intervals are exact 95 % ones (Clopper and Pearson) over passages and flags, which are not independent within
a note. It prints totals alone: the notes stay unknown to whoever writes rules.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.model import CaseNote, FactCategory
from chartveil.evaluation.stats import proportion_interval

CATEGORIES = {
    "appearance": FactCategory.APPEARANCE,
    "family": FactCategory.FAMILY,
    "household": FactCategory.HOUSEHOLD,
    "work": FactCategory.WORK,
    "events": FactCategory.EVENTS,
    "law": FactCategory.LAW,
    "travel": FactCategory.TRAVEL,
    "origin": FactCategory.ORIGIN,
    "speech": FactCategory.SPEECH,
    "only_one": FactCategory.UNIQUE,
    "animals": FactCategory.ANIMALS,
    "hobbies": FactCategory.LEISURE,
    "titles": FactCategory.RANK,
    "exact": FactCategory.VALUES,
}
_MARK = re.compile(r"\[\[([a-z_]+)\|([^\[\]|]*)\]\]")


def unmarked(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """A note without its marks; start, end and category of each."""
    text, marks, at = "", [], 0
    for m in _MARK.finditer(marked):
        text += marked[at : m.start()]
        marks.append((len(text), len(text) + len(m[2]), m[1]))
        text += m[2]
        at = m.end()
    return text + marked[at:], marks


def measure(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """Counts of passages by category (``of``, ``found``, ``named``) and of flags (``of``, ``right``)."""
    passages: Counter[str] = Counter()
    flags: Counter[str] = Counter()
    for path in sorted(folder.glob("*.txt")):
        text, marks = unmarked(path.read_text(encoding="utf-8"))
        facts = find_facts([CaseNote(path.stem, text)])
        flags["notes"] += 1
        for start, end, name in marks:
            over = [f for f in facts if f.start < end and start < f.end]
            passages[f"{name} of"] += 1
            passages[f"{name} found"] += bool(over)
            passages[f"{name} named"] += any(f.category is CATEGORIES[name] for f in over)
        for fact in facts:
            flags[f"{fact.category} of"] += 1
            flags[f"{fact.category} right"] += any(fact.start < e and s < fact.end for s, e, _ in marks)
    return passages, flags


def _share(k: int, n: int) -> str:
    if n == 0:
        return f"{'–':>22}"
    interval = proportion_interval(k, n)
    return f"{k:4} of {n:4} {k / n:5.2f} [{interval.low:.2f}, {interval.high:.2f}]"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    passages, flags = measure(parser.parse_args().folder)
    print(f"{flags['notes']} notes")
    print(f"{'category':12}{'recall':>32}{'of them so named':>20}{'precision of flags':>34}")
    sums: Counter[str] = Counter()
    for name, category in CATEGORIES.items():
        of, found, named = (passages[f"{name} {k}"] for k in ("of", "found", "named"))
        flagged, right = flags[f"{category} of"], flags[f"{category} right"]
        print(f"{name:12}{_share(found, of):>32}{named:>20}{_share(right, flagged):>34}")
        sums.update({"of": of, "found": found, "named": named, "flagged": flagged, "right": right})
    for category in (FactCategory.PLACE, FactCategory.OTHER):
        flagged, right = flags[f"{category} of"], flags[f"{category} right"]
        print(f"{category:12}{'':52}{_share(right, flagged):>34}")
        sums.update({"flagged": flagged, "right": right})
    print(f"{'all':12}{_share(sums['found'], sums['of']):>32}{sums['named']:>20}", end="")
    print(f"{_share(sums['right'], sums['flagged']):>34}")
    print(f"{sums['flagged'] / max(1, flags['notes']):.1f} flags a note")


if __name__ == "__main__":
    main()
