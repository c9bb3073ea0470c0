"""Short words that are nobody's initials."""

from __future__ import annotations

from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_text


@cache
def not_initials() -> frozenset[str]:
    """The words of ``resources/recovery/not_initials.txt``, in small letters, read once a process.

    Raises:
        ResourceError: if the file is missing.
    """
    text = read_text(resources_folder() / "recovery" / "not_initials.txt", "the list of what is no initials")
    return frozenset(w for line in text.splitlines() if not line.startswith("#") for w in line.split())
