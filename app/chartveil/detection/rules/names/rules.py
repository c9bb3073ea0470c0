"""Names that cues and form give away: titles, credentials, signatures, header fields, relatives.

What only a list of names or the context could tell is left to the dictionaries and the models.
"""

from __future__ import annotations

from chartveil.detection.rules.cue_rules import CueRule
from chartveil.detection.rules.engine import Prefilter, Rule, Veto
from chartveil.detection.rules.names.cued import (
    CELL_FIRST_WORDS,
    CREDENTIAL_FIRST_WORDS,
    FIELD_CUE,
    read_after_relation,
    read_after_role,
    read_after_signature,
    read_after_title,
    read_alias,
    read_before_credential,
    read_before_relation,
    read_caret_name,
    read_cell,
    read_field,
    read_in_letter,
)
from chartveil.detection.rules.names.reader import ALL_STOP_WORDS
from chartveil.detection.rules.names.uncued import (
    INITIAL_RULES,
    LIST_RULES,
    check_cell_start,
    read_initial_and_surname,
    read_initials_legend,
    read_last_first,
)
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.detection.rules.prefilters.names import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.words import people as words
from chartveil.domain.labels import Label
from chartveil.lexicon.not_initials import NOT_INITIALS

_DOCTOR, _PATIENT, _RELATIVE = Label.DOCTOR, Label.PATIENT, Label.RELATIVE

_SIGNED_CUE = (
    r"(?P<by>(?i:by)[ \t]*:?[ \t]{0,30}(?:\r?\n[ \t]*)?)(?=[\p{Lu}\"01])"
    r"|(?P<mark>(?<=/)(?i:es|s)/|(?i:e/s|e-?signed|signed,?|cosign(?:ed)?|dict|pp|cosigner))(?:\.|:)?[ "
    r"\t]{1,30}(?=\p{Lu})"
    r"|(?P<with>(?i:d/w|dw|discussed with|per|spoke with|called to|called|paged|report to|notified)) "
    r"(?=\p{Lu})"
)
_SIGNED_HEADS = frozenset(
    "by es s e signed esigned cosign cosigned dict pp cosigner d dw discussed per spoke called paged "
    "report notified".split()
)
_LETTER = (
    r"(?P<dear>(?i:dear|hi|hello|attn|attention)[ ](?=\p{Lu}))"
    r"|(?P<close>(?i:sincerely|regards|faithfully|thanks|thank you|truly|cheers|wishes|respectfully)"
    r"(?: yours)?(?:[,.!]?[ \t]*(?:\r?\n[ \t]*){1,5}|, )(?=\p{Lu}))"
)
_LETTER_HEADS = frozenset(
    "dear hi hello attn attention sincerely regards faithfully thanks thank truly cheers wishes "
    "respectfully".split()
)
_RADIO = (
    "(?i:alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|"
    "papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu)"
)
_FIGURE = r"(?:(?i:one|two|three|four|five|six|seven|eight|nine|ten)|\d{1,4})"
"""Of the names that trauma centres give to people who cannot say theirs."""

_ALIAS = (
    r"(?i:aka|a\.k\.a\.|f/k/a|goes by|known as|prefers?(?: to be called| the name)?:?(?= [\"“'])|née|"
    r"nee|né|call me|"
    r"calls (?:him|her|them)sel(?:f|ves)|nicknamed?|likes to be called|alias|maiden name|my name is|"
    r"preferred name|"
    r"name is|former name)[ ]{1,2}(?:is )?(?=[\p{Lu}\"“'])"
)
_ALIAS_HEADS = frozenset(
    "aka a f goes known prefers prefer n née né nee call calls nickname nicknamed likes alias maiden "
    "my preferred name former".split()
)
_CREDENTIAL = r"(?P<credential>[A-Z][A-Za-z.\-/()\d]{0,11}+)(?!['’])"

_HL7_NAME = (
    r"\p{Lu}[\p{L}'’\-. ]+\^\p{Lu}[\p{L}'’\- .]*(?:\^\p{Lu}[\p{L}.]*)?(?:\^(?:JR|SR|II|III|"
    r"IV))?(?=[\^|~&\r\n]|$)"
)
_HL7 = (
    rf"\bPID\|(?:[^|\r\n]*\|){{4}}(?P<PATIENT>{_HL7_NAME})|\bNK1\|[^|\r\n]*\|(?P<RELATIVE>{_HL7_NAME})"
    rf"|(?<=[|~^][A-Z]{{0,3}}\d{{2,12}}\^)(?P<DOCTOR>{_HL7_NAME})"
)

_RULES: tuple[Rule, ...] = (
    CueRule(
        id="NAME-TITLE",
        label=_DOCTOR,
        labels=(_DOCTOR, _PATIENT, _RELATIVE),
        first_words=words.DOCTOR_TITLES | words.PERSON_TITLES | words.CLERGY_TITLES,
        pattern=r"(?P<title>\p{Lu}?\p{Ll}++|\p{Lu}++)(?:[.]?[ ]?\r?\n|\.[ ]{0,2}|(?<!(?:Fr|fr))[ "
        r"]{1,2}|(?<=\p{Ll})(?=\p{Lu}\p{Ll}{2})|"
        r"[.]?[ ]?\r?\n)",
        score=0.9,
        description="a name after a title",
        read=read_after_title,
    ),
    CueRule(
        id="NAME-STAFF",
        label=_DOCTOR,
        first_words=words.STAFF_ROLES,
        pattern=r"(?P<role>\p{Lu}*\p{Ll}++|\p{Lu}++)(?P<sep>(?<=gt|GT|fc|FC|et|ET)\. ?| "
        r"{1,2}(?=[\p{Lu}\"])|, (?=\p{Lu})| ?\((?=\p{L})|(?<=\p{Ll})(?=\p{Lu}\p{Ll}{2}))",
        score=0.8,
        description="a name after the role of a member of staff",
        read=read_after_role,
    ),
    CueRule(
        id="NAME-FIELD",
        label=_PATIENT,
        labels=(_DOCTOR, _PATIENT, _RELATIVE),
        pattern=FIELD_CUE,
        score=0.9,
        description="a name in a field whose heading calls for one",
        read=read_field,
    ),
    CueRule(
        id="NAME-CELL",
        label=_PATIENT,
        labels=(_DOCTOR, _PATIENT, _RELATIVE),
        first_words=CELL_FIRST_WORDS,
        pattern=r"(?P<cell>[\p{L}'’./()\-]+(?: [\p{L}\d'’./()\-]+){0,3}?)(?P<gap>[ ]{2,40}|\t+|[ "
        r"])(?=[\p{Lu}\"“'0])",
        score=0.85,
        description="a name in the cell beside a heading that calls for one",
        read=read_cell,
    ),
    CueRule(
        id="NAME-CREDENTIAL",
        label=_DOCTOR,
        first_words=CREDENTIAL_FIRST_WORDS,
        pattern=_CREDENTIAL,
        score=0.94,
        description="a name before the letters of a profession",
        read=read_before_credential,
    ),
    CueRule(
        id="NAME-SIGNED",
        label=_DOCTOR,
        first_words=_SIGNED_HEADS,
        pattern=_SIGNED_CUE,
        score=0.9,
        description="a name after a signature, or after what a member of staff did",
        read=read_after_signature,
    ),
    CueRule(
        id="NAME-LETTER",
        label=_DOCTOR,
        first_words=_LETTER_HEADS,
        pattern=_LETTER,
        score=0.8,
        description="a name in the salutation or below the close of a letter",
        read=read_in_letter,
    ),
    CueRule(
        id="NAME-KIN",
        label=_RELATIVE,
        first_words=words.RELATIONS,
        pattern=r"(?P<kin>\p{Lu}*\p{Ll}++|\p{Lu}++)(?P<sep>(?:,? (?:from|FROM) \w{3,10}, |,? (?:is "
        r"named |is |named |called |NAMED ))"
        r"|: ?|,? ?\(|,? |,(?=\p{Lu})|(?<=\p{Ll})(?=\p{Lu}\p{Ll}))"
        r"(?:(?:Mr|Mrs|Ms|Dr|MR|MRS|MS|Miss|Rev|Fr)\.? )?(?=[\p{Lu}\"“]|(?<=\()\p{Ll})",
        score=0.9,
        description="a name after a relative",
        read=read_after_relation,
    ),
    CueRule(
        id="NAME-KIN-AFTER",
        label=_RELATIVE,
        pattern=r"(?<=[\p{L}.\"])(?:,? \((?:(?:his|her|their|the|my|pt's|patient's) )?|, (?:his|her|"
        r"their|the|my|pt's|patient's|HIS|HER|PT'S) )"
        r"(?:(?:step|half-|foster |great-|ex-|late |older |younger |best )?(?P<relation>\p{L}+))(?=[ "
        r",;):.]|-in-)",
        score=0.8,
        description="a name before a relative in brackets or after a comma",
        read=read_before_relation,
    ),
    CueRule(
        id="NAME-ALIAS",
        label=_PATIENT,
        first_words=_ALIAS_HEADS,
        pattern=_ALIAS,
        score=0.8,
        description="a name after words that tell how somebody is called",
        read=read_alias,
    ),
    Rule(
        id="NAME-RADIO-ALPHABET",
        label=_PATIENT,
        pattern=rf"(?<!\p{{L}})(?:Trauma|TRAUMA|Unknown|UNKNOWN|Doe|DOE)[ ,]{{1,2}}{_RADIO}"
        rf"(?:[- ](?:{_RADIO}|{_FIGURE}))?(?!\p{{L}})(?! (?i:activation|alert|level|team|page|bay|response))",
        score=0.95,
        description="a name given to somebody unknown: Trauma Zulu-Nine",
        prefilter=Prefilter(any_of=("trauma", "unknown", "doe")),
    ),
    CueRule(
        id="NAME-LAST-FIRST",
        label=_PATIENT,
        pattern=r"(?:^|(?<=\t|  |\||[#>*•·] |\d\) |\d\. ))(?=\p{Lu}[\p{L}'’\-]*+(?: "
        r"\p{Lu}[\p{L}'’\-]++){0,2}, ?\p{Lu})",
        flags=8,
        score=0.7,
        description="surname, first name at the start of a line or cell, with age, sex or number after it",
        read=read_last_first,
    ),
    CueRule(
        id="NAME-INITIAL",
        label=_DOCTOR,
        pattern=r"(?<![\p{L}\d.'’/&\-])\p{Lu}\.(?:[ -]?\p{Lu}\.){0,2}[ ]?(?=(?:\p{Lu}|0)[\p{L}'’]{2})",
        score=0.6,
        description="an initial and a surname",
        read=read_initial_and_surname,
    ),
    Rule(
        id="NAME-LOWER-INITIAL",
        label=_DOCTOR,
        pattern=r"(?<![\p{L}\d.])(?<!\d ?\p{L}{1,5}/)(?P<DOCTOR>\p{Ll}\. ?(?!(?:coli|diff|pylori|fib|"
        r"aureus)\b)\p{Ll}{3,}+(?:-\p{Ll}+)*+)"
        r"(?=,? ?\r?\n?(?:md|rn|do|np|pa-c|pac|pgy-? ?\d|st\d|lpn|cna|phd|pharmd|crna|dds|lcsw|fnp|rt|"
        r"msw)(?!\p{L}))",
        score=0.85,
        description="an initial and a surname in small letters before the letters of a profession",
    ),
    CueRule(
        id="NAME-LEGEND",
        label=_DOCTOR,
        pattern=r"(?<=\p{L} ?)= ?(?=\p{Lu}\p{Ll})",
        score=0.95,
        description="initials explained by a name: mk = Magda Kratochvil",
        read=read_initials_legend,
        required_characters="=",
    ),
    Rule(
        id="NAME-TYPIST",
        label=_DOCTOR,
        pattern=(
            r"(?<!\S)(?!(?:TECH|REF|PINK|ORIG|DIET|EDUC|TYPE|SITE|SIDE|DATE|TIME|CODE|UNIT|ROOM|PLAN|DISP|"
            r"PCP|INS) ?:)"
            r"(?P<DOCTOR>[A-Z]{2,4})[ ]?[/:;][ ]?(?P<DOCTOR_2>(?!(?:pt|self|epi|ml|dl|kg|hr|min|hpf|lpf|day|"
            r"mm|cm|wk|mo|or|and|d|iv|po|no|nil|yes|na|neg|pos|none|see|new|old|not)\b)[a-z]{2,4})"
            r"\d?(?=[ \t]*$|[ \t]{2,}|[ \t]+[DTdtc][:.]|/\d)"
        ),
        flags=8,
        score=0.8,
        description="initials of author and typist at the foot of a dictated document",
        check=check_cell_start,
    ),
    Rule(
        id="NAME-DICTATED",
        label=_DOCTOR,
        pattern=r"(?<![\p{L}])[DTR][:.][ \t]*[\dOlI][^\n]{4,40}?[ \t](?P<DOCTOR>(?!(?:am|pm|hrs?|est|"
        r"pst|cst|edt)\b)[a-z]{2,4})(?:/\d+)?(?=[ \t]*$|[ \t]{2,})",
        flags=8,
        score=0.7,
        description="initials of the typist after the times of dictation",
        check=lambda m, _view: None if m["DOCTOR"] in NOT_INITIALS or m["DOCTOR"] in ALL_STOP_WORDS else 0.7,
    ),
    Rule(
        id="NAME-HL7",
        label=_PATIENT,
        required_characters="^",
        pattern=_HL7,
        score=0.95,
        description="a name with its HL7 separators",
        source="HL7 v2.5, data types XPN and XCN",
    ),
    CueRule(
        id="NAME-DICOM",
        label=_PATIENT,
        required_characters="^",
        pattern=r"(?<=['\"\[]|PN: ?|Name[^\n]{0,12}: ?)(?=\p{Lu}[\p{L}\-]+\^\p{Lu})",
        score=0.9,
        description="a name with carets in quotes or after a colon",
        source="DICOM PS3.5, value representation PN",
        read=read_caret_name,
    ),
    *LIST_RULES,
    *INITIAL_RULES,
)

RULES: tuple[Rule, ...] = with_prefilters(_RULES, PREFILTERS)

_VETOES: tuple[Veto, ...] = (
    Veto(
        id="NAME-NOT-NAME",
        labels=frozenset({_DOCTOR, _PATIENT, _RELATIVE}),
        pattern=r"\b(?i:Dr\.? Pepper|Sister Mary Joseph|Dr\.? Scholl'?s?|Mr\.? Clean|Father's Day|"
        r"Mother's Day|"
        r"Nurse Practitioner|Baby Einstein|Mrs\.? Dash|Uncle Ben's|Aunt Jemima|Uncle Sam|Little Debbie|"
        r"Mother Nature|"
        r"Sister Act|Meals on Wheels|Columbia(?= CNA (?:plate|agar)))\b",
        max_score=0.95,
        description="products and sayings that begin like a name",
    ),
)
VETOES: tuple[Veto, ...] = with_prefilters(_VETOES, VETO_PREFILTERS)
