"""Makes files of every table format from the same rows, and PDFs, for tests."""

import io
import json
import re
import zipfile

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator, TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.release.copy_strings import copy_strings

# A workbook holds these as escapes (ECMA-376 part 1, 22.9.2.19), and what looks like an escape too.
NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def csv_bytes(header, rows, delimiter=",", end="\r\n"):
    def field(value):
        text = "" if value is None else str(value)
        return '"' + text.replace('"', '""') + '"' if set(text) & set(f'{delimiter}"\r\n') else text

    lines = [delimiter.join(map(field, row)) + end for row in [header, *rows]]
    return "".join(lines).encode()


def jsonl_bytes(header, rows):
    return "".join(json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows).encode()


def xlsx_bytes(header, rows, edit=lambda workbook, sheet: None):
    from openpyxl import Workbook

    workbook = Workbook()
    sheet = workbook.active
    for r, row in enumerate([header, *rows], 1):
        for c, value in enumerate(row, 1):
            if value is not None:
                cell = sheet.cell(r, c)
                if isinstance(value, str):
                    cell.value = NOT_IN_XML.sub(lambda m: f"_x{ord(m[0]):04X}_", value)
                    cell.data_type = "s"
                else:
                    cell.value = value
    edit(workbook, sheet)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def parquet_bytes(header, rows, **metadata):
    import pyarrow as pa
    from pyarrow import parquet as pq

    columns = {name: [row[i] for row in rows] for i, name in enumerate(header)}
    table = pa.table(columns)
    if metadata:
        table = table.replace_schema_metadata(metadata)
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


MAKERS = {
    "delimited": (csv_bytes, "notes.csv"),
    "jsonl": (jsonl_bytes, "notes.jsonl"),
    "xlsx": (xlsx_bytes, "notes.xlsx"),
    "parquet": (parquet_bytes, "notes.parquet"),
}


def table_file(kind, header, rows):
    make, name = MAKERS[kind]
    return SourceFile(name, make(header, rows))


def unchanged(documents):
    """No replacements, for each document."""
    return {d.id: () for d in documents}


def replaced(documents, old, new):
    """Every place of a text in the documents replaced."""
    found = {}
    for d in documents:
        at, places = d.text.find(old), []
        while at >= 0:
            places.append(Replacement(at, at + len(old), new, Label.PATIENT))
            at = d.text.find(old, at + len(old))
        found[d.id] = tuple(places)
    return found


def written(form, file, old="", new="", options=None):
    """What a format of notes writes with the replacements, as a file of the same name."""
    options = options or ReadOptions()
    documents = form.read(file, options)
    edits = replaced(documents, old, new) if old else unchanged(documents)
    return SourceFile(file.path, form.write(file, options, edits))


def opened(file, options=None):
    """A table that is open."""
    return format_for(file).open(file, options or ReadOptions())


def copied(file, change=lambda cells: cells, operators=None):
    """A copy of a table: columns go by operators, by header, and stay where none is given; the cells of each
    row are changed, and empty where the operator says so."""
    table, operators = opened(file), operators or {}
    plans = [
        TablePlan(
            tuple(ColumnChoice(n, ColumnOperator(operators.get(n, "keep"))) for n in h.names), part=h.part
        )
        for h in table.heads
    ]
    gone = [{i for i, c in enumerate(p.columns) if c.operator in ("empty", "drop")} for p in plans]
    rows = [
        ["" if i in gone[row.table] else cell for i, cell in enumerate(change(row.cells))]
        for row in table.rows()
    ]
    out = io.BytesIO()
    table.write(plans, lambda: rows, out)
    return SourceFile(file.path, out.getvalue())


def with_cells(old, new):
    """A change for ``copied``: a text within cells is another one."""
    return lambda cells: [cell.replace(old, new) for cell in cells]


def strings(form, file):
    """All that another reader sees in a file, whatever it is."""
    return [s.text for s in copy_strings(file.data, form.name)]


def texts(form, file, options=None):
    return [d.text for d in form.read(file, options or ReadOptions())]


def pdf_bytes(*pages, **canvas_options):
    """A PDF; each page is a function that draws on a reportlab canvas."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=True, **canvas_options)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def lines(*texts, x=72, top=760, step=20):
    """A page with lines from the top."""

    def draw(canvas):
        for i, text in enumerate(texts):
            canvas.drawString(x, top - i * step, text)

    return draw


def zip_bytes(members, compression=zipfile.ZIP_DEFLATED):
    """A zip file of (name, bytes) pairs or a mapping."""
    out = io.BytesIO()
    pairs = members.items() if isinstance(members, dict) else members
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in pairs:
            archive.writestr(name, data)
    return out.getvalue()


def encrypted_flag(data):
    """The zip file with its members marked as encrypted, in their heads and in the directory."""
    data = bytearray(data)
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(magic)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(magic, at + 4)
    return bytes(data)
