"""Makes the files that the tests of the prose formats read. All people in them are made up."""

from __future__ import annotations

import io
import zipfile

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import Format, ReadOptions, SourceFile
from chartveil.release.copy_strings import copy_strings

OPTIONS = ReadOptions()
W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACES = (
    f'xmlns:w="{W_NS}" xmlns:r="{R_NS}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
_PACKAGE_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_CONTENT = "http://schemas.openxmlformats.org/package/2006/content-types"
MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def read_text(format_: Format, data: bytes, path: str = "file") -> str:
    """Text of the one document of a file."""
    (document,) = format_.read(SourceFile(path, data), OPTIONS)
    return document.text


def write(format_: Format, data: bytes, replacements: list[Replacement], path: str = "file") -> bytes:
    """The file with replacements in its one document."""
    file = SourceFile(path, data)
    (document,) = format_.read(file, OPTIONS)
    return format_.write(file, OPTIONS, {document.id: tuple(replacements)})


def replacing(text: str, *pairs: tuple[str, str]) -> list[Replacement]:
    """A replacement of the first place of each text, sorted."""
    out = [Replacement(text.index(a), text.index(a) + len(a), b, Label.PATIENT) for a, b in pairs]
    return sorted(out)


def all_strings(format_: Format, data: bytes) -> str:
    """Everything that a file holds anywhere, as the search of a copy reads it."""
    return "\n".join(s.text for s in copy_strings(data, format_.name))


# -- docx -----------------------------------------------------------------------------------------------


def story(tag: str, content: str) -> str:
    """XML of a part, e.g. ``hdr``."""
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{tag} {_NAMESPACES}>{content}</w:{tag}>'


def para(*runs: str, properties: str = "") -> str:
    """A paragraph; runs without markup are put into one run each."""
    inner = "".join(
        r if r.startswith("<") else f'<w:r><w:t xml:space="preserve">{r}</w:t></w:r>' for r in runs
    )
    return f"<w:p>{properties}{inner}</w:p>"


def rels(*links: tuple[str, str, str]) -> str:
    """Relationships from (id, kind, target); a target with a colon is external."""
    items = "".join(
        f'<Relationship Id="{i}" Type="{R_NS}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if ":" in target else "/>")
        for i, kind, target in links
    )
    return f'<Relationships xmlns="{_PACKAGE_RELS}">{items}</Relationships>'


def package(parts: dict[str, str | bytes], *, main_type: str = MAIN_TYPE) -> bytes:
    """A package from its parts, with content types and package relationships where they are missing."""
    types = (
        f'<Types xmlns="{_CONTENT}"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main_type}"/></Types>'
    )
    whole = {
        "[Content_Types].xml": types,
        "_rels/.rels": rels(("rId1", "officeDocument", "word/document.xml")),
        **parts,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in whole.items():
            archive.writestr(name, data)
    return out.getvalue()


def body(content: str) -> str:
    """XML of a main part."""
    return story("document", f"<w:body>{content}</w:body>")


def docx(content: str, **parts: str | bytes) -> bytes:
    """A document with this body, and further parts by name (``__`` for ``/``, ``_`` for ``.``)."""
    more = {name.replace("__", "/").replace("_xml", ".xml"): data for name, data in parts.items()}
    return package({"word/document.xml": body(content), **more})


def unpacked(data: bytes) -> str:
    """All bytes of all parts of a zip archive, with the names of the parts, unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [f"{m.filename}\n{archive.read(m).decode('latin-1')}" for m in archive.infolist()]
        return "\n".join([archive.comment.decode("latin-1"), *parts])


_TEXT_BOX = (
    "<mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wp:inline><wp:extent cx='1' cy='1'/>"
    '<wp:docPr id="7" name="SECRET" descr="A portrait of Ann Tester"/><a:graphic><a:graphicData '
    'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvPr id="1" '
    'name="SECRET" descr="SECRET"/><wps:txbx><w:txbxContent>'
    "<w:p><w:r><w:t>In the box: Ann Tester</w:t></w:r></w:p>"
    "</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
    '<mc:Fallback><w:pict><v:shape id="SECRET" alt="SECRET"'
    ' o:gfxdata="SECRET"><v:textbox><w:txbxContent><w:p>'
    "<w:r><w:t>In the box: SECRET</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict>"
    "</mc:Fallback></mc:AlternateContent>"
)
_PICTURE = (
    '<w:drawing><wp:inline><wp:extent cx="914400" cy="457200"/><wp:docPr id="8" name="SECRET.png">'
    '<a:hlinkClick r:id="rId90" tooltip="SECRET"/></wp:docPr><a:graphic><a:graphicData '
    'uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" '
    'name="SECRET.png" title="SECRET"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId91" '
    'r:link="rId92"><a:extLst><a:ext uri="SECRET"/></a:extLst></a:blip></pic:blipFill><pic:spPr/></pic:pic>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing>"
)
_CHART = (
    '<w:drawing><wp:inline><wp:docPr id="9" name="c"/><a:graphic><a:graphicData '
    'uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId93"/>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing>"
)


def _field(instruction: str, result: str, begin: str = "") -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin">{begin}</w:fldChar></w:r>'
        f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f'<w:r><w:t>{result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def hiding_places(secret: str) -> bytes:
    """A document with a secret in every place that is not its text; the text itself is free of it."""
    content = "".join(
        (
            para(
                "<!-- SECRET --><?pi SECRET?>",
                "Seen today: ",
                "<w:r w:rsidR='00SECRET'><w:t>Ann </w:t></w:r>",
            ),
            para(
                '<w:del w:id="1" w:author="SECRET" w:date="2026-01-01T00:00:00Z">'
                "<w:r><w:delText>SECRET</w:delText>"
                "</w:r></w:del>",
                '<w:ins w:id="2" w:author="SECRET"><w:r><w:t>inserted</w:t></w:r></w:ins>',
                '<w:moveFrom w:id="3" w:author="SECRET"><w:r><w:t>SECRET</w:t></w:r></w:moveFrom>',
                properties='<w:pPr><w:pStyle w:val="SECRETStyle"/><w:rPr>'
                '<w:ins w:id="4" w:author="SECRET"/></w:rPr>'
                '<w:pPrChange w:id="5" w:author="SECRET"><w:pPr/></w:pPrChange></w:pPr>',
            ),
            para('<w:bookmarkStart w:id="6" w:name="SECRET"/><w:bookmarkEnd w:id="6"/>', "bookmarked"),
            para(
                '<w:hyperlink r:id="rId90" w:tooltip="SECRET"'
                ' w:anchor="SECRET"><w:r><w:t>a link</w:t></w:r></w:hyperlink>',
                _field(' HYPERLINK "mailto:SECRET@example.org" ', "mail"),
                '<w:fldSimple w:instr=" AUTHOR SECRET "><w:r><w:t>simple</w:t></w:r></w:fldSimple>',
                _field(" FORMTEXT ", "typed", '<w:ffData><w:helpText w:val="SECRET"/></w:ffData>'),
            ),
            para(
                _field(
                    " IF "
                    + "</w:instrText></w:r>"
                    + _field(" MERGEFIELD x ", "SECRET")
                    + "<w:r><w:instrText>",
                    "he",
                )
            ),
            '<w:sdt><w:sdtPr><w:alias w:val="SECRET"/><w:tag'
            ' w:val="SECRET"/><w:dataBinding w:xpath="SECRET"/></w:sdtPr>'
            f"<w:sdtContent>{para('controlled')}</w:sdtContent></w:sdt>",
            para('<w:smartTag w:uri="SECRET" w:element="name"><w:r><w:t>smart</w:t></w:r></w:smartTag>'),
            para('<w:customXml w:element="SECRET"><w:r><w:t>custom</w:t></w:r></w:customXml>'),
            para(f"<w:r>{_TEXT_BOX}</w:r>", f"<w:r>{_PICTURE}</w:r>", f"<w:r>{_CHART}</w:r>"),
            para(
                '<w:r><w:object><o:OLEObject ProgID="SECRET" r:id="rId94"/></w:object></w:r>',
                "beside an object",
            ),
            para(
                '<w:r><w:pict><v:shape id="SECRET" title="SECRET"'
                ' href="http://SECRET"><v:imagedata r:id="rId91" '
                'o:title="SECRET"/><o:signatureline o:suggestedsigner="SECRET"/></v:shape></w:pict></w:r>'
            ),
            para(
                '<w:permStart w:id="9" w:ed="SECRET"/><w:permEnd w:id="9"/>',
                '<x:y xmlns:x="urn:SECRET" x:z="SECRET">SECRET</x:y>',
            ),
            para(
                "commented",
                '<w:r><w:commentReference w:id="0"/></w:r>',
                "<w:r>SECRET<w:t>tail</w:t>SECRET</w:r>",
            ),
            '<w:sectPr><w:headerReference w:type="default" r:id="rId95"/>'
            '<w:headerReference w:type="first" r:id="rIdX"/>'
            '<w:printerSettings r:id="rId96"/></w:sectPr>',
        )
    )
    styles = story(
        "styles",
        '<w:latentStyles><w:lsdException w:name="SECRET"/></w:latentStyles>'
        '<w:style w:type="paragraph" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:customStyle="1"'
        ' w:styleId="SECRETStyle"><w:name w:val="Letter of SECRET"/>'
        '<w:aliases w:val="SECRET"/><w:basedOn w:val="Normal"/><w:rPr><w:b/></w:rPr></w:style>',
    )
    settings = story(
        "settings",
        '<w:attachedTemplate r:id="rId1"/><w:rsids><w:rsid'
        ' w:val="00SECRET"/></w:rsids><w:defaultTabStop w:val="720"/>'
        '<w:docVars><w:docVar w:name="x" w:val="SECRET"/></w:docVars>'
        '<w:mailMerge><w:query w:val="SECRET"/></w:mailMerge>',
    )
    comments = story(
        "comments",
        '<w:comment w:id="0" w:author="SECRET" w:initials="SECRET" w:date="2026-01-01T00:00:00Z">'
        f"{para('a comment')}</w:comment>",
    )
    links = rels(
        ("rId80", "styles", "styles.xml"),
        ("rId81", "settings", "settings.xml"),
        ("rId82", "comments", "comments.xml"),
        ("rId83", "glossaryDocument", "glossary/document.xml"),
        ("rId84", "customXml", "../customXml/item1.xml"),
        ("rId85", "people", "people.xml"),
        ("rId90", "hyperlink", "mailto:SECRET@example.org"),
        ("rId91", "image", "media/SECRET.png"),
        ("rId92", "image", "http://SECRET.example.org/x.png"),
        ("rId93", "chart", "charts/chart1.xml"),
        ("rId94", "oleObject", "embeddings/oleObject1.bin"),
        ("rId95", "header", "SECRETheader.xml"),
        ("rId96", "printerSettings", "printerSettings/p1.bin"),
    )
    properties = "<p><title>SECRET</title><creator>SECRET</creator></p>"
    parts: dict[str, str | bytes] = {
        "_rels/.rels": rels(
            ("rId1", "officeDocument", "word/document.xml"),
            ("rId2", "metadata/core-properties", "docProps/core.xml"),
            ("rId3", "metadata/thumbnail", "docProps/thumbnail.jpeg"),
        ),
        "word/document.xml": body(content),
        "word/_rels/document.xml.rels": links,
        "word/styles.xml": styles,
        "word/settings.xml": settings,
        "word/_rels/settings.xml.rels": rels(("rId1", "attachedTemplate", "file:///C:/SECRET.dotx")),
        "word/comments.xml": comments,
        "word/commentsExtended.xml": story("x", "<w:y w:val='SECRET'/>"),
        "word/people.xml": story("people", '<w:person w:author="SECRET"/>'),
        "word/SECRETheader.xml": story("hdr", para("Letterhead", _field(" PAGE ", "1"))),
        "word/glossary/document.xml": story("glossaryDocument", para("SECRET")),
        "word/charts/chart1.xml": "<c><t>SECRET</t></c>",
        "word/embeddings/oleObject1.bin": b"\0SECRET\0",
        "word/media/SECRET.png": b"\x89PNG SECRET",
        "word/printerSettings/p1.bin": "SECRET".encode("utf-16-le"),
        "docProps/core.xml": properties,
        "docProps/app.xml": properties,
        "docProps/custom.xml": properties,
        "docProps/thumbnail.jpeg": b"SECRET",
        "customXml/item1.xml": "<x>SECRET</x>",
    }
    filled = {
        name.replace("SECRET", secret): data.replace("SECRET", secret)
        if isinstance(data, str)
        else data.replace(b"SECRET", secret.encode())
        for name, data in parts.items()
    }
    filled["word/printerSettings/p1.bin"] = secret.encode("utf-16-le")
    return package(filled)
