"""``chartveil models``: the small models that vote on each word; which there are, and what they can do."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.exit_codes import DONE, SOME_FAILED
from chartveil.cli.options import OrderedGroup, console, device_option, parse_labels
from chartveil.domain.paths import UserPaths

if TYPE_CHECKING:
    from chartveil.detection.models.manifest import EnsembleMember, MemberStatus
    from chartveil.detection.models.site_models import AddedModel

json_option = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.group(name="models", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List, check and add the models that vote on each word.

    Those that come with Chartveil always take part. Models of your own are copied to your user data folder
    and take part in every run of yours until they are switched off or removed.
    """


@command.command(name="list", short_help="List the models.")
@json_option
def list_models(as_json: bool) -> None:
    """List the models: what each votes on, its size and settings, and where it comes from.

    The files are held to their hashes; none is loaded.
    """
    from chartveil.detection.models.manifest import member_statuses
    from chartveil.domain.paths import models_folder

    site_models = UserPaths.default().models_folder
    found = member_statuses(models_folder() / "ensemble.toml", site_models)
    if as_json:
        click.echo(json.dumps([_as_dict(s) for s in found], indent=1, ensure_ascii=False))
        return
    out = console()
    for s in found:
        m = s.member
        label_thresholds = [f"{label} {value:.2f}" for label, value in m.thresholds.items()]
        out.print(m.name, style="bold", markup=False)
        for name, value in (
            ("votes on", ", ".join(m.votes)),
            ("size", _megabytes(s.size_bytes)),
            ("threshold", ", ".join([f"{m.threshold:.2f}", *label_thresholds])),
            ("priority", str(m.priority)),
            ("text", _TEXTS[m.normalise]),
            ("takes part", _taking_part(m)),
            ("from", "comes with Chartveil" if m.bundled else f"your site, {m.file.parent}"),
            ("card", _card(m)),
            ("problem", s.problem),
        ):
            if value:
                style = "bold red" if name == "problem" else None
                out.print(f"  {name:11s} {value}", style=style, markup=False, soft_wrap=True)
    part = sum(s.member.enabled for s in found)
    size = sum(_sizes(s.member for s in found).values())
    summary = f"{part} of {len(found)} take part · {_megabytes(size)} · yours lie in {site_models}"
    out.print(f"\n{summary}", style="dim", markup=False, soft_wrap=True)


_TEXTS = {"none": "as it is", "capitals": "words in capitals made title case"}


def _taking_part(member: EnsembleMember) -> str:
    if not member.enabled:
        return "no"
    return "in the profiles careful and cascade" if member.careful else "yes"


def _card(member: EnsembleMember) -> str:
    """What a member's card says of where it comes from and its licence, and where the card lies."""
    from chartveil.service.site_setup import model_card

    card = member.file.with_suffix(".md")
    if not card.exists():
        return "" if member.bundled else "none: its licence is for you to know"
    return " · ".join([*model_card(member), str(card)])


def _as_dict(state: MemberStatus) -> dict[str, Any]:
    m = state.member
    return {
        "name": m.name,
        "votes": list(m.votes),
        "size": state.size_bytes,
        "threshold": m.threshold,
        "thresholds": dict(m.thresholds),
        "priority": m.priority,
        "normalise": m.normalise,
        "enabled": m.enabled,
        "careful": m.careful,
        "bundled": m.bundled,
        "sha256": m.sha256,
        "file": str(m.file),
        "card": _card(m),
        "problem": state.problem,
    }


def _sizes(members: Iterable[EnsembleMember]) -> dict[Path, int]:
    """Size of each file in bytes; members may share files."""
    files = {p for m in members for p in (m.file, m.tokenizer)}
    return {p: p.stat().st_size for p in sorted(files) if p.is_file()}


@command.command(short_help="Check, load and try each model.")
@device_option
@json_option
def verify(device: str, as_json: bool) -> None:
    """Hold each model's files to their hashes, load it and let it read the bundled samples.

    A model that is switched off is looked at too. Exit code 1 if one that takes part fails.
    """
    from chartveil.detection.models.devices import choose_device
    from chartveil.service.site_setup import try_models

    taken = choose_device(device)
    trials = try_models(UserPaths.default(), taken)
    if as_json:
        rows = [
            {
                "name": t.member.name,
                "ok": not t.problem,
                "found": t.found,
                "problem": t.problem,
                "enabled": t.member.enabled,
            }
            for t in trials
        ]
        click.echo(json.dumps({"device": taken.name, "models": rows}, indent=1, ensure_ascii=False))
    else:
        out = console()
        for t in trials:
            off = "" if t.member.enabled else " (off)"
            result = f"files as listed, runs, {t.found} finds in {t.samples} samples"
            sign, style = ("✕", "bold red") if t.problem else ("✓", "green")
            out.print(sign, end=" ", style=style)
            out.print(f"{t.member.name}{off}: {t.problem or result}", markup=False, soft_wrap=True)
        if not trials:
            out.print("✕ no model is listed", style="bold red")
        out.print(f"Device {taken.reason}", style="dim", markup=False, soft_wrap=True)
    taking_part = [t for t in trials if t.member.enabled]
    fine = taking_part and not any(t.problem for t in taking_part)
    sys.exit(DONE if fine else SOME_FAILED)


@command.command(short_help="Add a model of your own.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--name", help="Its name in evidence.  [default: made from the folder's]")
@click.option(
    "--map",
    "table",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help='What its classes stand for: lines such as PER = "PATIENT".  [default: FOLDER\'s own and the usual]',
)
@click.option(
    "--votes", metavar="LABELS", help="Labels it may vote for, with commas.  [default: all it knows]"
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True),
    help="Probability from which on a word is an identifier.  [default: 0.5]",
)
@click.option(
    "--priority",
    type=click.IntRange(1),
    help="The label of the lowest number wins where models differ.  [default: behind all of ours]",
)
@device_option
@click.option("--dry-run", is_flag=True, help="Try it, and add nothing.")
def add(
    folder: Path,
    name: str | None,
    table: Path | None,
    votes: str | None,
    threshold: float | None,
    priority: int | None,
    device: str,
    dry_run: bool,
) -> None:
    """Add a model of your own: FOLDER holds config.json, tokenizer.json and model.onnx.

    Any Hugging Face export for token classification will do. Its classes are mapped to labels by --map, by
    chartveil-labels.toml in FOLDER (written there for you to edit) and by a table of usual names; classes
    that stand for no identifier are mapped to "ignore". It is tried on the bundled samples before it counts.
    """
    from chartveil.detection.models.class_labels import read_class_table
    from chartveil.detection.models.site_models import add_site_model as add_to_site

    added = add_to_site(
        folder,
        UserPaths.default().models_folder,
        name=name or _name_of(folder),
        mapping=read_class_table(table) if table is not None else None,
        votes=parse_labels(votes) if votes else (),
        threshold=threshold,
        priority=priority,
        device=device,
        dry_run=dry_run,
    )
    _show_added(added, dry_run=dry_run)


def _name_of(folder: Path) -> str:
    from chartveil.service.site_setup import model_name_from

    name = model_name_from(folder)
    if not name:
        raise click.UsageError("give the model a name with --name: the folder's has no letters to use.")
    return name


def _show_added(added: AddedModel, *, dry_run: bool) -> None:
    out = console()
    m = added.member
    out.print("Its classes: " + ", ".join(f"{k} → {v}" for k, v in added.class_labels.items()), markup=False)
    counts = "  ".join(f"{label} {n}" for label, n in added.spans_by_label.most_common())
    out.print(f"Found in {added.sample_count} samples: {counts}", markup=False)
    settings = f"votes on {', '.join(m.votes)}, threshold {m.threshold:.2f}, priority {m.priority}"
    if dry_run:
        out.print(f"It works ({_megabytes(added.size_bytes)}; {settings}). Nothing was added.", markup=False)
    else:
        out.print(f"Added as '{m.name}' ({_megabytes(added.size_bytes)}; {settings}).", markup=False)
        out.print(
            f"It takes part from the next run on: 'chartveil models off {m.name}' ends that.", markup=False
        )


@command.command(short_help="Let a model of yours take part.")
@click.argument("name")
def on(name: str) -> None:
    """Let a model that you added take part."""
    _switch(name, on=True)


@command.command(short_help="Let a model of yours take no part.")
@click.argument("name")
def off(name: str) -> None:
    """Let a model that you added take no part."""
    _switch(name, on=False)


def _switch(name: str, *, on: bool) -> None:
    from chartveil.detection.models.site_models import set_site_model_enabled

    set_site_model_enabled(UserPaths.default().models_folder, name, on=on)
    click.echo(f"'{name}' takes part from the next run on." if on else f"'{name}' takes no part any more.")


@command.command(short_help="Remove a model of yours.")
@click.argument("name")
def remove(name: str) -> None:
    """Remove a model that you added. The folder you added it from stays."""
    from chartveil.detection.models.site_models import remove_site_model as remove_from_site

    remove_from_site(UserPaths.default().models_folder, name)
    click.echo(f"'{name}' is removed.")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
