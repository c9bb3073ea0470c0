"""Builds a new part of a Word document from an old one; only what the grammar allows is taken over.

What the grammar does not know goes; the text of runs inside it stays. If text would be lost all the same, the
file is refused. What goes is counted by kind where a person would miss it or ask whose it was: formatting and
settings of Word's own, which every document has by the hundred, are not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.word.grammar import ElementRule, grammar
from chartveil.formats.word.package import BLANK_PICTURE_RELATIONSHIP_ID
from chartveil.formats.word.xml_names import MC, VML, WP, A, M, V, W, split_tag

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_GRAPHIC_DATA = f"{A}graphicData"
_BLOCKS = {f"{W}p", f"{W}tbl"}
_INLINE = {f"{W}r", f"{W}dir", f"{W}bdo", f"{M}oMath", f"{M}oMathPara"}
_IN_RUN = {
    f"{W}{n}"
    for n in (
        *("t", "tab", "br", "cr", "ptab", "noBreakHyphen", "softHyphen", "instrText", "fldChar", "drawing"),
        *("pict", "ruby", "footnoteReference", "endnoteReference", "commentReference", "object", "pgNum"),
    )
}
_CONTENT = _BLOCKS | _INLINE | _IN_RUN | {f"{W}tr", f"{W}tc", f"{W}txbxContent", f"{M}t", f"{M}r"}
_BLOCK_HOLDERS = {
    f"{W}{n}" for n in ("body", "hdr", "ftr", "footnote", "endnote", "comment", "tc", "txbxContent")
}
_INLINE_HOLDERS = {f"{W}{n}" for n in ("p", "dir", "bdo", "rt", "rubyBase")}
_WRAPPERS = {f"{W}{n}" for n in ("ins", "moveTo", "sdt", "sdtContent", "smartTag", "customXml", "hyperlink")}
_PROPERTIES = {
    f"{W}{n}" for n in ("tabs", "tblGrid", "pBdr", "compat", "numPr", "docDefaults", "style", "lvl")
}
_UNWRAPPED = {*_WRAPPERS, f"{W}fldSimple"}
_RUN_CONTENT = _INLINE | _IN_RUN
_NO_BLOCKS = _INLINE_HOLDERS | {f"{W}r"}
_PLACED = _BLOCKS | _RUN_CONTENT | {f"{W}tr", f"{W}tc"}
"""Elements that may stand in some places alone."""
_FEW = 8
"""Attributes that are gone through one by one."""
_TEXTS = (f"{W}t", f"{M}t")
_LONG_NUMBER = re.compile(r"\d{5}")
"""Figures that no list has in its labels: what they are nothing beside them tells."""
_DELETED, _CHANGE, _CONTROL = "deleted text", "change of formatting", "settings of a form field"
_GONE_KINDS = {
    **dict.fromkeys(("del", "moveFrom", "delText", "delInstrText"), _DELETED),
    **dict.fromkeys(
        ("rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange", "tblGridChange"), _CHANGE
    ),
    **dict.fromkeys(("tcPrChange", "trPrChange", "numberingChange"), _CHANGE),
    **dict.fromkeys(("sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "ffData", "fldData"), _CONTROL),
}
"""Words for people for elements that are never taken over."""
_FOREIGN_ELEMENT, _FOREIGN_ATTRIBUTE = "element of another program", "attribute of another program"
_OFFICE = re.compile(
    r"http://(?:schemas\.(?:openxmlformats\.org|microsoft\.com/office)|purl\.oclc\.org/ooxml|www\.w3\.org/XML)/"
    r"|urn:schemas-microsoft-com:"
)
"""How the namespaces of Word's own begin."""
_BOX_STYLE = "width:432pt;height:72pt"


@dataclass(slots=True)
class CopyNames:
    """The new names of styles, parts and the like, the same in all parts of one copy.

    Attributes:
        styles: new id of each style.
        links: new relationship id of each part that stays.
        dropped: how many things of which kind are not in the copy.
    """

    styles: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    _pictures: int = 0

    def value(self, form: str, old: str) -> str | None:
        """The new name of something whose form says that it is one; None if it has none."""
        if form == "style":
            return self.styles.get(old)
        if form == "link":
            return self.links.get(old)
        if form == "blank":
            self.dropped["picture"] += 1
            return BLANK_PICTURE_RELATIONSHIP_ID
        if form == "number":
            self._pictures += 1
            return str(self._pictures)
        if form == "picture":
            return f"Picture {self._pictures}"
        if form == "numId" and old in ("", "0"):
            return "0"
        numbers = self._numbers.setdefault(form, {})
        return str(numbers.setdefault(old, len(numbers) + 1))


_NAMED = {"style", "link", "blank", "number", "picture", "numId", "listId", "noteId", "commentId"}


class PartRebuilder:
    """Makes the new parts of one document."""

    def __init__(self, names: CopyNames, where: str) -> None:
        self._names = names
        self._where = where
        self._grammar = grammar()
        others = {*_UNWRAPPED, f"{W}pict", f"{W}object", f"{W}drawing", f"{WP}wrapTight", f"{WP}wrapThrough"}
        others |= {f"{A}custGeom", f"{A}avLst"} | self._grammar.gone
        self._plain = {t for t in self._grammar.elements.keys() - others if not t.startswith((V, MC))}
        self._heights: dict[str, int] = {}

    def part(self, old: etree._Element, tag: str) -> etree._Element:
        """The new root, of this tag.

        Raises:
            InputError: if text of the old part has no place in the new one.
        """
        heights = {a.get("relativeHeight", "") for a in old.iter(f"{WP}anchor")}
        numbers = sorted(int(h) for h in heights if h.isdecimal() and len(h) < 12)
        self._heights = {str(n): k for k, n in enumerate(numbers, 1)}
        new = etree.Element(tag, nsmap=self._grammar.namespaces)
        self._children(old, new)
        if _letters(old) != _letters(new):
            raise InputError(
                "holds text in a place where no text belongs.",
                where=self._where,
                remedy="Open it in a word processor and save it again, or print it to PDF.",
            )
        needed = ["wps", "wpg", "wpc"] if next(new.iter(f"{MC}Choice"), None) is not None else []
        etree.cleanup_namespaces(new, keep_ns_prefixes=needed)
        return new

    def _drop(self, what: str) -> None:
        self._names.dropped[what] += 1

    def _drop_foreign(self, namespace: str) -> None:
        if not _OFFICE.match(namespace):
            self._drop(_FOREIGN_ELEMENT)

    # -- structure --

    def _children(self, old: etree._Element, new: etree._Element, *, unwrapped: bool = False) -> None:
        if new.tag not in _TEXTS and _is_said(old.text):
            self._drop("text that Word does not show")
        for child in old:
            if _is_said(child.tail):
                self._drop("text that Word does not show")
            self._child(child, new, unwrapped=unwrapped)
        needs_block = new.tag in _BLOCK_HOLDERS and new.tag != f"{W}body" and not unwrapped
        if needs_block and all(c.tag not in _BLOCKS for c in new):
            etree.SubElement(new, f"{W}p")

    def _child(self, child: etree._Element, new: etree._Element, *, unwrapped: bool) -> None:
        tag = str(child.tag)
        if tag in self._plain:
            if not unwrapped or tag in _CONTENT or tag.startswith((f"{W}comment", M)):
                self._known(child, new)
        elif tag in self._grammar.gone:
            if kind := _GONE_KINDS.get(split_tag(child)[1]):
                self._drop(kind)
        elif tag in (f"{W}pict", f"{W}object"):
            self._old_drawing(child, self._place(f"{W}pict", new))
        elif tag == f"{W}drawing":
            self._drawing(child, self._place(tag, new))
        elif tag in (f"{WP}wrapTight", f"{WP}wrapThrough"):
            self._element(child, new, f"{WP}wrapSquare")
        elif tag == f"{A}custGeom":
            etree.SubElement(etree.SubElement(new, f"{A}prstGeom", prst="rect"), f"{A}avLst")
        elif tag == f"{A}avLst":
            etree.SubElement(new, tag)
        elif tag in _UNWRAPPED:
            self._children(child, new, unwrapped=True)
        else:
            self._drop_foreign(split_tag(child)[0])
            if not _holds_properties(new):
                self._children(child, new, unwrapped=True)

    def _known(self, child: etree._Element, new: etree._Element) -> None:
        """Takes over an element of the grammar, in a place where one of its kind may stand."""
        tag = str(child.tag)
        if tag not in _PLACED:
            self._element(child, new, tag)
            return
        inside = str(new.tag)
        flat = (
            (tag == f"{W}tr" and inside != f"{W}tbl")
            or (tag == f"{W}tc" and inside != f"{W}tr")
            or (tag in _BLOCKS and inside in _NO_BLOCKS)
            or (tag in _INLINE and inside == f"{W}r")
        )
        if not flat:
            place = self._place(tag, new)
            if place is not None:
                self._element(child, place, tag)
            return
        if tag in _BLOCKS and len(new):
            place = self._place(f"{W}br", new)
            if place is not None:
                etree.SubElement(place, f"{W}br")
        self._children(child, new, unwrapped=True)

    def _place(self, tag: str, new: etree._Element) -> etree._Element | None:
        """Where an element of this name goes: the parent itself, or a paragraph and run of its own in it."""
        if tag in _RUN_CONTENT and new.tag in _BLOCK_HOLDERS:
            new = etree.SubElement(new, f"{W}p")
        if tag in _IN_RUN and new.tag in _INLINE_HOLDERS:
            new = etree.SubElement(new, f"{W}r")
        return new

    def _element(self, old: etree._Element, new: etree._Element, tag: str) -> None:
        rule = self._grammar.elements[tag]
        made = etree.SubElement(new, tag)
        if not self._attributes(old, made, rule):
            new.remove(made)
            return
        if rule.text == "text":
            made.text = old.text
            if made.text and made.text != made.text.strip():
                made.set(_SPACE, "preserve")
        elif rule.text:
            made.text = self._grammar.closed(rule.text, old.text or "")
            if made.text is None:
                new.remove(made)
        else:
            self._children(old, made)

    def _attributes(self, old: etree._Element, made: etree._Element, rule: ElementRule) -> bool:
        """Takes over the attributes; False if the element has to go for one."""
        count = len(old.attrib)
        if not count and not rule.given:
            return True
        if count <= _FEW:
            said = {str(n): str(v) for n, v in old.items() if n in rule.attributes}
        else:  # by name: to go through all of them takes lxml a time that grows with their square
            said = {n: v for n in rule.attributes if (v := old.get(n)) is not None}
        if count > len(said):
            kinds = (_attribute_kind(name) for name in set(map(str, old.keys())) - rule.attributes.keys())
            self._names.dropped.update(kind for kind in kinds if kind)
        wanted = said.keys() | rule.given if rule.given else said
        for name in [n for n in rule.attributes if n in wanted] if len(wanted) > 1 else wanted:
            attribute = rule.attributes[name]
            value = said.get(name)
            if attribute.form == "height":
                made.set(name, str(self._heights.get(value or "", 1)))
                continue
            new = self._value(attribute.form, value or "")
            if new is None:
                if attribute.form == "label":
                    self._drop("label of a list")
                if attribute.needed:
                    return False
                new = attribute.default
            if new:
                made.set(name, new)
        return True

    def _value(self, form: str, value: str) -> str | None:
        if form == "label" and _LONG_NUMBER.search(value):
            return None
        if form in ("text", "label"):  # a label that is no sign is read as text
            return value
        if form not in _NAMED:
            return self._grammar.closed(form, value)
        return self._names.value(form, value)

    # -- drawings --

    def _drawing(self, old: etree._Element, run: etree._Element | None) -> None:
        """Pictures become the white one, shapes stay; of what else is drawn only its text."""
        if run is None:
            return
        kinds = {d.get("uri", "") for d in old.iter(_GRAPHIC_DATA)}
        known = bool(kinds) and all(self._grammar.closed("graphic", kind) for kind in kinds)
        made = etree.SubElement(run, f"{W}drawing")
        if known:
            self._children(old, made)
        if not known or _letters(old) != _letters(made):
            self._drop("drawing")
            run.remove(made)
            boxes = [b for b in old.iter(f"{W}txbxContent") if not _is_inner(b, old)]
            if boxes or next(old.iter(f"{A}t"), None) is not None:
                self._text_box(old, boxes, etree.SubElement(run, f"{W}pict"))
            return
        prefix = {k.rpartition("/wordprocessing")[2] for k in kinds} - {
            k for k in kinds if k.endswith("/picture")
        }
        needed = [p for k, p in (("Shape", "wps"), ("Group", "wpg"), ("Canvas", "wpc")) if k in prefix]
        if needed:
            either = etree.SubElement(run, f"{MC}AlternateContent")
            etree.SubElement(either, f"{MC}Choice", Requires=needed[-1]).append(made)

    def _text_box(self, old: etree._Element, boxes: list[etree._Element], pict: etree._Element) -> None:
        """A rectangle with the text of a drawing that is not kept."""
        content = _new_box(pict)
        for box in boxes:
            self._children(box, content, unwrapped=True)
        for paragraph in old.iter(f"{A}p"):
            _add_paragraph(content, [t.text or "" for t in paragraph.iter(f"{A}t")])

    def _old_drawing(self, old: etree._Element, run: etree._Element | None) -> None:
        if run is None:
            return
        pict = etree.SubElement(run, f"{W}pict")
        self._shapes(old, pict)
        if not len(pict):
            run.remove(pict)

    def _shapes(self, old: etree._Element, new: etree._Element) -> None:
        """Shapes of VML become rectangles with their place, size, picture and text."""
        for child in old:
            space, local = split_tag(child)
            if local == "shapetype":
                continue
            if child.tag == f"{W}txbxContent":
                holder = new if new.tag == f"{V}textbox" else etree.SubElement(_rectangle(new), f"{V}textbox")
                self._element(child, holder, f"{W}txbxContent")
            elif space != VML:
                self._drop_foreign(space)
                self._shapes(child, new)
            elif local in ("group", "textbox", "imagedata") and (local == "group" or new.tag == f"{V}rect"):
                made = etree.SubElement(new, child.tag)
                self._attributes(child, made, self._grammar.elements[f"{V}{local}"])
                self._shapes(child, made)
                if local == "textbox" and not len(made):
                    new.remove(made)
            elif local == "textpath":
                if child.get("string", "").strip():
                    _add_paragraph(
                        _new_box(_rectangle(new), rectangle=False), [child.get("string", "").strip()]
                    )
            elif new.tag == f"{V}rect":
                self._shapes(child, new)
            else:
                made = etree.SubElement(new, f"{V}rect")
                self._attributes(child, made, self._grammar.elements[f"{V}rect"])
                self._shapes(child, made)
                if child.get("type", "").endswith(("t75", "t136")):
                    for name in ("filled", "stroked"):
                        made.set(name, "f")


def _attribute_kind(name: str) -> str:
    """What an attribute that the grammar does not know is to a person; empty for formatting."""
    if name.startswith("{") and not _OFFICE.match(name[1:]):
        return _FOREIGN_ATTRIBUTE
    return "description" if name.rpartition("}")[2] in ("descr", "title", "alt", "tooltip") else ""


def _is_inner(box: etree._Element, drawing: etree._Element) -> bool:
    """Whether a text box of a drawing stands within another one of it."""
    outer = next(box.iterancestors(f"{W}txbxContent", f"{W}drawing"), None)
    return outer is not None and outer is not drawing


def _rectangle(new: etree._Element) -> etree._Element:
    return new if new.tag == f"{V}rect" else etree.SubElement(new, f"{V}rect", style=_BOX_STYLE)


def _new_box(new: etree._Element, *, rectangle: bool = True) -> etree._Element:
    """The content of a new text box."""
    shape = etree.SubElement(new, f"{V}rect", style=_BOX_STYLE) if rectangle else new
    return etree.SubElement(etree.SubElement(shape, f"{V}textbox"), f"{W}txbxContent")


def _add_paragraph(content: etree._Element, texts: list[str]) -> None:
    run = etree.SubElement(etree.SubElement(content, f"{W}p"), f"{W}r")
    for text in texts:
        etree.SubElement(run, f"{W}t").text = text


def _holds_properties(element: etree._Element) -> bool:
    return str(element.tag).endswith(("Pr", "PrEx", "Borders", "Mar")) or element.tag in _PROPERTIES


def _is_said(text: str | None) -> bool:
    return bool(text) and not str(text).isspace()


def _letters(root: etree._Element) -> list[str]:
    """The texts of all runs and drawings, sorted, but for those where properties stand."""
    return sorted(text for text in _shown(root) if text)


def _shown(root: etree._Element) -> Iterator[str]:
    gone = grammar().gone
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if element is not root and (element.tag in gone or _holds_properties(element)):
            walk.skip_subtree()
        elif element.tag in (*_TEXTS, f"{A}t"):
            yield element.text or ""
        elif element.tag == f"{V}textpath":
            yield element.get("string", "").strip()
