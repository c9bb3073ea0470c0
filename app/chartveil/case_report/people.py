"""Tells apart the people whom the notes of a case name, and chooses the role that replaces each name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chartveil.case_report.model import (
    CaseNote,
    Consent,
    Person,
    PersonKind,
)
from chartveil.case_report.patients import may_be_one, name_words
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import PERSON_LABELS, Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold

_NAME_ORDER = (Label.DOCTOR, Label.RELATIVE, Label.PATIENT)
_NOT_KIN_ALONE = frozenset({"colleague", "friend", "boss", "employer", "teacher", "partner"})
"""Words that are also said of people who treat."""
_DOCTOR_TITLE = re.compile(r"\b(?:drs?|prof|professor|doctor)\b\.?[ ]*$", re.IGNORECASE)
_TITLE_SEX = re.compile(r"\b(?:(?P<f>mrs|ms|miss)|mr|master)\b\.?[ ]*$", re.IGNORECASE)
_KIN_OF_WOMEN = re.compile(
    r"(?:step|grand|foster |god|half-|ex-|twin )?(?:daughter|wife|girlfriend|mother|mom|mum|mommy|sister|"
    r"aunt|"
    r"niece|"
    r"grandma|widow|fianc[ée]e|landlady)(?:-in-law)?"
)
_INITIALS = re.compile(r"[A-Z](?:[.-]{0,2}[A-Z]){1,4}\.?")
_BY = re.compile(
    r"\b(?:by|surgeons?|asst?|assist(?:ant)?|ana?es(?:th(?:etist|esiologist)?)?|operator|op|physio(?:l|"
    r"therapist)?|"
    r"scrub|radiographer|sonographer|counsell?or|midwife|nurse|tech(?:nician)?|signed)\b[ .:]*"
    r"(?:[A-Z][\w.'’-]*,?[ ]|/[ ]?|and[ ]|(?:Mr|Mrs|Ms|Miss|Dr)s?\.?[ ]){0,6}$",
    re.IGNORECASE,
)
"""Before the name of somebody who treats: ``Anaes. Mr. Rotich``, ``intubated by``."""
_TITLE = re.compile(
    r"(?:\b(?:mr|mrs|ms|miss|mx|master|dr|drs|prof|professor|doctor|sir|dame|rev|reverend|pastor|rabbi|imam|"
    r"sr|hon|bro|lt|sgt|capt|col|maj|officer|det|detective|judge)\b\.?[ ]+)+$",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?:,?[ ]?\b(?:MD|M\.D\.|DO|D\.O\.|PhD|Ph\.D\.|MBBS|MBChB|FRCS|FRCP|FACS|FACC|FACP|MRCP|MPH|MSc?|MA|"
    r"BSc|BSN|RN|LPN|"
    r"CRNP|NP|FNP(?:-C|-BC)?|DNP|APRN|ARNP|PA-C|PA|PT|DPT|OT|OTR/L|SLP|CCC-SLP|RD|LDN|PharmD|LCSW|MSW|"
    r"LICSW|CNM|"
    r"CRNA|DDS|DMD|DPM|RT|EMT(?:-P)?|PGY-?\d|MS[34]|Jr|Sr|II|III|Esq)\b\.?)+(?![\w])"
)
_SHE = re.compile(r"\b(?:she|her|hers|herself|woman|female|lady|girl|mrs|ms|miss)\b", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his|himself|man|male|gentleman|boy|mr)\b", re.IGNORECASE)
_SEX_FIELD = re.compile(r"\b(?:sex|gender)\s*[:=]\s*(f|m)", re.IGNORECASE)
_SEX_BESIDE_AGE = re.compile(
    r"(?<![\w/.])(?!9\d|1\d\d)\d{1,3}[ ]?(?:y|yrs?|yo|y/o)?\.?[ ]{0,3}/?[ ]?(F|M)\b(?![./]|[ ]?\d)"
)
_ORDER = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_REFERRING = re.compile(r"\b(?:referr(?:ed|al)\s+(?:by|from)|referring(?:\s+\w+)?)\s*:?\s*$", re.IGNORECASE)
_PRIMARY = re.compile(
    r"\b(?:pcp|primary care(?: physician| provider| doctor)?|family doctor|gp)\s*,?:?\s*$", re.IGNORECASE
)
_OPERATED = re.compile(
    r"\b(?:operated|surgery|operation|performed|resect\w+|repair(?:ed)?)\s+(?:on\s+)?(?:by|with)\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Known:
    """Somebody while the notes are gone through."""

    kind: PersonKind
    names: list[str]
    mentions: list[tuple[str, int, int]] = field(default_factory=list)
    kin: Counter[str] = field(default_factory=Counter)
    nouns: Counter[str] = field(default_factory=Counter)
    labels: Counter[Label] = field(default_factory=Counter)
    treats: bool = False

    def final_kind(self, patient: _Known) -> PersonKind:
        """Who it is by all that was found: what stands beside a name tells more than its label."""
        if self.kind is PersonKind.PATIENT:
            return self.kind
        if self.kin and not (self.treats and set(self.kin) <= _NOT_KIN_ALONE):
            return PersonKind.RELATIVE
        if self.treats:
            return PersonKind.PROVIDER
        label = max(_NAME_ORDER, key=lambda n: (self.labels[n], -_NAME_ORDER.index(n)))
        if label is Label.DOCTOR:
            return PersonKind.PROVIDER
        family = {name_words(n)[-1] for n in patient.names if len(name_words(n)) > 1}
        named_so = any(set(name_words(n)) & family for n in self.names)
        return PersonKind.RELATIVE if label is Label.RELATIVE or named_so else PersonKind.OTHER


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name in a note, with its title and degrees."""

    note: str
    start: int
    end: int
    name: str
    degrees: str
    title: str


@dataclass(frozen=True)
class CasePeople:
    """The people of a case.

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
    for pattern in (_SEX_FIELD, _SEX_BESIDE_AGE):
        for note in notes:
            if m := pattern.search(note.text):
                return m[1].lower()
    she = sum(len(_SHE.findall(n.text)) for n in notes)
    he = sum(len(_HE.findall(n.text)) for n in notes)
    if she >= 2 * he and she:
        return "f"
    return "m" if he >= 2 * she and he else ""


def find_people(
    notes: Sequence[CaseNote], patient: str, decided: Mapping[str, tuple[str, Consent, str]]
) -> CasePeople:
    """Finds all people that the notes name or mention.

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
            if span.label in PERSON_LABELS:
                mention = name_mention(note, span.start, span.end)
                kin, noun = _kin_beside(note.text, mention), _noun_beside(note.text, mention)
                found.append((note, span, mention, kin, noun))
    # Those whose kinship is said come first, then who treats: a bare name elsewhere is then known. Initials
    # are known by the names.
    for note, span, mention, kin, noun in sorted(found, key=_order_of_telling):
        treats = not kin and _treats(note.text, mention, noun)
        number = _who(known, mention, span.label, kin, treats=treats, gender=gender)
        person = known[number]
        person.names.append(mention.name)
        person.mentions.append((note.id, span.start, span.end))
        person.kin.update([kin] if kin else [])
        person.nouns.update([noun] if noun else [])
        person.labels[span.label] += 1
        person.treats |= treats or bool(kin and _DOCTOR_TITLE.search(mention.title))
        at[note.id, span.start] = number
    for person in known[1:]:
        person.kind = person.final_kind(known[0])
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


def name_mention(note: CaseNote, start: int, end: int) -> NameMention:
    """The name in a range of a note, widened over its title and degrees."""
    text = note.text
    name = text[start:end]
    title = ""
    if m := _TITLE.search(text[max(0, start - 24) : start]):
        title = m.group()
        start -= len(title)
    degrees = _DEGREES.match(text, end)
    return NameMention(
        note.id, start, degrees.end() if degrees else end, name, degrees.group() if degrees else "", title
    )


def _order_of_telling(found: tuple[CaseNote, Span, NameMention, str, str]) -> tuple[bool, bool, bool]:
    _, span, mention, kin, _ = found
    return not kin, bool(_INITIALS.fullmatch(mention.name.strip())), span.label is not Label.DOCTOR


def _treats(text: str, m: NameMention, noun: str) -> bool:
    """Whether what stands beside a name says that this person treats."""
    return bool(
        noun
        or m.degrees
        or _DOCTOR_TITLE.search(m.title)
        or _BY.search(text[max(0, m.start - 60) : m.start].rpartition("\n")[2])
    )


def _kin_beside(text: str, m: NameMention) -> str:
    """The kin word that stands with a name: ``her daughter Anna``, ``Anna (daughter)``, ``dtr Anna``."""
    kin = role_words().kin
    line = text[max(0, m.start - 40) : m.start].rpartition("\n")[2]
    before = re.search(
        rf"\b(?:({kin})|({SHORT_KIN}))\b\.?[ ]?(?:,|\(|is|was|named|called|:)?[ ]*(?:is|named|called)?[ ]*$",
        line,
        re.I,
    )
    if before and not re.match(r"\s*dear\b", line, re.IGNORECASE):
        return _kin_word(before[1] or before[2])
    after = re.match(
        rf"[ ]?(?:,|\()[ ]?(?:(?:her|his|their|the|(?:the[ ])?(?:patient|pt|baby|"
        rf"infant|child|boy|girl|kid)['’]s)[ ])?(?:\w+[ ])?(?:({kin})|({SHORT_KIN}))\b(?!['’]s)",
        text[m.end : m.end + 50],
        re.IGNORECASE,
    )
    return _kin_word(after[1] or after[2]) if after else ""


def _kin_word(written: str) -> str:
    folded = fold(written)
    return _SHORT_KIN.get(folded, folded)


_SHORT_KIN = {
    "husb": "husband",
    "hubby": "husband",
    "dtr": "daughter",
    "dau": "daughter",
    "s/o": "father",
    "d/o": "father",
    "w/o": "husband",
    "mam": "mother",
    "baby": "baby",
    "baby boy": "baby",
    "baby girl": "baby",
    **dict.fromkeys(
        (
            "granny",
            "gran",
            "nan",
            "nana",
            "gogo",
            "shosho",
            "bibi",
            "nani",
            "dadi",
            "ammachi",
            "abuela",
            "oma",
            "nonna",
        ),
        "grandmother",
    ),
    **dict.fromkeys(
        ("grandad", "granddad", "gramps", "dada", "nana ji", "abuelo", "opa", "nonno"), "grandfather"
    ),
}
"""Short forms; ``S/o Prakasan`` names whose son the patient is."""
SHORT_KIN = "|".join(sorted(map(re.escape, _SHORT_KIN), key=lambda w: -len(w)))


def _noun_beside(text: str, m: NameMention) -> str:
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
    short = re.search(r"(?:^|[.;/\n]|[ ]{2})[ ]*([A-Z][a-z]{1,12})\.[ ]*$", before)
    if short and (role := words.provider_fields.get(short[1].lower())):
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


def _who(known: list[_Known], m: NameMention, label: Label, kin: str, *, treats: bool, gender: str) -> int:
    """Number of the person a name means; a new one where nobody is called so."""
    patient = known[0]
    if kin.startswith("baby") and _fits(patient, m.name):
        kin = ""
    if not kin and _is_patient(known, m, label, treats=treats, gender=gender):
        if not patient.names:
            patient.names.append(m.name)
        return 0
    if _INITIALS.fullmatch(m.name.strip()):
        wanted = _letters(m.name)
        for number, person in enumerate(known):
            if any(wanted == _initials(n) for n in person.names):
                return number
    fitting = [
        n
        for n, person in enumerate(known)
        if n and _fits(person, m.name) and _may_be_called(person, m, kin, treats=treats)
    ]
    if fitting:
        sex = _title_sex(m)
        # ``Mrs. Berg`` is the mother, where both parents are called so.
        return min(fitting, key=lambda n: (_kin_denies(known[n], sex), not known[n].labels[label], n))
    known.append(_Known(PersonKind.OTHER, []))
    return len(known) - 1


def _may_be_called(person: _Known, m: NameMention, kin: str, *, treats: bool) -> bool:
    """Whether what stands beside a name may be said of somebody who is known."""
    if kin and person.kin:
        return kin in person.kin
    if kin:
        return not person.treats
    if person.kin and treats:
        return len(name_words(m.name)) > 1 and bool(_NOT_KIN_ALONE & set(person.kin))
    return True


def _is_patient(known: Sequence[_Known], m: NameMention, label: Label, *, treats: bool, gender: str) -> bool:
    """Whether a name without a word of kinship means the patient."""
    patient, words = known[0], name_words(m.name)
    sex = _title_sex(m)
    if treats or (sex and gender and sex != gender):
        return False
    if _INITIALS.fullmatch(m.name.strip()):
        return any(_letters(m.name) == _initials(n) for n in patient.names)
    fits = _fits(patient, m.name)
    others = any(_fits(p, m.name) for p in known[1:])
    if label is Label.PATIENT:
        if not patient.names or fits:
            return True
        if others:
            return False
        # A nickname, a married name, a slip: one word, or one that the patient has too.
        full = {w for n in patient.names for w in name_words(n) if len(w) > 1}
        return not m.title and (len(words) < 2 or bool(full & set(words)))
    if label is Label.DOCTOR:
        return fits and not others and not m.title
    if _is_given_name(patient, m.name):
        return True
    return fits and not _given_differs(patient, m.name) and len(words) > 1


def _title_sex(m: NameMention) -> str:
    found = _TITLE_SEX.search(m.title)
    return "" if found is None else "f" if found["f"] else "m"


def _kin_denies(person: _Known, sex: str) -> bool:
    """Whether the kinship of a person is of the other sex than a title."""
    if not sex or not person.kin:
        return False
    return any(bool(_KIN_OF_WOMEN.fullmatch(k)) != (sex == "f") for k in person.kin)


def _letters(name: str) -> str:
    return re.sub(r"[^a-z]", "", fold(name))


def _initials(name: str) -> str:
    """The first letters of a name of two words or more: ``Ipsita Mohapatra-Nair`` is ``imn``."""
    words = re.findall(r"[^\W\d_]+", " ".join(name.replace("-", " ").split()))
    if "," in name:
        family, _, given = name.replace("-", " ").partition(",")
        words = re.findall(r"[^\W\d_]+", f"{given} {family}")
    return "".join(fold(w)[0] for w in words) if len(words) > 1 else ""


def _fits(person: _Known, name: str) -> bool:
    """Whether a name may be a person's. Whole names are held against whole ones: not everybody of a family
    is the one who is called by the family name somewhere."""
    names = [n for n in person.names if name_words(n)]
    if len(name_words(name)) > 1:
        names = [n for n in names if len(name_words(n)) > 1] or names
    return any(may_be_one(name, other) for other in names)


def _given_differs(person: _Known, name: str) -> bool:
    given = {name_words(n)[0] for n in person.names if len(name_words(n)) > 1}
    return bool(given) and name_words(name)[0] not in given


def _is_given_name(person: _Known, name: str) -> bool:
    return name_words(name) in {name_words(n)[:1] for n in person.names if len(name_words(n)) > 1}


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
            if kin.startswith("baby"):
                continue  # who is the patient of many notes
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
        elif person.kind is PersonKind.OTHER:
            used["person"] += 1
            roles[key] = "another person" if used["person"] == 1 else _another("person", used["person"] + 1)
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
