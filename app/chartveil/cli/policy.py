"""``chartveil policy``: which there are, what one does, and what one leaves."""

from __future__ import annotations

import sys

import click

from chartveil.cli.exit_codes import DONE, SOME_FAILED
from chartveil.cli.options import OrderedGroup, console


@click.group(name="policy", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List the policies, show what one does with every label, or check what one leaves.

    A policy of your own is a copy of one of these files, changed: give its path. It is checked, and what
    is wrong is named by key.
    """


@command.command(name="list", short_help="List the policies.")
def list_policies() -> None:
    """List the policies that come with Chartveil, and where their files are."""
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


@command.command(name="show", short_help="Show what one does.")
@click.argument("name", metavar="NAME|FILE")
def show(name: str) -> None:
    """Show what a policy does with every label."""
    from rich.table import Table

    from chartveil.domain.policy import load_policy

    policy = load_policy(name, check_name=False)
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


@command.command(name="check", short_help="Tell what one leaves that HIPAA Safe Harbor removes.")
@click.argument("name", metavar="NAME|FILE")
def check(name: str) -> None:
    """Tell what a policy leaves that HIPAA Safe Harbor removes (45 CFR 164.514(b)(2)), and what else to know.

    Exits with 1 if it leaves something, or promises by its name more than it does.
    """
    from chartveil.domain.policy import check_policy_name, load_policy, policy_gaps, policy_remarks

    policy = load_policy(name, check_name=False)
    gaps = policy_gaps(policy)
    click.echo(f"{policy.title} ({policy.name})")
    click.echo("Leaves what Safe Harbor removes:" if gaps else "Leaves nothing that Safe Harbor removes.")
    for gap in gaps:
        click.echo(f"  - {gap}")
    for remark in policy_remarks(policy):
        click.echo(f"To know: {remark}.")
    check_policy_name(policy, name)
    sys.exit(SOME_FAILED if gaps else DONE)
