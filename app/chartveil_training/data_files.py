"""Notes, templates and words that samples are made of: where they lie, and how they are read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from chartveil.domain.errors import ResourceError

DATA_FOLDER = Path(__file__).resolve().parent / "data"
REMEDY = "Restore the file: it comes with the source code of Chartveil."


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        ResourceError: if it is missing or not valid.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise ResourceError("is missing or damaged.", where=str(path), remedy=REMEDY) from e


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a text file, without empty ones and comments (``#``).

    Raises:
        ResourceError: if it is missing or no UTF-8.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise ResourceError("is missing or damaged.", where=str(path), remedy=REMEDY) from e
    return tuple(line for line in lines if line and not line.startswith("#"))


def split_items(text: str) -> tuple[str, ...]:
    """Items of a text, parted by line ends and by bars, or by commas where there is no bar."""
    sign = "|" if "|" in text else ","
    return tuple(item for part in text.replace("\n", sign).split(sign) if (item := part.strip()))
