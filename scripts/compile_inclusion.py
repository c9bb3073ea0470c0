"""Compiles the list of harmless lines that the models need not read.

Usage:
    python scripts/compile_inclusion.py --data FOLDER [--out dictionaries]

FOLDER holds ``clinical/`` (transcribed reports and sections of notes). Lines come from three places: those
that at least five different reports share, those that at least three skeleton notes share outside of marks,
and ``dictionary_sources/inclusion_by_hand.toml``. A line is listed only if :class:`Check` has nothing
against it, and if no one has put it into ``dictionary_sources/inclusion_rejected.toml``. Short formulas
alone are taken: no text of a report is held.

Writes ``<out>/inclusion/lines.txt`` (sorted, as ``detection.models.harmless_lines`` normalizes them)
and ``SOURCE.toml``, and the manifest of all dictionaries anew. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import string
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from chartveil.detection.models.harmless_lines import normalised_line
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import word_ranges
from chartveil.lexicon import word_flags as known
from chartveil.lexicon.lexicon import Lexicon, bundled_lexicon
from chartveil.lexicon.term_keys import word_key
from chartveil_training.samples import Sample
from chartveil_training.synthesis.carriers.report_text import ReportSection, read_report, split_sentences
from chartveil_training.synthesis.skeletons import load_skeletons
from compile_dictionaries import write, write_manifest
from dictionary_sources.common import Compiled

BESIDE = Path(__file__).resolve().parent / "dictionary_sources"

MOST_WORDS = 14
LEAST_REPORTS = 5
LEAST_NOTES = 3
MOST_FIGURE = 20
"""Larger figures may be ages, days or house numbers."""
VERY_COMMON = 4.0
"""Zipf value (ten in a million words) from which a word may stand here though it is also a name."""
POLICY = "case_report"
"""Under it every label counts."""

_PLACE = known.CITY | known.COUNTY | known.STATE | known.COUNTRY | known.HOSPITAL
_NAMED = known.NAME | _PLACE | known.COMPANY | known.COMPANY_WELL_KNOWN | known.DEVICE_MAKER
_RARE = known.SURNAME_RARE | known.FIRST_NAME_RARE | known.CITY_SMALL
_OUTRIGHT = known.FIRST_NAME_FREQUENT | known.STATE | known.COUNTRY | known.HOSPITAL
_ALONE = known.USUAL_NAME | _PLACE
_LETTERS = frozenset("aixs")
"""Letters that are words or figures: a, I, x (times), and the s of a possessive."""
_FIGURE = regex.compile(r"[xs]?(\d{1,2})")
_STAND_IN = regex.compile(r"[_*#<>\[\]{}@\\]|\bx{2,}\b|\b(?:abcd?|xyz|asdf|nan)\b")
_TITLE = regex.compile(r"\b(?:drs?|mr|mrs|ms|miss|mister|prof|professor|sir|madam|rev|sgt)\b")
_HEAD = regex.compile(r"\s*([\p{L}][\p{L} /&'-]{0,40}):")

FORMS: tuple[Callable[[str], str], ...] = (str, str.upper, string.capwords, str.capitalize)
"""The ways a line is written in notes."""


class Check:
    """Says what speaks against a line.

    Args:
        lexicon: names, places and ordinary words.
        pipeline: rules, without models, under a policy by which every label counts.
        words: words that may stand in a line though the lexicon lacks them; looked at by a person.
        ends: words that may end the name of an organisation, or an occupation.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        pipeline: DetectionPipeline,
        words: Iterable[str] = (),
        ends: Iterable[str] = (),
    ) -> None:
        self._lexicon = lexicon
        self._pipeline = pipeline
        self._words = frozenset(words)
        self._ends = frozenset(ends)
        self._edges = frozenset(_edges(lexicon))
        self._abbreviations = frozenset(a.casefold() for a in lexicon.abbreviations)

    @staticmethod
    def load(words: Iterable[str] = (), ends: Iterable[str] = ()) -> Check:
        """With the bundled word lists and rules.

        Raises:
            ResourceError: if one of them is missing or altered.
        """
        return Check(bundled_lexicon(), build_pipeline(load_policy(POLICY), models=None), words, ends)

    def refusal(self, line: str, forms: Iterable[Callable[[str], str]] = FORMS) -> str | None:
        """Why a line must not be listed; None if nothing speaks against it.

        Args:
            line: as ``normal`` makes it.
            forms: those in which rules look at it.
        """
        keys = [word_key(line[a:b]) for a, b in word_ranges(line)]
        if not keys or len(keys) > MOST_WORDS or not any(k.isalpha() and len(k) > 1 for k in keys):
            return "no word, or too many"
        if _STAND_IN.search(line) or _TITLE.search(line):
            return "a placeholder or a title"
        for key in keys:
            reason = self._word(key)
            if reason:
                return reason
        if self._phrase(keys):
            return "a place or an organisation"
        if not line.endswith(":") and self._may_be_named(line, keys):
            return "may be a name by itself, or a part of one"
        if any(self._finds(form(line)) for form in forms):
            return "found by rules"
        return None

    def _bits(self, key: str) -> int:
        return self._lexicon.words.get(key, 0)

    def _word(self, key: str) -> str | None:
        if any(c.isdigit() for c in key):
            figure = _FIGURE.fullmatch(key)
            return None if figure and int(figure[1]) <= MOST_FIGURE else "figures"
        if len(key) == 1:
            return None if key in _LETTERS else "a single letter"
        bits = self._bits(key)
        zipf = self._lexicon.zipf(key)
        if key in self._words:
            return None
        if bits & _OUTRIGHT:
            return "a name"
        if bits & _NAMED and zipf < VERY_COMMON:
            rare = not bits & (_NAMED & ~_RARE)
            return None if rare and bits & known.CLINICAL and zipf > 0 else "a name"
        return None if zipf > 0 or bits & known.MEDICAL or key in self._abbreviations else "an unknown word"

    def _may_be_named(self, line: str, keys: list[str]) -> bool:
        """Whether a line without a colon may be a name, initials, or what a line break left of a name."""
        if all(self._bits(k) & _ALONE for k in keys) or " ".join(keys) in self._edges:
            return True
        if len(keys) <= 2 and keys[-1] in self._ends and ":" not in line:
            return True
        first = keys[0]
        ordinary = self._lexicon.zipf(first) > 0 or self._bits(first) & known.MEDICAL
        return len(keys) == 1 and not ordinary

    def _phrase(self, keys: list[str]) -> bool:
        phrases = self._lexicon.phrases
        spans = ((i, j) for i in range(len(keys)) for j in range(i + 2, len(keys) + 1))
        return any(phrases.get(" ".join(keys[i:j]), 0) & _NAMED for i, j in spans)

    def _finds(self, text: str) -> bool:
        proposal = self._pipeline.propose(Document(text, DocumentSource("line", "text", "0" * 64)))
        return bool(proposal.spans)


def _edges(lexicon: Lexicon) -> Iterator[str]:
    """How listed places and organisations of several words begin and end: ``heart`` of ``sacred heart``."""
    for phrase, bits in lexicon.phrases.items():
        if bits & _NAMED:
            words = phrase.split(" ")
            for i in range(1, len(words)):
                yield from (" ".join(words[:i]), " ".join(words[i:]))


@dataclass(frozen=True)
class Review:
    """What people wrote: the lines of their own, and those they left out.

    Attributes:
        words, ends: see :class:`Check`.
        lines: in any form.
        rejected: reason by line, as ``normal`` makes it.
    """

    words: frozenset[str]
    ends: frozenset[str]
    lines: tuple[str, ...]
    rejected: dict[str, str]

    @staticmethod
    def load(folder: Path = BESIDE) -> Review:
        """Reads the two files of a folder."""
        own = tomllib.loads((folder / "inclusion_by_hand.toml").read_text(encoding="utf-8"))
        left = tomllib.loads((folder / "inclusion_rejected.toml").read_text(encoding="utf-8"))
        rejected = {
            normalised_line(line): reason
            for reason, group in left.get("rejected", {}).items()
            for line in group.splitlines()
            if line.strip()
        }
        words, ends = frozenset(own["words"].split()), frozenset(own["ends"].split())
        return Review(words, ends, tuple(_own_lines(own)), rejected)


def _own_lines(own: dict[str, Any]) -> Iterator[str]:
    for heading in _split(own["headings"]):
        yield from (heading, heading + ":")
    for formula in _split(own["formulas"]):
        yield from (formula, formula + ".")
    for system in own["systems"]:
        for name in _split(system["names"]):
            for said in _split(system["says"]):
                yield from (f"{name}: {said}", f"{name}: {said}.")


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.replace("|", "\n").split("\n") if part.strip()]


def report_lines(path: Path) -> Counter[str]:
    """In how many different reports of a file each short line stands.

    Args:
        path: JSON by line, with the key ``text``.
    """
    texts = {json.loads(row)["text"] for row in path.read_text(encoding="utf-8").splitlines()}
    return Counter(line for text in sorted(texts) for line in _short(_units(read_report(text))))


def _units(sections: Iterable[ReportSection]) -> Iterator[str]:
    """Lines as they stand in reports: headings, their lines and sentences, and both together."""
    for section in sections:
        head = f"{section.heading}:" if section.heading else ""
        if head:
            yield head
        for i, sentences in enumerate(section.lines):
            yield " ".join(sentences)
            yield from sentences
            if head and i == 0:
                yield f"{head} {' '.join(sentences)}"
                yield f"{head} {sentences[0]}"


def note_lines(samples: Iterable[Sample]) -> Counter[str]:
    """In how many notes each short line stands: lines and sentences without a mark, and what heads a line."""
    return Counter(line for sample in samples for line in _short(_unmarked(sample)))


def _unmarked(sample: Sample) -> Iterator[str]:
    start = 0
    for line in sample.text.splitlines(keepends=True):
        end = start + len(line)
        marks = [m.start - start for m in sample.marks if m.start < end and m.end > start]
        head = _HEAD.match(line)
        if head and all(at >= head.end() for at in marks):
            yield head[0]
        if not marks:
            yield line
            yield from split_sentences(line.strip())
        start = end


def _short(lines: Iterable[str]) -> set[str]:
    folded = {normalised_line(line) for line in lines}
    return {line for line in folded if 0 < len(word_ranges(line)) <= MOST_WORDS}


def candidates(data: Path, review: Review, skeletons: Path | None = None) -> dict[str, set[str]]:
    """Lines to be checked, by where they come from.

    Args:
        data: holds ``clinical/*.jsonl``. The files are counted one by one, as they share reports.
        review: lines of our own.
        skeletons: folder of annotated notes; those that come with Chartveil when not given.

    Raises:
        FileNotFoundError: if there is no file of reports.
    """
    paths = sorted((data / "clinical").glob("*.jsonl"))
    if not paths:
        raise FileNotFoundError(f"no .jsonl in {data / 'clinical'}")
    shared: set[str] = set()
    for path in paths:
        shared |= {line for line, n in report_lines(path).items() if n >= LEAST_REPORTS}
    notes = {line for line, n in note_lines(load_skeletons(skeletons)).items() if n >= LEAST_NOTES}
    return {
        "reports": shared,
        "skeletons": notes,
        "by hand": {normalised_line(line) for line in review.lines},
    }


def compile_lines(
    found: dict[str, set[str]], review: Review, check: Check
) -> tuple[set[str], dict[str, dict[str, str]]]:
    """The lines to be listed, and the reason of each that is not, by where it comes from."""
    kept: set[str] = set()
    refused: dict[str, dict[str, str]] = {}
    for source, lines in found.items():
        refused[source] = {}
        for line in sorted(lines):
            reason = review.rejected.get(line) or check.refusal(line)
            if reason:
                refused[source][line] = reason
            else:
                kept.add(line)
    return kept, refused


def compiled(lines: set[str], read: int) -> Compiled:
    """The list as a dictionary that can be written."""
    return Compiled(
        name="inclusion",
        title="Lines that hold no identifier",
        source="by hand; our skeleton notes; formulas shared by reports of mtsamples or notes of MTS-Dialog",
        licence="Apache-2.0; MTS-Dialog CC BY 4.0; formulas of mtsamples are common phrases, no text is held",
        notes=f"Lines of at most {MOST_WORDS} words, those of reports in {LEAST_REPORTS} different ones or "
        f"more, of skeleton notes in {LEAST_NOTES} or more. Each was read; rules and dictionaries find "
        "nothing in it. Letter case and accents removed.",
        files={"lines": lines},
        rows_read=read,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="folder with clinical/")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "dictionaries")
    parser.add_argument("--refused", action="store_true", help="print what is not listed, and why")
    args = parser.parse_args()
    review = Review.load()
    found = candidates(args.data, review)
    lines, refused = compile_lines(found, review, Check.load(review.words, review.ends))
    for source, reasons in refused.items():
        print(f"{source:10s} {len(found[source])} lines, {len(reasons)} left out")
        if args.refused:
            print("\n".join(f"  {reason}: {line}" for line, reason in reasons.items()))
    print(f"listed     {len(lines)}")
    write([compiled(lines, sum(map(len, found.values())))], args.out)
    write_manifest(args.out)


if __name__ == "__main__":
    main()
