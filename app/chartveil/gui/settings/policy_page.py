"""Settings: the policy, with a made-up note before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from html import escape
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTabWidget,
    QWidget,
)

from chartveil.domain.errors import ChartveilError
from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    Policy,
    ReplacementMode,
    ZipMethod,
    policy_file_stem,
)
from chartveil.domain.span import Replacement, Span
from chartveil.gui.settings.data import ExampleMaker
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT, Theme
from chartveil.gui.widgets import policy_wording as explain
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import (
    SettingsPage,
    ValueComboBox,
    batch_fill,
    fraction_input,
    integer_input,
    muted_label,
    read_only_cell,
    row_table,
    small_label,
)
from chartveil.gui.widgets.span_wording import label_meaning
from chartveil.service.site_setup import KnownPolicy

_PIECES: tuple[tuple[str, Label | None], ...] = (
    ("Mrs. ", None),
    ("Adaeze Lindqvist", Label.PATIENT),
    (", ", None),
    ("91", Label.AGE),
    ("-year-old retired ", None),
    ("organist", Label.PROFESSION),
    (" from ", None),
    ("14 Heron Lane", Label.STREET),
    (", ", None),
    ("Burlington", Label.CITY),
    (", ", None),
    ("VT", Label.STATE),
    (" ", None),
    ("05401", Label.ZIP),
    (", came to ", None),
    ("Otter Creek Hospital", Label.HOSPITAL),
    (" on ", None),
    ("03/14/2019", Label.DATE),
    (" with her son ", None),
    ("Nils", Label.RELATIVE),
    (" (", None),
    ("48", Label.AGE),
    ("). Discharged ", None),
    ("March 19, 2019", Label.DATE),
    (". Dr. ", None),
    ("Okonkwo", Label.DOCTOR),
    (", pager ", None),
    ("802-555-0143", Label.PHONE),
    (". MRN ", None),
    ("40072915", Label.MRN),
    (".", None),
)
"""Nobody in it is real; the telephone number is of those kept for fiction."""


def _spans() -> tuple[Span, ...]:
    out, at = [], 0
    for text, label in _PIECES:
        if label is not None:
            out.append(Span(at, at + len(text), label, 1.0))
        at += len(text)
    return tuple(out)


EXAMPLE_TEXT = "".join(text for text, _ in _PIECES)
EXAMPLE_SPANS = _spans()


class PolicyExample(QFrame):
    """The example beside what becomes of it.

    Args:
        maker: makes the replacements.
        theme: gives the colours.
    """

    def __init__(self, maker: ExampleMaker, theme: Theme) -> None:
        super().__init__()
        self._maker = maker
        self._theme = theme
        self._shown: tuple[Policy, ReplacementMode] | None = None
        set_style_property(self, "card", True)
        self.before = self._text(self.tr("Example"))
        self.after = self._text(self.tr("What becomes of it"))
        grid = QGridLayout(self)
        grid.setContentsMargins(2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT)
        grid.setHorizontalSpacing(3 * GRID_UNIT)
        grid.setVerticalSpacing(GRID_UNIT // 2)
        widgets: tuple[tuple[str, QWidget], ...] = (
            (self.tr("A made-up note"), self.before),
            (self.tr("What becomes of it"), self.after),
        )
        for column, (name, text) in enumerate(widgets):
            grid.addWidget(small_label(name), 0, column)
            grid.addWidget(text, 1, column, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)

    def _text(self, name: str) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setAccessibleName(name)
        return label

    def set_theme(self, theme: Theme) -> None:
        """Shows the example in the colours of another theme."""
        self._theme = theme
        if self._shown is not None:
            self.show_policy(*self._shown)

    def show_policy(self, policy: Policy, mode: ReplacementMode) -> None:
        """Makes the example anew under a policy."""
        self._shown = (policy, mode)
        counted = [
            (s.start, s.end, s.label, EXAMPLE_TEXT[s.start : s.end])
            for s in EXAMPLE_SPANS
            if policy.is_identifier(s.label)
        ]
        self.before.setText(self._marked(counted))
        self.before.setAccessibleDescription(EXAMPLE_TEXT)
        try:
            made: Sequence[Replacement] = self._maker(EXAMPLE_TEXT, EXAMPLE_SPANS, policy, mode)
        except ChartveilError as e:
            self.after.setText(escape(str(e)))
            self.after.setAccessibleDescription(str(e))
            return
        self.after.setText(
            self._marked([(r.start, r.end, r.label, r.text) for r in made if r.label is not None])
        )
        out, at = "", 0
        for r in made:
            out, at = out + EXAMPLE_TEXT[at : r.start] + r.text, r.end
        self.after.setAccessibleDescription(out + EXAMPLE_TEXT[at:])

    def _marked(self, parts: Sequence[tuple[int, int, Label, str]]) -> str:
        """The text with the given ranges in their group's colours, each with its own text."""
        out, at = [], 0
        for start, end, label, text in parts:
            colors = self._theme.groups[label.group]
            out.append(escape(EXAMPLE_TEXT[at:start]))
            out.append(
                f'<span style="background-color:{colors.tint.name()};color:{colors.ink.name()};'
                f'text-decoration:underline">{escape(text)}</span>'
            )
            at = end
        out.append(escape(EXAMPLE_TEXT[at:]))
        return f'<div style="line-height:135%">{"".join(out)}</div>'


E = TypeVar("E", bound=StrEnum)


class PolicyPage(SettingsPage):
    """Lets a person choose a policy, change it and save it as their own.

    Signals:
        chosen: id of the policy that the next worklist is to have.
        saved: the changed policy under a name of its own; its hash is empty until it is read from its file.
    """

    chosen = Signal(str)
    saved = Signal(object)

    def __init__(
        self,
        policies: Sequence[KnownPolicy],
        current: str,
        mode: ReplacementMode,
        maker: ExampleMaker,
        theme: Theme,
        prompts: UserPrompts,
    ) -> None:
        super().__init__()
        self._prompts = prompts
        self._mode = mode
        self._policies = tuple(policies)
        self._filling = False
        self.set_header(
            self.tr("Policy"),
            self.tr(
                "What counts as an identifier, and what happens to it. The choice holds for the next "
                "worklist."
            ),
        )
        self.policy_choice = ValueComboBox()
        self.policy_choice.setAccessibleName(self.tr("Policy for the next worklist"))
        self.policy_choice.activated.connect(self._choose)
        self.about = muted_label("")
        self.tabs = QTabWidget()
        self.tabs.addTab(self._labels_tab(), self.tr("Labels"))
        self.tabs.addTab(self._methods_tab(), self.tr("Dates, ages, ZIP codes"))
        self.tabs.addTab(self._scores_tab(), self.tr("Scores and sign-off"))
        self.example = PolicyExample(maker, theme)
        self.content.addWidget(self.policy_choice)
        self.content.addWidget(self.about)
        self.content.addWidget(self.tabs, 1)
        self.content.addWidget(self.example)
        self.content.addLayout(self._foot())
        self.set_policies(policies, current)

    # What is shown

    def _labels_tab(self) -> QWidget:
        columns = [self.tr("Label"), self.tr("What it is"), self.tr("Action"), self.tr("What happens")]
        self.labels: QTableWidget = row_table(columns, self.tr("What happens to each label"), 3)
        self.action_choices: dict[Label, ValueComboBox] = {}
        with batch_fill(self.labels):
            self.labels.setRowCount(len(Label))
            for row, label in enumerate(Label):
                law = label.info.hipaa_number
                tip = self.tr("Number {n} of the Safe Harbor rule").format(n=law) if law else ""
                self.labels.setItem(row, 0, read_only_cell(label.value))
                self.labels.setItem(row, 1, read_only_cell(label_meaning(label), tip))
                self.action_choices[label] = self._actions(label)
                self.labels.setCellWidget(row, 2, _centered(self.action_choices[label]))
        self.labels.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.labels.setColumnWidth(1, 28 * GRID_UNIT)
        return self.labels

    def _actions(self, label: Label) -> ValueComboBox:
        combo = ValueComboBox()
        for action in explain.actions_for(label):
            combo.add_value(explain.action_name(action), action)
        combo.setAccessibleName(self.tr("Action for {label}").format(label=label.value))
        combo.currentIndexChanged.connect(lambda: self._set_action(label))
        return combo

    def _methods_tab(self) -> QWidget:
        self.dates = self._methods(self.tr("How dates are replaced"), DateMethod, explain.date_method_name)
        self.ages = self._methods(self.tr("How ages are made coarser"), AgeMethod, explain.age_method_name)
        self.zips = self._methods(
            self.tr("How ZIP codes are made coarser"), ZipMethod, explain.zip_method_name
        )
        self.dates.currentIndexChanged.connect(self._set_dates)
        self.ages.currentIndexChanged.connect(self._set_ages)
        self.zips.currentIndexChanged.connect(self._set_zips)
        self.days = integer_input(8, 36500, 364, self.tr(" days"))
        self.days.setAccessibleName(self.tr("Largest move of dates"))
        self.days.valueChanged.connect(lambda days: self._edit(date_shift_days=days))
        self.keep_weekday = QCheckBox(self.tr("By whole weeks, so that weekdays beside dates stay right"))
        self.keep_weekday.toggled.connect(lambda on: self._edit(keep_weekday=on))
        move = QHBoxLayout()
        most = QLabel(self.tr("At most"))
        most.setBuddy(self.days)
        move.addWidget(most)
        move.addSpacing(GRID_UNIT)
        move.addWidget(self.days)
        move.addSpacing(GRID_UNIT)
        move.addWidget(self.keep_weekday)
        move.addStretch()
        return _form(
            (self.tr("Dates"), self.dates, ""),
            ("", move, ""),
            (self.tr("Ages"), self.ages, ""),
            (self.tr("ZIP codes"), self.zips, ""),
        )

    def _methods(self, name: str, kind: Iterable[E], named: Callable[[E], str]) -> ValueComboBox:
        combo = ValueComboBox()
        combo.setAccessibleName(name)
        for method in kind:
            combo.add_value(named(method), method)
        return combo

    def _scores_tab(self) -> QWidget:
        self.threshold, self.doubtful = fraction_input(0.25), fraction_input(0.6)
        self.threshold.setAccessibleName(self.tr("Least score"))
        self.doubtful.setAccessibleName(self.tr("Doubtful below"))
        self.threshold.valueChanged.connect(lambda value: self._edit(threshold=round(value, 2)))
        self.doubtful.valueChanged.connect(lambda value: self._edit(doubtful=round(value, 2)))
        self.must_decide = self._methods(
            self.tr("What has to be decided before a sign-off"), MustDecide, explain.must_decide_name
        )
        self.must_decide.currentIndexChanged.connect(lambda: self._edit(must_decide=self.must_decide.value))
        self.other_languages = self._methods(
            self.tr("Documents in other languages"), OtherLanguages, explain.other_languages_name
        )
        self.other_languages.currentIndexChanged.connect(
            lambda: self._edit(other_languages=self.other_languages.value)
        )
        return _form(
            (
                self.tr("Taken from this score on"),
                self.threshold,
                self.tr("Lower finds more, and more of it is wrong. What is below is not shown at all."),
            ),
            (
                self.tr("Doubtful below this score"),
                self.doubtful,
                self.tr("Doubtful spans are marked, and come first when you go by risk."),
            ),
            (self.tr("Decided before a sign-off"), self.must_decide, ""),
            (
                self.tr("Documents in other languages"),
                self.other_languages,
                self.tr("What is not in English is searched too, but what is missed there is not known."),
            ),
        )

    def _foot(self) -> QHBoxLayout:
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("Name of your policy"))
        self.name.setAccessibleName(self.tr("Name of your policy"))
        self.name.textChanged.connect(self._refresh_foot)
        self.reset = QPushButton(self.tr("Undo changes"))
        self.reset.clicked.connect(lambda: self._show(self._chosen.policy))
        self.save = QPushButton(self.tr("Save as my policy"))
        set_style_property(self.save, "primary", True)
        self.save.clicked.connect(self._save)
        foot = QHBoxLayout()
        foot.addWidget(self.name, 1)
        foot.addWidget(self.reset)
        foot.addWidget(self.save)
        return foot

    # What it holds

    @property
    def policy(self) -> Policy:
        """The policy as it stands on the page."""
        return self._policy

    @property
    def changed(self) -> bool:
        """Whether it differs from the one that was chosen."""
        return self._policy != self._chosen.policy

    def set_policies(self, policies: Sequence[KnownPolicy], current: str) -> None:
        """Shows which policies there are, and one of them."""
        self._policies = tuple(policies)
        self.policy_choice.clear_values()
        for row in self._policies:
            title = self.tr("{title} (yours)").format(title=row.policy.title) if row.own else row.policy.title
            self.policy_choice.add_value(title, row.id)
        known = {r.id: r for r in self._policies}
        if current not in known:
            self.show_remark(self.tr("The policy that was chosen is gone; this is the first of the list."))
        self._chosen = known.get(current, self._policies[0])
        self.policy_choice.select_value(self._chosen.id)
        self._show(self._chosen.policy)

    def set_mode(self, mode: ReplacementMode) -> None:
        """Shows the example in another mode."""
        self._mode = mode
        self.example.show_policy(self._policy, mode)

    def _choose(self) -> None:
        row = next(r for r in self._policies if r.id == self.policy_choice.value)
        if row.id == self._chosen.id:
            return
        if self.changed and not self._prompts.confirm(
            self,
            self.tr("Leave your changes?"),
            self.tr("What you changed in '{title}' is not saved.").format(title=self._chosen.policy.title),
            self.tr("Leave them"),
            self.tr("Go on changing"),
        ):
            self.policy_choice.select_value(self._chosen.id)
            return
        self._chosen = row
        self.show_remark("")
        self._show(row.policy)
        self.chosen.emit(row.id)

    def _show(self, policy: Policy) -> None:
        self._policy = policy
        own = policy.title if self._chosen.own else self.tr("{title}, ours").format(title=policy.title)
        self.name.setText(own)
        self.about.setText(" ".join(policy.description.split()))
        self._refresh()

    def _edit(self, **changes: object) -> None:
        if self._filling:
            return
        self._policy = replace(self._policy, **changes)  # type: ignore[arg-type]
        self._refresh()

    def _set_action(self, label: Label) -> None:
        if self._filling:
            return
        action = self.action_choices[label].value
        changes: dict[str, object] = {"actions": {**self._policy.actions, label: action}}
        # The method goes with the action, so that no policy says one thing and does another.
        if label is Label.DATE and action is LabelAction.REPLACE:
            changes["dates"] = DateMethod.SHIFT
        elif (
            label is Label.DATE
            and action is LabelAction.GENERALIZE
            and self._policy.dates is DateMethod.SHIFT
        ):
            changes["dates"] = DateMethod.YEAR
        elif label is Label.AGE and action is LabelAction.REPLACE:
            changes["ages"] = AgeMethod.OVER_89
        elif label is Label.ZIP and action is LabelAction.GENERALIZE:
            changes["zips"] = ZipMethod.ZIP3
        elif label is Label.ZIP and action is LabelAction.REPLACE:
            changes["zips"] = ZipMethod.RANDOM
        self._edit(**changes)

    def _set_dates(self) -> None:
        method = self.dates.value
        action = LabelAction.REPLACE if method is DateMethod.SHIFT else LabelAction.GENERALIZE
        self._edit(dates=method, actions=self._acting(Label.DATE, action))

    def _set_ages(self) -> None:
        self._edit(ages=self.ages.value, actions=self._acting(Label.AGE, LabelAction.GENERALIZE))

    def _set_zips(self) -> None:
        method = self.zips.value
        action = LabelAction.GENERALIZE if method is ZipMethod.ZIP3 else LabelAction.REPLACE
        self._edit(zips=method, actions=self._acting(Label.ZIP, action))

    def _acting(self, label: Label, action: LabelAction) -> dict[Label, LabelAction]:
        """The actions with this one for a label, unless it is left as it is."""
        actions = dict(self._policy.actions)
        if actions[label] is not LabelAction.KEEP:
            actions[label] = action
        return actions

    def _refresh(self) -> None:
        """Puts the policy into every control."""
        policy = self._policy
        self._filling = True
        with batch_fill(self.labels):
            for row, label in enumerate(Label):
                self.action_choices[label].select_value(policy.actions[label])
                self.labels.setItem(row, 3, read_only_cell(explain.label_outcome(label, policy)))
        self.dates.select_value(policy.dates)
        self.dates.setEnabled(policy.is_identifier(Label.DATE))
        moved = policy.is_identifier(Label.DATE) and policy.dates is DateMethod.SHIFT
        self.days.setEnabled(moved)
        self.keep_weekday.setEnabled(moved)
        self.days.setValue(policy.date_shift_days)
        self.keep_weekday.setChecked(policy.keep_weekday)
        self.ages.select_value(policy.ages)
        self.ages.setEnabled(policy.is_identifier(Label.AGE))
        self.zips.select_value(policy.zips)
        self.zips.setEnabled(policy.is_identifier(Label.ZIP))
        self.threshold.setValue(policy.threshold)
        self.doubtful.setValue(policy.doubtful)
        self.must_decide.select_value(policy.must_decide)
        self.other_languages.select_value(policy.other_languages)
        self._filling = False
        self.example.show_policy(policy, self._mode)
        if policy.doubtful < policy.threshold:
            self.show_remark(
                self.tr("No span can be doubtful: that score is below the one from which spans are taken.")
            )
        else:
            self.show_remark("")
        self._refresh_foot()

    def _refresh_foot(self) -> None:
        name = policy_file_stem(self.name.text())
        replaced = self._named(name)
        if self.changed and replaced is not None and replaced.own:
            self.save.setText(self.tr("Replace my policy"))
        else:
            self.save.setText(self.tr("Save as my policy"))
        self.save.setEnabled(bool(name) and self.changed)
        self.reset.setEnabled(self.changed)

    def _named(self, name: str) -> KnownPolicy | None:
        return next((r for r in self._policies if r.policy.name == name), None)

    def _save(self) -> None:
        title = " ".join(self.name.text().split())
        name = policy_file_stem(title)
        other = self._named(name)
        if other is not None and not other.own:
            self.show_remark(
                self.tr("Chartveil's own policies stay as they are. Give yours another name."), "warning"
            )
            self.name.setFocus()
            return
        base = self._chosen.policy
        about = (
            base.description if self._chosen.own else self.tr("Made from '{title}'.").format(title=base.title)
        )
        self.saved.emit(replace(self._policy, name=name, title=title, description=about, sha256=""))


def _form(*rows: tuple[str, QWidget | QHBoxLayout, str]) -> QWidget:
    """Names beside controls, and below each control what it means."""
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 2 * GRID_UNIT, 0, 0)
    grid.setHorizontalSpacing(2 * GRID_UNIT)
    grid.setVerticalSpacing(GRID_UNIT)
    grid.setColumnStretch(1, 1)
    line = 0
    for name, control, why in rows:
        label = QLabel(name)
        grid.addWidget(label, line, 0)
        if isinstance(control, QHBoxLayout):
            grid.addLayout(control, line, 1)
        else:
            label.setBuddy(control)
            grid.addWidget(control, line, 1, Qt.AlignmentFlag.AlignLeft)
        line += 1
        if why:
            control_help = small_label(why)
            grid.addWidget(control_help, line, 1)
            line += 1
    grid.setRowStretch(line, 1)
    return made


def _centered(control: QWidget) -> QWidget:
    """A control in a cell, at its own height however high the row is."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(GRID_UNIT // 2, 2, GRID_UNIT // 2, 2)
    row.addWidget(control, 1, Qt.AlignmentFlag.AlignVCenter)
    return made
