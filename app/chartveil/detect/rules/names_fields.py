"""Names in the fields of a header or a signature block: ``Patient:``, ``Attending:``, ``Next of kin``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules import names_words as words
from chartveil.detect.rules.names_grown import CueMatch, Range
from chartveil.detect.rules.names_reader import ALL_STOP_WORDS, ReadingStyle, end_of_credentials, read_name
from chartveil.domain import Label

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
