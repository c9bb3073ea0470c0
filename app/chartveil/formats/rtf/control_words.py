"""Control words of RTF by what becomes of them (Rich Text Format specification 1.9.1)."""

from __future__ import annotations

import re
from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml

CHARACTER_WORDS = {
    "tab": "\t",
    "line": "\n",
    "par": "\n",
    "page": "\n",
    "column": "\n",
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
}
"""Words that stand for a character, which a replacement may take away."""

STRUCTURE_WORDS = {"cell": "\t", "nestcell": "\t", "row": "\n", "nestrow": "\n", "sect": "\n"}
"""Words that end a cell, row or section: no replacement takes them away."""

SIDE_TEXT_DESTINATIONS = {
    *("header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"),
    *("footnote", "annotation", "shptxt", "dptxbxtext", "txbx"),
}
"""Destinations with text of their own beside the body."""

KEPT_DESTINATIONS = {
    *("fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "pnseclvl", "pn", "sp"),
    *("defchp", "defpap", "fldinst", "leveltext", "levelnumbers", "pntxta", "pntxtb"),
}
"""Destinations that stay and whose text is not the document's: of it only closed forms are written."""

LIST_DESTINATIONS = {"listtable", "listoverridetable", "pn", "pnseclvl"}
LABEL_DESTINATIONS = {"leveltext", "levelnumbers", "pntxta", "pntxtb"}
LIST_TEXT_DESTINATIONS = {"listtext", "pntext"}
"""What old readers show for a list's label."""

STYLE_WORDS = {"cs", "ts", "ds"}
"""Words that begin a style where a star stands before them."""

KEPT_STARRED_DESTINATIONS = {
    *("shppict", "shpinst", "nesttableprops", "annotation", "ud", "do", "mmath", "moMath", "moMathPara"),
    *("shptxt", "fldrslt", "fldinst"),
    *("listtable", "listoverridetable", "pn", "pnseclvl", "defchp", "defpap", "pntext", "listtext"),
    *("ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "ftncn", "aftncn"),
}
"""Starred destinations that stay; every other one is dropped, as the writer knows nothing of it."""

DROPPED_DESTINATIONS = {
    *("info", "filetbl", "revtbl", "rsidtbl", "private", "nonshppict", "shprslt", "nonesttables", "xe"),
    *("tc", "tcn", "rxe", "txe", "objdata", "objclass", "objname", "template", "themedata", "datastore"),
    *("colorschememapping", "background", "formfield", "datafield", "bkmkstart", "bkmkend", "atnid"),
    *("atnauthor", "atndate", "atntime", "atnicn", "atnparent", "atrfstart", "atrfend", "generator"),
    *("userprops", "docvar", "fname", "latentstyles", "xmlnstbl", "passwordhash", "protusertbl"),
    *("listpicture", "factoidname", "mailmerge", "oleclsid", "hlinkbase", "falt"),
    *("listname", "panose", "fontemb", "fontfile", "atnref"),
}
"""Destinations that are removed from the output with all they hold."""

UNLINKED_WORDS = re.compile(
    r"field|fldrslt|flddirty|fldedit|fldlock|fldpriv|object|result|obj[a-z]+|rsltmerge|rsltpict|rslttxt|rsltbmp|"
    r"rsltrtf|rslthtml"
)
"""Words whose removal leaves the result of a field or object as plain text."""

FIELD_WORDS = {"field", "fldrslt", "flddirty", "fldedit", "fldlock", "fldpriv"}

FONT_OF_FAMILY = {
    "froman": b"Times New Roman",
    "fswiss": b"Arial",
    "fmodern": b"Courier New",
    "fscript": b"Segoe Script",
    "fdecor": b"Impact",
    "ftech": b"Symbol",
}
"""What stands for a font whose name is not known."""

PICTURE_WORDS = {"pict", "picw", "pich", "picwgoal", "pichgoal", "picscalex", "picscaley", "pngblip"}
"""Words of the white picture that stands for every other."""

NUMBERED_ANEW = {"listid"}
"""Words whose numbers are given anew."""

STYLE_NAME = "Style"
"""What a style without a built-in name is called, with a number."""

SHOWN_INSTRUCTION = re.compile(r"\s*(?:EQ|QUOTE|SYMBOL|MACROBUTTON|GOTOBUTTON)\s+", re.IGNORECASE)
"""Fields that show what their instruction says."""

REVISION_WORDS = re.compile(
    r".*rsid.*|revauth.*|revdttm.*|revised|revisions|revprop|revbar|deleted|crauth|crdate|mvf|mvt|mvauth|mvdate"
)
"""Words that tell who changed what, and when."""


@cache
def kept_words() -> frozenset[str]:
    """Control words that go into a copy."""
    tables = read_toml(resources_folder() / "formats" / "rtf.toml", "the table of RTF control words")
    return frozenset(word for words in tables["words"].values() for word in words.split())


@cache
def kept_shape_properties() -> frozenset[str]:
    """Properties of drawings that go into a copy, where they are small numbers."""
    tables = read_toml(resources_folder() / "formats" / "rtf.toml", "the table of RTF control words")
    return frozenset(tables["shapes"]["properties"].split())


CHARSET_ENCODINGS = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gbk",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
"""Encoding by the charset of a font; 1 (default) and 2 (symbol) go by the document's."""
