"""Transcribed reports and dialogues cut into sections, lines and sentences.

The reports came through a table that lost their line ends: a heading stands behind a comma
(``stable.,PLAN:``) or in the middle of a line, and key words of a catalogue follow the last sentence.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

import regex

_BAD = str.maketrans({"\ufffd": "'", "’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})
_HEADING = r"[A-Z][A-Z0-9 /&()'.,-]{1,60}[A-Z0-9)]"
_CATALOGUE = regex.compile(r"(?<=[.!?])(?:nan|[a-z][a-z/ -]*, [^.!?]*)$|nan$")
_ENDS = (
    # behind a comma: a heading, a line that begins with a word and a colon, a number of a list
    (regex.compile(rf",\s*(?={_HEADING}\s*:)"), "\n"),
    (regex.compile(r"(?<=[.:;)\]]|[a-z\d]),\s*(?=[A-Z][A-Za-z /-]{1,30}:)"), "\n"),
    (regex.compile(r"(?<=\D),\s*(?=\d{1,2}[.)]\s)"), "\n"),
    (regex.compile(r"(?<=[.!?]),\s*(?=[A-Z\"(*])"), "\n"),
    # reports of one line: a heading behind a full stop
    (regex.compile(rf"(?<=[.!?)])\s+(?={_HEADING}:\s)"), "\n"),
    (regex.compile(r"(?<=[.!?])\s+(?=\d{1,2}\.\s+[A-Z])"), "\n"),
    (regex.compile(r"(?<=:)\s*,+\s*"), " "),
    (regex.compile(r"[ \t]{2,}"), " "),
    (regex.compile(r"\s*\n[\s,]*"), "\n"),
)
_SECTION = regex.compile(rf"(?P<heading>{_HEADING})\s*:\s*")
_SENTENCE = regex.compile(
    r"(?<=[.!?]['\")]?)(?<!\b(?:[Dd]r|[Dd]rs|[Mm]r|[Mm]s|[Mm]rs|St|vs|No|approx|Jr|Sr|Inc|Fig|e\.g|i\.e)\.)"
    r"(?<!(?<!\b(?:Drs?\.|and) )\b[A-Z]\.)(?<!^\d{1,2}\.)\s+(?=[A-Z\"'(\d])"
)
_NUMBERED = regex.compile(r"\b((?:Doc[a-z]+|Patient|Guest_[a-z]+))_\d(?=:)")
_SPEAKER = regex.compile(r"(?:^|\s+)(?=(?:Doctor|Patient|family|clinician):\s)")


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A part of a report.

    Attributes:
        heading: in capitals, without colon; empty where there is none.
        lines: each a tuple of sentences.
    """

    heading: str
    lines: tuple[tuple[str, ...], ...]


def read_report(text: str) -> list[ReportSection]:
    """The sections of a transcribed report."""
    text = _CATALOGUE.sub("", html.unescape(text).translate(_BAD).strip().rstrip(","))
    for pattern, end in _ENDS:
        text = pattern.sub(end, text)
    sections: list[ReportSection] = []
    heading = ""
    lines: list[tuple[str, ...]] = []
    for raw in text.split("\n"):
        line = raw.strip(" ,")
        match = _SECTION.match(line)
        if match:
            if heading or lines:
                sections.append(ReportSection(heading, tuple(lines)))
            heading, lines = match["heading"], []
            line = line[match.end() :].strip(" ,")
        if line and line != "nan":
            lines.append(split_sentences(line))
    if heading or lines:
        sections.append(ReportSection(heading, tuple(lines)))
    return sections


def read_dialogue(text: str) -> list[ReportSection]:
    """A conversation as one section, a turn a line."""
    text = _NUMBERED.sub(r"\1", text).replace("Guest_", "").replace("Docotr", "Doctor")
    turns = [t.strip() for t in _SPEAKER.split(text.translate(_BAD)) if t.strip()]
    return [ReportSection("", tuple(split_sentences(regex.sub(r"\s+", " ", t)) for t in turns))]


def split_sentences(line: str) -> tuple[str, ...]:
    """The sentences of a line."""
    return tuple(s for s in _SENTENCE.split(line) if s)
