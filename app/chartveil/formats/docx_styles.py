"""Styles, settings and theme of a Word document without the names that people gave them."""

from __future__ import annotations

import re

from lxml import etree

from chartveil.formats.docx_names import KEPT_SETTINGS, A, W
from chartveil.formats.known_names import is_builtin_style

_REFERENCES = tuple(
    f"{W}{n}"
    for n in ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "styleLink", "numStyleLink")
)


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
        parent = element.getparent()
        if new:
            element.set(f"{W}val", new)
        elif parent is not None:
            parent.remove(element)


def strip_settings(settings: etree._Element) -> None:
    """Leaves what says how the document looks: no editing times, templates, variables, or merge sources."""
    for child in list(settings):
        if child.tag not in KEPT_SETTINGS:
            settings.remove(child)


def strip_numbering(numbering: etree._Element) -> None:
    """Takes away the names of lists."""
    for element in list(numbering.iter(f"{W}name")):
        parent = element.getparent()
        if parent is not None:
            parent.remove(element)


def strip_theme(theme: etree._Element) -> bool:
    """Takes names and custom colours out of a theme; False if it holds pictures and has to go."""
    if next(theme.iter(f"{A}blip"), None) is not None:
        return False
    for element in list(
        theme.iter(f"{A}extLst", f"{A}custClrLst", f"{A}objectDefaults", f"{A}extraClrSchemeLst")
    ):
        parent = element.getparent()
        if parent is not None and element.tag in (f"{A}extLst", f"{A}custClrLst"):
            parent.remove(element)
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
