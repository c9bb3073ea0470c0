"""Other people's readers: whether a copy opens, and what it shows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

from benchmarks.hostile_files.notes import clinical_words


def shown_text(suffix: str, data: bytes) -> str:
    """What a file shows to a reader of its format.

    Args:
        suffix: of the file's name, with the dot.
        data: its bytes.

    Raises:
        Exception: whatever the reader raises: then the file does not open.
    """
    return _READERS.get(suffix.lower(), _text)(data)


def lost_words(before: str, after: str, note: str) -> tuple[int, int]:
    """How many clinical words of a note an original shows, and how many of those its copy does not.

    Args:
        before, after: what the original and its copy show.
        note: whose words are counted.
    """
    had, has = set(clinical_words(before)), set(clinical_words(after))
    words = [w for w in clinical_words(note) if w in had]
    return len(words), sum(w not in has for w in words)


def _text(data: bytes) -> str:
    for encoding in ("utf-16", "utf-32") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ():
        try:
            return data.decode(encoding)
        except UnicodeError:
            continue
    text = data.decode("utf-8", "replace")
    if "\0" in text:
        return data.replace(b"\0", b"").decode("latin-1")
    ebcdic = data.decode("cp037")
    return text if sum(map(str.isascii, text)) >= 0.7 * len(text) else ebcdic


def _html(data: bytes) -> str:
    from lxml import html

    source = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data
    tree = html.fromstring(source)
    return " ".join(str(t) for t in tree.itertext()) if hasattr(tree, "itertext") else ""


def _rtf(data: bytes) -> str:
    from striprtf.striprtf import rtf_to_text

    read: Callable[..., str] = rtf_to_text
    return str(read(data.decode("cp1252", "replace"), errors="replace"))


def _docx(data: bytes) -> str:
    import docx

    document = docx.Document(io.BytesIO(data))
    return "\n".join(
        "".join(t.text or "" for t in p.iter("{*}t")) for p in document.element.body.iter("{*}p")
    )


def _xlsx(data: bytes) -> str:
    from openpyxl import load_workbook

    workbook = load_workbook(io.BytesIO(data), data_only=True)
    return "\n".join(
        str(v) for sheet in workbook.worksheets for row in sheet.iter_rows(values_only=True) for v in row if v
    )


def _table(data: bytes) -> str:
    text = _text(data)
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=False))
    return "\n".join(cell for row in rows for cell in row)


def _json_lines(data: bytes) -> str:
    return "\n".join(
        str(list(json.loads(line).values())) for line in data.decode().split("\n") if line.strip()
    )


def _parquet(data: bytes) -> str:
    from pyarrow import parquet

    return str(parquet.read_table(io.BytesIO(data)).to_pylist())


def _pdf(data: bytes) -> str:
    import pikepdf
    from pypdf import PdfReader

    with pikepdf.open(io.BytesIO(data)) as pdf:
        problems = pdf.check_pdf_syntax()
    if problems:
        raise ValueError("; ".join(map(str, problems[:3])))
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def _picture(data: bytes) -> str:
    from PIL import Image

    Image.open(io.BytesIO(data)).load()
    return ""


_READERS: dict[str, Callable[[bytes], str]] = {
    ".html": _html,
    ".htm": _html,
    ".rtf": _rtf,
    ".docx": _docx,
    ".xlsx": _xlsx,
    ".csv": _table,
    ".tsv": _table,
    ".psv": _table,
    ".jsonl": _json_lines,
    ".parquet": _parquet,
    ".pdf": _pdf,
    ".png": _picture,
    ".jpg": _picture,
    ".tif": _picture,
}
