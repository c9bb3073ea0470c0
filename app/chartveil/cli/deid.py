"""``chartveil deid``: files and folders in, copies out, and a table of which came from which."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.batches.lost_output import work_outlives_output
from chartveil.cli.batches.patients import patients_from_options, with_confirmed_patients
from chartveil.cli.batches.patients import show_patients as print_patients
from chartveil.cli.exit_codes import DONE, NOTHING_DONE, SOME_FAILED, STOPPED
from chartveil.cli.options import (
    choice_of,
    column_options,
    console,
    device_option,
    patients_option,
    policy_option,
    profile_option,
    reading_options,
    site_option,
    workspace_option,
)
from chartveil.cli.own_key import load_own_key
from chartveil.cli.signals import stop_request
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import DateMethod, ReplacementMode
from chartveil.domain.uncovered_passage import named_counts
from chartveil.domain.wording import counted
from chartveil.release.job import RECORD_SUFFIX, OutputFormat

if TYPE_CHECKING:
    from chartveil.detection.models.devices import Device
    from chartveil.formats.base import ReadOptions
    from chartveil.release.batch import BatchProgress, BatchReport, BatchRequest
    from chartveil.release.job import FileCounts, FileOutcome, FileTask, ProcessingJob
    from chartveil.release.runner import WorksOnFiles
    from chartveil.store.workspace import Workspace
    from chartveil.system.page_progress import PageProgress


@contextlib.contextmanager
def crosswalk_written_to(path: Path | None, done: Sequence[FileOutcome]) -> Iterator[None]:
    """Writes which output came from which input when the run ends, however it ends.

    Raises:
        OutputError: before the run begins if the file cannot be written, or is something else.
    """
    if path is None:
        yield
        return
    from chartveil.system.atomic_files import FolderClaim, write_draft

    _refuse_to_overwrite(path)
    with FolderClaim(path.parent) as claim:
        try:
            yield
        finally:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(_CROSSWALK_HEADER)
            for f in done:
                # The record of a table's columns bears the name of its copy.
                names = (o.name for o in f.outputs if not o.name.endswith(RECORD_SUFFIX))
                writer.writerows([_cell(f.path), _cell(name)] for name in names)
            write_draft(path.parent, text.getvalue().encode("utf-8"), claim.token).publish(path.name)


_CROSSWALK_HEADER = ("input", "output")


def _refuse_to_overwrite(path: Path) -> None:
    """Holds the crosswalk back from taking the place of another file, which may be an input."""
    from chartveil.domain.errors import OutputError
    from chartveil.system.atomic_files import output_errors_explained

    with output_errors_explained(path):
        other = path.is_dir() or (path.exists() and not path.read_bytes().startswith(b"input,output\n"))
    if other:
        raise OutputError(
            "there is something else of this name.",
            where=str(path),
            remedy="Give --crosswalk another name, or move that file away.",
        )


def _cell(path: str) -> str:
    """A path that a spreadsheet does not take for a formula, and that is the same path."""
    return f"./{path}" if path.startswith(("=", "+", "-", "@")) else path


_SPANS = "spans"
"""The mode that writes spans and no copy."""


@click.command(name="deid")
@click.argument("inputs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="INPUT...")
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the copies go. Their names are made up; --crosswalk tells which input each is of.",
)
@policy_option
@click.option(
    "--mode",
    type=click.Choice([*(m.value for m in ReplacementMode), _SPANS]),
    default=ReplacementMode.SURROGATE.value,
    show_default=True,
    help="What takes an identifier's place; 'spans' writes <name>.json with offsets and no copy.",
)
@click.option(
    "--format",
    "formats",
    type=choice_of(OutputFormat),
    multiple=True,
    help="What to write; may be given more than once.  [default: same as the input; json for spans]",
)
@reading_options
@column_options
@click.option(
    "--key-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Key for surrogates: same key, same surrogates.  [default: your own, made at first use]",
)
@site_option
@patients_option
@patients_from_options
@device_option
@profile_option
@click.option("--jobs", type=click.IntRange(0, 256), default=0, help="Processes.  [default: chosen]")
@click.option(
    "--resume",
    is_flag=True,
    help="Leave out what an earlier run finished; make anew what a change of file or settings made stale.",
)
@click.option("--follow-links", is_flag=True, help="Follow links in a folder that lead out of what is named.")
@click.option(
    "--keep-folders", is_flag=True, help="Lay copies in folders as their files lie; the names are made up."
)
@click.option(
    "--crosswalk",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write which output came from which input. Holds your file names: keep it apart.",
)
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON. Holds your file names.")
@click.option("-q", "--quiet", is_flag=True, help="Print failures only.")
def command(
    inputs: tuple[Path, ...],
    out: Path,
    policy_name: str,
    mode: str,
    formats: tuple[str, ...],
    options: ReadOptions,
    key_file: Path | None,
    site: Path | None,
    patients: Path | None,
    patients_from: str,
    show_patients: bool,
    device: str,
    profile: str,
    jobs: int,
    resume: bool,
    keep_folders: bool,
    follow_links: bool,
    crosswalk: Path | None,
    workspace: Path | None,
    as_json: bool,
    quiet: bool,
    work: WorksOnFiles | None = None,
) -> None:
    """De-identify INPUT files and folders into FOLDER.

    Text, Word, RTF, HTML, CSV, TSV, Excel, JSON lines, Parquet, PDF, and scans as PNG, JPEG or TIFF are
    read; folders and zip archives are walked. Every copy is read back and searched for what should have gone
    before it gets its name. A file that fails is named with what to do about it, and the rest goes on.
    """
    from chartveil.detection.model_choice import ModelChoice, ModelProfile
    from chartveil.detection.models.devices import choose_device
    from chartveil.domain.patient_source import PatientSource, PatientSourceKind
    from chartveil.domain.policy import load_policy
    from chartveil.release.batch import BatchRequest, find_inputs
    from chartveil.release.job import FileTask, ProcessingJob
    from chartveil.release.runner import refuse_inside_output
    from chartveil.store.keys import load_key
    from chartveil.store.workspace import open_workspace

    user_paths = UserPaths.default()
    options = replace(options, patients_from=PatientSource.parse(patients_from))
    if options.patient_id and options.patients_from.kind is not PatientSourceKind.COLUMN:
        raise click.UsageError("--patient-id says that all is of one patient: leave out --patients-from.")
    policy = load_policy(policy_name)
    if show_patients:
        job = ProcessingJob(policy, None, b"", out, read_options=options, patients_file=patients)
        tasks = [
            FileTask(ref) for ref in find_inputs(BatchRequest(inputs, job, follow_links=follow_links)).refs
        ]
        print_patients(job, tasks, as_json=as_json)
        return
    refuse_inside_output(out, crosswalk, "--crosswalk")
    refuse_inside_output(out, workspace or user_paths.workspace_file, "--workspace")
    refuse_inside_output(out, key_file or user_paths.key_file, "--key-file")
    chosen = None if mode == _SPANS else ReplacementMode(mode)
    outputs = [OutputFormat(f) for f in dict.fromkeys(formats)]
    if not outputs:
        outputs = [OutputFormat.JSON if chosen is None else OutputFormat.SAME]
    if chosen is None and (copies := {OutputFormat.SAME, OutputFormat.TXT} & set(outputs)):
        # A copy would be the original itself, under a name that looks released.
        raise click.UsageError(f"--mode spans writes no copy: leave out --format {min(copies)}.")
    if resume and chosen is ReplacementMode.SURROGATE and policy.dates is DateMethod.INTERVAL:
        raise click.UsageError("The notes of a case are written together: leave out --resume.")
    own_key = load_own_key()
    # Chosen here, so that every process takes the one that is told.
    chosen_device = choose_device(device)
    job = ProcessingJob(
        policy=policy,
        mode=chosen,
        key=load_key(key_file) if key_file else own_key,
        output_folder=out,
        outputs=tuple(outputs),
        read_options=options,
        site_lists=site,
        patients_file=patients,
        models=ModelChoice(
            chosen_device.name, site_models=user_paths.models_folder, profile=ModelProfile(profile)
        ),
        keep_folders=keep_folders,
    )
    request = BatchRequest(inputs, job, jobs, resume, apart=True, follow_links=follow_links, work=work)
    done: list[FileOutcome] = []
    with (
        open_workspace(user_paths, workspace, own_key) as ws,
        crosswalk_written_to(crosswalk, done),
        stop_request() as stopped,
    ):
        report = _run(request, ws, stopped, done, show=not (as_json or quiet), quiet=quiet)
    with work_outlives_output():
        if as_json:
            click.echo(json.dumps(_as_dict(report, job, chosen_device), indent=1, ensure_ascii=False))
        else:
            _show(report, job, chosen_device, quiet=quiet)
    sys.exit(_code(report))


def _run(
    request: BatchRequest,
    workspace: Workspace,
    stopped: Callable[[], bool],
    done: list[FileOutcome],
    *,
    show: bool,
    quiet: bool,
) -> BatchReport:
    """The report; ``done`` has what is finished at any time, also when an error ends the run."""
    from chartveil.release.batch import run_batch

    out = console(stderr=True)

    def prepare(job: ProcessingJob, tasks: Sequence[FileTask]) -> Sequence[FileTask]:
        tasks = with_confirmed_patients(job, tasks, quiet=quiet)
        if not job.writes_a_case:
            return tasks
        from chartveil.service.case_report_files.copies import with_case_copies

        return with_case_copies(job, tasks)

    if not (show and out.is_terminal):
        return run_batch(request, workspace, lambda p: done.append(p.latest), stopped, prepare=prepare)
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=out, transient=True) as bar:
        task = bar.add_task("De-identifying", total=None)

        def show_file(p: BatchProgress) -> None:
            done.append(p.latest)
            bar.update(task, completed=p.done, total=p.total, description="De-identifying")

        def show_page(_: FileTask, at: PageProgress) -> None:
            bar.update(task, description=f"{at}".capitalize())

        return run_batch(request, workspace, show_file, stopped, show_page, prepare)


def _show(report: BatchReport, job: ProcessingJob, device: Device, *, quiet: bool) -> None:
    if not quiet:
        _summary(report, job, device)
    err = console(stderr=True)
    if report.failures:
        were = "was" if len(report.failures) == 1 else "were"
        err.print(f"\n{counted(len(report.failures), 'file')} {were} not released:", style="bold")
        for f in report.failures:
            assert f.failure is not None
            err.print(f"  ✕ {f.failure.message}", markup=False)
    for s in report.skipped if quiet else ():
        if s.refused:
            err.print(f"Left out {s.path}: {s.reason}", markup=False, soft_wrap=True)
    for name in report.folder.left_over:
        err.print(
            f"Left over {name}: its file is not in the input any more, or could not be made anew",
            markup=False,
        )
    if report.broken_off:
        err.print(
            f"\nBroken off: the folder takes no more files. {len(report.finished)} done and whole, "
            f"{report.remaining} not begun. Make room, then give the same command with --resume.",
            markup=False,
        )
    if report.stopped:
        err.print(
            f"\nStopped: {len(report.finished)} done and whole, {report.remaining} not begun. "
            "Give the same command with --resume to go on.",
            markup=False,
        )


def _summary(report: BatchReport, job: ProcessingJob, device: Device) -> None:
    from rich.table import Table
    from rich.text import Text

    from chartveil.release.input_files import printable_path

    out = console()
    done = report.finished
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Input", overflow="fold")
    for name in ("Docs", "Spans", "Recovered"):
        table.add_column(name, justify="right")
    table.add_column("Output", overflow="fold")
    new = [f for f in done if not f.resumed]
    for f in new[:_SHOWN]:
        counts = (str(f.counts.documents), str(f.counts.spans), str(f.counts.recovered))
        table.add_row(Text(_name(f.path)), *counts, Text(", ".join(o.name for o in f.outputs)))
    if new:
        out.print(table)
    if len(new) > _SHOWN:
        out.print(f"… and {len(new) - _SHOWN} more (--json or --crosswalk tells all)")
    if report.labels:
        counts_text = "  ".join(f"{label} {n}" for label, n in report.labels.most_common())
        out.print(f"\n{sum(report.labels.values())} identifiers: {counts_text}", markup=False)
    for f in done:
        for remark in (*f.remarks, *_page_remarks(f.counts)):
            out.print(f"{_name(f.path)}: {remark}", markup=False, style="dim")
    for remark in report.remarks:
        out.print(f"{_name(printable_path(str(job.patients_file)))}: {remark}", markup=False, style="dim")
    for s in report.skipped:
        out.print(f"Left out {s.path}: {s.reason}", markup=False, style="dim")
    documents = sum(f.counts.documents for f in done)
    mode = job.mode or _SPANS
    earlier = len(done) - len(new)
    out.print(
        f"\n{counted(len(new), 'file')}, {counted(documents, 'document')} in {report.seconds:.1f} s · "
        f"policy {job.policy.name} · mode {mode}\nDevice {device.reason}\n"
        f"Profile {report.profile}\nRun {report.run_id}",
        markup=False,
    )
    if report.patient_matches:
        out.print(_dossiers(report), markup=False)
    if report.passages:
        out.print(
            f"{counted(report.passages.total(), 'passage')} that detection does not cover: "
            f"{named_counts(report.passages)}",
            markup=False,
        )
    totals = {"Covered without being read": report.covered, "Left out of the copies": report.left_out}
    for what, found in totals.items():
        if found:
            out.print(f"{what}: {named_counts(found)}", markup=False)
    if earlier:
        out.print(f"{counted(earlier, 'file')} finished by an earlier run", markup=False)
    if report.folder.renewed:
        out.print(f"Made anew: {_copies(len(report.folder.renewed))} that lay there", markup=False)
    for name in report.folder.replaced:
        out.print(f"Removed {name}: its file or the settings have changed", markup=False, style="dim")
    if done:
        where = f"Written to {printable_path(str(job.output_folder))}"
        held = f", which holds {_copies(report.folder.copies)}" if report.folder.copies else ""
        if report.folder.others:
            held += f", {report.folder.others:,} of them of no file that was given"
        out.print(where + held, markup=False, soft_wrap=True)
    else:
        out.print("Nothing was written.", markup=False)


def _page_remarks(counts: FileCounts) -> list[str]:
    """What became of parts of a file's pages that no text stands for, and what is in no copy."""
    remarks = []
    if counts.covered:
        remarks.append(f"covered without being read: {named_counts(counts.covered)}")
    if counts.left_out:
        remarks.append(f"left out of the copy: {named_counts(counts.left_out)}")
    pages = list(counts.pages.items())
    told = [f"page {number}: {named_counts(what)}" for number, what in pages[:_SHOWN_PAGES]]
    if len(pages) > _SHOWN_PAGES:
        told.append(f"and {len(pages) - _SHOWN_PAGES} more pages (--json tells all)")
    return [*remarks, *(["; ".join(told)] if told else [])]


def _dossiers(report: BatchReport) -> str:
    """``Dossier: 41 of 45 documents; 3 no patient; 1 several``."""
    from chartveil.detection.model_choice import PatientMatch

    of = report.patient_matches
    line = f"Dossier: {of[PatientMatch.ONE]} of {counted(of.total(), 'document')}"
    if none := of[PatientMatch.NONE]:
        line += f"; {none} no patient"
    if several := of[PatientMatch.SEVERAL]:
        line += f"; {several} several"
    return line


def _copies(number: int) -> str:
    return f"{number:,} {'copy' if number == 1 else 'copies'}"


def _name(path: str) -> str:
    """The last part of a path as it is shown."""
    return path.replace("!/", "/").rsplit("/", 1)[-1]


_SHOWN, _SHOWN_PAGES = 40, 10
"""Rows of the summary: a screen or so; and pages of a file of which it is told what became of them."""


def _as_dict(report: BatchReport, job: ProcessingJob, device: Device) -> dict[str, Any]:
    from chartveil.detection.model_choice import PatientMatch

    return {
        "run": report.run_id,
        "policy": job.policy.name,
        "mode": job.mode or _SPANS,
        "device": {"name": device.name, "why": device.reason},
        "profile": report.profile,
        "seconds": round(report.seconds, 3),
        "stopped": report.stopped,
        "broken_off": report.broken_off,
        "remaining": report.remaining,
        "labels": {str(k): v for k, v in sorted(report.labels.items())},
        "dossier": {str(m): report.patient_matches[m] for m in PatientMatch} if job.patients_file else None,
        "uncovered": dict(sorted(report.passages.items())),
        "left_out": dict(sorted(report.left_out.items())),
        "remarks": list(report.remarks),
        "folder": {
            "copies": report.folder.copies,
            "replaced": list(report.folder.replaced),
            "renewed": list(report.folder.renewed),
            "left_over": list(report.folder.left_over),
            "others": report.folder.others,
        },
        "files": [
            {
                "input": f.path,
                "outputs": [o.name for o in f.outputs],
                "format": f.format,
                "documents": f.counts.documents,
                "spans": f.counts.spans,
                "recovered": f.counts.recovered,
                "characters": f.counts.characters,
                "covered": dict(sorted(f.counts.covered.items())),
                "left_out": dict(sorted(f.counts.left_out.items())),
                "pages": {str(page): dict(sorted(what.items())) for page, what in f.counts.pages.items()},
                "resumed": f.resumed,
                "remarks": list(f.remarks),
                "error": {"kind": f.failure.kind, "message": f.failure.message} if f.failure else None,
            }
            for f in report.files
        ],
        "skipped": [{"input": s.path, "reason": s.reason} for s in report.skipped],
    }


def _code(report: BatchReport) -> int:
    if report.stopped:
        return STOPPED
    if not report.failures:
        return DONE
    return SOME_FAILED if report.finished else NOTHING_DONE
