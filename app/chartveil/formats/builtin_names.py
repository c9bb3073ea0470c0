"""Names of fonts, built-in styles and page-number fields: what a file may say without saying who it is about.

Any other name of a font or a style, and any other field instruction, is free text that somebody typed.
"""

from __future__ import annotations

import re
from functools import cache

from chartveil.domain.resource_files import word_lists

_STYLES = re.compile(
    r"""
    (?: normal (?:\ \(web\)|\ indent|\ table)? | heading\ [1-9] | (?:toc|index)\ (?:[1-9]|heading)
      | title | subtitle | caption | closing | signature | date | salutation | header (?:\ char)? | footer
      | body\ text (?:\ first)? (?:\ indent)? (?:\ [23])? | block\ text | list (?:\ paragraph)?
      | list (?:\ (?:bullet|number|continue))? (?:\ [2-5])? | plain\ text | no\ spacing | no\ list
      | default\ paragraph\ font | (?:footnote|endnote|annotation) \ (?:text|reference|subject)
      | strong | emphasis | quote | intense\ (?:quote|emphasis|reference) | subtle\ (?:emphasis|reference)
      | book\ title | bibliography | toa\ heading | table\ of\ (?:figures|authorities)
      | table\ grid (?:\ light)?
      | table\ (?:normal|theme|(?:grid|list|classic|colorful|columns|3d\ effects|simple|subtle|web)\ [1-8])
      | (?:light|medium|dark|colorful) \ (?:shading|list|grid) (?:\ [1-3])? (?:\ accent\ [1-6])?
      | (?:grid|list)\ table\ [1-7] (?:\ light|\ colorful|\ dark)? (?:\ accent\ [1-6])?
      | table\ (?:contemporary|elegant|professional) | plain\ table\ [1-5]
      | hyperlink | followedhyperlink | page\ number | line\ number | macro(?:\ text)? | document\ map
      | balloon\ text | note\ heading | message\ header | e-mail\ signature | placeholder\ text | revision
      | envelope\ (?:address|return) | html\ (?:top\ of\ form|bottom\ of\ form|acronym|address|cite|code
      | definition|keyboard|preformatted|sample|typewriter|variable) | outline\ list\ [1-3]
      | article\ /\ section | mention | smart\ hyperlink | hashtag | unresolved\ mention | smart\ link
      | 1\ /\ (?:1\.1|a)\ /\ (?:1\.1\.1|i) )
    (?:\ char (?:1)?)?
    """,
    re.VERBOSE | re.IGNORECASE,
)

HARMLESS_FIELD = re.compile(
    r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)"
    r"(?:\s+\\\*\s*(?:MERGEFORMAT|CHARFORMAT|Arabic|roman|ROMAN|alphabetic|ALPHABETIC))*\s*"
)
"""Field instructions that say nothing about anybody and stay live."""


@cache
def known_fonts() -> frozenset[str]:
    """Names of common fonts, in small letters."""
    return frozenset(word_lists("formats/fonts.toml", "the list of fonts")["names"]["fonts"])


def is_known_font(name: str) -> bool:
    """Whether the name is that of a common font, in any case, with or without a vertical form's ``@``."""
    return name.strip().strip("\"'").removeprefix("@").casefold() in known_fonts()


def is_builtin_style(name: str) -> bool:
    """Whether the name is that of a style that word processors bring along."""
    return _STYLES.fullmatch(name.strip()) is not None
