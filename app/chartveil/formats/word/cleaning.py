"""Resolves what a part of a Word document shows, before it is rebuilt: alternative content, tracked changes,
symbols, fields; and renames styles."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.builtin_names import HARMLESS_FIELD, is_builtin_style
from chartveil.formats.word.grammar import grammar
from chartveil.formats.word.symbols import shown_symbol, without_private_characters
from chartveil.formats.word.xml_names import MC, A, M, W

_MARKS = (f"{W}fldChar", f"{W}instrText")
_SHOWN = tuple(f"{W}{n}" for n in ("t", "tab", "br", "cr", "noBreakHyphen", "drawing", "pict", "object"))
_UNDERSTOOD = ("http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/office/word/2010/word")
"""Namespaces whose elements are kept or can be left out without harm."""
_QUOTING_FIELD = re.compile(
    r"\s*(EQ|QUOTE|SYMBOL|MACROBUTTON|GOTOBUTTON|FILLIN|ASK)\b\s*(.*)", re.DOTALL | re.IGNORECASE
)
"""Fields that show what their instruction says (ECMA-376 part 1, 17.16.5)."""


def resolve_part(root: etree._Element, where: str) -> None:
    """Reduces a part to what it shows, in place.

    Args:
        root: of a body, header, footer, notes, comments, numbering or style part.
        where: the file, for messages.

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
    _write_symbols_as_text(root)
    flatten_fields(root)


def remove_element(element: etree._Element) -> None:
    """Takes an element out with its content."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _keep_one_alternative(root: etree._Element) -> None:
    """Of the forms of a drawing or a text box one stays: the first that is understood and has its text."""
    for element in list(root.iter(f"{MC}AlternateContent")):
        choices = [c for c in element if c.tag == f"{MC}Choice"]
        fallbacks = [c for c in element if c.tag == f"{MC}Fallback"]
        kept = next((c for c in choices if _is_understood(c)), None)
        if kept is None or (not _has_text(kept) and any(map(_has_text, fallbacks))):
            kept = next(iter([*fallbacks, *choices]), None)
        if kept is not None:
            for child in list(kept):
                element.addprevious(child)
        remove_element(element)


def _is_understood(choice: etree._Element) -> bool:
    spaces = [choice.nsmap.get(p, "") for p in choice.get("Requires", "").split()]
    kinds = {d.get("uri", "") for d in choice.iter(f"{A}graphicData")}
    return all(s.startswith(_UNDERSTOOD) for s in spaces) and all(
        grammar().closed("graphic", k) for k in kinds
    )


def _has_text(element: etree._Element) -> bool:
    return any(t.text for t in element.iter(f"{W}t", f"{M}t", f"{A}t"))


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
    for paragraph in reversed(joined):  # from the last, so that each moves its own content only
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
    for child in reversed([c for c in paragraph if c is not properties]):
        following.insert(at, child)
    remove_element(paragraph)


def _write_symbols_as_text(root: etree._Element) -> None:
    """Characters of symbol fonts become those of Unicode, so that what they spell is read."""
    for element in list(root.iter(f"{W}sym")):
        text = etree.Element(f"{W}t")
        text.text = shown_symbol(element.get(f"{W}char", ""), element.get(f"{W}font", ""))
        element.addprevious(text)
        remove_element(element)
    for element in root.iter(f"{W}t", f"{M}t"):
        if element.text and not element.text.isascii():
            run = element.getparent()
            fonts = run.find(f"{W}rPr/{W}rFonts") if run is not None else None
            element.text = without_private_characters(
                element.text, fonts.get(f"{W}ascii", "") if fonts is not None else ""
            )


# -- fields --


@dataclass(slots=True)
class _Field:
    """A field on its way.

    Attributes:
        marks: its marks and instructions so far.
        said: its instruction, with the results of fields in it.
        in_instruction: whether its result has not begun.
        unseen: what stands within the instruction: results of inner fields, which are not shown.
        has_result: whether anything stands in its result.
    """

    marks: list[etree._Element] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    in_instruction: bool = True
    unseen: list[etree._Element] = field(default_factory=list)
    has_result: bool = False


def flatten_fields(root: etree._Element) -> None:
    """Takes away the instructions of all fields but page numbers, and what they hide; results stay
    (ECMA-376 part 1, 17.16).

    What has no result but shows its choice (form fields) or words of its instruction gets them as text.
    """
    for simple in list(root.iter(f"{W}fldSimple")):
        _make_complex(simple)
    open_fields: list[_Field] = []
    instructing: list[_Field] = []
    marks: list[etree._Element] = []
    for element in list(root.iter(*_MARKS, *_SHOWN)):
        if element.tag not in _MARKS:
            if open_fields and not _in_properties(element):
                if instructing:
                    instructing[-1].unseen.append(element)
                    instructing[-1].said.append(element.text or " ")
                else:
                    open_fields[-1].has_result = True
            continue
        kind = element.get(f"{W}fldCharType") if element.tag == f"{W}fldChar" else "instruction"
        if kind == "begin":
            open_fields.append(_Field([element]))
            instructing.append(open_fields[-1])
        elif not open_fields:
            marks.append(element)
        elif kind == "instruction":
            open_fields[-1].said.append(element.text or "")
            open_fields[-1].marks.append(element)
        else:
            open_fields[-1].marks.append(element)
            if open_fields[-1].in_instruction:
                open_fields[-1].in_instruction = False
                instructing.remove(open_fields[-1])
            if kind == "end":
                done = open_fields.pop()
                shown = _finish(done, nested=bool(open_fields))
                if open_fields:
                    open_fields[-1].has_result |= done.has_result or bool(shown[1])
                    if instructing and shown[1] is not None:
                        instructing[-1].unseen.append(shown[1])
                        instructing[-1].said.append(shown[1].text or "")
                marks += shown[0]
    # A field without an end shows nothing to hide: its marks go, all text stays.
    marks += [m for f in open_fields for m in f.marks]
    for mark in marks:
        remove_element(mark)


def _finish(done: _Field, *, nested: bool) -> tuple[list[etree._Element], etree._Element | None]:
    """What of a field is to be removed, and the text that was put after it."""
    begin = done.marks[0]
    instruction = "".join(done.said)
    instructions = [m for m in done.marks if m.tag == f"{W}instrText"]
    if instructions and HARMLESS_FIELD.fullmatch(instruction) and not nested and not done.unseen:
        instructions[0].text = instruction
        return instructions[1:], None
    choice = _form_choice(begin) or ("" if done.has_result else _quoted_text(instruction))
    run = done.marks[-1].getparent()
    text = None
    if choice and run is not None:
        text = etree.Element(f"{W}t")
        text.text = choice
        done.marks[-1].addprevious(text)
    return [*done.marks, *done.unseen], text


def _quoted_text(instruction: str) -> str:
    """What a field shows that has no result: the words of its instruction, without switches."""
    found = _QUOTING_FIELD.fullmatch(instruction)
    if found is None:
        return ""
    kind, rest = found[1].upper(), found[2]
    if kind == "SYMBOL":
        code = re.match(r"\s*(0x[0-9A-Fa-f]{1,6}|[0-9]{1,7})", rest)
        font = re.search(r'\\f\s+"?([^"\\]+)', rest)
        number = int(code[1], 0 if code[1][:2] == "0x" else 10) if code else 0
        return shown_symbol(f"{number:04X}", font[1].strip() if font else "")
    if kind in ("MACROBUTTON", "GOTOBUTTON"):
        rest = rest.partition(" ")[2]
    return " ".join(re.sub(r'\\\*\s*\w+|\\[a-zA-Z]+|["\\]', " ", rest).split())


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
    """Writes a simple field in the other form, so that there is one way to treat them."""
    for kind in ("begin", "instruction", "separate", "result", "end"):
        if kind == "result":
            for child in list(simple):
                simple.addprevious(child)
            continue
        run = etree.Element(f"{W}r")
        if kind == "instruction":
            etree.SubElement(run, f"{W}instrText").text = simple.get(f"{W}instr")
        else:
            etree.SubElement(run, f"{W}fldChar").set(f"{W}fldCharType", kind)
        simple.addprevious(run)
    remove_element(simple)


def _in_properties(element: etree._Element) -> bool:
    """Whether it is a tab stop of a paragraph's properties, not a tab of its text."""
    parent = element.getparent()
    return parent is not None and parent.tag == f"{W}tabs"


# -- names of styles --


def rename_styles(styles: etree._Element) -> dict[str, str]:
    """Gives styles ids and names that say nothing, in place: built-in ones keep theirs, others get numbers.

    Returns:
        the new id of each.
    """
    out: dict[str, str] = {}
    for k, style in enumerate(styles.iter(f"{W}style"), start=1):
        old = style.get(f"{W}styleId", "")
        own = grammar().closed("styleId", old) and not old.startswith("Style")
        style.set(f"{W}styleId", out.setdefault(old, old if own else f"Style{k}"))
        name = style.find(f"{W}name")
        if name is not None and not is_builtin_style(name.get(f"{W}val", "")):
            name.set(f"{W}val", f"Style {k}")
    return out
