"""Caches compiled patterns of our resources on the disk, from one process to the next.

To compile them takes 0.6 s, to read them compiled a fiftieth of that. They are kept as Python keeps compiled
modules: in ``__pycache__`` beside this module or below ``PYTHONPYCACHEPREFIX``, under the same rights, never
where Python writes none (``PYTHONDONTWRITEBYTECODE``, an installation that is not the user's). Whoever may
write there may change the program itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import os
import pickle
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.paths import resources_folder

NamedWords = tuple[tuple[str, tuple[str, ...]], ...]
"""Lists of words, each under the name by which a pattern asks for it: ``\\L<name>``."""

Pattern = tuple[str, int] | tuple[str, int, NamedWords]
"""A pattern of the ``regex`` library, its flags, and the lists that it names."""

_DIGEST = hashlib.sha256().digest_size
_Key = tuple[str, int, NamedWords]
_at_hand: dict[_Key, Any] = {}
"""Patterns that ``compile_together`` has compiled in this process."""


def compiled_pattern(pattern: str, flags: int, words: NamedWords = ()) -> Any:
    """A pattern compiled, which is at hand where ``compile_together`` was told of it.

    Raises:
        regex.error: if it is no pattern.
    """
    key = _key(pattern, flags, words)
    found = _at_hand.get(key)
    return _compile(key) if found is None else found


def compile_together(file: Path, patterns: Iterable[Pattern]) -> None:
    """Has all patterns of one of our files at hand: as an earlier process kept them, or compiled and kept.

    Those of a file that is none of our resources are left to ``compiled_pattern``, and so are all of a file
    where one is no pattern.
    """
    folder = resources_folder()
    if file.is_relative_to(folder):
        name = "-".join(file.relative_to(folder).with_suffix("").parts)
        place = Path(importlib.util.cache_from_source(str(Path(__file__).with_name(f"{name}.py"))))
        with contextlib.suppress(regex.error):
            _at_hand.update(PatternFile(place.with_suffix(".patterns")).compiled(patterns))


class PatternFile:
    """A file that keeps compiled patterns.

    Args:
        path: of the file, which need not be there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def compiled(self, patterns: Iterable[Pattern]) -> Mapping[_Key, Any]:
        """Patterns by themselves: from the file where it holds just these, else compiled, and the file
        written where that may be. A file that is damaged, or of another ``regex``, counts as none.

        Raises:
            regex.error: if one is no pattern.
        """
        wanted = dict.fromkeys(_key(*pattern) for pattern in patterns)
        found = self._read()
        if found.keys() != wanted.keys():
            found = {key: _compile(key) for key in wanted}
            self._write(found)
        return found

    def _read(self) -> dict[_Key, Any]:
        try:
            data = self._path.read_bytes()
        except OSError:
            return {}
        if data[:_DIGEST] != _digest(data[_DIGEST:]):
            return {}
        try:
            found: dict[_Key, Any] = _PatternsAlone(io.BytesIO(data[_DIGEST:])).load()
        except pickle.UnpicklingError:
            return {}
        return found

    def _write(self, found: Mapping[_Key, Any]) -> None:
        if sys.dont_write_bytecode:
            return
        data = pickle.dumps(found)
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}-{threading.get_ident()}")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(_digest(data) + data)
            draft.replace(self._path)


def _key(pattern: str, flags: int, words: NamedWords = ()) -> _Key:
    return pattern, int(flags), words


def _compile(key: _Key) -> Any:
    pattern, flags, words = key
    return regex.compile(pattern, flags, **dict(words))


def _digest(data: bytes) -> bytes:
    """Of what is kept and of the version that compiled it."""
    return hashlib.sha256(f"{regex.__version__} {sys.version}".encode() + data).digest()


class _PatternsAlone(pickle.Unpickler):
    """Makes patterns and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) != ("regex._regex", "compile"):
            raise pickle.UnpicklingError(f"{module}.{name} is no pattern")
        return super().find_class(module, name)
