"""``chartveil casereport``: one patient's notes become prose that may be published."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.exit_codes import DONE, SOME_FAILED
from chartveil.cli.options import console, patients_option, reading_options, site_option
from chartveil.cli.own_key import load_own_key
from chartveil.domain.paths import UserPaths
from chartveil.domain.wording import counted

if TYPE_CHECKING:
    from chartveil.case_report.model import CaseReport, IndexEvent
    from chartveil.formats.base import ReadOptions
    from chartveil.service.case_report_files.writing import WrittenCase

_INDEX_NAMES = (
    "admission",
    "first symptom",
    "birth",
    "operation",
    "diagnosis",
    "start of treatment",
    "transplant",
    "injury",
    "first note",
)


@click.command(name="casereport")
@click.argument("folder", type=click.Path(exists=True, path_type=Path), metavar="FOLDER")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="New folder for the report. Without it the case is shown and nothing is written.",
)
@click.option(
    "--patient", default="", help="Whose report it is, where the headers do not tell or name several."
)
@click.option(
    "--index",
    "index_name",
    default="",
    metavar="EVENT|DATE",
    help=f"Day 0: {', '.join(_INDEX_NAMES)}, or a day such as 2019-03-04.  [default: proposed]",
)
@click.option(
    "--affiliation",
    default="",
    metavar="TEXT",
    help="The author's affiliation: what it names counts as a place and goes out of the notes.",
)
@click.option("--days", "style", type=click.Choice(["days", "words"]), default="days", show_default=True,
              help="'day 5', or '5 days after admission'.")  # fmt: skip
@click.option("--by", default="", help="Name of whoever signs.")
@click.option(
    "--read-languages", is_flag=True, help="Passages in languages that are not covered were read by you."
)
@click.option(
    "--without-unread", is_flag=True, help="Write the report although files could not be read: it lacks them."
)
@click.option("--keep", is_flag=True, help="Keep the case in the store, to go on with it in the window.")
@click.option("--verify", is_flag=True, help="Check a report that was written: FOLDER is the report.")
@reading_options
@site_option
@patients_option
def command(
    folder: Path,
    out: Path | None,
    patient: str,
    index_name: str,
    affiliation: str,
    style: str,
    by: str,
    read_languages: bool,
    without_unread: bool,
    keep: bool,
    verify: bool,
    options: ReadOptions,
    site: Path | None,
    patients: Path | None,
) -> None:
    """Make a case report from the notes of one patient in FOLDER.

    Every date becomes a day counted from one day 0, ages become bands, names roles, places classes; numbers
    go. Indirect facts that nobody has decided about are written as suggested and counted: decide them in the
    window before you publish. The report is read back and searched for what should have gone.
    """
    if verify:
        sys.exit(_verify(folder))
    from chartveil.case_report.model import DateStyle
    from chartveil.service.case_report_files.writing import write_case
    from chartveil.service.case_reports import CaseReportService, CaseRequest

    service = CaseReportService(UserPaths.default(), load_own_key())
    try:
        id = service.bring_in(CaseRequest((folder,), "", patient, site, patients), options=options)
        try:
            if patient:
                service.leave_others_out(id)
            if index_name:
                service.decide_index(id, _index(service.case(id), index_name))
            if affiliation:
                service.decide_affiliation(id, affiliation)
            if style != "days":
                service.decide_style(id, DateStyle.WORDS)
            case = service.case(id)
            _show(case)
            if out is not None:
                written = write_case(
                    service,
                    id,
                    out,
                    by,
                    as_suggested=True,
                    uncovered=read_languages,
                    without_unread=without_unread,
                    options=options,
                )
                _show_written(written)
        finally:
            if not keep:
                service.forget(id)
        if keep:
            console().print(f"Kept as case {id}.")
    finally:
        service.close()
    sys.exit(SOME_FAILED if case.unread else DONE)


def _index(case: CaseReport, name: str) -> IndexEvent:
    import datetime as dt

    from chartveil.case_report.model import IndexEvent, IndexKind

    for proposed in case.proposals:
        if proposed.kind == name.lower():
            return proposed
    try:
        return IndexEvent(IndexKind.OTHER, dt.date.fromisoformat(name), wording="the index event")
    except ValueError:
        found = ", ".join(p.kind for p in case.proposals) or "none, as no note has a date"
        raise click.UsageError(f"--index {name}: the notes tell no such event (they tell {found}).") from None


def _show(case: CaseReport) -> None:
    from chartveil.case_report.outputs.content import alteration_counts, day_zero, timeline

    out = console()
    out.print(f"{counted(len(case.notes), 'note')} in order of date. {day_zero(case)}", markup=False)
    for row in timeline(case):
        out.print(f"  {row.interval:>28}  note {row.note}", markup=False)
    counts = alteration_counts(case)
    out.print("Altered: " + ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items())), markup=False)
    for words in dict.fromkeys(c.words for c in case.contradictions):
        out.print(f"✕ {words}", markup=False)
    for remark in case.remarks:
        out.print(f"! {remark}", markup=False)
    for name, why in case.unread:
        out.print(f"✕ {name}: {why}", markup=False)
    if case.without_consent:
        out.print(f"! Consent is open of {case.without_consent} people.", markup=False)


def _show_written(written: WrittenCase) -> None:
    from chartveil.service.case_report_files.writing import PAGES_REMARK

    out = console()
    if written.suggested:
        out.print(f"! {counted(written.suggested, 'indirect fact')} written as suggested, decided by nobody.")
    if written.pages:
        out.print(f"{counted(written.pages, 'note')} from pages or pictures lie covered in pages.")
        out.print(PAGES_REMARK)
    for why in written.untold:
        out.print(f"✕ {why}", markup=False)
    out.print(f"Written to {written.folder}. Signed by {written.fingerprint}.", markup=False, soft_wrap=True)


def _verify(folder: Path) -> int:
    from chartveil.service.case_report_files.writing import record_problems

    problems, signer = record_problems(folder)
    for problem in problems:
        console().print(f"✕ {problem}", markup=False)
    if not problems:
        console().print(f"The report is as it was signed by {signer}.", markup=False)
    return SOME_FAILED if problems else DONE
