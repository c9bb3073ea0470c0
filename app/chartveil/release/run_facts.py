"""What a run was made with: versions, hashes, and a fingerprint of all that shapes its outputs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from chartveil import __version__
from chartveil.detection.model_choice import ModelChoice
from chartveil.domain.paths import dictionaries_folder, models_folder
from chartveil.domain.tables.column_plan import ColumnRules
from chartveil.release.job import ProcessingJob
from chartveil.store.keys import key_id, keyed_name
from chartveil.store.workspace_records import RunFacts


def run_facts(job: ProcessingJob) -> RunFacts:
    """The facts of a run for the workspace: versions, hashes, settings."""
    manifest = file_sha256(dictionaries_folder() / "MANIFEST.toml")
    listed = _models_sha256(job.models)
    profile = job.models.profile.value if job.models is not None else ""
    mode = job.mode.value if job.mode is not None else "spans"
    read, pages = job.read_options, job.read_options.pages
    shape = {
        "version": __version__,
        "policy": job.policy.sha256,
        "dictionaries": manifest,
        "models": listed,
        "profile": profile,
        "mode": mode,
        "key": key_id(job.key),
        "folders": job.keep_folders,
        "outputs": [o.value for o in job.outputs],
        "site": _folder_sha256(job.site_lists) if job.site_lists else "",
        "read": [read.text_columns, read.id_column, read.patient_column, read.as_text],
        "columns": _columns(read.columns),
        "patients_from": str(read.patients_from),
        "pages": [pages.engine, pages.second, pages.unread, pages.style, pages.dpi],
        # The patient's id itself is PHI, and a file of one patient might be guessed from its hash: they go
        # into the fingerprint keyed.
        "patient": keyed_name(job.key, read.patient_id) if read.patient_id else "",
        "patients": keyed_name(job.key, file_sha256(job.patients_file)) if job.patients_file else "",
    }
    settings = hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()
    return RunFacts(
        __version__,
        job.policy.name,
        job.policy.sha256,
        manifest,
        mode,
        key_id(job.key),
        settings,
        listed,
        profile,
    )


def _columns(rules: ColumnRules) -> list[object]:
    """What was chosen for columns, and what is remembered of them."""
    kept = rules.remembered
    chosen = [[c.name, c.operator, c.label, c.part] for c in rules.chosen]
    return [chosen, rules.unsure, _folder_sha256(kept) if kept is not None and kept.is_dir() else ""]


def _models_sha256(choice: ModelChoice | None) -> str:
    """Hash of the lists that name every model with its own hash; empty without models."""
    if choice is None:
        return ""
    lists = [models_folder() / "ensemble.toml"]
    if choice.site_models is not None:
        lists.append(choice.site_models / "members.toml")
    return hashlib.sha256("\n".join(map(file_sha256, lists)).encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """Hash of a file; empty when it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _folder_sha256(folder: Path) -> str:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return hashlib.sha256("\n".join(f"{p.name} {file_sha256(p)}" for p in files).encode()).hexdigest()
