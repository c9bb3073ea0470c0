"""``chartveil spotcheck``: how sure one may be that a release, made with any tool, holds no identifier."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chartveil.cli.options import OrderedGroup, choice_of, console
from chartveil.cli.spot_checks.reporting import mended, opened_service, report, search, told, verify
from chartveil.detection.model_choice import ModelProfile
from chartveil.spot_check.sampling import Design, Strata, Unit
from chartveil.store.spot_checks.records import Arm

if TYPE_CHECKING:
    from chartveil.spot_check.check_views import FrameSummary, PlanPreview, PlantedCost, VerdictSheet

_PATH = click.Path(exists=True, path_type=Path)
_FORM = click.Path(exists=True, dir_okay=False, path_type=Path)
_id = click.argument("spot_check", type=int)
_arm = click.option(
    "--arm", type=choice_of(Arm), default=Arm.RANDOM.value, show_default=True, help="Which notes."
)
_reader = click.option("--reader", required=True, help="Name of the reader.")


@click.group(name="spotcheck", cls=OrderedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Say yes or no to a release that somebody made, with any tool, and how sure one may be.

    'bring' reads a release, 'plan' tells what is to be read and draws it, 'read' writes the notes with a
    form, 'answers' takes the form in, 'verdict' tells what it shows, 'report' signs. A note leaks when it
    holds an identifier that should have gone. The window does the same on the same store.
    """


@command.command(name="list", short_help="List the spot-checks.")
def list_all() -> None:
    """List all spot-checks, the latest first."""
    with opened_service() as service:
        for s in service.spot_checks():
            read = f"{s.read:,} of {s.drawn:,} read" if s.drawn else ""
            console().print(f"{s.id}  {s.created[:10]}  {s.title}: {s.notes:,} notes, {s.stage} {read}")


@command.command(short_help="Bring a release in.")
@click.argument("release", type=_PATH)
@click.option("--title", default="", help="Name of the spot-check.")
@click.option("--originals", type=_PATH, help="What the release was made from.")
@click.option("--crosswalk", type=_FORM, help="Table of originals and copies, of 'deid --crosswalk'.")
@click.option("--patients", type=_FORM, help="The site's file of patients, for the search for suspects.")
@click.option(
    "--site-lists",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with the site's own dictionaries, likewise.",
)
@click.option("--patient-folders", is_flag=True, help="A file's folder names its patient.")
def bring(
    release: Path,
    title: str,
    originals: Path | None,
    crosswalk: Path | None,
    patients: Path | None,
    site_lists: Path | None,
    patient_folders: bool,
) -> None:
    """Read RELEASE once and freeze its frame: every note is numbered and hashed. Prints its number."""
    from chartveil.service.spot_checks.releases import BringInRequest

    request = BringInRequest(release, title, originals, crosswalk, patients, site_lists, patient_folders)
    with opened_service() as service:
        id = service.releases.bring_in(request)
        console().print(f"Spot-check {id}.")
        _print_frame(service.releases.frame(id))


def _print_frame(frame: FrameSummary) -> None:
    out = console()
    patients = f" of {frame.patients:,} patients" if frame.patients else ""
    out.print(f"{frame.notes:,} notes{patients}, {frame.words:,} words.")
    if frame.own_release:
        out.print(frame.own_release)
    if frame.empty or frame.repeated:
        out.print(f"{frame.empty:,} are without a word, {frame.repeated:,} repeat an earlier one.")
    if frame.originals is not None:
        o = frame.originals
        out.print(f"{o.matched:,} notes have an original.")
        if o.unlike or not o.matched:
            out.print(f"Do they belong together? {o.unlike:,} of {o.compared:,} looked at are not alike.")
    if frame.left_out:
        out.print(f"{len(frame.left_out):,} files could not be read and are in no statement:")
        for place, why in frame.left_out[:20]:
            out.print(f"  {place}: {why}")


def _plan_options(function: Callable[..., Any]) -> Callable[..., Any]:
    share = click.FloatRange(0, 1, min_open=True, max_open=True)
    for option in reversed(
        (
            click.option(
                "--bound",
                type=share,
                default=0.01,
                show_default=True,
                help="Share to be excluded.",
            ),
            click.option(
                "--confidence",
                type=click.FloatRange(0.5, 1, max_open=True),
                default=0.95,
                show_default=True,
                help="Of the statement.",
            ),
            click.option("--unit", type=choice_of(Unit), default=Unit.NOTE.value, help="What is counted."),
            click.option(
                "--design", type=choice_of(Design), default=Design.SIMPLE.value, help="How units are drawn."
            ),
            click.option(
                "--strata",
                type=choice_of(Strata),
                default=Strata.NONE.value,
                help="Groups of notes.",
            ),
            click.option(
                "--floor",
                type=click.IntRange(1),
                default=10,
                show_default=True,
                help="Of each at least.",
            ),
            click.option(
                "--size", type=click.IntRange(1), help="Units to read.  [default: what the bound needs]"
            ),
            click.option(
                "--planted",
                type=click.IntRange(0),
                default=0,
                help="Known leaks, to test readers.",
            ),
            click.option(
                "--targeted", type=click.IntRange(0), default=0, help="Suspicious notes to read besides."
            ),
            click.option(
                "--over-removal", type=click.IntRange(0), default=0, help="Notes to read for lost words."
            ),
            click.option("--readers", type=click.IntRange(1), default=1, help="Who read each note."),
            click.option(
                "--finds",
                type=click.FloatRange(0, 1, min_open=True),
                default=0.9,
                show_default=True,
                help="Share of leaks that readers will find: .9 among tags or boxes, .3 among realistic "
                "surrogates without originals.",
            ),
        )
    ):
        function = option(function)
    return function


@command.command(short_help="Tell what is to be read, and draw it.")
@_id
@_plan_options
@click.option("--draw", "drawing", is_flag=True, help="Fix the plan and draw.")
@click.option("--by", default="", help="Name of whoever plans, for the audit record.")
def plan(
    spot_check: int,
    bound: float,
    confidence: float,
    unit: str,
    design: str,
    strata: str,
    floor: int,
    size: int | None,
    planted: int,
    targeted: int,
    over_removal: int,
    readers: int,
    finds: float,
    drawing: bool,
    by: str,
) -> None:
    """Tell how many notes are to be read, for how long, and what is shown with 0 to 3 leaking ones.

    With --draw the plan is fixed, the hash of the seed is shown and written into the audit record, and the
    sample is drawn; the seed is shown afterwards. Nobody can draw again until it looks good.
    """
    from chartveil.spot_check.sampling import SamplingPlan
    from chartveil.store.spot_checks.records import CheckChoices

    alpha = round(1 - confidence, 10)
    wanted = SamplingPlan(bound, alpha, Unit(unit), Design(design), size or 0, floor, Strata(strata))
    choices = CheckChoices(planted, targeted, over_removal, readers)
    with opened_service() as service:
        shown = service.draws.preview(spot_check, wanted, choices)
        _print_plan(shown, bound, confidence)
        if shown.room < planted:
            room = f"Only {shown.room:,} of {planted:,} planted leaks have room"
            console().print(f"{room}: each needs a note that is not drawn.")
        if planted and not drawing:
            _print_planted(service.draws.planted_costs(spot_check, shown.size, alpha, readers, finds), finds)
        if drawing:
            commitment = service.draws.commit(spot_check, wanted, choices, by)
            out = console()
            out.print(f"Frame {service.facts(spot_check).frame}")
            out.print(f"Commitment {commitment}")
            out.print(f"Seed {service.draws.draw(spot_check)}")


def _print_plan(shown: PlanPreview, bound: float, confidence: float) -> None:
    out = console()
    out.print(
        f"{shown.size:,} of {shown.population:,} to read: about {shown.hours:.1f} hours at "
        f"{shown.pace:.0f} words a minute{'' if shown.measured else ' (not measured yet)'}."
    )
    for found, share in shown.bounds:
        verdict = "shows it" if share <= bound else "does not show it"
        out.print(f"  {found} leaking: at most {share:.2%} leak, with {confidence:.0%} confidence; {verdict}")
    for name, notes, drawn in shown.strata if len(shown.strata) > 1 else ():
        out.print(f"  {name or 'not known'}: {notes:,} notes{f', {drawn:,} drawn' if drawn else ''}")


def _print_planted(costs: Sequence[PlantedCost], finds: float) -> None:
    out = console()
    out.print(f"If no note leaks and readers find {finds:.0%} of what is planted:")
    for c in costs:
        out.print(
            f"  {c.planted} planted: at most {c.bound:.2%}, {c.times_best:.2f} times the best; "
            f"{c.hours:.1f} hours more"
        )
    enough = next((c.planted for c in costs if c.is_enough), None)
    out.print(f"{enough} are enough." if enough else "Readers who find so little show little; read twice.")


@command.command(short_help="Draw more of the same order.")
@_id
@click.option("--add", type=click.IntRange(1), required=True, help="Units to add.")
@click.option("--by", default="", help="Name of whoever does it, for the audit record.")
def extend(spot_check: int, add: int, by: str) -> None:
    """Add the next units of the same draw.

    A sample that was made larger is judged by a bound that holds however often one looked; it is wider.
    """
    with opened_service() as service:
        console().print(f"{service.draws.extend(spot_check, add, by):,} units are drawn now.")


@command.command(short_help="Find the most suspicious notes.")
@_id
@click.option("--count", type=click.IntRange(1), help="Notes to read.  [default: as planned]")
@click.option(
    "--profile",
    type=choice_of(ModelProfile),
    default=ModelProfile.AUTO.value,
    show_default=True,
    help="Which models read: 'quick' the small ones, 'careful' the large one too, on fewer notes, 'cascade' "
    "the large one where the small ones are in doubt. 'auto' is quick.",
)
def suspects(spot_check: int, count: int | None, profile: str) -> None:
    """Search the release for the notes most likely to leak, for the targeted arm. It gives no bound.

    Rules and lists read all notes, the models those on top.
    """
    from chartveil.detection.model_choice import ModelChoice

    with opened_service() as service:
        models = ModelChoice(profile=ModelProfile(profile))
        total = service.draws.look_for_suspects(spot_check, count or 0, models)
        console().print(f"The targeted arm has {total:,} notes: 'read {spot_check} --arm targeted'.")


@command.command(short_help="Write the notes to read, with a form.")
@_id
@click.argument("kit", type=click.Path(file_okay=False, path_type=Path))
@_reader
@_arm
@click.option("--differing", is_flag=True, help="Only notes that need a last word.")
def read(spot_check: int, kit: Path, reader: str, arm: str, differing: bool) -> None:
    """Write the notes for a reader into the new folder KIT, with a form to fill in.

    KIT holds text of the release; keep it as you keep the release.
    """
    with opened_service() as service:
        count = service.forms.export_kit(spot_check, reader, Arm(arm), kit, differing=differing)
    console().print(f"{count:,} notes to read are in {kit}; fill in its form.csv.")


@command.command(short_help="Take in a form that was filled in.")
@_id
@click.argument("form", type=_FORM)
@_reader
@_arm
@click.option("--last-word", is_flag=True, help="The form settles notes on which readers differ.")
def answers(spot_check: int, form: Path, reader: str, arm: str, last_word: bool) -> None:
    """Take in what a reader filled in. Rows that are left empty stay to be read."""
    with opened_service() as service:
        take = service.forms.import_last_words if last_word else None
        if take is not None:
            console().print(f"{take(spot_check, reader, Arm(arm), form):,} last words were taken in.")
        else:
            count = service.forms.import_form(spot_check, reader, Arm(arm), form)
            console().print(f"{count:,} answers were taken in.")


@command.command(short_help="State what the reading shows.")
@_id
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def verdict(spot_check: int, as_json: bool) -> None:
    """State what the reading shows so far. No text is printed."""
    with opened_service() as service:
        sheet = service.verdicts.verdict(spot_check)
        if as_json:
            click.echo(json.dumps(asdict(sheet), indent=1))
        else:
            _print_verdict(sheet)


_NEXT = {
    "accept": "ACCEPT: the bound that was planned is shown.",
    "extend": "EXTEND: read about {more:,} more units; if none of them leaks, the bound is shown.",
    "draw afresh": "DRAW AFRESH: this sample is not made larger. Bring the release in anew and plan about "
    "{more:,} units; if no more of them leak, the bound is shown.",
    "repair": "REPAIR: too many leak. Mend the release, and draw afresh from the mended one.",
    "read on": "READ ON: {more:,} units that were drawn have no settled answer yet.",
}


def _print_verdict(sheet: VerdictSheet) -> None:
    found = sheet.verdict
    out = console()
    out.print(
        f"{found.read:,} of {found.drawn:,} drawn units read ({found.units:,} in all); "
        f"{found.leaking:,} leak."
    )
    if found.skipped:
        out.print(f"{found.skipped:,} more were read behind one that was not, and do not count.")
    if found.bound is not None:
        out.print(f"At most {found.bound:.2%} leak.")
    if found.sequential:
        out.print("The sample was stopped early or made larger: this bound holds whenever one looks.")
    if sheet.readers is None:
        out.print("The readers were not tested: it is taken that they missed nothing.")
    else:
        out.print(f"The readers found {sheet.readers.found:,} of {sheet.readers.planted:,} planted leaks.")
    for s in found.strata if len(found.strata) > 1 else ():
        out.print(f"  {s.name or 'not known'}: {s.leaking:,} of {s.read:,} read leak ({s.notes:,} in all)")
    for kind, count in found.kinds:
        out.print(f"  {kind}: {count:,}")
    two = sheet.two_readers
    if two is not None:
        f1, kappa = (("–" if x is None else f"{x:.2f}") for x in (two.f1, two.kappa))
        out.print(
            f"Two readers: either saw a leak in {two.found:,} notes, F1 {f1}, kappa {kappa}; about "
            f"{two.missed:.1f} leaking notes missed by both, {len(two.unsettled):,} on which they disagree."
        )
    for name, arm in (("Suspicious notes", sheet.targeted), ("Lost words", sheet.over_removal)):
        if arm.drawn:
            out.print(f"{name}: {arm.found:,} of {arm.read:,} read ({arm.drawn:,} drawn).")
    out.print(_NEXT[found.outcome].format(more=found.more))


@command.command(short_help="Forget a spot-check.")
@_id
def forget(spot_check: int) -> None:
    """Forget a spot-check with all that was read in it. The audit record stays."""
    with opened_service() as service:
        service.facts(spot_check)
        service.forget(spot_check)


for _more in (report, verify, search, mended, told):
    command.add_command(_more)
