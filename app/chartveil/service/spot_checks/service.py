"""Spot-checks: a release is brought in, a sample drawn, read and judged. What front ends call."""

from __future__ import annotations

from chartveil.domain.paths import UserPaths
from chartveil.service.spot_checks.audit import SpotCheckAudit
from chartveil.service.spot_checks.draws import SampleDraws
from chartveil.service.spot_checks.forms import ReadingForms
from chartveil.service.spot_checks.readings import NoteReadings
from chartveil.service.spot_checks.releases import FramedReleases
from chartveil.service.spot_checks.verdicts import SpotCheckVerdicts
from chartveil.spot_check.check_views import (
    SpotCheckSummary,
)
from chartveil.store.own_key import open_own_key
from chartveil.store.spot_checks.records import (
    SpotCheckFacts,
)
from chartveil.store.spot_checks.store import SpotCheckStore


class SpotCheckService:
    """One user's spot-checks. May be called from any thread; a long call keeps no other waiting for long.

    Args:
        user_paths: where they lie; the folder and a key are made at first use.
        own_key: the user's, where it is open already.

    Attributes:
        store: what is kept.
        audit: entries of the audit record.
        releases: what was brought in.
        draws: plans, and what was drawn.
        readings: what each reader says.
        verdicts: what they say together.
        forms: for who reads elsewhere.

    Raises:
        KeyFileError, StoreError: if key or store cannot be used; StoreError from every method.
    """

    def __init__(self, user_paths: UserPaths, own_key: bytes = b"") -> None:
        self.user_paths = user_paths
        own_key = own_key or open_own_key(user_paths)
        self.store = SpotCheckStore(user_paths.spot_checks_file, own_key)
        self.audit = SpotCheckAudit(user_paths, own_key)
        self.releases = FramedReleases(self.store, own_key, self.audit)
        self.draws = SampleDraws(self.store, self.releases, self.audit)
        self.readings = NoteReadings(self.store, self.releases)
        self.verdicts = SpotCheckVerdicts(self.store, self.draws)
        self.forms = ReadingForms(self.store, self.readings, self.verdicts)

    def spot_checks(self) -> tuple[SpotCheckSummary, ...]:
        """All spot-checks, the latest first."""
        return tuple(
            SpotCheckSummary(f.id, f.title, f.stage, f.created, *self.store.how_far(f.id), f.outcome)
            for f in self.store.spot_checks()
        )

    def facts(self, id: int) -> SpotCheckFacts:
        """A spot-check as it is stored.

        Raises:
            InputError: if there is none.
        """
        return self.store.facts(id)

    def forget(self, id: int) -> None:
        """Forgets a spot-check with all that was read in it. The audit record stays."""
        self.store.remove(id)
        self.releases.drop_texts()

    def close(self) -> None:
        """Lets the store go."""
        self.store.close()
