"""Kinds of file that have no reader: each has to be refused with a remedy, and never to be taken as text."""

from __future__ import annotations

import base64
import json

from benchmarks.hostile_files.slot import Content, Slot
from benchmarks.hostile_files.slots.word import zipped

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ODF = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
_TEMPLATES: dict[str, tuple[str, str]] = {
    "message": (".eml", "From: a@example.org\r\nTo: «bare» <b@example.org>\r\nSubject: Note\r\nMIME-Version: 1.0\r\n"
                "Content-Type: text/plain\r\n\r\n{note}\r\n"),
    "message with an attachment": (".eml", "From: a@example.org\r\nSubject: Note\r\nMIME-Version: 1.0\r\nContent-Type: "
                "multipart/mixed; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\n{note}\r\n--b1\r\nContent-Type: "
                "application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n«base64»\r\n--b1--\r\n"),
    "message in quoted-printable": (".eml", "Return-Path: <a@example.org>\r\nReceived: by x\r\nContent-Transfer-Encoding: "
                "quoted-printable\r\nSubject: =?utf-8?B?«base64»?=\r\n\r\n«quoted_all»\r\n{note}"),
    "message named as text": (".txt", "Received: from x by y; Mon, 1 Jan 2024 08:00:00 +0000\r\nMessage-ID: <1@x>\r\nFrom: "
                "a@example.org\r\nSubject: Note\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n{note}\r\n«bare»"),
    "mailbox": (".mbox", "From a@example.org Mon Jan  1 08:00:00 2024\nFrom: «bare» <a@example.org>\nSubject: n\n\n{note}\n"),
    "hl7": (".hl7", "MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\rPID|1||4||«bare»\rOBX|1|TX|||{line}\r"),
    "hl7 named as text": (".txt", "MSH|^~\\&|A|B|C|D|20240101||ORU^R01|1|P|2.5\rPID|1||4||«bare»\rOBX|1|TX|||{line}\r"),
    "hl7 batch": (".hl7", "FHS|^~\\&|A\rBHS|^~\\&|A\rMSH|^~\\&|A|B|C|D|2024||ADT^A01|1|P|2.3\rPID|1||4||«bare»\r"),
    "fhir json": (".json", '{"resourceType": "Patient", "name": [{"text": "«bare»"}], "text": {"div": "{line}"}}'),
    "fhir lines": (".ndjson", '{"resourceType": "Patient", "name": [{"text": "«bare»"}]}\n'
                   '{"resourceType": "Observation", "note": [{"text": "{line}"}]}\n'),
    "fhir xml": (".xml", _XML + '<Patient xmlns="http://hl7.org/fhir"><name><text value="«x»"/></name></Patient>'),
    "c-cda": (".xml", _XML + '<ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole><patient><name>«x»'
              "</name></patient></patientRole></recordTarget><component>{line}</component></ClinicalDocument>"),
    "c-cda named as text": (".txt", _XML + '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>«x»</title></ClinicalDocument>'),
    "xml": (".xml", _XML + "<patients><patient name='«x»'>{line}</patient></patients>"),
    "xml without a declaration": (".xml", "<patients><patient name='«x»'>{line}</patient></patients>"),
    "xml with an entity": (".xml", _XML + "<!DOCTYPE a [<!ENTITY p '«x»'>]><a>&p; {line}</a>"),
    "xml as html": (".html", _XML + "<patients><patient>«x»</patient></patients>"),
    "svg": (".svg", '<svg xmlns="http://www.w3.org/2000/svg"><text>«x»</text><metadata>«x»</metadata></svg>'),
    "flat opendocument": (".fodt", _XML + f'<office:document {_ODF}><office:body><text:p>«x» {{line}}</text:p></office:body></office:document>'),
    "flat word": (".xml", _XML + '<?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.'
                  'microsoft.com/office/2006/xmlPackage"><pkg:part>«x» {line}</pkg:part></pkg:package>'),
    "excel 2003 xml": (".xml", _XML + '<?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-'
                       'com:office:spreadsheet"><Data>«x» {line}</Data></Workbook>'),
    "sql": (".sql", "-- dump\nCREATE TABLE p (id INT, name TEXT);\nINSERT INTO p VALUES (1, '«bare»');\n-- {line}\n"),
    "sql named as text": (".txt", "CREATE TABLE p (id INT, name TEXT);\nINSERT INTO p VALUES (1, '«bare»');\n"),
    "calendar": (".ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:«bare»\r\nDESCRIPTION:{line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"),
    "contact": (".vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:«bare»\r\nN:«surname»;«given»;;;\r\nNOTE:{line}\r\nEND:VCARD\r\n"),
    "contact named as text": (".txt", "BEGIN:VCARD\nVERSION:3.0\nFN:«bare»\nEND:VCARD\n"),
    "json": (".json", '[{"patient": "«bare»", "note": "{line}"}]'),
    "json named as text": (".txt", '{\n "patient": "«bare»",\n "note": "{line}"\n}\n'),
    "notebook": (".ipynb", '{"cells": [{"source": ["«bare»", "{line}"]}], "nbformat": 4}'),
    "base64": (".b64", "{base64 note}"),
    "base64 named as text": (".txt", "{base64 note}"),
    "uuencoded": (".uu", "begin 644 note.txt\n#0V%T\n`\nend\n«bare»\n"),
    "pem": (".pem", "-----BEGIN CERTIFICATE-----\n«base64»\n-----END CERTIFICATE-----\n"),
    "postscript": (".ps", "%!PS-Adobe-3.0\n/Helvetica findfont\n(«bare») show\nshowpage\n"),
    "x12": (".edi", "ISA*00*          *00*          *ZZ*A*ZZ*B*240101*0800*^*00501*1*0*P*:~NM1*IL*1*«surname»*«given»~"),
    "mht": (".mht", "From: <Saved by x>\r\nSubject: n\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n"
            "\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n«base64»\r\n--b--"),
    "wordperfect": (".wpd", "\xffWPC«bare»"),
}  # fmt: skip


def _text_slot(name: str, suffix: str, template: str) -> Slot:
    def make(content: Content) -> bytes:
        note = "\n".join(content.lines)
        text = content.fill(template).replace("{note}", note).replace("{line}", content.lines[0])
        if "{base64 note}" in text:
            whole = f"{note}\n{content.canary.text}\n".encode()
            text = base64.encodebytes(whole).decode()
        return text.encode("latin-1" if name == "wordperfect" else "utf-8")

    return Slot("refused", name, suffix, make, refused=True)


def _open_document(content: Content) -> bytes:
    xml = f"<office:document {_ODF}><text:p>{content.canary.token}</text:p></office:document>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": xml})


def _dicom(content: Content) -> bytes:
    value = content.canary.bare.encode()
    value += b" " * (len(value) % 2)
    return b"\0" * 128 + b"DICM" + b"\x10\x00\x10\x00PN" + len(value).to_bytes(2, "little") + value


def _epub(content: Content) -> bytes:
    return zipped(
        {"mimetype": "application/epub+zip", "META-INF/container.xml": "<a/>", "a.html": content.canary.text}
    )


def _slides(content: Content) -> bytes:
    return zipped({"[Content_Types].xml": "<a/>", "ppt/presentation.xml": f"<a>{content.canary.token}</a>"})


def _sqlite(content: Content) -> bytes:
    return b"SQLite format 3\0" + b"\0" * 84 + content.canary.bare.encode()


def _gif(content: Content) -> bytes:
    return b"GIF89a\x01\0\x01\0\0\0\0!\xfe\x20" + content.canary.bare.encode() + b"\0;"


def _pickle(content: Content) -> bytes:
    return b"\x80\x04\x95\x20\0\0\0\0\0\0\0\x8c" + content.canary.bare.encode() + b"\x94."


def _json_with_depth(content: Content) -> bytes:
    return (json.dumps({"a": content.canary.bare, "b": list(content.lines)}, indent=1) + "\n").encode()


_MADE = {
    "opendocument": (".odt", _open_document),
    "dicom": (".dcm", _dicom),
    "dicom without a head": (".dcm", lambda c: _dicom(c)[132:]),
    "e-book": (".epub", _epub),
    "slides": (".pptx", _slides),
    "database": (".db", _sqlite),
    "gif": (".gif", _gif),
    "pickle": (".pkl", _pickle),
    "json of many lines": (".jsonl", _json_with_depth),
}
SLOTS = [
    *(_text_slot(name, *slot) for name, slot in _TEMPLATES.items()),
    *(Slot("refused", name, suffix, make, refused=True) for name, (suffix, make) in _MADE.items()),
]
"""All kinds of file that are to be refused."""
