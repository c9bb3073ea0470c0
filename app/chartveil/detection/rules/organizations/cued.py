"""Names of places of care and organisations, grown from the word that ends them or from a cue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueMatch, Range, single_match
from chartveil.detection.rules.words import organizations as tables
from chartveil.detection.rules.words.people import (
    CALENDAR_WORDS,
    CLINICAL_WORDS,
    COMMON_WORDS,
    SPECIALTY_WORDS,
    TITLES,
)
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_HOSPITAL, _ORGANIZATION = Label.HOSPITAL, Label.ORGANIZATION

_JOINS = frozenset("of the and & for de la del du des y da do".split())
_OWN = frozenset(
    "first best day care home clinic center centre hospital office family service services health "
    "name page may will facility city county street".split()
)
ORGANIZATION_STOP_WORDS = (
    (COMMON_WORDS - _OWN - _JOINS)
    | (
        TITLES
        - frozenset(
            "st st. mac judge sister sir lord master father chief the captain twin baby "
            "major general miss col lt".split()
        )
    )
    | frozenset("cc phone fax tel mrn dob admit".split())
)
_PIECE = regex.compile(r"[^\s,;:()\[\]|\"“”]+\Z", regex.VERSION1 | regex.REVERSE)
_WORD = regex.compile(
    r"(?:\p{Lu}|0(?=\p{Ll}))[\p{L}\p{M}\d'’.\-/]*|&|\d{1,3}(?:st|nd|rd|th)?|[a-z]{1,3}", regex.VERSION1
)
_MORE = regex.compile(
    r"(?P<sep>[ ](?:- |– |@ )?|, (?=(?:LLC|PLLC|P\.?C\.?|Inc|LLP|Ltd|INC|PA)(?![\p{L}])))(?P<word>&|"
    r"\p{Lu}[\p{L}\p{M}\d'’.\-&/]*|of(?= (?:the )?\p{Lu})|and(?= \p{Lu})|the(?= \p{Lu}))",
    regex.VERSION1,
)
_PLACE_CUE = regex.compile(
    r"(?:\b(?i:at|to|from|by|in|with|for|via|of|facility|pharmacy|clinic|hospital|near|per|through|lab|"
    r"labs|ordering|provider|agency|performed)\b:?|[-–—@:|(/]|\t|  |^)[ ]{0,3}\Z",
    regex.VERSION1 | regex.REVERSE | regex.MULTILINE,
)


def _back(text: str, end: int) -> Range | None:
    """The run of capitalised words that ends at ``end``, joining words between them included."""
    pos, start, count = end, end, 0
    while count < 7:
        piece = _PIECE.search(text, max(0, pos - 32), pos)
        if piece is None or not _WORD.fullmatch(piece[0]):
            break
        word = piece[0]
        low = word.lower().strip(".")
        if word.islower() and word not in _JOINS:
            break
        if (low in ORGANIZATION_STOP_WORDS and low not in _JOINS) or (
            word.isupper() and low in _JOINS and len(low) > 1
        ):
            break
        if word.endswith(".") and len(low) > (3 if count else 5):
            break
        if word.isdigit() and count == 0:
            break
        start, pos, count = piece.start(), piece.start(), count + 1
        if text[pos - 1 : pos] != " " or text[pos - 2 : pos] == "  ":
            break
        pos -= 1
    while count and start < end:
        first = regex.match(r"\S+[ ]?", text[start:end])
        if first is None:
            break
        word = first[0].strip()
        low = word.lower()
        if (
            word.islower()
            or word == "&"
            or low in ("the", "of", "and")
            or (word.isdigit() and len(word) > 2)
            or low in CALENDAR_WORDS
        ):
            start += first.end()
            continue
        break
    return (start, end) if start < end else None


def _on(text: str, end: int, more: frozenset[str]) -> int:
    """Where a name ends that goes on after its head."""
    while m := _MORE.match(text, end):
        word, sep = m["word"], m["sep"]
        low = word.lower().rstrip(".,")
        if low in ("of", "and", "&", "the"):
            nxt = _MORE.match(text, m.end())
            if (
                nxt is None
                or (low in ("and", "&") and nxt["word"].lower() not in more)
                or nxt["word"].lower() in ORGANIZATION_STOP_WORDS
            ):
                break
            end = nxt.end() if nxt["word"] not in ("the", "of", "and") else m.end()
            if nxt["word"] == "the":
                third = _MORE.match(text, nxt.end())
                if third is None:
                    break
                end = third.end()
            continue
        dash = any(d in sep for d in "-–—@")
        if not (
            low in more
            or word.rstrip(".") in more
            or (
                dash
                and low not in ORGANIZATION_STOP_WORDS
                and not word.isupper()
                and low not in tables.GENERIC_CARE_WORDS
            )
        ):
            break
        if (
            word.isupper()
            and not text[max(0, end - 3) : end].isupper()
            and low not in ("llc", "pllc", "pc", "pa", "llp", "p.c")
        ):
            break
        end = m.end()
        if word.endswith(".") and low not in ("inc", "p.c", "pc", "ltd", "co", "hosp"):
            end -= 1
            break
    return end


_TAILS = {t: tuple(t.split()) for t in tables.CARE_END_PHRASES}
_TAIL_HEADS = frozenset(parts[0] for parts in _TAILS.values())
CARE_FIRST_WORDS = tables.CARE_END_WORDS | frozenset(regex.match(r"[a-z]+", h)[0] for h in _TAIL_HEADS)
_SPECIALTY_HEADS = tables.CARE_END_WORDS - frozenset(
    "hospital hosp hospitals clinic clinics pharmacy hospice infirmary rehab imaging vamc healthcare "
    "chemist vna sanatorium "
    "sanitarium polyclinic drugstore pathlab laboratories".split()
)


def _tail(text: str, at: int) -> int:
    """The end of the longest ending of two words or more that stands at ``at``; ``at`` without one."""
    piece = text[at : at + 40].lower()
    best = 0
    for tail in _TAILS:
        if len(tail) > best and piece.startswith(tail) and not piece[len(tail) : len(tail) + 1].isalnum():
            best = len(tail)
    return at + best


def word_goes_on(text: str, m: Any) -> bool:
    """Whether the word goes on with an apostrophe or hyphen, children's aside."""
    after = text[m.end() : m.end() + 2]
    return after[:1] in "-’'" and after[:1] != "" and m["word"].lower() != "children"


def read_care_name(m: Any, text: str) -> Iterable[CueMatch]:
    """``Quarry Street Family Practice``, ``ZipIn Urgent Care - Lakemont``, ``DORSEY LAB``."""
    start, word = m.start(), m["word"]
    if word_goes_on(text, m) or word.islower() or text[start - 1 : start] not in (" ", "-"):
        return ()
    head = word.lower()
    end = _tail(text, start)
    if end == start:
        if head not in tables.CARE_END_WORDS:
            return ()
        end = m.end() + (head == "hosp" and text.startswith(".", m.end()))
        if head == "children":
            s = regex.match(r"['’][sS]", text[end : end + 2])
            if s is None:
                return ()
            end += 2
    if text[start - 1] == "-":
        return ()
    before = _back(text, start - 1)
    if before is None:
        return ()
    end = _on(text, end, tables.CARE_CONTINUATIONS)
    if text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha():
        return ()
    if regex.match(r"[ ]?:", text[end : end + 2]) and (head in _SPECIALTY_HEADS):
        return ()
    name = text[before[0] : end]
    if head == "memorial" and text[end : end + 4].lower() == " day":
        return ()
    proper = [
        w
        for w in regex.findall(r"[\p{L}][\p{L}\p{M}'’.\-\d]*", text[before[0] : start])
        if _is_proper(w, tables.GENERIC_CARE_WORDS)
    ]
    tail_words = [
        w
        for w in regex.findall(r"\p{L}[\p{L}'’.]*", text[m.end() : end])
        if _is_proper(w, tables.GENERIC_CARE_WORDS) and w.lower() not in tables.CARE_CONTINUATIONS
    ]
    if not proper and not tail_words:
        return ()
    caps = name.isupper()
    specialty = head in _SPECIALTY_HEADS and end == m.end()
    lead = text[max(0, before[0] - 28) : before[0]]
    if regex.search(r"\b(?:Dr|DR|Mr|Mrs|Ms)\.? ?\Z", lead):
        return ()
    if caps and not _CAPS_OK.search(lead) and not _letterhead(text, before[0], end):
        return ()
    if specialty and (caps or not _PLACE_CUE.search(lead)) and not _letterhead(text, before[0], end):
        return ()
    if specialty and caps and not _letterhead(text, before[0], end):
        return ()
    return single_match(_HOSPITAL, (before[0], end))


_CAPS_OK = regex.compile(
    r"(?:\b(?:AT|TO|FROM|BY|IN|VIA|OF|FACILITY|PHARMACY|NEAR|HOSPITAL|CLINIC):? |[-–—@:|(]|\t|  |^)[ "
    r"]{0,3}\Z",
    regex.MULTILINE | regex.REVERSE,
)


def _letterhead(text: str, start: int, end: int) -> bool:
    """Whether the name fills the beginning of its line."""
    line = text.rfind("\n", 0, start) + 1
    return (
        not text[line:start].strip(" \t*#=-")
        and regex.match(r"[ \t]*(?:$|\r?\n|  |[-–—,*|(\t])", text[end : end + 24]) is not None
    )


def _is_proper(word: str, generic: frozenset[str]) -> bool:
    low = word.lower().strip(".'’")
    return (
        word[0].isupper()
        and low not in generic
        and low not in CLINICAL_WORDS
        and low not in SPECIALTY_WORDS
        and low not in COMMON_WORDS
        and low not in CALENDAR_WORDS
        and len(low) > 1
    )


def read_organization_name(m: Any, text: str) -> Iterable[CueMatch]:
    """``North Star Foundry``, ``Castellan School District``, ``Bay Parish Ambulance``."""
    start, word = m.start(), m["word"]
    if (
        word.islower()
        or text[start - 1 : start] not in (" ", ",")
        or (text[start - 1] == "," and word.lower() not in ("inc", "llc", "ltd", "corp"))
    ):
        return ()
    head = word.lower()
    at = start - 1 if text[start - 1] == " " else start
    comma = regex.search(r", ?\Z", text[max(0, start - 2) : start])
    if comma:
        if head not in ("inc", "llc", "ltd", "corp"):
            return ()
        at = start - len(comma[0])
    before = _back(text, at)
    if before is None:
        return ()
    end = _on(text, m.end(), _ORG_MORE)
    if head in ("inc", "co", "ltd", "corp") and text.startswith(".", end):
        end += 1
    if head == "co" and (not text.startswith(".", m.end()) or text[before[0] : at].count(" ") > 3):
        return ()
    proper = [
        w
        for w in regex.findall(r"\p{L}[\p{L}\p{M}'’.\-\d]*", text[before[0] : start])
        if _is_proper(w, tables.GENERIC_ORGANIZATION_WORDS)
    ]
    if not proper or (len(proper) == 1 and len(proper[0]) < 3 and "." not in proper[0]):
        return ()
    caps = text[before[0] : end].isupper()
    lead = text[max(0, before[0] - 28) : before[0]]
    if regex.search(r"\b(?:Dr|DR|Mr|Mrs|Ms)\.? ?\Z", lead):
        return ()
    cue = _ORG_CUE.search(lead) is not None or _letterhead(text, before[0], end)
    if (head in tables.ORGANIZATION_END_WORDS_NEEDING_CUE and not cue) or text[end : end + 1].isdigit():
        return ()
    if caps and head in tables.ORGANIZATION_END_WORDS_NEEDING_CUE and not _CAPS_WORD.search(lead):
        return ()
    if caps and not (_CAPS_OK.search(lead) or head in ("inc", "llc", "corp", "ltd")):
        return ()
    return single_match(_ORGANIZATION, (before[0], end))


_CAPS_WORD = regex.compile(
    r"\b(?:AT|FOR|FROM|WITH|BY|TO|VIA|EMPLOYER|SCHOOL|CHURCH|[A-Z]{3,}:) ?(?:THE )?\Z|\(\Z",
    regex.VERSION1 | regex.REVERSE,
)
_ORG_MORE = frozenset(
    "inc inc. llc corp co co. ltd district school schools university college department dept church "
    "elementary high middle academy company services service union group of association system "
    "systems foundation society council plan mutual office unit ems ambulance".split()
)
_ORG_CUE = regex.compile(
    r"(?:\b(?:at|for|from|with|of|by|to|in|the|via|thru|through|attends|attended|attending|owns|runs|"
    r"joined|left|near|per|employer|insurance|insurer|payer|school|church|company|dme|and|AT|FOR|FROM|"
    r"WITH|OF|BY|TO|VIA)\b:?|[:(|@]|\t|  )[ ]{0,3}(?:the )?\Z",
    regex.VERSION1 | regex.REVERSE | regex.IGNORECASE,
)

_FORWARD = regex.compile(
    r"(?:the |The )?(?P<name>(?:\p{Lu}|\d(?=\w* \p{Lu}))[\p{L}\p{M}\d'’&.\-]*(?:(?: (?:&|and|of|de|la|"
    r"del|the|for|y)){0,2} (?:\p{Lu}[\p{L}\p{M}\d'’&\-]*(?:\.(?! ?[\r\n]|$| \p{Lu}\p{Ll}+ \p{Ll}))?|&|"
    r"#?\d{1,4}(?!\d| ?(?:years?|yrs?|h/|hrs?|hours?|days?|x)))){0,5})",
    regex.VERSION1,
)
_NO_EMPLOYER = (
    COMMON_WORDS
    | CALENDAR_WORDS
    | frozenset(
        "home self unemployed retired disabled disability full part time none nights days night-shift "
        "daycare student unknown "
        "medicare medicaid private pay uninsured commercial ppo hmo yes no active inactive verified "
        "primary secondary "
        "department of ssdi ssi epic physical therapy workers comp tba cash see phone id policy group "
        "member plan".split()
    )
)


def read_organization_after_cue(m: Any, text: str) -> Iterable[CueMatch]:
    """``works at Riversedge Sugar``, ``Insurance: Sunbelt Advantage``."""
    q = _FORWARD.match(text, m.end())
    if q is None:
        return ()
    start = q.start("name")
    name = q["name"]
    caps_cue = m[0].strip().isupper()
    kept = start
    for w in regex.finditer(r"\S+", name):
        low = w[0].lower().strip(".,'")
        if low in _NO_EMPLOYER and low not in _JOINS | frozenset(
            "city county first day care home family health service services center group plan "
            "department physical therapy".split()
        ):
            break
        if w.start() == 0 and low in _NO_EMPLOYER:
            break
        if w[0].islower() or w[0] == "&":
            continue
        kept = start + w.end()
        if w[0].endswith(".") and len(low) > 4:
            kept -= 1
            break
    name = text[start:kept]
    if len(name) < 3 or (name.isupper() and not caps_cue and len(name) < 3):
        return ()
    low = name.lower()
    if (
        low in tables.GENERIC_ORGANIZATION_WORDS
        or low in tables.GENERIC_CARE_WORDS
        or all(w in tables.GENERIC_ORGANIZATION_WORDS for w in low.split())
    ):
        return ()
    if m["kind"] is not None and name.isupper() and len(name) < 4 and not caps_cue:
        return ()
    return single_match(_HOSPITAL if m["care"] is not None else _ORGANIZATION, (start, kept))


_UNIT_CUE = regex.compile(
    r"\b(?:to|from|on|unit|floor|ward|location|loc|bed on|rn|nurse|of):?[ ]{1,8}\Z",
    regex.VERSION1 | regex.IGNORECASE | regex.REVERSE,
)


def check_unit(m: Any, view: TokenizedText) -> float | None:
    """A unit counts after a word of place: ``transferred to 4 West``."""
    return 0.75 if _UNIT_CUE.search(view.text, max(0, m.start() - 20), m.start()) else None
