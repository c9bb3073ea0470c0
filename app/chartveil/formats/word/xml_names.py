"""Namespaces of a Word file's parts (ECMA-376 parts 1 and 4, transitional)."""

from __future__ import annotations

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
VML = "urn:schemas-microsoft-com:vml"
V = f"{{{VML}}}"


def split_tag(element: etree._Element) -> tuple[str, str]:
    """Namespace (empty for none) and local name of an element."""
    name = str(element.tag)
    if not name.startswith("{"):
        return "", name
    namespace, _, local = name[1:].partition("}")
    return namespace, local
