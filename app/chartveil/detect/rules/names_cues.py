"""Names beside titles, roles, credentials, signatures, relatives and in letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import regex

from chartveil.detect.rules import names_words as words
from chartveil.detect.rules.names_grown import CueMatch, Range, first_letter_run, single_match
from chartveil.detect.rules.names_reader import (
    ALL_STOP_WORDS,
    STOP_WORDS,
    STOP_WORDS_AFTER_TITLE,
    ReadingStyle,
    fold_part,
    is_credential,
    read_name,
    read_name_before,
)
from chartveil.domain import Label

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
