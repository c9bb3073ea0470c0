"""Settings: the policy, with a made-up note before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableWidget,
    QTabWidget,
    QWidget,
)

from chartveil.domain.errors import ChartveilError
from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    MOST_NAMES_ANEW,
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    Policy,
    ReplacementMode,
    ZipMethod,
    actions_for,
    policy_file_stem,
    policy_gaps,
    policy_remarks,
    regulation_named,
)
from chartveil.domain.span import Replacement, Span
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import label_meaning
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_name, label_outcome
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.form import (
    SettingsPage,
    ValueComboBox,
    batch_fill,
    fraction_input,
    integer_input,
    read_only_cell,
    row_table,
)
from chartveil.gui.widgets.layouts import column, fill, named, row, text_label
from chartveil.service.site_setup import EXAMPLE_SPANS, EXAMPLE_TEXT, KnownPolicy

ExampleMaker = Callable[[str, tuple[Span, ...], Policy, ReplacementMode], Sequence[Replacement]]
"""Makes the replacements of an example text under a policy; only of spans that the policy counts."""
_METHODS = {"dates": Label.DATE, "ages": Label.AGE, "zips": Label.ZIP}
"""How each of these labels is replaced is an attribute of the policy."""
_REPLACING = (DateMethod.SHIFT, ZipMethod.RANDOM)
"""The methods that replace; all others make coarser."""
_METHOD_OF_ACTION: dict[tuple[Label, LabelAction], tuple[str, StrEnum]] = {
    (Label.DATE, LabelAction.REPLACE): ("dates", DateMethod.SHIFT),
    (Label.DATE, LabelAction.SURROGATE): ("dates", DateMethod.SHIFT),
    (Label.DATE, LabelAction.SHIFT): ("dates", DateMethod.SHIFT),
    (Label.AGE, LabelAction.REPLACE): ("ages", AgeMethod.OVER_89),
    (Label.AGE, LabelAction.SURROGATE): ("ages", AgeMethod.OVER_89),
    (Label.ZIP, LabelAction.GENERALIZE): ("zips", ZipMethod.ZIP3),
    (Label.ZIP, LabelAction.REPLACE): ("zips", ZipMethod.RANDOM),
    (Label.ZIP, LabelAction.SURROGATE): ("zips", ZipMethod.RANDOM),
}


_TOLD = (LabelAction.REPLACE, LabelAction.SURROGATE, LabelAction.SHIFT, LabelAction.GENERALIZE)
"""Actions that go by a method; the others hide, take out or leave."""


class PolicyExample(QFrame):
    """The example beside what becomes of it.

    Args:
        maker: makes the replacements.
        themes: gives the colours.
    """

    def __init__(self, maker: ExampleMaker, themes: WindowTheme) -> None:
        super().__init__()
        self._maker = maker
        self._themes = themes
        set_style_property(self, "card", True)
        self.before = named(text_label(), self.tr("Example"))
        self.after = named(text_label(), self.tr("What becomes of it"))
        sides = [
            column(text_label(name, "small"), text, ..., gap=GRID_UNIT // 2)
            for name, text in (
                (self.tr("A made-up note"), self.before),
                (self.tr("What becomes of it"), self.after),
            )
        ]
        margins = (2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT)
        row((sides[0], 1), (sides[1], 1), parent=self, margins=margins, gap=3 * GRID_UNIT)

    def show_policy(self, policy: Policy, mode: ReplacementMode) -> None:
        """Makes the example anew under a policy."""
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
            colors = self._themes.theme.groups[label.group]
            out.append(escape(EXAMPLE_TEXT[at:start]))
            out.append(
                f'<span style="background-color:{colors.tint.name()};color:{colors.ink.name()};'
                f'text-decoration:underline">{escape(text)}</span>'
            )
            at = end
        out.append(escape(EXAMPLE_TEXT[at:]))
        return f'<div style="line-height:135%">{"".join(out)}</div>'


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
        themes: WindowTheme,
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
        self.policy_choice = named(ValueComboBox(), self.tr("Policy for the next worklist"))
        self.policy_choice.activated.connect(self._choose)
        self.about = text_label("", "muted")
        self._choices: dict[str, ValueComboBox] = {}
        self._shares: dict[str, QDoubleSpinBox] = {}
        self.tabs = named(QTabWidget(), self.tr("Parts of the policy"))
        self.tabs.addTab(self._labels_tab(), self.tr("Labels"))
        self.tabs.addTab(self._methods_tab(), self.tr("Names, dates, ages, ZIP codes"))
        self.tabs.addTab(self._scores_tab(), self.tr("Scores and sign-off"))
        self.example = PolicyExample(maker, themes)
        themes.changed.connect(self._show_example)
        self.law = named(text_label("", "small"), self.tr("What it leaves that HIPAA Safe Harbor removes"))
        parts = (self.policy_choice, self.about, (self.tabs, 1), self.example, self.law, self._foot())
        fill(self.content, *parts)
        self.set_policies(policies, current)

    # What is shown

    def _labels_tab(self) -> QWidget:
        columns = [self.tr("Label"), self.tr("What it is"), self.tr("Action"), self.tr("What happens")]
        self.labels: QTableWidget = row_table(columns, self.tr("What happens to each label"), 3)
        self.action_choices: dict[Label, ValueComboBox] = {}
        with batch_fill(self.labels):
            self.labels.setRowCount(len(Label))
            for at, label in enumerate(Label):
                law = label.info.hipaa_number
                tip = self.tr("Number {n} of the Safe Harbor rule").format(n=law) if law else ""
                self.labels.setItem(at, 0, read_only_cell(label.value))
                self.labels.setItem(at, 1, read_only_cell(label_meaning(label), tip))
                combo = self.action_choices[label] = ValueComboBox()
                for action in actions_for(label):
                    combo.add_value(choice_name(action), action)
                combo.setAccessibleName(self.tr("Action for {label}").format(label=label.value))
                combo.currentIndexChanged.connect(lambda _, label=label: self._set_action(label))
                self.labels.setCellWidget(at, 2, _centered(combo))
        # Both columns of sentences share the room, so that neither is a word wide where there is little.
        self.labels.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        return self.labels

    def _methods_tab(self) -> QWidget:
        self.dates = self._choice("dates", self.tr("How dates are replaced"), DateMethod)
        self.ages = self._choice("ages", self.tr("How ages are made coarser"), AgeMethod)
        self.zips = self._choice("zips", self.tr("How ZIP codes are made coarser"), ZipMethod)
        days = integer_input(8, 36500, 365, self.tr(" days"))
        self.days = named(days, self.tr("Largest move of dates"))
        self.days.valueChanged.connect(lambda days: self._edit(date_shift_days=days))
        self.keep_weekday = QCheckBox(self.tr("By whole weeks, so that weekdays beside dates stay right"))
        self.keep_weekday.toggled.connect(lambda on: self._edit(keep_weekday=on))
        self.names_anew = self._share("names_anew", self.tr("Share of mentions of names drawn anew"))
        self.names_anew.setMaximum(MOST_NAMES_ANEW)
        anew = QLabel(self.tr("of the mentions are drawn anew"))
        anew.setBuddy(self.names_anew)
        most = QLabel(self.tr("At most"))
        most.setBuddy(self.days)
        return _form(
            (
                self.tr("Names"),
                row(self.names_anew, anew, ..., gap=2 * GRID_UNIT),
                self.tr(
                    "At 0 a person has one name in all notes. Then a name that was missed is the only one "
                    "that differs, and stands out. At 0.10 one mention in ten gets another name, and a "
                    "missed one is one of several; but who is who in a copy can no longer be followed."
                ),
            ),
            (self.tr("Dates"), self.dates, ""),
            ("", flow(most, self.days, self.keep_weekday, gap=2 * GRID_UNIT), ""),
            (self.tr("Ages"), self.ages, ""),
            (self.tr("ZIP codes"), self.zips, ""),
        )

    def _choice(self, attribute: str, name: str, kind: Iterable[StrEnum]) -> ValueComboBox:
        """A choice of what an attribute of the policy is."""
        combo = self._choices[attribute] = named(ValueComboBox(), name)
        # Else the longest entry of all sets how narrow the window can be.
        combo.setMinimumWidth(24 * GRID_UNIT)
        for value in kind:
            combo.add_value(choice_name(value), value)
        combo.currentIndexChanged.connect(lambda: self._set_attribute(attribute))
        return combo

    def _scores_tab(self) -> QWidget:
        self.threshold = self._share("threshold", self.tr("Least score"))
        self.doubtful = self._share("doubtful", self.tr("Doubtful below"))
        self.certainty = self._share("certainty", self.tr("How sure a kept label must be"))
        before = self.tr("What has to be decided before a sign-off")
        self.must_decide = self._choice("must_decide", before, MustDecide)
        others = self.tr("Documents in other languages")
        self.other_languages = self._choice("other_languages", others, OtherLanguages)
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
            (
                self.tr("A label is kept from this certainty on"),
                self.certainty,
                self.tr("Higher removes more of what a policy keeps, such as names of staff."),
            ),
            (self.tr("Decided before a sign-off"), self.must_decide, ""),
            (
                others,
                self.other_languages,
                self.tr("What is not in English is searched too, but what is missed there is not known."),
            ),
        )

    def _share(self, attribute: str, name: str) -> QDoubleSpinBox:
        """An input for a number of the policy, from 0 to 1."""
        box = self._shares[attribute] = named(fraction_input(), name)
        box.valueChanged.connect(lambda value: self._edit(**{attribute: round(value, 2)}))
        return box

    def _foot(self) -> QHBoxLayout:
        self.name = named(QLineEdit(), self.tr("Name of your policy"))
        self.name.setPlaceholderText(self.name.accessibleName())
        self.name.textChanged.connect(self._refresh_foot)
        self.reset = push_button(self.tr("Undo changes"), lambda: self._show(self._chosen.policy))
        self.save = push_button(self.tr("Save as my policy"), self._save, look="primary")
        return row((self.name, 1), self.reset, self.save)

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
        for known in self._policies:
            title, yours = known.policy.title, self.tr("{title} (yours)")
            self.policy_choice.add_value(yours.format(title=title) if known.own else title, known.id)
        by_id = {r.id: r for r in self._policies}
        if current not in by_id:
            self.show_remark(self.tr("The policy that was chosen is gone; this is the first of the list."))
        self._chosen = by_id.get(current, self._policies[0])
        self.policy_choice.select_value(self._chosen.id)
        self._show(self._chosen.policy)

    def set_mode(self, mode: ReplacementMode) -> None:
        """Shows the example in another mode."""
        self._mode = mode
        self._show_example()

    def _show_example(self) -> None:
        self.example.show_policy(self._policy, self._mode)

    def _choose(self) -> None:
        wanted = next(r for r in self._policies if r.id == self.policy_choice.value)
        if wanted.id == self._chosen.id:
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
        self._chosen = wanted
        self.show_remark("")
        self._show(wanted.policy)
        self.chosen.emit(wanted.id)

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
        if (label, action) in _METHOD_OF_ACTION:
            attribute, method = _METHOD_OF_ACTION[label, action]
            changes[attribute] = method
        elif label is Label.DATE and action is LabelAction.GENERALIZE:
            moved = self._policy.dates is DateMethod.SHIFT
            changes["dates"] = DateMethod.YEAR if moved else self._policy.dates
        self._edit(**changes)

    def _set_attribute(self, attribute: str) -> None:
        if self._filling:
            return
        value, label = self._choices[attribute].value, _METHODS.get(attribute)
        actions = dict(self._policy.actions)
        # The action goes with the method, unless the label is left as it is.
        if label is not None and actions[label] is not LabelAction.KEEP:
            actions[label] = LabelAction.REPLACE if value in _REPLACING else LabelAction.GENERALIZE
        self._edit(actions=actions, **{attribute: value})

    def _refresh(self) -> None:
        """Puts the policy into every control."""
        policy = self._policy
        self._filling = True
        with batch_fill(self.labels):
            for at, label in enumerate(Label):
                self.action_choices[label].select_value(policy.actions[label])
                self.labels.setItem(at, 3, read_only_cell(label_outcome(label, policy)))
        for attribute, combo in self._choices.items():
            combo.select_value(getattr(policy, attribute))
            combo.setEnabled(attribute not in _METHODS or policy.actions[_METHODS[attribute]] in _TOLD)
        moved = policy.actions[Label.DATE] in _TOLD and policy.date_method is DateMethod.SHIFT
        self.days.setEnabled(moved)
        self.keep_weekday.setEnabled(moved)
        self.days.setValue(policy.date_shift_days)
        self.keep_weekday.setChecked(policy.keep_weekday)
        for attribute, box in self._shares.items():
            box.setValue(getattr(policy, attribute))
        self._filling = False
        self._show_example()
        gaps = policy_gaps(policy)
        left = self.tr("Leaves what HIPAA Safe Harbor removes: {gaps}.").format(gaps="; ".join(gaps))
        self.law.setText(left if gaps else self.tr("Leaves nothing that HIPAA Safe Harbor removes."))
        self.law.setToolTip("\n".join(policy_remarks(policy)))
        never = self.tr("No span can be doubtful: that score is below the one from which spans are taken.")
        self.show_remark(never if policy.doubtful < policy.threshold else "")
        self._refresh_foot()

    def _refresh_foot(self) -> None:
        name = policy_file_stem(self.name.text())
        replaced = self._named(name)
        replaces = self.changed and replaced is not None and replaced.own
        self.save.setText(self.tr("Replace my policy") if replaces else self.tr("Save as my policy"))
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
        wanted = replace(self._policy, name=name, title=title)
        if (regulation := regulation_named(wanted)) and (gaps := policy_gaps(wanted, regulation)):
            said = self.tr("Named after {rule}, it has to remove what that removes. Give it another name: ")
            self.show_remark(said.format(rule=regulation) + "; ".join(gaps) + ".", "warning")
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
    form = QFormLayout(made, horizontalSpacing=2 * GRID_UNIT, verticalSpacing=GRID_UNIT)
    form.setContentsMargins(0, 2 * GRID_UNIT, 0, 0)
    for name, control, why in rows:
        label = QLabel(name)
        if isinstance(control, QWidget):
            label.setBuddy(control)
            control = row(control, ...)
        form.addRow(label, column(control, text_label(why, "small")) if why else control)
    return made


def _centered(control: QWidget) -> QWidget:
    """A control in a cell, at its own height however high the row is."""
    made = QWidget()
    column(..., control, ..., parent=made, margins=(GRID_UNIT // 2, 2, GRID_UNIT // 2, 2))
    return made
