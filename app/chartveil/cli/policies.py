"""``chartveil policies``: which there are, and what one does."""

from __future__ import annotations

import click

from chartveil.cli.options import console


@click.command(name="policies")
@click.argument("name", required=False, metavar="[NAME|FILE]")
def command(name: str | None) -> None:
    """List the policies, or show what one does with every label.

    A policy of your own is a copy of one of these files, changed: give its path. It is checked, and what
    is wrong is named by key.
    """
    if name is None:
        _list()
    else:
        _show(name)


def _list() -> None:
    from rich.table import Table

    from chartveil.domain.policy import DEFAULT_POLICY, bundled_policies, load_policy

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 1, 0))
    table.add_column("Name", no_wrap=True)
    table.add_column("What it does")
    for path in bundled_policies():
        policy = load_policy(path.stem)
        mark = "  (default)" if policy.name == DEFAULT_POLICY else ""
        table.add_row(policy.name + mark, " ".join(policy.description.split()))
    out = console()
    out.print(table)
    out.print(f"Files: {bundled_policies()[0].parent}", style="dim", soft_wrap=True)


def _show(name: str) -> None:
    from rich.table import Table

    from chartveil.domain.policy import load_policy

    policy = load_policy(name)
    out = console()
    out.print(policy.title, style="bold")
    out.print(" ".join(policy.description.split()) + "\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Label", "Group", "HIPAA", "Action", "Meaning"):
        table.add_column(column)
    for label, action in policy.actions.items():
        info = label.info
        number = str(info.hipaa_number) if info.hipaa_number else "–"
        table.add_row(label, info.group, number, action.value, info.meaning)
    out.print(table)
    out.print(
        f"\nDates: {policy.dates.value} · ages: {policy.ages.value} · ZIP codes: {policy.zips.value}\n"
        f"Spans from a score of {policy.threshold:.2f} are taken, "
        f"below {policy.doubtful:.2f} as doubtful."
    )
