"""Tells from the words around a time whether it lies before or after its note.

``Friday``, ``by Easter``, ``in June``: what tells is, in this order, the verb of the clause (a plan or an
order too), a preposition, a result that follows, and the heading above. Where nothing tells, the side is
open, and the time a range that holds both.
"""

from __future__ import annotations

import re
from enum import Enum

from chartveil.case_report.times.words import time_words


class Side(Enum):
    """Where a time lies, seen from its note."""

    PAST = "past"
    FUTURE = "future"
    OPEN = "open"


_REACH = 130
"""Characters to either side that are read."""
_STOP = re.compile(
    r"(?<!\bi\.e)(?<!\be\.g)(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bProf)[.!?](?=\s|$)|[;\n]|\s[–—]\s|\s-\s"
)
_CLAUSE = re.compile(r":(?=\s)|,\s(?:and|but|then|now|so|when|after which)\s|\s(?:and|but|then)\s")
_VERB_ED = re.compile(r"(?<!\w)[a-z]{2,}ed(?!\w)", re.IGNORECASE)
_PASSIVE_TO_COME = re.compile(r"\b(?:be|get|to|will|not yet|is|are|being)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were|had(?: been)?|been)\s+(?:\w+\s+)?(?:down\s+)?$", re.IGNORECASE)
_SINCE = re.compile(
    r"\bsince\s+(?:the\s+|her\s+|his\s+)?[a-z]{5,}\s+(?:on|of)\s+(?:the\s+)?$|"
    r"\b(?:since|ago)\s+(?:the\s+|early\s+|late\s+|around\s+|about\s+|on\s+|\d{3,4}(?:\s?h\w*)?\s+|\d{1,2}[:.]\d\d\s+|"
    r"\d{1,2}\s?[ap]\.?m\.?\s+|noon\s+|midnight\s+|(?:morning|evening|night)\s+of\s+)*$",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"(?<!-up )(?<!\bup )\b(?:by|until|till|til|to|through|thru)\s+"
    r"(?:(?:about|around|roughly|approx\.?|at least|(?:just )?(?:before|after))\s+)?"
    r"(?:the\s+)?(?:(?:end|start|beginning|middle)\s+of\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_RESULT_OF = re.compile(
    r"\b(?:results?|reports?|scans?|films?|x-?rays?|bloods?|labs?|swabs?|cultures?|notes?|letters?|CTA?|MRI|XR|CXR|echo|"
    r"biopsy|histology|ECG|EEG|samples?|specimens?|FB[CE]|CBC|U&E|LFTs?|INR|CRP)\s+\(?(?:of|from|dated)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""``result of Thurs``, ``FBC from Monday``: what has been done."""
_LAST_TAKEN = re.compile(
    r"(?:\b(?:held|hold|holding|stopped|withheld|off)\b[^.;(]{0,40}[(,–-]\s?)"
    r"last (?:dose|tablet|injection|given|taken)(?: (?:was|given|taken))?\s+(?:on\s+)?$",
    re.IGNORECASE,
)
_LASTED = re.compile(
    r"\b(?:history|\d+[ -]?(?:d|days?|wks?|weeks?|mos?|months?|yrs?|years?)) of [^.;,()]{3,50} "
    r"(?:starting|beginning)\s+(?:on\s+|in\s+|about\s+|around\s+|the\s+)*$",
    re.IGNORECASE,
)
"""``4 months of headaches starting in March``"""
_LAST_OF_ALL = re.compile(
    r"(?:\b(?:apart from|except(?: for)?|other than|took|had taken|was taking)\b[^.;]*"
    r"\blast (?:dose|tablet|injection|capsule)|"
    r"\blast (?:drink|drank|meal|ate|eaten|period|fever|temp|seizure|fit|episode|attack|bleed|stool|motion|"
    r"vomit|used|opened bowels|bowels opened|BM|BO))s?\s+(?:was\s+)?(?:on\s+)?$",
    re.IGNORECASE,
)
"""``apart from ibuprofen, last dose on Sunday``, ``last meal Friday``"""
_WELL_UNTIL = re.compile(
    r"\b(?:normal|well|fine|alright|all right|(?:usual|normal|old) self|baseline|usual (?:state of )?health|"
    r"asymptomatic|healthy|stable|active|independent|employed|unremarkable|uneventful|symptom[- ]free)\s+"
    r"(?:up\s*)?(?:until|till|til)\s+(?:the\s+|about\s+|around\s+|last\s+|early\s+|mid[- ]|late\s+)*$",
    re.IGNORECASE,
)
"""``apparently normal till August``"""
_THEN_OTHER = re.compile(r"\W*(?:(?:and )?then\b|followed by\b|->|→)", re.IGNORECASE)
"""``until the 12th then ceftazidime``: a course as it went, or as it will go."""
_VALUE = re.compile(
    r"\d\s?(?:kg|cm|mm|mmol\S*|mg/\S+|g/\S+|U/\S+|%|°?[CF]|mmHg|bpm)\s+(?:on|at)\s+$|"
    r"\d[\w%/.]*\s+on\s+[^,;.]{3,14},\s+(?:then\s+|and\s+|now\s+)?[<>]?\d[\d.]*\s+on\s+$|"
    r"(?<!\bto )(?<![\d.])\d{1,3}\.\d{1,2}\s+(?:on\s+)?$|"
    r"\b(?:CRP|WCC|WBC|Hb|Hgb|Plts?|Na|K|Cr|creat(?:inine)?|urea|BUN|INR|ESR|PCT|AST|ALT|ALP|bili(?:rubin)?|lact(?:ate)?|"
    r"trop\w*|CK|ferritin|glucose|BM|weight|wt|temp|sats|nadir|peak|max|albumin|TSH|neuts?|ANC|BNP|LDH|GFR|drain)\s"
    r"[<>]?\d[\d.,]*\s+(?:on\s+)?$"
)
"""What was measured, before its time: ``3.98 kg on Monday``, ``90 on 15/3, 12 on Friday``."""
_VALUE_BEFORE = re.compile(r"\d\S{0,6}\s?\($|\(\s?[<>]?\d[\d.,]*\s?[%\w/]{0,8}\s+(?:on\s+)?$")
"""``CRP 120 (Fri)``, ``Plt 74 (112 Monday)``"""
_LEAD = re.compile(r"\W*(?:(?:on|by|in|at|since|until|the|early|late|around)\s+)*", re.IGNORECASE)
_BULLET = r"^[\s\-–—*•#>\d.)]*"


def side_of(text: str, start: int, end: int, *, strict: bool = False) -> Side:
    """Where the time at a place of a note lies.

    Args:
        text: of the note.
        start, end: range of the time.
        strict: leave it open where only the heading above a test, or the verb of another piece, tells.
    """
    begins, ends = _item_of_list(text, start, end)
    before = _STOP.split(text[max(begins, start - _REACH) : start])[-1]
    after = _STOP.split(text[end : min(ends, end + _REACH)])[0]
    if _WELL_UNTIL.search(before):
        return Side.PAST
    if _LASTED.search(before) or _LAST_OF_ALL.search(before):
        return Side.PAST
    if _SINCE.search(before) or _RESULT_OF.search(before) or _LAST_TAKEN.search(before):
        return Side.PAST
    words, told = time_words().side, time_words().after
    if PUT_OFF.search(before):
        return Side.OPEN
    if told["plans"].match(after.lstrip(" ,")):
        return Side.FUTURE
    in_brackets = _VALUE_BEFORE.search(before) and re.match(r"\)", after)
    has_result = bool(told["results"].match(after.lstrip(" ,")) or _VALUE.search(before) or in_brackets)
    until = None if _THEN_OTHER.match(after) else _UNTIL.search(before)
    if until and words["lasting"].search(before[: until.start()]) and not has_result:
        return Side.FUTURE
    if until and _is_verbless_piece(before[: until.start()]) and not has_result:
        return Side.PAST if _heading_side(text, start) is Side.PAST else Side.FUTURE
    clause = _CLAUSE.split(before)[-1]
    if _BEGINNING.search(clause) and words["symptoms"].search(clause):
        return Side.PAST
    if _TO_DO.search(clause) or _TO_BE_DONE.search(before):
        return Side.FUTURE
    for part in dict.fromkeys((clause, before)):
        if (found := _nearest_verb(part)) is not None:
            return found
        if re.match(_BULLET + words["orders"].pattern, part, re.IGNORECASE):
            return Side.FUTURE
    following = _CLAUSE.split(after)[0]
    if not _LEAD.fullmatch(clause):
        following = re.split(r"[,()]", following)[0]
    if (found := _nearest_verb(following, first=True)) is not None:
        runs = re.match(r"[-–]", after) and not before.endswith("(")  # ``fever Thu-Sat``
        weak = strict and found is Side.PAST and not (runs or _LEAD.fullmatch(clause))
        return Side.OPEN if weak else found
    if until and not has_result:
        return Side.FUTURE
    heading = _heading_side(text, start)
    if has_result:
        return Side.PAST
    if words["ahead"].search(clause):
        return Side.FUTURE
    if heading is Side.OPEN and re.search(r"\bsince\b", clause, re.IGNORECASE):
        return Side.PAST
    if heading is Side.OPEN:
        return _neighbour_side(text, start, end)
    may_be_planned = strict and heading is Side.PAST and words["orderable"].search(clause)
    return Side.OPEN if may_be_planned else heading


def _item_of_list(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the item of a list begins and ends that a place is in, where a line has several items with their
    numbers (``Plan: 1 ward tomorrow 2 outreach Thurs 3 HSE form``); the whole text for other places."""
    line = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = last if last >= 0 else len(text)
    items: list[tuple[int, int]] = []
    for m in _ITEM.finditer(text, line, last):
        if int(m[1]) == len(items) + 1:
            items.append(m.span())
    if len(items) < _FEWEST_ITEMS:
        return 0, len(text)
    begins = max((b for _, b in items if b <= start), default=0)
    return begins, min((a for a, _ in items if a >= end), default=len(text))


_ITEM = re.compile(r"(?<![^\s(])(\d{1,2})[.)]?[ ](?=[A-Za-z])")
_FEWEST_ITEMS = 3
PUT_OFF = re.compile(
    r"\b(?:delayed|moved|postponed|deferred|rescheduled|put (?:off|back)|brought forward|slipped|changed)\s+"
    r"(?:on\s+)?from\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""Before the day that something was planned for first."""
_BEGINNING = re.compile(
    r"\b(?:starting|beginning|commencing|onset|worse(?:ning)?|appearing)\s+"
    r"(?:on\s+|in\s+|about\s+|around\s+|from\s+|since\s+|the\s+|early\s+|late\s+)*$",
    re.IGNORECASE,
)
"""``fever starting Wednesday``"""
_TO_DO = re.compile(
    r",\s+(?:\w+\s+){1,3}to\s+(?!the\b|an?\b|her\b|his\b|their\b|my\b|our\b|date\b)[a-z]+(?:\s+\w+){0,2}\s+$",
    re.IGNORECASE,
)
"""``counselled, wife to come Friday``"""
_TO_BE_DONE = re.compile(
    r"\b(?:please|kindly|must|should|will|"
    r"(?:need|want|ask|plan|aim|hope)(?:s|ed)? to|(?:can|could|would) you)\s+"
    r"(?:also\s+)?(?:have|get)\s+(?:[^.;:\s]+\s+){1,8}"
    r"(?:[a-z]{2,}ed|drawn|done|taken|seen|given|sent|cut|put|made|shown)\s+(?:(?:out|off|up|down|in)\s+)?"
    r"(?:on\s+)?$",
    re.IGNORECASE,
)
"""``please have a trough and liver tests drawn Monday``"""
_STOPS = re.compile(r"[.,]\s")


def _neighbour_side(text: str, start: int, end: int) -> Side:
    """What the pieces beside one without any verb say, in the same line: ``R/v 6 weeks. DEXA December``,
    ``MRI Wed. Ophthal tomorrow``."""
    words = time_words().side
    before = _STOPS.split(text[max(text.rfind(c, 0, start) for c in "\n;") + 1 : start])[-_PIECES:-1]
    after = re.split(r"\.\s", text[end:].partition("\n")[0])[1:2]
    for piece in reversed(before):
        if _nearest_verb(piece) is not None or words["found"].search(piece):
            return Side.OPEN
        if re.match(_BULLET + words["orders"].pattern, piece, re.IGNORECASE):
            return Side.FUTURE
    tomorrow = any(re.search(r"\btomorrow\b", p, re.IGNORECASE) for p in after)
    return Side.FUTURE if tomorrow else Side.OPEN


_PIECES = 4
"""Pieces of a line that are read for the side of its last."""


def _is_verbless_piece(before: str) -> bool:
    """Whether what stands between the last comma and ``until`` has words, and no verb: ``she was seen, on
    leave until``."""
    piece = re.split(r"[,(]", before)[-1]
    return bool(piece.split()) and _nearest_verb(piece) is None


def tells_past(text: str, at: int) -> bool:
    """Whether the first verb behind a place in its sentence tells what has been: ``7/16: slept 5 h``."""
    return _nearest_verb(_STOP.split(text[at : at + _REACH])[0], first=True) is Side.PAST


def _nearest_verb(part: str, *, first: bool = False) -> Side | None:
    """What the last (or first) verb of a piece of a sentence says; None without one."""
    words = time_words().side
    cues: list[tuple[int, Side]] = []
    for m in words["planned"].finditer(part):
        was = _WAS.search(part[: m.start()])
        cues.append((m.end(), Side.OPEN if was else Side.FUTURE))
    cues += [(m.end(), Side.FUTURE) for m in words["future"].finditer(part)]
    ahead = {at for at, _ in cues}
    not_past = {m.start() for m in words["no_past"].finditer(part)}
    for pattern in (words["past"], _VERB_ED):
        for m in pattern.finditer(part):
            at = m.start()
            if m.end() not in ahead and at not in not_past and not _PASSIVE_TO_COME.search(part[:at]):
                cues.append((m.end(), Side.PAST))
    if not cues:
        return None
    if first:
        return min(cues, key=lambda c: c[0])[1]
    # ``was booked``: the plan, not its auxiliary, says when.
    return max(cues, key=lambda c: c[0])[1]


_HEADING = re.compile(
    r"(?:^|\n|(?<=[.;])\s+|[ \t]{2,})[ \t\-*•#]*(?:\d+[.)][ \t]*)?([A-Za-z][A-Za-z/&' -]{0,30}?)[ \t]?"
    r"(?:[:]|[ ][–-][ ]|[.](?=[ ]\d\.)|(?=\n)|(?<=[a-z])[ ](?=\d[.)]))"
)


_ADDED = re.compile(r"(?<=\n)[ \t]*(?:late entry|addendum|addl\.? note|follow-?on|update)\b", re.IGNORECASE)


def _heading_side(text: str, start: int) -> Side:
    """What the last heading before a place says that says anything."""
    words = time_words().side
    # What was added below a note stands under none of its headings.
    added = max((m.start() for m in _ADDED.finditer(text, 0, start)), default=0)
    for m in reversed(list(_HEADING.finditer(text, max(added, start - 900), start))):
        name = m[1].strip()
        if words["plan_headings"].fullmatch(name):
            return Side.FUTURE
        if words["past_headings"].fullmatch(name):
            return Side.PAST
        if words["now_headings"].fullmatch(name):
            return Side.OPEN
    return Side.OPEN
