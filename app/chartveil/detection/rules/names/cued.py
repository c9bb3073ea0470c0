"""Names beside titles, roles, credentials, signatures, relatives and in letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detection.rules.cue_rules import CueMatch, Range, first_letter_run, single_match
from chartveil.detection.rules.names.reader import (
    ALL_STOP_WORDS,
    STOP_WORDS,
    STOP_WORDS_AFTER_TITLE,
    ReadingStyle,
    end_of_credentials,
    fold_part,
    is_credential,
    read_name,
    read_name_before,
)
from chartveil.detection.rules.words import people as words
from chartveil.domain.labels import Label

_DOCTOR, _PATIENT, _RELATIVE = Label.DOCTOR, Label.PATIENT, Label.RELATIVE

_TITLED = ReadingStyle(first=STOP_WORDS_AFTER_TITLE, lower=1, most=5, run=False)
_STAFF = ReadingStyle(first=ALL_STOP_WORDS, most=4, run=False)
_SIGNED = ReadingStyle(first=ALL_STOP_WORDS, comma=True, most=6)
_KIN = ReadingStyle(first=STOP_WORDS | words.CALENDAR_WORDS, most=4, run=False)
_BRACKETED = ReadingStyle(first=ALL_STOP_WORDS, lower=1, most=4)
_CALLED = ReadingStyle(first=ALL_STOP_WORDS, most=4, run=False)

LIST_SEPARATOR = regex.compile(
    r"[ \t]*(?:,?[ ]?(?:and|AND|&|\+)|[,;/])[ \t]*(?:\r?\n[ \t]*)?", regex.VERSION1
)
_AND = regex.compile(r"(?:,|,? (?:and|AND|&))[ ](?:\r?\n)?", regex.VERSION1)
_PROSE = 45
"""Length of a line, in characters, from which on a line break may part a title from its name."""
_LONE_INITIAL = regex.compile(r"\p{Lu}\.?(?=[\s,;)]|$)", regex.VERSION1)
_PLAIN_WORDS = frozenset({"father", "elder", "bishop", "deacon"})
_WRITTEN_OUT = frozenset(
    "doctor doctors professor mister miss madam sister brother nurse nurses officer father mother uncle aunt "
    "auntie captain sergeant major chaplain pastor".split()
)
"""Titles that a full stop does not shorten: behind them it ends a sentence."""
_DEGREES = frozenset("MS MA MSC SCM MED BS BA BSC BSN MSN MPH MBA MHA MHS EDM AUD".split())
"""Degrees that stand between a name and the letters of a profession."""
_PLURAL_TITLES = frozenset({"drs", "doctors", "messrs", "mmes"})
_GRADED = regex.compile(
    r"\b(?i:no|trace|trivial|mild|moderate|mod|severe|without|mild-mod|background)[ ]\Z|\d\+[ ]\Z",
    regex.VERSION1,
)
_BY = regex.compile(
    rf"(?:{words.SIGNERS})(?: electronically)?[ \t]*\Z", regex.VERSION1 | regex.IGNORECASE | regex.REVERSE
)


_BEFORE_CREDENTIAL = regex.compile(
    r"(?<=[\p{L}.\"”)])(?:,[ ]{0,2}|[ ]{1,2}\(?)\Z|(?<=\p{Ll}{3})\Z", regex.VERSION1
)
CREDENTIAL_FIRST_WORDS = frozenset(
    first_letter_run(form)
    for letters in words.CREDENTIALS.replace("[A-Z]NP", "FNP|ANP|GNP|PNP|WHNP|AGNP").split("|")
    for form in (letters.replace("\\.?", ""), letters.replace("\\.?", "."))
) | frozenset("AGPCNP AGACNP ACNP PCNP MBCh MBChB Ph Psy Ed Au Pharm OTR CCC LCSW EMT".split()) - {""}
"""Runs of letters with which credentials begin."""


def read_after_title(m: Any, text: str) -> Iterable[CueMatch]:
    """``Dr. Ndu``; after a plural also the names that follow."""
    found = read_name(text, m.end(), _TITLED)
    if found is None:
        lone = _LONE_INITIAL.match(text, m.end())
        if lone and m["title"].lower() in words.DOCTOR_TITLES and "." in m[0]:
            yield from single_match(_DOCTOR, lone.span())
        return
    if not _cased_alike(m[0], text[found[0] : found[1]]):
        return
    name, title = text[found[0] : found[1]], m["title"]
    kind = title.lower()
    if "." in m[0] and kind in _WRITTEN_OUT:
        return
    if kind == "ms" and is_credential(name.upper()):
        return  # roe ms ccc-slp
    if title == "ms" and regex.search(r"\d ?\Z", text[max(0, m.start() - 2) : m.start()]):
        return  # a latency of 6.1 ms. She
    if kind in _PLAIN_WORDS and fold_part(name) in words.CLINICAL_ABBREVIATIONS:
        return  # FATHER CRC
    if kind in words.CLERGY_TITLES and (
        (kind in _PLAIN_WORDS and (title.islower() or "." in m[0] or "\n" in m[0]))
        or regex.search(r"\d ?\Z", text[max(0, m.start() - 2) : m.start()])
    ):
        return
    if "\n" in m[0] and m.start() - text.rfind("\n", 0, m.start()) < _PROSE:
        return
    if sum(c.isdigit() for c in name) > 2 or text[found[1] : found[1] + 1].isdigit():
        return
    if kind in ("mr", "dr") and _GRADED.search(text, max(0, m.start() - 12), m.start()):
        return  # trace MR. Trace TR; no DR OU: regurgitation, retinopathy
    if title in ("MR", "MS", "DR") and "." not in m[0] and not name.isupper():
        return  # MR Image, MS Contin, Azure XT DR W2DR01
    ranges = [found]
    if kind in _PLURAL_TITLES:
        while (j := LIST_SEPARATOR.match(text, ranges[-1][1])) and (
            more := read_name(text, j.end(), _TITLED)
        ):
            if text[more[0]].islower():
                break
            ranges.append(more)
    label = _DOCTOR if kind in words.DOCTOR_TITLES else _RELATIVE if kind in words.CLERGY_TITLES else _PATIENT
    yield CueMatch({label: tuple(ranges)})


def _cased_alike(cue: str, name: str) -> bool:
    """Small letters are a name only after a cue in small letters."""
    return (
        not name[0].islower()
        or cue.strip()[0].islower()
        or fold_part(name.split()[0]) in words.NAME_PARTICLES
    )


def read_after_role(m: Any, text: str) -> Iterable[CueMatch]:
    """``Nurse Price``, ``RN Femi``, ``dietitian (Anh)``."""
    role, sep = m["role"], m["sep"]
    bracket = "(" in sep
    found = read_name(text, m.end(), _BRACKETED if bracket else _STAFF)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if bracket:
        sure = text.startswith(")", found[1]) and (not name.isupper() or len(name) > 3)
        return single_match(_DOCTOR, found) if sure and not name.endswith(".") else ()
    if name[0].islower() or ("," in sep and " " not in name):
        return ()
    if name.isupper() and len(name) > 1:
        several = " " in name or "." in name
        if (
            not role.isupper()
            or len(name) < 3
            or not (several or role.lower() in words.STAFF_ROLES_BEFORE_CAPITALS)
        ):
            return ()
    return single_match(_DOCTOR, found)


def read_before_credential(m: Any, text: str) -> Iterable[CueMatch]:
    """``Ansel Thibodeaux, FNP-BC``, ``M.HalvorsenRN``."""
    sep = _BEFORE_CREDENTIAL.search(text, max(0, m.start() - 4), m.start())
    if sep is None:
        return ()
    credential = m["credential"].rstrip(".,;/-(")
    if not is_credential(credential):
        credential = regex.split(r"[/\-()]|(?<=\.)$", credential)[0]
        if not is_credential(credential):
            return ()
    letters = credential.replace(".", "").lower()
    sure = letters in words.STRONG_CREDENTIALS
    vague = letters in words.AMBIGUOUS_CREDENTIALS and not sure
    comma = "," in sep[0]
    glued = not sep[0]
    if glued and not (sure or len(letters) > 3):
        return ()
    end = int(sep.start())
    found = read_name_before(text, end, least=1 if sure or (comma and not vague) else 2)
    if found is None and text[end - 1] == ".":
        found = read_name_before(text, end - 1, least=2)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if name.replace(".", "").upper() in _DEGREES or is_credential(name) or is_credential(f"{name}."):
        return ()
    simple = " " not in name and "." not in name
    if name.isupper() and simple and len(name) < 4:
        return ()
    if vague and simple:
        return ()
    if vague and name.isupper() and not comma and "." not in name:
        return ()
    return single_match(_DOCTOR, found)


_SENTENCE_ENDS = regex.compile(r"(?:co)?signed\.", regex.VERSION1)
_EPONYM = regex.compile(
    r"(?:['’]s)? (?:laws?|protocols?|criteria|guidelines?|rules?|formula|method|staging|classification|"
    r"algorithm|nomogram|technique|man(?:o)?euvre|maneuver|stain|scale)\b",
    regex.VERSION1 | regex.IGNORECASE,
)


def read_after_signature(m: Any, text: str) -> Iterable[CueMatch]:
    """``/es/ WILLA FROST``, ``dictated by Jane Roe``, ``d/w Hendriksen``."""
    if m["by"] is not None:
        before = text[max(0, m.start() - 40) : m.start()]
        if not _BY.search(before):
            return ()
    found = read_name(text, m.end(), _SIGNED)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if name.isupper() and len(name) < 4 and "." not in name:
        return ()
    several = " " in name or "." in name
    if m["mark"] is not None and _SENTENCE_ENDS.match(m[0]):
        return ()  # He signed. Hemoglobin is pending
    if _EPONYM.match(text, found[1]):
        return ()
    if m["with"] is not None and not (several or m[0].lower().strip() in ("d/w", "dw", "per")):
        return ()
    if m["with"] is not None and (name.isupper() and not several and len(name) < 5):
        return ()
    if m["with"] is not None and name.isupper() and "." not in name:
        return ()
    if regex.match(r",? et al", text[found[1] : found[1] + 7]):
        return ()
    return single_match(_DOCTOR, found)


def read_in_letter(m: Any, text: str) -> Iterable[CueMatch]:
    """``Dear Hilary,`` and the name below ``Sincerely``."""
    found = read_name(text, m.end(), _CALLED)
    if found is None or text[found[0]].islower():
        return ()
    if m["dear"] is not None and not regex.match(r"[ ]?[,:;!.\-–—\r\n]|$", text[found[1] : found[1] + 24]):
        return ()
    if m["close"] is not None and not regex.match(
        r"[ ]?(?:[,(\r\n\t]|$|  |MD|RN)", text[found[1] : found[1] + 24]
    ):
        return ()
    return single_match(_DOCTOR, found)


_LANGUAGES_THAT_ARE_NAMES = frozenset(("karen", "german"))


def read_after_relation(m: Any, text: str) -> Iterable[CueMatch]:
    """``her niece Ysidra``, ``mom (leilani)``, ``wife, Ann,``."""
    kin, sep = m["kin"], m["sep"]
    before = text[max(0, m.start() - 4) : m.start()].lower()
    if kin.lower() in ("law", "worker") and not before.endswith(("in-", "co-")):
        return ()
    if "(" in sep:
        style = ReadingStyle(first=ALL_STOP_WORDS, lower=2, most=4)
    elif ":" in sep:
        style = ReadingStyle(first=ALL_STOP_WORDS, comma=True, most=5)
    else:
        style = _KIN
    found = read_name(text, m.end(), style)
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if name.lower() in words.LANGUAGES - _LANGUAGES_THAT_ARE_NAMES:
        return ()  # speaks Irish with his mother, English with me
    after = text[found[1] : found[1] + 2]
    if not sep and kin.islower() and len(name) < 3:
        return ()
    if name[0] in '"“' and regex.search(r"\p{Ll} \p{Ll}+ \p{Ll}", name):
        return ()  # mom "is on the program."
    if (name.isupper() and len(name) < 3) or (name.isupper() and not kin.isupper() and len(name) < 4):
        return ()
    if name[0].islower() and not (after.startswith((")", ",", " (")) and name not in ALL_STOP_WORDS):
        return ()
    if "," in sep and not after.startswith((",", ".", ")", ";", "\n", " (", "'", "’", " a", " w", " i")):
        return ()
    if "from" in sep.lower() and "," not in sep:
        return ()
    if ":" in sep and " " not in name and not after.startswith((" (", ",", ";")):
        return ()
    ranges: list[Range] = [found]
    if kin.lower() in words.PLURAL_RELATIONS:
        while (j := _AND.match(text, ranges[-1][1])) and (more := read_name(text, j.end(), _CALLED)):
            if text[more[0]].islower():
                break
            ranges.append(more)
    return (CueMatch({_RELATIVE: tuple(ranges)}),)


def read_before_relation(m: Any, text: str) -> Iterable[CueMatch]:
    """``Ljiljana (mom)``, ``Sylvester, her husband``."""
    if m["relation"].lower() not in words.RELATIONS:
        return ()
    found = read_name_before(text, m.start())
    if found is None:
        return ()
    name = text[found[0] : found[1]]
    if name.isupper() and (len(name) < 4 or m["relation"].islower()):
        return ()
    return single_match(_RELATIVE, found)


def read_alias(m: Any, text: str) -> Iterable[CueMatch]:
    """``goes by Kahu``: inside quotes the name alone."""
    at = m.end()
    quoted = text[at] in "\"“'"
    if quoted:
        q = regex.match(r"[\"“'](\p{L}[\p{L}'’. \-]{1,24}?)[\"”',.]", text[at : at + 40])
        return (
            single_match(_PATIENT, (at + q.start(1), at + q.end(1)))
            if q and q[1].lower() not in ALL_STOP_WORDS
            else ()
        )
    found = read_name(text, at, _CALLED)
    if found is None or regex.match(r" \p{Ll}{5,}", text[found[1] : found[1] + 6]):
        return ()
    if text[found[0] : found[1]].isupper() != m[0].strip().isupper():
        return ()
    return single_match(_PATIENT, found)


_CARETS = regex.compile(r"\p{Lu}[\p{L}'’\- ]+\^\p{Lu}[\p{L}\- ]*(?:\^\p{Lu}[\p{L}. ]*)*", regex.VERSION1)


def read_caret_name(m: Any, text: str) -> Iterable[CueMatch]:
    """``Achterberg^Roswitha``: the whole with its carets."""
    q = _CARETS.match(text, m.end())
    return single_match(_PATIENT, q.span() if q else None)


# Names in the fields of a header or a signature block: ``Patient:``, ``Attending:``, ``Next of kin``.


_DOCTOR_LABEL, _PATIENT_LABEL, _RELATIVE_LABEL = Label.DOCTOR, Label.PATIENT, Label.RELATIVE

_OTHER_FIELD = ReadingStyle(first=ALL_STOP_WORDS, lower=3, comma=True, most=7)
_DOCTOR_FIELD = ReadingStyle(first=ALL_STOP_WORDS, lower=3, comma=True, most=6)
_JOIN = regex.compile(r"[ \t]*(?:,?[ ]?(?:and|AND|&|\+)|[,;/])[ \t]*(?:\r?\n[ \t]*)?", regex.VERSION1)


_PATIENT_FIELDS = frozenset(
    s.strip()
    for s in (
        "res,patient,pt,patient name,pt name,name,patient's name,name of patient,client,client name,resident,"
        "resident name,member,member name,subscriber,subscriber name,claimant,decedent,deceased,student,"
        "student name,child,child's name,child name,re,subject,subj,employee,employee name,insured,"
        "insured's name,name of insured,recipient,participant,camper,athlete,inmate,detainee,defendant,"
        "applicant,beneficiary,baby,infant,newborn,full name,legal name,preferred name,preferred,alias,aka,"
        "last name,first name,surname,forename,forenames,given name,given names,family name,middle name,"
        "maiden name,last,first,patient full name,mother's name of "
        "infant,customer,policyholder,policy holder,"
        "insured name,guarantor,patient label,pt label,identification,victim,offender,client's "
        "name,passenger,"
        "injured worker,worker,veteran,service member,soldier,nickname,goes by,donor name,addressograph,"
        "name of child,consumer,individual,examinee,evaluee,driver name,name (last first),proband,traveller,"
        "traveler,patient signature,signature of patient,player,guest,introducing,prefer to be "
        "called,pupil,patient id/name,pat,pat name,"
        "name (last first mi),print name,printed name,name of deceased,name of decedent"
    ).split(",")
)
_RELATIVE_FIELDS = frozenset(
    s.strip()
    for s in (
        "next of kin,nok,emergency contact,emerg contact,emergency contact 1,emergency contact 2,emerg,"
        "contact,caller,support,contact person,hcp,health care proxy,healthcare "
        "proxy,poa,dpoa,dpoa-hc,mpoa,hcpoa,"
        "healthcare poa,guardian,legal guardian,parent,parents,parent/guardian,mother,father,mother's name,"
        "father's name,spouse,husband,wife,partner,daughter,son,sister,brother,caregiver,carer,surrogate,"
        "informant,historian,accompanied by,mom,dad,proxy,agent,health care agent,responsible party,"
        "emerg contact 1,emergency contact name,contact name,spouse name,name of spouse,mother name,"
        "father name,maternal grandmother,grandmother,next-of-kin,family contact,relative,kin,"
        "emer contact,friend,neighbor,alternate contact,alt contact,1st contact,person to notify,"
        "parent name,guardian name,decision maker,surrogate decision maker,next of kin/contact,interviewee"
    ).split(",")
)
_ROLE = regex.compile(
    rf"(?:.*[ ,./(-])?(?:{words.ROLES_COLON})(?: ?(?:1|2|one|two|md|rn|name|\(s\)|s))?", regex.VERSION1
)
_SIGNED_BY = regex.compile(
    rf"(?:.* )?(?:{words.SIGNERS})(?: electronically)?(?: by(?: and .*)?)?", regex.VERSION1
)
_DOCTOR_FIELDS = frozenset(
    "cc,c.c,copy,copies,copy to,copies to,copied to,attn,attention,att,by,rn,md,from,to,signed,signature,"
    "physician signature,provider signature,nurse signature,team,present,attendees,in attendance,apologies,"
    "staff,d/w,discussed with,report to,report called to,called to,notified,md "
    "notified,anaes,nnp,hca,referral from,"
    "referred by,referral by,seen with,relieved by,presenting,led by,"
    "signed by,dictated by,dict,tr,trans,transcribed by,typed by,attending md,ordering md,ed md,ed physician,"
    "primary,dictating,ordering,referring,attending,physicians,surgeons,performing,"
    "requesting,admitting,supervising,seen by,read by,reviewed,interpreting,provider name,physician name,"
    "doctor name,your provider,your doctor,care team,referred to,sent to dr,ref phys,ref md,ref dr,prov,"
    "ordering phys,attending phys,ord phys,req phys,prim,interp,chart prepared by".split(",")
)

FIELD_CUE = r"(?:[:=]|\.{4,})[ \t]{0,40}(?:\r?\n[ \t]{0,4}(?=\p{Lu}))?(?=[\p{L}\"“'(01])"
_CUE_BEFORE = regex.compile(
    r"[\p{L}(][\p{L}\d'’./()&+\-]*(?: [\p{L}\d'’./()&+\-]+){0,5}[ \t]*\Z",
    regex.VERSION1 | regex.REVERSE,
)


_NO_PERSON = frozenset(
    "model manufacturer test drug brand trade product file study medication generic facility hospital "
    "clinic pharmacy "
    "plan company "
    "employer agency school insurance group device program procedure order user screen street city "
    "image vendor "
    "component template form policy rule analyte payer location unit domain host server tumor "
    "protocol pet".split()
)
"""Words that before ``name`` tell that no person is meant."""
_INITIALS_FIELDS = frozenset(
    "minutes,initials,tr,trans,dict,typed,typed by,transcribed by,signed,signature,by,checked,reviewed,"
    "given by,reader,screener,staff initials,nurse initials,dictated,transcribed,initial".split(",")
)
_MANY_PARTS = frozenset(
    "re,subject,to,from,contact,attn,with,subj,identification,last,first,support,primary".split(",")
)
"""Headings after which one word alone is seldom a name."""
_OF_WHAT = frozenset("reviewed checked given notified presenting performing support primary present".split())
_INFANTS = frozenset(("baby", "infant", "newborn"))
"""Headings after which one word in small letters tells how the child is: ``Baby: pink``."""
_THEIRS = frozenset("of to for with by the from about".split())
"""Words that make ``pt`` in ``Location of pt`` no heading of its own."""
_NAMES = frozenset("name names signature signed initials identity".split())

_SPEECH = regex.compile(r"[.?!…][\"”')\]]?[ \t]*(?:\r?\n|$)|\?|[.!] \p{Lu}", regex.VERSION1)
_TURNS = 3
_MOST_TURNS = 5
"""How many lines of one speaker are looked at on either side."""
_TURNS_WITHIN = 3000
"""How far around a label its other lines are looked for, in characters."""
_LONGEST = 200
"""How much of a line is looked at, in characters."""


def _heading(cue: str) -> tuple[Label, str] | None:
    """Whose name a field of this heading holds, and the words of the heading that tell it."""
    for plain in dict.fromkeys((cue, cue.replace("rn", "m").replace("1", "l").replace("0", "o"))):
        tail = plain
        while tail:
            label = next((label for fields, label in _FIELDS if tail in fields), None)
            if label is not None:
                before = plain[: len(plain) - len(tail)].rstrip()
                last = before.rpartition(" ")[2]
                if before.endswith("/") or ("name" in tail and last in _NO_PERSON):
                    return None
                if tail in _OF_WHAT and before and last not in ("and", "&"):
                    return None  # Side effects reviewed
                if last in _THEIRS and label is not _DOCTOR_LABEL and _NAMES.isdisjoint(before.split()):
                    return None
                return label, tail
            tail = tail.partition(" ")[2]
        if plain.endswith((" by", "signed")) and _SIGNED_BY.fullmatch(plain):
            return _DOCTOR_LABEL, plain
        if _ROLE.fullmatch(plain):
            return _DOCTOR_LABEL, plain
    return None


_FIELDS = (
    (_PATIENT_FIELDS, _PATIENT_LABEL),
    (_RELATIVE_FIELDS, _RELATIVE_LABEL),
    (_DOCTOR_FIELDS, _DOCTOR_LABEL),
)
_ENDS = regex.compile(r"[ \t]*(?:[,;()\[\]|\r\n\t]|$|  |/ |\d|- |\. )", regex.VERSION1)
_RUNS_ON = regex.compile(r" (?!and |y |or |w/|on |at |with )\p{Ll}", regex.VERSION1)


def read_field(m: Any, text: str) -> Iterable[CueMatch]:
    """The value of a field whose heading, before a colon, says that a name stands there."""
    floor = max(0, m.start() - 60, text.rfind("\n", 0, m.start()) + 1)
    before = _CUE_BEFORE.search(text, floor, m.start())
    if before is None:
        return
    found = list(_read_value(text, m.end(), before[0], strict=False))
    if found and not _is_speaker(text, before, m.start()):
        yield from found


def _is_speaker(text: str, label: Any, colon: int) -> bool:
    """Whether a label tells who speaks: ``Doctor: Smoking?``. It begins several lines near here, no two of
    them alike, and most of them are speech."""
    line = text.rfind("\n", 0, label.start()) + 1
    if text[line : label.start()].strip():
        return False
    head = "\n" + text[line : colon + 1]
    found = [line - 1]
    low, high = max(0, line - _TURNS_WITHIN), colon + _TURNS_WITHIN
    while len(found) < _MOST_TURNS and (at := text.find(head, found[-1] + 1, high)) >= 0:
        found.append(at)
    at = line - 1
    while len(found) < 2 * _MOST_TURNS and (at := text.rfind(head, low, max(low, at))) >= 0:
        found.append(at)
    if low == 0 < line and text.startswith(head[1:]):
        found.append(-1)
    said = [_rest_of_line(text, at + len(head)) for at in found]
    spoken = sum(_SPEECH.search(s) is not None for s in said)
    return len(set(said)) >= _TURNS and spoken * 2 >= len(said)


def _rest_of_line(text: str, at: int) -> str:
    end = text.find("\n", at, at + _LONGEST)
    return text[at : end + 1 if end >= 0 else at + _LONGEST]


CELL_FIRST_WORDS = frozenset(
    "patient pt name client resident claimant student child guest member subscriber insured employee "
    "decedent veteran "
    "attending surgeon physician provider pcp referring ordering dictated signed nurse therapist "
    "resident fellow "
    "interpreter assistant anesthesia anesthesiologist radiologist pathologist technologist operator "
    "consultant "
    "admitting primary requesting author reviewed seen emergency next nok contact spouse mother "
    "father guardian "
    "introducing addressograph applicant re subject baby infant surname last first forename given "
    "parent sister "
    "witness performing supervising interpreting reading tech staff driver hcp poa gp dentist midwife".split()
)
_ONE_BLANK = frozenset(
    "patient pt name client resident claimant student child guest member introducing insured".split()
)


def read_cell(m: Any, text: str) -> Iterable[CueMatch]:
    """The value beside a heading, parted by two blanks or a tab; after some headings by one blank."""
    at = m.start()
    line = text.rfind("\n", 0, at) + 1
    if text[line:at].strip() and not text[max(0, at - 2) : at].endswith(
        ("  ", "\t", "| ", ". ", "> ", "* ", ") ")
    ):
        return
    if m["gap"] != " ":
        if text[line:at].strip() and text[at - 1] not in " \t":
            return
        yield from _read_value(text, m.end(), m["cell"], strict=False)
    elif m["cell"].lower() in _ONE_BLANK:
        yield from _read_value(text, m.end(), m["cell"], strict=True)


def _read_value(text: str, at: int, cue: str, *, strict: bool) -> Iterable[CueMatch]:
    """The name that begins at ``at`` if the heading calls for one.

    Args:
        strict: whether the name needs two parts and a sign after it that ends it.
    """
    if sum(c.isdigit() for c in cue) > 2:
        return  # PT 2225  LVS 2241
    heading = _heading(cue.strip(" .()#0123456789").lower().replace("’", "'"))
    if heading is None:
        return
    label, words_of_it = heading
    style = _DOCTOR_FIELD if label is _DOCTOR_LABEL else _OTHER_FIELD
    found = read_name(text, at, style)
    if found is not None and strict:
        name = text[found[0] : found[1]]
        if name[0].islower() or " " not in name or not (_ENDS.match(text, found[1]) or not name.isupper()):
            return
    if found is None or not _fits(text, found, label, words_of_it, cue):
        if label is _DOCTOR_LABEL and words_of_it in _INITIALS_FIELDS:
            q = _INITIALS.match(text, at)
            if q is not None:
                yield CueMatch({label: (q.span(),)})
        return
    ranges = [found]
    if label is not _PATIENT_LABEL:
        ranges += _more(text, found[1], style)
    yield CueMatch({label: tuple(ranges)})


_INITIALS = regex.compile(
    r"(?!(?:am|pm|md|rn|no|na|on|at|in|to|by|of|id|or|it|he|we|is)\b)(?:[a-z]{2,4}|[A-Z]{2,4}|"
    r"(?:[A-Z]\.){2,3})(?=[ \t]*(?:\r?\n|$|  |\d|;|,|=))",
    regex.VERSION1,
)


def _fits(text: str, found: Range, label: Label, heading: str, cue: str) -> bool:
    """Whether what was read looks like a name and not like the first words of a remark."""
    name = text[found[0] : found[1]]
    after = found[1]
    if text.startswith(("?", "!"), after):
        return False
    several = " " in name or "." in name or "," in name or '"' in name
    if name[0].islower() and heading in _INFANTS:
        return several
    if name[0].islower():
        return _ENDS.match(text, after) is not None and (several or heading not in _MANY_PARTS)
    if not several:
        if heading in _MANY_PARTS or _RUNS_ON.match(text, after):
            return False
        if name.isupper() and label is _DOCTOR_LABEL and (len(name) < 5 or heading == "cc"):
            return end_of_credentials(text, after) > after or (
                len(name) > 2 and cue.isupper() and heading != "cc"
            )
        if name.isupper() and (len(name) < 3 or name.lower() in words.CLINICAL_ABBREVIATIONS):
            return False
    if heading in ("cc", "c.c", "re") and name.isupper() and "," not in name:
        return end_of_credentials(text, after) > after or heading == "re"
    return not regex.match(r" ?\d+(?:\.\d+)? ?(?:mg|mcg|ml|units?|tab)\b|:", text[after : after + 12])


def _more(text: str, at: int, style: ReadingStyle) -> list[Range]:
    """The names that follow in a list: ``A. Roe RN, B. Poe RT``."""
    found: list[Range] = []
    while len(found) < 12:
        j = _JOIN.match(text, end_of_credentials(text, at))
        if j is None or not (
            more := read_name(text, j.end(), ReadingStyle(first=style.first, most=4, run=False))
        ):
            break
        name = text[more[0] : more[1]]
        if " " not in name and "." not in name and end_of_credentials(text, more[1]) == more[1]:
            break
        found.append(more)
        at = more[1]
    return found
