"""Ages, dates and jobs that stand in clinical text of others, found by their shape so that they are marked.

What is found here is marked or exchanged; a sentence where something may be one and may not is left out of
training, because an age that bears no mark would teach a model to leave ages alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.data_files import REMEDY, read_toml
from chartveil_training.synthesis.generators.identifiers import SurfaceStyle


@dataclass(frozen=True, slots=True, order=True)
class FoundIdentifier:
    """A range of a sentence that holds an identifier.

    Attributes:
        start, end: the range.
        labels: what it may be.
        style: form that something put in its stead should have.
        entity_key: who or what it is; places of one document with the same key get the same surface. Empty
            for nobody in particular.
        keep_probability: how often the surface stays as it is, in [0, 1].
    """

    start: int
    end: int
    labels: tuple[Label, ...]
    style: SurfaceStyle = SurfaceStyle.ANY
    entity_key: str = ""
    keep_probability: float = 0.0


_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_NUMBER = rf"(?:(?:a|one) hundred(?: and)?(?: (?:{_ONES}))?|(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}|{_ONES})"
_ORDINAL = (
    rf"(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|"
    rf"(?:ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)th|"
    rf"twentieth|thirtieth|{_TENS}|{_TEENS}"
)
_SPOKEN_YEAR = (
    rf"(?:two thousand(?: and)?(?: (?:(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}|{_ONES}))?|"
    rf"nineteen (?:(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS})|twenty (?:{_TEENS}|{_TENS}))"
)
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_MONTH_ALONE = "(?:January|February|April|June|July|August|September|October|November|December)"
_DAY = r"(?:3[01]|[12]?\d|0[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:19[2-9]\d|20[0-3]\d)"
_TIME_CUE = (
    r"(?:[Ii]n|[Ss]ince|[Uu]ntil|[Oo]f|[Ll]ast|[Tt]his|[Ee]arly|[Ll]ate|[Mm]id|[Bb]y|[Dd]uring|[Ff]rom)"
)
_UNIT = (
    r"(?:cc|mL|ml|mg|mcg|g|gm|grams?|kg|k?cal|[Cc]alories?|units?|IU|mm|cm|rpm|watts?|W|"
    r"cells|feet|hours|hrs|h|calories|people|patients|times|%|/)"
)

_DATES: tuple[tuple[str, SurfaceStyle, float], ...] = (
    (r"(?i:MM/DD/YY(?:YY)?)", SurfaceStyle.NUMERIC, 0.0),
    (r"Month DD,? (?:YYYY|\d{4})", SurfaceStyle.FULL, 0.0),
    (
        r"(?<![\d./-])(?:0?[1-9]|1[0-2])([/-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d(?![\d/%-])",
        SurfaceStyle.NUMERIC,
        0.3,
    ),
    (rf"{_MONTH}\.? {_DAY}(?:,? (?:of )?{_YEAR})", SurfaceStyle.FULL, 0.3),
    (rf"(?<![\d.]){_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", SurfaceStyle.MONTH_DAY, 0.5),
    (rf"{_MONTH}\.? {_DAY}(?![\d.]|\s*{_UNIT}\b)", SurfaceStyle.MONTH_DAY, 0.3),
    (rf"{_MONTH}\.?,? (?:of )?{_YEAR}", SurfaceStyle.MONTH_YEAR, 0.3),
    (
        rf"{_MONTH},?(?: the)? (?:{_ORDINAL})"
        rf"(?:,?(?: of)? (?:{_SPOKEN_YEAR}|{_YEAR}|(?:O|oh) (?:{_ONES})))?",
        SurfaceStyle.FULL,
        1.0,
    ),
    (
        rf"{_MONTH},?(?: of)? (?:{_SPOKEN_YEAR}|(?:O|oh) (?:{_ONES})|(?:{_TENS}) (?:{_ONES}))",
        SurfaceStyle.FULL,
        1.0,
    ),
    (rf"(?<={_TIME_CUE} )(?:May|March|Sept|Oct|Nov|Dec|Jan|Feb|Aug)(?![\w-])", SurfaceStyle.MONTH, 0.5),
    (rf"\b{_MONTH_ALONE}(?![\w-])", SurfaceStyle.MONTH, 0.4),
    (
        rf"(?<={_TIME_CUE} |[Bb]ack in |[Aa]round )(?:{_SPOKEN_YEAR})(?! (?:{_ONES}|mg|mil))",
        SurfaceStyle.YEAR,
        1.0,
    ),
    (
        r"(?<=(?:[Oo]n|[Dd]ated|[Ff]rom) )(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?![\d/%])",
        SurfaceStyle.ANY,
        1.0,
    ),
    (
        r"(?<=(?:[Ii]n|[Ss]ince|[Uu]ntil|HX:,?) |\()(?:0?[1-9]|1[0-2])/[089]\d(?![\d/%])",
        SurfaceStyle.ANY,
        1.0,
    ),
    (r"(?<![\d./])(?:0?[1-9]|1[0-2])/(?:19|20)\d\d(?![\d/%])", SurfaceStyle.MONTH_YEAR, 0.5),
    (rf"(?<![\d./]){_YEAR}/(?:{_YEAR}|\d\d)(?![\d/])", SurfaceStyle.ANY, 1.0),
    (r"(?:(?<=the )'?[4-9]0s|(?:19[2-9]|20[0-2])0'?s)\b", SurfaceStyle.ANY, 1.0),
    (
        rf"(?<![\d#./$-])(?<![Nn]umber |model |Model |of 1:){_YEAR}(?![\d.]*\s*{_UNIT}(?![\w])|[\d/:-])",
        SurfaceStyle.YEAR,
        0.4,
    ),
    (
        r"(?:Thanksgiving|Christmas(?: Eve| Day)?|Halloween|Easter|Labor Day|Memorial Day|Mother's Day|"
        r"New Year'?s?(?: Eve| Day)?|(?:the )?Fourth of July|Valentine's Day)"
        r"(?! (?:tree|dinner tree|farm|card))",
        SurfaceStyle.ANY,
        1.0,
    ),
    (
        r"(?<=[Oo]n the )\d{1,2}(?:st|nd|rd|th)(?=[.,;]| of this month| with| and| at| for)"
        r"(?! and \d+(?:st|nd|rd|th) (?:ribs?|toes?|fingers?|digits?))",
        SurfaceStyle.ANY,
        1.0,
    ),
)

_UNITS_OF_AGE = "years?|yrs?|months?|weeks?|days?|wks?|mos?"
_OLD = rf"(?:[ -](?:1/2|and a half))?(?:[ -]*)(?:{_UNITS_OF_AGE})"
_AGE = rf"(?:\d{{1,3}}(?:[.-]\d(?:/\d)?)?|{_NUMBER})"
_SPOKEN_AGE = rf"(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS}"
_KIN = (
    "mother|father|mom|dad|brothers?|sisters?|sons?|daughters?|aunts?|uncles?|grandmother|grandfather|"
    "grandparents?|parents?|husband|wife|siblings?|children|cousins?|MGM|MGF|PGM|PGF|half-sister|twins?|"
    "nephew|niece"
)
_PEOPLE = r"(?:female|male|man|woman|boy|girl|gentleman|lady)"
_RACE = r"(?:white|black|Caucasian|African[ -]American|Hispanic|Asian)"
_AGES = (
    r"(XX)(?=-year-old)",
    rf"(?<![\d./-])({_AGE}){_OLD}[ -]*(?:old|of age)",
    r"(?<![\d./])(\d{1,3}) ?(?:y/o|Y/O|yo|YO|y\.o\.?|Y\.O\.?)(?![a-z])",
    rf"(?<![\d./])({_AGE})[ -](?:year|yr)[ -]*(?:{_RACE} )?{_PEOPLE}",
    rf"(?<!(?i:gestational|bone|mental|developmental|conceptual) )\b[Aa]ge[sd]?:?,?"
    rf"(?: (?:of|at|is|about|approximately|around|from|was|in|the))*:? ({_AGE}|\d0'?s)\b(?! weeks?' ?gest)",
    rf"\b[Aa]ge[sd]?(?: of)? {_AGE}(?:,? {_AGE})*,?(?: and | or |-| to )({_AGE})\b(?! (?:weeks?|months?) )",
    rf"\b[Aa]ge[sd] {_AGE}, ({_AGE}),? and",
    rf"(?<![\d./])({_AGE})(?:,? and | or ){_AGE}{_OLD}[ -]*old",
    r"(?<![\d./])(\d{1,2})[- ]years?,?[- ](?:and[- ])?(?=\d+[- ](?:month|week)s?[- ]old)",
    r"(?<=years?,?[- ](?:and[- ])?)(\d{1,2})[- ](?:month|week)s?[- ]old",
    r"\bin (?:his|her|their|my|your) (?:early |mid |late |early-|mid-|late-)*"
    r"(\d0'?s|(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))\b",
    r"(?:died|deceased|expired|passed)(?: [a-z]+){0,4} at (?:about |the age of |age )?"
    rf"({_AGE})\b(?! ?[%:/]| [a-z]*m\b)",
    rf"\b[Tt]urn(?:ed|ing|s)? ({_AGE})(?= (?:in|on|this|last|later|next|years)|[.,?!])",
    r"\b(?:I'm|I am|[Hh]e's|[Hh]e is|[Ss]he's|[Ss]he is|[Yy]ou are|[Yy]ou're)"
    rf"(?: now| only| actually| about)? ({_SPOKEN_AGE}|[1-9]\d)(?=[.,!?]|$| years| now| and (?:I|this|my))",
    rf"\b(?:I|[Hh]e|[Ss]he) was (?:about |only )?({_SPOKEN_AGE})\b(?! (?:pounds|weeks|days|minutes|hours))",
    r"\b[Pp]atient,(?: age)? ([1-9]\d),",
    rf"\b(?:{_KIN}),? (?:is |was |who is |age )?([2-9]\d)(?=[.,;)]| and | with|$)",
)
_MAYBE_AGE = regex.compile(rf"\b(?i:{_KIN})\b")
_TWO_DIGITS = regex.compile(
    r"(?<![\d./#:-])[1-9]\d(?![\d/:%]|\.\d| ?(?:mg|mcg|ml|mL|cc|lb|lbs|pounds|kg|cm|mm|hours|minutes|packs?|"
    r"times|cigarettes|units|degrees|percent|weeks|days|months|years? ago|year history|inches|feet|IU|mEq))"
)

_WORK_CUE = regex.compile(
    r"\b(?:works?|worked|working|employed) (?:[a-z]+ ){0,3}?(?:as|for|at|in|with|by)\b|"
    r"\b(?:job|occupation|profession|career|retired|laid off|self-employed)\b|"
    r"\bformer (?!wife|husband|spouse|partner|boyfriend|girlfriend|heavy|smok|drink|alcohol|tobacco|user)",
    regex.I,
)
_NO_JOB = regex.compile(
    r"\b(?:lab|blood|dental|body) work\b|works? (?:well|out|up|hard|great)\b|"
    r"\bwork(?:ing|ed)? (?:up|with me|on|diagnosis)\b|retired\.|job well|(?:good|great|nice|your) job|"
    r"work(?:ed|s|ing)? for (?:a )?(?:me|him|her|short|while|about|\d)|"
    r"(?:it|this|that|medications?|medicine|not|pump|it's) (?:\w+ )?work",
    regex.I,
)


def find_dates(text: str) -> Iterator[FoundIdentifier]:
    """Dates and their parts; may overlap, the earlier pattern is the surer."""
    for pattern, style, keep in _COMPILED_DATES:
        for m in pattern.finditer(text):
            yield FoundIdentifier(m.start(), m.end(), (Label.DATE,), style, keep_probability=keep)


def find_ages(text: str) -> Iterator[FoundIdentifier]:
    """Ages, the figure or word alone."""
    for pattern in _COMPILED_AGES:
        for m in pattern.finditer(text):
            keep = 0.0 if m[1] == "XX" else 0.3 if m[1].isdigit() and int(m[1]) > 17 else 1.0
            yield FoundIdentifier(
                m.start(1), m.end(1), (Label.AGE,), SurfaceStyle.NUMERIC, keep_probability=keep
            )


# Words that are no part of an occupation's name.
_NO_MODIFIER = frozenset(
    "a an the his her their my your our its i i'm he he's she she's you it is was are were be been being "
    "am as of for with by from to and or in at on off who that which this old year yr male female young "
    "elderly white black right left handed very pleasant healthy retired former current currently "
    "previous previously local married divorced single self employed work works worked working has had "
    "have not no another one two three some any became become drunk needle power also only used saw see "
    "sees if when patient disabled otherwise good great new attending treating consulting "
    "dominant hand".split()
)
_CUES = frozenset(
    "as is was i'm am been be retired semi-retired former employed occupation occupation: job: old "
    "became".split()
)
_BETWEEN = frozenset("a an now currently former formerly primarily".split())
_NO_HEAD = frozenset("of drunk needle line screw".split())


class OccupationFinder:
    """Finds occupations of people.

    Args:
        heads: last words of occupations that no provider has: ``driver``, ``electrician``.
        roles: those that are occupations only behind a cue: ``nurse``, ``social_worker``.
    """

    def __init__(self, heads: Sequence[str], roles: Sequence[str]) -> None:
        words = sorted({w.replace("_", " ") for w in (*heads, *roles)}, key=lambda w: (-len(w), w))
        self._head = regex.compile(
            rf"\b(?:{'|'.join(words)})s?\b(?! (?:side|seat|was then|forceps|procedure))"
        )
        self._sure = frozenset(heads)

    def find(self, text: str) -> Iterator[FoundIdentifier]:
        """Occupations with the words that belong to them: ``high school chemistry teacher``."""
        for m in self._head.finditer(text):
            start = m.start()
            before = text[:start].split(" ")[:-1]
            if text[start - 1 : start] not in {" ", ""} or (before and before[-1].lower() in _NO_HEAD):
                continue
            taken = 0
            while taken < 3 and before and before[-1].isalpha() and before[-1].lower() not in _NO_MODIFIER:
                if before[-1] != before[-1].lower():
                    break
                start -= len(before.pop()) + 1
                taken += 1
            while before and before[-1].lower() in _BETWEEN and before[-1].lower() not in _CUES:
                before.pop()
            word = m[0] if m[0] in self._sure else m[0].removesuffix("s")
            if word in self._sure or (before and before[-1].lower().split("-")[-1] in _CUES):
                yield FoundIdentifier(start, m.end(), (Label.PROFESSION,), keep_probability=1.0)


def may_hold_unfound_age(text: str, taken: list[FoundIdentifier]) -> bool:
    """Whether a bare figure stands beside a word of kinship."""
    if not _MAYBE_AGE.search(text):
        return False
    return any(not any(p.start <= m.start() < p.end for p in taken) for m in _TWO_DIGITS.finditer(text))


def may_hold_unfound_occupation(text: str, taken: list[FoundIdentifier]) -> bool:
    """Whether somebody's work is spoken of and no job was found."""
    if any(Label.PROFESSION in p.labels for p in taken):
        return False
    return bool(_WORK_CUE.search(_NO_JOB.sub(" ", text)))


_COMPILED_DATES = tuple((regex.compile(rf"(?<![A-Za-z])(?:{p})(?![a-z])"), s, k) for p, s, k in _DATES)
_COMPILED_AGES = tuple(regex.compile(p) for p in _AGES)


# Placeholders and leftover names in transcribed reports: what a filler has to replace, and what is
# doubtful.


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
        lists = read_toml(review)
        try:
            written = [p.read_text(encoding="utf-8") for p in sorted((recovery / "terms").glob("*.txt"))]
            written.append((recovery / "eponyms.toml").read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as e:
            raise ResourceError(
                "a list of words is missing or damaged.", where=str(recovery), remedy=REMEDY
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
