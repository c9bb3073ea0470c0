"""Where the program's data and the user's files lie, in a checkout and in an installed wheel."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import OutputError

_PACKAGE = Path(__file__).resolve().parent.parent
_WHEEL_DATA = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def data_root() -> Path:
    """The folder that holds ``resources/``, ``dictionaries/`` and ``models/``."""
    return _WHEEL_DATA if _WHEEL_DATA.is_dir() else _CHECKOUT


def resources_folder() -> Path:
    """Labels, policies, rules, formats and the other data files of the program."""
    return data_root() / "resources"


def dictionaries_folder() -> Path:
    """The compiled lists of words."""
    return data_root() / "dictionaries"


def models_folder() -> Path:
    """The networks and their manifest."""
    return data_root() / "models"


def user_data_folder() -> Path:
    """Folder for this user's key, workspace, worklists: ``CHARTVEIL_HOME``, or the system's usual place.

    Raises:
        OutputError: if the system does not tell where the user's home is.
    """
    named = os.environ.get("CHARTVEIL_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    try:
        return Path(user_data_path("chartveil", appauthor=False))
    except RuntimeError:
        raise OutputError(
            "your home folder is not known: HOME is not set.",
            remedy="Set HOME, or CHARTVEIL_HOME to a folder that you may write to.",
        ) from None


# Where a user's key, records and worklists lie.


@dataclass(frozen=True, slots=True)
class UserPaths:
    """Files of one user.

    Attributes:
        folder: that holds them; made when it is needed, for the user alone.
    """

    folder: Path

    @classmethod
    def default(cls) -> UserPaths:
        """The files of the user who runs the program."""
        return cls(user_data_folder())

    @property
    def key_file(self) -> Path:
        """The key of surrogates."""
        return self.folder / "surrogate.key"

    @property
    def workspace_file(self) -> Path:
        """The audit log: what was done, without a word of text."""
        return self.folder / "workspace.sqlite"

    @property
    def heads_file(self) -> Path:
        """Heads of the audit log, apart from it: ``CHARTVEIL_HEADS``, e.g. on a share, or in the folder."""
        named = os.environ.get("CHARTVEIL_HEADS")
        return Path(named) if named else self.folder / "record-heads.txt"

    @property
    def worklists_file(self) -> Path:
        """Documents in review, encrypted."""
        return self.folder / "worklists.sqlite"

    @property
    def spot_checks_file(self) -> Path:
        """Spot-checks of releases, encrypted."""
        return self.folder / "spot-checks.sqlite"

    @property
    def case_reports_file(self) -> Path:
        """Notes and decisions of case reports, encrypted."""
        return self.folder / "case-reports.sqlite"

    @property
    def models_folder(self) -> Path:
        """Models that the user added."""
        return self.folder / "models"

    @property
    def policies_folder(self) -> Path:
        """Policies that the user made."""
        return self.folder / "policies"

    @property
    def columns_folder(self) -> Path:
        """Choices for the columns of tables, by keyed hashes of their headers."""
        return self.folder / "columns"

    @property
    def preferences_file(self) -> Path:
        """How the window looks and is used; free of PHI."""
        return self.folder / "preferences.json"
