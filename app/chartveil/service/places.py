"""Where a user's key, records and worklists lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.paths import user_data_folder


@dataclass(frozen=True, slots=True)
class UserPaths:
    """Files of one user.

    Attributes:
        folder: that holds them; made when it is needed, for the user alone.
    """

    folder: Path

    @classmethod
    def default(cls) -> UserPaths:
        return cls(user_data_folder())

    @property
    def key_file(self) -> Path:
        return self.folder / "surrogate.key"

    @property
    def workspace_file(self) -> Path:
        """What was done, without a word of text: the audit log."""
        return self.folder / "workspace.sqlite"

    @property
    def worklists_file(self) -> Path:
        """Documents in review, encrypted."""
        return self.folder / "worklists.sqlite"

    @property
    def models_folder(self) -> Path:
        """Models that the user added."""
        return self.folder / "models"

    @property
    def policies_folder(self) -> Path:
        """Policies that the user made."""
        return self.folder / "policies"

    @property
    def preferences_file(self) -> Path:
        """How the window looks and is used; free of PHI."""
        return self.folder / "preferences.json"
