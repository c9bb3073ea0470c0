"""What refilling needs to know of a note, worked out once for many refills."""

from __future__ import annotations

from dataclasses import dataclass

from chartveil.domain import Label
from chartveil.surrogates.shape import misread_digits_to_letters
from chartveil.training.sample import Sample
from chartveil.training.synthesis.fill_names import NameGenerator
from chartveil.training.synthesis.refill_people import PERSON_LABELS, PeopleOfNote, read_people_of_note
from chartveil.training.synthesis.shape import looks_scanned_number, looks_scanned_word
from chartveil.words import fold

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
        whole_phrases: label and folded phrase → folded longer phrase of that label that it is a short form of.
        towns_in_names: folded name of an organisation → folded name of the town in it that the note names too.
    """

    people: PeopleOfNote
    dates: tuple[str, ...]
    scanned: bool
    whole_phrases: dict[tuple[Label, str], str]
    towns_in_names: dict[str, str]


def read_refill_plan(note: Sample, names: NameGenerator) -> RefillPlan:
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
