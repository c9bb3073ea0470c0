"""Renders the outputs of a case in their formats, as bytes by file name. It writes no file."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from chartveil.case_report.model import CaseReport
from chartveil.case_report.outputs.content import (
    day_zero,
    fact_rows,
    log_rows,
    people_rows,
    sections,
    statement,
    timeline,
)
from chartveil.case_report.outputs.drawing import timeline_svg
from chartveil.case_report.outputs.search_phrases import search_phrases
from chartveil.domain.wording import capitalized

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

PROSE = "case-report"
TITLE = "Case report"
_LARGE_PRINT = 18
"""Points of the patient's copy: large print begins at 16 (UK Association for Accessible Formats)."""
_PACKED = (1980, 1, 1, 0, 0, 0)


def case_files(case: CaseReport) -> dict[str, bytes]:
    """All outputs by name, but the signed record."""
    return {
        f"{PROSE}.docx": prose_docx(case),
        f"{PROSE}.txt": prose_text(case).encode(),
        f"{PROSE}.md": prose_markdown(case).encode(),
        "timeline.svg": timeline_svg(timeline(case), day_zero(case) or "Timeline").encode(),
        "timeline.csv": timeline_csv(case).encode("utf-8-sig"),
        "alterations.md": alteration_log(case).encode(),
        "patient-copy.docx": patient_copy(case),
        "search-list.txt": search_list(case).encode(),
    }


def prose_text(case: CaseReport) -> str:
    """The prose as plain text."""
    blocks = [TITLE, day_zero(case)]
    for section in sections(case):
        blocks.append("\n".join((section.heading, "", *section.paragraphs)))
    return "\n\n".join(b for b in blocks if b) + "\n"


def prose_markdown(case: CaseReport) -> str:
    """The prose with headings, and the timeline as a table."""
    blocks = [f"# {TITLE}", day_zero(case)]
    for section in sections(case):
        blocks += [f"## {_plain_markdown(section.heading)}", *map(_plain_markdown, section.paragraphs)]
    blocks += ["## Timeline", _table(("Time", "Event", "Note"), _timeline_rows(case))]
    return "\n\n".join(b for b in blocks if b) + "\n"


def _timeline_rows(case: CaseReport) -> Iterator[tuple[str, ...]]:
    for row in timeline(case):
        yield row.interval, row.event, str(row.note)


def _plain_markdown(text: str) -> str:
    """The text so that nothing in it is taken for markup."""
    return re.sub(r"([\\`*_<>#|\[\]])", r"\\\1", text)


def _table(header: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(map(_plain_markdown, row)) + " |" for row in rows]
    return "\n".join(lines)


def timeline_csv(case: CaseReport) -> str:
    """The timeline as the table that CARE asks for (item 7): time, event, source, how sure."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(("time", "first day", "last day", "event", "note", "how the time is known"))
    for r in timeline(case):
        event = f"'{r.event}" if r.event.startswith(("=", "+", "-", "@")) else r.event
        table.writerow((r.interval, r.first, r.last, event, r.note, r.certainty))
    return out.getvalue()


def alteration_log(case: CaseReport) -> str:
    """Every alteration, without what stood there before, and the statement of no distortion."""
    blocks = ["# What was altered", *statement(case).split("\n")]
    blocks.append(_table(("Note", "What", "Stands there now", "Why"), log_rows(case)))
    if case.facts:
        blocks += ["## Indirect facts", _table(("Category", "Choice", "Why"), fact_rows(case))]
    blocks += ["## People and their consent", _table(("Who", "Consent"), people_rows(case))]
    if case.contradictions:
        blocks += ["## What cannot be as it is written", *(f"- {c.words}" for c in case.contradictions)]
    if case.remarks:
        blocks += ["## Remarks", *(f"- {r}" for r in case.remarks)]
    return "\n\n".join(blocks) + "\n"


def search_list(case: CaseReport) -> str:
    """Phrases for a person to type into a search engine."""
    lines = [
        "Type each phrase into a search engine, with and without quotation marks, and look whether what "
        "comes",
        "up tells who the patient is. Chartveil does not do this: it sends nothing anywhere.",
        "",
    ]
    for number, phrase in enumerate(search_phrases(case), 1):
        seen = case.decisions.searched.get(phrase)
        lines.append(
            f"[{'x' if seen is not None else ' '}] {number}. {phrase}" + (f"  ({seen})" if seen else "")
        )
    return "\n".join(lines) + "\n"


# Word files


def prose_docx(case: CaseReport) -> bytes:
    """The prose as a Word file, with the timeline as a table."""

    def fill(document: WordDocument) -> None:
        document.add_heading(TITLE, 0)
        if zero := day_zero(case):
            document.add_paragraph(zero)
        for section in sections(case):
            document.add_heading(section.heading, 1)
            for paragraph in section.paragraphs:
                document.add_paragraph(paragraph)
        rows = timeline(case)
        if rows:
            document.add_heading("Timeline", 1)
            table = document.add_table(rows=1, cols=2)
            for cell, words in zip(table.rows[0].cells, ("Time", "Event"), strict=True):
                cell.text = words
            for row in rows:
                for cell, words in zip(table.add_row().cells, (row.interval, row.event), strict=True):
                    cell.text = words

    return _docx(fill)


def patient_copy(case: CaseReport) -> bytes:
    """A copy in large print for the patient to read before consent."""

    def fill(document: WordDocument) -> None:
        from docx.shared import Pt

        style = document.styles["Normal"]
        style.font.size = Pt(_LARGE_PRINT)
        style.paragraph_format.line_spacing = 1.4
        document.add_heading("What will be written about you", 0)
        document.add_paragraph(
            "Please read this before you agree. You may ask for anything to be left out, and you may say no. "
            "Your care does not depend on it. Once it is published it cannot be taken back everywhere."
        )
        if zero := day_zero(case):
            document.add_paragraph(zero)
        for section in sections(case):
            document.add_heading(section.heading, 1)
            for paragraph in section.paragraphs:
                document.add_paragraph(paragraph)
        document.add_heading("People who are mentioned", 1)
        for role, _ in people_rows(case):
            document.add_paragraph(capitalized(role), style="List Bullet")

    return _docx(fill)


def _docx(fill: Callable[[WordDocument], None]) -> bytes:
    """A Word file with no author and no time in it; the same content gives the same bytes."""
    import datetime as dt

    import docx

    document = docx.Document()
    fill(document)
    properties = document.core_properties
    properties.author = properties.last_modified_by = properties.comments = ""
    properties.title = TITLE
    properties.created = properties.modified = dt.datetime(*_PACKED[:3])
    links = document.part.package.rels
    for key in [key for key, link in links.items() if link.reltype.endswith("/thumbnail")]:
        del links[key]
    made, out = io.BytesIO(), io.BytesIO()
    document.save(made)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(zipfile.ZipInfo(name, _PACKED), source.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
