"""Reads text and TOML files that come with Chartveil or that a site wrote."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder

REINSTALL = "Restore the file, or install Chartveil again."


def read_text(path: Path, what: str, remedy: str = REINSTALL) -> str:
    """The text of a file.

    Args:
        path: of the file.
        what: what the file is, for the message: ``the list of models``.
        remedy: what the user can do where it cannot be read.

    Raises:
        ResourceError: if it is missing, cannot be read, or is not UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as e:
        raise ResourceError(f"{what} cannot be read ({e.strerror}).", where=str(path), remedy=remedy) from e
    except UnicodeDecodeError as e:
        raise ResourceError(f"{what} is not UTF-8 text.", where=str(path), remedy=remedy) from e


def read_toml(path: Path, what: str, remedy: str = REINSTALL) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        ResourceError: as :func:`read_text`, and if it is not valid TOML; the message names the line.
    """
    text = read_text(path, what, remedy)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise ResourceError(f"{what} is not valid TOML: {e}.", where=str(path), remedy=remedy) from e


@cache
def word_lists(name: str, what: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The lists of words of a TOML file of ``resources``, by section and name, in their order.

    A text with commas lists what stands between them, any other what blanks part.

    Raises:
        ResourceError: as :func:`read_toml`.
    """
    tables = read_toml(resources_folder() / name, what)
    return {section: {key: _listed(text) for key, text in lists.items()} for section, lists in tables.items()}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(item.split()) for item in text.split("," if "," in text else None))


def page_template(name: str) -> Template:
    """A page or its style of ``resources/pages``, with a ``$name`` for each thing that is to be put in.

    Raises:
        ResourceError: as :func:`read_text`.
    """
    return Template(read_text(resources_folder() / "pages" / name, "a page"))


def page_with_parts(name: str) -> tuple[Template, dict[str, Template]]:
    """A page of ``resources/pages``, and the parts below it (``<!-- part: name -->``), which are put into it
    or left out.

    Raises:
        ResourceError: as :func:`read_text`.
    """
    page, *parts = page_template(name).template.split("\n<!-- part: ")
    named = (part.partition(" -->\n") for part in parts)
    return Template(page), {title: Template(text.rstrip("\n")) for title, _, text in named}
