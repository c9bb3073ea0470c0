"""Plants known leaks in reading copies, to measure how many leaks a reader misses.

They are put into copies of notes that are not in the sample, so that no found leak keeps a reader from
looking on in a note that counts. Where originals are at hand, one of the note's own identifiers is put back;
where the release holds tags (``[NAME]``), a tag is filled in; else a sentence is added that such notes may
hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text
from chartveil.spot_check.layers import NoteLayer
from chartveil.spot_check.originals import ReplacedText
from chartveil.store.spot_checks.records import LeakKind, PlantedLeak
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists

TAG = re.compile(r"\[\*\*[^\]\n]{1,60}\*\*\]|\[[A-Z][A-Z_ -]{2,30}\d*\]|<[A-Z][A-Z_ -]{2,30}\d*>")
"""Tags that tools put in the place of identifiers."""
_SENTENCE_END = re.compile(r"(?<=[a-z]{2}\.)(?=\s|$)")
_TAGGED = {
    Label.DATE: ("DATE", "DAY", "MONTH"),
    Label.PHONE: ("PHONE", "FAX", "CONTACT", "TELEPHONE"),
    Label.MRN: ("ID", "MRN", "NUMBER", "SSN", "ACCOUNT"),
    Label.STREET: ("STREET", "ADDRESS"),
    Label.CITY: ("CITY", "LOCATION", "HOSPITAL", "STATE"),
    Label.DOCTOR: ("DOCTOR", "STAFF", "PROVIDER"),
    Label.PATIENT: ("NAME", "PATIENT", "PERSON", "LASTNAME", "RELATIVE"),
}
_DATE = re.compile(r"(?i)\d{1,4}[/.-]\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True, slots=True)
class _Template:
    label: Label
    kind: LeakKind
    sentences: tuple[str, ...]
    beside: bool


@cache
def _templates() -> tuple[_Template, ...]:
    text = read_text(resources_folder() / "planted_leaks.toml", "the list of planted leaks")
    return tuple(
        _Template(Label(t["label"]), LeakKind(t["kind"]), tuple(t["sentences"]), t.get("layer") == "beside")
        for t in tomllib.loads(text)["leak"]
    )


def plant_leak(
    layers: Sequence[NoteLayer], seed: bytes, turn: int, replaced: Sequence[ReplacedText] = ()
) -> PlantedLeak:
    """A leak for the reading copy of a note.

    Args:
        layers: of the note, the text first.
        seed: of the draw; what is planted follows from it.
        turn: which of the planted leaks it is: kinds take turns.
        replaced: identifiers of the original and what stands for them, where it is at hand.

    Returns:
        Where it stands; ``with_planted`` puts it there.
    """
    stream = KeyedRandom(seed, "planted", str(turn))
    own = [r for r in replaced if r.is_identifier]
    if own:  # made-up ones would not stand in the original
        chosen = stream.choice(own)
        start, end, text = chosen.start, chosen.end, chosen.original
        label = _label_by_shape(text)
        return PlantedLeak(0, start, end - start, text, start, start + len(text), label, LeakKind.WHOLE)
    templates = _templates()
    template = templates[turn % len(templates)]
    if template.beside and len(layers) < 3:
        template = templates[(turn + 1) % len(templates)]
    values = _values(stream)
    sentence = stream.choice(template.sentences).format(**values)
    if template.beside:
        layer = len(layers) - 1
        return _placed(layer, len(layers[layer].text), 0, f"\n{sentence}", template.label, template.kind)
    text = layers[0].text
    tags = [m for m in TAG.finditer(text) if label_of_tag(m[0]) is template.label]
    if tags and template.kind is not LeakKind.INDIRECT:
        tag = stream.choice(tags)
        value = sentence[sentence.index("<") : sentence.index(">") + 1]
        return _placed(0, tag.start(), len(tag[0]), value, template.label, template.kind)
    ends = [m.start() for m in _SENTENCE_END.finditer(text)] or [len(text.rstrip())]
    return _placed(0, stream.choice(ends), 0, f" {sentence}", template.label, template.kind)


def _placed(layer: int, at: int, removed: int, marked: str, label: Label, kind: LeakKind) -> PlantedLeak:
    """A leak whose text has ``<`` and ``>`` around what leaks."""
    start, end = marked.index("<"), marked.rindex(">") - 1
    text = marked.replace("<", "", 1)[:end] + marked[end + 2 :]
    return PlantedLeak(layer, at, removed, text, at + start, at + end, label, kind)


def label_of_tag(tag: str) -> Label | None:
    """The label that what a tool put in stands for, as far as its words tell; None where they do not."""
    words = set(re.findall(r"[A-Z]+", tag.upper()))
    return next((label for label, names in _TAGGED.items() if words & set(names)), None)


def _label_by_shape(text: str) -> Label:
    if not any(c.isdigit() for c in text):
        return Label.PATIENT
    digits = sum(c.isdigit() for c in text)
    if _DATE.search(text):
        return Label.DATE
    return Label.PHONE if digits == 10 else Label.IDNUM


def _values(stream: KeyedRandom) -> dict[str, str]:
    lists = load_surrogate_lists()
    first = _name(lists, stream, "F" if stream.below(2) else "M")
    last = _name(lists, stream, "L")
    day, month, year = 1 + stream.below(28), 1 + stream.below(12), 2008 + stream.below(16)
    dates = (
        f"{month}/{day}/{year}",
        f"{day} {_MONTHS[month - 1]} {year}",
        f"{_MONTHS[month - 1]} {day}, {year}",
    )
    digits = "".join(stream.digit() for _ in range(7))
    street = _name(lists, stream, "L")
    return {
        "first": first,
        "last": last,
        "initial": first[0],
        "city": stream.choice(lists.place_pool("US", 1)),
        "street": f"{10 + stream.below(900)} {street} {stream.choice(('Street', 'Road', 'Avenue'))}",
        "phone": f"({200 + stream.below(700)}) 555-01{digits[:2]}",
        "number": digits,
        "date": stream.choice(dates),
        "year": str(year),
    }


def _name(lists: SurrogateLists, stream: KeyedRandom, kind: str) -> str:
    return stream.choice(lists.name_pools[kind, "us"])


def with_planted(layers: Sequence[NoteLayer], planted: PlantedLeak | None) -> tuple[NoteLayer, ...]:
    """The layers of a reading copy."""
    if planted is None:
        return tuple(layers)
    of_copy = list(layers)
    text = of_copy[planted.layer].text
    text = text[: planted.at] + planted.text + text[planted.at + planted.removed :]
    of_copy[planted.layer] = replace(of_copy[planted.layer], text=text)
    return tuple(of_copy)
