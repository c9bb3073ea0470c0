"""Slots of RTF: destinations, control words, tables of the head, escapes."""

from __future__ import annotations

from benchmarks.hostile_files.slot import Content, Slot, slots_of_templates

_STARRED = (
    "unknowndest template bkmkstart bkmkend xmlopen factoidname docvar wgrffmtfilter datafield formfield "
    "ffname ffhelptext listname listpicture pgptbl themedata colorschememapping datastore latentstyles "
    "xmlattrname xmlattrvalue passwordhash mailmerge password background generator company hlinkbase nextfile fchars "
    "lchars ftnsep panose falt fname filetbl revtbl protusertbl userprops writereservhash oldcprops "
    "moMath mmath objdata objclass objname objalias do dptxbxtext blipuid picprop sv sn atnid atnauthor "
    "atrfstart annotation ebcstart pnseclvl pntxta shpinst nonesttables rsidtbl xmlnstbl wzCanary"
).split()
_PLAIN = (
    "info author operator keywords doccomm title subject manager category comment company hlinkbase footnote "
    "header footer headerl headerf footerr annotation shptxt pntext listtext fldinst xe tc rxe nonshppict "
    "upr stylesheet fonttbl colortbl listtable pnseclvl sp shprslt result object fldrslt buptim private "
    "unknowndest pict"
).split()
_TEMPLATES = {
    "plain": "Seen with «bare» today.\\par ",
    "angle brackets": "Contact <«bare»> today.\\par ",
    "hex escapes": "«rtf_hex»\\par ",
    "unicode escapes": "«rtf_unicode»\\par ",
    "unicode without fallback": "{\\uc0 «unicode»}\\par ",
    "fallback of unicode": "{\\uc20\\u65 «bare»}\\par ",
    "fallback of upr": "{\\upr{«bare»}{\\*\\ud{a}}}\\par ",
    "unicode of upr": "{\\upr{a}{\\*\\ud{«bare»}}}\\par ",
    "bold in the word": "«split:{\\b }»\\par ",
    "bold part of the word": "{\\b «split:}»\\par ",
    "every letter in a group": "{«each:}{»}\\par ",
    "control word in the word": "«split:\\b0 »\\par ",
    "unknown word in the word": "«split:\\zzq1 »\\par ",
    "soft hyphen in the word": "«split:\\-»\\par ",
    "soft hyphens everywhere": "«each:\\-»\\par ",
    "zero-width joiner in the word": "«split:\\zwj »\\par ",
    "zero-width break in the word": "«split:\\zwbo »\\par ",
    "line end in the word": "«split:\r\n»\\par ",
    "starred group in the word": "«split:{\\*\\zzq x}»\\par ",
    "bookmark in the word": "«split:{\\*\\bkmkstart a}»\\par ",
    "deleted text": "{\\deleted «bare»}\\par ",
    "revised text": "{\\revised\\revauth1 «bare»}\\par ",
    "hidden text": "{\\v «bare»}\\par ",
    "white text": "{\\cf2 «bare»}\\par ",
    "cell": "\\trowd\\cellx3000\\intbl «bare»\\cell\\row\\pard ",
    "cells in the word": "\\trowd\\cellx900\\cellx3000\\intbl «split:\\cell »\\cell\\row\\pard ",
    "tab in the word": "«each:\\tab »\\par ",
    "blanks between letters": "«each: »\\par ",
    "field instruction": '{\\field{\\*\\fldinst HYPERLINK "mailto:«bare»"}{\\fldrslt write}}\\par ',
    "field result": "{\\field{\\*\\fldinst MERGEFIELD a}{\\fldrslt «bare»}}\\par ",
    "field quote": '{\\field{\\*\\fldinst QUOTE "«bare»"}{\\fldrslt }}\\par ',
    "field equation": "{\\field{\\*\\fldinst EQ \\\\o(«bare»)}{\\fldrslt }}\\par ",
    "field page": "{\\field{\\*\\fldinst PAGE \\\\* «token»}{\\fldrslt 1}}\\par ",
    "field without a result": "{\\field{\\*\\fldinst INCLUDETEXT «token»}}\\par ",
    "form field's text": "{\\field{\\*\\fldinst FORMTEXT {\\*\\formfield{\\fftype0{\\*\\ffdeftext «bare»}}}}"
    "{\\fldrslt «bare»}}\\par ",
    "form field's choice": "{\\field{\\*\\fldinst FORMDROPDOWN {\\*\\formfield{\\fftype2\\ffres0"
    "{\\*\\ffl «bare»}}}}{\\fldrslt }}\\par ",
    "form field's name": "{\\field{\\*\\fldinst FORMTEXT {\\*\\formfield{\\fftype0{\\*\\ffname «token»}}}}"
    "{\\fldrslt a}}\\par ",
    "symbol field": '{\\field{\\*\\fldinst SYMBOL 81 \\\\f "«bare»"}{\\fldrslt }}\\par ',
    "picture data": "{\\pict\\pngblip\\picw1\\pich1 «hex»}\\par ",
    "picture's name": "{\\pict{\\*\\picprop{\\sp{\\sn wzName}{\\sv «bare»}}}\\pngblip\\picw1\\pich1 89504e47}\\par ",
    "binary": "{\\*\\objdata \\bin30 Patient «bare»                    }\\par ",
    "binary too short": "{\\pict\\wmetafile8\\bin4 abcd «hex»}\\par ",
    "object data": "{\\object\\objemb{\\*\\objclass a}{\\*\\objdata «hex»}{\\result a}}\\par ",
    "object result": "{\\object\\objemb{\\*\\objclass a}{\\result «bare»}}\\par ",
    "shape text": "{\\shp{\\*\\shpinst\\shpleft0{\\shptxt «bare»\\par}}}\\par ",
    "shape's property": "{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv «bare»}}}}\\par ",
    "shape's number": "{\\shp{\\*\\shpinst{\\sp{\\sn lTxid}{\\sv «token»}}}}\\par ",
    "shape's property name": "{\\shp{\\*\\shpinst{\\sp{\\sn «token»}{\\sv 1}}}}\\par ",
    "shape's result": "{\\shp{\\*\\shpinst{\\shptxt a\\par}}{\\shprslt «bare»}}\\par ",
    "footnote": "a{\\footnote «bare»}\\par ",
    "comment": "{\\*\\atnid a}{\\*\\atnauthor «bare»}a{\\*\\annotation «bare»}\\par ",
    "index entry": "{\\xe «bare»}\\par ",
    "bookmark": "{\\*\\bkmkstart «token»}a{\\*\\bkmkend «token»}\\par ",
    "list label": "{\\pntext «bare»\\tab}{\\*\\pn\\pnlvlblt{\\pntxtb «bare»}}a\\par ",
    "list text": "{\\listtext «bare»\\tab}a\\par ",
    "list text after": "{\\*\\pn\\pnlvlbody{\\pntxta «bare»}}a\\par ",
    "control word's name": "\\«token» a\\par ",
    "control word's number": "\\li99\\ls12\\zz«token» a\\par ",
    "control word's long number": "\\fs1234567890123 «bare»\\par ",
    "control symbol": "\\?«bare»\\par ",
    "non-breaking": "«each:\\~»\\par ",
    "double byte": "{\\f1 «bare»}\\par ",
    "greek font": "{\\f2 «bare»}\\par ",
    "page header inside": "{\\header «bare»\\par}",
    "page footer inside": "{\\footerf «bare»\\par}",
    "equation": "{\\mmath{\\*\\moMath{\\mr «bare»}}}\\par ",
    "equation, starred": "{\\*\\moMathPara{\\*\\moMath{\\mr{\\mtext «bare»}}}}\\par ",
    "mail merge": "{\\*\\mailmerge{\\mmquery select «bare»}}\\par ",
    "smart tag": "{\\*\\xmlopen\\xmlns1{\\factoidname PersonName}{\\xmlattr{\\xmlattrname n}{\\xmlattrvalue «bare»}}}a\\par ",
    "skipped by a number": "{\\*\\zzq{\\b «bare»}}\\par ",
    "star before text": "{\\* «bare»}\\par ",
    "stars": "{\\*\\*\\zzq «bare»}\\par ",
    "star then a known word": "{\\*\\b «bare»}\\par ",
    "base64": "«base64»\\par ",
    "deep": "{" * 60 + "«bare»" + "}" * 60 + "\\par ",
    "full width": "\\u65313?«bare»\\par ",
    "unicode and negative number": "{\\uc1 «rtf_unicode»}\\u-3999?\\par ",
    **{f"starred {w}": f"{{\\*\\{w} «bare»}}a\\par " for w in _STARRED},
    **{f"starred {w}, nested": f"{{\\*\\{w}{{\\zz{{«bare»}}}}}}a\\par " for w in _STARRED[:24]},
    **{f"destination {w}": f"{{\\{w} «bare»}}a\\par " for w in _PLAIN},
    **{f"destination {w}, without a group": f"{{a\\{w} «bare»}}b\\par " for w in _PLAIN[:20]},
}
_HEADS = {
    "font name": "{\\fonttbl{\\f0 Arial;}{\\f3 «bare»;}}",
    "font's other name": "{\\fonttbl{\\f0 Arial{\\*\\falt «bare»};}}",
    "font file": "{\\fonttbl{\\f0{\\*\\fontfile{\\*\\fname «token».ttf}} Arial;}}",
    "embedded font": "{\\fonttbl{\\f0{\\*\\fontemb\\ftruetype «hex»} Arial;}}",
    "font with a hex name": "{\\fonttbl{\\f3 «rtf_hex»;}}",
    "colour table": "{\\colortbl;\\red0\\green0\\blue0;«bare»;}",
    "style name": "{\\stylesheet{\\s1 «bare»;}}",
    "built-in style with a tail": "{\\stylesheet{\\s1 heading 1;«bare»;}}",
    "style's key": "{\\stylesheet{\\s1{\\*\\keycode\\shift «bare»}Normal;}}",
    "list label in the head": "{\\*\\listtable{\\list{\\listlevel\\levelnfc23{\\leveltext\\'0b«bare»;}"
    "{\\levelnumbers;}}{\\listname ;}\\listid1}}",
    "list name": "{\\*\\listtable{\\list{\\listlevel{\\leveltext\\'01.;}}{\\listname «bare»;}\\listid1}}",
    "list style name": "{\\*\\listtable{\\list{\\*\\liststylename «bare»;}\\listid1}}",
    "list numbers": "{\\*\\listtable{\\list{\\listlevel{\\leveltext\\'01.;}{\\levelnumbers «bare»;}}\\listid1}}",
    "list override": "{\\*\\listoverridetable{\\listoverride\\listid1{\\lfolevel «bare»}\\ls1}}",
    "section levels": "{\\*\\pnseclvl1\\pndec{\\pntxtb «bare»}}",
    "information": "{\\info{\\title «bare»}{\\author «bare»}}",
    "information, user's": "{\\info}{\\*\\userprops{\\propname Patient}\\proptype30{\\staticval «bare»}}",
    "document variable": "{\\*\\docvar{p}{«bare»}}",
    "revision authors": "{\\*\\revtbl{Unknown;}{«bare»;}}",
    "generator": "{\\*\\generator «bare»;}",
    "default properties": "{\\*\\defchp «bare»}",
    "file table": "{\\*\\filetbl{\\file\\fid0\\frelative3 C:\\'5c«token»;}}",
    "unknown group": "{\\*\\zzq «bare»}",
    "text before the head": "«bare»",
}


def document(content: Content, inner: str, head: str = "") -> bytes:
    """A document with the note and something in its middle."""
    lines = [
        line.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}") + "\\par\n"
        for line in content.lines
    ]
    fonts = "{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset128 MS Mincho;}{\\f2\\fcharset161 Arial;}}"
    start = "{\\rtf1\\ansi\\ansicpg1252\\deff0" + (fonts if "fonttbl" not in head else "") + head
    return (start + "\\pard\n" + "".join(lines[:3]) + inner + "\n" + "".join(lines[3:]) + "}").encode(
        "cp1252", "replace"
    )


def _whole(name: str, change: str) -> Slot:
    """A slot outside of the document's own groups; ``{}`` in the change is the document."""

    def make(content: Content) -> bytes:
        before, _, after = content.fill(change).partition("{}")
        return before.encode() + document(content, "Stable.\\par ") + after.encode()

    return Slot("rtf", name, ".rtf", make)


SLOTS = [
    *slots_of_templates("rtf", ".rtf", _TEMPLATES, document),
    *slots_of_templates("rtf", ".rtf", _HEADS, lambda c, head: document(c, "Stable.\\par ", head)),
    _whole("after the end", "{}«text»"),
    _whole("group after the end", "{}{\\rtf1 «bare»}"),
    _whole("nul bytes after the end", "{}\0\0«text»"),
    _whole("blank lines before", "\r\n\r\n{}\r\n«text»"),
]
"""All slots of RTF."""
