"""Where a user's key, records and worklists lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.paths import home


@dataclass(frozen=True, slots=True)
class Places:
    """Files of one user.

    Attributes:
        folder: that holds them; made when it is needed, for the user alone.
    """

    folder: Path

    @classmethod
    def usual(cls) -> Places:
        return cls(home())

    @property
    def key(self) -> Path:
        return self.folder / "surrogate.key"

    @property
    def workspace(self) -> Path:
        """What was done, without a word of text: the audit log."""
        return self.folder / "workspace.sqlite"

    @property
    def worklists(self) -> Path:
        """Documents in review, encrypted."""
        return self.folder / "worklists.sqlite"

    @property
    def models(self) -> Path:
        """Models that the user added."""
        return self.folder / "models"

    @property
    def policies(self) -> Path:
        """Policies that the user made."""
        return self.folder / "policies"

    @property
    def preferences(self) -> Path:
        """How the window looks and is used; free of PHI."""
        return self.folder / "preferences.json"
