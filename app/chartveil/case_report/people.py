"""Who is named or spoken of in the notes of a case, and the role that stands for each name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chartveil.case_report.model import (
    Alteration,
    AlterationKind,
    CaseNote,
    Consent,
    Person,
    PersonKind,
)
from chartveil.case_report.patients import may_be_one, name_words
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold

_NAMES = frozenset({Label.PATIENT, Label.RELATIVE, Label.DOCTOR})
_TITLE = re.compile(
    r"(?:\b(?:mr|mrs|ms|miss|mx|master|dr|drs|prof|professor|doctor|sir|dame|rev|reverend|pastor|rabbi|imam|"
    r"sr|hon|lt|sgt|capt|col|maj|officer|det|detective|judge)\b\.?[ ]+)+$",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?:,?[ ]?\b(?:MD|M\.D\.|DO|D\.O\.|PhD|Ph\.D\.|MBBS|MBChB|FRCS|FRCP|FACS|FACC|FACP|MRCP|MPH|MSc?|MA|"
    r"BSc|BSN|RN|LPN|"
    r"CRNP|NP|FNP(?:-C|-BC)?|DNP|APRN|ARNP|PA-C|PA|PT|DPT|OT|OTR/L|SLP|CCC-SLP|RD|LDN|PharmD|LCSW|MSW|"
    r"LICSW|CNM|"
    r"CRNA|DDS|DMD|DPM|RT|EMT(?:-P)?|PGY-?\d|MS[34]|Jr|Sr|II|III|Esq)\b\.?)+(?![\w])"
)
_DETERMINER = (
    r"(?:the|a|an|[A-Z][\w-]+['’]s|her|his|their|our|my|your|this|that|another|"
    r"the[ ]patient['’]s|pt['’]s|patient['’]s)"
)
_SENTENCE_END = re.compile(
    r"(?:^|[.!?\n•]|\n[ \t]*[-*•]|\n[ \t]*\d+[.)]|(?:^|\n)[ \t]*[A-Z][A-Za-z/& ]{1,28}:)[\s\"'“”(\[]*$"
)
_PERSON_FIELD = re.compile(
    r"(?:^|\n|[ \t]{2}|[.;,|][ ])[ \t]*(?:[a-z]+[ ]){0,2}(?:by|provider|patient|pt|name|author|operator|"
    r"physician|surgeon|assistant|attending|consultant|nurse|doctor|radiologist|pathologist|endoscopist|an(?:a?)esthesia|"
    r"resident|clinician|therapist|caller|informant|witness|referrer)s?[ ]?:[ \t]*$",
    re.IGNORECASE,
)
_SHE = re.compile(r"\b(?:she|her|hers|herself|woman|female|lady|girl|mrs|ms|miss)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his|himself|man|male|gentleman|boy|mr)\b", re.IGNORECASE)
_SEX_FIELD = re.compile(r"\b(?:sex|gender)\s*[:=]\s*(f|m)", re.IGNORECASE)
_ORDER = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_REFERRING = re.compile(r"\b(?:referr(?:ed|al)\s+(?:by|from)|referring(?:\s+\w+)?)\s*:?\s*$", re.IGNORECASE)
_PRIMARY = re.compile(
    r"\b(?:pcp|primary care(?: physician| provider| doctor)?|family doctor|gp)\s*,?:?\s*$", re.IGNORECASE
)
_OPERATED = re.compile(
    r"\b(?:operated|surgery|operation|performed|resect\w+|repair(?:ed)?)\s+(?:on\s+)?(?:by|with)\s*$",
    re.IGNORECASE,
)
_ADMIN_LINE = re.compile(
    r"[ \t>*_-]*(?:(?:electronically|digitally)[ ](?:co-?)?\w+|(?:co-?)?(?:signed|dictated|authenticated|"
    r"transcribed|typed|attested)[ ]?(?:by\b|:|on\b)|dear\b|yours[ ](?:sincerely|faithfully|truly)|"
    r"(?:(?:with[ ])?(?:kind|best|warm)[ ])?regards[,.]?[ ]*$|sincerely[,.]?[ ]*$|"
    r"(?:with[ ])?best wishes[,.]?[ ]*$|"
    r"(?:with[ ])?many thanks[,.]?[ ]*$|page \d+ of|\[?(?:d|t|dd|dt)[:/ ]+\d|"
    r"(?:scribe|transcriptionist|author|typist)[ ]?:)",
    re.IGNORECASE,
)
_LONGEST_ADMIN_LINE = 110
_WORDS_OF_PROSE = 5
"""Words behind a salutation from which on they are a sentence of the letter."""
_SALUTATION = re.compile(r"[ \t]*dear\b[^,:\n]{0,50}[,:][ \t]*", re.IGNORECASE)
_FIRST_SENTENCE = re.compile(r"(?:(?!(?:Dr|Mr|Mrs|Ms|Prof)\.).)+?[a-z\d)]\.[ \t]+(?=[A-Z])")
_ADMIN_BEFORE_NAME = re.compile(
    r"[ \t>*_-]*(?:cc|(?:verified|entered|approved|reported|prepared|completed|reviewed) by)[ ]?:?[ ]*"
    r"(?:(?:dr|mr|mrs|ms|prof)s?\.?[ ]*)?$",
    re.IGNORECASE,
)
"""What is a signature or list only where a name follows: ``CC`` may be a chief complaint."""


@dataclass(slots=True)
class _Known:
    """Somebody while the notes are gone through."""

    kind: PersonKind
    names: list[str]
    mentions: list[tuple[str, int, int]] = field(default_factory=list)
    kin: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name in a note, with its title and degrees."""

    note: str
    start: int
    end: int
    name: str
    degrees: str


@dataclass(frozen=True)
class CasePeople:
    """Everybody of a case.

    Attributes:
        people: the register, the patient first.
        gender: of the patient: ``f``, ``m`` or empty.
        roles: by key.
        at: key of who is meant, by note and start of the name.
    """

    people: tuple[Person, ...]
    gender: str
    roles: Mapping[str, str]
    at: Mapping[tuple[str, int], str]


def patient_gender(notes: Sequence[CaseNote]) -> str:
    """``f`` or ``m`` as the notes tell; empty where they do not."""
    for note in notes:
        if m := _SEX_FIELD.search(note.text):
            return m[1].lower()
    she = sum(len(_SHE.findall(n.text)) for n in notes)
    he = sum(len(_HE.findall(n.text)) for n in notes)
    if she >= 2 * he and she:
        return "f"
    return "m" if he >= 2 * she and he else ""


def find_people(
    notes: Sequence[CaseNote], patient: str, decided: Mapping[str, tuple[str, Consent, str]]
) -> CasePeople:
    """Tells apart everybody whom the notes name or speak of.

    Args:
        notes: of the case.
        patient: the patient's name, as far as it is known.
        decided: role, consent and reason by key of the person.
    """
    gender = patient_gender(notes)
    known: list[_Known] = [_Known(PersonKind.PATIENT, [patient] if patient else [])]
    at: dict[tuple[str, int], int] = {}
    found = []
    for note in notes:
        for span in note.spans:
            if span.label in _NAMES:
                mention = _mention(note, span.start, span.end)
                kin, noun = _kin_beside(note.text, mention), _noun_beside(note.text, mention)
                found.append((note, span, mention, kin, noun))
    # Those whose kinship is said come first: a bare name elsewhere is then known.
    for note, span, mention, kin, noun in sorted(found, key=lambda f: not f[3]):
        number = _who(known, mention, span.label, kin, is_titled=mention.start < span.start or bool(noun))
        person = known[number]
        person.names.append(mention.name)
        person.mentions.append((note.id, span.start, span.end))
        person.kin.update([kin] if kin else [])
        person.nouns.update([noun] if noun else [])
        at[note.id, span.start] = number
    _add_unnamed(known, notes)
    numbered: Counter[PersonKind] = Counter()
    keys = []
    for person in known:
        numbered[person.kind] += 1
        keys.append(f"{person.kind.name.lower()}:{numbered[person.kind]}")
    roles = _roles(known, keys, gender)
    people = []
    for key, person in zip(keys, known, strict=True):
        role, consent, why = decided.get(key, ("", Consent.OPEN, ""))
        roles[key] = role or roles[key]
        if key not in decided and person.kind is PersonKind.PROVIDER:
            consent, why = Consent.NOT_NEEDED, "mentioned by role alone"
        names = tuple(dict.fromkeys(n for n in person.names if n))
        people.append(
            Person(
                key,
                person.kind,
                roles[key],
                names,
                tuple(person.mentions),
                gender if person.kind is PersonKind.PATIENT else "",
                consent,
                why,
            )
        )
    return CasePeople(tuple(people), gender, roles, {where: keys[n] for where, n in at.items()})


def _mention(note: CaseNote, start: int, end: int) -> _Mention:
    text = note.text
    name = text[start:end]
    if m := _TITLE.search(text[max(0, start - 24) : start]):
        start -= len(m.group())
    degrees = _DEGREES.match(text, end)
    return _Mention(
        note.id, start, degrees.end() if degrees else end, name, degrees.group() if degrees else ""
    )


def _kin_beside(text: str, m: _Mention) -> str:
    """The kin word that stands with a name: ``her daughter Anna``, ``Anna (daughter)``."""
    kin = role_words().kin
    before = re.search(
        rf"\b({kin})[ ]?(?:,|\(|is|was|named|called|:)?[ ]*(?:is|named|called)?[ ]*$",
        text[max(0, m.start - 40) : m.start],
        re.I,
    )
    if before:
        return fold(before[1])
    after = re.match(
        rf"[ ]?(?:,|\()[ ]?(?:(?:her|his|their|the|the patient['’]s|patient['’]s|"
        rf"pt['’]s)[ ])?(?:\w+[ ])?({kin})\b",
        text[m.end : m.end + 50],
        re.IGNORECASE,
    )
    return fold(after[1]) if after else ""


def _noun_beside(text: str, m: _Mention) -> str:
    """What a provider is, as it stands with the name."""
    words = role_words()
    before, after = text[max(0, m.start - 60) : m.start], text[m.end : m.end + 50]
    if _REFERRING.search(before):
        return "referring physician"
    if _PRIMARY.search(before):
        return "primary care physician"
    field_name = re.search(
        r"(?:^|\n|[ \t]{2,}|[.;,][ ])[ \t]*([A-Za-z][A-Za-z ]{1,28}?)[ ]?:[ \t]*$", "\n" + before
    )
    if field_name and (role := words.provider_fields.get(field_name[1].lower())):
        return role
    if found := re.search(rf"\b({words.provider})[ ]?,?[ ]*$", before, re.IGNORECASE):
        return fold(found[1])
    beside = re.match(r"[ ]?(?:\(|,[ ]?|of[ ]|from[ ]|in[ ]|with[ ])(?:the[ ])?([A-Za-z/ ]{2,30})", after)
    if beside:
        said = fold(beside[1]).strip()
        for words_taken in range(min(3, len(said.split())), 0, -1):
            phrase = " ".join(said.split()[:words_taken])
            if phrase in words.specialties and (len(phrase) > 3 or beside.group().lstrip().startswith("(")):
                return words.specialties[phrase]
        if (
            noun := re.match(rf"(?:(?:her|his|the|our)[ ])?({words.provider})\b", said)
        ) and not _verb_follows(said):
            return noun[1]
    if _OPERATED.search(before):
        return "surgeon"
    for degree in re.findall(r"[A-Za-z][A-Za-z/-]+", m.degrees):
        if degree in words.degrees:
            return words.degrees[degree]
    return ""


def _verb_follows(said: str) -> bool:
    return said.startswith(("doctor", "resident", "fellow")) and len(said.split()) > 3


def _who(known: list[_Known], m: _Mention, label: Label, kin: str, *, is_titled: bool) -> int:
    """Number of the person a name means; a new one where nobody is called so."""
    patient = known[0]
    if kin:
        wanted = PersonKind.RELATIVE
    elif label is Label.PATIENT:
        if not patient.names:
            patient.names.append(m.name)
        return (
            0 if _fits(patient, m.name) or not _fits_any(known[1:], m.name) else _first_fit(known, m.name, 1)
        )
    elif label is Label.DOCTOR:
        wanted = PersonKind.PROVIDER
        relatives = [n for n, p in enumerate(known) if p.kind is PersonKind.RELATIVE and _fits(p, m.name)]
        if relatives and not is_titled and not m.degrees:
            return relatives[0]
    else:
        wanted = PersonKind.RELATIVE
        if _is_given_name(patient, m.name):
            return 0
        if _fits(patient, m.name) and not _given_differs(patient, m.name) and len(name_words(m.name)) > 1:
            return 0
    for number, person in enumerate(known):
        if person.kind is wanted and _fits(person, m.name):
            if wanted is PersonKind.RELATIVE and kin and person.kin and kin not in person.kin:
                continue
            return number
    known.append(_Known(wanted, []))
    return len(known) - 1


def _fits(person: _Known, name: str) -> bool:
    return any(may_be_one(name, other) for other in person.names if name_words(other))


def _given_differs(person: _Known, name: str) -> bool:
    given = {name_words(n)[0] for n in person.names if len(name_words(n)) > 1}
    return bool(given) and name_words(name)[0] not in given


def _is_given_name(person: _Known, name: str) -> bool:
    return name_words(name) in {name_words(n)[:1] for n in person.names if len(name_words(n)) > 1}


def _fits_any(people: Sequence[_Known], name: str) -> bool:
    return any(_fits(p, name) for p in people)


def _first_fit(known: Sequence[_Known], name: str, start: int) -> int:
    return next(n for n, p in enumerate(known) if n >= start and _fits(p, name))


def _add_unnamed(known: list[_Known], notes: Sequence[CaseNote]) -> None:
    """Relatives that the notes speak of without a name."""
    pattern = re.compile(
        rf"\b(?:her|his|their|the patient['’]s|patient['’]s|pt['’]s)[ ](?:(?!(?:and|or|"
        rf"own)\b)\w+[ ])?({role_words().kin})\b",
        re.IGNORECASE,
    )
    for note in notes:
        for m in pattern.finditer(note.text):
            kin = fold(m[1])
            found = next((p for p in known if p.kind is PersonKind.RELATIVE and kin in p.kin), None)
            if found is None:
                found = _Known(PersonKind.RELATIVE, [])
                found.kin[kin] += 1
                known.append(found)
            found.mentions.append((note.id, m.start(), m.end()))


def _roles(known: Sequence[_Known], keys: Sequence[str], gender: str) -> dict[str, str]:
    roles: dict[str, str] = {}
    used: Counter[str] = Counter()
    whose = {"f": "her", "m": "his"}.get(gender, "the patient's")
    for key, person in zip(keys, known, strict=True):
        if person.kind is PersonKind.PATIENT:
            roles[key] = "the patient"
        elif person.kind is PersonKind.RELATIVE:
            kin = person.kin.most_common(1)[0][0] if person.kin else ""
            used[kin] += 1
            if not kin:
                roles[key] = "a relative" if used[kin] == 1 else _another("relative", used[kin])
            else:
                roles[key] = f"{whose} {kin}" if used[kin] == 1 else _another(kin, used[kin])
        else:
            noun = person.nouns.most_common(1)[0][0] if person.nouns else "colleague"
            noun = _PLAIN_NOUNS.get(noun, noun)
            used[noun] += 1
            if used[noun] > 1:
                roles[key] = _another(noun, used[noun])
            else:
                roles[key] = f"a {noun}" if noun == "colleague" else f"the {noun}"
    return roles


_PLAIN_NOUNS = {"doctor": "physician", "attending": "attending physician", "pcp": "primary care physician"}


def _another(noun: str, number: int) -> str:
    if number > len(_ORDER):
        return f"a further {noun} ({number})"
    word = _ORDER[number - 1]
    return f"{'an' if word.startswith('e') else 'a'} {word} {noun}"


# Names in a text


_GOES_ON = re.compile(
    r",[ ](?:an?|the|who|which|whose|aged|born|now|then|currently|with|her|his|their|my|our|\d)\b",
    re.IGNORECASE,
)
"""After a comma: what a sentence goes on with, so that the comma stays."""


def alter_people(note: CaseNote, people: CasePeople) -> list[Alteration]:
    """What stands for the names of a note. An empty text is left out, with what goes with it."""
    made: list[Alteration] = []
    for span in note.spans:
        if span.label in _NAMES:
            mention = _mention(note, span.start, span.end)
            key = people.at[note.id, span.start]
            made.append(_altered(note.text, mention, people.roles[key], key, span.label))
    return made


def _altered(text: str, m: _Mention, role: str, key: str, label: Label) -> Alteration:
    """One name as its role, in the grammar of its place."""
    start, end = m.start, m.end

    def alteration(a: int, b: int, words: str, reason: str = "a name as a role") -> Alteration:
        return Alteration(a, b, words, AlterationKind.PERSON, label, reason, key)

    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    nouns = role_words().kin if key.startswith("relative") else role_words().provider
    if key.startswith("patient"):
        nouns = r"(?:patient|pt)"
    # ``Anna, her daughter,`` and ``Anna (daughter)``: the words after the name say it.
    if found := re.match(
        rf"[ ]?,[ ]({_DETERMINER}[ ](?:\w+[ ])?{nouns})\b(['’]s)?(,)?", after, re.IGNORECASE
    ):
        words = _cased(text, start, found[1])
        return alteration(start, end + found.end(), words + (found[2] or ""))
    specialty = re.match(r"[ ]?(?:\(|,[ ])([A-Za-z/ ]{2,30})(?:\)|(?=[,.;]))", after)
    if key.startswith("provider") and specialty and fold(specialty[1]).strip() in role_words().specialties:
        end += specialty.end()
        after = text[end : end + 60]
    if found := re.match(rf"[ ]?\((?:{_DETERMINER}[ ])?(?:\w+[ ])?{nouns}\)", after, re.IGNORECASE):
        return alteration(start, end + found.end(), _cased(text, start, role))
    noun = role.split(" ", 1)[-1]
    if key.startswith("provider") and (
        found := re.match(rf",[ ]{re.escape(noun)}(?=[ ]*(?:[.;\n]|$))", after, re.I)
    ):
        return alteration(start, end + found.end(), _cased(text, start, role))
    # ``her daughter Anna``, ``her daughter, Anna,``, ``her daughter (Anna)``: the words before it do.
    lead = re.search(
        rf"(?P<det>\b{_DETERMINER}[ ](?:[\w-]+[ ]){{0,2}})?\b(?P<noun>{nouns})(?P<gap>,?[ ]\(?|"
        rf"[ ]named[ ]|[ ]called[ ]|,[ ]named[ ])$",
        before,
        re.IGNORECASE,
    )
    if lead:
        at = start - (len(before) - lead.start("gap"))
        gap = lead["gap"]
        if "(" in gap and not after.startswith(")"):
            return alteration(start, end, "", "a name beside its role")
        closes = "(" in gap
        if closes or (gap.startswith(",") and after.startswith(",") and not _GOES_ON.match(after)):
            end += 1
        plain = lead["det"] or (
            key.startswith("relative") and starts_sentence(text, start - len(before) + lead.start())
        )
        if plain and not re.match(r"(?:a|another)\b", role):
            return alteration(at, end, "", "a name beside its role")
        at = start - (len(before) - lead.start())
        return alteration(at, end, _cased(text, at, role))
    if article := re.search(r"\b(?:the|a|an)[ ]$", before, re.IGNORECASE):
        start -= len(article.group())
    possessive = ""
    if (
        end < len(text)
        and text[end] in "'’"
        and not re.match(r"['’]s?\w", text[end:])
        and text[end - 1] in "sS"
    ):
        end, possessive = end + 1, "'s"
        if text[end : end + 1] in ("s", "S"):
            end += 1
    if re.match(r"[ ](?:family|household|home|residence)\b", text[end:], re.IGNORECASE):
        possessive = "'s"
    return alteration(start, end, _cased(text, start, role) + possessive)


def _cased(text: str, at: int, words: str) -> str:
    """The words with a capital where a sentence begins."""
    if starts_sentence(text, at):
        return words[:1].upper() + words[1:]
    return words[:1].lower() + words[1:] if words[:1].isupper() else words


def starts_sentence(text: str, at: int) -> bool:
    """Whether a sentence or a line begins at a place."""
    if _PERSON_FIELD.search(text[max(0, at - 48) : at]):
        return False  # ``Read by:``
    return bool(_SENTENCE_END.search(text[at - 40 : at] if at > 40 else "\n" + text[:at])) and not re.search(
        r"\b(?:dr|mr|mrs|ms|vs|st|prof|approx|no|e\.g|i\.e|pt|hx|wt|temp)\.[ ]*$",
        text[max(0, at - 8) : at],
        re.IGNORECASE,
    )


def is_admin_line(line: str, name_at: int = -1) -> bool:
    """Whether a line is a signature, a salutation or a list of copies: none of it is prose of the case.

    Args:
        line: of a note.
        name_at: where the first name of a provider in it begins; -1 for none.
    """
    return bool(_ADMIN_LINE.match(line)) or (name_at >= 0 and bool(_ADMIN_BEFORE_NAME.match(line[:name_at])))


def admin_length(line: str) -> int:
    """How much of a signature or salutation line is one: all of a short line, of a longer one, and of one
    that goes on with a sentence, what stands before its text."""
    salutation = _SALUTATION.match(line)
    if salutation and len(line[salutation.end() :].split()) >= _WORDS_OF_PROSE:
        return salutation.end()
    if len(line) <= _LONGEST_ADMIN_LINE:
        return len(line)
    found = salutation or _FIRST_SENTENCE.match(line)
    return found.end() if found else len(line)
