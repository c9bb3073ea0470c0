"""What is told to the workspace: about a run, a document's outcome, a written file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chartveil.domain import Decision, RegionDecision, Span
from chartveil.layout import Region


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a run was made with.

    Attributes:
        app_version: of Chartveil.
        policy, policy_sha256: name and content hash of the policy.
        dictionaries_sha256: hash of the dictionaries' manifest.
        mode: ``surrogate``, ``tag``, ``numbered``, ``mask`` or ``spans``.
        key_id: tells surrogate keys apart without telling them.
        settings: fingerprint of all that shapes an output; equal fingerprints give equal outputs.
        models_sha256: hash of the lists of models, which name the hash of each; empty without models.
    """

    app_version: str
    policy: str
    policy_sha256: str
    dictionaries_sha256: str
    mode: str
    key_id: str
    settings: str
    models_sha256: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """One document's outcome as it is stored.

    ``decisions`` and ``boxes`` are the reviewers', on spans and on parts of pages; where ``decisions`` is
    None, whoever ``record_file`` names accepted every span and every one of ``regions``.
    """

    id: str
    part: str
    format: str
    characters: int
    spans: Sequence[Span]
    recovered: Sequence[Span]
    decisions: Sequence[Decision] | None = None
    regions: Sequence[Region] = ()
    region_decisions: Sequence[RegionDecision] = ()


@dataclass(frozen=True, slots=True)
class ExportFacts:
    """One written file. ``name`` is empty where the name was not made by us."""

    name: str
    sha256: str
    size: int
