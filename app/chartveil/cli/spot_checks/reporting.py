"""``chartveil spotcheck report``, ``verify``, ``search``, ``mended``, ``told``: report and what follows."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.exit_codes import SOME_FAILED
from chartveil.cli.options import console
from chartveil.cli.own_key import load_own_key
from chartveil.domain.labels import LABEL_TABLE
from chartveil.domain.wording import counted

if TYPE_CHECKING:
    from chartveil.service.spot_check_report.follow_up import RestSearch
    from chartveil.service.spot_checks.service import SpotCheckService

_by = click.option("--by", default="", help="Name of whoever does it, for the audit record.")


def _known(_context: click.Context, _option: click.Parameter, label: str) -> str:
    if label and label not in LABEL_TABLE.labels:
        raise click.BadParameter(
            f"there is no label '{label}'; 'chartveil policy show safe_harbor' shows them"
        )
    return label


_label = click.option("--label", default="", callback=_known, help="Kind of identifier that leaked.")
_HOW = {"text": "TEXT", "form": "FORM", "line": "LINE"}


@click.command(short_help="Sign the report and write it.")
@click.argument("spot_check", type=int)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@_by
def report(spot_check: int, folder: Path, by: str) -> None:
    """Sign the report of a spot-check and write it into FOLDER.

    PDF and web page of four pages, the data to compute both anew, and a sealed annex with the words that
    leaked, for the maker of the release alone. Its passphrase is shown once.
    """
    from chartveil.service.spot_check_report.writing import write_report

    with opened_service() as service:
        written = write_report(service, spot_check, folder, by)
    out = console()
    out.print(f"{str(written.outcome).upper()}: signed, in {folder}.")
    click.echo(f"Fingerprint, to be told by another way: {written.fingerprint}")
    click.echo(f"Passphrase of the annex, kept nowhere: {written.passphrase}")  # in one line, to be copied


@click.command(short_help="Check a signed report.")
@click.argument("folder", metavar="REPORT", type=click.Path(exists=True, path_type=Path))
@click.option("--key", default="", help="Fingerprint of the installation that should have signed.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def verify(folder: Path, key: str, as_json: bool) -> None:
    """Compute a signed report anew from its data, and say whether all that it says holds.

    REPORT is its folder, or its data file. Frame, commitment, seed, order of the draw, answers, bounds,
    signatures and pages are checked. It needs neither the release nor the key that signed.
    """
    from chartveil.spot_check.report.files import check_report
    from chartveil.spot_check.report.plots import share_text

    found = check_report(folder, key)
    if as_json:
        facts = {"problems": found.problems, "notes": found.notes, "fingerprint": found.fingerprint}
        click.echo(json.dumps({"holds": not found.problems, **facts}, indent=1))
    else:
        for problem in found.problems:
            click.echo(f"✕ {problem}")
        for note in found.notes:
            click.echo(f"– {note}")
        if not found.problems and found.report is not None:
            verdict = found.report.results.verdict
            bound = "" if verdict.bound is None else f", at most {share_text(verdict.bound)} leak"
            click.echo(f"✓ The report holds: {verdict.outcome}{bound}. Signed by\n  {found.fingerprint}")
            if not key:
                click.echo("Compare this with the fingerprint that the maker of the report told you.")
    sys.exit(SOME_FAILED if found.problems else 0)


@click.command(short_help="Search the whole release for a leak.")
@click.argument("spot_check", type=int)
@click.argument("words")
@click.option("--how", type=click.Choice(list(_HOW)), default="text", show_default=True, help="What counts.")
@_label
@_by
def search(spot_check: int, words: str, how: str, label: str, by: str) -> None:
    """Search the whole release for something that leaked, and say in which notes it stands.

    WORDS are the words (text), a number whose form counts: digits for digits, letters for letters (form), or
    a line with ... in the place of what leaks (line), as a template's header.
    """
    from chartveil.service.spot_check_report.follow_up import search_rest
    from chartveil.spot_check.release_search import SearchKind, SearchQuery

    before, _, after = words.partition("...")
    query = SearchQuery(SearchKind[_HOW[how]], words, before.strip(), after.strip(), label)
    with opened_service() as service:
        _print(search_rest(service, spot_check, query, by))


@click.command(short_help="Take in a leak that was told later.")
@click.argument("spot_check", type=int)
@click.argument("words")
@_label
@_by
def told(spot_check: int, words: str, label: str, by: str) -> None:
    """Take in a leak that somebody told of after publication: search for it, and add it to the record.

    The record and later reports tell its kind and in how many notes it stands, never WORDS.
    """
    from chartveil.service.spot_check_report.follow_up import report_leak

    with opened_service() as service:
        _print(report_leak(service, spot_check, words, label, by))


@click.command(short_help="Compare a mended release.")
@click.argument("spot_check", type=int)
@click.argument("release", type=click.Path(exists=True, path_type=Path))
@_by
def mended(spot_check: int, release: Path, by: str) -> None:
    """Bring a mended RELEASE in, and say which of the leaks are gone and what else changed.

    It is a spot-check of its own then, and needs a fresh draw.
    """
    from chartveil.service.spot_check_report.follow_up import compare_repaired

    with opened_service() as service:
        found = compare_repaired(service, spot_check, release, by)
    out = console()
    out.print(
        f"{found.same:,} notes are as they were, {found.changed:,} changed, {found.added:,} are new, "
        f"{found.gone:,} are gone."
    )
    for place, label, still in found.leaks:
        said = f"still in {counted(still, 'note')}" if still else "gone"
        said = "cannot be searched for" if still is None else said
        out.print(f"  {place}, {label or 'kind not told'}: {said}")
    out.print(f"Spot-check {found.spot_check} is of the mended release. Plan and draw it afresh.")


def _print(found: RestSearch) -> None:
    out = console()
    out.print(f"It stands in {counted(found.notes, 'note')}.")
    for name, hits, notes in found.strata:
        if hits:
            out.print(f"  {name or 'not known'}: {hits:,} of {notes:,}")
    for place in found.places[:20]:
        out.print(f"  {place}")
    if len(found.places) > 20:
        out.print(f"  … and {len(found.places) - 20:,} more")
    if found.unread:
        out.print(f"{found.unread:,} notes are gone or not what they were; they were not searched.")


@contextmanager
def opened_service() -> Iterator[SpotCheckService]:
    """The user's spot-checks, open as long as they are used."""
    from chartveil.domain.paths import UserPaths
    from chartveil.service.spot_checks.service import SpotCheckService

    service = SpotCheckService(UserPaths.default(), load_own_key())
    try:
        yield service
    finally:
        service.close()
