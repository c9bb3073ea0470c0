"""Spot-checks in the audit record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from chartveil.domain.paths import UserPaths
from chartveil.store.workspace import open_workspace
from chartveil.store.workspace_records import ReviewEvent


class SpotCheckAudit:
    """Entries of spot-checks in the user's audit record.

    Args:
        user_paths: where the worklists lie.
        own_key: the user's.
    """

    def __init__(self, user_paths: UserPaths, own_key: bytes) -> None:
        self._user_paths = user_paths
        self._own_key = own_key

    def written_here(self, outputs: Mapping[str, str]) -> tuple[int, list[str]]:
        """How many files of a release our own runs wrote, and which runs.

        Args:
            outputs: name and SHA-256 of its files, in hex.
        """
        with open_workspace(self._user_paths, key=self._own_key) as workspace:
            runs = workspace.runs_that_wrote(outputs)
            made = {
                (o["name"], o["sha256"])
                for run in runs
                for f in workspace.run_files(run)
                for o in f.get("outputs", ())
            }
        return sum(file in made for file in outputs.items()), list(runs)

    def record(self, id: int, kind: str, by: str, facts: Mapping[str, Any]) -> None:
        """Writes an entry of a spot-check into the audit record.

        Raises:
            StoreError: if it cannot be written.
        """
        event = ReviewEvent(secrets.token_hex(8), kind, by, {"spot_check": id, **facts})
        with open_workspace(self._user_paths, key=self._own_key) as workspace:
            workspace.record_events([event])

    def signed_entries(self, kinds: Sequence[str]) -> list[dict[str, Any]]:
        """Entries of the audit record of these kinds, of all spot-checks (``Workspace.signed_entries``)."""
        with open_workspace(self._user_paths, key=self._own_key) as workspace:
            return workspace.signed_entries(kinds)

    def fingerprint(self) -> str:
        """The fingerprint of the key that signs the audit record."""
        with open_workspace(self._user_paths, key=self._own_key) as workspace:
            return workspace.fingerprint
