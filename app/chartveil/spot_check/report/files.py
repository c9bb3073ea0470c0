"""The files of a report: pages as PDF and HTML, and the signed data from which anybody computes them anew.

The data file is JSON lines, each canonical: first the data, then signed entries of the audit record, from the
commitment to the report itself, whose entry holds the hashes of data and pages.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartveil import __version__
from chartveil.domain.errors import InputError
from chartveil.spot_check.report.data import ReportData
from chartveil.spot_check.report.html import html_page
from chartveil.spot_check.report.pages import report_pages
from chartveil.spot_check.report.pdf import pdf_bytes
from chartveil.spot_check.report.results import ReportResults, results_of
from chartveil.spot_check.sampling import first_look
from chartveil.store.record_verifier import canonical, fingerprint, is_signed

DATA_NAME = "spot-check.chartveil-check"
PDF_NAME = "spot-check.pdf"
HTML_NAME = "spot-check.html"
ANNEX_NAME = "annex.pdf"
COMMITTED, EXTENDED, REPORTED = "spot-check-committed", "spot-check-extended", "spot-check-reported"
_LARGEST = 1 << 28
"""Bytes: the data of more than a million notes."""


@dataclass(frozen=True, slots=True)
class RenderedReport:
    """A report that is not signed yet.

    Attributes:
        data: what it is of.
        results: computed from it.
        text: the data's line.
        digest: SHA-256 of that, in hex.
        pages: bytes by file name.
    """

    data: ReportData
    results: ReportResults
    text: str
    digest: str
    pages: Mapping[str, bytes]


def rendered_report(data: ReportData) -> RenderedReport:
    """Computes the figures and writes the pages; the same data gives the same bytes."""
    text = data.as_text()
    digest = hashlib.sha256(text.encode()).hexdigest()
    results = results_of(data)
    blocks = report_pages(data, results, digest)
    title = f"Spot-check: {data.title}"
    footer = f"Spot-check report, data {digest[:16]}, Chartveil {data.version}"
    pages = {
        PDF_NAME: pdf_bytes(blocks, title, footer),
        HTML_NAME: html_page(blocks, title, footer).encode(),
    }
    return RenderedReport(data, results, text, digest, pages)


def signed_file(report: RenderedReport, entries: Sequence[Mapping[str, Any]]) -> bytes:
    """The data file: the data's line, and the entries of the record that go with it."""
    return "".join(line + "\n" for line in (report.text, *map(canonical, entries))).encode()


@dataclass(frozen=True, slots=True)
class ReportCheck:
    """The result of checking a report.

    Attributes:
        problems: what does not hold, one line each; empty where all does.
        notes: what could not be checked here.
        fingerprint: of the key that signed; empty where there is none.
        report: computed anew; None where the data are damaged.
    """

    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    fingerprint: str = ""
    report: RenderedReport | None = None


def check_report(path: Path, expected: str = "") -> ReportCheck:
    """Computes a report anew from its data and compares all that it says; may take some seconds.

    Args:
        path: the folder of a report, or its data file.
        expected: fingerprint of the installation that should have signed; empty for any.

    Raises:
        InputError: if there is no data file, or it cannot be read.
    """
    file = path / DATA_NAME if path.is_dir() else path
    text = _read(file)
    try:
        first, *lines = text.split("\n")[:-1]
        entries = [json.loads(line) for line in lines]
        data = ReportData.from_text(first)
        if text != "".join(x + "\n" for x in (data.as_text(), *map(canonical, entries))):
            return ReportCheck((_DAMAGED,))
        signer = fingerprint(entries[-1]["key"])
        record = [_Entry(e) for e in entries]
        problems = [*_record_problems(record, expected, signer, data.signer), *_draw_problems(data, record)]
        report = rendered_report(data)
        problems += _answer_problems(data)
        problems += _page_problems(report, record[-1].public, file.parent)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError):
        return ReportCheck((_DAMAGED,))
    notes = []
    if data.version != __version__:
        notes.append(
            f"It was made by Chartveil {data.version}, this is {__version__}: whether its pages say what "
            "the data say was not compared."
        )
    if json.loads(data.choices).get("planted") and not data.planted:
        notes.append("Leaks were planted, and what readers found of them is not reckoned with.")
    if not (file.parent / ANNEX_NAME).exists() and record[-1].public.get("annex"):
        notes.append("The sealed annex is not here; it goes to the maker of the release alone.")
    return ReportCheck(tuple(problems), tuple(notes), signer, report)


_DAMAGED = "It is no report of a spot-check, or is cut off or damaged."


class _Entry:
    """A signed entry of the record, as a report holds it."""

    def __init__(self, line: Mapping[str, Any]) -> None:
        if line.keys() != {"entry", "key", "signature"}:
            raise ValueError("no signed entry")
        entry = line["entry"]
        self.kind, self.seq, self.at = str(entry["kind"]), int(entry["seq"]), str(entry["at"])
        self.public: Mapping[str, Any] = entry["body"]["public"]
        self.key = str(line["key"])
        digest = hashlib.sha256(canonical(entry).encode()).hexdigest()
        self.is_signed = is_signed(digest, line["signature"], self.key)


def _record_problems(record: Sequence[_Entry], expected: str, signer: str, named: str) -> Iterator[str]:
    for entry in record:
        if not entry.is_signed or entry.key != record[-1].key:
            yield f"Its entry {entry.kind} is not signed by the key that it names."
    if expected and signer.replace(" ", "") != expected.replace(" ", "").lower():
        yield f"It was signed by another installation: {signer}."
    if signer != named:
        yield "It names another key than the one that signed it."
    kinds = [e.kind for e in record]
    if kinds != [COMMITTED, *[EXTENDED] * (len(kinds) - 2), REPORTED] or len(kinds) < 2:
        yield "The entries of the record that show its commitment and its end are not there, or not in order."
    if [(e.seq, e.at) for e in record] != sorted({(e.seq, e.at) for e in record}):
        yield "The entries of the record are not in the order of time."


def _draw_problems(data: ReportData, record: Sequence[_Entry]) -> Iterator[str]:
    sample = data.sample()
    if data.frame_hash() != data.frame:
        yield "The notes that it names are not those of the frame that was committed to."
    if not all(n.belongs(data.plan.strata) for n in data.notes):
        yield "It counts a note with another stratum than its own."
    if sample.seed.commitment != data.commitment:
        yield "The seed does not give the commitment: another draw was shown before."
    if any(e.public.get("commitment") != data.commitment for e in record):
        yield "The record holds another commitment."
    if record[0].public.get("frame") != data.frame:
        yield "The record holds another frame."
    looks = [first_look(sample.entries, data.plan), *(e.public.get("units") for e in record[1:-1])]
    if list(data.looks) != looks:
        yield "The sizes of the sample are not those that the record holds."
    drawn = {e.number for unit in sample.units() for e in unit}
    answered = [n for n, _ in data.answers]
    told = [n for reader in data.readers for n, _ in reader.answers]
    if not {*answered, *told} <= drawn or len(set(answered)) != len(answered):
        yield "It counts notes that were not drawn, or counts one twice."


def _answer_problems(data: ReportData) -> Iterator[str]:
    said: dict[int, set[bool]] = {}
    for reader in data.readers:
        if len({n for n, _ in reader.answers}) != len(reader.answers):
            yield f"The reader {reader.name} has two answers for one note."
        for n, leaks in reader.answers:
            said.setdefault(n, set()).add(leaks)
    by_note = Counter(n for reader in data.readers for n, _ in reader.answers)
    needed = json.loads(data.choices).get("readers", 1)
    last_words = {*data.adjudicated}
    judged = [(n, leaks) for n, leaks in data.answers if n not in last_words]
    if any(by_note[n] < needed for n, _ in judged):
        yield f"It counts notes that fewer than {needed} readers read, whom the plan asks for."
    wrong = [n for n, leaks in judged if said.get(n) != {leaks}]
    if wrong:
        yield f"{len(wrong)} answers are not what the readers said, note {wrong[0] + 1} among them."
    answers = dict(data.answers)
    if any(leak.note in answers and not answers[leak.note] for leak in data.leaks):
        yield "It names a place of a leak in a note that counts as clean."
    found = [r.found for r in data.readers]
    if not max(found, default=0) <= data.found <= min(data.planted, sum(found)) and data.planted:
        yield "The planted leaks that were found are not those that its readers found."


def _page_problems(report: RenderedReport, public: Mapping[str, Any], folder: Path) -> Iterator[str]:
    if public.get("data") != report.digest:
        yield "The data are not those that were signed."
    if public.get("outcome") != report.results.verdict.outcome:
        yield f"The data give another outcome than was signed: {report.results.verdict.outcome}."
    for part, name in (("pdf", PDF_NAME), ("html", HTML_NAME), ("annex", ANNEX_NAME)):
        try:
            content = (folder / name).read_bytes()
        except OSError:
            if part != "annex":
                yield f"{name} is missing."
            continue
        if hashlib.sha256(content).hexdigest() != public.get(part):
            yield f"{name} was changed since it was signed."
        elif report.data.version == __version__ and not _says_the_same(content, report.pages.get(name), name):
            yield f"{name} says other things than its data."


def _says_the_same(content: bytes, anew: bytes | None, name: str) -> bool:
    """Whether pages say what pages made anew say; of a PDF the text, since packing differs by system."""
    return anew is None or content == anew or (name == PDF_NAME and _pdf_text(content) == _pdf_text(anew))


def _pdf_text(content: bytes) -> list[str]:
    import pypdfium2

    with io.BytesIO(content) as file:
        document = pypdfium2.PdfDocument(file)
        try:
            return [page.get_textpage().get_text_range() for page in document]
        finally:
            document.close()


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError("is too large for a report.", where=str(path), remedy="Name the report itself.")
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as e:
        raise InputError(
            f"cannot be read ({e.strerror}).",
            where=str(path),
            remedy=f"Name the folder of a report, or its file {DATA_NAME}.",
        ) from None
