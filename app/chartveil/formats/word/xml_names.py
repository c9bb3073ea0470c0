"""Namespaces and names of WordprocessingML (ECMA-376 part 1, transitional) by what becomes of them."""

from __future__ import annotations

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
VML = "urn:schemas-microsoft-com:vml"
V = f"{{{VML}}}"
OFFICE_VML = "urn:schemas-microsoft-com:office:office"

_KNOWN = (
    "http://schemas.openxmlformats.org/",
    "http://schemas.microsoft.com/office/",
    "urn:schemas-microsoft-com:vml",
    "urn:schemas-microsoft-com:office:office",
    "urn:schemas-microsoft-com:office:word",
    "http://www.w3.org/XML/1998/namespace",
)

UNWRAPPED_ELEMENTS = frozenset(
    f"{W}{n}"
    for n in ("ins", "moveTo", "sdt", "sdtContent", "smartTag", "customXml", "hyperlink", "fldSimple")
)
"""Elements whose content takes their place."""

REMOVED_ELEMENTS = frozenset(
    f"{W}{n}"
    for n in (
        *("bookmarkStart", "bookmarkEnd", "proofErr", "permStart", "permEnd", "lastRenderedPageBreak"),
        *("moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd"),
        *("customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd"),
        *("customXmlMoveFromRangeStart", "customXmlMoveFromRangeEnd"),
        *("customXmlMoveToRangeStart", "customXmlMoveToRangeEnd"),
        *("del", "moveFrom", "delText", "delInstrText", "rPrChange", "pPrChange", "sectPrChange"),
        *("tblPrChange", "tblPrExChange", "tblGridChange", "tcPrChange", "trPrChange", "numberingChange"),
        *("cellIns", "cellMerge", "control", "object", "movie", "sdtPr", "sdtEndPr", "smartTagPr"),
        *(
            "customXmlPr",
            "printerSettings",
            "divId",
            "tblCaption",
            "tblDescription",
            "binData",
            "saveThroughXslt",
            "docPartObj",
            "rsid",
        ),
        *("alias", "tag", "dataBinding", "docPart", "listItem", "dropDownList", "comboBox"),
        *("helpText", "statusText", "docVar", "query", "connectString", "fldData"),
        *("rsids", "aliases", "latentStyles", "tmpl"),
    )
)
"""Elements that do not go out."""

KEPT_SETTINGS = frozenset(
    f"{W}{n}"
    for n in (
        *("zoom", "mirrorMargins", "defaultTabStop", "evenAndOddHeaders", "gutterAtTop", "bookFoldPrinting"),
        *("autoHyphenation", "consecutiveHyphenLimit", "hyphenationZone", "doNotHyphenateCaps"),
        *(
            "characterSpacingControl",
            "footnotePr",
            "endnotePr",
            "compat",
            "themeFontLang",
            "clrSchemeMapping",
        ),
        *("decimalSymbol", "listSeparator", "displayBackgroundShape", "bordersDoNotSurroundHeader"),
        *("bordersDoNotSurroundFooter", "noLineBreaksAfter", "noLineBreaksBefore"),
    )
)
"""Settings that only say how the document looks."""

PRIVATE_ATTRIBUTES = frozenset(
    f"{W}{n}"
    for n in (
        *("author", "initials", "date", "tooltip", "docLocation", "tgtFrame", "history", "anchor"),
        *("displacedByCustomXml", "dirty", "fldLock", "edGrp", "ed"),
    )
)

KEPT_DRAWING_KINDS = frozenset(
    (
        "http://schemas.openxmlformats.org/drawingml/2006/picture",
        "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
        "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    )
)
"""Kinds of drawing that stay: pictures (made white) and shapes. Charts and diagrams do not."""


def is_office_namespace(namespace: str) -> bool:
    """Whether a namespace is one of those that office programs write themselves."""
    return namespace.startswith(_KNOWN)


def split_tag(element: etree._Element) -> tuple[str, str]:
    """Namespace and local name of an element."""
    return split_name(str(element.tag))


def split_name(name: str) -> tuple[str, str]:
    """Namespace (empty for none) and local name of ``{namespace}local``."""
    if not name.startswith("{"):
        return "", name
    namespace, _, local = name[1:].partition("}")
    return namespace, local
