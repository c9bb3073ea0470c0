"""XML of the 2014 i2b2/UTHealth de-identification task: ``deIdi2b2`` with TEXT and TAGS.

Our labels are written as the scheme's categories and types. What the scheme cannot say stays readable:
the label RELATIVE (there PATIENT) and the types ROOM and the like (for which we have no label) are kept
in the attribute ``comment`` and in the evidence, and come back as they were.

XML readers turn CRLF and CR into LF, and XML cannot hold most control characters. Carriage returns are
written as character references between CDATA sections, so that offsets count in the original text; other
characters that XML forbids get a stand-in of one character, and the attribute ``restore`` of TEXT says
what stood there.
"""

from __future__ import annotations

import regex

from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.annotations.label_names import (
    I2B2_CATEGORY_LABELS,
    I2B2_TYPE_LABELS,
    I2B2_TYPES,
    NO_ALIASES,
    LabelAliases,
    label_by_name,
)
from chartveil.formats.annotations.offsets import StatedMark, spans_of_marks
from chartveil.formats.safe_xml import (
    ILLEGAL_XML_CHARACTER,
    parse_untrusted_xml,
    replace_illegal_characters,
)

_KEPT_TYPE = "i2b2-type"
_COMMENT = "label="
_MEND = "Mend the file there; '&' and '<' in text are written &amp; and &lt;."
_STAND_IN = "\ufffd"
_RESTORE = regex.compile(r"(\d{1,9}):([0-9A-F]{1,6})")


def read_i2b2(data: bytes, name: str, where: str, aliases: LabelAliases = NO_ALIASES) -> AnnotatedDocument:
    """The text and marks of one file.

    A type that we have no label for counts as its category's catch-all, with a remark; its own name stays
    in the evidence.

    Args:
        data: the file.
        name: id of the document.
        where: file, for messages.
        aliases: further names of labels, for types.

    Raises:
        InputError: if the XML is broken, declares entities or a document type, or a tag has no known
            category or does not read at its offsets what it states; names file and tag.
    """
    root = parse_untrusted_xml(data, where, remedy=_MEND)
    text_node, tags = root.find("TEXT"), root.find("TAGS")
    if text_node is None or tags is None:
        missing = "TEXT" if text_node is None else "TAGS"
        raise InputError(
            f"the XML has no {missing} element.",
            where=where,
            remedy="Give a file of the i2b2-2014 scheme: <deIdi2b2><TEXT/><TAGS/></deIdi2b2>.",
        )
    stated = "".join(str(part) for part in text_node.itertext())
    marks, remarks = [], []
    for number, tag in enumerate(tags):
        attributes = {str(name): str(value) for name, value in tag.attrib.items()}
        mark, remark = _mark(str(tag.tag), attributes, number, where, aliases)
        marks.append(mark)
        remarks += [remark] if remark else []
    spans, counting = spans_of_marks(marks, stated, where)
    # Each stand-in is one character, as what it stands for: offsets hold in both texts.
    text = _restored(stated, text_node.get("restore", ""), where)
    return AnnotatedDocument(name, text, tuple(spans), where=where, remarks=(*counting, *remarks))


def _mark(
    element: str, attributes: dict[str, str], number: int, where: str, aliases: LabelAliases
) -> tuple[StatedMark, str]:
    tag_id = attributes.get("id") or f"number {number + 1}"
    label, kept = _label(element, attributes, aliases)
    if label is None:
        raise InputError(
            f"mark {tag_id} has a category and type that are not known.",
            where=where,
            remedy=f"Known categories: {', '.join(I2B2_CATEGORY_LABELS)}. "
            "Name the type as an alias of one of our labels.",
        )
    try:
        start, end = int(attributes["start"]), int(attributes["end"])
    except (KeyError, ValueError):
        raise InputError(
            f"mark {tag_id} has no whole numbers in 'start' and 'end'.",
            where=where,
            remedy="Give both as offsets into TEXT.",
        ) from None
    evidence: tuple[Evidence, ...] = ()
    remark = ""
    if kept:
        evidence = (Evidence(EvidenceKind.REVIEWER, _KEPT_TYPE, label, detail=kept),)
        remark = f"mark {tag_id}: type {kept} is not ours and counts as {label}"
    return StatedMark(tag_id, ((start, end),), label, attributes.get("text"), 1.0, evidence), remark


def _label(element: str, attributes: dict[str, str], aliases: LabelAliases) -> tuple[Label | None, str]:
    """The label of a tag, and ``category/type`` where it is kept because we have no label for it."""
    comment = attributes.get("comment", "")
    if comment.startswith(_COMMENT) and comment.removeprefix(_COMMENT) in Label.__members__:
        return Label(comment.removeprefix(_COMMENT)), ""
    kind = attributes.get("TYPE", "")
    label = label_by_name(kind, aliases)
    if label is not None:
        return label, ""
    fallback = I2B2_CATEGORY_LABELS.get(element.upper())
    if fallback is None:
        return None, ""
    if not kind and element.upper() in {"AGE", "DATE", "PROFESSION"}:
        return fallback, ""
    return I2B2_TYPE_LABELS.get(kind.upper(), fallback), f"{element}/{kind}"


def _restored(text: str, restore: str, where: str) -> str:
    if not restore:
        return text
    chars = list(text)
    for item in restore.split():
        m = _RESTORE.fullmatch(item)
        at, code = (int(m[1]), int(m[2], 16)) if m else (-1, 0)
        if not (0 <= at < len(chars) and chars[at] == _STAND_IN and code <= 0x10FFFF):
            raise InputError(
                "the attribute 'restore' of TEXT does not fit the text.",
                where=where,
                remedy="The text was changed after it was written; write the file anew.",
            )
        chars[at] = chr(code)
    return "".join(chars)


def write_i2b2(document: AnnotatedDocument) -> bytes:
    """One XML file in UTF-8. Works for the original text and for a de-identified one alike.

    Raises:
        ValueError: if the document has no text.
        OutputError: if a kept type of the scheme cannot be written.
    """
    if document.text is None:
        raise ValueError("there is no text to write")
    text = document.text
    lost = [(m.start(), ord(m[0])) for m in ILLEGAL_XML_CHARACTER.finditer(text)]
    clean = replace_illegal_characters(text)
    restore = " ".join(f"{at}:{code:04X}" for at, code in lost)
    lines = [
        '<?xml version="1.0" encoding="UTF-8" ?>',
        "<deIdi2b2>",
        f"<TEXT{f' restore={_quoted(restore)}' if lost else ''}>{_cdata(clean)}</TEXT>",
        "<TAGS>",
    ]
    lines += [_tag(span, number, clean, document) for number, span in enumerate(document.spans)]
    return "\n".join([*lines, "</TAGS>", "</deIdi2b2>", ""]).encode("utf-8")


def _cdata(text: str) -> str:
    """The text in CDATA sections: ``]]>`` parted by two of them, carriage returns referred to between."""
    return "&#13;".join(
        "<![CDATA[" + part.replace("]]>", "]]]]><![CDATA[>") + "]]>" if part else ""
        for part in text.split("\r")
    )


def _tag(span: Span, number: int, clean: str, document: AnnotatedDocument) -> str:
    element, kind = I2B2_TYPES[span.label]
    comment = f"{_COMMENT}{span.label}" if span.label is Label.RELATIVE else ""
    kept = next((e.detail for e in span.evidence if e.name == _KEPT_TYPE), "")
    if kept:
        element, _, kind = kept.partition("/")
        if element.upper() not in I2B2_CATEGORY_LABELS:
            raise OutputError(
                f"the mark at offset {span.start} has a category that is not of the i2b2 scheme.",
                where=document.where or document.id,
                remedy="Write the document as jsonl instead.",
            )
    attributes = {
        "id": f"P{number}",
        "start": str(span.start),
        "end": str(span.end),
        "text": clean[span.start : span.end],
        "TYPE": kind,
        "comment": comment,
    }
    return f"<{element} {' '.join(f'{k}={_quoted(v)}' for k, v in attributes.items())} />"


# Written here because the standard library's saxutils loads its network modules (40 ms) for the same.
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\n": "&#10;",
        "\r": "&#13;",
        "\t": "&#9;",
    }
)


def _quoted(value: str) -> str:
    """The value as an attribute; line ends and tabs as references, since readers turn them into blanks."""
    return f'"{value.translate(_ESCAPES)}"'
