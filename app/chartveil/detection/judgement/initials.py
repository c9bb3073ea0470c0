"""Takes initials that a person named in the document bears: ``BSU`` beside Bernadette Salazar-Uy, DMD.

Two capitals are an abbreviation as often as somebody's initials, so they count only where initials are put:
in brackets, behind a slash or ``per``, at the end of a line or cell. Three and more of staff, who sign so,
count anywhere outside lines in capitals. Small letters are staff's where initials are put (``ALP/mew``). What
is an abbreviation by usage is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import regex

from chartveil.detection.judgement.single_word_recovery import load_abbreviations
from chartveil.detection.judgement.span_support import INITIALS_EVIDENCE
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.not_initials import NOT_INITIALS

_LITTLE = 0.003
"""Agreement below which every network is as good as certain that letters are nobody's."""
_SCORES = {2: 0.75, 3: 0.85, 4: 0.9}
_TOKEN = regex.compile(
    r"(?<![\p{L}\d'’&@.-])(?:(?:\p{Lu}[\p{L}'’]{0,3}\p{Lu}|\p{Ll}{2,4})(?!\.[\p{L}\d])|(?:\p{Lu}\.){2,4})"
    r"(?![\p{L}\d'’&@-])"
)
_PART = regex.compile(r"\p{L}[\p{L}'’]*")
_SUFFIX = frozenset("jr sr ii iii iv".split())
_PARTICLES = frozenset("van von der den de la le los las del della di da dos das du el al bin".split())
_MAC = regex.compile(r"(Ma?c|[OD]['’])(\p{Lu})")
_PLACE_AFTER = regex.compile(r"[ \t]{0,3}(?:[)\]|/]|:(?=\S)|\.?[ \t]*(?:\r?\n|$))|[ ]{2}")
_PLACE_BEFORE = regex.compile(r"(?:[(\[/]|\b(?:per|by|d/w|w/|paged|signed|sig:?|init:?)[ ]|[-–—~→>][ ]?)\Z")
_SHOUTED = 12
"""Letters, all of them capitals, from which a line counts as written in capitals."""


def find_initials(
    view: TokenizedText,
    spans: Sequence[Span],
    people: Mapping[str, Span],
    claimed: Iterable[tuple[int, int]] = (),
    agreement: Callable[[int, int], float] | None = None,
) -> list[Span]:
    """Spans for the initials of people who are named here or in the patient's other documents.

    Args:
        view: the document.
        spans: what was found, disjoint and sorted.
        people: initials of the people, each with the span that names the person (``MentionFinder.initials``).
        claimed: ranges that medical phrases hold.
        agreement: how far the networks agree that a range holds an identifier; None where there are none.

    Returns:
        Those that no span covers yet, sorted; to be merged with the spans.
    """
    if not people:
        return []
    text = view.text
    taken = bytearray(len(text))
    for start, end in [*((s.start, s.end) for s in spans), *claimed]:
        taken[start:end] = b"\1" * (end - start)
    found = []
    for m in _TOKEN.finditer(text):
        letters = m[0].replace("’", "'").replace(".", "")
        origin = people.get(letters)
        if origin is None or 1 in taken[m.start() : m.end()]:
            continue
        in_place = _stands_where_initials_do(text, m, origin)
        usual = letters.lower() in NOT_INITIALS or letters.upper() in _usual_abbreviations()
        seen = 0.0 if agreement is None else agreement(m.start(), m.end())
        if seen < _needed(in_place=in_place, usual=usual):
            continue
        score = _SCORES[min(4, max(2, sum(map(str.isupper, m[0]))))]
        detail = f"initials of the span at {origin.start}"
        evidence = Evidence(EvidenceKind.PROPAGATION, INITIALS_EVIDENCE, origin.label, score, detail=detail)
        found.append(Span(m.start(), m.end(), origin.label, score, (evidence,)))
    return found


def _needed(*, in_place: bool, usual: bool) -> float:
    """Agreement of the networks that letters need to be a known person's initials.

    Args:
        in_place: whether they stand where initials are put.
        usual: whether they are an abbreviation by usage, as ``PT``.
    """
    if in_place:
        return _LITTLE if usual else 0.0
    return 0.1 if usual else 0.01


def initials_of(name: str, *, staff: bool = False) -> set[str]:
    """The initials by which a person may sign: ``Salazar-Uy, Bernadette`` as BSU and BS."""
    last, comma, first = name.partition(",")
    words = _PART.findall(f"{first} {last}" if comma and first.strip(" .").lower() not in _SUFFIX else last)
    words = [w for w in words if w.lower() not in _SUFFIX]
    if len(words) < 2:
        return set()
    full = [w for w in words if w.lower() not in _PARTICLES] or words
    firsts = [w[0].upper() for w in full]
    forms = {"".join(firsts), firsts[0] + firsts[-1]}
    forms.add("".join(w[0].lower() if w.lower() in _PARTICLES else w[0].upper() for w in words))
    if mac := _MAC.match(words[-1]):
        mac_form = mac[1].replace("’", "'") + mac[2]
        forms |= {firsts[0] + mac_form, "".join(firsts[:-1]) + mac_form}
    forms = {f for f in forms if 2 <= len(f) <= 5}
    return forms | {f.lower() for f in forms} if staff else forms


def _stands_where_initials_do(text: str, found: Any, origin: Span) -> bool:
    """Whether initials stand where initials are put."""
    start, end = found.span()
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    around = text[line_start:start] + text[end : None if line_end < 0 else line_end]
    shouted = around.isupper() and sum(map(str.isalpha, around)) >= _SHOUTED
    capitals = sum(map(str.isupper, found[0]))
    if capitals > 2 and origin.label is Label.DOCTOR and not shouted:
        return True
    if _PLACE_AFTER.match(text, end):
        return True
    return not shouted and bool(_PLACE_BEFORE.search(text, max(0, start - 8), start))


@cache
def _usual_abbreviations() -> frozenset[str]:
    lists = load_abbreviations()
    return lists.never_people | lists.credentials
