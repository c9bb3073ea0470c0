"""The languages that Chartveil covers: ``resources/languages``, one file a language.

A language is covered where nothing of what detection needs is lacking. What is in another is still read, by
what there is: rules of its own run on its passages, and models, which read every text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from chartveil.domain import paths
from chartveil.domain.errors import ResourceError
from chartveil.domain.resource_files import REINSTALL, read_toml

HOME_LANGUAGE = "en"
"""The language whose rules, lists and terms are used for every text."""


class LanguagePart(StrEnum):
    """The parts that a language may have."""

    RULES = "rules"
    LISTS = "lists"
    MODELS = "models"
    RECOVERY = "recovery"
    NICKNAMES = "nicknames"
    CALENDAR = "calendar"
    SURROGATES = "surrogates"


_NEEDED = frozenset((LanguagePart.RULES, LanguagePart.LISTS, LanguagePart.MODELS))
_FILES = frozenset((
    LanguagePart.RULES,
    LanguagePart.RECOVERY,
    LanguagePart.NICKNAMES,
    LanguagePart.CALENDAR,
))  # fmt: skip
"""Parts that are a file or folder; of the others a language names those that serve it."""


@dataclass(frozen=True)
class Language:
    """A language and its parts.

    Attributes:
        code: of ISO 639.
        name: in English.
        scripts: in which it is written, by their names in Unicode.
        files: files and folders by the part that they are.
        names: dictionaries and members of the ensemble by the part that they are.
    """

    code: str
    name: str
    scripts: tuple[str, ...]
    files: Mapping[LanguagePart, Path]
    names: Mapping[LanguagePart, tuple[str, ...]]

    @property
    def missing(self) -> tuple[LanguagePart, ...]:
        """The parts that it lacks."""
        return tuple(p for p in LanguagePart if p not in self.files and p not in self.names)

    @property
    def is_covered(self) -> bool:
        """Whether detection has all that it needs for texts in it."""
        return _NEEDED.isdisjoint(self.missing)

    def serves(self, language: str, script: str) -> bool:
        """Whether it is the language of a passage: by its name, by the script where that alone is known."""
        return self.name == language if language else script in self.scripts

    def file(self, part: LanguagePart) -> Path:
        """The file or folder of a part.

        Raises:
            ResourceError: if the language lacks it.
        """
        if part not in self.files:
            raise ResourceError(
                f"there are no {part.value} for {self.name}.",
                where=self.code,
                remedy=f"Add them, and name them in resources/languages/{self.code}.toml.",
            )
        return self.files[part]


def load_languages(resources: Path | None = None) -> tuple[Language, ...]:
    """The languages that there is a file of, ours first, the others by code.

    Args:
        resources: a folder with ``languages`` and what these files name; None for the bundled one.

    Raises:
        ResourceError: if a file is not valid, or a file or folder that it names is not there.
    """
    resources = resources or paths.resources_folder()
    found = [_language(path, resources) for path in (resources / "languages").glob("*.toml")]
    return tuple(sorted(found, key=lambda one: (one.code != HOME_LANGUAGE, one.code)))


def find_language(code: str = HOME_LANGUAGE) -> Language:
    """The bundled language of a code.

    Raises:
        ResourceError: if there is none.
    """
    known = {one.code: one for one in load_languages()}
    if code not in known:
        raise ResourceError(
            f"there is no language {code}.",
            where=str(paths.resources_folder() / "languages"),
            remedy=f"Choose one of: {', '.join(known)}." if known else REINSTALL,
        )
    return known[code]


def _language(path: Path, resources: Path) -> Language:
    data = read_toml(path, "the file of a language")
    try:
        parts = {LanguagePart(key): value for key, value in data["parts"].items()}
        files = {part: resources / value for part, value in parts.items() if part in _FILES}
        names = {part: tuple(map(str, value)) for part, value in parts.items() if part not in _FILES}
        found = Language(path.stem, str(data["name"]), tuple(data["scripts"]), files, names)
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise ResourceError(
            f"the file of a language is not valid: {e}.",
            where=str(path),
            remedy="Give name, scripts and the table parts as resources/languages/en.toml does.",
        ) from e
    for part, file in files.items():
        if not file.exists():
            raise ResourceError(f"its {part.value} are not there.", where=f"{path}: {file}", remedy=REINSTALL)
    return found
