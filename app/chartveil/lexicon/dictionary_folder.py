"""Reads compiled dictionaries and holds them to their manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path

from chartveil.domain.errors import ResourceError
from chartveil.domain.resource_files import read_toml

_REMEDY = (
    "Install Chartveil again, or in a checkout restore the folder 'dictionaries' from version control "
    "or compile it with scripts/compile_dictionaries.py."
)


class DictionaryFolder:
    """The folder of compiled dictionaries.

    Args:
        folder: holds ``MANIFEST.toml`` and one folder for each dictionary.

    Raises:
        ResourceError: if the manifest is missing or cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._manifest = read_toml(folder / "MANIFEST.toml", "the list of dictionaries", _REMEDY)

    def terms(self, dictionary: str, file: str = "terms") -> list[str]:
        """The terms of one file, in order.

        Raises:
            ResourceError: if the file is missing or is not the one of the manifest.
        """
        return self._read(f"{dictionary}/{file}.txt").decode().splitlines()

    def files(self, dictionary: str) -> list[str]:
        """Names of a dictionary's term files, without ``.txt``, sorted."""
        prefix = f"{dictionary}/"
        names = (n for n in self._manifest if n.startswith(prefix) and n.endswith(".txt"))
        return sorted(n[len(prefix) : -len(".txt")] for n in names)

    def verify(self) -> int:
        """Holds every file to the manifest; gives how many there are.

        Raises:
            ResourceError: at the first file that is missing or altered.
        """
        for name in sorted(self._manifest):
            self._read(name)
        return len(self._manifest)

    def _read(self, name: str) -> bytes:
        path = self.folder / name
        entry = self._manifest.get(name)
        if not isinstance(entry, dict):
            raise ResourceError("the dictionary is not in the manifest.", where=str(path), remedy=_REMEDY)
        try:
            raw = path.read_bytes()
        except OSError as e:
            raise ResourceError("the dictionary cannot be read.", where=str(path), remedy=_REMEDY) from e
        if hashlib.sha256(raw).hexdigest() != entry.get("sha256"):
            raise ResourceError("the dictionary was altered.", where=str(path), remedy=_REMEDY)
        return raw
