"""A slot: one place of one format in which something can stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from benchmarks.hostile_files.marks import fill
from benchmarks.hostile_files.people import Canary, CanaryKind

Maker: TypeAlias = Callable[["Content"], bytes]
_ANY = tuple(CanaryKind)


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is to hold.

    Attributes:
        lines: of its note, shown; the patient's name is one where it is told plainly.
        canary: what stands in the slot.
    """

    lines: tuple[str, ...]
    canary: Canary

    def fill(self, template: str) -> str:
        """A template with the canary in it."""
        return fill(template, self.canary)


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of one format.

    Attributes:
        format: name of the format, as the reports have it.
        name: what place it is.
        suffix: ending of its files.
        make: makes the file.
        kinds: what it can hold.
        refused: whether a file of this kind has to be refused with a remedy.
    """

    format: str
    name: str
    suffix: str
    make: Maker
    kinds: tuple[CanaryKind, ...] = _ANY
    refused: bool = False


def slots_of_templates(
    format_name: str, suffix: str, templates: Mapping[str, str], place: Callable[[Content, str], bytes]
) -> list[Slot]:
    """A slot for each template.

    Args:
        format_name, suffix: of its files.
        templates: by the slot's name.
        place: puts the filled template into a file.
    """

    def maker(template: str) -> Maker:
        return lambda content: place(content, content.fill(template))

    return [Slot(format_name, name, suffix, maker(template)) for name, template in templates.items()]
