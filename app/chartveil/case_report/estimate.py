"""Estimates how many people a case report still fits. Every assumption is open; it is no proof.

    k = population × prevalence × P(age band, sex) × P(occupation) × …

It takes the facts as independent of each other. They are not: a blind man is seldom a pilot, and many a
fisherman lives on an island, so k may be too small or, worse, too great. It also knows nothing of news
stories, of small places and of what neighbours know. Every assumption is shown with its source and can be
changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from chartveil.case_report.indirect_facts.occupation_mentions import without_trade
from chartveil.case_report.indirect_facts.occupations import occupations
from chartveil.case_report.model import AlterationKind, CaseReport, FactCategory, IndirectFact, PersonKind
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_toml
from chartveil.domain.tokenized_text import fold

CAVEAT = (
    "An estimate, no proof. It multiplies shares as if the facts were independent of each other; they are "
    "not, and news stories, small places and what neighbours know are not in it."
)

_NOT_OF_PEOPLE = frozenset({FactCategory.SPEECH, FactCategory.VALUES, FactCategory.OTHER, FactCategory.PLACE})
"""Facts that a search finds but that say nothing of how many people there are."""

_AGE = re.compile(r"(?P<low>\d+)-? (?:to (?P<high>\d+)|or more|or older)(?:-| )?(?P<unit>month|week|day)?")
_NUMBERS = {w: n for n, w in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_SMALL = re.compile(
    r"\b(?P<count>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) (?:of|out of|in|among) "
    r"(?:the |our |these |only |about |some )?(?P<of>\d{1,5}|two|three|four|five|six|seven|eight|nine|ten) "
    r"(?:\w+ ){0,2}?(?:patients|cases|people|persons|children|adults|women|men|families|members|residents|"
    r"survivors|individuals|infants|workers|passengers|pupils|students|employees|relatives)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions of the estimate; None where it is computed from the notes.

    Attributes:
        population: how many people somebody would look among.
        prevalence: of the disease, in (0, 1].
        disease: a name of the table of rare diseases; empty for none.
        sex: ``f``, ``m`` or empty for not told.
        age: first and last year of the patient's band.
        shares: part of the population that fits a fact, by the fact's key.
    """

    population: int | None = None
    prevalence: float | None = None
    disease: str | None = None
    sex: str | None = None
    age: tuple[int, int] | None = None
    shares: Mapping[str, float] = field(default_factory=dict)

    def as_stored(self) -> dict[str, object]:
        """The form that ``CaseDecisions.assumptions`` holds."""
        values = {
            "population": self.population,
            "prevalence": self.prevalence,
            "disease": self.disease,
            "sex": self.sex,
            "age": list(self.age) if self.age else None,
            "shares": dict(self.shares) or None,
        }
        return {k: v for k, v in values.items() if v is not None}

    @classmethod
    def from_stored(cls, stored: Mapping[str, Any]) -> Assumptions:
        """The assumptions in ``CaseDecisions.assumptions``.

        Raises:
            ValueError: if one cannot be; it says which and what is allowed.
        """
        unknown = stored.keys() - cls.__dataclass_fields__.keys()
        if unknown:
            raise ValueError(f"no such assumption: {', '.join(sorted(unknown))}")
        age = stored.get("age")
        made = cls(**{**stored, "age": (int(age[0]), int(age[1])) if age else None})
        if made.population is not None and made.population < 1:
            raise ValueError("the population is at least 1")
        shares = [*made.shares.values(), *([made.prevalence] if made.prevalence is not None else [])]
        if not all(0 < share <= 1 for share in shares):
            raise ValueError("a prevalence or share lies above 0 and is at most 1")
        if made.disease and made.disease not in rare_diseases():
            raise ValueError("the disease is not in the table; type its prevalence")
        if made.sex not in (None, "", "f", "m"):
            raise ValueError("the sex is f, m or empty")
        if made.age is not None and not 0 <= made.age[0] <= made.age[1]:
            raise ValueError("an age band begins before it ends")
        return made


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of the product.

    Attributes:
        name: for people, free of text of the notes: ``animals``, ``age 30 to 34, women``.
        share: of the population that it fits, in (0, 1].
        source: where the number is from.
        facts: keys of the facts that it stands for; empty for population, disease, age and sex.
    """

    name: str
    share: float
    source: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SmallNumber:
    """A small number of people in the text of a note as it becomes: ``one of 14 patients``.

    Attributes:
        note: id of the note.
        start, end: its range in the note's new text.
        count, of: the two numbers.
    """

    note: str
    start: int
    end: int
    count: int
    of: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many people fit, as things stand.

    Attributes:
        k: people that fit; below 1 where less than one is expected.
        risk: chance of meeting the patient among them, ``1 / max(k, 1)``.
        threshold: the risk that is taken for low enough.
        population: people looked among, and where the number is from.
        factors: all others of the product.
        most_telling: up to three factors of facts that would help most if dropped, the most telling first.
        standing: facts of the report that stand as they were written; the author's affiliation is one.
        warnings: for people.
        diseases: rare diseases that the notes name, the rarest first.
        caveat: what the estimate does not know.
    """

    k: float
    risk: float
    threshold: float
    population: Factor
    people: int
    factors: tuple[Factor, ...]
    most_telling: tuple[Factor, ...]
    standing: int
    warnings: tuple[str, ...]
    diseases: tuple[str, ...]
    caveat: str = CAVEAT

    @property
    def is_low(self) -> bool:
        """Whether the risk is at the threshold or below."""
        return self.risk <= self.threshold


def estimate(case: CaseReport, assumptions: Assumptions | None = None) -> Estimate:
    """How many people the case fits as it stands.

    Args:
        case: with what was decided about its facts.
        assumptions: what is taken for given; None for those decided.

    Raises:
        ValueError: if a decided assumption cannot be.
        ResourceError: if a table is missing or not valid.
    """
    assumed = assumptions or Assumptions.from_stored(case.decisions.assumptions)
    data = _tables()
    people = assumed.population or data["population"]["people"]
    source = "typed" if assumed.population else data["population"]["source"]
    diseases = named_diseases(case)
    factors = [f for f in (_disease(assumed, diseases), _age_and_sex(case, assumed)) if f is not None]
    of_facts = _of_facts(case, assumed, data)
    factors += of_facts
    k = float(people)
    for factor in factors:
        k *= factor.share
    risk = 1 / max(k, 1.0)
    tells_place = bool(case.decisions.affiliation)
    standing = len({_group(f) for f in case.facts if f.rung == 0}) + tells_place
    small = small_numbers(case)
    telling = sorted((f for f in of_facts if f.share < 1), key=lambda f: f.share)[:3]
    return Estimate(
        k,
        risk,
        data["threshold"],
        Factor("population", 1.0, source),
        people,
        tuple(factors),
        tuple(telling),
        standing,
        (*_warnings(standing, small, data, risk), *_of_affiliation(tells_place, assumed)),
        diseases,
    )


def k_by_rung(fact: IndirectFact, now: Estimate) -> tuple[float, ...]:
    """People that fit for each rung of a fact's ladder, all else as it stands.

    Args:
        fact: of a case.
        now: the estimate of the case as it stands.
    """
    factor = next((f for f in now.factors if fact.key in f.facts), None)
    without = now.k / factor.share if factor else now.k
    data = _tables()
    return tuple(without * _share(fact, rung, data) for rung in range(len(fact.ladder)))


def rare_diseases() -> Mapping[str, float]:
    """How common each disease of the table is: the middle of what is told, as a share, by name.

    Raises:
        ResourceError: if the table is missing or not valid.
    """
    return _diseases()[0]


def named_diseases(case: CaseReport) -> tuple[str, ...]:
    """Rare diseases of the table that the notes name, the rarest first."""
    shares, names = _diseases()
    text = " ".join(fold(note.note.text) for note in case.notes)
    found = {names[m.group()] for m in _disease_pattern().finditer(text)}
    return tuple(sorted(found, key=lambda name: (shares[name], name)))


def small_numbers(case: CaseReport) -> tuple[SmallNumber, ...]:
    """Denominators under 100 and counts under 3 of people, in the notes as they become."""
    data = _tables()
    found = []
    for note in case.notes:
        for m in _SMALL.finditer(note.text):
            count, of = _number(m["count"]), _number(m["of"])
            if count <= of and (of < data["denominator"] or count < data["count"]):
                found.append(SmallNumber(note.note.id, m.start(), m.end(), count, of))
    return tuple(found)


def _number(word: str) -> int:
    return _NUMBERS.get(word.lower()) or int(word)


def _disease(assumed: Assumptions, named: Sequence[str]) -> Factor | None:
    if assumed.prevalence is not None:
        return Factor("disease", assumed.prevalence, "typed")
    name = assumed.disease if assumed.disease is not None else next(iter(named), "")
    return Factor(name, rare_diseases()[name], str(_rare()["source"])) if name else None


def _age_and_sex(case: CaseReport, assumed: Assumptions) -> Factor | None:
    table = _tables()["ages"]
    sex = assumed.sex
    if sex is None:
        sex = next((p.gender for p in case.people if p.kind is PersonKind.PATIENT), "")
    age = assumed.age or _patient_age(case)
    male, everybody = table["male"], table["all"]
    counts = {"m": male, "f": [a - m for a, m in zip(everybody, male, strict=True)]}.get(sex, everybody)
    first, last = age or (0, 200)
    share = sum(n * part for n, part in zip(counts, _parts(table["from"], first, last), strict=True))
    share /= sum(everybody)
    words = [f"age {first} to {last}" if age else "", {"f": "women", "m": "men"}.get(sex, "")]
    name = ", ".join(w for w in words if w)
    return Factor(name, share, table["source"]) if name and share > 0 else None


def _parts(starts: Sequence[int], first: int, last: int) -> list[float]:
    """What part of each five-year band lies from ``first`` to ``last``, both included."""
    ends = [*starts[1:], 110]
    return [
        max(0, min(end, last + 1) - max(start, first)) / (end - start)
        for start, end in zip(starts, ends, strict=True)
    ]


def _patient_age(case: CaseReport) -> tuple[int, int] | None:
    """The band of years that the notes tell most often."""
    told: Counter[tuple[int, int]] = Counter()
    for note in case.notes:
        for a in note.alterations:
            m = _AGE.search(a.text) if a.kind is AlterationKind.AGE else None
            if m:
                low, high = int(m["low"]), int(m["high"] or 110)
                told[(0, 1) if m["unit"] else (low, high)] += 1
    return told.most_common(1)[0][0] if told else None


def _of_facts(case: CaseReport, assumed: Assumptions, data: Mapping[str, Any]) -> list[Factor]:
    """A factor for each fact; what several notes tell alike counts once, by its most telling wording."""
    grouped: dict[tuple[str, str], list[IndirectFact]] = {}
    for fact in case.facts:
        if fact.category not in _NOT_OF_PEOPLE:
            grouped.setdefault(_group(fact), []).append(fact)
    factors = []
    for (category, _), facts in sorted(grouped.items()):
        typed = [assumed.shares[f.key] for f in facts if f.key in assumed.shares and f.rung == 0]
        share = min(typed or [_share(f, f.rung, data) for f in facts])
        if share < 1:
            source = "typed" if typed else facts[0].ladder[0].source
            factors.append(Factor(category, share, source, tuple(f.key for f in facts)))
    return factors


def _group(fact: IndirectFact) -> tuple[str, str]:
    """What facts are the same in several notes: an occupation by its group, others by what is said."""
    words = fold(without_trade(fact.ladder[0].wording))
    if fact.category is not FactCategory.WORK:
        words = fold(fact.wording or fact.ladder[0].wording)
    elif (group := occupations().group(words)) is not None:
        words = group.code
    return fact.category.value, f"{fact.person}:{words}"


def _share(fact: IndirectFact, rung: int, data: Mapping[str, Any]) -> float:
    if rung == len(fact.ladder) - 1 or fact.category in _NOT_OF_PEOPLE:
        return 1.0
    own = fact.ladder[rung].share
    if own is not None:
        return own
    exact = fact.ladder[0].share
    if exact is None:
        return 1.0
    # Of several wordings the first is the narrowest.
    wider = data["generalised_times"] ** (rung / (len(fact.ladder) - 2))
    return float(min(data["generalised_most"], exact * wider))


def _warnings(standing: int, small: Sequence[SmallNumber], data: Mapping[str, Any], risk: float) -> list[str]:
    out = []
    if standing >= data["facts"]:
        out.append(
            f"{standing} indirect facts stand as they were written. From {data['facts']} on a case should be "
            "looked at again, whatever the estimate says."
        )
    denominators = sum(n.of < data["denominator"] for n in small)
    if denominators:
        out.append(f"Numbers out of fewer than {data['denominator']} people: {denominators}.")
    counts = sum(n.count < data["count"] for n in small)
    if counts:
        out.append(f"Counts of fewer than {data['count']} people: {counts}.")
    if risk > data["threshold"]:
        out.append(
            f"Fewer than {round(1 / data['threshold']) + 1} people fit: drop or generalise what tells most."
        )
    return out


def _of_affiliation(tells_place: bool, assumed: Assumptions) -> list[str]:
    if not tells_place or assumed.population is not None:
        return []
    return [
        "The author's affiliation stands above the article and tells the place: type how many people live in "
        "its region as the people looked among."
    ]


# Tables


@cache
def _tables() -> Mapping[str, Any]:
    path = resources_folder() / "case_report" / "estimate.toml"
    data = read_toml(path, "the table of the estimate")
    try:
        lengths = {len(data["ages"][k]) for k in ("from", "all", "male")}
        numbers = ("generalised_times", "generalised_most", "threshold", "facts", "denominator", "count")
        whole = len(lengths) == 1 and all(data[k] > 0 for k in numbers) and data["population"]["people"] > 0
    except (KeyError, TypeError) as e:
        raise _not_whole(path, e) from e
    if not whole:
        raise _not_whole(path, ValueError())
    return data


@cache
def _rare() -> Mapping[str, Any]:
    return read_toml(resources_folder() / "case_report" / "rare_diseases.toml", "the table of rare diseases")


@cache
def _diseases() -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Share by name, and name by each folded spelling."""
    data = _rare()
    try:
        shares = {name: 2 / (low + high) for name, (low, high) in data["one_in"].items()}
        names = {fold(name): name for name in shares}
        names.update({fold(other): name for other, name in data["also"].items() if shares[name]})
    except (KeyError, TypeError, ValueError, ZeroDivisionError, AttributeError) as e:
        raise _not_whole(resources_folder() / "case_report" / "rare_diseases.toml", e) from e
    return shares, names


@cache
def _disease_pattern() -> re.Pattern[str]:
    names = sorted(_diseases()[1], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")


def _not_whole(path: object, e: Exception) -> ResourceError:
    return ResourceError(f"the table is not whole ({type(e).__name__}).", where=str(path), remedy=REINSTALL)
