"""Takes out of the parts of a Word document what must not be released, before their text is read.

First the parts with text, then their fields, then styles, settings, numbering and theme.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.builtin_names import HARMLESS_FIELD, is_builtin_style
from chartveil.formats.word.package import BLANK_PICTURE_RELATIONSHIP_ID
from chartveil.formats.word.xml_names import (
    KEPT_DRAWING_KINDS,
    KEPT_SETTINGS,
    MC,
    OFFICE_VML,
    PRIVATE_ATTRIBUTES,
    REMOVED_ELEMENTS,
    UNWRAPPED_ELEMENTS,
    VML,
    A,
    M,
    R,
    V,
    W,
    is_office_namespace,
    split_name,
    split_tag,
)

_MARKS = (f"{W}fldChar", f"{W}instrText")
_SHOWN = (f"{W}t", f"{W}tab", f"{W}br", f"{W}cr", f"{W}sym", f"{W}noBreakHyphen", f"{W}drawing", f"{W}pict")
_REFERENCES = tuple(
    f"{W}{n}"
    for n in ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "styleLink", "numStyleLink")
)
_TEXT_HOLDERS = {f"{W}t", f"{M}t", f"{A}t", f"{W}instrText"}
_POSITION = re.compile(r"\s*(?:-?[0-9]{1,12}|left|right|center|inside|outside|top|bottom)\s*")
_VML_ID = re.compile(r"_x0000_[a-z][0-9]{1,8}")
_NAMED_PROPERTIES = {"docPr", "cNvPr"}
_VML_DROPPED = {"title", "href", "target", "src", "althref", "chromakey"}
_OFFICE_KEPT = {"lock", "extrusion", "callout", "left", "right", "top", "bottom"}


def clean_part(root: etree._Element, where: str, links: dict[str, str]) -> None:
    """Cleans a part in place.

    Args:
        root: of a body, header, footer, notes, comments, numbering or style part.
        where: the file, for messages.
        links: new id of each relationship that stays.

    Raises:
        InputError: if the part shows text of an embedded file, which is not read.
    """
    for tag in ("altChunk", "subDoc"):
        if next(root.iter(f"{W}{tag}"), None) is not None:
            raise InputError(
                "shows text of another file embedded in it.",
                where=where,
                remedy="Open it in Word and save it: Word then makes that text its own.",
            )
    _keep_one_alternative(root)
    _accept_changes(root)
    flatten_fields(root)
    for element in list(root.iter(*UNWRAPPED_ELEMENTS)):
        unwrap_element(element)
    for element in list(root.iter(*REMOVED_ELEMENTS)):
        remove_element(element)
    _blank_graphics(root)
    _remove_foreign_elements(root)
    for element in list(root.iter()):  # a list: what is removed on the way would end the walk
        _clean_attributes(element, links)
        _remove_stray_text(element)
    _remove_foreign_namespaces(root)


def remove_element(element: etree._Element) -> None:
    """Takes an element out with its content."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def unwrap_element(element: etree._Element) -> None:
    """Puts an element's children in its place."""
    parent = element.getparent()
    if parent is None:
        return
    at = parent.index(element)
    for k, child in enumerate(list(element)):
        parent.insert(at + k, child)
    parent.remove(element)


def _keep_one_alternative(root: etree._Element) -> None:
    """Of the two forms of a drawing or a text box the one for present programs stays."""
    for element in list(root.iter(f"{MC}AlternateContent")):
        choices = element.findall(f"{MC}Choice")
        for child in list(element):
            if choices and child is not choices[0]:
                element.remove(child)
        if not choices:
            for fallback in element.findall(f"{MC}Fallback"):
                unwrap_element(fallback)
            unwrap_element(element)


def _accept_changes(root: etree._Element) -> None:
    """Accepts all tracked changes (ECMA-376 part 1, 17.13.5)."""
    joined: list[etree._Element] = []
    for element in list(root.iter(f"{W}del", f"{W}moveFrom", f"{W}ins", f"{W}moveTo", f"{W}cellDel")):
        parent = element.getparent()
        if parent is None:
            continue
        struck = element.tag in (f"{W}del", f"{W}moveFrom", f"{W}cellDel")
        if parent.tag == f"{W}rPr":
            paragraph = _owner(parent, f"{W}pPr", f"{W}p")
            if struck and paragraph is not None:
                joined.append(paragraph)
            parent.remove(element)
        elif parent.tag in (f"{W}trPr", f"{W}tcPr"):
            owner = parent.getparent()
            if struck and owner is not None:
                remove_element(owner)
            else:
                parent.remove(element)
        elif struck:
            parent.remove(element)
    for paragraph in joined:
        _join_next(paragraph)
    for table in list(root.iter(f"{W}tbl")):
        if table.find(f"{W}tr") is None:
            remove_element(table)


def _owner(element: etree._Element, *tags: str) -> etree._Element | None:
    """The ancestor reached through parents of exactly these tags."""
    at: etree._Element | None = element
    for tag in tags:
        at = at.getparent() if at is not None else None
        if at is None or at.tag != tag:
            return None
    return at


def _join_next(paragraph: etree._Element) -> None:
    """Joins a paragraph whose mark was struck out with the next one."""
    following = paragraph.getnext()
    properties = paragraph.find(f"{W}pPr")
    if following is None or following.tag != f"{W}p":
        return
    if properties is not None and properties.find(f"{W}sectPr") is not None:
        return
    at = 0 if following.find(f"{W}pPr") is None else 1
    for k, child in enumerate([c for c in paragraph if c is not properties]):
        following.insert(at + k, child)
    remove_element(paragraph)


def _blank_graphics(root: etree._Element) -> None:
    """Pictures become the white one; charts, diagrams, ink and links on drawings go."""
    for drawing in list(root.iter(f"{W}drawing")):
        kinds = {d.get("uri", "") for d in drawing.iter(f"{A}graphicData")}
        if not kinds or not kinds <= KEPT_DRAWING_KINDS:
            remove_element(drawing)
    for element in list(root.iter(f"{A}hlinkClick", f"{A}hlinkHover", f"{A}extLst")):
        remove_element(element)
    for blip in root.iter(f"{A}blip"):
        blip.attrib.clear()
        for child in list(blip):
            blip.remove(child)
        blip.set(f"{R}embed", BLANK_PICTURE_RELATIONSHIP_ID)
    for image in root.iter(f"{V}imagedata"):
        image.attrib.clear()
        image.set(f"{R}id", BLANK_PICTURE_RELATIONSHIP_ID)
    for element in root.iter(f"{V}fill", f"{V}stroke"):
        if f"{R}id" in element.attrib:
            element.set(f"{R}id", BLANK_PICTURE_RELATIONSHIP_ID)


def _remove_foreign_elements(root: etree._Element) -> None:
    """Takes out elements of namespaces that no office program writes, and of those of Word that only say
    who, when and with what."""
    for element in list(root.iter()):
        namespace, local = split_tag(element)
        foreign = not is_office_namespace(namespace) or local == "extLst"
        if (foreign or (namespace == OFFICE_VML and local not in _OFFICE_KEPT)) and element is not root:
            remove_element(element)


def _clean_attributes(element: etree._Element, links: dict[str, str]) -> None:
    """Takes private attributes away, renumbers links, and renames what only carries a name."""
    namespace, local = split_tag(element)
    for name in list(element.attrib):
        space, short = split_name(str(name))
        value = element.get(name, "")
        if f"{{{space}}}" == R:
            new = (
                BLANK_PICTURE_RELATIONSHIP_ID
                if value == BLANK_PICTURE_RELATIONSHIP_ID
                else links.get(value, "")
            )
            element.set(name, new)
            if not new:
                del element.attrib[name]
        elif _is_private(str(name), value) or (namespace == VML and _is_private_vml(short, value)):
            del element.attrib[name]
        elif local in _NAMED_PROPERTIES and short == "name":
            element.set(name, f"Picture {element.get('id', '')}".strip())
        elif local == "cNvPr" and short in ("descr", "title"):
            # The picture's own copy of the description that wp:docPr holds, which is read and replaced.
            del element.attrib[name]
    if element.tag == f"{W}comment":
        element.set(f"{W}author", "Author")
    if element.tag in (f"{W}headerReference", f"{W}footerReference") and f"{R}id" not in element.attrib:
        remove_element(element)


def _is_private(name: str, value: str) -> bool:
    """Whether an attribute of any element tells who, when or whereto."""
    space, short = split_name(name)
    if (space and not is_office_namespace(space)) or name in PRIVATE_ATTRIBUTES or short.startswith("rsid"):
        return True
    if short in ("paraId", "textId", "durableId", "gfxdata", "userId", "providerId", "oleid"):
        return True
    return space == OFFICE_VML and (
        short in ("title", "href", "althref")
        or short.startswith(("suggestedsigner", "signing"))
        or (short == "spid" and not _VML_ID.fullmatch(value))
    )


def _is_private_vml(short: str, value: str) -> bool:
    return short in _VML_DROPPED or (short == "id" and not _VML_ID.fullmatch(value))


def _remove_stray_text(element: etree._Element) -> None:
    """Text where the format has none would be read by nobody and released."""
    element.tail = None
    if element.tag in _TEXT_HOLDERS or not element.text:
        return
    if not _POSITION.fullmatch(element.text) or split_tag(element)[0] == W[1:-1]:
        element.text = None


def _remove_foreign_namespaces(root: etree._Element) -> None:
    """Drops declarations of unknown namespaces, and mentions of them."""
    known = {p for p, uri in root.nsmap.items() if p and is_office_namespace(uri)}
    for name in (f"{MC}Ignorable", f"{MC}ProcessContent", f"{MC}MustUnderstand", f"{MC}PreserveElements"):
        if name in root.attrib:
            kept = [p for p in root.get(name, "").split() if p in known]
            root.set(name, " ".join(kept)) if name == f"{MC}Ignorable" and kept else root.attrib.pop(name)
    needed = {p for e in root.iter(f"{MC}Choice") for p in e.get("Requires", "").split()}
    etree.cleanup_namespaces(
        root, keep_ns_prefixes=sorted(known & (needed | set(root.get(f"{MC}Ignorable", "").split())))
    )


# -- fields --


@dataclass(slots=True)
class _Field:
    marks: list[etree._Element] = field(default_factory=list)
    instruction: str = ""
    in_instruction: bool = True
    unseen: list[etree._Element] = field(default_factory=list)
    """What stands within the instruction: results of inner fields, which are not shown."""


def flatten_fields(root: etree._Element) -> None:
    """Takes away the instructions of all fields but page numbers, and what they hide; results stay
    (ECMA-376 part 1, 17.16).

    Form fields without a result, whose choice stands in their properties, get it as text.
    """
    for simple in list(root.iter(f"{W}fldSimple")):
        if HARMLESS_FIELD.fullmatch(simple.get(f"{W}instr", "")):
            _make_complex(simple)
    open_fields: list[_Field] = []
    marks: list[etree._Element] = []
    for element in list(root.iter(*_MARKS, *_SHOWN)):
        if element.tag not in _MARKS:
            if _in_properties(element):
                continue
            for f in open_fields:
                if f.in_instruction:
                    f.unseen.append(element)
            continue
        kind = element.get(f"{W}fldCharType") if element.tag == f"{W}fldChar" else "instruction"
        if kind == "begin":
            open_fields.append(_Field([element]))
        elif not open_fields:
            marks.append(element)
        elif kind == "instruction":
            open_fields[-1].instruction += element.text or ""
            open_fields[-1].marks.append(element)
        else:
            open_fields[-1].marks.append(element)
            open_fields[-1].in_instruction = False
            if kind == "end":
                done = open_fields.pop()
                marks += _finish(done, nested=bool(open_fields))
    # A field without an end shows nothing to hide: its marks go, all text stays.
    marks += [m for f in open_fields for m in f.marks]
    for mark in marks:
        remove_element(mark)


def _finish(done: _Field, *, nested: bool) -> list[etree._Element]:
    """What of a field is to be removed, once its form properties are written as text."""
    begin = done.marks[0]
    if HARMLESS_FIELD.fullmatch(done.instruction) and not nested and not done.unseen:
        for mark in done.marks:
            if mark.tag == f"{W}fldChar":
                for child in list(mark):
                    mark.remove(child)
        return []
    choice = _form_choice(begin)
    run = done.marks[-1].getparent()
    if choice and run is not None:
        text = etree.Element(f"{W}t")
        text.text = choice
        run.append(text)
    return [*done.marks, *done.unseen]


def _form_choice(begin: etree._Element) -> str:
    """What a drop-down list or a check box of an old form shows."""
    box = begin.find(f"{W}ffData/{W}checkBox")
    if box is not None:
        state = box.find(f"{W}checked")
        if state is None:
            state = box.find(f"{W}default")
        on = state is not None and state.get(f"{W}val", "1") in ("1", "true", "on")
        return "☒" if on else "☐"
    drop = begin.find(f"{W}ffData/{W}ddList")
    if drop is None:
        return ""
    entries = [e.get(f"{W}val", "") for e in drop.findall(f"{W}listEntry")]
    chosen = drop.find(f"{W}result")
    if chosen is None:
        chosen = drop.find(f"{W}default")
    number = chosen.get(f"{W}val", "0") if chosen is not None else "0"
    return entries[int(number)] if number.isdecimal() and int(number) < len(entries) else ""


def _make_complex(simple: etree._Element) -> None:
    """Writes a safe simple field in the other form, so that there is one way to treat them."""
    parent = simple.getparent()
    if parent is None:
        return
    at = parent.index(simple)
    runs = []
    for kind in ("begin", "instruction", "separate", "result", "end"):
        if kind == "result":
            runs += list(simple)
            continue
        run = etree.Element(f"{W}r")
        if kind == "instruction":
            etree.SubElement(run, f"{W}instrText").text = simple.get(f"{W}instr")
        else:
            etree.SubElement(run, f"{W}fldChar").set(f"{W}fldCharType", kind)
        runs.append(run)
    parent.remove(simple)
    for k, run in enumerate(runs):
        parent.insert(at + k, run)


def _in_properties(element: etree._Element) -> bool:
    """Whether it is a tab stop of a paragraph's properties, not a tab of its text."""
    parent = element.getparent()
    return parent is not None and parent.tag == f"{W}tabs"


# -- styles, settings, numbering, theme --


def new_style_ids(styles: etree._Element) -> dict[str, str]:
    """New id of each style. Built-in styles keep an id that is their name, others are numbered."""
    out: dict[str, str] = {}
    for k, style in enumerate(styles.iter(f"{W}style"), start=1):
        old = style.get(f"{W}styleId", "")
        out[old] = old if _is_own_name(old, _name(style)) else f"Style{k}"
    return out


def rename_styles(root: etree._Element, names: dict[str, str]) -> None:
    """Puts the new ids in place of the old in a part; references to no style go."""
    for k, style in enumerate(list(root.iter(f"{W}style")), start=1):
        style.set(f"{W}styleId", names[style.get(f"{W}styleId", "")])
        name = style.find(f"{W}name")
        if name is not None and not is_builtin_style(name.get(f"{W}val", "")):
            name.set(f"{W}val", f"Style {k}")
    for element in list(root.iter(*_REFERENCES)):
        new = names.get(element.get(f"{W}val", ""))
        if new:
            element.set(f"{W}val", new)
        else:
            remove_element(element)


def strip_settings(settings: etree._Element) -> None:
    """Leaves what says how the document looks: no editing times, templates, variables, or merge sources."""
    for child in list(settings):
        if child.tag not in KEPT_SETTINGS:
            settings.remove(child)


def strip_numbering(numbering: etree._Element) -> None:
    """Takes away the names of lists."""
    for element in list(numbering.iter(f"{W}name")):
        remove_element(element)


def strip_theme(theme: etree._Element) -> bool:
    """Takes names and custom colours out of a theme; False if it holds pictures and has to go."""
    if next(theme.iter(f"{A}blip"), None) is not None:
        return False
    for element in list(
        theme.iter(f"{A}extLst", f"{A}custClrLst", f"{A}objectDefaults", f"{A}extraClrSchemeLst")
    ):
        if element.tag in (f"{A}extLst", f"{A}custClrLst"):
            remove_element(element)
        else:
            for child in list(element):
                element.remove(child)
    for element in theme.iter():
        element.text = element.tail = None
        if "name" in element.attrib:
            element.set("name", "Theme")
    return True


def _name(style: etree._Element) -> str:
    name = style.find(f"{W}name")
    return name.get(f"{W}val", "") if name is not None else ""


def _is_own_name(style_id: str, name: str) -> bool:
    plain = re.sub(r"[^a-z0-9]", "", name.lower())
    return is_builtin_style(name) and re.sub(r"[^a-z0-9]", "", style_id.lower()) == plain
