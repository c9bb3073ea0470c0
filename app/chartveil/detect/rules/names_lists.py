"""Names without titles: rosters, chat logs, initials of staff, names spelled out, names in small letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules.engine import Prefilter, Rule
from chartveil.detect.rules.names_grown import CueMatch, CueRule
from chartveil.detect.rules.names_reader import ALL_STOP_WORDS, is_credential, is_stop_word
from chartveil.detect.rules.organizations_words import DOCUMENT_WORDS, LOWERCASE_COMMON_WORDS
from chartveil.domain import Label
from chartveil.lexicon.initials import NOT_INITIALS
from chartveil.words import TokenizedText

_DOCTOR_LABEL, _PATIENT_LABEL = Label.DOCTOR, Label.PATIENT


def bound_repeats(pattern: str) -> str:
    """The pattern with a bound on each repeat: then the engine need not hand a time limit to the library at
    every place where it tries it, which costs more than the match."""
    return _REPEAT.sub(lambda m: f"{m[1]}{{{'01'[m[2] == '+']},{4 if m[1] == ')' else 30}}}", pattern)


_REPEAT = re.compile(r"((?<=[Llu])\}|[\])])([*+])")


_CREDENTIAL = (
    r"(?:md|do|rn|lpn|lvn|cna|np|pnp|fnp|arnp|aprn|pa|pa-c|dpm|od|dds|dmd|dc|phd|psyd|pharmd|rph|pt|"
    r"dpt|ot|otr|"
    r"slp|rt|rrt|msw|lcsw|lmsw|lmft|lpc|cma|ma|cnm|crna|emt|emt-p|nrp|volunteer|ms[34]|pgy-?\d|r[1-5]|cprs)"
)


def _no_stop(*groups: str) -> Any:
    """A check that drops a match where a word of one of these groups is a common one."""

    def check(m: Any, _view: TokenizedText) -> float | None:
        for group in groups:
            for word in regex.findall(r"[\p{L}'’]{2,}(?:-[\p{L}]+)*", m[group] or ""):
                if is_stop_word(word, _STOPS) or (len(word) > 2 and is_credential(word.upper())):
                    return None
        return 0.75

    return check


_BEFORE_INITIAL = regex.compile(
    r"(?:^[ \t]*(?:[-*•] |\d{1,4}[a-z]? |[a-z]\) )?|[,/(;:] ?|\b(?:by|noc|for|pt|ed|per|w/|and|pcp|"
    r"from|to|cc|"
    r"with|fellow|dr|nurse|rn|resident|intern|attg|staff|driver) )\Z",
    regex.VERSION1 | regex.MULTILINE,
)


def _small_initial(m: Any, view: TokenizedText) -> float | None:
    """The initial must be set off before, and the surname no common word."""
    line = max(view.text.rfind("\n", 0, m.start()) + 1, m.start() - 24)
    if not _BEFORE_INITIAL.search(view.text[line : m.start()]):
        return None
    return None if is_stop_word(m["last"], _STOPS) else 0.7


_STOPS = (
    ALL_STOP_WORDS
    | LOWERCASE_COMMON_WORDS
    | DOCUMENT_WORDS
    | frozenset(
        "ofc office box desk station triage line hotline call calls callback clinic meanwhile "
        "falciparum vivax "
        "liters litres units puffs narne name tubes med meds tartrate succinate hcl sodium tab tabs".split()
    )
)


def _initials(m: Any, view: TokenizedText) -> float | None:
    """Initials that end an entry: neither an abbreviation nor a word of the sentence."""
    letters = m["DOCTOR"].replace(".", "")
    if letters.lower() in NOT_INITIALS or is_stop_word(letters, ALL_STOP_WORDS):
        return None
    line = view.text[view.text.rfind("\n", 0, m.start()) + 1 : m.start()]
    if len(line.strip()) < 12:
        return None
    if letters.isupper() and line.isupper() and "." not in m["DOCTOR"]:
        return None
    return 0.6


_FOOT = 400
"""Length of the foot of a document, in characters."""


def _typists(m: Any, view: TokenizedText) -> float | None:
    """Two pairs of initials at the foot of a document: neither an abbreviation, nor a fraction of units."""
    pair = [m[g].lower() for g in ("DOCTOR", "DOCTOR_2", "DOCTOR_3", "DOCTOR_4") if m[g]]
    if len(view.text) - m.end() > _FOOT or m.start() < _FOOT // 4:
        return None
    return None if any(p in NOT_INITIALS or is_stop_word(p, ALL_STOP_WORDS) for p in pair) else 0.7


def _spelled(m: Any, view: TokenizedText) -> float | None:
    """Letters parted by hyphens speak for themselves; parted by blanks they need to be introduced."""
    if "-" in m["PATIENT"]:
        return 0.85
    before = view.text[max(0, m.start() - 40) : m.start()].lower()
    return 0.8 if m["PATIENT"].islower() or regex.search(r"that'?s|that is|spel|comma|name", before) else None


_CELL = re.compile(
    r"([A-Za-z](?<![^\s|].)(?:(?<=[|] .)|(?<=  .)|(?<=[\t\n].)|(?<![\s\S].))[A-Za-z]{1,2})"
    r"(?=[ \t]{0,40}(?:[|\r\n]|\Z)|  |\t)"
)
_HEADED = regex.compile(
    r"\b(?:inits?|initials|given by|given|administered|admin)\b",
    regex.VERSION1 | regex.IGNORECASE,
)


def read_initial_cells(_m: Any, text: str) -> Iterable[CueMatch]:
    """Initials of staff in a table: short cells, in small letters or mixed, that recur."""
    cells = [m for m in _CELL.finditer(text) if m[1].lower() not in NOT_INITIALS]
    if not cells:
        return ()
    counts = Counter([m[1] for m in cells])
    if max(counts.values()) < 2:
        return ()
    headed = _HEADED.search(text) is not None
    found = tuple(
        m.span(1)
        for m in cells
        if counts[m[1]] > 1 and (headed or m[1].islower()) and not is_stop_word(m[1], _STOPS)
    )
    return (CueMatch({_DOCTOR_LABEL: found}),) if found else ()


_LISTED_NAME = (
    r"(?P<PATIENT>(?:\p{Lu}[\p{Lu}'’\-]*+ ){0,2}\p{Lu}[\p{Lu}'’\-]++, ?\p{Lu}[\p{Lu}'’\-]*(?: "
    r"\p{Lu}[\p{Lu}'’\-]*)?\.?"
    r"|\p{Lu}[\p{Lu}'’\-]++, \p{Lu}\p{Ll}++(?:-\p{Lu}\p{Ll}++)?|(?:\p{Lu}[\p{L}'’\-]++ "
    r"){0,1}\p{Lu}\p{Ll}[\p{L}'’\-]*+, ?\p{Lu}[\p{Ll}'’\-]*+(?: \p{Lu}\.?)?)"
)

LIST_RULES: tuple[Rule, ...] = (
    Rule(
        id="NAME-LISTED",
        label=_PATIENT_LABEL,
        pattern=bound_repeats(
            r"(?<=^[ \t]{0,20}(?:[-*•] ?|[a-z\d]\) ?)?|^[ \t]{0,20}(?:\d{1,5}[A-Za-z]?|\d{1,2}:\d\d)[ "
            r"\t]{1,20}|  |\t|\|)"
            rf"{_LISTED_NAME}(?=[ \t]*(?:\r?\n|$|\||\t|;)|  |, (?:\d{{1,3}}|[MF]\b|DOB|UR\b)|  | "
            rf"\d{{1,3}} ?[MFmfy])"
        ),
        flags=8,
        score=0.75,
        description="surname, first name or initial alone in a cell, or after a time, room or number",
        check=_no_stop("PATIENT"),
        required_characters=",",
    ),
    Rule(
        id="NAME-ROOM",
        label=_PATIENT_LABEL,
        pattern=bound_repeats(
            r"^[ \t]*(?:[A-Z]?\d{1,4}[A-Za-z]?|bed \d+)[ \t]+(?P<PATIENT>\p{Lu}[\p{Lu}'’\-]{2,}|"
            r"\p{Ll}[\p{Ll}'’\-]+,? (?:\p{Ll}+|\p{Ll}\.?))(?=,? +\d{1,3} ?[MFmf]\b)"
        ),
        flags=8,
        score=0.75,
        description="a name between room and age in a list of patients",
        check=_no_stop("PATIENT"),
    ),
    Rule(
        id="NAME-CHAT",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"^\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?\](?: [-–])? (?P<DOCTOR>\p{L}[\p{L}'’.\-]*"
            r"(?: \p{L}[\p{L}'’.\-]*){0,2})(?=: )"
        ),
        flags=8,
        score=0.85,
        description="who speaks in the log of a chat",
        required_characters="[]",
        check=_no_stop("DOCTOR"),
    ),
    Rule(
        id="NAME-SPELLED",
        label=_PATIENT_LABEL,
        pattern=bound_repeats(
            r"(?<![\p{L}\d'’-])(?P<PATIENT>\p{L}(?:-\p{L}){3,}|\p{Lu}(?: \p{Lu}){3,}|\p{Ll}(?: \p{Ll}){3,}|"
            r"(?<=[Ss]pell?e?[dt]? (?:it )?)\p{Lu}(?:-\p{Lu}){2,}|(?<=SPACE )\p{Lu}(?:-\p{Lu})+|"
            r"(?<=(?:THAT IS|that is|that's) )\p{Lu}(?:-\p{Lu})+)(?![\p{L}\d'’-])"
        ),
        score=0.8,
        description="a name spelled letter by letter",
        check=_spelled,
    ),
    Rule(
        id="NAME-NICK",
        label=_PATIENT_LABEL,
        pattern=bound_repeats(
            r"(?P<PATIENT>(?<![\p{L}\d.])(?!(?:Mr|Mrs|Ms|Dr|Miss|Captain|DRIVER|Traveler|Traveller)\b)"
            r"(?:\p{Lu}(?:[\p{L}'’\-]+|\.?) ){1,3}[\"“]\p{L}[\p{L}'’\- ]{1,15}[\"”]"
            r"(?: (?:(?:de|van|von|der|la) )*\p{Lu}[\p{L}'’\-]+){1,2}|"
            r"(?<=^|: |- )\p{Ll}{3,} [\"“]\p{Ll}+[\"”] \p{Ll}[\p{Ll}'’\-]{2,})"
        ),
        flags=8,
        score=0.85,
        description="a nickname in quotes between the parts of a name",
        required_characters='"“',
        check=_no_stop("PATIENT"),
    ),
    Rule(
        id="NAME-INITIALS-CUE",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?:(?i:\binitials)(?:/last 4)?(?![\p{L}/])|\((?i:initial)\)|\b(?i:init(?:ial)?s?):)[ "
            r"\t]{0,2}:?[ \t]{0,3}(?P<DOCTOR>(?:\p{Lu}[.\-]){1,3}\p{Lu}?"
            r"\.?|\p{Lu}{2,4}|(?!is\b|of\b|to\b|in\b|on\b|at\b|or\b|are\b|and\b|was\b|for\b|"
            r"the\b)\p{Ll}{2,3})"
            r"(?![\p{L}\d])"
        ),
        prefilter=Prefilter(any_of=("initials", "(initial)", "init:", "initial:")),
        score=0.75,
        description="initials after the word",
        check=lambda m, _view: None if m["DOCTOR"].lower() in NOT_INITIALS else 0.75,
    ),
    Rule(
        id="NAME-INITIALS-END",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?:(?<=[.!?)\]]|\d:\d\d)[ \t]{1,8}|(?<=\S)[ \t]{3,60}|(?<=[ \t]|\d)[-–—/]{1,2}[ \t]?|"
            r"(?<=[.\p{Ll}\d]) /[ ]?)"
            r"(?P<DOCTOR>\p{Lu}{2,4}|\p{Lu}(?:v|vd|vdr)\p{Lu}{1,2}|\p{Ll}{2,3}|(?:\p{L}\.){2,3})"
            r"(?=[ \t]*(?:\r?\n[ \t]*(?:\r?\n|\d|"
            r"\[|$)|$)|"
            rf",? (?i:{_CREDENTIAL})[ \t]*(?:\r?\n|$))"
        ),
        score=0.6,
        description="initials at the end of an entry",
        check=_initials,
    ),
    Rule(
        id="NAME-TYPIST-ALIKE",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?:^[ \t]{0,40}|(?<=[.\])] {1,8}))(?:(?P<DOCTOR>\p{Ll}{2,4})[:/](?P<DOCTOR_2>\p{Ll}{2,3})\d?|"
            r"(?P<DOCTOR_3>\p{Lu}{2,3}):(?P<DOCTOR_4>\p{Lu}{2,3}))(?=[ \t]{0,40}\r?$)"
        ),
        flags=8,
        score=0.7,
        description="initials of author and typist, written alike, alone at the end of a dictated document",
        check=_typists,
    ),
    CueRule(
        id="NAME-INITIALS-CELL",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(r"\A(?=[\s\S])"),
        score=0.65,
        description="initials that recur in the cells of a table",
        read=read_initial_cells,
    ),
    Rule(
        id="NAME-SMALL-INITIAL",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?<![\p{L}\d.'’])(?<!\d ?\p{L}{1,5}/)(?P<DOCTOR>\p{Ll}\. ?(?:\p{Ll}\. ?)?"
            r"(?!(?:coli|diff|pylori|fib|aureus|flutter|difficile|influenzae|"
            r"pneumoniae)\b)(?P<last>\p{Ll}{3,}(?:[-']\p{Ll}+)*))"
            rf"(?=[,;:/)]|[ \t]*(?:\r?\n|$)| {_CREDENTIAL}\b| \d)"
        ),
        flags=8,
        score=0.7,
        description="an initial and a surname in small letters, set off on both sides",
        check=_small_initial,
    ),
    Rule(
        id="NAME-SMALL-CREDENTIAL",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?:^[ \t]*|[:/(] ?|\. )(?P<DOCTOR>\p{Ll}[\p{Ll}'’\-]{2,}(?: \p{Ll}[\p{Ll}'’\-]+)?(?: "
            r"\p{Ll}\.?)?)"
            rf"(?=,? (?i:{_CREDENTIAL})[ \t]*(?:[,;/(]|\r?\n|$|  ))"
        ),
        flags=8,
        score=0.75,
        description="a name in small letters before the letters of a profession, at the end of a line",
        check=_no_stop("DOCTOR"),
    ),
    Rule(
        id="NAME-SMALL-PATIENT",
        label=_PATIENT_LABEL,
        pattern=bound_repeats(
            r"(?:^[ \t]*(?:[-*•] |\d{1,4}[a-z]? |[a-z]\) )?|\b(?:pt|patient|re:?|for|/) "
            r")(?P<PATIENT>\p{Ll}[\p{Ll}'’\-]{2,}"
            r",? (?:\p{Ll}\.? |(?:de|la|del|van|von|der|ap|al|el|bin|o) )*\p{Ll}[\p{Ll}'’\-]{2,}(?: "
            r"\p{Ll}\.?)?)"
            r"(?=,? +(?:dob|d\.o\.b|mrn|hrn|hosp no|chart|\d{1,3} ?(?:y/?o|[mf])\b|\d\d, |"
            r"\d{1,2}[/-]\d{1,2}[/-]\d\d))"
        ),
        flags=8,
        score=0.75,
        description="a name in small letters before age, birth date or number",
        check=_no_stop("PATIENT"),
    ),
    Rule(
        id="NAME-SMALL-TITLE",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?<![\p{L}\d])(?P<t>dr|mr|mrs|ms|miss|prof|doctor)(?:\.? |\.[ \t]*\r?\n)"
            r"(?P<DOCTOR>\p{Ll}[\p{Ll}'’\-]+ "
            r"(?:\p{Ll}\.? |(?:de|la|del|van|von|der|ap|al|el|bin) )*(?P<last>\p{Ll}[\p{Ll}'’\-]{2,})|"
            r"\p{Ll}\.? "
            r"(?P<last2>\p{Ll}{3,})|\p{Ll})"
            rf"(?=[,;:/).]|[ \t]*(?:\r?\n|$)| \d|['’]s\b| {_CREDENTIAL}\b| (?:from|in|on|at|re|with|"
            rf"for|dictating|was|"
            r"is|and)\b)"
        ),
        score=0.75,
        description="first name and surname in small letters after a title",
        check=_no_stop("DOCTOR"),
    ),
    Rule(
        id="NAME-SMALL-STAFF",
        label=_DOCTOR_LABEL,
        pattern=bound_repeats(
            r"(?<![\p{L}\d])(?:nurse|chaplain|np|pa|rn|lpn|cna|intern|fellow|resident|midwife|sw|"
            r"pharmd|tech|hospice "
            r"aide|aide) (?P<DOCTOR>(?!(?:rx|bid|po|iv)\b)\p{Ll}[\p{Ll}'’]{1,}(?:-\p{Ll}+)?(?: \p{Ll}\.?)?)"
            r"(?=[,;:/)]|[ \t]*(?:\r?\n|$)|\.(?= |\r?\n|$)| cb\b| - )"
        ),
        score=0.65,
        description="a name in small letters after a role, set off behind",
        check=_no_stop("DOCTOR"),
    ),
)
"""Rules for names in lists and for names without capitals."""
