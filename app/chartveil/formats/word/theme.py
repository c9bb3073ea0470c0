"""A new theme for a Word document, with the colours and known fonts of the old one."""

from __future__ import annotations

from lxml import etree

from chartveil.formats.word.grammar import grammar
from chartveil.formats.word.xml_names import A

_COLORS = {
    "dk1": "000000",
    "lt1": "FFFFFF",
    "dk2": "44546A",
    "lt2": "E7E6E6",
    "accent1": "4472C4",
    "accent2": "ED7D31",
    "accent3": "A5A5A5",
    "accent4": "FFC000",
    "accent5": "5B9BD5",
    "accent6": "70AD47",
    "hlink": "0563C1",
    "folHlink": "954F72",
}
_FONTS = {"majorFont": "Calibri Light", "minorFont": "Calibri"}
_FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
_EFFECT = "<a:effectStyle><a:effectLst/></a:effectStyle>"
# Three of each, as the standard asks for (ECMA-376 part 1, 20.1.4.1.14).
_FORMATS = (
    f'<a:fmtScheme name="Theme"><a:fillStyleLst>{_FILL * 3}</a:fillStyleLst>'
    f"<a:lnStyleLst>{f'<a:ln>{_FILL}</a:ln>' * 3}</a:lnStyleLst>"
    f"<a:effectStyleLst>{_EFFECT * 3}</a:effectStyleLst>"
    f"<a:bgFillStyleLst>{_FILL * 3}</a:bgFillStyleLst></a:fmtScheme>"
)


def plain_theme(old: etree._Element) -> etree._Element:
    """A new theme with the colours of the old one and those of its fonts that are known."""
    colors = "".join(f'<a:{n}><a:srgbClr val="{_color(old, n) or c}"/></a:{n}>' for n, c in _COLORS.items())
    fonts = "".join(
        f'<a:{n}><a:latin typeface="{_font(old, n) or f}"/><a:ea typeface=""/><a:cs typeface=""/></a:{n}>'
        for n, f in _FONTS.items()
    )
    return etree.fromstring(
        f'<a:theme xmlns:a="{A[1:-1]}" name="Theme"><a:themeElements><a:clrScheme name="Theme">{colors}'
        f'</a:clrScheme><a:fontScheme name="Theme">{fonts}</a:fontScheme>{_FORMATS}'
        "</a:themeElements></a:theme>"
    )


def _color(theme: etree._Element, name: str) -> str | None:
    for place in theme.iter(f"{A}{name}"):
        for color in place:
            said = str(color.get("lastClr") or color.get("val") or "")
            found = grammar().closed("color", said)
            if found and found != "auto":
                return found
    return None


def _font(theme: etree._Element, name: str) -> str | None:
    for latin in theme.iterfind(f".//{A}{name}/{A}latin"):
        return grammar().closed("font", str(latin.get("typeface", "")))
    return None
