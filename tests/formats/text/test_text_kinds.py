"""What decodes as text and is no note is refused by its content, whatever its ending; notes stay notes."""

import base64
import binascii

import pytest

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.release.input_files import InputRef, read_documents

NOTE = "Seen by Dr. Okafor for a cough.\nPlan: rest, fluids, return if worse.\n"
PACKED = base64.b64encode(bytes(range(256)) * 2).decode()
LINES = "\n".join(PACKED[i : i + 64] for i in range(0, len(PACKED), 64)) + "\n"
UUENCODED = (
    b"begin 644 scan.bin\n"
    + b"".join(binascii.b2a_uu(bytes(range(45))) for _ in range(2))
    + binascii.b2a_uu(b"end of it")
    + b"`\nend\n"
)
FHIR = '"resourceType": "Patient", "name": [{"family": "Okafor"}]'

KINDS = {
    "mail by a program": ("MIME-Version: 1.0\nFrom: a@example.org\n\nDr. Okafor\n", "an e-mail"),
    "mail with folded lines": (
        "Received: from x by y\n\twith z; Mon\nMessage-ID:\n <1@x>\n\nDr. Okafor", "an e-mail",
    ),
    "mail that waits at From": ("From: a@example.org\nTo: b\nMessage-ID: <7@example.org>\n\nhi", "an e-mail"),
    "mbox": ("From a@example.org Mon Feb 26 10:00:00 2024\nFrom: a\n\nhi\n", "an e-mail"),
    "emlx": ("1034\nReturn-Path: <a@example.org>\n\nhi", "an e-mail"),
    "mht": ("From: <Saved>\r\nSubject: x\r\nMIME-Version: 1.0\r\n\r\n", "an e-mail"),
    "rtf without its beginning": (
        "ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\\pard\\plain\\fs20 Okafor\\par",
        "RTF whose beginning is damaged",
    ),
    "pem in one line": ("-----BEGIN CERTIFICATE-----UGF0aWVu-----END CERTIFICATE-----\n", "an encrypted or"),
    "hl7": ("MSH|^~\\&|LAB|BVH\rPID|1||77\r", "an HL7 v2 message"),
    "hl7 in its envelope": ("\x0bMSH|^~\\&|LAB\rPID|1\r\x1c\r", "an HL7 v2 message"),
    "hl7 with other separators": ("MSH$%~\\&$LAB$BVH\r", "an HL7 v2 message"),
    "hl7 parted by tabs": ("MSH\t^~\\&\tLAB\tBVH\rPID\t1\r", "an HL7 v2 message"),
    "hl7 in two envelopes": ("\x0b\x0bMSH|^~\\&|LAB\rPID|1\r", "an HL7 v2 message"),
    "hl7 batch": ("FHS|^~\\&|LAB\rBHS|^~\\&|LAB\r", "an HL7 v2 message"),
    "hl7 without a head": ("PID|1||77||Okafor\nPV1|1|I\nOBX|1|TX\n", "a message in segments"),
    "x12": ("ISA*00*          *00*          *ZZ*A", r"\(EDI\)"),
    "edifact": ("UNB+UNOC:3+1+2", r"\(EDI\)"),
    "astm": ("H|\\^&|||LAB", r"\(EDI\)"),
    "xdt": ("01380006310\r\n014810000255\r\n", r"\(EDI\)"),
    "fhir": ("{\n  " + FHIR + "\n}", "FHIR"),
    "fhir on a line": ("{" + FHIR + "}\n", "FHIR"),
    "fhir, id first": ('{"id": "7", "meta": {"source": "x"}, ' + FHIR + "}", "FHIR"),
    "fhir in xml": ('<Patient xmlns="http://hl7.org/fhir"><name/></Patient>', "FHIR"),
    "fhir in turtle": ("@prefix fhir: <http://hl7.org/fhir/> .\n<a> a fhir:Patient .\n", "RDF"),
    "sylk": ('ID;PWXL;N;E\nC;Y1;X1;K"Okafor"\nE\n', "a table of an old spreadsheet"),
    "dif": ('TABLE\n0,1\n"EXCEL"\nDATA\n0,0\n""\n', "a table of an old spreadsheet"),
    "cda": ("<?xml version='1'?>\n<!-- a\nb -->\n<?x y?>\n<ClinicalDocument xmlns='x'/>", "a C-CDA document"),
    "cda, prefixed": ('<cda:ClinicalDocument xmlns:cda="x">', "a C-CDA document"),
    "fodt": ('<?xml version="1.0"?><office:document office:mimetype="x">', "an OpenDocument file"),
    "svg": ('<svg xmlns="http://www.w3.org/2000/svg"><text>Okafor</text></svg>', "an SVG image"),
    "word in xml": ("<?xml version='1.0'?><?mso-application progid='Word'?><w:wordDocument>", "a Word file"),
    "xml with a type": ("<!DOCTYPE note [<!ENTITY a 'b'>]><note>x</note>", "XML"),
    "xml, a piece": ("<record>\n<name>Okafor</name>\n</record>\n", "XML"),
    "xml, many roots": ("<note>Okafor</note>\n<note>Poe</note>\n", "XML"),
    "xml after other lines": ("export of today\n" + "<a>Okafor</a>\n" * 9, "XML"),
    "page, a piece": ("<p>Seen by Okafor.</p>\n", "XML"),
    "json": ('{\n  "text": "x"\n}', "JSON"),
    "json list": ("[1, 2,\n3]", "JSON"),
    "xml that declares text": ("<?xml?><!DOCTYPE a [<!ENTITY p 'Okafor'>]><a>&p;</a>", "is XML"),
    "xml of a short name": ('<?xml version="1.0"?>\n<p>Okafor was up</p>', "is XML"),
    "json list of objects, cut off": ('[ {"name": "Okafor"', "JSON"),
    "jupyter": ('{\n "cells": [\n  {"source": ["x"]}]}', "JSON"),
    "dump": ("-- MySQL dump 10\n\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `p`;\n", "database dump"),
    "insert": ("insert into patients (name) values ('Okafor');", "database dump"),
    "postgres": ("--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n", "database dump"),
    "sqlite": ("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "database dump"),
    "query": ("SELECT name\nFROM patients\nWHERE id = 1;", "database dump"),
    "calendar": ("BEGIN:VCALENDAR\r\nSUMMARY:Okafor\r\n", "a calendar"),
    "card": ("begin:vcard\r\nFN:Okafor\r\n", "an address card"),
    "ldif": ("version: 1\ndn: cn=Okafor,o=x\n", "an address book"),
    "postscript": ("%!PS-Adobe-3.0\n", "PostScript"),
    "pcl": ("\x1b%-12345X@PJL\r\n", "a printer"),
    "latex": ("% a letter\n\\documentclass{letter}\n", "LaTeX"),
    "warc": ("WARC/1.0\r\nWARC-Type: x\r\n", "a web archive"),
    "answer": ("HTTP/1.1 200 OK\r\nServer: x\r\n", "a web request"),
    "script": ("#!/bin/sh\necho Okafor\n", "a program"),
    "genome": ("##fileformat=VCFv4.2\n#CHROM\n", "another program"),
    "syslog": ("Mar  1 10:00:00 host app[1]: Okafor in\n" * 4, "the log of a program"),
    "web log": ('10.0.0.1 - okafor [01/Mar/2024:10:00:00 +0000] "GET /"\n' * 4, "the log of a program"),
    "app log": ("2024-03-01 10:00:00,123 [main] INFO Okafor logged in\n" * 4, "the log of a program"),
    "hex": ("00000000: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............\n" * 3, "encoded"),
    "base64": (LINES, "encoded"),
    "base64 on a line": (PACKED[:120], "encoded"),
    "pgp": ("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n", "encrypted or signed"),
    "attachment": (NOTE + UUENCODED.decode(), "uuencode.*line 3"),
    "attachment of another kind": (NOTE + "=ybegin line=128 size=9 name=a.bin\n", "yEnc"),
    "part of a mail": (
        NOTE + "--=_1\nContent-Type: image/png;\n name=a.png\nContent-Transfer-Encoding: base64\n\niVBOR\n",
        "part of an e-mail.*line 4",
    ),
    "base64 in a note": (NOTE + LINES + NOTE, r"base64\) in line 3"),
    "base64 in a note, on a line": (NOTE + "see " + PACKED + " there\n", r"base64\) in line 3"),
    "picture in a note": (NOTE + "![x](data:image/png;base64," + PACKED[:60] + ")\n", "data URI"),
}  # fmt: skip


BY_LINES = {
    "hl7 without a head", "xml, a piece", "xml, many roots", "xml after other lines", "page, a piece", "json",
    "json list", "json list of objects, cut off", "jupyter", "syslog", "web log", "app log", "hex", "base64",
    "base64 on a line", "pgp", "attachment", "attachment of another kind", "part of a mail",
    "base64 in a note", "base64 in a note, on a line", "picture in a note",
}  # fmt: skip
"""Told by more than the beginning: in a file with a table's ending they are cells."""
CASES = [
    (kind, path)
    for kind in KINDS
    for path in ("a.txt", "a", "a.csv")
    if not (path == "a.csv" and kind in BY_LINES)
]


@pytest.mark.parametrize(("kind", "path"), CASES)
def test_a_kind_without_a_reader_is_refused_with_what_to_do(kind, path):
    text, message = KINDS[kind]
    with pytest.raises(InputError, match=f"(?s){message}.*which cannot be read") as caught:
        format_for(SourceFile(path, text.encode()))
    assert str(caught.value).startswith(path)
    assert "Okafor" not in str(caught.value)
    assert caught.value.remedy.endswith((".", "'."))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("kind", ["cda", "mail by a program", "hl7", "json", "base64 in a note"])
def test_the_encoding_hides_no_kind(kind, encoding):
    text, message = KINDS[kind]
    with pytest.raises(InputError, match=message):
        format_for(SourceFile("a.txt", text.encode(encoding)))


@pytest.mark.parametrize("ending", [".eml", ".yaml", ".ini", ".py", ".SQL"])
def test_where_content_does_not_tell_the_ending_counts(ending):
    with pytest.raises(InputError, match="which cannot be read.*--as text"):
        format_for(SourceFile(f"a{ending}", b"Name: Okafor\nDate: today\n"))


NOTES = [
    NOTE,
    "From: Dr. Okafor\nTo: Dr. Poe\nDate: Mon, 26 Feb 2024 10:00\nSubject: Consult\n\nDear colleague,\n",
    "Received: 02/26/2024\nX-ray: no fracture.\nMessage: call back.\nContent: as below.\n",
    "From the ward: Mon she was well.\n",
    f"{NOTE}She wrote:\nMessage-ID: <1@example.org>\nand nothing else.\n",
    f"{NOTE}MSH|^~\\&|LAB\rPID|1||77\n{NOTE}",
    f"{NOTE}<ClinicalDocument xmlns='x'><name>a</name></ClinicalDocument>\n{NOTE}",
    "<Name, Given> was seen.\n",
    "<PATIENT> was seen by <DOCTOR>.\n",
    "<3 days of fever, > 39 degrees>",
    "---\ntitle: Visit\ndate: 2024-03-01\n---\n\n# Visit\n\nShe is well.\n",
    "Name: Okafor\nDOB: 3/4/1951\nMRN: 77\n",
    "[1] Chest film. [2] ECG.\n",
    "[HOSPITAL] note of today",
    "{a brace} begins this note",
    "begin 325 mg ASPIRIN DAILY\nTAKE WITH FOOD\n",
    "Select patients from the list; insert into chart.\n",
    "Set goals for the week = walk.\nUse a cane;\n",
    "2024-03-01 10:00:00 vitals taken, no error seen\n" * 2 + NOTE,
    "BP 120/80\nHR 70\n-----\nImp: well\n",
    "ATGCATGCATGC" * 30 + " was sequenced.\n",
    "See https://example.org/a/b?q=" + "abc123" * 20 + "\n",
    f"{NOTE}____________________________________________________\nSignature\n",
]


@pytest.mark.parametrize("note", NOTES, ids=range(len(NOTES)))
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_note_stays_a_note(note, line_end):
    assert format_for(SourceFile("a.txt", note.replace("\n", line_end).encode())).name == "text"


# Read as plain text on purpose.


def as_text(tmp_path, data):
    path = tmp_path / "a.xml"
    path.write_bytes(data)
    return read_documents(InputRef(str(path)), ReadOptions(as_text=True))


@pytest.mark.parametrize(
    "data",
    [b"<note><name>Okafor</name></note>", b"{\\rtf1 Okafor}", b"id,note\n1,Okafor\n", b"MSH|^~\\&|Okafor"],
)
def test_as_text_everything_that_is_text_is_read_as_it_stands(tmp_path, data):
    file, form, (document,) = as_text(tmp_path, data)
    assert (form.name, document.text.encode()) == ("text", data)
    at = document.text.index("Okafor")
    made = form.write(
        file, ReadOptions(as_text=True), {document.id: [Replacement(at, at + 6, "Roe", Label.PATIENT)]}
    )
    assert made == data.replace(b"Okafor", b"Roe")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"%PDF-1.4\n1 0 obj <</A 1>> endobj\n%%EOF", "no plain text.*without --as text"),
        (b"\x89PNG\r\n\x1a\n\0", "no plain text"),
        (b"PK\x03\x04" + bytes(40), "zip"),
        (b"GIF89a" + bytes(9), "GIF"),
        (b"Okafor\0\1\2\3\4 and more of it", "binary"),
        (NOTE.encode() + LINES.encode(), "base64.*line 3"),
        (UUENCODED, "uuencode"),
    ],
)
def test_as_text_opens_nothing_that_nobody_could_read(tmp_path, data, message):
    with pytest.raises(InputError, match=f"(?s){message}"):
        as_text(tmp_path, data)
