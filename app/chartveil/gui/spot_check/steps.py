"""The steps of a spot-check, and how far one is, for the rest of the window.

Nothing here imports the pages themselves: the start page lists spot-checks long before one is opened.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from chartveil.gui.widgets.number_wording import counted_text
from chartveil.spot_check.sampling import Unit
from chartveil.store.spot_checks.records import SpotCheckStage

if TYPE_CHECKING:
    from chartveil.spot_check.check_views import SpotCheckSummary


class SpotCheckStep(StrEnum):
    """The steps of a spot-check; the keys Alt+1 to Alt+4 go there."""

    BRING_IN = "bring in"
    PLAN = "plan"
    READ = "read"
    VERDICT = "verdict"


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpotCheck", text)


def units_text(number: int, unit: Unit) -> str:
    """So many notes or patients."""
    if unit is Unit.PATIENT:
        return counted_text(number, _tr("1 patient"), _tr("{n} patients"))
    return counted_text(number, _tr("1 note"), _tr("{n} notes"))


def summary_text(summary: SpotCheckSummary) -> str:
    """How far a spot-check is, in a line."""
    notes = units_text(summary.notes, Unit.NOTE)
    said = {
        SpotCheckStage.FRAMED: _tr("to be planned"),
        SpotCheckStage.COMMITTED: _tr("planned, not drawn yet"),
        SpotCheckStage.READING: _tr("{read} of {drawn} read").format(
            read=f"{summary.read:,}", drawn=f"{summary.drawn:,}"
        ),
        SpotCheckStage.JUDGED: _tr("report signed"),
    }[summary.stage]
    return f"{notes} · {said}"
