"""Other identifiers in the slots of an annotated note, in the shape of those that stood there."""

from __future__ import annotations

import random
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.text_shape import misread_digits_to_letters, misread_letters_to_digits
from chartveil_training.samples import IdentifierMark, Sample, SampleBuilder
from chartveil_training.synthesis.generators.dates import DateShifter
from chartveil_training.synthesis.generators.handles import HandleGenerator, ascii_letters
from chartveil_training.synthesis.generators.identifiers import PERSON_LABELS
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.generators.numbers import NumberGenerator, nearby_age
from chartveil_training.synthesis.generators.organizations import OrganizationGenerator
from chartveil_training.synthesis.generators.places import PlaceGenerator
from chartveil_training.synthesis.generators.random_draws import chance
from chartveil_training.synthesis.generators.surface_form import (
    looks_scanned_number,
    looks_scanned_word,
    match_case,
    match_line_break,
    misread_number,
    misread_word,
)
from chartveil_training.synthesis.refill.people import (
    PeopleOfNote,
    ReplacementPeople,
    read_people_of_note,
)

NUMBER_LABELS = frozenset(
    (
        Label.PHONE, Label.FAX, Label.SSN, Label.MRN, Label.HEALTHPLAN, Label.ACCOUNT, Label.LICENSE,
        Label.VEHICLE, Label.DEVICE, Label.BIOID, Label.IDNUM, Label.ZIP, Label.IP,
    )
)  # fmt: skip
PHRASE_LABELS = frozenset(
    (Label.HOSPITAL, Label.ORGANIZATION, Label.CITY, Label.LOCATION_OTHER, Label.STREET)
)
FIGURE_LABELS = NUMBER_LABELS | {Label.DATE, Label.AGE}
SMALL_WORDS = frozenset("of the and for at in on & de la".split())


@dataclass(frozen=True, repr=False)
class RefillPlan:
    """What refilling needs to know of a note, worked out once.

    Attributes:
        people: those it mentions.
        dates: its dates as written.
        scanned: whether it looks like a scan.
        whole_phrases: label and folded phrase → folded longer phrase of that label that it shortens.
        towns_in_names: folded name of an organisation → folded name of a town in it that the note names.
    """

    people: PeopleOfNote
    dates: tuple[str, ...]
    scanned: bool
    whole_phrases: dict[tuple[Label, str], str]
    towns_in_names: dict[str, str]


def read_refill_plan(note: Sample, names: NameGenerator) -> RefillPlan:
    """Reads people, dates and phrases of a note; ``names`` tells given names from family names."""
    surfaces = [(m.labels[0], note.text[m.start : m.end]) for m in note.marks]
    phrases = list(dict.fromkeys((label, phrase_key(s)) for label, s in surfaces if label in PHRASE_LABELS))
    scanned = sum(
        looks_scanned_number(s)
        if label in FIGURE_LABELS
        else label in PERSON_LABELS | PHRASE_LABELS and looks_scanned_word(s)
        for label, s in surfaces
    )
    return RefillPlan(
        read_people_of_note(note, names),
        tuple(s for label, s in surfaces if label is Label.DATE),
        scanned > 2,
        _wholes(phrases),
        _towns(phrases),
    )


def phrase_key(surface: str) -> str:
    """The phrase folded, misread digits as the letters they stand for; equal for mentions of one thing."""
    return fold(" ".join(misread_digits_to_letters(w) for w in surface.split())).strip(" .,")


def _wholes(phrases: list[tuple[Label, str]]) -> dict[tuple[Label, str], str]:
    """Short forms among phrases: words of a longer one in a row, or its initials."""
    out = {}
    for label, short in phrases:
        for other, whole in phrases:
            words = whole.split()
            if other is not label or len(words) <= short.count(" ") + 1:
                continue
            letters = "".join(w[0] for w in words if w not in SMALL_WORDS)
            if f" {short} " in f" {whole} " or (len(short) > 1 and short == letters):
                out[label, short] = whole
                break
    return out


def _towns(phrases: list[tuple[Label, str]]) -> dict[str, str]:
    """Names of organisations that hold the name of a town of the note."""
    cities = [key for label, key in phrases if label is Label.CITY]
    return {
        key: city
        for label, key in phrases
        if label in (Label.HOSPITAL, Label.ORGANIZATION)
        for city in cities
        if f" {city} " in f" {key} " and city != key
    }


_MOST_PLANS_KEPT = 1024
_ARTICLE_TRIES = 40


class Refiller:
    """Refills the slots of annotated notes.

    Args:
        lists: what identifiers are drawn from.
        keep: probability that a slot keeps what stands there (all mentions of a name together).
        other_shape: probability that a number or code takes another of the usual shapes of its label.
    """

    def __init__(self, lists: IdentifierLists, *, keep: float = 0.0, other_shape: float = 0.25) -> None:
        self._lists = lists
        self.keep_probability = keep
        self.other_shape_probability = other_shape
        self.names = NameGenerator(lists)
        self.numbers = NumberGenerator(lists.words)
        self.places = PlaceGenerator(lists, self.names)
        self.organizations = OrganizationGenerator(lists, self.places)
        self.handles = HandleGenerator(lists, self.names)
        self.holidays = lists.words.get("dates.holidays", ())
        self._plans: OrderedDict[Sample, RefillPlan] = OrderedDict()

    def refill(self, note: Sample, rng: random.Random) -> Sample:
        """The note with another identifier in each slot; its text outside of marks stays as it is.

        Mentions of one person or place change together. The same seed gives the same note.
        """
        filling = _NoteRefill(self, note, self._plan(note), rng)
        builder = SampleBuilder(note.source, note.unmarked_labels)
        at = 0
        for mark in note.marks:
            builder.add(note.text[at : mark.start])
            builder.add(filling.surface(mark), *mark.labels)
            at = mark.end
        return builder.add(note.text[at:]).build()

    def _plan(self, note: Sample) -> RefillPlan:
        plan = self._plans.get(note)
        if plan is None:
            plan = self._plans[note] = read_refill_plan(note, self.names)
            if len(self._plans) > _MOST_PLANS_KEPT:
                self._plans.popitem(last=False)
        return plan


class _NoteRefill:
    """One refill of one note."""

    def __init__(self, refiller: Refiller, note: Sample, plan: RefillPlan, rng: random.Random) -> None:
        self._refiller = refiller
        self._note = note
        self._plan = plan
        self._rng = rng
        self._cast = ReplacementPeople(plan.people, refiller.names, rng, refiller.keep_probability)
        self._dates = DateShifter(plan.dates, rng, refiller.holidays)
        self._age_shift = rng.random()
        self._made: dict[tuple[str, str], str] = {}
        self._digits: dict[str, str] = {}
        self._hosts: dict[str, str] = {}

    def surface(self, mark: IdentifierMark) -> str:
        """The text that stands for a mark: never empty, without blanks at its edges."""
        old = self._note.text[mark.start : mark.end]
        label = mark.labels[0]
        if label in PERSON_LABELS:
            new = self._cast.replacement_for(mark.start)
        else:
            new = self._same(label, old, mark)
            if label in PHRASE_LABELS and new != old:
                new = match_case(new, old)
        if "\n" in old and "\n" not in new:
            new = match_line_break(new, old, self._rng)
        if self._plan.scanned and new != old:
            new = self._misread(new, old, label)
        return new.strip() or old

    def _same(self, label: Label, old: str, mark: IdentifierMark) -> str:
        """What stands for a surface: made once, then the same wherever it is met."""
        key = (label.value, phrase_key(old)) if label in PHRASE_LABELS else (_group(label), old)
        if key not in self._made:
            keeps = self._refiller.keep_probability > 0 and chance(self._rng, self._refiller.keep_probability)
            self._made[key] = old if keeps else self._make(label, old, mark)
        return self._made[key]

    def _misread(self, new: str, old: str, label: Label) -> str:
        if label in FIGURE_LABELS:
            damaged = looks_scanned_number(old) or chance(self._rng, 0.3)
            return misread_number(new, self._rng) if damaged else new
        damaged = looks_scanned_word(old) or chance(self._rng, 0.25)
        return misread_word(new, self._rng) if damaged else new

    def _make(self, label: Label, old: str, mark: IdentifierMark) -> str:
        rng, refiller = self._rng, self._refiller
        if label in PHRASE_LABELS:
            return self._phrase(label, old, mark)
        if label is Label.DATE:
            return self._dates.replacement_for(old)
        if label is Label.AGE:
            return nearby_age(old, rng, self._age_shift)
        if label in NUMBER_LABELS:
            return self._number(label, old)
        if label is Label.STATE:
            return match_case(refiller.places.state(rng, old), old)
        if label is Label.COUNTRY:
            return match_case(refiller.places.country(rng, old), old)
        if label is Label.PROFESSION:
            return self._profession(old, mark)
        if label is Label.USERNAME:
            return self._username(old)
        if label is Label.EMAIL:
            return self._email(old)
        if label is Label.URL:
            return refiller.handles.url_like(old, rng)
        return old

    # ── phrases ──────────────────────────────────────────────────────────────────────────────────

    def _phrase(self, label: Label, old: str, mark: IdentifierMark) -> str:
        key = phrase_key(old)
        whole = self._plan.whole_phrases.get((label, key))
        if whole and (new := self._whole(label, whole)):
            return _shortened(new, key, whole)
        city = self._plan.towns_in_names.get(key)
        town = (self._whole(Label.CITY, city) or "") if city else ""
        refiller = self._refiller
        plain_old = _in_title_case(old)
        draw: dict[Label, Callable[[random.Random], str]] = {
            Label.HOSPITAL: lambda rng: refiller.organizations.hospital(rng, plain_old, town),
            Label.ORGANIZATION: lambda rng: refiller.organizations.organization(rng, plain_old, town),
            Label.CITY: lambda rng: refiller.places.city(rng, plain_old),
            Label.STREET: lambda rng: refiller.places.street(rng, plain_old),
            Label.LOCATION_OTHER: refiller.places.landmark,
        }
        made = self._nearest(draw[label], len(old.split()))
        before = self._note.text[max(0, mark.start - 4) : mark.start].lower()
        return re.sub(r"^[Tt]he ", "", made) if before == "the " else made

    def _whole(self, label: Label, key: str) -> str | None:
        """What stands for another phrase of the note, made now if it comes later."""
        for mark in self._note.marks:
            old = self._note.text[mark.start : mark.end]
            if mark.labels[0] is label and phrase_key(old) == key:
                return self._same(label, old, mark)
        return None

    def _nearest(self, draw: Callable[[random.Random], str], words: int) -> str:
        """Of a few drawn, the one whose number of words is nearest; now and then any."""
        made = draw(self._rng)
        if chance(self._rng, 0.3):
            return made
        for _ in range(3):
            if abs(made.count(" ") + 1 - words) <= (words > 3):
                break
            other = draw(self._rng)
            if abs(other.count(" ") + 1 - words) < abs(made.count(" ") + 1 - words):
                made = other
        return made

    # ── others ───────────────────────────────────────────────────────────────────────────────────

    def _number(self, label: Label, old: str) -> str:
        digits = "".join(c for c in old if c.isdecimal())
        if len(digits) >= 3:
            for longer, new in self._digits.items():
                if digits == longer and len(digits) == len(old):
                    return new
                if len(digits) < len(longer) and longer.endswith(digits) and len(new) >= len(digits):
                    tail = iter(new[-len(digits) :])
                    return "".join(next(tail) if c.isdecimal() else c for c in old)
        shape = misread_letters_to_digits(old) if self._plan.scanned else old
        made = self._refiller.numbers.replacement_for(
            shape, label, self._rng, self._refiller.other_shape_probability
        )
        self._digits[digits] = "".join(c for c in made if c.isdecimal())
        return made

    def _profession(self, old: str, mark: IdentifierMark) -> str:
        before = self._note.text[max(0, mark.start - 4) : mark.start]
        article = re.search(r"\b(an?)\s+$", before, re.IGNORECASE)
        made = self._nearest(lambda rng: self._refiller.organizations.profession(rng, old), len(old.split()))
        for _ in range(_ARTICLE_TRIES if article else 0):
            if article and _takes_an(made) == (article[1].lower() == "an"):
                break
            made = self._refiller.organizations.profession(self._rng, old)
        if old.endswith("s") and not old.endswith("ss") and "'" not in old and not made.endswith("s"):
            made += "s"
        made = match_case(made, old)
        return made[:1].upper() + made[1:] if old[:1].isupper() else made

    def _username(self, old: str) -> str:
        made = self._local(old) or self._refiller.handles.username(self._rng)
        if old.isdecimal():
            made = self._refiller.numbers.replacement_for(old, Label.IDNUM, self._rng, 0.0)
        return made.upper() if old.isupper() else made.lower() if old.islower() else made

    def _local(self, old: str) -> str | None:
        """A handle of the person of the note whose name the old one holds."""
        low = ascii_letters(old)
        for role in self._plan.people.full_names:
            parts = [w for w in role.family.split() if len(w) > 2]
            if any(w in low for w in parts) or (len(parts) and parts[0][:5] in low and len(parts[0]) > 4):
                return self._refiller.handles.login_of_person(
                    self._cast.given_name(role.given), self._cast.family_name(role.family), self._rng
                )
        return None

    def _email(self, old: str) -> str:
        local, _, host = old.partition("@")
        made = self._local(local)
        if made is None and chance(self._rng, 0.3):
            made = local.lower() if not any(c.isdecimal() for c in local) and len(local) < 8 else None
        address = self._refiller.handles.email(self._rng, made)
        if host:
            new_host = self._hosts.setdefault(host.lower(), address.partition("@")[2])
            address = address.partition("@")[0] + "@" + new_host
        return address.upper() if old.isupper() else address.lower()


def _group(label: Label) -> str:
    """Numbers are the same number under any label."""
    return "number" if label in NUMBER_LABELS else label.value


def _in_title_case(text: str) -> str:
    """A phrase in capitals of which one word alone may be an abbreviation, in title case; else as it is."""
    return text.title() if text.isupper() and (" " in text or len(text) > 6) else text


def _takes_an(word: str) -> bool:
    """Whether ``an`` goes before a word, as it sounds: ``an actuary``, ``an RN``, ``a union rep``."""
    first = word.split()[0]
    if first.isupper() and len(first) < 5:
        return first[0] in "AEFHILMNORSX"
    return first[0].lower() in "aeiou" and not re.match(r"uni|uti|ups|eu", first, re.IGNORECASE)


def _shortened(new: str, short: str, whole: str) -> str:
    """The short form of a new phrase that the old short form was of the old phrase."""
    words = new.split()
    if f" {short} " not in f" {whole} ":
        letters = "".join(w[0] for w in words if w.lower() not in SMALL_WORDS and w[0].isalpha()).upper()
        return letters if len(letters) > 1 else words[0]
    n = short.count(" ") + 1
    if whole.startswith(short):
        head = words[: max(1, min(n, len(words) - 1))]
        while len(head) > 1 and head[-1].lower() in SMALL_WORDS:
            head.pop()
        return " ".join(head).rstrip(",") if head[0].lower() not in SMALL_WORDS or len(head) > 1 else new
    return " ".join(words[-n:])
