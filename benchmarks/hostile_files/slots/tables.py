"""Slots of tables: CSV, TSV, JSON lines, Parquet and Excel."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from html import escape
from typing import Any

from benchmarks.hostile_files.marks import WAYS
from benchmarks.hostile_files.slot import Content, Slot
from benchmarks.hostile_files.slots.word import zip_slots, zipped

_HEADER = ["note_id", "patient_id", "note_text"]
_COLUMNS = {
    "Unit": "mg/dL",
    "Amount": "120.00",
    "Code": "99213",
    "Provider Code": "4417",
    "Patient Code": "18271",
    "Value": "7.4",
    "Range": "70-99",
    "Status": "final",
    "Sex": "F",
    "Test": "Sodium",
    "Drug": "aspirin",
    "Time": "10:30",
}
"""Headers that keep their columns, and what their cells usually are."""
_WRITTEN = {
    "plain": "Seen with «text» today.",
    "angle brackets": "Contact <«bare»> today.",
    "entities": "Name: «entities»",
    "unicode escapes": "Name: «unicode»",
    "base64": "File «base64»",
    "percent": "Link «percent»",
    "full width": "Name «fullwidth»",
    "zero-width spaces everywhere": "Seen with «each:\u200b» today.",
    "blanks everywhere": "Seen with «each: » today.",
    "line end in the word": "Seen with «split:\n» today.",
    "formula": '=HYPERLINK("mailto:«bare»")',
    "quotes": 'the "«bare»" patient',
    "excel escapes": "Name «excel»",
    "nul": "Seen with «split:\0» today.",
    "html": "<p>Seen with «split:<b></b>» today.</p>",
    "long": "x " * 4000 + "«bare»",
}


def _rows(content: Content, text: str) -> list[list[str]]:
    return [
        ["1", "p1", " ".join(content.lines[:3])],
        ["2", "p1", text],
        ["3", "p1", " ".join(content.lines[3:])],
    ]


def _delimited(separator: str, line_end: str = "\n", **style: Any) -> Callable[[list[list[str]]], bytes]:
    def write(rows: list[list[str]]) -> bytes:
        out = io.StringIO()
        csv.writer(out, delimiter=separator, lineterminator=line_end, **style).writerows(rows)
        return out.getvalue().encode()

    return write


def _cells(
    name: str, suffix: str, write: Callable[[list[list[str]]], bytes], templates: dict[str, str]
) -> list[Slot]:
    def maker(template: str) -> Callable[[Content], bytes]:
        return lambda c: write([_HEADER, *_rows(c, c.fill(template))])

    return [Slot(name, f"text: {slot}", suffix, maker(t)) for slot, t in templates.items()]


def _table(name: str, suffix: str, write: Callable[[list[list[str]]], bytes]) -> list[Slot]:
    """Slots in other cells than those of the text."""

    def other_column(header: str) -> Callable[[Content], bytes]:
        def make(content: Content) -> bytes:
            rows = [_HEADER, *_rows(content, "Stable.")]
            told = content.fill(header)
            return write([[told, *rows[0]], *([content.canary.bare, *row] for row in rows[1:])])

        return make

    def among_others(header: str, usual: str) -> Callable[[Content], bytes]:
        """One cell of a column whose other cells are what its header says."""

        def make(content: Content) -> bytes:
            rows = [[usual, *row] for row in _rows(content, "Stable.") * 7]
            rows[11][0] = content.canary.bare
            return write([[header, *_HEADER], *rows])

        return make

    def without_header(content: Content) -> bytes:
        return write([[content.canary.bare, *row] for row in _rows(content, "Stable.")])

    def ragged(content: Content) -> bytes:
        return write([_HEADER, *_rows(content, "Stable."), ["4", "p1", "Stable.", content.canary.bare]])

    def preamble(content: Content) -> bytes:
        return write([[content.canary.bare], _HEADER, *_rows(content, "Stable.")])

    def footer(content: Content) -> bytes:
        return write([_HEADER, *_rows(content, "Stable."), [content.canary.bare]])

    def header_cell(content: Content) -> bytes:
        header = [*_HEADER[:2], content.canary.bare + " note"]
        return write([header, *_rows(content, "Stable.")])

    def id_cell(content: Content) -> bytes:
        rows = _rows(content, "Stable.")
        rows[1][0] = content.canary.bare
        rows[1][1] = content.canary.bare
        return write([_HEADER, *rows])

    places = {
        "other column": other_column("name"),
        "column of no known name": other_column("zzq"),
        **{f"column {header}": other_column(header) for header in _COLUMNS},
        **{f"one cell of {header}": among_others(header, usual) for header, usual in _COLUMNS.items()},
        "column named so": other_column("«bare»"),
        "column named by a token": other_column("«token»"),
        "second text column": other_column("comment"),
        "no header": without_header,
        "cell beyond the header": ragged,
        "before the header": preamble,
        "after the rows": footer,
        "header of the text": header_cell,
        "ids": id_cell,
    }
    return [Slot(name, f"cell: {place}", suffix, make) for place, make in places.items()]


def _bytes_around(name: str, suffix: str, write: Callable[[list[list[str]]], bytes]) -> list[Slot]:
    def whole(content: Content) -> bytes:
        return write([_HEADER, *_rows(content, "Stable.")])

    def quoted_open(content: Content) -> bytes:
        return whole(content) + f'4,p1,"{content.canary.bare}'.encode()

    def semicolons(content: Content) -> bytes:
        rows = [
            [*_HEADER, "name; of"],
            *([*row, content.canary.bare] for row in _rows(content, "Stable; well.")),
        ]
        return _delimited(";", quoting=csv.QUOTE_ALL)(rows)

    def header_of_lines(content: Content) -> bytes:
        rows = [
            [*_HEADER, f"seen by\n{content.canary.bare}"],
            *([*r, "a"] for r in _rows(content, "Stable.")),
        ]
        return write(rows)

    def escaped(content: Content) -> bytes:
        return whole(content) + f'4,p1,"seen \\"{content.canary.text}\\" today"\n'.encode()

    return [
        Slot(
            name,
            "byte-order mark",
            suffix,
            lambda c: b"\xef\xbb\xbf" + whole(c) + f"4,p1,{c.canary.text}\n".encode(),
        ),
        Slot(name, "semicolons", suffix, semicolons),
        Slot(name, "header of two lines", suffix, header_of_lines),
        Slot(name, "backslash before quotes", suffix, escaped),
        Slot(
            name,
            "mac line ends",
            suffix,
            lambda c: (whole(c) + f'4,p1,"{c.canary.text}"\n'.encode()).replace(b"\n", b"\r"),
        ),
        Slot(
            name,
            "column without a name",
            suffix,
            lambda c: write([[*_HEADER, ""], *([*r, c.canary.bare] for r in _rows(c, "Stable."))]),
        ),
        Slot(name, "sep line", suffix, lambda c: b"sep=,\n" + whole(c) + c.canary.bare.encode()),
        Slot(name, "comment line", suffix, lambda c: f"# {c.canary.bare}\n".encode() + whole(c)),
        Slot(name, "quote never closed", suffix, quoted_open),
        Slot(name, "after nul bytes", suffix, lambda c: whole(c) + b"\0\0" + c.canary.bare.encode()),
        Slot(name, "utf-16", suffix, lambda c: (whole(c) + c.canary.text.encode()).decode().encode("utf-16")),
        Slot(name, "text beside quotes", suffix, lambda c: whole(c) + f'4,p1,"a"{c.canary.token}\n'.encode()),
    ]


# -- JSON lines --

_NESTED: dict[str, Callable[[Content], object]] = {
    "other key": lambda c: {"name": c.canary.bare},
    "nested": lambda c: {"patient": {"name": [{"given": c.canary.bare}]}},
    "key's name": lambda c: {c.canary.bare: 1},
    "nested key's name": lambda c: {"meta": {c.canary.bare: "a"}},
    "list": lambda c: {"tags": [c.canary.bare]},
    "text in a list": lambda c: {"note_text2": [c.canary.text]},
    "second text": lambda c: {"text": c.canary.text},
    "number": lambda c: {"n": int("".join(ch for ch in c.canary.bare if ch.isdigit()) or 7)},
    "json in a text": lambda c: {"text": json.dumps({"patient": c.canary.bare})},
    "key of escapes": lambda c: {"".join(f"\\u{ord(ch):04x}" for ch in c.canary.bare): "a"},
    "key with points": lambda c: {f"note.{c.canary.token}.text": "Stable."},
    "no key": lambda c: {"": c.canary.bare},
    "id": lambda c: {"note_id": c.canary.bare},
    "patient": lambda c: {"patient_id": c.canary.bare},
    "date": lambda c: {"note_date": c.canary.bare, "note_type": c.canary.bare},
    "key of a text": lambda c: {f"{c.canary.token} note": "Stable and well today, no complaints."},
}


def _json_lines(texts: list[str], added: object = None) -> bytes:
    lines = []
    for n, text in enumerate(texts):
        item: dict[str, object] = {"note_id": n, "patient_id": "p1", "note_text": text}
        if isinstance(added, dict):
            item |= added
        lines.append(json.dumps(item, ensure_ascii=n % 2 == 0))
    return "\n".join(lines).encode() + b"\n"


def _json_slots() -> list[Slot]:
    def written(template: str) -> Callable[[Content], bytes]:
        return lambda c: _json_lines([" ".join(c.lines[:3]), c.fill(template), " ".join(c.lines[3:])])

    def nested(added: Callable[[Content], object]) -> Callable[[Content], bytes]:
        return lambda c: _json_lines([" ".join(c.lines[:3]), " ".join(c.lines[3:])], added(c))

    def raw(line: str) -> Callable[[Content], bytes]:
        return lambda c: _json_lines([" ".join(c.lines)]) + c.fill(line).encode()

    lines = {
        "key twice": '{"note_id": 9, "patient_id": "p1", "note_text": "«bare»", "note_text": "Stable."}\n',
        "all escaped": '{"note_id": 9, "patient_id": "p1", "note_text": "Seen with «unicode» today"}\n',
        "line that is no json": "«bare»\n",
        "after the object": '{"note_id": 9, "patient_id": "p1", "note_text": "Stable."} «bare»\n',
        "line of a list": '["«bare»"]\n',
        "line of a string": '"«bare»"\n',
        "comment": "// «bare»\n",
        "key twice within": '{"note_text": "Stable.", "a": {"b": "«bare»", "b": "c"}}\n',
        "comment within": '{"note_text": "Stable." /* «bare» */}\n',
        "large number": '{"note_text": "Stable.", "n": 1e999, "m": "«bare»"}\n',
        "half a character": '{"patient_id": "p1", "note_text": "Seen \\ud800 with «text» today.", "a\\udc00": "«bare»"}\n',
        "byte-order mark within": '\ufeff{"patient_id": "p1", "note_text": "Seen with «text» today."}\n',
        "other blank": '\x0b{"patient_id": "p1", "note_text": "Seen with «text» today."}\x0c\n',
        "blank line with nul": "\0\0«bare»\n",
    }
    return [
        *(Slot("jsonl", f"text: {n}", ".jsonl", written(t)) for n, t in _WRITTEN.items()),
        *(Slot("jsonl", f"key: {n}", ".jsonl", nested(f)) for n, f in _NESTED.items()),
        *(Slot("jsonl", f"line: {n}", ".jsonl", raw(t)) for n, t in lines.items()),
    ]


# -- Parquet --


def _parquet(columns: dict[str, Any], metadata: dict[str, str] | None = None, **options: Any) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet as pq

    table = pa.table(columns)
    if metadata:
        table = table.replace_schema_metadata(metadata)
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def _parquet_slots() -> list[Slot]:
    def columns(content: Content, text: str = "Stable.") -> dict[str, Any]:
        rows = _rows(content, text)
        return {name: [row[i] for row in rows] for i, name in enumerate(_HEADER)}

    def text(template: str) -> Callable[[Content], bytes]:
        return lambda c: _parquet(columns(c, c.fill(template)))

    def added(make: Callable[[Content], dict[str, Any]]) -> Callable[[Content], bytes]:
        return lambda c: _parquet({**columns(c), **make(c)})

    def field_metadata(content: Content) -> bytes:
        import pyarrow as pa

        made = pa.table(columns(content))
        fields = [f.with_metadata({"patient": content.canary.bare}) for f in made.schema]
        out = io.BytesIO()
        from pyarrow import parquet as pq

        pq.write_table(made.cast(pa.schema(fields)), out)
        return out.getvalue()

    def dictionary(content: Content) -> dict[str, Any]:
        import pyarrow as pa

        indices = pa.array([0, 0, 0], pa.int32())
        return {"comment": pa.DictionaryArray.from_arrays(indices, ["Stable.", content.canary.bare])}

    def binary(content: Content) -> dict[str, Any]:
        return {"data": [content.canary.bare.encode()] * 3}

    def zone(content: Content) -> dict[str, Any]:
        import pyarrow as pa

        return {"seen": pa.array([0, 1, 2], pa.timestamp("s", tz=content.canary.token))}

    def map_of(content: Content) -> dict[str, Any]:
        import pyarrow as pa

        kind = pa.map_(pa.string(), pa.int32())
        return {"tags": pa.array([[(content.canary.bare, 1)]] * 3, kind)}

    def view(content: Content) -> dict[str, Any]:
        import pyarrow as pa

        return {"note": pa.array([content.canary.text] * 3, pa.large_string())}

    def packed(way: str) -> Callable[[Content], bytes]:
        return lambda c: _parquet({**columns(c), "name": [c.canary.bare] * 3}, compression=way)

    places: dict[str, Callable[[Content], dict[str, Any]]] = {
        "time zone": zone,
        "key of a map": map_of,
        "large text": view,
        "id": lambda c: {"note_id": [c.canary.bare] * 3},
        "patient": lambda c: {"patient_id": [c.canary.bare] * 3},
        "other column": lambda c: {"name": [c.canary.bare] * 3},
        "column's name": lambda c: {c.canary.bare: [1, 2, 3]},
        "column of bytes": binary,
        "column of lists": lambda c: {"names": [[c.canary.bare]] * 3},
        "column of structures": lambda c: {"patient": [{"name": c.canary.bare}] * 3},
        "structure's key": lambda c: {"patient": [{c.canary.bare: 1}] * 3},
        "dictionary's unused entry": dictionary,
        "second text column": lambda c: {"comment": [c.canary.text] * 3},
        "empty column": lambda c: {f"{c.canary.token} text": [None] * 3},
    }
    return [
        *(Slot("parquet", f"text: {n}", ".parquet", text(t)) for n, t in _WRITTEN.items()),
        *(Slot("parquet", n, ".parquet", added(f)) for n, f in places.items()),
        *(Slot("parquet", f"packed by {way}", ".parquet", packed(way)) for way in ("none", "gzip", "zstd", "lz4")),
        Slot("parquet", "made by", ".parquet",
             lambda c: _parquet(columns(c)).replace(b"parquet-cpp-arrow", f"{c.canary.token:17.17}".encode())),
        Slot("parquet", "page index", ".parquet",
             lambda c: _parquet({**columns(c), "name": [c.canary.bare] * 3}, write_page_index=True)),
        Slot("parquet", "metadata", ".parquet", lambda c: _parquet(columns(c), {"author": c.canary.bare})),
        Slot("parquet", "metadata's key", ".parquet", lambda c: _parquet(columns(c), {c.canary.bare: "a"})),
        Slot("parquet", "field's metadata", ".parquet", field_metadata),
        Slot("parquet", "before the end", ".parquet",
             lambda c: (d := _parquet(columns(c)))[:4] + d[4:] + c.canary.bare.encode() + b"PAR1"),
    ]  # fmt: skip


# -- Excel --

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _cell(text: str, extra: str = "") -> str:
    return f'<c t="inlineStr"{extra}><is><t xml:space="preserve">{escape(text)}</t></is></c>'


_IDS = _cell("4") + _cell("p1")


def _workbook(
    content: Content,
    row: str = "",
    *,
    sheet: str = "",
    workbook: str = "",
    title: str = "Notes",
    styles: str = "",
    extra: dict[str, str] | None = None,
    attributes: str = "",
) -> bytes:
    """A workbook made by hand.

    Args:
        content: with the note.
        row: a further row's cells.
        sheet: elements after the rows.
        workbook: elements after the sheets.
        title: of the sheet.
        styles: the style part.
        extra: further members by name.
        attributes: of the sheet's root.
    """
    rows = [_HEADER, *_rows(content, "Stable and well.")]
    cells = "".join("<row>" + "".join(map(_cell, r)) + "</row>" for r in rows)
    data = cells + (f"<row>{row}</row>" if row else "")
    members = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
        '"application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        + ('<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.'
           'spreadsheetml.styles+xml"/>' if styles else "") + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_RELS}/worksheet" Target="worksheets/sheet1.xml"/>'
        + (f'<Relationship Id="rId2" Type="{_RELS}/styles" Target="styles.xml"/>' if styles else "")
        + "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELS}"><sheets><sheet name="{escape(title)}" '
        f'sheetId="1" r:id="rId1"/></sheets>{workbook}</workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}" xmlns:r="{_RELS}" {attributes}>'
        f"<sheetData>{data}</sheetData>{sheet}</worksheet>",
    }  # fmt: skip
    if styles:
        members["xl/styles.xml"] = styles
    return zipped({**members, **(extra or {})})


_ROWS = {
    "other cell": _cell("") + _cell("") + _cell("Well.") + '<c t="inlineStr"><is><t>«x»</t></is></c>',
    "rich text": _IDS
    + '<c t="inlineStr"><is><r><t>Seen with «split:</t></r><r><rPr><b/></rPr><t>»</t></r></is></c>',
    "phonetic": _IDS + '<c t="inlineStr"><is><t>Stable.</t><rPh sb="0" eb="1"><t>«x»</t></rPh></is></c>',
    "stored result": _IDS + '<c t="str"><f>CONCAT("«x»")</f><v>Seen with «x»</v></c>',
    "formula": _IDS + '<c t="str"><f>"«x»"</f><v>Stable.</v></c>',
    "error": _IDS + '<c t="e"><v>«x»</v></c>',
    "number": _IDS + "<c><v>«token»</v></c>",
    "boolean": _IDS + '<c t="b"><v>«token»</v></c>',
    "date": _IDS + '<c t="d"><v>«x»</v></c>',
    "unknown type": _IDS + '<c t="zzq"><v>«x»</v></c>',
    "unknown attribute": _IDS + '<c t="inlineStr" zzq="«x»"><is><t>Well.</t></is></c>',
    "unknown element": _IDS + '<c t="inlineStr"><is><t>Well.</t><zzq>«x»</zzq></is></c>',
    "far cell": '<c r="XFD9" t="inlineStr"><is><t>«x»</t></is></c>',
    "extension": _IDS + '<c t="inlineStr"><is><t>Well.</t></is><extLst><ext uri="«x»"/></extLst></c>',
}
_SHEETS = {
    "table": '<tableParts count="1"><tablePart r:id="rId7"/></tableParts>',
    "page's footer": "<headerFooter><evenFooter>&amp;C«x»</evenFooter><firstHeader>«x»</firstHeader></headerFooter>",
    "code name": '<sheetPr codeName="«token»"><tabColor rgb="«token»"/></sheetPr>',
    "sort": '<autoFilter ref="A1:C4"><sortState ref="A1:C4"><sortCondition ref="A1" customList="«x»"/></sortState></autoFilter>',
    "merged cells": '<mergeCells><mergeCell ref="«x»"/></mergeCells>',
    "ignored error": '<ignoredErrors><ignoredError sqref="«x»" numberStoredAsText="1"/></ignoredErrors>',
    "pictures": '<legacyDrawing r:id="«token»"/><picture r:id="«token»"/>',
    "web publication": '<webPublishItems><webPublishItem id="1" divId="«x»" destinationFile="«x»" title="«x»"/></webPublishItems>',
    "header": "<headerFooter><oddHeader>&amp;L«x»</oddHeader></headerFooter>",
    "validation": '<dataValidations><dataValidation prompt="«x»"><formula1>"«x»"</formula1></dataValidation></dataValidations>',
    "link": '<hyperlinks><hyperlink ref="A1" display="«x»" location="«x»" tooltip="«x»"/></hyperlinks>',
    "conditional format": '<conditionalFormatting><cfRule type="containsText" text="«x»"><formula>"«x»"</formula></cfRule></conditionalFormatting>',
    "filter": '<autoFilter ref="A1:C4"><filterColumn colId="0"><filters><filter val="«x»"/></filters></filterColumn></autoFilter>',
    "scenario": '<scenarios><scenario name="«x»" user="«x»"/></scenarios>',
    "protection": '<protectedRanges><protectedRange name="«x»"/></protectedRanges>',
    "smart tag": '<cellWatches><cellWatch r="«x»"/></cellWatches>',
    "extension": '<extLst><ext uri="u"><zzq>«x»</zzq></ext></extLst>',
    "unknown": "<zzq>«x»</zzq>",
}
_WORKBOOKS = {
    "pivot caches": '<pivotCaches><pivotCache cacheId="1" r:id="«token»"/></pivotCaches>',
    "external references": '<externalReferences><externalReference r:id="«token»"/></externalReferences>',
    "smart tags": '<smartTagTypes><smartTagType namespaceUri="«x»" name="«token»" url="«x»"/></smartTagTypes>',
    "file sharing": '<fileSharing userName="«x»" readOnlyRecommended="1"/>',
    "function groups": '<functionGroups><functionGroup name="«x»"/></functionGroups>',
    "defined name": '<definedNames><definedName name="«token»" comment="«x»">"«x»"</definedName></definedNames>',
    "view": '<customWorkbookViews><customWorkbookView name="«x»"/></customWorkbookViews>',
    "extension": '<extLst><ext uri="«x»"/></extLst>',
    "unknown": "<zzq>«x»</zzq>",
}
_STYLES = {
    "difference's font": '<dxfs><dxf><font><name val="«x»"/></font><numFmt numFmtId="180" formatCode="&quot;«x»&quot;"/></dxf></dxfs>',
    "colour": '<colors><mruColors><color rgb="«token»"/></mruColors></colors>',
    "font": '<fonts><font><name val="«x»"/></font></fonts>',
    "font, token": '<fonts><font><name val="«token»"/><sz val="11"/></font></fonts>',
    "number format": '<numFmts><numFmt numFmtId="170" formatCode="&quot;«x»&quot;0"/></numFmts>',
    "cell style": '<cellStyles><cellStyle name="«x»" xfId="0"/></cellStyles>',
    "table style": '<tableStyles><tableStyle name="«x»"/></tableStyles>',
}
_MEMBERS = {
    "table": ("xl/tables/table1.xml", f'<table xmlns="{_MAIN}" id="1" name="«token»" displayName="«token»" ref="A1:C4"><tableColumns count="1"><tableColumn id="1" name="«x»" totalsRowLabel="«x»"/></tableColumns></table>'),
    "links of the sheet": ("xl/worksheets/_rels/sheet1.xml.rels", f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId7" Type="{_RELS}/hyperlink" Target="mailto:«x»" TargetMode="External"/></Relationships>'),
    "chains of calculation": ("xl/calcChain.xml", f'<calcChain xmlns="{_MAIN}"><c r="«x»"/></calcChain>'),
    "metadata": ("xl/metadata.xml", f'<metadata xmlns="{_MAIN}"><metadataStrings><s v="«x»"/></metadataStrings></metadata>'),
    "revisions": ("xl/revisions/userNames.xml", f'<users xmlns="{_MAIN}"><userInfo name="«x»"/></users>'),
    "theme": ("xl/theme/theme1.xml", '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="«x»"/>'),
    "labels of sensitivity": ("docMetadata/LabelInfo.xml", "<a>«x»</a>"),
    "pivot records": ("xl/pivotCache/pivotCacheRecords1.xml", f'<pivotCacheRecords xmlns="{_MAIN}"><r><s v="«x»"/></r></pivotCacheRecords>'),
    "properties": ("docProps/core.xml", "<a>«x»</a>"),
    "custom properties": ("docProps/custom.xml", "<a>«x»</a>"),
    "comments": ("xl/comments1.xml", f'<comments xmlns="{_MAIN}"><authors><author>«x»</author></authors></comments>'),
    "threaded comments": ("xl/threadedComments/a.xml", "<a>«x»</a>"),
    "persons": ("xl/persons/person.xml", "<a>«x»</a>"),
    "picture": ("xl/media/image1.png", "\x89PNG «bare»"),
    "chart": ("xl/charts/chart1.xml", "<a>«x»</a>"),
    "pivot cache": ("xl/pivotCache/a.xml", "<a>«x»</a>"),
    "external link": ("xl/externalLinks/a.xml", "<a>«x»</a>"),
    "query": ("xl/connections.xml", "<a>«x»</a>"),
    "custom xml": ("customXml/item1.xml", "<a>«x»</a>"),
    "unused string": ("xl/sharedStrings.xml", f'<sst xmlns="{_MAIN}"><si><t>«x»</t></si></sst>'),
    "drawing": ("xl/drawings/drawing1.xml", "<a>«x»</a>"),
    "printer": ("xl/printerSettings/a.bin", "«bare»"),
    "member's name": ("xl/«token».xml", "<a/>"),
}  # fmt: skip


def _excel_slots() -> list[Slot]:
    def slot(name: str, make: Callable[[Content], bytes]) -> Slot:
        return Slot("xlsx", name, ".xlsx", make)

    def text(template: str) -> Callable[[Content], bytes]:
        return lambda c: _workbook(c, _IDS + _cell(c.fill(template).replace("\0", "")))

    def row(template: str) -> Callable[[Content], bytes]:
        return lambda c: _workbook(c, c.fill(template))

    def sheet(template: str) -> Callable[[Content], bytes]:
        return lambda c: _workbook(c, sheet=c.fill(template))

    def workbook(template: str) -> Callable[[Content], bytes]:
        return lambda c: _workbook(c, workbook=c.fill(template))

    def style(template: str) -> Callable[[Content], bytes]:
        number = "170" if "numFmt" in template else "0"
        look = (
            "<fills><fill><patternFill/></fill></fills><borders><border/></borders>"
            '<cellStyleXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            '<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
            f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="1"'
            ' applyNumberFormat="1"/></cellXfs>'
        )
        fonts = "" if "<fonts>" in template else '<fonts><font><sz val="11"/></font></fonts>'
        return lambda c: _workbook(
            c,
            _IDS + _cell("Stable.", ' s="1"'),
            styles=f'<styleSheet xmlns="{_MAIN}">{c.fill(template)}{fonts}{look}</styleSheet>',
        )

    def hidden(state: str) -> Callable[[Content], bytes]:
        """A second sheet that is not shown."""

        def make(content: Content) -> bytes:
            rows = "".join(
                f"<row>{_cell('9')}{_cell('p1')}{_cell(t)}</row>" for t in ("Well.", content.canary.text)
            )
            head = "<row>" + "".join(map(_cell, _HEADER)) + "</row>"
            data = _workbook(
                content,
                extra={
                    "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{head}{rows}</sheetData></worksheet>',
                },
            )
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members: dict[str, str | bytes] = {n: archive.read(n).decode() for n in archive.namelist()}
            for name, old, new in (
                ("xl/workbook.xml", "</sheets>", f'<sheet name="More" sheetId="2" state="{state}" r:id="rId9"/></sheets>'),
                ("xl/_rels/workbook.xml.rels", "</Relationships>", f'<Relationship Id="rId9" Type="{_RELS}/worksheet" '
                 'Target="worksheets/sheet2.xml"/></Relationships>'),
                ("[Content_Types].xml", "</Types>", '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/'
                 'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'),
            ):  # fmt: skip
                members[name] = str(members[name]).replace(old, new)
            return zipped(members)

        return make

    def member(name: str, data: str) -> Callable[[Content], bytes]:
        return lambda c: _workbook(c, extra={c.fill(name): c.fill(data)})

    return [
        *(slot(f"text: {n}", text(t)) for n, t in _WRITTEN.items()),
        *(slot(f"cell: {n}", row(t)) for n, t in _ROWS.items()),
        *(slot(f"sheet: {n}", sheet(t)) for n, t in _SHEETS.items()),
        *(slot(f"workbook: {n}", workbook(t)) for n, t in _WORKBOOKS.items()),
        *(slot(f"styles: {n}", style(t)) for n, t in _STYLES.items()),
        *(slot(f"package: {n}", member(*m)) for n, m in _MEMBERS.items()),
        *(slot(f"{state} sheet", hidden(state)) for state in ("hidden", "veryHidden")),
        slot("sheet's title", lambda c: _workbook(c, title=c.canary.bare[:31].replace("/", " "))),
        slot("sheet's attribute", lambda c: _workbook(c, attributes=f'zzq="{WAYS["x"](c.canary.bare)}"')),
        slot("sheet's namespace", lambda c: _workbook(c, attributes=f'xmlns:z="http://e/{c.canary.token}"')),
        *zip_slots("xlsx", ".xlsx", slot("", _workbook)),
    ]


_CSV, _TSV, _PIPE = _delimited(","), _delimited("\t"), _delimited("|")
SLOTS = [
    *_cells("delimited", ".csv", _CSV, _WRITTEN),
    *_table("delimited", ".csv", _CSV),
    *_bytes_around("delimited", ".csv", _CSV),
    *(Slot("delimited", f"tsv {s.name}", ".tsv", s.make) for s in _table("", ".tsv", _TSV)),
    *(Slot("delimited", f"psv {s.name}", ".psv", s.make) for s in _table("", ".psv", _PIPE)[:6]),
    *(Slot("delimited", f"tab-separated text, {s.name}", ".txt", s.make) for s in _table("", ".txt", _TSV)),
    *_json_slots(),
    *_parquet_slots(),
    *_excel_slots(),
]
"""All slots of tables."""
