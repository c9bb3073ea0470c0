"""Options that say which patient each file belongs to, and the list of patients that is shown before a
run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chartveil.cli.options import console
from chartveil.domain.patient_source import PatientSourceKind
from chartveil.domain.wording import counted

if TYPE_CHECKING:
    from chartveil.release.job import FileTask, ProcessingJob
    from chartveil.release.patient_preview import PatientPreview

F = TypeVar("F", bound=Callable[..., Any])
_SHOWN = 20
"""Warnings that are shown before a run; all of them with --show-patients."""


def patients_from_options(f: F) -> F:
    """Options for what tells the patient of a file."""
    f = click.option(
        "--show-patients",
        is_flag=True,
        help="Read the files, list the patients with their files and what may be wrong, and write nothing.",
    )(f)
    return click.option(
        "--patients-from",
        metavar="SOURCE",
        default="column",
        show_default=True,
        help="What tells whose a file is: folder, folder:P{patient}, name:{patient}_*, header, ask, or a "
        "table's column alone. One patient has one name and one shift of dates in all files.",
    )(f)


def with_confirmed_patients(
    job: ProcessingJob, tasks: Sequence[FileTask], *, quiet: bool
) -> Sequence[FileTask]:
    """The files, each with the patient that the user names where the source is ``ask``; prints a summary.

    Raises:
        click.Abort: if nobody answers.
    """
    from chartveil.release.patient_preview import preview_patients

    kind = job.read_options.patients_from.kind
    if kind is PatientSourceKind.COLUMN:
        return tasks
    if kind is PatientSourceKind.ASK:
        tasks = _ask_for_patients(tasks)
    if not quiet:
        found = preview_patients(job, tasks, read=kind is PatientSourceKind.HEADER)
        err = console(stderr=True)
        err.print(f"Patients by {job.read_options.patients_from}: {_in_short(found)}", markup=False)
        for line in found.warnings[:_SHOWN]:
            err.print(f"  ! {line}", markup=False, soft_wrap=True)
        if len(found.warnings) > _SHOWN:
            err.print(f"  and {len(found.warnings) - _SHOWN} more: --show-patients tells all", markup=False)
    return tasks


def _ask_for_patients(tasks: Sequence[FileTask]) -> list[FileTask]:
    """Each file with the patient that is typed for it: Enter for the one before, - for none."""
    told, before = [], "-"
    for task in tasks:
        before = click.prompt(f"Patient of {task.ref.display} (- for none)", default=before, err=True).strip()
        told.append(replace(task, patient_id=None if before == "-" else before))
    return told


def show_patients(job: ProcessingJob, tasks: Sequence[FileTask], *, as_json: bool) -> None:
    """Prints the patients with their files, and what may be wrong."""
    from chartveil.release.patient_preview import preview_patients

    if job.read_options.patients_from.kind is PatientSourceKind.ASK:
        tasks = _ask_for_patients(tasks)
    found = preview_patients(job, tasks, read=True)
    if as_json:
        facts = {
            "patients": dict(sorted(found.files.items())),
            "without": found.without,
            "several": found.several,
            "unread": found.unread,
            "warnings": found.warnings,
        }
        click.echo(json.dumps(facts, indent=1, ensure_ascii=False))
        return
    out = console()
    for patient, files in sorted(found.files.items()):
        out.print(f"{patient}  {counted(files, 'file')}", markup=False)
    for line in found.warnings:
        out.print(f"! {line}", markup=False, soft_wrap=True)
    for path in found.unread:
        out.print(f"? {path}: not read for this list", markup=False, soft_wrap=True)
    out.print(f"{_in_short(found)}. Nothing was written.", markup=False)


def _in_short(found: PatientPreview) -> str:
    """``200 patients in 2,400 files, 12 each; 3 files of no known patient``."""
    text = f"{counted(len(found.files), 'patient')} in {counted(sum(found.files.values()), 'file')}"
    if found.files:
        least, most = min(found.files.values()), max(found.files.values())
        text += f", {least} each" if least == most else f", {least} to {most} each"
    if found.without:
        text += f"; {counted(len(found.without), 'file')} of no known patient"
    if found.unread:
        text += f"; {counted(len(found.unread), 'file')} not read yet"
    return text
