"""The sealed annex of a report: what leaked, with its words, for the maker of the release alone.

It is a PDF under AES-256 that any reader opens with the passphrase. The tables lie in it as CSV besides, in
whatever script they are written.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import pikepdf

from chartveil.spot_check.report.data import ReportData
from chartveil.spot_check.report.pages import Grid, Text, TextStyle
from chartveil.spot_check.report.pdf import pdf_bytes

_ROWS_A_PAGE = 24


@dataclass(frozen=True, slots=True)
class LeakText:
    """A leak with its words.

    Attributes:
        note: number in the frame, from 0.
        place: of the note in the release.
        layer: which part of the note.
        label, kind: as of ``LeakPlace``.
        start, end: in the layer.
        text: what leaked.
        around: with some characters before and after.
    """

    note: int
    place: str
    layer: str
    label: str
    kind: str
    start: int
    end: int
    text: str
    around: str


def sealed_annex(data: ReportData, leaks: Sequence[LeakText], more: bytes, passphrase: str) -> bytes:
    """The annex as PDF.

    Args:
        data: of the report that it belongs to.
        leaks: of both arms.
        more: searches and decisions, as CSV.
        passphrase: opens it.
    """
    rows = [(f"{x.note + 1:,}", x.place, x.layer, x.label or "–", " ".join(x.around.split())) for x in leaks]
    chunks = [rows[i : i + _ROWS_A_PAGE] for i in range(0, len(rows), _ROWS_A_PAGE)] or [[]]
    title = f"Annex to the spot-check {data.title}"
    pages = [
        (
            Text("What leaked", TextStyle.TITLE),
            Text(
                f"{title}, commitment {data.commitment[:16]}. For the maker of the release alone. It holds "
                "its text. The tables lie in this file as CSV too, with all searches and last words.",
            ),
            Grid(("Note", "place", "part", "kind", "text around it"), chunk, (0.08, 0.24, 0.12, 0.14, 0.42)),
        )
        for chunk in chunks
    ]
    plain = pdf_bytes(pages, title, "Confidential: holds text of the release")
    with pikepdf.open(io.BytesIO(plain)) as pdf:
        for name, content in (("leaks.csv", _as_csv(leaks)), ("searches.csv", more)):
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, mime_type="text/csv")
        out = io.BytesIO()
        pdf.save(out, encryption=pikepdf.Encryption(owner=passphrase, user=passphrase, R=6))
    return out.getvalue()


def _as_csv(leaks: Sequence[LeakText]) -> bytes:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([f.name for f in fields(LeakText)])
    table.writerows(astuple(leak) for leak in leaks)
    return out.getvalue().encode("utf-8-sig")
