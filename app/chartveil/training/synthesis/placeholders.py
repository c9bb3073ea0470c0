"""Placeholders and leftover names in transcribed reports: what a filler has to replace, and what is doubtful.

In the reports `Dr. X`, `ABC Hospital`, `Ms. XYZ` or `Month DD, YYYY` stand where identifiers were; here and
there a real-looking name, date or place was left. Each is found by what stands around it. A sentence with a
capitalised word that is neither found nor known as a term is doubtful: it is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.domain import Label
from chartveil.errors import ResourceError
from chartveil.lexicon.store import DictionaryFolder
from chartveil.training.synthesis.filler import SurfaceStyle
from chartveil.training.synthesis.stated import (
    FoundIdentifier,
    OccupationFinder,
    find_ages,
    find_dates,
    may_hold_unfound_age,
    may_hold_unfound_occupation,
)

_TERMS = ("clinical_words", "hpo", "icd10cm", "abbreviations", "not_names")
_NAMES = (
    ("first_names", "frequent"),
    ("first_names", "rare"),
    ("surnames", "frequent"),
    ("surnames", "usual"),
    ("cities", "major"),
)
_WORD = regex.compile(r"[a-z]+(?:['-][a-z]+)*")

_INITIAL = r"[A-HJ-Z](?![a-zA-Z-]|'[a-rt-z])"
_CAP = r"[A-Z][a-z]+(?:[A-Z][a-z]+)?(?:-[A-Z][a-z]+)?"
_DUMMY = r"(?:ABCD?|XYZ|XYX|X{3,}|ASDF|Xyz|AAA|BBB)"
_DOCTOR = regex.compile(
    rf"\b(?:Drs?|DRS?)\.? +((?:{_DUMMY}|{_INITIAL}|Sample Doctor\d?|{_CAP})"
    rf"(?:(?<=[A-Z]) [A-Z](?![\w'.-]))*(?: {_CAP})?)(?: (?:and|or) (?:Dr\.? )?({_INITIAL}|{_CAP}))?"
)
_SPOKEN_DOCTOR = regex.compile(rf"\b[Dd]octor ((?:[A-HJ-Z] ?){{1,4}}(?= |[.,;?!']|$)(?:{_CAP})?|{_CAP})")
_TITLE = regex.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|MR|MS|MRS|[Mm]ister|[Mm]isses)\b\.? +"
    rf"((?:{_DUMMY}|{_INITIAL}|Sample Patient|{_CAP}))(?: ({_CAP}))?"
)
_RELATIVE = regex.compile(
    r"\b(?:mother|father|mom|dad|brother|sister|son|daughter|aunt|uncle|husband|wife|cousin|niece|nephew|friend)"
    rf",? ({_CAP})(?=,| is\b| was\b| who\b|'s\b|\.)"
)
_SAMPLE = regex.compile(r"\bSample (Doctor|Patient)\b\d?")
_CRED = regex.compile(rf"\b({_DUMMY})(?=,? (?:M\.?D|D\.?O|Ph\.?D|R\.?N|N\.?P|P\.?A)\b)")
_SERIAL = regex.compile(r"(?i)\bserial (?:number|no\.?|#)s?:? ?(?:is |of )?#?([A-Z]*\d[A-Z\d-]+)")
_UNIVERSITY = regex.compile(rf"\bUniversity of {_CAP}(?: {_CAP})?|\b{_CAP} University\b")
_LIVES = regex.compile(
    r"\b(?:lives?|lived|living|born|raised|grew up|moved|moving|native|originally|resid(?:es?|ing)|"
    r"visit(?:s|ing|ed)?|trip|back|traveled|travelled|ranch|while|from|stationed)(?: [a-z]+)? "
    rf"(?:in|from|to|of|near) ({_CAP}(?: {_CAP})?)"
)
_TOWN = regex.compile(rf"\b(?:in|to|from|near|downtown) ({_CAP}(?: {_CAP})?)(?=,? )")
_EMPLOYER = regex.compile(
    r"\b(?:work(?:s|ed|ing)?|employed|employee|retired|driver|job|shift)(?: [a-z]+){0,3} "
    rf"(?:at|for|from|of|by|with)(?: the)? ({_CAP}(?: (?:and |& )?{_CAP}){{0,3}})"
)
_BARE = regex.compile(rf"\b{_DUMMY}\b")
_KEPT_APART = regex.compile(r"\bXX\b|\bYY\b|X{4,}|\bYYYY\b|_{3,}|\*{2,}|\bMonth\b|\bASDF\b|\bnan\b|\ufffd")
_TOKEN = regex.compile(r"(?<![\w'-])[A-Z][\w'-]*")
_TITLES = frozenset("dr drs mr mrs ms miss mister doctor".split())
_ABBREVIATION = regex.compile(r"[A-Z]{2,4}'?s?|[A-Z]{5}s")
_NAMES_IN_ROW = regex.compile(rf"\b{_CAP}(?: {_CAP}){{0,2}}")
_HEAD = regex.compile(
    r" (?:pouch|retractor|valve|collar|stentless|porcine|[Hh]eart|stem|criteria|procedure|score|scale)"
)


@dataclass(frozen=True, slots=True)
class CarrierVocabulary:
    """Words that tell names from terms.

    Attributes:
        terms: words that may be written with a capital without being a name; in small letters.
        names: words that are usual names of people or towns.
        common: plain English words.
        doubtful: words with which a sentence is left out.
        towns: names of large ones, as written.
        states_and_countries: names of states and countries, as written, with their label.
        occupations: finds occupations.
        facility: finds named places of care; ``kind`` and ``generic`` words make no name by themselves.
    """

    terms: frozenset[str]
    names: frozenset[str]
    common: frozenset[str]
    doubtful: frozenset[str]
    towns: frozenset[str]
    states_and_countries: dict[str, Label]
    occupations: OccupationFinder
    facility: regex.Pattern[str]
    generic: frozenset[str]

    @classmethod
    def load(
        cls, store: DictionaryFolder, recovery: Path, review: Path, texts: Iterable[str]
    ) -> CarrierVocabulary:
        """Reads dictionaries and lists.

        Args:
            store: the compiled dictionaries.
            recovery: folder with ``terms/`` and ``eponyms.toml``.
            review: ``carriers.toml``.
            texts: the reports themselves: a word they write small twice is a plain word.

        Raises:
            ResourceError: if a file is missing or not valid.
        """
        try:
            lists = tomllib.loads(review.read_text(encoding="utf-8"))
            written = [p.read_text(encoding="utf-8") for p in sorted((recovery / "terms").glob("*.txt"))]
            written.append((recovery / "eponyms.toml").read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
            raise ResourceError(
                "a list of words is missing or damaged.", where=str(review), remedy="Install Chartveil again."
            ) from e
        written += [t for name in _TERMS for t in store.terms(name)]
        written += [*store.terms("drugs", "words"), *store.terms("drugs", "phrases")]
        terms = {w for text in written for w in _WORD.findall(text.lower())}
        seen: dict[str, int] = {}
        for text in texts:
            for word in regex.findall(r"\b[a-z][a-z']+(?:-[a-z]+)*\b", text):
                seen[word] = seen.get(word, 0) + 1
        terms |= {w for w, n in seen.items() if n > 1}
        terms |= set(lists["words"]["known"].split())
        kinds = "|".join(lists["facilities"]["kinds"].split())
        facility = (
            rf"(?:(?:{_DUMMY}|St\.|{_CAP}|[A-Z]+(?='s)|of|and)(?:'s)?,? ){{1,5}}(?:{kinds})\b(?: {kinds})?"
        )
        return cls(
            frozenset(terms),
            frozenset(t.lower() for name, file in _NAMES for t in store.terms(name, file)),
            frozenset(
                t for z in ("40", "45", "50", "55", "60") for t in store.terms("common_words", f"zipf_{z}")
            ),
            frozenset(lists["words"]["doubtful"].split()),
            _titled(store.terms("cities", "major")),
            dict.fromkeys(sorted(_titled(store.terms("countries"))), Label.COUNTRY)
            | dict.fromkeys(sorted(_titled(store.terms("states"))), Label.STATE),
            OccupationFinder(lists["jobs"]["heads"].split(), lists["jobs"]["roles"].split()),
            regex.compile(facility),
            frozenset((*lists["facilities"]["generic"].split(), *lists["facilities"]["kinds"].split())),
        )

    def is_term(self, word: str) -> bool:
        """Whether a capitalised word needs no doubt: it, or each part of it, is a term or a plain word."""
        key = word.lower().rstrip("'-").removesuffix("'s")
        if key in self.doubtful:
            return False
        if key in _TITLES or _ABBREVIATION.fullmatch(word) or any(c.isdigit() for c in key):
            return True
        if key in self.terms or key.replace("'", "") in self.terms:
            return True
        if key in self.common and key not in self.names:
            return True
        if "-" in key or "'" in key:
            return all(p in self.terms or p in self.common or len(p) < 3 for p in regex.split("[-']", key))
        return len(key) == 1


def _titled(names: Iterable[str]) -> frozenset[str]:
    return frozenset(n.title() for n in names)


def find_identifiers(sentence: str, known: CarrierVocabulary) -> tuple[FoundIdentifier, ...] | None:
    """The identifiers of a sentence, sorted and disjoint; None where the sentence is doubtful."""
    taken: list[FoundIdentifier] = []
    for place in _candidates(sentence, known):
        if all(place.end <= p.start or place.start >= p.end for p in taken):
            taken.append(place)
    taken.sort()
    if may_hold_unfound_age(sentence, taken) or may_hold_unfound_occupation(sentence, taken):
        return None
    rest = sentence
    for p in taken:
        rest = rest[: p.start] + " " * (p.end - p.start) + rest[p.end :]
    if (
        _KEPT_APART.search(rest)
        or _BARE.search(rest)
        or not all(known.is_term(w) for w in _TOKEN.findall(rest))
    ):
        return None
    return tuple(taken)


def _candidates(text: str, known: CarrierVocabulary) -> Iterator[FoundIdentifier]:
    """Everything found, the surest first; may overlap."""
    yield from _people(text, known)
    yield from find_dates(text)
    yield from find_ages(text)
    for m in _SERIAL.finditer(text):
        yield FoundIdentifier(m.start(1), m.end(1), (Label.DEVICE,))
    yield from _facilities(text, known)
    yield from _towns(text, known)
    yield from _bare_placeholders(text)
    yield from known.occupations.find(text)


def _people(text: str, known: CarrierVocabulary) -> Iterator[FoundIdentifier]:
    for pattern in (_DOCTOR, _SPOKEN_DOCTOR):
        for m in pattern.finditer(text):
            for group in (1, 2):
                name = m[group] if group <= len(m.groups()) else None
                if not name or not _may_name(name, known, pattern is _SPOKEN_DOCTOR):
                    continue
                start, end = m.start(group), m.end(group)
                while text[end - 1] in " ":
                    end -= 1
                two = " " in name.strip() and not name.startswith(("X Y", "Sample"))
                style = SurfaceStyle.FULL if two else SurfaceStyle.LAST
                yield FoundIdentifier(
                    start, end, (Label.DOCTOR,), style, entity_key=f"doctor {name.strip().lower()}"
                )
    for m in _TITLE.finditer(text):
        first, last = m.span(1), m.span(2)
        if not _may_name(m[1], known, spoken=True):
            continue
        dummy = bool(regex.fullmatch(rf"{_DUMMY}|{_INITIAL}|Sample Patient", m[1]))
        labels = (Label.PATIENT,) if dummy else (Label.PATIENT, Label.RELATIVE)
        key = "patient" if dummy else f"person {m[1].lower()}"
        end = last[1] if m[2] and m[2].lower() not in known.common else first[1]
        yield FoundIdentifier(
            first[0], end, labels, SurfaceStyle.LAST if end == first[1] else SurfaceStyle.FULL, key
        )
    for m in _RELATIVE.finditer(text):
        if m[1].lower() in known.names and m[1].lower() not in known.common:
            key = f"person {m[1].lower()}"
            yield FoundIdentifier(m.start(1), m.end(1), (Label.RELATIVE,), SurfaceStyle.FIRST, key)
    for m in _SAMPLE.finditer(text):
        label = Label.DOCTOR if m[1] == "Doctor" else Label.PATIENT
        yield FoundIdentifier(m.start(), m.end(), (label,), SurfaceStyle.FULL, entity_key=m[1].lower())
    for m in _CRED.finditer(text):
        yield FoundIdentifier(m.start(1), m.end(1), (Label.DOCTOR,), SurfaceStyle.FULL)


def _may_name(name: str, known: CarrierVocabulary, spoken: bool) -> bool:
    """Whether the word behind a title can be its bearer. In speech plain words follow ``doctor`` too."""
    word = name.split()[0].lower()
    if regex.fullmatch(_DUMMY, name.split()[0]):
        return True
    if len(word) == 1:
        return not spoken or word not in {"a", "i"}
    return not (spoken and word in known.common and word not in known.names) and word not in {
        "and",
        "who",
        "will",
    }


def _facilities(text: str, known: CarrierVocabulary) -> Iterator[FoundIdentifier]:
    for m in _UNIVERSITY.finditer(text):
        yield FoundIdentifier(m.start(), m.end(), (Label.HOSPITAL, Label.ORGANIZATION), SurfaceStyle.FULL)
    for m in known.facility.finditer(text):
        words = m[0].split()
        at = 0
        while at < len(words) and words[at] in {
            "The",
            "At",
            "In",
            "From",
            "of",
            "and",
            "A",
            "Her",
            "His",
            "To",
        }:
            at += 1
        named = [
            w
            for w in words[at:]
            if w.removesuffix("'s").strip(",") not in known.generic and w not in {"of", "and"}
        ]
        if named and not any("," in w for w in words):
            start = m.end() - len(" ".join(words[at:]))
            yield FoundIdentifier(start, m.end(), (Label.HOSPITAL,), SurfaceStyle.FULL)


def _towns(text: str, known: CarrierVocabulary) -> Iterator[FoundIdentifier]:
    for m in _NAMES_IN_ROW.finditer(text):
        words = m[0].split(" ")
        for first in range(len(words)):
            for last in range(len(words), first, -1):
                name = " ".join(words[first:last])
                label = known.states_and_countries.get(name)
                start = m.start() + len(" ".join(words[:first])) + (first > 0)
                if label and not _HEAD.match(text, pos=start + len(name)):
                    yield FoundIdentifier(start, start + len(name), (label,), keep_probability=1.0)
    for m in _EMPLOYER.finditer(text):
        if not all(known.is_term(w) for w in m[1].split()):
            yield FoundIdentifier(m.start(1), m.end(1), (Label.ORGANIZATION,), SurfaceStyle.ANY)
    for pattern in (_LIVES, _TOWN):
        for m in pattern.finditer(text):
            words = m[1].split()
            if m[1] in known.towns or (pattern is _LIVES and not any(known.is_term(w) for w in words)):
                yield FoundIdentifier(m.start(1), m.end(1), (Label.CITY,), SurfaceStyle.ANY)
            elif words[0] in known.towns:
                yield FoundIdentifier(m.start(1), m.start(1) + len(words[0]), (Label.CITY,), SurfaceStyle.ANY)


def _bare_placeholders(text: str) -> Iterator[FoundIdentifier]:
    """`ABC` and the like, by the word before it."""
    for m in _BARE.finditer(text):
        if m[0].startswith("XXX"):
            continue  # a side or a size: "XXX eye"
        before = regex.search(r"([\w']+)\s*$", text[: m.start()])
        word = before[1].lower() if before else ""
        if word in {"at", "to", "from", "in", "the"}:
            yield FoundIdentifier(m.start(), m.end(), (Label.HOSPITAL,), SurfaceStyle.ANY)
        elif word in {"by", "with", "see", "sees", "saw", "per"}:
            yield FoundIdentifier(m.start(), m.end(), (Label.DOCTOR,), SurfaceStyle.FULL)
        elif regex.match(r" (?:is|was) an? \S+-old", text, pos=m.end()):
            yield FoundIdentifier(
                m.start(), m.end(), (Label.PATIENT,), SurfaceStyle.FULL, entity_key="patient"
            )
