"""Makes a PDF with a different secret in each place where a PDF can hold text."""

import io
import re
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import Image

PLACES = (
    "text hidden white offpage under kerned hexed octal spread differences mapped form layer layername "
    "actual inlinealt noteText noteAuthor noteLook noteRich fieldValue fieldDefault fieldTip fieldLook "
    "fieldName xfa xmp info infoWide infoUtf outline attachName attachBody attachPdf script label "
    "structAlt thumb revision revisionStream unlisted unused twice ascii hexFilter runs lzw fontName "
    "fontBody destination fileId comment afterEnd link piece keyName escapedName number jpegRemark "
    "streamEntry pageMeta twin"
).split()


_XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>{}</dc:source></rdf:Description>'
    "</rdf:RDF></x:xmpmeta>"
)


def secret(place: str) -> str:
    """The secret of a place: a word that stands nowhere else; a number for ``number``."""
    return "918273645" if place == "number" else f"Zq{place.lower()}wyx"


SECRETS = {place: secret(place) for place in PLACES}
VISIBLE = (
    "text",
    "kerned",
    "hexed",
    "octal",
    "spread",
    "differences",
    "mapped",
    "form",
    "actual",
    "inlinealt",
)
"""Places whose secrets the page shows as text of its own."""


def _escaped(text: str) -> str:
    return "".join(f"\\{ord(c):03o}" for c in text)


def _kerned(text: str) -> str:
    return "[" + " -30 ".join(f"({text[k : k + 2]})" for k in range(0, len(text), 2)) + "] TJ"


def _content() -> bytes:
    s = SECRETS
    coded = "".join(f"\\{k:03o}" for k in range(1, len(s["differences"]) + 1))
    mapped = "".join(f"{k + 1:04X}" for k in range(len(s["mapped"])))
    pieces = " ".join(f"({c}) Tj" for c in s["spread"])
    shows = [
        f"({s['text']}) Tj",
        f"3 Tr ({s['hidden']}) Tj 0 Tr",
        f"1 g ({s['white']}) Tj 0 g",
        f"1 0 0 1 900 20 Tm ({s['offpage']}) Tj",
        f"({s['under']}) Tj",
        _kerned(s["kerned"]),
        f"<{s['hexed'].encode().hex()}> Tj",
        f"({_escaped(s['octal'])}) Tj",
        pieces,
        f"/D 9 Tf ({coded}) Tj /H 9 Tf",
        f"/M 9 Tf <{mapped}> Tj /H 9 Tf",
        f"/OC /L BDC ({s['layer']}) Tj EMC",
        f"/Span <</ActualText ({s['actual']})>> BDC (shown) Tj EMC",
        f"/Span <</Alt <FEFF{s['inlinealt'].encode('utf-16-be').hex()}>>> BDC (seen) Tj EMC",
    ]
    body = "\n".join(f"1 0 0 1 20 {280 - 18 * k} Tm {show}" for k, show in enumerate(shows))
    return f"BT /H 9 Tf\n{body}\nET\nq 120 0 0 14 18 204 cm /P Do Q\nq /X Do Q\n%{s['comment']}\n".encode()


def _run_length(data: bytes) -> bytes:
    return (
        b"".join(bytes([len(data[k : k + 100]) - 1]) + data[k : k + 100] for k in range(0, len(data), 100))
        + b"\x80"
    )


def _lzw(data: bytes) -> bytes:
    """Codes of nine bits without a table, cleared often enough never to grow."""
    codes = []
    for k, byte in enumerate(data):
        codes += [256, byte] if k % 100 == 0 else [byte]
    bits = "".join(f"{c:09b}" for c in [*codes, 257])
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def _jpeg() -> bytes:
    out = io.BytesIO()
    Image.new("L", (16, 16), 90).save(out, "JPEG", comment=SECRETS["jpegRemark"].encode())
    return out.getvalue()


def _inner_pdf(text: str) -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.docinfo["/Title"] = text
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _fonts(pdf: pikepdf.Pdf) -> Dictionary:
    s = SECRETS
    names = [Name(f"/{c}") if not c.isdigit() else Name("/one") for c in s["differences"]]
    rows = "".join(f"<{k + 1:04X}> <{ord(c):04X}>\n" for k, c in enumerate(s["mapped"]))
    head = "begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
    cmap = f"{head}{len(s['mapped'])} beginbfchar\n{rows}endbfchar"
    body = pdf.make_stream(b"\0\1font\0" + s["fontBody"].encode() + bytes(40))
    named = f"/ABCDEF+{s['fontName']}"
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name(named),
        Flags=4,
        FontBBox=[0, 0, 1, 1],
        ItalicAngle=0,
        Ascent=800,
        Descent=-200,
        CapHeight=700,
        StemV=80,
        FontFile2=body,
    )
    cid = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name(named),
        FontDescriptor=pdf.make_indirect(descriptor),
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
    )
    return Dictionary(
        H=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica),
        D=Dictionary(
            Type=Name.Font,
            Subtype=Name.Type1,
            BaseFont=Name.Helvetica,
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([1, *names])),
        ),
        M=Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name(named),
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(cid)]),
            ToUnicode=pdf.make_stream(cmap.encode()),
        ),
    )


def _look(pdf: pikepdf.Pdf, fonts: Dictionary, text: str) -> Dictionary:
    form = pdf.make_stream(f"BT /H 9 Tf 1 0 0 1 2 2 Tm ({text}) Tj ET".encode())
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 120, 14])
    form.Resources = Dictionary(Font=fonts)
    return Dictionary(N=form)


def _annotations(pdf: pikepdf.Pdf, fonts: Dictionary) -> list[pikepdf.Object]:
    s = SECRETS
    note = Dictionary(
        Type=Name.Annot,
        Subtype=Name.FreeText,
        Rect=Array([150, 40, 270, 54]),
        Contents=String(s["noteText"]),
        T=String(s["noteAuthor"]),
        RC=String(f"<body><p>{s['noteRich']}</p></body>"),
        F=4,
        AP=_look(pdf, fonts, s["noteLook"]),
        DA=String("/H 9 Tf"),
    )
    field = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Widget,
        FT=Name.Tx,
        Rect=Array([150, 20, 270, 34]),
        V=String(s["fieldValue"]),
        DV=String(s["fieldDefault"]),
        TU=String(s["fieldTip"]),
        T=String(s["fieldName"]),
        F=4,
        AP=_look(pdf, fonts, s["fieldLook"]),
    )
    link = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Link,
        Rect=Array([0, 0, 9, 9]),
        A=Dictionary(S=Name.URI, URI=String(f"mailto:{s['link']}@example.org")),
    )
    return [pdf.make_indirect(a) for a in (note, field, link)]


def _filtered(pdf: pikepdf.Pdf) -> list[Stream]:
    """Streams in which a secret is packed in each way that PDF knows."""
    s = SECRETS
    import base64

    made = (
        (zlib.compress(zlib.compress(s["twice"].encode())), ["FlateDecode", "FlateDecode"]),
        (base64.a85encode(s["ascii"].encode()) + b"~>", ["ASCII85Decode"]),
        (s["hexFilter"].encode().hex().encode() + b">", ["ASCIIHexDecode"]),
        (_run_length(s["runs"].encode()), ["RunLengthDecode"]),
        (_lzw(s["lzw"].encode()), ["LZWDecode"]),
    )
    streams = []
    for raw, filters in made:
        stream = Stream(pdf, b"")
        stream.write(raw, filter=Array([Name(f"/{f}") for f in filters]))
        streams.append(pdf.make_indirect(stream))
    return streams


def _catalog(pdf: pikepdf.Pdf, page: pikepdf.Page, annotations: list[pikepdf.Object]) -> None:
    s = SECRETS
    root = pdf.Root
    root.Metadata = pdf.make_stream(_XMP.format(s["xmp"]).encode())
    root.Metadata.Type, root.Metadata.Subtype = Name.Metadata, Name.XML
    root.OpenAction = Dictionary(
        S=Name.JavaScript, JS=pdf.make_stream(f"app.alert('{s['script']}');".encode())
    )
    root.AcroForm = Dictionary(
        Fields=Array([annotations[1]]),
        XFA=Array([String("template"), pdf.make_stream(f"<xdp><v>&#90;{s['xfa'][1:]}</v></xdp>".encode())]),
    )
    root.PageLabels = Dictionary(Nums=Array([0, Dictionary(P=String(s["label"]))]))
    root.MarkInfo = Dictionary(Marked=True)
    root.StructTreeRoot = pdf.make_indirect(
        Dictionary(Type=Name.StructTreeRoot, K=Dictionary(S=Name.Figure, Alt=String(s["structAlt"])))
    )
    root.PieceInfo = Dictionary({f"/{s['keyName']}": Dictionary(Private=String(s["piece"]))})
    root.Extra = Array([Name(f"/{s['escapedName']}"), int(s["number"]), *_filtered(pdf)])
    for name, body in (
        (s["attachName"], s["attachBody"].encode()),
        ("inner.pdf", _inner_pdf(s["attachPdf"])),
    ):
        pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, body, filename=name)
    root.Names.Dests = Dictionary(Names=Array([String(s["destination"]), Array([page.obj, Name.Fit])]))
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(s["outline"], 0))
    pdf.docinfo["/Title"] = String(s["info"])
    pdf.docinfo["/Subject"] = String("\ufeff" + s["infoWide"] + "\u4e2d")
    pdf.docinfo["/Author"] = String(b"\xef\xbb\xbf" + s["infoUtf"].encode())


def _base() -> bytes:
    """Everything but what only an update can hold, its objects in object streams."""
    s = SECRETS
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(300, 300))
    page = pdf.pages[0]
    fonts = _fonts(pdf)
    picture = Stream(pdf, b"")
    picture.write(_jpeg(), filter=Name.DCTDecode)
    picture.Type, picture.Subtype, picture.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
    picture.Width = picture.Height = 16
    picture.BitsPerComponent = 8
    picture.Private = String(s["streamEntry"])
    form = pdf.make_stream(f"BT /H 9 Tf 1 0 0 1 150 70 Tm ({s['form']}) Tj ET".encode())
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 300, 300])
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(s["layername"])))
    page.Resources = Dictionary(
        Font=fonts, XObject=Dictionary(P=picture, X=form), Properties=Dictionary(L=layer)
    )
    page.Contents = pdf.make_stream(_content())
    annotations = _annotations(pdf, fonts)
    page.Annots = Array(annotations)
    thumb = pdf.make_stream(bytes(range(60)) + s["thumb"].encode() + bytes(60 - len(s["thumb"])))
    thumb.Width, thumb.Height, thumb.ColorSpace, thumb.BitsPerComponent = 5, 8, Name.DeviceRGB, 8
    thumb.Subtype = Name.Image
    page.Thumb = thumb
    page.Metadata = pdf.make_stream(f"<a>{s['pageMeta']}</a>".encode("utf-16-be"))
    pdf.Root.OCProperties = Dictionary(
        OCGs=Array([layer]), D=Dictionary(OFF=Array([layer]), Order=Array([layer]))
    )
    pdf.Root.Old = pdf.make_indirect(Dictionary(Note=String(s["revision"])))
    pdf.Root.OldStream = pdf.make_stream(s["revisionStream"].encode())
    _catalog(pdf, page, annotations)
    out = io.BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def hostile_pdf() -> bytes:
    """A page of 300 x 300 points, and an update of it that takes two secrets out and adds others."""
    data = _base()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        old, stream = pdf.Root["/Old"].objgen[0], pdf.Root["/OldStream"].objgen[0]
        root, info = pdf.Root.objgen[0], pdf.docinfo.objgen[0]
        size = int(pdf.trailer["/Size"])
    before = re.findall(rb"startxref\s+([0-9]+)", data)[-1].decode()
    return _update(data, before, {old: "<<>>", stream: "<<>>"}, size, f"/Root {root} 0 R/Info {info} 0 R")


def _update(data: bytes, before: str, changed: dict[int, str], size: int, entries: str) -> bytes:
    """The file with a later revision behind it, and with objects that nothing points to."""
    s = SECRETS
    out = bytearray(data)
    offsets = {}
    unused = size
    for number, body in {**changed, unused: f"({s['unused']})"}.items():
        if number == unused:
            # The same number twice in one revision: the table points to the second.
            out += f"{number} 0 obj\n({s['twin']})\nendobj\n".encode()
        offsets[number] = len(out)
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    out += f"{size + 1} 0 obj\n<</A <{s['unlisted'].encode().hex()}>>>\nendobj\n".encode()
    start = len(out)
    rows = "".join(f"{n} 1\n{at:010d} 00000 n \n" for n, at in sorted(offsets.items()))
    name = s["fileId"].encode().hex()
    trailer = f"<</Size {size + 1}{entries}/Prev {before}/ID[<{name}><{name}>]>>"
    out += f"xref\n{rows}trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n%{s['afterEnd']}\n".encode()
    return bytes(out)
