"""Slots of Word files: elements, attributes, parts, fields, properties, and the zip file around them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from html import escape

from benchmarks.hostile_files.slot import Content, Slot, slots_of_templates

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{_OFFICE}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:q="http://example.org/unknown"'
)
_FIXED = (1980, 1, 1, 0, 0, 0)


def _run(inner: str) -> str:
    return f"<w:p><w:r>{inner}</w:r></w:p>"


def _field(instruction: str, result: str) -> str:
    return (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve">{instruction}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{result}</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


_ANCHOR = (
    '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900" cy="900"/>{}'
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>'
    '<pic:nvPicPr><pic:cNvPr id="1" name="«x»" descr="«x»"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/>'
    "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
)
_PICT = "<w:p><w:r><w:pict>{}</w:pict></w:r></w:p>"
_RUN_PROPERTIES = (
    "rFonts/ascii rFonts/hAnsi rFonts/cs rFonts/eastAsia rFonts/hint color/val sz/val highlight/val u/val lang/val "
    "lang/eastAsia shd/fill em/val effect/val bdr/val rStyle/val position/val w/val eastAsianLayout/combineBrackets "
    "fitText/id kern/val vertAlign/val b/unknown color/themeColor specVanish/val zzq/val"
).split()
_PARAGRAPH_PROPERTIES = (
    "pStyle/val jc/val outlineLvl/val divId/val cnfStyle/val textAlignment/val ind/left spacing/before shd/fill "
    "framePr/wrap numPr/val textDirection/val tabs/val keepNext/unknown zzq/val textboxTightWrap/val"
).split()
_TABLE_PROPERTIES = (
    "tblStyle/val tblCaption/val tblDescription/val tblW/type jc/val tblLook/val tblLayout/type zzq/val"
).split()


def _property(owner: str, place: str) -> str:
    element, _, attribute = place.partition("/")
    held = f'<w:{owner}><w:{element} w:{attribute}="«x»"/></w:{owner}>'
    if owner == "rPr":
        return f"<w:p><w:r>{held}<w:t>a</w:t></w:r></w:p>"
    if owner == "pPr":
        return f"<w:p>{held}<w:r><w:t>a</w:t></w:r></w:p>"
    return f"<w:tbl>{held}<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"


_TEMPLATES = {
    "plain": _run("<w:t>Seen with «x» today.</w:t>"),
    "runs in the word": "<w:p><w:r><w:t>«split:</w:t></w:r><w:r><w:b/><w:t>»</w:t></w:r></w:p>",
    "every letter in a run": "<w:p><w:r><w:t>«each:</w:t></w:r><w:r><w:t>»</w:t></w:r></w:p>",
    "soft hyphens everywhere": _run("<w:t>«each:</w:t><w:softHyphen/><w:t>»</w:t>"),
    "hyphens everywhere": _run("<w:t>«each:</w:t><w:noBreakHyphen/><w:t>»</w:t>"),
    "tabs everywhere": _run("<w:t>«each:</w:t><w:tab/><w:t>»</w:t>"),
    "break in the word": _run("<w:t>«split:</w:t><w:br/><w:t>»</w:t>"),
    "zero-width spaces everywhere": _run("<w:t>«each:&#8203;»</w:t>"),
    "soft hyphen signs everywhere": _run("<w:t>«each:&#173;»</w:t>"),
    "bookmark in the word": _run("<w:t>«split:</w:t></w:r><w:bookmarkStart w:id='1' w:name='b'/><w:r><w:t>»</w:t>"),
    "deletion in the word": _run(
        "<w:t>«split:</w:t></w:r><w:del w:id='1'><w:r><w:delText>x</w:delText></w:r></w:del><w:r><w:t>»</w:t>"
    ),
    "unknown element in the word": _run("<w:t>«split:</w:t><w:zzq/><w:t>»</w:t>"),
    "foreign element in the word": _run("<w:t>«split:</w:t><q:zzq/><w:t>»</w:t>"),
    "cells in the word": "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>«split:</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>»"
    "</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    "symbols": _run("<w:sym w:font='Wingdings' w:char='F041'/><w:sym w:font='«x»' w:char='0041'/>"),
    "symbol's character": _run("<w:sym w:font='Arial' w:char='«token»'/>"),
    "markup as text": _run("<w:t>&lt;«x»&gt;</w:t>"),
    "entities as text": _run("<w:t>«double_entities»</w:t>"),
    "base64": _run("<w:t>«base64»</w:t>"),
    "full width": _run("<w:t>«fullwidth»</w:t>"),
    "homoglyphs": _run("<w:t>«homoglyphs»</w:t>"),
    "cdata": _run("<w:t><![CDATA[«bare»]]></w:t>"),
    "comment of the xml": "<w:p><!-- «bare» --></w:p>",
    "processing instruction": "<?patient «bare»?>",
    "stray text in a paragraph": "<w:p>«x»<w:r>«x»<w:t>a</w:t>«x»</w:r>«x»</w:p>",
    "hidden": _run("<w:rPr><w:vanish/></w:rPr><w:t>«x»</w:t>"),
    "white": _run("<w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t>«x»</w:t>"),
    "deleted": "<w:p><w:del w:id='1' w:author='«x»'><w:r><w:delText>«x»</w:delText></w:r></w:del></w:p>",
    "inserted": "<w:p><w:ins w:id='1' w:author='«x»' w:date='«token»'><w:r><w:t>«x»</w:t></w:r></w:ins></w:p>",
    "moved": "<w:p><w:moveFrom w:id='1' w:name='«x»'><w:r><w:t>«x»</w:t></w:r></w:moveFrom></w:p>",
    "deleted text without a change": _run("<w:delText>«x»</w:delText>"),
    "old properties": "<w:p><w:pPr><w:pPrChange w:id='1' w:author='«x»'><w:pPr/></w:pPrChange></w:pPr></w:p>",
    "bookmark": "<w:p><w:bookmarkStart w:id='1' w:name='«token»'/><w:bookmarkEnd w:id='1'/></w:p>",
    "hyperlink": "<w:p><w:hyperlink w:anchor='«token»' w:tooltip='«x»'><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>",
    "permission": "<w:p><w:permStart w:id='1' w:ed='«x»'/><w:permEnd w:id='1'/></w:p>",
    "smart tag": "<w:p><w:smartTag w:uri='u' w:element='«token»'><w:smartTagPr><w:attr w:name='n' w:val='«x»'/>"
    "</w:smartTagPr><w:r><w:t>a</w:t></w:r></w:smartTag></w:p>",
    "custom xml": "<w:customXml w:element='«token»'><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:customXml>",
    "content control": "<w:sdt><w:sdtPr><w:alias w:val='«x»'/><w:tag w:val='«x»'/></w:sdtPr><w:sdtContent><w:p>"
    "<w:r><w:t>a</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    "content control's list": "<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText='«x»' w:value='«x»'/>"
    "</w:dropDownList></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>",
    "content control's text": "<w:sdt><w:sdtContent><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:sdtContent></w:sdt>",
    "simple field": "<w:p><w:fldSimple w:instr=' AUTHOR «x» '><w:r><w:t>«x»</w:t></w:r></w:fldSimple></w:p>",
    "form field": "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='«x»'/><w:textInput>"
    "<w:default w:val='«x»'/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
    "form field's choice": "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:ddList><w:listEntry "
    "w:val='«x»'/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
    "instruction without a field": _run("<w:instrText>«x»</w:instrText>"),
    "field never ended": _run("<w:fldChar w:fldCharType='begin'/><w:instrText>«x»</w:instrText>"),
    **{
        f"field {name}": _field(name + " " + rest, "a")
        for name, rest in {
            "HYPERLINK": '"mailto:«x»"',
            "QUOTE": '"«x»"',
            "EQ": "\\o(«x»)",
            "SYMBOL": '65 \\f "«x»"',
            "MERGEFIELD": "«token»",
            "DOCPROPERTY": "«token»",
            "PAGE": "\\* «token»",
            "NUMPAGES": '\\# "«x»"',
            "DATE": '\\@ "«x»"',
            "IF": '1 = 1 "«x»" "b"',
            "FILLIN": '"«x»"',
            "TC": '"«x»"',
            "XE": '"«x»"',
            "ADVANCE": "«token»",
            "MACROBUTTON": "a «x»",
            "zzq": "«x»",
        }.items()
    },
    "field's result": _field("MERGEFIELD a", "«x»"),
    "equation": "<w:p><m:oMath><m:r><m:t>«x»</m:t></m:r></m:oMath></w:p>",
    "equation's bracket": "<w:p><m:oMath><m:d><m:dPr><m:begChr m:val='«x»'/></m:dPr><m:e/></m:d></m:oMath></w:p>",
    "equation's accent": "<w:p><m:oMath><m:acc><m:accPr><m:chr m:val='«x»'/></m:accPr><m:e/></m:acc></m:oMath></w:p>",
    "equation's letters": "<w:p><m:oMath><m:r><m:t>«each:</m:t></m:r><m:r><m:t>»</m:t></m:r></m:oMath></w:p>",
    "picture's description": _ANCHOR.format("<wp:docPr id='1' name='«x»' descr='«x»' title='«x»'/>"),
    "picture's unknown child": _ANCHOR.format("<wp:zzq>«x»</wp:zzq>"),
    "picture's link": _ANCHOR.format("<wp:docPr id='1' name='a'><a:hlinkClick r:id='rId8' tooltip='«x»'/></wp:docPr>"),
    "picture's extension": _ANCHOR.format("<wp:docPr id='1' name='a'><a:extLst><a:ext uri='«x»'/></a:extLst></wp:docPr>"),
    "vml text path": _PICT.format("<v:shape id='s' type='#t'><v:textpath string='«x»' on='t'/></v:shape>"),
    "vml path": _PICT.format("<v:shape path='m0,0 «x»'/>"),
    "vml style": _PICT.format("<v:shape style='width:1pt;mso-name:«x»'/>"),
    "vml attributes": _PICT.format("<v:shape alt='«x»' title='«x»' href='«x»' type='«x»' fillcolor='«x»' o:spid='«x»'/>"),
    "vml formula": _PICT.format("<v:shapetype id='t'><v:formulas><v:f eqn='«x»'/></v:formulas></v:shapetype>"),
    "vml text box": _PICT.format("<v:shape><v:textbox><w:txbxContent><w:p><w:r><w:t>«x»</w:t></w:r></w:p>"
    "</w:txbxContent></v:textbox></v:shape>"),
    "vml text box's text": _PICT.format("<v:shape><v:textbox>«x»</v:textbox></v:shape>"),
    "vml unknown": _PICT.format("<v:zzq v='«x»'>«x»</v:zzq>"),
    "office lock": _PICT.format("<v:shape><o:lock v:ext='«x»' aspectratio='«x»'/></v:shape>"),
    "old object": "<w:p><w:r><w:object><o:OLEObject ProgID='«x»'/></w:object></w:r></w:p>",
    "alternative content": "<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>a</w:t></mc:Choice>"
    "<mc:Fallback><w:t>«x»</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>",
    "alternative content's choice": "<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>«x»</w:t>"
    "</mc:Choice><mc:Fallback><w:t>a</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>",
    "alternative content's second choice": "<w:p><w:r><mc:AlternateContent><mc:Choice Requires='w14'><w:t>a</w:t>"
    "</mc:Choice><mc:Choice Requires='«token»'><w:t>«x»</w:t></mc:Choice></mc:AlternateContent></w:r></w:p>",
    "only a fallback": "<w:p><w:r><mc:AlternateContent><mc:Fallback><w:t>«x»</w:t></mc:Fallback>"
    "</mc:AlternateContent></w:r></w:p>",
    "ruby": _run("<w:ruby><w:rt><w:r><w:t>«x»</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>a</w:t></w:r></w:rubyBase></w:ruby>"),
    "unknown element": "<w:p><w:zzq>«x»</w:zzq></w:p>",
    "unknown element with text": "<w:p><w:zzq><w:r><w:t>«x»</w:t></w:r></w:zzq></w:p>",
    "unknown element's name": "<w:p><w:«token»/></w:p>",
    "foreign element": "<w:p><q:zzq q:n='«x»'>«x»</q:zzq></w:p>",
    "foreign element with text": "<w:p><q:zzq><w:r><w:t>«x»</w:t></w:r></q:zzq></w:p>",
    "foreign attribute": "<w:p q:n='«x»'><w:r q:n='«x»'><w:t q:n='«x»'>a</w:t></w:r></w:p>",
    "unknown attribute": "<w:p w:zzq='«x»'><w:r w:zzq='«x»'><w:t w:zzq='«x»'>a</w:t></w:r></w:p>",
    "unknown attribute without a space": "<w:p zzq='«x»'/>",
    "unknown attribute's name": "<w:p w:«token»='1'/>",
    "attribute of xml": "<w:p><w:r><w:t xml:lang='«token»' xml:base='«x»' xml:id='i«token»'>a</w:t></w:r></w:p>",
    "paragraph's ids": "<w:p w14:paraId='«token»' w:rsidR='«token»' w14:textId='«token»'/>",
    "section": "<w:p><w:pPr><w:sectPr><w:pgSz w:w='«x»' w:code='«x»'/><w:pgNumType w:fmt='«x»'/></w:sectPr></w:pPr></w:p>",
    "declared namespace": "<w:p xmlns:zq='http://example.org/«token»'><zq:a/></w:p>",
    "declared prefix": "<w:p xmlns:«token»='http://schemas.openxmlformats.org/zq'><«token»:a/></w:p>",
    "embedded chart": "<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri='«x»'/></a:graphic></wp:inline>"
    "</w:drawing></w:r></w:p>",
    "comment mark": "<w:p><w:commentRangeStart w:id='«token»'/><w:r><w:annotationRef/></w:r></w:p>",
    "table row": "<w:tbl><w:tr w:rsidR='«token»' w:zzq='«x»'><w:trPr><w:divId w:val='«x»'/></w:trPr><w:tc><w:p/></w:tc></w:tr></w:tbl>",
    "deleted row": "<w:tbl><w:tr><w:trPr><w:del w:id='1'/></w:trPr><w:tc><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    **{f"run property {p}": _property("rPr", p) for p in _RUN_PROPERTIES},
    **{f"paragraph property {p}": _property("pPr", p) for p in _PARAGRAPH_PROPERTIES},
    **{f"table property {p}": _property("tblPr", p) for p in _TABLE_PROPERTIES},
}  # fmt: skip

_LEVEL = '<w:numbering {s}><w:abstractNum w:abstractNumId="0">{{}}</w:abstractNum><w:num w:numId="1"/></w:numbering>'
_PARTS: dict[str, tuple[str, str]] = {
    "header": ("header", "<w:hdr {s}><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:hdr>"),
    "footer": ("footer", "<w:ftr {s}><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:ftr>"),
    "header never shown": ("header", "<w:hdr {s}><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:hdr>"),
    "footnotes": ("footnotes", "<w:footnotes {s}><w:footnote w:id='1'><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:footnote></w:footnotes>"),
    "endnotes": ("endnotes", "<w:endnotes {s}><w:endnote w:id='1'><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:endnote></w:endnotes>"),
    "comments": ("comments", "<w:comments {s}><w:comment w:id='1' w:author='«x»' w:initials='«x»'><w:p><w:r><w:t>«x»</w:t></w:r></w:p></w:comment></w:comments>"),
    "comment's author": ("comments", "<w:comments {s}><w:comment w:id='1' w:author='«x»' w:zzq='«x»'><w:p/></w:comment></w:comments>"),
    "style's name": ("styles", "<w:styles {s}><w:style w:type='paragraph' w:styleId='«token»'><w:name w:val='«x»'/><w:aliases w:val='«x»'/></w:style></w:styles>"),
    "style's type": ("styles", "<w:styles {s}><w:style w:type='«x»' w:styleId='a'><w:name w:val='heading 1'/></w:style></w:styles>"),
    "style's font": ("styles", "<w:styles {s}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii='«x»'/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>"),
    "style's unknown child": ("styles", "<w:styles {s}><w:style w:styleId='a'><w:name w:val='Normal'/><w:zzq w:val='«x»'/></w:style></w:styles>"),
    "latent style": ("styles", "<w:styles {s}><w:latentStyles><w:lsdException w:name='«x»'/></w:latentStyles></w:styles>"),
    "list label": ("numbering", _LEVEL.format(s="{s}").format('<w:lvl w:ilvl="0"><w:lvlText w:val="«x»"/></w:lvl>', s="{s}")),
    "list label's word": ("numbering", _LEVEL.format(s="{s}").format('<w:lvl w:ilvl="0"><w:lvlText w:val="«token» %1."/></w:lvl>', s="{s}")),
    "list name": ("numbering", _LEVEL.format(s="{s}").format('<w:name w:val="«x»"/><w:styleLink w:val="«x»"/>', s="{s}")),
    "list format": ("numbering", _LEVEL.format(s="{s}").format('<w:lvl w:ilvl="0"><w:numFmt w:val="custom" w:format="«x»"/></w:lvl>', s="{s}")),
    "list id": ("numbering", _LEVEL.format(s="{s}").format('<w:nsid w:val="«token»"/><w:tmpl w:val="«token»"/>', s="{s}")),
    "setting variable": ("settings", "<w:settings {s}><w:docVars><w:docVar w:name='p' w:val='«x»'/></w:docVars></w:settings>"),
    "setting's template": ("settings", "<w:settings {s}><w:attachedTemplate r:id='rId7'/><w:zzq w:val='«x»'/></w:settings>"),
    "setting's separator": ("settings", "<w:settings {s}><w:listSeparator w:val='«x»'/><w:decimalSymbol w:val='«x»'/></w:settings>"),
    "setting's language": ("settings", "<w:settings {s}><w:themeFontLang w:val='«x»'/></w:settings>"),
    "setting's compatibility": ("settings", "<w:settings {s}><w:compat><w:compatSetting w:name='«x»' w:uri='«x»' w:val='«x»'/></w:compat></w:settings>"),
    "setting's zoom": ("settings", "<w:settings {s}><w:zoom w:percent='«x»' w:val='«x»'/></w:settings>"),
    "setting's colours": ("settings", "<w:settings {s}><w:clrSchemeMapping w:bg1='«x»'/></w:settings>"),
    "theme's name": ("theme", "<a:theme {s} name='«x»'><a:themeElements/></a:theme>"),
    "theme's font": ("theme", "<a:theme {s} name='a'><a:themeElements><a:fontScheme name='a'><a:majorFont><a:latin typeface='«x»'/><a:font script='Arab' typeface='«x»'/></a:majorFont></a:fontScheme></a:themeElements></a:theme>"),
    "theme's unknown attribute": ("theme", "<a:theme {s} zzq='«x»'><a:zzq>«x»</a:zzq></a:theme>"),
    "font table": ("fontTable", "<w:fonts {s}><w:font w:name='«x»'><w:altName w:val='«x»'/></w:font></w:fonts>"),
    "web settings": ("webSettings", "<w:webSettings {s}><w:divs><w:div w:id='«token»'/></w:divs></w:webSettings>"),
    "people": ("people", "<w:people {s}><w:person w:author='«x»'/></w:people>"),
    "glossary": ("glossaryDocument", "<w:glossaryDocument {s}><w:docParts><w:docPart>«x»</w:docPart></w:docParts></w:glossaryDocument>"),
    "custom xml part": ("customXml", "<patient>«x»</patient>"),
    "unknown part": ("zzq", "<patient>«x»</patient>"),
    "chart": ("chart", "<c>«x»</c>"),
}  # fmt: skip
_PROPERTIES = {
    "title, author": ("docProps/core.xml", "<cp:coreProperties xmlns:cp='{p}/metadata/core-properties' xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:creator>«x»</dc:creator><dc:title>«x»</dc:title></cp:coreProperties>"),
    "company": ("docProps/app.xml", "<Properties><Company>«x»</Company></Properties>"),
    "own property": ("docProps/custom.xml", "<Properties><property name='«x»'>«x»</property></Properties>"),
    "thumbnail": ("docProps/thumbnail.jpeg", "JPEG «bare»"),
    "picture's bytes": ("word/media/image1.png", "\x89PNG «bare»"),
    "picture's file name": ("word/media/«token».png", "a"),
    "embedded file": ("word/embeddings/a.bin", "«bare»"),
    "part that nobody names": ("word/zzq.xml", "<a>«x»</a>"),
    "part's name": ("word/«token».xml", "<a/>"),
    "printer": ("word/printerSettings/a.bin", "«bare»"),
    "signature": ("_xmlsignatures/sig1.xml", "<a>«x»</a>"),
}  # fmt: skip


def package(content: Content, inner: str, parts: Mapping[str, tuple[str, str]] | None = None,
            extra: Mapping[str, str] | None = None) -> bytes:  # fmt: skip
    """A Word file with the note, something in its middle, and further parts.

    Args:
        content: with the note.
        inner: what stands in the body.
        parts: kind of relationship and XML, by name.
        extra: further members by name, that no relationship names.
    """
    lines = [_run(f"<w:t>{escape(line)}</w:t>") for line in content.lines]
    body = "".join([*lines[:3], inner, *lines[3:]])
    members = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        'ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
    }
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/{kind}" Target="{name}.xml"/>'
        for n, (name, (kind, _)) in enumerate((parts or {}).items(), 20)
    )
    members["word/_rels/document.xml.rels"] = (
        f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'
    )
    for n, (name, (kind, xml)) in enumerate((parts or {}).items(), 20):
        members[f"word/{name}.xml"] = xml
        if kind in ("header", "footer"):
            body += f'<w:sectPr><w:{kind}Reference w:type="default" r:id="rId{n}"/></w:sectPr>'
    members["word/document.xml"] = f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>"
    return zipped({**members, **(extra or {})})


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A zip file with fixed dates."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _FIXED)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def _part(name: str, kind: str, xml: str) -> Slot:
    def make(content: Content) -> bytes:
        return package(content, "", {"part1": (kind, content.fill(xml.replace("{s}", _SPACES)))})

    return Slot("docx", f"part: {name}", ".docx", make)


def _extra(name: str, member: str, data: str) -> Slot:
    def make(content: Content) -> bytes:
        filled = content.fill(data.replace("{p}", _PACKAGE))
        return package(content, "", extra={content.fill(member): filled})

    return Slot("docx", f"package: {name}", ".docx", make)


def zip_slots(format_name: str, suffix: str, whole: Slot) -> list[Slot]:
    """Places of a zip file that no member holds; ``whole`` makes the file without a canary in them."""

    def comment(content: Content) -> bytes:
        out = io.BytesIO(whole.make(content))
        with zipfile.ZipFile(out, "a") as archive:
            archive.comment = content.canary.text.encode()
        return out.getvalue()

    def member(content: Content) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(whole.make(content))) as old, zipfile.ZipFile(out, "w") as archive:
            for info in old.infolist():
                info.comment = content.canary.text.encode()
                text = content.canary.bare.encode()
                info.extra = b"\x99\x99" + len(text).to_bytes(2, "little") + text
                archive.writestr(info, old.read(info))
        return out.getvalue()

    def folder(content: Content) -> bytes:
        out = io.BytesIO(whole.make(content))
        with zipfile.ZipFile(out, "a") as archive:
            archive.writestr(zipfile.ZipInfo(f"word/{content.canary.token}/", _FIXED), b"")
        return out.getvalue()

    return [
        Slot(format_name, "zip: comment", suffix, comment),
        Slot(format_name, "zip: members' comments and extra fields", suffix, member),
        Slot(format_name, "zip: name of a folder", suffix, folder),
        Slot(
            format_name,
            "zip: before the first member",
            suffix,
            lambda c: c.canary.text.encode() + whole.make(c),
        ),
        Slot(format_name, "zip: after the end", suffix, lambda c: whole.make(c) + c.canary.text.encode()),
    ]


SLOTS = [
    *slots_of_templates("docx", ".docx", _TEMPLATES, package),
    *(_part(name, *part) for name, part in _PARTS.items()),
    *(_extra(name, *member) for name, member in _PROPERTIES.items()),
    *zip_slots("docx", ".docx", Slot("docx", "", ".docx", lambda c: package(c, ""))),
]
"""All slots of Word files."""
