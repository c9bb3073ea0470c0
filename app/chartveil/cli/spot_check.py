"""``chartveil spotcheck``: how sure one may be that a release, made with any tool, holds no identifier."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.options import OrderedGroup, choice_of, console
from chartveil.cli.spot_checks import reporting
from chartveil.spot_check.sampling import Design, Unit

if TYPE_CHECKING:
    from chartveil.spot_check.bounds import ReadersTest
    from chartveil.spot_check.verdict import TwoReaders, Verdict

_RELEASE = click.Path(exists=True, path_type=Path)
_KIT = click.Path(exists=True, file_okay=False, path_type=Path)
_FORM = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(name="spotcheck", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Say yes or no to a release that somebody made, with any tool, and how sure one may be.

    'size' tells how much is to be read, 'draw' writes the notes to read with a form, 'report' reads the
    form and states the bound. A note leaks when it holds an identifier that should have gone.
    """


_bound_option = click.option(
    "--bound",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.01,
    show_default=True,
    help="Share of leaking units that is to be excluded.",
)
_confidence_option = click.option(
    "--confidence",
    type=click.FloatRange(0.5, 1, max_open=True),
    default=0.95,
    show_default=True,
    help="Of the statement.",
)


@command.command(short_help="Tell how many notes are to be read.")
@click.option("--notes", type=click.IntRange(1), required=True, help="Notes, or patients, of the release.")
@_bound_option
@_confidence_option
@click.option(
    "--read", "planned", type=click.IntRange(1), help="Units to read.  [default: what the bound needs]"
)
@click.option(
    "--words", type=click.IntRange(1), default=400, show_default=True, help="Of a note, on average."
)
@click.option(
    "--pace", type=click.IntRange(1), default=250, show_default=True, help="Words read in a minute."
)
def size(notes: int, bound: float, confidence: float, planned: int | None, words: int, pace: int) -> None:
    """Tell how many notes are to be read, for how long, and what is shown with 0, 1, 2 or 3 leaking ones."""
    from chartveil.spot_check.bounds import bounds_at, finite_sample_size

    alpha = 1 - confidence
    needed = finite_sample_size(notes, int(bound * notes), 0, alpha)
    assert needed is not None  # reading everything shows any bound
    read = min(planned or needed, notes)
    out = console()
    out.print(
        f"{read:,} of {notes:,} to read: about {read * words / pace / 60:.1f} hours at {pace} words a minute."
    )
    for found, share in bounds_at(notes, read, alpha):
        verdict = "shows it" if share <= bound else "does not show it"
        out.print(f"  {found} leaking: at most {share:.2%} leak, with {confidence:.0%} confidence; {verdict}")


@command.command(short_help="Draw a sample and write it with a form.")
@click.argument("release", type=_RELEASE)
@click.argument("kit", type=click.Path(file_okay=False, path_type=Path))
@_bound_option
@_confidence_option
@click.option(
    "--unit",
    type=choice_of(Unit),
    default=Unit.NOTE.value,
    show_default=True,
    help="What the statement counts.",
)
@click.option(
    "--design",
    type=choice_of(Design),
    default=Design.SIMPLE.value,
    show_default=True,
    help="Same chance for all, by strata, or one note of each patient.",
)
@click.option(
    "--strata",
    type=click.Choice(["none", "format", "folder", "type"]),
    default="none",
    show_default=True,
    help="What notes are grouped by.",
)
@click.option(
    "--floor", type=click.IntRange(1), default=10, show_default=True, help="Notes of each stratum at least."
)
@click.option(
    "--read", "planned", type=click.IntRange(1), help="Units to read.  [default: what the bound needs]"
)
@click.option("--patient-folders", is_flag=True, help="A file's folder names its patient.")
def draw(
    release: Path,
    kit: Path,
    bound: float,
    confidence: float,
    unit: str,
    design: str,
    strata: str,
    floor: int,
    planned: int | None,
    patient_folders: bool,
) -> None:
    """Draw a sample of RELEASE and write it to the new folder KIT, with a form to fill in.

    The hash of the seed is shown before anything is drawn, and the seed afterwards: nobody can draw again
    until it looks good. KIT holds text of the release; keep it as you keep the release.
    """
    from chartveil.spot_check.bounds import sample_size
    from chartveil.spot_check.frame import FrameOptions
    from chartveil.spot_check.kit import draw_kit
    from chartveil.spot_check.sampling import SamplingPlan, Strata

    out = console()
    alpha = round(1 - confidence, 10)
    wanted = planned or sample_size(bound, alpha)
    plan = SamplingPlan(bound, alpha, Unit(unit), Design(design), wanted, floor)
    drawn = draw_kit(
        release,
        kit,
        plan,
        FrameOptions(Strata(strata), patient_folders),
        lambda frame, commitment: out.print(
            f"Frame {frame}\nCommitment {commitment}\n(write it down before you go on)"
        ),
    )
    out.print(f"Seed {drawn.seed.seed.hex()}")
    notes = sum(len(unit) for unit in drawn.units())
    out.print(f"{notes:,} of {len(drawn.notes):,} notes to read are in {kit}; fill in its form.csv.")
    _tell_left_out(drawn.left_out)


@command.command(short_help="Draw more of the same order.")
@click.argument("kit", type=_KIT)
@click.argument("release", type=_RELEASE)
@click.option("--by", type=click.IntRange(1), required=True, help="Units to add.")
def extend(kit: Path, release: Path, by: int) -> None:
    """Add the next units of the same draw to KIT. What is in its form stays.

    A sample that was made larger is judged by a bound that holds however often one looks; it is wider.
    """
    from chartveil.spot_check.kit import extend_kit

    larger = extend_kit(kit, release, by)
    console().print(f"{larger.looks[-1]:,} units are drawn now.")


@command.command(short_help="State what a reading shows.")
@click.argument("kit", type=_KIT)
@click.option("--form", type=_FORM, help="Form of the first reader.  [default: form.csv of the kit]")
@click.option("--second", type=_FORM, help="Form of the second reader, who did not see the first one's.")
@click.option("--adjudicated", type=_FORM, help="Form with the last word where the two disagree.")
@click.option("--planted", type=click.IntRange(1), help="Known leaks that were put into reading copies.")
@click.option("--planted-found", type=click.IntRange(0), help="Those of them that the readers found.")
@click.option("--release", type=_RELEASE, help="Check that the release is still what was drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def report(
    kit: Path,
    form: Path | None,
    second: Path | None,
    adjudicated: Path | None,
    planted: int | None,
    planted_found: int | None,
    release: Path | None,
    as_json: bool,
) -> None:
    """Check the draw of KIT, read its filled-in form, and state what it shows. No text is printed."""
    from chartveil.domain.errors import InputError
    from chartveil.spot_check.kit import FORM, changes_since, load_kit, read_form
    from chartveil.spot_check.verdict import compare_readers, judge, settled_answers

    readers = _readers(planted, planted_found)
    drawn = load_kit(kit)
    if release is not None and (changed := changes_since(drawn, release)):
        raise InputError(
            f"is not what was drawn from: {len(changed)} notes changed, came or went.",
            where=str(release),
            remedy="A repaired release needs a fresh draw.",
        )
    answers = read_form(form or kit / FORM, drawn)
    compared = None
    if second is not None:
        others = read_form(second, drawn)
        compared = compare_readers(answers, others)
        last = read_form(adjudicated, drawn) if adjudicated is not None else {}
        answers = settled_answers(answers, others, last)
    elif adjudicated is not None:
        raise click.UsageError("--adjudicated goes with --second")
    verdict = judge(drawn.sample, answers, readers)
    if as_json:
        click.echo(json.dumps({**asdict(verdict), "readers": _as_dict(compared)}, indent=1))
        return
    _print(verdict, compared, drawn.plan.alpha, drawn.plan.bound)
    _tell_left_out(drawn.left_out)


def _readers(planted: int | None, found: int | None) -> ReadersTest | None:
    from chartveil.spot_check.bounds import ReadersTest

    if (planted is None) != (found is None):
        raise click.UsageError("--planted and --planted-found go together")
    if planted is None or found is None:
        return None
    if found > planted:
        raise click.UsageError("more planted leaks were found than planted")
    return ReadersTest(planted, found)


def _as_dict(compared: TwoReaders | None) -> dict[str, object] | None:
    if compared is None:
        return None
    return {
        "f1": compared.f1,
        "kappa": compared.agreement.kappa,
        "missed_by_both": compared.missed,
        "unsettled": len(compared.unsettled),
    }


_NEXT = {
    "accept": "ACCEPT: the bound that was planned is shown.",
    "extend": "EXTEND: read about {more:,} more units; if none of them leaks, the bound is shown.",
    "repair": "REPAIR: too many leak. Mend the release, and draw afresh from the mended one.",
    "read on": "READ ON: {more:,} units that were drawn have no settled answer yet.",
}


def _print(verdict: Verdict, compared: TwoReaders | None, alpha: float, planned: float) -> None:
    out = console()
    out.print(
        f"{verdict.read:,} of {verdict.drawn:,} drawn units read ({verdict.units:,} in all); "
        f"{verdict.leaking:,} leak."
    )
    if verdict.skipped:
        out.print(f"{verdict.skipped:,} more were read behind one that was not, and do not count.")
    if verdict.bound is not None:
        out.print(
            f"At most {verdict.bound:.2%} leak, with {1 - alpha:.0%} confidence (planned: {planned:.2%})."
        )
    if verdict.sequential:
        out.print("The sample was stopped early or made larger: this bound holds whenever one looks.")
    if verdict.sensitivity is None:
        out.print("The readers were not tested: it is taken that they missed nothing.")
    else:
        out.print(
            f"The readers find at least {verdict.sensitivity:.0%} of what is planted; that is reckoned in."
        )
    for s in verdict.strata if len(verdict.strata) > 1 else ():
        out.print(f"  {s.name or 'not known'}: {s.leaking:,} of {s.read:,} read leak ({s.notes:,} in all)")
    for kind, count in verdict.kinds:
        out.print(f"  kind {kind}: {count:,}")
    if compared is not None:
        kappa = compared.agreement.kappa
        out.print(
            f"Two readers: F1 {'–' if compared.f1 is None else f'{compared.f1:.2f}'}, "
            f"kappa {'–' if kappa is None else f'{kappa:.2f}'}, "
            f"about {compared.missed:.1f} leaking notes missed by both, "
            f"{len(compared.unsettled):,} on which they disagree."
        )
    out.print(_NEXT[verdict.outcome].format(more=verdict.more))


def _tell_left_out(left_out: tuple[tuple[str, str], ...]) -> None:
    if left_out:
        console().print(f"{len(left_out):,} files of the release could not be read and are in no statement:")
        for place, why in left_out[:20]:
            console().print(f"  {place}: {why}")


for _later in (
    reporting.sign,
    reporting.verify,
    reporting.search,
    reporting.mended,
    reporting.told,
):
    command.add_command(_later)
