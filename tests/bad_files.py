"""Files that cannot be read as they are, each with what must be said of it."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

WORD_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
MACRO_MAIN = "application/vnd.ms-word.document.macroEnabled.main+xml"
OLE_HEAD = bytes.fromhex("d0cf11e0a1b11ae1")


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as z:
        for name, data in members.items():
            z.writestr(name, data)
    return out.getvalue()


def word(document, main=WORD_MAIN, extra=None):
    types = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>'
    )
    rels = (
        '<?xml version="1.0"?>'
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Target="word/document.xml" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>'
    )
    return zipped(
        {
            "[Content_Types].xml": types,
            "_rels/.rels": rels,
            **({"word/document.xml": document} if document else {}),
            **(extra or {}),
        }
    )


def paragraph(text, doctype=""):
    return (
        f'<?xml version="1.0"?>{doctype}<w:document '
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f"<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    )


BOMB = "<!DOCTYPE w:document [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>"


def pdf(draw=None, pages=1, **options):
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    c = Canvas(out, invariant=1, **options)
    for _ in range(pages):
        if draw:
            draw(c)
        c.showPage()
    c.save()
    return out.getvalue()


def picture_page(c):
    c.drawInlineImage(png_image(), 50, 50, 400, 400)


def png_image():
    from PIL import Image

    image = Image.new("L", (64, 64), 255)
    for i in range(64):
        image.putpixel((i, i), 0)
    return image


def encrypted_pdf():
    from reportlab.lib.pdfencrypt import StandardEncryption

    return pdf(lambda c: c.drawString(50, 700, "Dr. Okafor"), encrypt=StandardEncryption("secret"))


def endless_pdf():
    """Groups that draw ten of the next, twelve deep."""
    import pikepdf

    name = pikepdf.Name
    with pikepdf.new() as made:
        inner = None
        for depth in range(12):
            inner = made.make_stream(
                b"/X Do " * 10 if depth else b"0 0 9 9 re f",
                Type=name.XObject,
                Subtype=name.Form,
                BBox=[0, 0, 9, 9],
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner) if depth else {}),
            )
        made.add_blank_page()
        made.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner))
        made.pages[0].Contents = made.make_stream(b"/X Do")
        out = io.BytesIO()
        made.save(out)
    return out.getvalue()


def tiff():
    from PIL import Image

    out = io.BytesIO()
    Image.effect_noise((200, 100), 60).save(out, "TIFF")
    return out.getvalue()


def empty_pdf():
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )


def encrypted_zip():
    """A zip whose member has the encryption bit set."""
    data = bytearray(zipped({"note.txt": "Dr. Okafor"}, zipfile.ZIP_STORED))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def nested_zip(depth):
    data = zipped({"note.txt": "Seen by Dr. Okafor."})
    for _ in range(depth):
        data = zipped({"inner.zip": data})
    return data


def png(width=1, height=1):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0\0"))
        + chunk(b"IEND", b"")
    )


def parquet():
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"note_text": ["Seen by Dr. Okafor for a cough."]}), out)
    return out.getvalue()


def excel():
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["note_text"])
    book.active.append(["Seen by Dr. Okafor for a cough."])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


BAD = {
    "empty.txt": (b"", "empty|holds no text"),
    "blank.txt": (b" \r\n\t\n", "holds no text"),
    "binary.txt": (bytes(range(256)) * 8, "binary"),
    "half.txt": (b"\xff\xfeD\0r\0.", "UTF-16"),
    "spoiled.txt": (b"\xef\xbb\xbfDr. \xff\xfe\xfa", "not valid UTF-8"),
    "program.txt": (b"MZ\x90\0" + bytes(200), "binary|program"),
    "picture.png": (png(), "no text that could be read.*scan it again"),
    "picture.txt": (png(), "no text that could be read.*scan it again"),
    "fax.tif": (b"II*\0" + bytes(60), "damaged.*picture"),
    "photo.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(40), "damaged.*picture"),
    "phone.heic": (b"\0\0\0\x18ftypheic" + bytes(60), "HEIC image.*JPEG"),
    "huge.png": (lambda: png(60_000, 60_000), "60,000 x 60,000 pixels.*lower resolution"),
    "cut.tif": (lambda: tiff()[:-400], "damaged.*picture"),
    "scan.pdf": (lambda: pdf(picture_page), "no text that could be read.*scan it again"),
    "locked.pdf": (encrypted_pdf, "password.*--password-file"),
    "endless.pdf": (endless_pdf, "over and over.*print it"),
    "broken.pdf": (lambda: pdf(lambda c: c.drawString(50, 700, "Dr. Okafor"))[:150], "damaged"),
    "none.pdf": (empty_pdf, "no pages|damaged"),
    "white.pdf": (lambda: pdf(), "blank"),
    "cut.docx": (lambda: word(paragraph("Dr. Okafor"))[:-60], "damaged|cut off"),
    "locked.docx": (
        OLE_HEAD + bytes(1500) + "EncryptedPackage".encode("utf-16-le") + bytes(600),
        "password|encrypt",
    ),
    "old.doc": (OLE_HEAD + bytes(1500) + "WordDocument".encode("utf-16-le") + bytes(600), r"old|\.doc"),
    "nothing.docx": (lambda: word(None), "no document|does not hold|zip archive"),
    "macros.docm": (
        lambda: word(paragraph("Dr. Okafor"), MACRO_MAIN, {"word/vbaProject.bin": b"x"}),
        "macros",
    ),
    "bomb.docx": (lambda: word(paragraph("&b;", BOMB)), "document type"),
    "crooked.docx": (lambda: word("<w:document><w:body>"), "well-formed|XML"),
    "bomb.zip": (lambda: zipped({"big.txt": b"a" * 30_000_000}), "times its size|bomb"),
    "locked.zip": (encrypted_zip, "encrypted|password"),
    "broken.zip": (lambda: zipped({"note.txt": "Dr. Okafor"})[:40], "damaged"),
    "deep.zip": (lambda: nested_zip(5), "archive inside"),
    "old.gz": (b"\x1f\x8b\x08\0" + bytes(30), "gzip|archive|compressed"),
    "old.7z": (b"7z\xbc\xaf\x27\x1c" + bytes(30), "7-Zip|archive|7z"),
    "broken.xlsx": (lambda: excel()[:-200], "damaged"),
    "old.xls": (OLE_HEAD + bytes(1500) + "Workbook".encode("utf-16-le") + bytes(600), r"old|\.xls"),
    "header.csv": (b"note_id,note_text\n", "no row with text|no rows|no text"),
    "quote.csv": (b'note_id,note_text\n1,"never closed by Dr. Okafor\n2,x\n', "quote"),
    "bad.jsonl": (b'{"text": "Seen by Dr. Okafor."}\n{"text": "cut off\n', "line 2"),
    "numbers.jsonl": (b'{"a": 1}\n{"a": 2}\n', "not known what this column holds"),
    "cut.parquet": (lambda: parquet()[:-20], "Parquet|damaged"),
    "cut.rtf": (b"{\\rtf1\\ansi Seen by {\\b Dr. Okafor", "cut off|ends inside"),
    "empty.rtf": (b"{\\rtf1\\ansi\\deff0 }", "no text"),
    "empty.html": (b"<!DOCTYPE html><html><body><p> </p></body></html>", "no text"),
}
