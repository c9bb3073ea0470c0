"""Second step: what is to be shown, how much has to be read for it, and the plan frozen before the draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QFrame, QSizePolicy, QWidget

from chartveil.gui.theme.colors import GRID_UNIT, mix_colors
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.gui.widgets.form import ValueComboBox, batch_fill, integer_input, read_only_cell, row_table
from chartveil.gui.widgets.layouts import card, column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.spot_check.check_views import PlanPreview, PlantedCost
from chartveil.spot_check.sampling import Design, SamplingPlan, Strata, Unit
from chartveil.store.spot_checks.records import CheckChoices

_CONFIDENCES = (0.9, 0.95, 0.99)


def percent_text(share: float) -> str:
    """A share in percent with as many digits as mean something: ``0.50 %``, ``3.6 %``, ``42 %``. Rounded up:
    a bound is never said too small."""
    digits = 2 if share < 0.01 else 1 if share < 0.1 else 0
    up = ceil(round(share * 10 ** (digits + 2), 6)) / 10**digits
    return f"{up:.{digits}f} %"


def hours_text(hours: float) -> str:
    """A time as people plan it: ``40 min``, ``6 h 40``."""
    minutes = round(hours * 60)
    return f"{minutes // 60} h {minutes % 60:02}" if minutes >= 60 else f"{minutes} min"


_card = partial(card, margins=24)


class BoundBars(QWidget):
    """The bounds that a plan gives at 0, 1, 2 … leaks, as bars beside the share that is to be excluded."""

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._bounds: Sequence[tuple[int, float]] = ()
        self._target = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self.update)

    def show_bounds(self, bounds: Sequence[tuple[int, float]], target: float) -> None:
        """Shows for each number of leaks the share that is then not excluded."""
        self._bounds, self._target = bounds, target
        self.setAccessibleName(" · ".join(self._said(n, share) for n, share in bounds))
        self.updateGeometry()
        self.update()

    def _said(self, found: int, share: float) -> str:
        leaks = counted_text(found, self.tr("1 leak"), self.tr("{n} leaks"))
        return self.tr("{leaks}: at most {share}").format(leaks=leaks, share=percent_text(share))

    def sizeHint(self) -> QSize:
        return QSize(360, self._line * max(1, len(self._bounds)) + GRID_UNIT)

    @property
    def _line(self) -> int:
        return self.fontMetrics().height() + 2 * GRID_UNIT

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bounds:
            return
        theme, painter = self._themes.theme, QPainter(self)
        widest = max(self.fontMetrics().horizontalAdvance(self._said(*b)) for b in self._bounds)
        left, most = widest + 2 * GRID_UNIT, max(self._target, *(s for _, s in self._bounds)) * 1.05
        room = max(1, self.width() - left - GRID_UNIT)
        for k, (found, share) in enumerate(self._bounds):
            top = k * self._line
            painter.setPen(theme.text)
            painter.drawText(
                QRectF(0, top, left, self._line), Qt.AlignmentFlag.AlignVCenter, self._said(found, share)
            )
            met = share <= self._target
            ink = theme.success if met else theme.warning
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix_colors(ink, theme.raised, 0.25))
            painter.drawRect(QRectF(left, top + GRID_UNIT, room * share / most, self._line - 2 * GRID_UNIT))
        painter.setPen(QPen(theme.text, 1.5, Qt.PenStyle.DashLine))
        x = left + room * self._target / most
        painter.drawLine(QPointF(x, 0), QPointF(x, self._line * len(self._bounds)))
        painter.end()


class PlanPage(QWidget):
    """The plan at the left, what it costs and shows at the right, live; below, how it is frozen.

    Signals:
        changed: a ``SamplingPlan`` and ``CheckChoices`` whose cost is wanted.
        freeze_requested: the ones that are to hold.
        draw_requested: the commitment was seen; the sample may be drawn.
    """

    changed = Signal(object, object)
    freeze_requested = Signal(object, object)
    draw_requested = Signal()

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make_inputs()
        self._room = 0
        self.bars = BoundBars(themes)
        self._build()
        self.show_frozen("", "")
        self.set_plan(SamplingPlan(0.01), CheckChoices(planted=20))
        self.setFocusProxy(self.bound)

    # What the window tells

    def set_plan(self, plan: SamplingPlan, choices: CheckChoices) -> None:
        """Shows a plan to begin with, or the one that was frozen."""
        self.blockSignals(True)
        self.bound.setValue(plan.bound * 100)
        self.confidence.select_value(round(1 - plan.alpha, 4))
        self.unit.select_value(plan.unit)
        self.design.select_value(plan.design)
        self.strata.select_value(plan.strata)
        self.floor.setValue(plan.floor)
        self.readers.setValue(choices.readers)
        self.consent.setChecked(choices.planted > 0)
        self.planted.setValue(choices.planted or 20)
        self.targeted.setValue(choices.targeted)
        self.over_removal.setValue(choices.over_removal)
        self.blockSignals(False)
        self._tell()

    def show_preview(self, preview: PlanPreview) -> None:
        """Shows what the plan that was asked for last costs and shows."""
        is_patient = self.unit.value is Unit.PATIENT
        units = self.tr("patients") if is_patient else self.tr("notes")
        self.to_read.setText(
            self.tr("{n} of {all} {units} to read").format(
                n=f"{preview.size:,}", all=f"{preview.population:,}", units=units
            )
        )
        people = self.readers.value()
        time = hours_text(preview.hours)
        for_whom = counted_text(people, self.tr("one reader"), self.tr("{n} readers together"))
        how = (
            self.tr("as measured so far")
            if preview.measured
            else self.tr("a guess until they have read some notes")
        )
        said = self.tr("About {time} for {whom}, at {pace} words a minute ({how})")
        self.cost.setText(said.format(time=time, whom=for_whom, pace=round(preview.pace), how=how))
        self.bars.show_bounds(preview.bounds, self.bound.value() / 100)
        with batch_fill(self.groups):
            self.groups.setRowCount(len(preview.strata))
            for at, (name, notes, drawn) in enumerate(preview.strata):
                for k, text in enumerate((name or self.tr("all notes"), f"{notes:,}", f"{drawn:,}")):
                    self.groups.setItem(at, k, read_only_cell(text))
        self.groups.setVisible(len(preview.strata) > 1)
        wanted = self.choices.planted
        self.would_show.setText(
            self.tr("What would be shown if readers who miss nothing find")
            if wanted
            else self.tr("What will be shown if the readers find")
        )
        self._room = preview.room
        said = self.tr(
            "Only {n} of {wanted} planted leaks have room: each needs a note that is not drawn. So few "
            "hardly tell what readers miss, and the bound may come out far wider. Ask for a larger share, so "
            "that fewer notes are drawn, or do not measure the readers."
        )
        self.no_room.setText(said.format(n=f"{preview.room:,}", wanted=f"{wanted:,}"))
        self.no_room.setVisible(preview.room < wanted)

    def show_worth(self, costs: Sequence[PlantedCost]) -> None:
        """Shows what several numbers of planted leaks cost and show: those for which there is room."""
        costs = [c for c in costs if c.planted <= self._room]
        with batch_fill(self.worth):
            self.worth.setRowCount(len(costs))
            for at, c in enumerate(costs):
                times = f"{c.times_best:.1f}" if c.bound < 1 else "–"
                for k, text in enumerate((f"{c.planted}", percent_text(c.bound), times, hours_text(c.hours))):
                    self.worth.setItem(at, k, read_only_cell(text))
        enough = next((c.planted for c in costs if c.is_enough), None)
        advice = (
            self.tr("{n} are enough: more of them would tell little more.").format(n=enough)
            if enough
            else self.tr("Readers who find so little show little: let two read, or give the originals.")
        )
        best = min((c.bound for c in costs), default=0.0)
        target = self.bound.value() / 100
        if best > target:
            said = self.tr(
                "The plan reckons with readers who miss nothing. Measured ones show {best} at best here, not "
                "the {target} that is wanted: to have that in the end, ask for a smaller share now."
            )
            advice += " " + said.format(best=percent_text(best), target=percent_text(target))
        self.advice.setText(advice)
        self._worth.setVisible(self.consent.isChecked() and bool(costs))

    def show_problem(self, said: str) -> None:
        """Shows why the plan cannot be; empty for nothing."""
        self.problem.setText(said)
        self.problem.setVisible(bool(said))

    def show_frozen(self, commitment: str, seed: str) -> None:
        """Shows that the plan holds now.

        Args:
            commitment: the hash that was shown before the draw; empty while nothing is frozen.
            seed: what was drawn with; empty before the draw, and while it is kept secret.
        """
        frozen = bool(commitment)
        self._inputs.setEnabled(not frozen)
        self.freeze.setVisible(not frozen)
        self._frozen.setVisible(frozen)
        self.commitment.setText(_grouped(commitment))
        self.seed.setText(self.tr("Seed {seed}").format(seed=_grouped(seed)))
        self.seed.setVisible(bool(seed))
        self.draw.setVisible(frozen and not seed)
        self.setFocusProxy(self.draw if frozen and not seed else self.bound)
        if frozen and not seed:
            self.draw.setFocus()

    # What the user does

    @property
    def sampling(self) -> SamplingPlan:
        """The plan as it stands; its size is left to what the bound needs."""
        is_patient = self.unit.value is Unit.PATIENT
        return SamplingPlan(
            bound=round(self.bound.value() / 100, 6),
            alpha=round(1 - self.confidence.value, 4),
            unit=self.unit.value,
            design=Design.SIMPLE if is_patient else self.design.value,
            floor=self.floor.value(),
            strata=self.strata.value,
        )

    @property
    def choices(self) -> CheckChoices:
        """What is read besides, and by how many."""
        return CheckChoices(
            planted=self.planted.value() if self.consent.isChecked() else 0,
            targeted=self.targeted.value(),
            over_removal=self.over_removal.value(),
            readers=self.readers.value(),
        )

    def _tell(self) -> None:
        self.design.setEnabled(self.unit.value is Unit.NOTE)
        self.floor.setEnabled(self.design.isEnabled() and self.design.value is Design.STRATIFIED)
        for field in (self.planted, self.finds):
            field.setEnabled(self.consent.isChecked())
        self._worth.setVisible(self.consent.isChecked() and self.worth.rowCount() > 0)
        self.changed.emit(self.sampling, self.choices)

    # How it is made

    def _make_inputs(self) -> None:
        self.bound = QDoubleSpinBox()
        self.bound.setRange(0.05, 50)
        self.bound.setDecimals(2)
        self.bound.setSingleStep(0.1)
        self.bound.setSuffix(" %")
        self.bound.lineEdit().setTextMargins(GRID_UNIT - 2, 0, 0, 0)
        self.bound.setMinimumWidth(14 * GRID_UNIT)
        self.confidence = ValueComboBox()
        for each in _CONFIDENCES:
            self.confidence.add_value(percent_text(each), each)
        self.unit = ValueComboBox()
        for unit in Unit:
            self.unit.add_value(choice_name(unit), unit)
        self.design = ValueComboBox()
        for design in Design:
            self.design.add_value(choice_name(design), design)
        self.floor = integer_input(1, 500, 10)
        self.strata = ValueComboBox()
        for strata in Strata:
            self.strata.add_value(choice_name(strata), strata)
        self.readers = integer_input(1, 2, 1)
        self.consent = QCheckBox(self.tr("Measure the readers with &planted leaks"))
        self.planted = integer_input(1, 200, 20)
        self.targeted, self.over_removal = integer_input(0, 5000, 0), integer_input(0, 5000, 0)
        for box in (self.targeted, self.over_removal):
            box.setSpecialValueText(self.tr("none"))
        self.bound.valueChanged.connect(self._tell)
        for box in (self.floor, self.readers, self.planted, self.targeted, self.over_removal):
            box.valueChanged.connect(self._tell)
        for choice in (self.confidence, self.unit, self.design, self.strata):
            choice.currentIndexChanged.connect(self._tell)
        self.consent.toggled.connect(self._tell)
        self.finds = ValueComboBox()
        for share, said in (
            (0.9, self.tr("9 of 10: tags or black boxes")),
            (0.6, self.tr("6 of 10")),
            (0.3, self.tr("3 of 10: surrogates, no originals")),
        ):
            self.finds.add_value(said, share)
        self.finds.currentIndexChanged.connect(self._tell)

    def _build(self) -> None:
        self._inputs = QWidget()
        consent = self.tr(
            "Made-up leaks of several kinds are put into the copies that are read, never into the release, "
            "and taken out of the results. They tell how much each reader overlooks, and the bound reckons "
            "with it. Readers are told that there are some, not where."
        )
        column(
            text_label(self.tr("What is to be shown"), "title"),
            _line(self.tr("Fewer than this share &leak"), self.bound),
            _line(self.tr("With a confidence of"), self.confidence),
            _line(self.tr("Counted &per"), self.unit),
            _line(self.tr("&Drawn"), self.design),
            _line(self.tr("&Grouped by"), self.strata),
            _line(self.tr("Of each group at least"), self.floor),
            _line(self.tr("&Readers of each note, blind to one another"), self.readers),
            8,
            row(self.consent, self.planted, ..., gap=8),
            text_label(consent, "small"),
            _line(self.tr("The readers will find a&bout"), self.finds),
            8,
            _line(self.tr("&Targeted arm: the most suspicious notes"), self.targeted),
            text_label(self.tr("They find leaks fast, and count for no bound."), "small"),
            _line(self.tr("Read for what was removed with&out need"), self.over_removal),
            text_label(self.tr("Also drawn at random: clinical words that were lost."), "small"),
            ...,
            parent=self._inputs,
            margins=0,
            gap=8,
        )
        named(self.planted, self.tr("Planted leaks"))
        body = QWidget()
        left, right = _card(self._inputs), self._sheet()
        row((left, 1), (right, 1), parent=body, margins=(24, 24, 24, 16), gap=16)
        column(scroll_area(body), parent=self, margins=0)

    def _sheet(self) -> QFrame:
        self.to_read, self.cost = text_label("", "title"), text_label("", "muted")
        columns = [self.tr("Group"), self.tr("Notes"), self.tr("To read")]
        self.groups = row_table(columns, self.tr("Notes to read of each group"), stretch=0)
        self.groups.setMaximumHeight(220)
        columns = [
            self.tr("Planted"),
            self.tr("At most, if none leaks"),
            self.tr("Times the best"),
            self.tr("Time"),
        ]
        self.worth = row_table(columns, self.tr("What planted leaks are worth"), stretch=1)
        self.worth.setFixedHeight(248)
        self.advice = text_label("", "muted")
        self.no_room = text_label("", "warning")
        self.no_room.hide()
        self.would_show = text_label(self.tr("What will be shown if the readers find"), "heading")
        self._worth = QWidget()
        column(
            text_label(self.tr("What planted leaks are worth"), "heading"),
            self.worth,
            self.advice,
            parent=self._worth,
            margins=0,
            gap=8,
        )
        self.problem = text_label("", "danger")
        self.freeze = push_button(
            self.tr("&Freeze the plan"),
            lambda: self.freeze_requested.emit(self.sampling, self.choices),
            look="primary",
        )
        self.commitment = text_label("", "strong", plain=True)
        self.seed = text_label("", "small", plain=True)
        for label in (self.commitment, self.seed):
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.draw = push_button(
            self.tr("I have noted it: dra&w the sample"), self.draw_requested.emit, look="primary"
        )
        self._frozen = QWidget()
        told = self.tr(
            "The plan is frozen. This is the commitment: it fixes release, plan and draw before anybody "
            "knows which notes are read. Write it down or send it to whoever has to trust the result."
        )
        column(
            text_label(told),
            self.commitment,
            self.seed,
            row(self.draw, ...),
            parent=self._frozen,
            margins=0,
            gap=8,
        )
        rule = self.tr(
            "The rule, set now: accept when the bound is shown; read more when more could show it; send the "
            "release back for repair when too many notes leak for that."
        )
        return _card(
            self.to_read,
            self.cost,
            8,
            self.would_show,
            self.bars,
            self.groups,
            self.no_room,
            8,
            self._worth,
            text_label(rule, "muted"),
            self.problem,
            row(self.freeze, ...),
            self._frozen,
            ...,
        )


def _grouped(hexadecimal: str) -> str:
    """In groups of eight digits, as people write them down; one long word would be wider than the window."""
    return " ".join(hexadecimal[i : i + 8] for i in range(0, len(hexadecimal), 8))


def _line(name: str, control: QWidget) -> QWidget:
    label = text_label(name)
    label.setBuddy(control)
    named(control, name.replace("&", ""))
    line = QWidget()
    row((label, 1), control, parent=line, margins=0, gap=8)
    return line
