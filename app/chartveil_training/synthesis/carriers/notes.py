"""Notes made of clinical text of others: identifiers put where placeholders stood, around and in between.

The reports are read from their folder each time and are no part of Chartveil: their terms do not allow to
pass them on. What may be an identifier and may not is left out with its sentence.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import dictionaries_folder, resources_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.carriers.identifiers_in_text import (
    CarrierVocabulary,
    FoundIdentifier,
    find_identifiers,
)
from chartveil_training.synthesis.carriers.mention_templates import MentionTemplates
from chartveil_training.synthesis.carriers.report_text import ReportSection, read_dialogue, read_report
from chartveil_training.synthesis.generators.identifiers import (
    PERSON_LABELS,
    IdentifierGenerator,
    SurfaceStyle,
)
from chartveil_training.synthesis.templates import DocumentCast

REPORTS_FILE = "mtsamples.jsonl"
DIALOGUES_FILE = "mts_dialog_sections.jsonl"

_HEADINGS = {
    "CC": "CHIEF COMPLAINT", "GENHX": "HISTORY OF PRESENT ILLNESS", "ROS": "REVIEW OF SYSTEMS",
    "FAM/SOCHX": "FAMILY AND SOCIAL HISTORY", "PASTMEDICALHX": "PAST MEDICAL HISTORY",
    "PASTSURGICAL": "PAST SURGICAL HISTORY", "EDCOURSE": "EMERGENCY DEPARTMENT COURSE",
    "ALLERGY": "ALLERGIES", "GYNHX": "GYNECOLOGIC HISTORY", "OTHER_HISTORY": "OTHER HISTORY",
}  # fmt: skip
_SHE = regex.compile(r"\b(?:she|her|woman|female|lady|girl)\b", regex.I)
_HE = regex.compile(r"\b(?:he|his|him|man|male|gentleman|boy)\b", regex.I)


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    places: tuple[FoundIdentifier, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    heading: str
    lines: tuple[tuple[_Sentence, ...], ...]


@dataclass(frozen=True, slots=True)
class _Layout:
    """How one document is written.

    Attributes:
        heading: makes the line of a heading of its name.
        between_lines, between_parts, between_sentences: what stands there.
        mentions: how often a sentence is put in behind another.
    """

    heading: Callable[[str], str]
    between_lines: str
    between_parts: str
    between_sentences: str
    mentions: float


class CarrierNotes:
    """Makes notes of transcribed reports, of sections and of conversations.

    Args:
        reports: texts of whole reports.
        sections: heading, text and conversation of each section.
        known: tells names from terms.
        filler: source of identifiers.
        mentions: what is put around and in between.
    """

    def __init__(
        self,
        reports: Sequence[str],
        sections: Sequence[tuple[str, str, str]],
        known: CarrierVocabulary,
        filler: IdentifierGenerator,
        mentions: MentionTemplates,
    ) -> None:
        self._reports = reports
        self._sections = sections
        self._known = known
        self._filler = filler
        self._mentions = mentions
        self._read: dict[str, tuple[_Part, ...]] = {}

    @classmethod
    def load(cls, folder: Path, filler: IdentifierGenerator) -> CarrierNotes:
        """Reads the texts of a folder and, of our own, the mentions and lists.

        Raises:
            ResourceError: if a file is missing.
            InputError: for a line that cannot be read; the message names file and line.
        """
        reports = [str(row["text"]) for row in _rows(folder / REPORTS_FILE, ("text",))]
        sections = [
            (str(r["section"]), str(r["text"]), str(r["dialogue"]))
            for r in _rows(folder / DIALOGUES_FILE, ("section", "text", "dialogue"))
        ]
        known = CarrierVocabulary.load(
            DictionaryFolder(dictionaries_folder()),
            resources_folder() / "recovery" / "en",
            DATA_FOLDER / "carriers.toml",
            [*reports, *(f"{text}\n{talk}" for _, text, talk in sections)],
        )
        return cls(reports, sections, known, filler, MentionTemplates.load(DATA_FOLDER))

    def make_sample(self, rng: random.Random) -> Sample:
        """A note of a few hundred to a few thousand characters. The same seed gives the same note."""
        kind = rng.choices(("report", "sections", "talk"), (6, 2, 2))[0]
        if kind == "report":
            name, parts = self._report(rng)
        elif kind == "sections":
            name, parts = self._some_sections(rng)
        else:
            name, parts = self._talk(rng)
        text = " ".join(s.text for p in parts for line in p.lines for s in line)
        she, he = len(_SHE.findall(text)), len(_HE.findall(text))
        cast = DocumentCast(self._filler, rng, she > he if she != he else None)
        layout = _talk_layout(rng) if kind == "talk" else _layout(rng)
        builder = SampleBuilder(name)
        if rng.random() < 0.6:
            builder.add_sample(self._mentions.head(cast)).add(rng.choice(("\n\n", "\n", "\n\n\n")))
        put_in = self._mentions.turn if kind == "talk" else None
        for i, part in enumerate(parts):
            if i:
                builder.add(layout.between_parts)
            self._write(builder, part, cast, layout, put_in)
        if rng.random() < 0.6:
            builder.add(rng.choice(("\n\n", "\n"))).add_sample(self._mentions.foot(cast))
        return builder.build()

    def _write(
        self,
        builder: SampleBuilder,
        part: _Part,
        cast: DocumentCast,
        layout: _Layout,
        put_in: Callable[[DocumentCast], Sample] | None,
    ) -> None:
        """Adds a part. A conversation takes turns of its own behind a line, other text sentences."""
        if part.heading:
            builder.add(layout.heading(part.heading))
        for i, line in enumerate(part.lines):
            if i:
                builder.add(layout.between_lines)
            for j, sentence in enumerate(line):
                if j:
                    builder.add(layout.between_sentences)
                _fill(builder, sentence, cast)
                # A sentence that ends in nothing is a list's item or a table's cell.
                if put_in is None and sentence.text[-1:] in ".!?" and cast.rng.random() < layout.mentions:
                    builder.add(layout.between_sentences)
                    builder.add_sample(self._mentions.sentence(cast, part.heading))
            if put_in is not None and cast.rng.random() < layout.mentions:
                builder.add(layout.between_lines).add_sample(put_in(cast))

    def original_reports(self) -> Iterator[Sample]:
        """Every report as it is, sentences that are doubtful left out, with marks on placeholders and on the
        ages, dates and names that stand in it: for measuring what is taken beyond those."""
        for number, text in enumerate(self._reports):
            builder = SampleBuilder(f"report {number}")
            for part in self._parts(f"report {number}", lambda text=text: read_report(text)):  # type: ignore[misc]
                builder.add(f"{part.heading}:\n" if part.heading else "")
                for line in part.lines:
                    for sentence in line:
                        at = 0
                        for place in sentence.places:
                            builder.add(sentence.text[at : place.start])
                            builder.add(sentence.text[place.start : place.end], *place.labels)
                            at = place.end
                        builder.add(sentence.text[at:] + " ")
                    builder.add("\n")
                builder.add("\n")
            yield builder.build()

    def _report(self, rng: random.Random) -> tuple[str, list[_Part]]:
        """Neighbouring sections of one report."""
        number = rng.randrange(len(self._reports))
        parts = self._parts(f"report {number}", lambda: read_report(self._reports[number]))
        return f"report {number}", _window(parts, rng, rng.randrange(500, 2600))

    def _some_sections(self, rng: random.Random) -> tuple[str, list[_Part]]:
        """One to four sections of different patients, of different kinds."""
        chosen: dict[str, int] = {}
        for _ in range(rng.randrange(1, 5)):
            number = rng.randrange(len(self._sections))
            chosen.setdefault(self._sections[number][0], number)
        parts: list[_Part] = []
        for kind, number in chosen.items():
            text = self._sections[number][1]
            whole = self._parts(f"section {number}", lambda text=text: read_report(text))  # type: ignore[misc]
            lines = tuple(line for part in whole for line in part.lines)
            parts.append(_Part(_HEADINGS.get(kind, kind), lines[:12]))
        return f"section {min(chosen.values())}", parts

    def _talk(self, rng: random.Random) -> tuple[str, list[_Part]]:
        """Neighbouring turns of a conversation."""
        number = rng.randrange(len(self._sections))
        parts = self._parts(f"talk {number}", lambda: read_dialogue(self._sections[number][2]))
        return f"talk {number}", _window(parts, rng, rng.randrange(400, 1600))

    def _parts(self, name: str, read: Callable[[], list[ReportSection]]) -> tuple[_Part, ...]:
        """The parts of a text with what was found in them; kept, since a text is drawn many times."""
        if name not in self._read:
            self._read[name] = tuple(self._part(s) for s in read())
        return self._read[name]

    def _part(self, section: ReportSection) -> _Part:
        heading = section.heading
        if heading and find_identifiers(heading.capitalize(), self._known) != ():
            heading = "NOTE"
        lines = []
        for line in section.lines:
            found = ((text, find_identifiers(text, self._known)) for text in line)
            kept = tuple(_Sentence(text, p) for text, p in found if p is not None)
            if kept:
                lines.append(kept)
        return _Part(heading, tuple(lines))


def _rows(path: Path, keys: tuple[str, ...]) -> list[dict[str, object]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ResourceError(
            "the clinical text is missing.", where=str(path), remedy="Give the folder that holds it."
        ) from None
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            sound = all(isinstance(row[k], str) for k in keys)
        except (ValueError, KeyError, TypeError):
            sound = False
        if not sound:
            raise InputError(
                f"line {number} lacks one of {', '.join(keys)}.", where=str(path), remedy="Mend or drop it."
            )
        rows.append(row)
    return rows


def _window(parts: Sequence[_Part], rng: random.Random, size: int) -> list[_Part]:
    """Neighbouring lines of about ``size`` characters."""
    lines = [(p, line) for p in parts for line in p.lines]
    if not lines:
        return []
    lengths = [sum(len(s.text) + 1 for s in line) for _, line in lines]
    first = 0
    if sum(lengths) > size and rng.random() < 0.6:
        first = rng.randrange(len(lines))
    out: list[_Part] = []
    taken = 0
    part: _Part | None = None
    kept: list[tuple[_Sentence, ...]] = []
    for (whole, line), length in zip(lines[first:], lengths[first:], strict=True):
        if taken > size:
            break
        if whole is not part:
            if part is not None:
                out.append(_Part(part.heading, tuple(kept)))
            part, kept = whole, []
        kept.append(line if length < 2 * size else _some(line, rng, size))
        taken += length
    if part is not None:
        out.append(_Part(part.heading, tuple(kept)))
    return out


def _some(line: tuple[_Sentence, ...], rng: random.Random, size: int) -> tuple[_Sentence, ...]:
    """Neighbouring sentences of a long line."""
    first = rng.randrange(len(line))
    last, taken = first, 0
    while last < len(line) and taken < size:
        taken += len(line[last].text)
        last += 1
    return line[first:last]


def _layout(rng: random.Random) -> _Layout:
    case = rng.choice((str.upper, str.upper, str.title, str.capitalize))
    shape = rng.choice(("{}: ", "{}: ", "{}:\n", "{}\n", "{} - ", "## {}\n", "{}:  "))
    parts = rng.choice(("\n", "\n\n", "\n\n", "  ", "\n"))
    lines = rng.choice(("\n", "\n", "\n", " ", "\n- "))
    sentences = rng.choice((" ", " ", " ", "  ", "\n"))
    mentions = rng.choice((0.0, 0.03, 0.08, 0.15, 0.3))
    return _Layout(lambda h: shape.format(case(h)), lines, parts, sentences, mentions)


def _talk_layout(rng: random.Random) -> _Layout:
    lines = rng.choice(("\n", "\n", "\n\n", " "))
    return _Layout(lambda h: f"{h}\n", lines, "\n\n", " ", rng.choice((0.0, 0.05, 0.15)))


def _fill(builder: SampleBuilder, sentence: _Sentence, cast: DocumentCast) -> None:
    """Adds a sentence with its places filled or kept."""
    at = 0
    text = sentence.text
    for place in sentence.places:
        builder.add(text[at : place.start])
        builder.add(_surface(place, text, cast), *place.labels)
        at = place.end
    builder.add(text[at:])


def _surface(place: FoundIdentifier, text: str, cast: DocumentCast) -> str:
    old = text[place.start : place.end]
    rng = cast.rng
    label = place.labels[0]
    if rng.random() < place.keep_probability:
        return old
    if label is Label.AGE:
        return _other_age(old, text[: place.start], rng)
    if label in PERSON_LABELS:
        key = "" if place.entity_key == "patient" else place.entity_key
        new = (
            cast.person(label, key).name_as(rng, place.style)
            if place.entity_key
            else cast.surface(label, "", SurfaceStyle.FULL)
        )
    else:
        new = cast.surface(label, place.entity_key, place.style)
    return new.upper() if old.isupper() and len(old) > 4 and text.isupper() else new


def _other_age(old: str, before: str, rng: random.Random) -> str:
    """An age near the old one that goes with the article before it."""
    age = int(old) if old.isdigit() else rng.randrange(20, 90)
    near = [a for a in range(max(18, age - 9), min(age + 10, 105)) if a < 18 or _said_an(a) == _said_an(age)]
    if not old.isdigit():
        near = [a for a in range(20, 90) if _said_an(a) == before.endswith(("an ", "An "))]
    return str(rng.choice(near or [age]))


def _said_an(age: int) -> bool:
    return age in (8, 11, 18) or 80 <= age < 90
