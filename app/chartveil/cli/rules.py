"""``chartveil rules``: which rules there are, what one says, and what it would take from a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.options import OrderedGroup, console, site_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chartveil.detection.rules.rule import Rule
    from chartveil.domain.document import Document

_SECONDS = 20.0
"""Time allowed for a rule on a document that it is tried on."""


@click.group(name="rules", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List the rules that find identifiers by their form, show one, or try one on a file.

    Rules are entries of files. A site adds its own, and switches ours off, in rules.toml beside its lists.
    """


@command.command(name="list", short_help="List the rules.")
@click.option("--family", metavar="FAMILY", help="Of this family alone, e.g. dates.")
@site_option
def list_rules(family: str | None, site: Path | None) -> None:
    """List the rules: id, label, score, the agreement of the networks that each needs, and what it finds.

    With --site, the site's own too; those of ours that it switches off are left out.
    """
    from rich.table import Table

    from chartveil.domain.wording import counted

    rules = _rules(site)
    families = sorted({rule.family for rule in rules})
    if family is not None and family not in families:
        raise click.UsageError(f"there is no family {family}; families: {', '.join(families)}")
    shown = [rule for rule in rules if family in (None, rule.family)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("Id", "Label", "Score", "Agreement", "Finds"):
        table.add_column(column, no_wrap=column not in ("Label", "Finds"))
    for rule in sorted(shown, key=lambda r: (r.family, r.id)):
        table.add_row(
            rule.id,
            " ".join(_labels(rule)),
            f"{rule.score:.2f}",
            f"{rule.agreement:g}" if rule.agreement else "none",
            rule.description,
        )
    out = console()
    out.print(table)
    out.print(f"\n{counted(len(shown), 'rule')}", style="dim")


@command.command(name="show", short_help="Show what a rule says.")
@click.argument("rule_id", metavar="ID")
@site_option
def show_rule(rule_id: str, site: Path | None) -> None:
    """Show the rule ID: its pattern, what must stand beside a match, and its examples.

    Parts that its file names are put in.
    """
    rule = _rule(rule_id, _rules(site))
    out = console()
    out.print(rule.id, style="bold", markup=False)
    for name, value in (
        ("finds", rule.description),
        ("family", rule.family),
        ("label", ", ".join(_labels(rule))),
        ("score", f"{rule.score:.2f}"),
        ("agreement", f"{rule.agreement:g}" if rule.agreement else "none needed"),
        ("surety", rule.surety or ""),
        ("source", rule.source),
        ("keywords", ", ".join(rule.keywords)),
        ("pattern", rule.pattern),
        ("before", rule.before or ""),
        ("not before", rule.not_before or ""),
        ("after", rule.after or ""),
        ("not after", rule.not_after or ""),
        ("check", rule.check),
        ("examples", "\n".join(rule.examples)),
        ("leaves", "\n".join(rule.counterexamples)),
    ):
        if value:
            text = value.strip("\n").replace("\n", "\n" + " " * 13)
            out.print(f"  {name:10s} {text}", markup=False, soft_wrap=True)


@command.command(name="try", short_help="Try a rule on a file.")
@click.argument("names", nargs=-1, required=True, metavar="[ID] FILE")
@click.option(
    "--rules",
    "rule_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Try the rules of this file, all of them if no ID is given.",
)
@site_option
def try_rule(names: tuple[str, ...], rule_file: Path | None, site: Path | None) -> None:
    """Try the rule ID, or the rules of a file, on FILE: what it takes, and where.

    Each rule is tried by itself: whether the networks agree and what recovery gives back is left out. The
    output holds text of FILE.
    """
    from chartveil.detection.rules.rule_files import load_rule_file

    if len(names) > 2 or (len(names) == 1 and rule_file is None):
        raise click.UsageError("give the id of a rule and a file, or --rules and a file.")
    if rule_file is not None and site is not None:
        raise click.UsageError("--rules and --site exclude each other.")
    rules = load_rule_file(rule_file) if rule_file is not None else _rules(site)
    if len(names) == 2:
        rules = (_rule(names[0], rules),)
    documents = _documents(Path(names[-1]))
    out = console()
    found = 0
    for document in documents:
        lines = list(_finds(document, rules))
        found += len(lines)
        if lines and document.source.part:
            out.print(f"── {document.source.part}", style="bold", markup=False)
        for line in lines:
            out.print(line, markup=False, soft_wrap=True)
    from chartveil.domain.wording import counted

    summary = (
        f"{counted(found, 'find')} by {counted(len(rules), 'rule')} in {counted(len(documents), 'document')}"
    )
    out.print(summary, style="dim")


def _rules(site: Path | None) -> Sequence[Rule]:
    from chartveil.detection.rules import build_rules

    return build_rules(site=site).rules


def _rule(rule_id: str, rules: Sequence[Rule]) -> Rule:
    """The rule of an id, whatever its case; a site's also without ``site/``."""
    from chartveil.domain.errors import InputError

    asked = rule_id.casefold()
    for rule in rules:
        if asked in (rule.id.casefold(), rule.id.casefold().removeprefix("site/")):
            return rule
    raise InputError(f"there is no rule {rule_id}.", remedy="See 'chartveil rules list' for those there are.")


def _labels(rule: Rule) -> list[str]:
    return list(dict.fromkeys(label.value for _, label in rule.label_groups)) or [rule.label.value]


def _documents(path: Path) -> list[Document]:
    from chartveil.formats.base import ReadOptions
    from chartveil.release.discovery import refs_in_file
    from chartveil.release.input_files import read_documents

    options = ReadOptions()
    refs = refs_in_file(path, options.limits)
    return [document for ref in refs for document in read_documents(ref, options)[2]]


def _finds(document: Document, rules: Sequence[Rule]) -> list[str]:
    """A line for each find of a document, in order of its place: line and column, label, rule, the text."""
    from chartveil.domain.display import safe_for_display
    from chartveil.domain.errors import StageError
    from chartveil.domain.tokenized_text import TokenizedText

    view = TokenizedText(document)
    lines = []
    for rule in rules:
        try:
            for s in rule.find(view, _SECONDS):
                lines.append((s.start, f"{s.label:12s} {rule.id}  {document.text[s.start : s.end]}"))
        except TimeoutError:
            raise StageError("rules", f"the rule {rule.id} ran longer than {_SECONDS:.0f} s.") from None
    return [f"{place(document.text, at):>8s}  {safe_for_display(said)}" for at, said in sorted(lines)]


def place(text: str, at: int) -> str:
    """Line and column of an offset, both from 1."""
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"
