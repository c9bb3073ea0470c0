"""Slots of PDFs and pictures: what is on no page and travels with it."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from benchmarks.hostile_files.people import CanaryKind
from benchmarks.hostile_files.slot import Content, Slot

_KINDS = (CanaryKind.NAME, CanaryKind.EMAIL, CanaryKind.SSN)
_Change: TypeAlias = Callable[[Any, str], None]


def _content_stream(lines: tuple[str, ...], more: str = "") -> bytes:
    shown = "".join(f"({_escaped(line)}) Tj T*\n" for line in lines)
    return f"BT /F1 11 Tf 14 TL 40 380 Td\n{shown}ET\n{more}\n".encode("latin-1", "replace")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _pdf(content: Content, change: _Change, more: str = "") -> bytes:
    import pikepdf

    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(500, 420))
    page = pdf.pages[0]
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    page.Contents = pdf.make_stream(_content_stream(content.lines, more))
    change(pdf, content.canary.bare)
    out = io.BytesIO()
    pdf.save(out, static_id=True, compress_streams=False)
    return out.getvalue()


def _nothing(_pdf: Any, _text: str) -> None:
    pass


def _annotation(**entries: Any) -> _Change:
    def change(pdf: Any, text: str) -> None:
        import pikepdf

        values: dict[str, Any] = {
            k: pikepdf.String(text) if v is None else v for k, v in entries.items() if k != "subtype"
        }
        subtype = pikepdf.Name("/" + entries.get("subtype", "Text"))
        pdf.pages[0].Annots = pdf.make_indirect(
            pikepdf.Array(
                [pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=subtype, Rect=[9, 9, 30, 30], **values)]
            )
        )

    return change


def _root(*path: str) -> _Change:
    """A text in the catalogue, under names one within the other."""

    def change(pdf: Any, text: str) -> None:
        import pikepdf

        value: Any = pikepdf.String(text)
        for name in reversed(path[1:]):
            value = pikepdf.Dictionary({f"/{name}": value})
        pdf.Root[f"/{path[0]}"] = value

    return change


def _page(name: str) -> _Change:
    def change(pdf: Any, text: str) -> None:
        import pikepdf

        pdf.pages[0][f"/{name}"] = pikepdf.Dictionary(A=pikepdf.String(text))

    return change


def _info(name: str) -> _Change:
    def change(pdf: Any, text: str) -> None:
        pdf.docinfo[f"/{name}"] = text

    return change


def _form(**entries: Any) -> _Change:
    def change(pdf: Any, text: str) -> None:
        import pikepdf

        values = {k: pikepdf.String(text) if v is None else v for k, v in entries.items()}
        field = {
            "T": pikepdf.String("a"),
            "FT": pikepdf.Name.Tx,
            "Type": pikepdf.Name.Annot,
            "Subtype": pikepdf.Name.Widget,
            "Rect": pikepdf.Array([9, 9, 90, 30]),
        }
        made = pdf.make_indirect(pikepdf.Dictionary({f"/{k}": v for k, v in {**field, **values}.items()}))
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[made])
        pdf.pages[0].Annots = pikepdf.Array([made])

    return change


def _attachment(pdf: Any, text: str) -> None:
    import pikepdf

    pdf.attachments["a.txt"] = pikepdf.AttachedFileSpec(
        pdf, text.encode(), description=text, filename="a.txt"
    )


def _attachment_name(pdf: Any, text: str) -> None:
    import pikepdf

    pdf.attachments[text] = pikepdf.AttachedFileSpec(pdf, b"a", filename=text)


def _xmp(pdf: Any, text: str) -> None:
    with pdf.open_metadata() as metadata:
        metadata["dc:title"] = text
        metadata["dc:description"] = text


def _outline(pdf: Any, text: str) -> None:
    import pikepdf

    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(text, 0))


def _layer(pdf: Any, text: str) -> None:
    import pikepdf

    group = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String(text)))
    pdf.Root.OCProperties = pikepdf.Dictionary(
        OCGs=[group], D=pikepdf.Dictionary(OFF=[group], Name=pikepdf.String(text))
    )


def _font_name(pdf: Any, text: str) -> None:
    import pikepdf

    pdf.pages[0].Resources.Font.F1.BaseFont = pikepdf.Name("/" + "".join(filter(str.isalnum, text)))


def _resource_name(pdf: Any, text: str) -> None:
    import pikepdf

    pdf.pages[0].Resources.Properties = pikepdf.Dictionary(
        {"/" + "".join(filter(str.isalnum, text)): pikepdf.Dictionary()}
    )


def _unused_stream(pdf: Any, text: str) -> None:
    pdf.Root.ZzPatient = pdf.make_stream(zlib.compress(text.encode()))


def _unused_form(pdf: Any, text: str) -> None:
    import pikepdf

    pdf.pages[0].Resources.XObject = pikepdf.Dictionary(
        X1=pdf.make_stream(
            f"({_escaped(text)}) Tj".encode(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, 9, 9],
        )
    )


_MARKUP = {
    "text": "BT /F1 11 Tf 40 60 Td ({}) Tj ET",
    "text invisible": "BT /F1 11 Tf 3 Tr 40 60 Td ({}) Tj ET",
    "text white": "BT /F1 11 Tf 1 g 40 60 Td ({}) Tj ET",
    "text off the page": "BT /F1 11 Tf 900 900 Td ({}) Tj ET",
    "text tiny": "BT /F1 0.1 Tf 40 60 Td ({}) Tj ET",
    "text under a box": "BT /F1 11 Tf 40 60 Td ({}) Tj ET 0 g 30 50 400 30 re f",
    "text clipped": "q 0 0 1 1 re W n BT /F1 11 Tf 40 60 Td ({}) Tj ET Q",
    "text turned": "q 0 1 -1 0 480 40 cm BT /F1 11 Tf ({}) Tj ET Q",
    "actual text": "/Span <</ActualText ({})>> BDC BT /F1 11 Tf 40 60 Td (a) Tj ET EMC",
    "alternative text": "/Figure <</Alt ({})>> BDC EMC",
    "expansion": "/Span <</E ({})>> BDC EMC",
    "comment": "% {}",
    "marked point": "/P <</A ({})>> DP",
    "letters apart": "BT /F1 11 Tf 8 Tc 40 60 Td ({}) Tj ET",
    "inline picture": "q 1 0 0 1 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /G ID {} EI Q",
}
_PDF_CHANGES: dict[str, _Change] = {
    **{
        f"information {n}": _info(n) for n in ("Title", "Author", "Subject", "Keywords", "Creator", "Patient")
    },
    "xmp": _xmp,
    "outline": _outline,
    "layer": _layer,
    "attachment": _attachment,
    "attachment's name": _attachment_name,
    "font's name": _font_name,
    "resource's name": _resource_name,
    "stream that nobody uses": _unused_stream,
    "form that nobody draws": _unused_form,
    "note": _annotation(Contents=None),
    "note's author": _annotation(T=None),
    "note's rich text": _annotation(RC=None),
    "note's subject": _annotation(Subj=None),
    "note's name": _annotation(NM=None),
    "free text": _annotation(subtype="FreeText", Contents=None, DA=None),
    "stamp": _annotation(subtype="Stamp", Contents=None),
    "highlight": _annotation(subtype="Highlight", Contents=None),
    "popup": _annotation(subtype="Popup", Contents=None),
    "caret": _annotation(subtype="Caret", Contents=None),
    "redaction mark": _annotation(subtype="Redact", OverlayText=None),
    "link": _annotation(subtype="Link", Contents=None),
    "field's value": _form(V=None),
    "field's default": _form(DV=None),
    "field's name": _form(T=None),
    "field's tip": _form(TU=None),
    "field's mapping name": _form(TM=None),
    "script": _root("OpenAction", "JS"),
    "language": _root("Lang"),
    "view": _root("ViewerPreferences", "A"),
    "destinations": _root("Dests", "A"),
    "names": _root("Names", "A"),
    "page labels": _root("PageLabels", "P"),
    "structure": _root("StructTreeRoot", "Alt"),
    "piece of a program": _root("PieceInfo", "A", "B"),
    "base address": _root("URI", "Base"),
    "collection": _root("Collection", "D"),
    "extensions": _root("Extensions", "A"),
    "output intent": _root("OutputIntents", "Info"),
    "requirements": _root("Requirements", "A"),
    "legal": _root("Legal", "A"),
    "page's piece": _page("PieceInfo"),
    "page's actions": _page("AA"),
    "page's thread": _page("B"),
    "page's unknown": _page("ZzPatient"),
}


def _markup(template: str) -> Callable[[Content], bytes]:
    return lambda c: _pdf(c, _nothing, template.format(_escaped(c.canary.bare)))


def _changed(change: _Change) -> Callable[[Content], bytes]:
    return lambda c: _pdf(c, change)


def _tail(content: Content) -> bytes:
    return _pdf(content, _nothing) + b"\n" + content.canary.text.encode()


def _head_comment(content: Content) -> bytes:
    data = _pdf(content, _nothing)
    first, _, rest = data.partition(b"\n")
    return first + b"\n" + b"%" + content.canary.text.encode() + b"\n" + rest


def _older(content: Content) -> bytes:
    """An earlier version of the file, with the canary, before the present one."""
    return _pdf(content, _info("Author")) + _pdf(content, _nothing)


# -- pictures --


@cache
def _picture(lines: tuple[str, ...]) -> Any:
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("L", (900, 60 + 34 * len(lines)), 255)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(22)
    for n, line in enumerate(lines):
        draw.text((30, 24 + 34 * n), line, fill=0, font=font)
    return picture


def _saved(content: Content, form: str, **options: Any) -> bytes:
    out = io.BytesIO()
    _picture(content.lines).save(out, form, **options)
    return out.getvalue()


def _png_text(content: Content) -> bytes:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Author", content.canary.text)
    info.add_text("Comment", content.canary.text, zip=True)
    info.add_itxt("XML:com.adobe.xmp", content.canary.text)
    info.add(b"zqRv", content.canary.text.encode())
    return _saved(content, "PNG", pnginfo=info)


def _exif(content: Content) -> Any:
    from PIL import Image

    exif = Image.Exif()
    for tag in (0x010E, 0x013B, 0x8298, 0x9286, 0x010F):
        exif[tag] = content.canary.text
    return exif


def _jpeg_remark(content: Content) -> bytes:
    return _saved(content, "JPEG", comment=content.canary.text.encode(), exif=_exif(content))


def _tiff_tags(content: Content) -> bytes:
    from PIL.TiffImagePlugin import ImageFileDirectory_v2

    tags = ImageFileDirectory_v2()
    for tag in (270, 305, 315, 269, 285):
        tags[tag] = content.canary.text
    return _saved(content, "TIFF", tiffinfo=tags)


def _drawn(content: Content) -> bytes:
    lines = (*content.lines, f"Seen: {content.canary.text}")
    out = io.BytesIO()
    _picture(lines).save(out, "PNG")
    return out.getvalue()


_PICTURES: dict[str, tuple[str, Callable[[Content], bytes]]] = {
    "png text chunks": (".png", _png_text),
    "png after the end": (".png", lambda c: _saved(c, "PNG") + c.canary.text.encode()),
    "png exif": (".png", lambda c: _saved(c, "PNG", exif=_exif(c))),
    "jpeg remark and exif": (".jpg", _jpeg_remark),
    "jpeg after the end": (".jpg", lambda c: _saved(c, "JPEG") + c.canary.text.encode()),
    "jpeg icc profile": (".jpg", lambda c: _saved(c, "JPEG", icc_profile=c.canary.text.encode() * 4)),
    "tiff tags": (".tif", _tiff_tags),
    "tiff after the end": (".tif", lambda c: _saved(c, "TIFF") + c.canary.text.encode()),
    "drawn": (".png", _drawn),
}
SLOTS = [
    *(Slot("pdf", f"page: {n}", ".pdf", _markup(t), _KINDS) for n, t in _MARKUP.items()),
    *(Slot("pdf", n, ".pdf", _changed(f), _KINDS) for n, f in _PDF_CHANGES.items()),
    Slot("pdf", "after the end", ".pdf", _tail, _KINDS),
    Slot("pdf", "remark in the head", ".pdf", _head_comment, _KINDS),
    Slot("pdf", "older version", ".pdf", _older, _KINDS),
    *(Slot("picture", n, suffix, make, _KINDS) for n, (suffix, make) in _PICTURES.items()),
]
"""All slots of PDFs and pictures."""
