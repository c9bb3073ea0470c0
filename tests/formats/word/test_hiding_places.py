"""Word documents with a different secret in each place: none that is not text survives, and what is text is
read, so that it can be replaced."""

import io
import re
import zipfile

import pytest
from docx import Document as Docx

from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.word.format import DocxFormat
from chartveil.release.copy_strings import copy_strings, raw_views
from formats.prose_files import body, package, para, rels, story, unpacked

DOCX = DocxFormat()
W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def _deleted(place: str) -> str:
    """Text struck out in a tracked change, under an author's name."""
    return (
        f'<w:del w:id="1" w:author="Author{place}" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>@{place}@'
        "</w:delText></w:r></w:del>"
    )


HIDDEN = {
    # Tracked changes, in every story and in every form.
    "delHeader": "header",
    "delFooter": "footer",
    "delNote": "footnotes",
    "delEnd": "endnotes",
    "delComment": "comments",
    "delInstr": '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:del w:id="2" w:author="x"><w:r>'
    "<w:delInstrText> "
    "HYPERLINK @delInstr@ </w:delInstrText></w:r></w:del><w:r><w:fldChar "
    'w:fldCharType="end"/></w:r>',
    "delMath": '<m:oMath><w:del w:id="3" w:author="x"><m:r><m:t>@delMath@</m:t></m:r></w:del></m:oMath>',
    "delLink": '<w:hyperlink w:anchor="a"><w:del w:id="4" w:author="x"><w:r><w:delText>'
    "@delLink@</w:delText></w:r>"
    "</w:del></w:hyperlink>",
    "delNested": '<w:ins w:id="5" w:author="x"><w:del w:id="6" w:author="y"><w:r><w:delText>'
    "@delNested@</w:delText>"
    "</w:r></w:del></w:ins>",
    "delText": '<w:del w:id="7" w:author="x"><w:r><w:t>@delText@</w:t></w:r></w:del>',
    "moveFromNamed": '<w:moveFromRangeStart w:id="8" w:name="@moveFromNamed@" w:author="x"/>'
    '<w:moveFrom w:id="9" w:author="x"><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:moveFromRangeEnd w:id="8"/>',
    "insAuthor": '<w:ins w:id="10" w:author="@insAuthor@" w:date="2026-01-01T00:00:00Z"><w:r><w:t>'
    "in</w:t></w:r></w:ins>",
    "rPrChange": '<w:r><w:rPr><w:b/><w:rPrChange w:id="11" w:author="@rPrChange@"><w:rPr><w:i/>'
    "</w:rPr></w:rPrChange>"
    "</w:rPr><w:t>bold</w:t></w:r>",
    "customDel": '<w:customXmlDelRangeStart w:id="12" w:author="@customDel@"/>'
    '<w:customXmlDelRangeEnd w:id="12"/>',
    # What marks a place or a person.
    "paraId": '<w:r w:rsidR="00112233" w:rsidDel="@paraId@"><w:t>ids</w:t></w:r>',
    "bookmark": '<w:bookmarkStart w:id="13" w:name="@bookmark@"/><w:bookmarkEnd w:id="13"/>',
    "proof": '<w:proofErr w:type="@proof@"/>',
    "permission": '<w:permStart w:id="14" w:ed="@permission@"/><w:permEnd w:id="14"/>',
    # Fields and controls.
    "fldData": '<w:r><w:fldChar w:fldCharType="begin"><w:fldData>@fldData@</w:fldData></w:fldChar></w:r>'
    '<w:r><w:instrText>DATE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    "fieldDefault": '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="f"/>'
    "<w:textInput><w:default "
    'w:val="@fieldDefault@"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText>'
    "FORMTEXT</w:instrText>"
    '</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    "choice": '<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="@choice@" w:value="1"/>'
    "</w:dropDownList>"
    "</w:sdtPr><w:sdtContent><w:r><w:t>chosen</w:t></w:r></w:sdtContent></w:sdt>",
    "dateControl": '<w:sdt><w:sdtPr><w:date w:fullDate="@dateControl@"/></w:sdtPr><w:sdtContent>'
    "<w:r><w:t>day</w:t>"
    "</w:r></w:sdtContent></w:sdt>",
    "binding": '<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:prefixMappings="@binding@" '
    'w:storeItemID="{1}"/></w:sdtPr>'
    "<w:sdtContent><w:r><w:t>bound</w:t></w:r></w:sdtContent></w:sdt>",
    # Drawings.
    "pictureName": '<w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" '
    'name="@pictureName@"/>'
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>'
    '<pic:blipFill><a:blip r:embed="rId60"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline>'
    "</w:drawing></w:r>",
    "ink": '<w:r><mc:AlternateContent><mc:Choice Requires="wpi"><w:drawing><wp:inline><a:graphic>'
    "<a:graphicData "
    'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingInk"><x:p xmlns:x="urn:ink">@ink@</x:p>'
    "</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice></mc:AlternateContent></w:r>",
    "oleLink": '<w:r><w:object><o:OLEObject Type="Link" ProgID="Excel" UpdateMode="Always" r:id="rId61">'
    "<o:LinkType>@oleLink@</o:LinkType></o:OLEObject></w:object></w:r>",
    # Parts beside the body.
    "fontTable": "word/fontTable.xml",
    "webSettings": "word/webSettings.xml",
    "commentsIds": "word/commentsIds.xml",
    "customXmlProps": "customXml/itemProps1.xml",
    "signature": "_xmlsignatures/sig1.xml",
    "labelInfo": "docMetadata/LabelInfo.xml",
    "embeddedBook": "word/embeddings/book1.xlsx",
    "embeddedFont": "word/fonts/font1.odttf",
    "picture": "word/media/image1.png",
    "diagram": "word/diagrams/data1.xml",
    "orphan": "word/orphan.xml",
    "outside": "notes.txt",
    "keywords": "docProps/core.xml",
    "company": "docProps/app.xml",
    "property": "docProps/custom.xml",
    "thumbnail": "docProps/thumbnail.emf",
    "recipients": "word/recipientData.xml",
    "keymap": "word/customizations.xml",
    # The zip archive itself.
    "zipComment": "",
    "memberComment": "",
    "memberExtra": "",
}
SHOWN = {
    "bodyText": para("@bodyText@"),
    "hiddenText": para("<w:r><w:rPr><w:vanish/></w:rPr><w:t>@hiddenText@</w:t></w:r>"),
    "whiteText": para('<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>@whiteText@</w:t></w:r>'),
    "inserted": para('<w:ins w:id="20" w:author="x"><w:r><w:t>@inserted@</w:t></w:r></w:ins>'),
    "altText": para(
        '<w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="2" name="p" '
        'descr="@altText@"/><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic/>'
        "</a:graphicData>"
        "</a:graphic></wp:inline></w:drawing></w:r>"
    ),
    "splitRuns": para("@split", "Runs@"),
    "cell": f"<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>{para('@cell@')}</w:tc></w:tr></w:tbl>",
    "headerText": "header",
    "footerText": "footer",
    "noteText": "footnotes",
    "endText": "endnotes",
    "commentText": "comments",
}
PLACES = [*HIDDEN, *SHOWN]


def secret(place: str) -> str:
    return f"Zq{place.lower()}wyx"


def _filled(text: str) -> str:
    return re.sub(
        r"@(\w+)@",
        lambda m: secret(m.group(1)),
        text.replace("@split", "Zqsplit").replace("Runs@", "runswyx"),
    )


def _story_of(kind: str) -> str:
    """What a header, footer or a part of notes holds."""
    inside = "".join(para(f"@{p}@") for p, where in SHOWN.items() if where == kind)
    inside += "".join(para("x", _deleted(p)) for p, where in HIDDEN.items() if where == kind)
    if kind in ("footnotes", "endnotes"):
        return f'<w:{kind[:-1]} w:id="1">{inside}</w:{kind[:-1]}>'
    return f'<w:comment w:id="1" w:author="x">{inside}</w:comment>' if kind == "comments" else inside


def hostile_docx() -> bytes:
    runs = "".join(para("x", text) for text in HIDDEN.values() if text.startswith("<"))
    blocks = "".join(text for text in SHOWN.values() if text.startswith("<"))
    references = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference '
        'w:type="default" r:id="rId2"/></w:sectPr>'
    )
    kinds = ("header", "footer", "footnotes", "endnotes", "comments")
    parts: dict[str, str | bytes] = {"word/document.xml": _filled(body(runs + blocks + references))}
    for kind, tag in zip(kinds, ("hdr", "ftr", *kinds[2:]), strict=True):
        parts[f"word/{kind}.xml"] = _filled(story(tag, _story_of(kind)))
    links = [(f"rId{k}", kind, f"{kind}.xml") for k, kind in enumerate(kinds, 1)]
    links += [("rId60", "image", "media/image1.png"), ("rId61", "oleObject", "embeddings/book1.xlsx")]
    links += [("rId62", "fontTable", "fontTable.xml"), ("rId63", "webSettings", "webSettings.xml")]
    parts["word/_rels/document.xml.rels"] = rels(*links)
    for place, where in HIDDEN.items():
        if ("/" in where and not where.startswith("<")) or where == "notes.txt":
            word = secret(place)
            parts[where] = f'<a b="{word}">{word}</a>' if where.endswith(".xml") else b"\0\1" + word.encode()
    return _zip_level(package(parts))


def _zip_level(data: bytes) -> bytes:
    """The archive with secrets in what only the zip format has."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for k, member in enumerate(old.infolist()):
            info = zipfile.ZipInfo(member.filename, (1999, 12, 31, 23, 59, 58))
            info.compress_type = zipfile.ZIP_DEFLATED
            if k == 0:
                info.comment = secret("memberComment").encode()
                word = secret("memberExtra").encode()
                info.extra = b"\xfe\xca" + len(word).to_bytes(2, "little") + word
            new.writestr(info, old.read(member))
        new.comment = secret("zipComment").encode()
    return out.getvalue()


def everywhere(data: bytes) -> str:
    """The archive as it lies on the disk, and all its parts unpacked."""
    raw = data.decode("latin-1") + unpacked(data)
    return raw + raw.replace("\0", "")


def written(data: bytes) -> tuple[str, bytes]:
    """The text as read, and the file with every secret in the text replaced."""
    file = SourceFile("x.docx", data)
    (document,) = DOCX.read(file, ReadOptions())
    edits = [
        Replacement(m.start(), m.end(), "Roe", Label.PATIENT)
        for m in re.finditer(r"Zq\w+?wyx", document.text)
    ]
    return document.text, DOCX.write(file, ReadOptions(), {document.id: edits})


@pytest.fixture(scope="module")
def case():
    data = hostile_docx()
    return (data, *written(data))


@pytest.mark.parametrize("place", PLACES)
def test_no_secret_of_any_place_is_in_the_copy(case, place):
    data, _, out = case
    word = secret(place)
    assert word in everywhere(data) or place == "splitRuns", "the place is not in the file"
    assert word not in everywhere(out)


@pytest.mark.parametrize("place", SHOWN)
def test_what_is_text_is_read(case, place):
    assert secret(place) in case[1]


@pytest.mark.parametrize("place", HIDDEN)
def test_what_is_no_text_is_not(case, place):
    assert secret(place) not in case[1]


@pytest.mark.parametrize("place", [p for p in PLACES if p != "splitRuns"])
def test_the_search_for_leaks_sees_each_place(case, place):
    assert any(secret(place) in text for text in raw_views(case[0]))


def test_a_copy_that_keeps_a_part_is_caught(case):
    """The search is no blind proof: a part that is put back is seen."""
    data, _, out = case
    for kept in (
        "docProps/core.xml",
        "word/comments.xml",
        "customXml/itemProps1.xml",
        "word/embeddings/book1.xlsx",
    ):
        with zipfile.ZipFile(io.BytesIO(data)) as old:
            part = old.read(kept)
        changed = io.BytesIO(out)
        with zipfile.ZipFile(changed, "a") as archive:
            archive.writestr(f"kept/{kept}", part)
        texts = [s.text for s in copy_strings(changed.getvalue(), "docx")]
        assert any(secret(p) in t for p in PLACES for t in texts), kept


def test_another_reader_opens_the_copy_and_finds_no_names(case):
    document = Docx(io.BytesIO(case[2]))
    core = document.core_properties
    assert "Zq" not in str([core.author, core.last_modified_by, core.title, core.keywords, core.comments])
    assert "docProps" not in unpacked(case[2])
    text = "\n".join(p.text for p in document.paragraphs)
    assert "Roe" in text
    assert "Zq" not in text


def test_the_copy_tells_no_time(case):
    with zipfile.ZipFile(io.BytesIO(case[2])) as archive:
        assert {m.date_time for m in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not archive.comment
        assert not [m for m in archive.infolist() if m.comment or m.extra]
