"""``chartveil train``: a model of the site's own, from its annotated documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.exit_codes import STOPPED
from chartveil.cli.gold_options import load_gold_and_worklists, worklist_options
from chartveil.cli.options import console, policy_option, site_option
from chartveil.cli.signals import ends_as_interrupt
from chartveil.domain.paths import UserPaths

if TYPE_CHECKING:
    from chartveil_training.site.report import TrainingPlan, TrainingReport


class _Share(click.ParamType[float]):
    """A share, as ``20%`` or ``0.2``."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 0.9:
            self.fail(f"{text} is no share from 0% to 90%", param, ctx)
        return share


@click.command(name="train")
@click.argument("gold", required=False, type=click.Path(exists=True, path_type=Path))
@worklist_options
@click.option("--name", required=True, metavar="NAME", help="Of the new model; shown as evidence.")
@click.option(
    "--from",
    "start",
    default="",
    metavar="MEMBER|all-MiniLM",
    help="What to go on from: a model that came with Chartveil, or the bare encoder.  [default: our first]",
)
@click.option(
    "--held-back",
    type=_Share(),
    default="20%",
    show_default=True,
    metavar="SHARE",
    help="Of the documents, to judge by; all of a patient's together.",
)
@click.option(
    "--synthetic",
    type=_Share(),
    default="50%",
    show_default=True,
    metavar="SHARE",
    help="Of the text learned from, made-up notes: they keep what the model knew.",
)
@click.option(
    "--tokens", type=click.IntRange(1), metavar="N", help="Sub-words to learn from.  [default: chosen]"
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of all that is drawn.")
@click.option(
    "--device",
    type=click.Choice(("auto", "cpu", "cuda")),
    default="auto",
    show_default=True,
    help="Where it learns.",
)
@policy_option
@site_option
@click.option(
    "--format", "gold_format", help="Format of GOLD: inline, i2b2, brat, jsonl.  [default: by ending]"
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Also keep the files here, added or not. They have learned from patients: keep them as such.",
)
@click.option(
    "--dry-run", is_flag=True, help="Read and part the documents, tell what would be done, and stop."
)
def command(
    gold: Path | None,
    worklists: tuple[str, ...],
    unsigned: bool,
    name: str,
    start: str,
    held_back: float,
    synthetic: float,
    tokens: int | None,
    seed: int,
    device: str,
    policy_name: str,
    site: Path | None,
    gold_format: str | None,
    out: Path | None,
    dry_run: bool,
) -> None:
    """Train a model of your own from documents that you marked, or reviewed in the window.

    GOLD is a file or folder of annotated documents: marked inline, i2b2 XML, brat or JSONL. Besides it, or in
    its place, --worklist names documents that were reviewed in the window.

    It learns from a part of them and from made-up notes, and is judged by the part held back. It joins your
    models only if the whole pipeline finds more with it at about the same precision; else nothing is kept.
    Needs the extra 'train' (torch).
    """
    from chartveil_training.site.requirements import missing_modules, require_training_extra

    if not held_back:
        raise click.UsageError("--held-back must leave something to judge by.")
    if not dry_run:
        require_training_extra()
    from chartveil_training.site.report import TrainingRequest
    from chartveil_training.site.run import plan_training

    documents, notices = load_gold_and_worklists(gold, gold_format, worklists, unsigned)
    for line in notices:  # also where what is left is too little
        click.echo(line)
    planned = plan_training(
        TrainingRequest(
            name=name,
            site=UserPaths.default().models_folder,
            start=start,
            held_back=held_back,
            synthetic=synthetic,
            tokens=tokens or 0,
            seed=seed,
            device=device,
            out=out,
        ),
        documents,
    )
    _show_plan(planned)
    if dry_run:
        absent = ", ".join(missing_modules())
        click.echo(f"Nothing was done. Not installed yet: {absent}." if absent else "Nothing was done.")
        return
    try:
        with ends_as_interrupt():
            report = _train(planned, policy_name, site)
    except KeyboardInterrupt:
        click.echo("Stopped. Nothing was kept.", err=True)
        sys.exit(STOPPED)
    _show(report)


def _train(planned: TrainingPlan, policy_name: str, lists: Path | None) -> TrainingReport:
    from chartveil.detection.pipeline import build_pipeline
    from chartveil.domain.policy import load_policy
    from chartveil_training.site.learner import train_network
    from chartveil_training.site.run import run_training

    pipeline = build_pipeline(load_policy(policy_name), site=lists, models=None)
    err = console(stderr=True)
    if not err.is_terminal:
        return run_training(
            planned, train_network, pipeline, tell=lambda what: click.echo(f"{_sentence(what)} …", err=True)
        )
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(what: str) -> None:
            bar.reset(task, total=None, description=_sentence(what))

        def seen(done: int, total: int, _: float) -> None:
            bar.update(task, completed=done, total=total)

        return run_training(planned, train_network, pipeline, tell=tell, progress=seen)


def _sentence(what: str) -> str:
    return what[:1].upper() + what[1:]


def _show_plan(planned: TrainingPlan) -> None:
    parts, job = planned.split, planned.job
    sizes = [len(part) for part in (parts.learning, parts.threshold_choosing, parts.held_back)]
    marks = "  ".join(f"{label} {n}" for label, n in planned.marks.most_common())
    out = console()
    out.print(
        f"{sum(sizes)} documents of {parts.patients} patients, as far as is known: {sizes[0]} to learn "
        f"from, {sizes[1]} to choose a threshold by, {sizes[2]} held back.\n"
        f"{sum(planned.marks.values())} marks: {marks}\n"
        f"{job.tokens:,} sub-words, {job.synthetic_share:.0%} of them made up; going on from "
        f"{planned.started_from}; seed {job.seed}.",
        markup=False,
        soft_wrap=True,
    )


def _show(report: TrainingReport) -> None:
    from rich.table import Table

    from chartveil_training.site.report import comparison_rows
    from chartveil_training.site.trial import ACCEPTANCE_RULE

    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("On the documents held back")
    for column in ("Without", f"With {report.plan.request.name}"):
        table.add_column(column, justify="right")
    for row in comparison_rows(report):
        table.add_row(*row)
    out.print(table)
    out.print(
        f"\n95 % intervals over documents; threshold {report.threshold:g}.\n{ACCEPTANCE_RULE}", markup=False
    )
    name = report.plan.request.name
    if report.added is not None:
        out.print(
            f"Added: '{name}' takes part from now on. It lies in {report.added.file.parent}; it has learned "
            "from patients' documents: never pass it on.",
            markup=False,
            soft_wrap=True,
        )
    else:
        out.print(f"Not added: '{name}' is not better by this rule. Nothing was kept.", markup=False)
    if report.plan.request.out is not None:
        out.print(f"Files for inspection: {report.plan.request.out}", markup=False, soft_wrap=True)
