"""Maps the classes of a foreign model to our labels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import regex

from chartveil.detection.models.manifest import IGNORED_CLASS, class_without_prefix
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.resource_files import read_toml

CLASS_TABLE_FILE = "chartveil-labels.toml"
"""A site's own table, beside the model's files."""

_OUTSIDE = "O"
_PLAIN = regex.compile(r"[^\p{L}\p{N}]+")
_HEAD = """\
# What each class of this model stands for: a label of Chartveil, or "ignore" for what is no identifier.
# Labels: {labels}.
# Edit it and add the model again.
"""


def propose_class_labels(classes: Sequence[str], given: Mapping[str, str], table: Path) -> dict[str, str]:
    """A label for each class of a model, ``""`` where none is known; "O" is left out.

    Args:
        classes: names as the model has them.
        given: what the user said, by class; counts before the table.
        table: our own table of usual names (``resources/models/label_map.toml``).

    Raises:
        ResourceError: if the table cannot be read, or the user named a class that the model lacks or a
            label that there is not.
    """
    names = [bare for bare in dict.fromkeys(class_without_prefix(c) for c in classes) if bare != _OUTSIDE]
    labels = {label.value for label in Label}
    for name, target in given.items():
        if name not in names and target:
            raise ResourceError(
                f"the model has no class '{name}'.", remedy=f"Its classes are {', '.join(names)}."
            )
        if target and target != IGNORED_CLASS and target not in labels:
            raise ResourceError(
                f"class '{name}': there is no label '{target}'.",
                remedy=f"Use '{IGNORED_CLASS}' or one of {', '.join(sorted(labels))}.",
            )
    usual = {_plain(label): label for label in sorted(labels)} | _read_table(table)
    return {name: given.get(name) or usual.get(_plain(name), "") for name in names}


def read_class_table(path: Path) -> dict[str, str]:
    """The table beside a model's files; empty if there is none.

    Raises:
        ResourceError: if it is not valid.
    """
    if not path.exists():
        return {}
    data = read_toml(path, "the table of classes", "Mend it, or delete it to start anew.")
    if not all(isinstance(v, str) for v in data.values()):
        raise ResourceError(
            "is no table of classes and labels.", where=str(path), remedy='Lines look like PER = "PATIENT".'
        )
    return {str(k): str(v) for k, v in data.items()}


def class_table_as_toml(table: Mapping[str, str]) -> str:
    """The table as a file to be edited."""
    lines = [f"{json.dumps(k, ensure_ascii=False)} = {json.dumps(v)}" for k, v in table.items()]
    head = _HEAD.format(labels=", ".join(label.value for label in Label))
    return head + "\n" + "\n".join(lines) + "\n"


def _read_table(path: Path) -> dict[str, str]:
    sections = read_toml(path, "the table of classes", "Install Chartveil again.").values()
    return {
        _plain(k): str(v) for section in sections if isinstance(section, dict) for k, v in section.items()
    }


def _plain(name: str) -> str:
    return str(_PLAIN.sub("", name)).upper()
