"""Finds initials of people who are named in the document: ``BSU`` beside Bernadette Salazar-Uy, DMD.

Two capitals are an abbreviation as often as somebody's initials, so it is weighed where they stand and how
far the networks see an identifier in them:

    in brackets right behind the name (``Ms. Ruiz (ER)``),      always
    as the signature of staff (``/SW``, the last line), and
    ``by DR``, which no ward or therapist is
    beside what people do (``ID will call``), is done with      always
    people (``message for ID``) or is charted (``given ID 0815``)
    where initials are put: alone on a line or in a cell, in    always; an abbreviation by usage where the
    brackets, behind ``per``, before a typist's                 networks see a little
    elsewhere                                                   where the networks see more, and for an
                                                                abbreviation much more
    a role, as ``PT``                                           where the networks see more, anywhere

Three capitals and more of staff, who sign so, are in their place everywhere but in a line in capitals. Small
letters are initials of staff alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import regex

from chartveil.detection.judgement.people_words import people_words, people_words_pattern
from chartveil.detection.judgement.single_word_recovery import load_abbreviations
from chartveil.detection.judgement.span_support import INITIALS_EVIDENCE
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.paths import dictionaries_folder
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.lexicon.not_initials import not_initials

_LITTLE = 0.003
"""Agreement below which every network is as good as certain that letters are nobody's."""
_SOME = 0.03
"""Agreement that letters need which stand where initials are not put."""
_MUCH = 0.3
"""The same for letters that are an abbreviation by usage, or a role."""
_OF_ROLE = 0.05
"""The same for letters of a role where initials are put: ``RN spoke with the family``."""
_SCORES = {2: 0.75, 3: 0.85, 4: 0.9}
_TOKEN = regex.compile(
    r"(?<![\p{L}\d'’&@.-])(?:(?:\p{Lu}[\p{L}'’]{0,3}\p{Lu}|\p{Ll}{2,4})(?!\.[\p{L}\d])|(?:\p{Lu}\.){2,4})"
    r"(?![\p{L}\d'’&@-])"
)
_PART = regex.compile(r"\p{L}[\p{L}'’]*")
_MAC = regex.compile(r"(Ma?c|[OD]['’])(\p{Lu})")
_BEFORE_REACH = 32
"""Characters before initials in which a cue may stand."""
_FOLLOWS = regex.compile(r":?[ ](?i:will[ ]follow)\b")
"""Verbs of what people do (and scans now and then), after initials."""
_CHARTED_AFTER = regex.compile(r"[ ](?:@|at)?[ ]?(?:[01]\d|2[0-3]):?[0-5]\d(?![\d/])")
"""An action before and a time after the initials of who did it: ``meds given FA 0815``."""
_VALUE_AFTER = regex.compile(r"[ :=]{1,2}\d{1,3}(?:\.\d)?(?![\d:/.-])")
"""A plain number behind letters, which an abbreviation has and nobody: ``FS 142``."""
_EDGE_BEFORE = regex.compile(r"(?:(?:^|[|\t\n\r]|[ ]{2})[ ]*[-–—~*•→>_]*[ ]?|[-–—~→>][ ]?)\Z")
_EDGE_AFTER = regex.compile(r"\.?[ ]*(?:[|\t\r\n]|[ ]{2}|$)")
_TYPIST_AFTER = regex.compile(r"[/:]\p{Ll}{2,4}\b|/\p{L}{2,4}[ ]*(?:[\r\n]|$)")
_AUTHOR_BEFORE = regex.compile(r"(?:(?:^|[\n\r:(])[ ]*|[ ])(?:\p{L}{2,5}/)\Z")
_SIGNED_WITH = regex.compile(r"(?:^|[\n\r])[ \t]*[/~–—][ ]?\Z|(?<=[\p{L}\p{P}])[ ]/\Z")
_LINE_END = regex.compile(r"\.?[ \t]*(?:[\r\n]|$)")
_LAST_LINE = regex.compile(r"\.?\s*\Z")
_AGENT_BEFORE = regex.compile(r"(?i)\b(?:by|per)[ ]\Z")
_TITLED_AFTER = regex.compile(r"\.?[ ]\p{Lu}")
_BESIDE = frozenset("([/")
"""Signs beside which letters that no list of abbreviations holds are initials: ``(RM 3/4)``."""
_SHOUTED = 12
"""Letters, all of them capitals, from which a line counts as written in capitals."""


@dataclass(frozen=True)
class _Words:
    """Words beside initials.

    Attributes:
        suffixes, particles: parts of a name that are no initials, or small ones.
        cue_before: what stands before somebody who signs or orders, and before other things: ``by CT``.
        with_person: what is done with people alone: ``left word with``.
        person_does: what only people do: ``RM will call``.
        charted_before: what was done, before who did it: ``meds given FA 0815``.
        roles: letters that are somebody's role, or a ward, where a person's name may stand.
        no_agents: letters that mean something in a clinic, but nobody who sees a patient: ``seen by DR``.
    """

    suffixes: frozenset[str]
    particles: frozenset[str]
    cue_before: regex.Pattern[str]
    with_person: regex.Pattern[str]
    person_does: regex.Pattern[str]
    charted_before: regex.Pattern[str]
    roles: frozenset[str]
    no_agents: frozenset[str]


@cache
def _words() -> _Words:
    words, one_of = partial(people_words, "initials"), partial(people_words_pattern, "initials")
    return _Words(
        frozenset(words("suffixes")),
        frozenset(words("particles")),
        regex.compile(rf"(?i)\b(?:{one_of('signing_before')}[ ]|{one_of('signing_labels')}[ ]?:[ ]?)\Z"),
        regex.compile(rf"(?i)\b{one_of('done_with_people')}(?:[ ]|(?<=/))\Z"),
        regex.compile(rf"(?i):?[ ]{one_of('person_does')}\b"),
        regex.compile(rf"(?i)\b{one_of('charted')}[ ]\Z"),
        frozenset(words("roles")),
        frozenset(words("no_agents")),
    )


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
    names = {s.end: s for s in spans if s.group is LabelGroup.NAME}
    found = []
    for m in _TOKEN.finditer(text):
        letters = m[0].replace("’", "'").replace(".", "")
        origin = people.get(letters)
        if origin is None or 1 in taken[m.start() : m.end()]:
            continue
        surely = _is_behind_own_name(text, m, letters, names) or _signs(text, m, letters, origin)
        if not surely and (0.0 if agreement is None else agreement(m.start(), m.end())) < _needed(
            text, m, letters, origin
        ):
            continue
        score = _SCORES[min(4, max(2, sum(map(str.isupper, m[0]))))]
        detail = f"initials of the span at {origin.start}"
        evidence = Evidence(EvidenceKind.PROPAGATION, INITIALS_EVIDENCE, origin.label, score, detail=detail)
        found.append(Span(m.start(), m.end(), origin.label, score, (evidence,)))
    return found


def _needed(text: str, found: Any, letters: str, origin: Span) -> float:
    """Agreement of the networks that letters need to be a known person's initials.

    Args:
        text: of the document.
        found: the match of the letters.
        letters: without points.
        origin: names the person.
    """
    start, end = found.span()
    charted = _CHARTED_AFTER.match(text, end) and _words().charted_before.search(
        text, max(0, start - _BEFORE_REACH), start
    )
    if charted and letters.isupper():
        return 0.0
    if _VALUE_AFTER.match(text, end) and letters.upper() in _usual_abbreviations():
        return _MUCH
    beside_people = _stands_beside_what_people_do(text, start, end)
    in_place = beside_people or _stands_where_initials_do(text, start, end)
    if letters.lower() in _words().roles:
        return _OF_ROLE if in_place else _MUCH
    usual = letters.lower() in not_initials() or letters.upper() in _usual_abbreviations()
    if in_place:
        surely = not usual or (beside_people and letters.isupper())
        return 0.0 if surely else _LITTLE
    if not usual and _is_signature_of_staff(text, start, end, origin):
        return 0.0
    if usual or letters in _clinical_abbreviations():
        return _MUCH if letters.isupper() else _MUCH / 2
    return 0.0 if text[start - 1 : start] in _BESIDE or text[end : end + 1] in _BESIDE else _SOME


def _is_behind_own_name(text: str, found: Any, letters: str, names: Mapping[int, Span]) -> bool:
    """Whether letters stand in brackets right behind a name, or a part of one, that they are the initials
    of.

    Args:
        text, found, letters: as of ``_needed``.
        names: of people, by their ends.
    """
    start, end = found.span()
    name = names.get(start - 2) if text[start - 2 : start] == " (" and text[end : end + 1] == ")" else None
    if name is None:
        return False
    heads = {word[0].upper() for word in _PART.findall(name.text(text))}
    return heads <= set(letters.upper()) or letters in initials_of(name.text(text))


def _signs(text: str, found: Any, letters: str, origin: Span) -> bool:
    """Whether two capitals are how one of the staff signs, or who did something, whatever else they mean."""
    start, end = found.span()
    if origin.label is not Label.DOCTOR or not letters.isupper():
        return False
    low = max(0, start - _BEFORE_REACH)
    if letters in _words().no_agents and _AGENT_BEFORE.search(text, low, start):
        return not _TITLED_AFTER.match(text, end)
    if _SIGNED_WITH.search(text, low, start):
        return bool(_LINE_END.match(text, end))
    return bool(_EDGE_BEFORE.search(text, low, start) and start and _LAST_LINE.match(text, end))


def initials_of(name: str, *, staff: bool = False) -> set[str]:
    """The initials by which a person may sign: ``Salazar-Uy, Bernadette`` as BSU and BS."""
    last, comma, first = name.partition(",")
    words = _PART.findall(
        f"{first} {last}" if comma and first.strip(" .").lower() not in _words().suffixes else last
    )
    words = [w for w in words if w.lower() not in _words().suffixes]
    if len(words) < 2:
        return set()
    full = [w for w in words if w.lower() not in _words().particles] or words
    firsts = [w[0].upper() for w in full]
    forms = {"".join(firsts), firsts[0] + firsts[-1]}
    forms.add("".join(w[0].lower() if w.lower() in _words().particles else w[0].upper() for w in words))
    if mac := _MAC.match(words[-1]):
        mac_form = mac[1].replace("’", "'") + mac[2]
        forms |= {firsts[0] + mac_form, "".join(firsts[:-1]) + mac_form}
    forms = {f for f in forms if 2 <= len(f) <= 5}
    return forms | {f.lower() for f in forms} if staff else forms


def _stands_where_initials_do(text: str, start: int, end: int) -> bool:
    """Whether letters stand where initials are put."""
    low = max(0, start - _BEFORE_REACH)
    if text[end : end + 1] in (")", "]"):
        return True
    if _EDGE_BEFORE.search(text, low, start) and _EDGE_AFTER.match(text, end):
        return True
    if _words().cue_before.search(text, low, start) or _FOLLOWS.match(text, end):
        return True
    if _TYPIST_AFTER.match(text, end):
        return True
    return bool(_AUTHOR_BEFORE.search(text, low, start) and _EDGE_AFTER.match(text, end))


def _stands_beside_what_people_do(text: str, start: int, end: int) -> bool:
    """Whether letters stand before or behind what is done by people and with people alone."""
    if _words().person_does.match(text, end):
        return True
    return bool(_words().with_person.search(text, max(0, start - _BEFORE_REACH), start))


def _is_signature_of_staff(text: str, start: int, end: int, origin: Span) -> bool:
    """Whether letters are three capitals or more of staff, outside a line in capitals."""
    if origin.label is not Label.DOCTOR or sum(map(str.isupper, text[start:end])) <= 2:
        return False
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    around = text[line_start:start] + text[end : None if line_end < 0 else line_end]
    return not (around.isupper() and sum(map(str.isalpha, around)) >= _SHOUTED)


@cache
def _usual_abbreviations() -> frozenset[str]:
    lists = load_abbreviations()
    return lists.never_people | lists.credentials


@cache
def _clinical_abbreviations() -> frozenset[str]:
    return frozenset(DictionaryFolder(dictionaries_folder()).terms("abbreviations"))
