"""The closed grammar of a Word file: which elements, attributes and values a copy may hold.

The table is ``resources/formats/wordprocessingml.toml``; forms of values that are no list of words are here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from chartveil.domain.paths import resources_folder
from chartveil.formats.builtin_names import HARMLESS_FIELD, is_builtin_style, is_known_font

_GIVEN_FORMS = ("height", "blank", "number", "picture")
"""Forms of attributes whose value does not come from the old one."""
_MOST_DIGITS = 5
"""Longest number that stays as it is: a longer one could be somebody's."""
_NUMBER = re.compile(r"(-?[0-9]{1,9})(\.[0-9]{1,9})?(%|mm|cm|in|pt|pc|pi|px)?")
_LANGUAGE = re.compile(r"([a-z]{2})(?:-(?:Latn|Cyrl|Hans|Hant))?(?:-[A-Z]{2})?")
_VML_COLORS = frozenset(
    "black silver gray white maroon red purple green lime olive yellow navy blue teal".split()
)
_LABEL_SIGN = re.compile(r"[\s!-/:-@\[-`{-~•●○■□▪▫◆◇◦➢➔→✓✔✗–—·§¶†‡]")
_IN_FORM = {
    "on": re.compile(r"[01tf]|true|false|on|off"),
    "hex2": re.compile(r"[0-9A-Fa-f]{2}"),
    "hex4": re.compile(r"[0-9A-Fa-f]{4}"),
    "color": re.compile(r"auto|[0-9A-Fa-f]{6}"),
    "bits": re.compile(r"[01]{12}"),
    "mark": re.compile(r"[^\w\s]?"),
    "blank": re.compile("rIdBlank"),
    "link": re.compile(r"rId[0-9]{1,5}"),
    "picture": re.compile(r"Picture [0-9]{1,5}"),
    "pair": re.compile(r"-?[0-9]{1,5},-?[0-9]{1,5}"),
    "insets": re.compile(r"(?:-?[0-9.]{1,5}(?:pt|in|mm|cm)?)?(?:,(?:-?[0-9.]{1,5}(?:pt|in|mm|cm)?)?){0,3}"),
}


@dataclass(frozen=True, slots=True)
class AttributeRule:
    """The form that the value of an attribute must have.

    Attributes:
        form: name of the form; several with ``|`` between them.
        needed: whether the element goes with a bad value.
        default: the value in place of none or of a bad one; empty for none.
    """

    form: str
    needed: bool
    default: str


@dataclass(frozen=True, slots=True)
class ElementRule:
    """The attributes and children that an element may have.

    Attributes:
        attributes: by name, with its namespace in braces.
        text: form of its text; empty if it has none.
        given: names of attributes that it may get where the old one has none.
    """

    attributes: dict[str, AttributeRule] = field(default_factory=dict)
    text: str = ""
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WordGrammar:
    """All that a copy may hold.

    Attributes:
        namespaces: by prefix.
        elements: by name, with its namespace in braces.
        gone: names of elements that go with all that they hold.
        words: the words of each form that is a list.
    """

    namespaces: dict[str, str]
    elements: dict[str, ElementRule]
    gone: frozenset[str]
    words: dict[str, frozenset[str]]

    def closed(self, form: str, value: str) -> str | None:
        """The value as it may stand in a copy; None if it has not this form. A value that is returned is
        returned again as it is."""
        if "|" in form:
            return next((v for one in form.split("|") if (v := self.closed(one, value)) is not None), None)
        words = self.words.get(form)
        if words is not None:
            return value if value in words else None
        return _closed(form, value)


@lru_cache(maxsize=1)
def grammar() -> WordGrammar:
    """The grammar of ``resources/formats/wordprocessingml.toml``."""
    with (resources_folder() / "formats" / "wordprocessingml.toml").open("rb") as file:
        table = tomllib.load(file)
    spaces: dict[str, str] = table["namespaces"]
    elements: dict[str, ElementRule] = {}
    for prefix, space in spaces.items():
        for names, rules in table.get(prefix, {}).items():
            rule = _rule(rules, prefix, table["sets"], spaces)
            elements |= {f"{{{space}}}{name}": rule for name in names.split()}
    gone = frozenset(f"{{{spaces[p]}}}{n}" for p, names in table["gone"].items() for n in names.split())
    words = {form: frozenset(words.split()) for form, words in table["words"].items()}
    return WordGrammar(spaces, elements, gone, words)


def _rule(rules: str, prefix: str, sets: dict[str, str], spaces: dict[str, str]) -> ElementRule:
    """Reads ``name:form!`` and its like; attributes of WordprocessingML and Office Math have its prefix."""
    while "@" in rules:
        rules = re.sub(r"@(\w+)", lambda m: sets[m[1]], rules)
    attributes: dict[str, AttributeRule] = {}
    text = ""
    for item in rules.split():
        if item.startswith("#"):
            text = item[1:]
            continue
        found = re.fullmatch(r"(?:(\w+):)?(\w+):([\w|]+)(!|=(.+))?", item)
        assert found is not None, item
        space = spaces.get(found[1] or (prefix if prefix in ("w", "m") else ""))
        name = f"{{{space}}}{found[2]}" if space else found[2]
        attributes[name] = AttributeRule(found[3], found[4] == "!", found[5] or "")
    given = frozenset(name for name, rule in attributes.items() if rule.default or rule.form in _GIVEN_FORMS)
    return ElementRule(attributes, text, given)


def _closed(form: str, value: str) -> str | None:
    if form in _IN_FORM:
        return value if _IN_FORM[form].fullmatch(value) else None
    if form.endswith("Id") or form in ("number", "height"):
        form = "int" if form != "styleId" else "style"
    return _FORMS[form](value)


def _is_plain(value: str) -> bool:
    """Whether a value is a short whole number, as nearly all are: it stays as it is."""
    return len(value) <= _MOST_DIGITS and value.isascii() and value.isdigit() and value[0] != "0"


def _integer(value: str) -> str | None:
    if _is_plain(value):
        return value
    found = _NUMBER.fullmatch(value.strip())
    if found is None or found[3]:
        return None
    whole = str(int(found[1]))
    return whole if len(whole.lstrip("-")) <= _MOST_DIGITS else None


def _measure(value: str) -> str | None:
    """Whole numbers; with a unit, two decimals."""
    if _is_plain(value):
        return value
    found = _NUMBER.fullmatch(value.strip())
    if found is None:
        return None
    number = round(float(found[1] + (found[2] or "")), 2 if found[3] else 0)
    shown = f"{number:.2f}".rstrip("0").rstrip(".")
    digits = sum(c.isdigit() for c in shown)
    return ("0" if shown == "-0" else shown) + (found[3] or "") if digits <= _MOST_DIGITS else None


def _english_metric_units(value: str) -> str | None:
    """Lengths of drawings, in 1/360,000 cm: up to 2.7 m, long ones to .03 mm."""
    found = _NUMBER.fullmatch(value.strip())
    if found is None or found[3] or abs(int(found[1])) >= 10**8:
        return None
    number = int(found[1])
    return str(number if abs(number) < 10**_MOST_DIGITS else round(number, -3))


def _language(value: str) -> str | None:
    found = _LANGUAGE.fullmatch(value)
    return value if value == "x-none" or (found and found[1] in grammar().words["languageCode"]) else None


def _vml_style(value: str) -> str | None:
    """Place and size of an old drawing; of its height in the pile only whether it lies behind the text."""
    kept = []
    for item in value.split(";"):
        name, _, said = (part.strip() for part in item.partition(":"))
        if name == "z-index" and _NUMBER.fullmatch(said):
            said = "-1" if said.startswith("-") else "1"
        elif name not in grammar().words["vmlProperty"]:
            continue
        elif said not in grammar().words["vmlKeyword"]:
            said = _measure(said) or ""
        if said:
            kept.append(f"{name}:{said}")
    return ";".join(kept) or None


def _vml_color(value: str) -> str | None:
    name = value.split(" ")[0]  # the palette's number follows in brackets
    return name if name in _VML_COLORS or re.fullmatch(r"#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{3}", name) else None


def is_list_sign(label: str) -> bool:
    """Whether a list label is no text: levels, punctuation and at most one letter, of any font."""
    bare = re.sub(r"%[1-9]", "", label)
    letters = [c for c in bare if not _LABEL_SIGN.fullmatch(c)]
    return len(label) <= 40 and (
        not letters
        or (len(letters) == 1 and not letters[0].isnumeric() and not "\uf030" <= letters[0] <= "\uf039")
    )


def _field_instruction(value: str) -> str | None:
    return f" {' '.join(value.split())} " if HARMLESS_FIELD.fullmatch(value) else None


def _style_id(value: str) -> str | None:
    """Ours, or a built-in style's own."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])|-", " ", value)
    known = re.fullmatch(r"Style[0-9]{1,5}", value) or (value.isascii() and is_builtin_style(spaced))
    return value if known else None


_FORMS: dict[str, Callable[[str], str | None]] = {
    "int": _integer,
    "measure": _measure,
    "emu": _english_metric_units,
    "lang": _language,
    "vmlStyle": _vml_style,
    "vmlColor": _vml_color,
    "style": _style_id,
    "styleName": lambda v: v if is_builtin_style(v) or re.fullmatch(r"Style [0-9]{1,5}", v) else None,
    "font": lambda v: v if not v or is_known_font(v) else None,
    "label": lambda v: v if is_list_sign(v) else None,
    "instruction": _field_instruction,
    "text": lambda _: None,  # what is text has no form: it is read
}
