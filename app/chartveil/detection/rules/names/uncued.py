"""Names by their form alone: ``LAST, FIRST``, an initial with a surname, initials with a legend."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import regex

from chartveil.detection.rules.cue_rules import CueMatch, CueRule, single_match
from chartveil.detection.rules.engine import Prefilter, Rule
from chartveil.detection.rules.names.reader import (
    ALL_STOP_WORDS,
    ReadingStyle,
    end_of_credentials,
    is_credential,
    is_stop_word,
    read_name,
    read_name_before,
)
from chartveil.detection.rules.words.organizations import DOCUMENT_WORDS, LOWERCASE_COMMON_WORDS
from chartveil.detection.rules.words.people import CLINICAL_ABBREVIATIONS
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.not_initials import NOT_INITIALS

_DOCTOR, _PATIENT = Label.DOCTOR, Label.PATIENT

_LISTED = ReadingStyle(first=ALL_STOP_WORDS, comma=True, most=6)
_PLAIN = ReadingStyle(first=ALL_STOP_WORDS, most=4, run=False)
_PERSON_FOLLOWS = regex.compile(
    r"[ \t]*[(|,;/·\-–—]?[ \t]*(?:\d{1,3} ?(?:y(?:rs?|ears?)?\b|y/?o|yo|[MFmf]\b|[-/ ]?(?:year|month))|"
    r"(?:DOB|D\.O\.B|MRN?\b|MR ?#|"
    r"[MF]\b|[Mm]ale|[Ff]emale|MALE|FEMALE|[Ss]ex|SEX|AGE|ID\b)|\d{5,}|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|"
    r"\d{2,3}[ \t])",
    regex.VERSION1,
)
_NOT_AFTER = regex.compile(
    r"(?:vitamin|hepatitis|type|grade|stage|class|group|option|part|vit|hep|influenza|plan|category|"
    r"section|item|"
    r"appendix|table|figure|level|question|unit|box|apt|suite|protein|factor|study|arm|cohort|phase|medicare|"
    r"strep|gp|bacteroides|immunoglobulin|ig|vit\.)[ .]*\Z",
    regex.VERSION1 | regex.IGNORECASE,
)
_GERMS = frozenset(
    "coli aureus diff difficile pylori fib pneumoniae influenzae albicans falciparum jirovecii".split()
)


def read_last_first(m: Any, text: str) -> Iterable[CueMatch]:
    """``BANKS, W.``, ``Birdsong, Lucius 79`` where what follows tells of a person."""
    found = read_name(text, m.end(), _LISTED)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if "," not in name or any(
        is_stop_word(p, ALL_STOP_WORDS) for p in regex.findall(r"[\p{L}'’-]{2,}", name)
    ):
        return ()
    initial = regex.search(r", ?\p{L}[\p{L}'’-]+ \p{Lu}\.?$|, ?\p{Lu}\.$", name)
    if not initial and not _PERSON_FOLLOWS.match(text, found[1]):
        return ()
    return single_match(_PATIENT, found)


_ENDS_AFTER = regex.compile(r"[ \t]*(?:[,;:()|/\r\n\t]|$|  |[-–—] |\.(?: |\r?\n|$))", regex.VERSION1)
_SET_OFF = regex.compile(
    r"(?:[,;:(|/\[>=*&•\t]|[-–—]|  |\b(?:cc|CC|MD|RN|NP|CNS|dict|and|AND|with|WITH|from|FROM|to|TO|by|"
    r"BY)) ?\Z",
    regex.VERSION1,
)


_DOSE_AFTER = regex.compile(
    r"(?: [A-Z]{2,3})? \d+(?:\.\d+)?(?:/\d+)?[ ]?"
    r"(?:mc?g|g\b|ml|iu|½|[01½]-[01½]-[01½]|od\b|bd\b|tds\b|hs\b|qds\b)",
    regex.VERSION1 | regex.IGNORECASE,
)
"""What follows a tablet or capsule in Indian charts: ``T.Ramistar 2.5 0-0-1``."""


def read_initial_and_surname(m: Any, text: str) -> Iterable[CueMatch]:
    """``V. PRZYBYLSKI``, ``R.KUMAR``, ``Dewayne R. Hollifield``.

    In prose an initial may as well end a sentence (``on 6 L. Wells 7.5``): with a blank after it, it
    counts only where something parts it from what stands before, or after a first name.
    """
    found = read_name(text, m.start(), _PLAIN)
    if found is None or found[0] != m.start():
        return ()
    line = text.rfind("\n", 0, m.start()) + 1
    before = text[max(line, m.start() - 30) : m.start()]
    name = text[found[0] : found[1]]
    surname = name.rpartition(".")[2].strip()
    if _NOT_AFTER.search(before) or surname.lower() in _GERMS or len(surname) < 3:
        return ()
    if m[0][0] in "TC" and _DOSE_AFTER.match(text, found[1]):
        return ()
    signed = end_of_credentials(text, found[1]) > found[1]
    ends = _ENDS_AFTER.match(text, found[1]) is not None
    if " " not in m[0] or m[0].count(".") > 1 or signed:
        return single_match(_DOCTOR, found)
    if not before.strip():
        return (
            single_match(_DOCTOR, found)
            if ends and name[-1] != ":" and not text.startswith(":", found[1])
            else ()
        )
    if ends and _SET_OFF.search(before) and not text.startswith(":", found[1]):
        return single_match(_DOCTOR, found)
    forename = read_name_before(text, m.start() - 1) if before.endswith(" ") else None
    if forename is None or not ends or m[0][0] in "IVX":
        return ()
    given = text[forename[0] : forename[1]]
    if " " in given or len(given) < 3 or given.isupper() != surname.isupper():
        return ()
    return single_match(_DOCTOR, (forename[0], found[1]))


_BEFORE_LEGEND = regex.compile(r"(?<![\p{L}\d])[A-Za-z]{2,4}(?= ?\Z)", regex.VERSION1)


def read_initials_legend(m: Any, text: str) -> Iterable[CueMatch]:
    """``mk = Magda Kratochvil``: the initials and the name, when they agree."""
    short = _BEFORE_LEGEND.search(text, max(0, m.start() - 8), m.start())
    found = read_name(text, m.end(), _PLAIN) if short else None
    if found is None or short is None:
        return ()
    firsts = "".join(p[0] for p in regex.findall(r"\p{L}+", text[found[0] : found[1]])).lower()
    initials = short[0].lower()
    if len(firsts) < 2 or not (initials == firsts or initials == firsts[0] + firsts[-1]):
        return ()
    return (CueMatch({_DOCTOR: (short.span(), found)}),)


def check_cell_start(m: Any, view: TokenizedText) -> float | None:
    """Drops initials that do not stand at the start of a line or cell."""
    text, at = view.text, m.start()
    return (
        0.8
        if at == 0
        or text[at - 1] in "\n\t\r"
        or text[at - 2 : at] == "  "
        or not text[text.rfind("\n", 0, at) + 1 : at].strip()
        else None
    )


# Initials of who signs: alone on the last line of an entry, with date and time, or after ``/es/``.


_HEADINGS: Final = frozenset(
    "cv resp gi gu id heme onc endo ms psy sx pe es ass imp rec s o fen lines ppx dispo code pulm "
    "abd ext skin "
    "vs io tx sa fhr ve mh dh sho rmo gcs qc ihc fish ngs iga igg ige pft dlco eeg tib end stop "
    "note copy page "
    "fin the rn md do ed ob er hx fx bp obs abx nkda fhx shx phx pmhx ros heent ekg cxr usa".split()
)
"""Short words that stand alone on a line as a heading, or end one."""


_CLOSES: Final = frozenset("end eof eom fin nb md do np rn pa cc ps tbd nil no na dnr".split())
"""Short words that stand alone on the last line of a document and are nobody's initials. Other
abbreviations (``SP``) need a neighbour to mean anything."""

_WITH_PARTICLE: Final = regex.compile(r"\p{Lu}(?:v|vd|vdr|d|de|dl|ap|al)\p{Lu}{1,2}")
"""Initials of Pim van der Waal, Ana de Lima: no abbreviation is written so."""


def _nobody(letters: str) -> bool:
    low = letters.replace(".", "").lower()
    return (
        low in NOT_INITIALS
        or low in CLINICAL_ABBREVIATIONS
        or low in _HEADINGS
        or is_stop_word(low, ALL_STOP_WORDS)
    )


def check_initials_alone(m: Any, view: TokenizedText) -> float | None:
    """Initials alone on a line that ends an entry, below a line of text."""
    text = view.text
    before = text[max(0, m.start() - 400) : m.start()]
    above = before.rstrip()
    last_of_all = m["DOCTOR"].isupper() and not text[m.end() :].strip()
    nobody = m["DOCTOR"].lower() in _CLOSES if last_of_all else _nobody(m["DOCTOR"])
    if nobody or len(above) < 40 or before.count("\n") - above.count("\n") > 2:
        return None
    last = above[above.rfind("\n") + 1 :].strip()
    if last.isupper() or last.endswith(":") or len(last) < 12:
        return None
    if _WITH_PARTICLE.fullmatch(m["DOCTOR"]):
        return 0.95
    if last_of_all:
        return 0.95  # nothing else is alone on the last line of a document
    return 0.7 if m["when"].strip() else 0.6


def check_signed_initials(m: Any, _view: TokenizedText) -> float | None:
    """Initials after a word for a signature: neither an abbreviation nor a way to take a drug."""
    pair = [m[g] for g in ("DOCTOR", "DOCTOR_2") if m[g]]
    return None if any(_nobody(p) for p in pair) else 0.85


def check_stamped_initials(m: Any, _view: TokenizedText) -> float | None:
    """Initials beside a time in a line of their own: no abbreviation."""
    return None if _nobody(m["DOCTOR"]) else 0.75 if m["DOCTOR"].isupper() else 0.65


INITIAL_RULES: Final = (
    Rule(
        id="NAME-INITIALS-LINE",
        label=Label.DOCTOR,
        pattern=r"^[ \t]{0,24}(?:[-–—~][ ]?)?(?P<DOCTOR>\p{Lu}{2,3}|\p{Lu}\p{Ll}{1,2}\p{Lu}{1,2})"
        r"(?P<when>(?:[ ]{1,3}\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?)?(?:[ ]{1,3}\d{1,2}:?\d\d)?[ \t]{0,4})"
        r"(?=\r?$(?:\r?\n[ \t]*(?:\r?\n|[-=_*]{3}|$)|(?![\s\S])))",
        flags=regex.MULTILINE,
        score=0.6,
        description="initials alone on the line that ends an entry",
        check=check_initials_alone,
    ),
    Rule(
        id="NAME-INITIALS-SIGNED",
        label=Label.DOCTOR,
        pattern=r"(?:/e?s/|\b(?:Sig|SIG|Signed|Rvw['’]?d|Rev['’]d|Reviewed|Verified|Ck['’]?d)):?[ ]{1,2}"
        r"(?P<DOCTOR>\p{Lu}{2,4})(?:[ ]?/[ ]?(?P<DOCTOR_2>\p{Lu}{2,4}))?"
        r"(?=[.]?[ \t]*(?:\r?\n|$)|[ ]{1,3}\d{1,2}[/:]?\d\d)",
        score=0.85,
        description="initials after a signature: /es/ ARP, Sig: RG / EF",
        check=check_signed_initials,
        prefilter=Prefilter(any_of=("/es/", "/s/", "sig", "rvw", "rev", "verified", "ck")),
    ),
    Rule(
        id="NAME-INITIAL-FAREWELL",
        label=Label.PATIENT,
        pattern=r"(?:(?<![\p{L}\d])[xX][oO]+(?:[xX][oO]*){0,3}[,!.]?(?:[ \t]{1,3}|[ \t]{0,3}\r?\n[ \t]*)|"
        r"(?:^[ \t]*|(?<=[.!?])[ \t]{1,3})(?i:thanks?(?:[ ]you|[ ]so[ ]much)?|thx|love|hugs|cheers|best|"
        r"(?:kind[ ]|best[ ]|warm[ ])?regards|sincerely|yours)[,!.]{1,2}(?:[ \t]{1,3}|[ \t]{0,3}\r?\n[ \t]*))"
        r"[-–—]?[ ]?(?P<PATIENT>\p{Lu})(?=\.?[ \t]*(?:\r?\n|$))",
        flags=regex.MULTILINE,
        score=0.85,
        description="an initial behind a farewell: xo W",
        prefilter=Prefilter(
            any_of=("xo", "thank", "thx", "love", "hugs", "cheers", "best", "regards", "sincerely", "yours")
        ),
    ),
    Rule(
        id="NAME-INITIALS-STAMP",
        label=Label.DOCTOR,
        pattern=r"^[ \t]{0,8}\d{1,2}/\d{1,2}(?:/\d{2,4})?[ ]{1,2}(?:[01]?\d|2[0-3]):?[0-5]\d[ ]{1,3}"
        r"(?P<DOCTOR>\p{Lu}{2,3})(?=[ \t]*\r?$|[ ]{2,}\p{Lu})",
        flags=regex.MULTILINE,
        score=0.75,
        description="initials behind day and time at the head of an entry: 02/14 1400 BO",
        check=check_stamped_initials,
    ),
    Rule(
        id="NAME-INITIALS-CLOCK",
        label=Label.DOCTOR,
        pattern=r"^(?P<DOCTOR>\p{Ll}{2,3})[ ](?:[01]\d|2[0-3])[0-5]\d(?=[ \t]*\r?$|[ ]{2,})",
        flags=regex.MULTILINE,
        score=0.65,
        description="initials and the time below an entry: fb 1644",
        check=check_stamped_initials,
    ),
)


# Names without titles: rosters, chat logs, initials of staff, names spelled out, names in small letters.


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
