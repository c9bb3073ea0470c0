"""Fields of a Word document turned into the text that they show (ECMA-376 part 1, 17.16)."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from chartveil.formats.docx_names import HARMLESS_FIELD, W

_MARKS = (f"{W}fldChar", f"{W}instrText")
_SHOWN = (f"{W}t", f"{W}tab", f"{W}br", f"{W}cr", f"{W}sym", f"{W}noBreakHyphen", f"{W}drawing", f"{W}pict")


@dataclass(slots=True)
class _Field:
    marks: list[etree._Element] = field(default_factory=list)
    instruction: str = ""
    in_instruction: bool = True
    unseen: list[etree._Element] = field(default_factory=list)
    """What stands within the instruction: results of inner fields, which are not shown."""


def flatten_fields(root: etree._Element) -> None:
    """Takes away the instructions of all fields but page numbers, and what they hide; results stay.

    Form fields without a result, whose choice is told by their properties, get it as text.
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
        _drop(mark)


def _finish(done: _Field, *, nested: bool) -> list[etree._Element]:
    """What of a field is to be removed, once its form properties are told as text."""
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


def _drop(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
