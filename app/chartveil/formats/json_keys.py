"""Refuses JSON objects with a key twice, of which a reader would see only one."""

from __future__ import annotations

from typing import Any


class DuplicateKeyError(ValueError):
    """A key stands twice in one object."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of its pairs, as ``object_pairs_hook`` of ``json.loads``.

    Raises:
        DuplicateKeyError: if a key stands twice.
    """
    out = dict(pairs)
    if len(out) < len(pairs):
        raise DuplicateKeyError
    return out
