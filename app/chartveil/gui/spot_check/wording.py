"""Texts of a spot-check in plain words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.gui.spot_check.plan_page import hours_text, percent_text
from chartveil.gui.spot_check.rest_page import FoundInRest
from chartveil.gui.spot_check.steps import units_text
from chartveil.gui.spot_check.verdict_page import VerdictText
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.service.spot_check_report.follow_up import RepairComparison, RestSearch
from chartveil.service.worklist_report import kappa_word
from chartveil.spot_check.bounds import ReadersTest, StratumResult, leaking_share_bound
from chartveil.spot_check.check_views import VerdictSheet
from chartveil.spot_check.report.files import ReportCheck
from chartveil.spot_check.sampling import SamplingPlan, Unit
from chartveil.spot_check.verdict import Outcome
from chartveil.store.spot_checks.records import CheckChoices

_ROLES = {Outcome.ACCEPT: "success", Outcome.REPAIR: "danger"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpotCheck", text)


def verdict_text(
    sheet: VerdictSheet, plan: SamplingPlan, choices: CheckChoices, open_places: int
) -> VerdictText:
    """The verdict as the page shows it.

    Args:
        sheet: what was counted.
        plan: what was to be shown.
        choices: what was read besides.
        open_places: notes on which the readers differ still.
    """
    v, unit = sheet.verdict, plan.unit
    sure = percent_text(1 - plan.alpha)
    many = _tr("patients") if unit is Unit.PATIENT else _tr("notes")
    if v.bound is None:
        head = _tr("Too little was read to say how many {units} leak").format(units=many)
    else:
        head = _tr("At most {share} of {units} leak, with {sure} confidence").format(
            share=percent_text(v.bound), units=many, sure=sure
        )
    facts = [
        _tr(
            "{found} of {read} leak in the random arm; {drawn} are drawn, and {all} are in the release."
        ).format(
            found=f"{v.leaking:,}", read=units_text(v.read, unit), drawn=f"{v.drawn:,}", all=f"{v.units:,}"
        ),
        _tr("The plan asked for fewer than {share}.").format(share=percent_text(plan.bound)),
    ]
    if v.skipped:
        facts.append(
            _tr("{n} more were read behind one that was not, and do not count.").format(n=f"{v.skipped:,}")
        )
    if v.sequential:
        facts.append(
            _tr(
                "The sample was stopped early or made larger; this bound holds whenever one looks, and is "
                "wider."
            )
        )
    facts += _readers_lines(sheet)
    if choices.targeted:
        t = sheet.targeted
        facts.append(
            _tr("▲ Targeted arm: {found} of {read} read leak. They count for no bound.").format(
                found=f"{t.found:,}", read=units_text(t.read, Unit.NOTE)
            )
        )
    if choices.over_removal:
        o = sheet.over_removal
        share = (
            _tr(" ({least} to {most} of all)").format(least=f"{o.least:.1%}", most=percent_text(o.most))
            if o.least is not None and o.most is not None
            else ""
        )
        facts.append(
            _tr("■ Clinical words were lost in {found} of {read}{share}.").format(
                found=f"{o.found:,}", read=units_text(o.read, Unit.NOTE), share=share
            )
        )
    for name, hours in sheet.hours:
        facts.append(_tr("{name} read for {time}.").format(name=name, time=hours_text(hours)))
    strata = [
        (
            s.name or _tr("not known"),
            f"{s.read:,}",
            f"{s.leaking:,}",
            percent_text(leaking_share_bound([StratumResult(s.notes, s.read, s.leaking)], plan.alpha))
            if s.read
            else "–",
        )
        for s in v.strata
    ]
    return VerdictText(
        head,
        _ROLES.get(v.outcome, "warning"),
        _follows(v.outcome, v.more, unit),
        facts,
        strata,
        can_extend=v.outcome is Outcome.EXTEND,
        by_how_many=v.more,
        disagreements=open_places,
    )


def _follows(outcome: Outcome, more: int, unit: Unit) -> str:
    said = {
        Outcome.ACCEPT: _tr("Accept: what the plan asked for is shown."),
        Outcome.EXTEND: _tr("Read about {more} more: if none of them leaks, the bound is shown."),
        Outcome.DRAW_AFRESH: _tr(
            "Draw afresh: bring the release in anew and plan about {more}; if no more of them leak, the "
            "bound is shown. This sample is not made larger: it was drawn by strata or by patient, or its "
            "readers were tested."
        ),
        Outcome.REPAIR: _tr(
            "Send the release back for repair: more leak than the plan allows, or than further reading could "
            "outweigh."
        ),
        Outcome.READ_ON: _tr("Read on: {more} that were drawn have no settled answer yet."),
    }[outcome]
    return said.format(more=f"{more:,}" if outcome is Outcome.EXTEND else units_text(more, unit))


def _readers_lines(sheet: VerdictSheet) -> list[str]:
    if sheet.readers is None:
        lines = [_tr("The readers were not tested: it is taken that they missed nothing.")]
    else:
        lines = [_test_line(_tr("The readers together"), sheet.readers)]
        lines += [_test_line(name, test) for name, test in sheet.by_reader]
        if sheet.untested is not None:
            said = _tr("Had they missed nothing, it would be at most {share}.")
            lines.append(said.format(share=percent_text(sheet.untested)))
    two = sheet.two_readers
    if two is not None:
        kappa = two.kappa
        found = units_text(two.found, Unit.NOTE)
        agree = _tr("{found} in which either saw a leak").format(found=found)
        agree += ", " if kappa is None else f" (kappa {kappa:.2f}, {kappa_word(kappa)}), "
        said = _tr("Two readers: {agree}about {missed} leaking notes missed by both.")
        lines.append(said.format(agree=agree, missed=f"{two.missed:.1f}"))
    return lines


def _test_line(who: str, test: ReadersTest) -> str:
    return _tr("{who} found {found} of {planted} planted leaks.").format(
        who=who, found=test.found, planted=test.planted
    )


def report_check_text(found: ReportCheck, key: str) -> tuple[str, str, tuple[str, ...], str]:
    """Whether a report holds: the sentence and its role, what does not hold, and the key that signed.

    Args:
        key: the fingerprint that was asked for; empty for none.
    """
    findings = (*(f"✕ {p}" for p in found.problems), *(f"– {n}" for n in found.notes))
    if found.problems or found.report is None:
        head = _tr("✕  The report does not hold")
        return head, "danger", findings, found.fingerprint
    verdict = found.report.results.verdict
    outcome = _tr("✓  The report holds: {outcome}").format(outcome=verdict.outcome)
    if verdict.bound is not None:
        outcome += _tr(", at most {share} leak").format(share=percent_text(verdict.bound))
    if not key:
        findings += (_tr("– Compare the key above with the one that the maker of the report told you."),)
    return outcome, "success", findings, found.fingerprint


def search_text(found: RestSearch) -> FoundInRest:
    """The result of a search of the whole release."""
    if found.notes:
        head = counted_text(
            found.notes, _tr("1 note of the release holds it"), _tr("{n} notes of the release hold it")
        )
    else:
        head = _tr("No note of the release holds it")
    if found.unread:
        head += _tr("; {n} could not be read, or are not what they were").format(n=f"{found.unread:,}")
    groups = [(name or _tr("not known"), f"{n:,}", f"{of:,}") for name, n, of in found.strata]
    return FoundInRest(head, "danger" if found.notes or found.unread else "success", groups, found.places)


def comparison_text(found: RepairComparison) -> FoundInRest:
    """The differences between a mended release and the one that was read."""
    still = [(place, label, n) for place, label, n in found.leaks if n != 0]
    gone = len(found.leaks) - len(still)
    head = _tr("{gone} of {leaks} leaks that were found are gone. {same} notes are the same.").format(
        gone=f"{gone:,}", leaks=f"{len(found.leaks):,}", same=f"{found.same:,}"
    )
    groups = [
        (name, f"{n:,}", "")
        for name, n in (
            (_tr("changed"), found.changed),
            (_tr("new"), found.added),
            (_tr("not there any more"), found.gone),
        )
    ]
    lines = [
        _tr("{label} of {place}: its words cannot be searched for").format(label=label, place=place)
        if n is None
        else _tr("{label} of {place}: its words still stand in {notes}").format(
            label=label, place=place, notes=units_text(n, Unit.NOTE)
        )
        for place, label, n in still
    ]
    return FoundInRest(head, "danger" if still else "success", groups, lines, found.spot_check)
