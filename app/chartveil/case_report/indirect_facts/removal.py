"""Removes a fact from a sentence so that the rest of the sentence stays whole.

A parenthesis, an apposition, a clause or one of several predicates goes by itself. Where none of these holds
the fact, its whole sentence goes: no half sentence is ever left.
"""

from __future__ import annotations

from dataclasses import dataclass

import regex

from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.case_report.indirect_facts.wording import article

_VERB = (
    r"(?:is|was|are|were|has|had|have|does|did|do|will|would|can|could|may|presented|reports?|reported|denies|"
    r"denied|complain\w*|developed|noted|felt|feels|underwent|received|required|takes|took|smokes|drinks|lives|"
    r"lived|works|worked|keeps|kept|plays|played|\p{Ll}{3,}(?:ed|es|s))"
)
_PARENTHESIS = regex.compile(r" ?\([^()\n]*\)")
_COMMA_CHUNK = regex.compile(
    r",(?P<inner> (?:an?|the|who|whose|which|his|her|their|having|being|himself|herself|once|formerly|now|"
    r"born|raised|where|when|while|after|during|originally|retired|former|\w+ing)\b[^,;:()\n]*?)"
    r"(?P<close>,|(?=[.;]?$))"
)
_OPENING = regex.compile(
    r"(?:An?|As|Having|Being|While|After|During|Born|Raised|Originally|Once|Formerly|Retired|When)\b"
    r"[^,;:()\n]*, (?=\p{Ll})"
)
_PREDICATES = regex.compile(
    rf"(?P<subject>(?:He|She|They|It|The \w+|Mrs?\.? \w+|Ms\.? \w+|Patient))(?P<first> {_VERB}\b[^,;:()\n]*?)"
    rf"(?P<joint>,? (?:and|but))(?P<second> (?:also |then |now )?{_VERB}\b[^;:\n]*?)(?=[.;]?$)"
)
_TAIL = regex.compile(
    r"(?:,? (?:while|whilst|when|since|as|because|although|though|who|which|where)\b[^,;:()\n]*?)(?=[.;]?$)"
)

_FIELD = regex.compile(r"\p{Lu}[\w /&'-]{1,30}:(?= )")
_ARTICLE = regex.compile(r"(?i)\ban? \Z")


@dataclass(frozen=True, slots=True)
class Removal:
    """A range of the flat text to remove, and the text that replaces it.

    Attributes:
        start, end: its range.
        text: what stands there: mostly nothing, or the first letter of the sentence as a capital.
        whole_sentence: whether the sentence goes with the fact.
    """

    start: int
    end: int
    text: str = ""
    whole_sentence: bool = False


def removal(prose: FlatText, start: int, end: int) -> Removal:
    """The least part of the sentence that holds a range of the flat text and can go."""
    low, high = prose.sentence(start)
    high = max(high, prose.sentence(end - 1)[1])
    sentence = prose.flat[low:high]
    a, b = start - low, end - low
    for part in (_in_parenthesis, _in_field, _in_chunk, _in_opening, _in_predicate, _in_tail):
        found = part(sentence, a, b)
        if found is not None:
            return Removal(low + found.start, low + found.end, found.text)
    while high < len(prose.flat) and prose.flat[high] == " ":
        high += 1
    return Removal(low, high, whole_sentence=True)


def dropped_word(prose: FlatText, start: int, end: int) -> Removal:
    """An adjective with the blank behind it, which goes by itself; an article before it agrees anew."""
    flat = prose.flat
    while end < len(flat) and flat[end] == " ":
        end += 1
    m = _ARTICLE.search(flat, max(0, start - 4), start)
    if m is None:
        return Removal(start, end)
    said = article(flat[end:])
    return Removal(m.start(), end, (said.capitalize() if m.group()[0].isupper() else said) + " ")


def _in_parenthesis(sentence: str, a: int, b: int) -> Removal | None:
    for m in _PARENTHESIS.finditer(sentence):
        if m.start() <= a and b <= m.end():
            return Removal(*m.span())
    return None


def _in_field(sentence: str, a: int, b: int) -> Removal | None:
    """One of several items behind the name of a field: ``Social history: lives alone, keeps alpacas.``"""
    m = _FIELD.match(sentence)
    if m is None or a < m.end():
        return None
    start = max(m.end(), *(i + 1 for i in (sentence.rfind(c, m.end(), a) for c in ",;")))
    ends = [i for i in (sentence.find(c, b) for c in ",;") if i >= 0]
    if start == m.end():
        return Removal(start, ends[0] + 1) if ends else None
    return Removal(start - 1, ends[0] if ends else len(sentence.rstrip(".")))


def _in_chunk(sentence: str, a: int, b: int) -> Removal | None:
    for m in _COMMA_CHUNK.finditer(sentence, overlapped=True):
        if m.start("inner") <= a and b <= m.end("inner") and m.start() > 0:
            before = sentence[: m.start()]
            if not m["close"] and regex.search(r" (?:and|or) ", m["inner"]):
                continue  # The end of a list, not an apposition.
            # A list of three would lose a comma that it needs.
            if m["close"] and regex.search(r", (?:and|or) ", sentence[m.end() :]) and "," in before:
                continue
            return Removal(m.start(), m.end())
    return None


def _in_opening(sentence: str, _a: int, b: int) -> Removal | None:
    m = _OPENING.match(sentence)
    if m and b <= m.end():
        return Removal(0, m.end() + 1, sentence[m.end()].upper())
    return None


def _in_predicate(sentence: str, a: int, b: int) -> Removal | None:
    m = _PREDICATES.fullmatch(sentence, 0, len(sentence.rstrip(".; "))) or _PREDICATES.match(sentence)
    if not m:
        return None
    if m.start("first") <= a and b <= m.end("first"):
        return Removal(m.start("first"), m.end("joint"))
    if m.start("second") <= a and b <= m.end("second"):
        return Removal(m.start("joint"), m.end("second"))
    return None


def _in_tail(sentence: str, a: int, b: int) -> Removal | None:
    for m in _TAIL.finditer(sentence):
        if m.start() <= a and b <= m.end() and m.start() > 0:
            return Removal(*m.span())
    return None
