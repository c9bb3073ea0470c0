"""Settings: the models that vote on each word."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTableWidgetItem

from chartveil.detection.models.manifest import EnsembleMember
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import SettingsPage, batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import fill, row, text_label
from chartveil.service.site_setup import KnownModel

_USES, _NAME, _VOTES, _SIZE, _FROM, _STATE = range(6)


class ModelsPage(SettingsPage):
    """The models: which take part, and what a check says of them.

    Signals:
        model_action: ``verify`` with None, ``add`` with a folder, ``on``, ``off`` or ``remove`` with a name.
    """

    model_action = Signal(str, object)

    def __init__(self, prompts: UserPrompts) -> None:
        super().__init__()
        self._prompts = prompts
        self._models: tuple[KnownModel, ...] = ()
        self.set_header(
            self.tr("Models"),
            self.tr(
                "Small models vote on each word, all of them on this machine. Those that come with Chartveil "
                "always take part; models of your own do while they are ticked."
            ),
        )
        columns = [
            self.tr("On"),
            self.tr("Model"),
            self.tr("Votes on"),
            self.tr("Size"),
            self.tr("From"),
            self.tr("State"),
        ]
        self.table = row_table(columns, self.tr("Models"), _VOTES)
        self.table.itemChanged.connect(self._switch)
        self.table.itemSelectionChanged.connect(self._refresh)
        self.about = text_label("", "small")
        tip = self.tr("Holds each model's files to their hashes, loads it and tries it")
        self.verify = push_button(self.tr("Check all"), self._verify, tip=tip)
        self.add = push_button(self.tr("Add a model…"), self._add)
        self.remove = push_button(self.tr("Remove…"), self._remove, look="danger")
        how = self.tr(
            "A folder to add holds config.json, tokenizer.json and model.onnx. It is tried on the "
            "samples before it counts."
        )
        buttons = row(self.verify, self.add, ..., self.remove)
        fill(self.content, (self.table, 1), self.about, buttons, text_label(how, "muted"))
        self.set_models(())

    def set_models(self, models: Sequence[KnownModel]) -> None:
        """Shows the models anew, also after an action."""
        chosen = self._chosen()
        self._models = tuple(models)
        with batch_fill(self.table):
            self.table.setRowCount(len(self._models))
            for at, model in enumerate(self._models):
                member, size = model.state.member, model.state.size_bytes
                source = self.tr("Chartveil") if member.bundled else self.tr("You")
                for column, item in (
                    (_USES, self._tick(member)),
                    (_NAME, read_only_cell(member.name)),
                    (_VOTES, read_only_cell(_group_names(member), ", ".join(member.votes))),
                    (_SIZE, read_only_cell(f"{size / 1e6:.1f} MB" if size else "–")),
                    (_FROM, read_only_cell(source)),
                    (_STATE, read_only_cell(*self._state(model))),
                ):
                    self.table.setItem(at, column, item)
                if chosen is not None and member.name == chosen.state.member.name:
                    self.table.selectRow(at)
        self.set_busy(False)
        self._refresh()

    def set_busy(self, busy: bool) -> None:
        """While a check or an addition is under way nothing else can be begun."""
        for widget in (self.verify, self.add, self.table):
            widget.setEnabled(not busy)
        self.verify.setText(self.tr("Checking…") if busy else self.tr("Check all"))

    def _tick(self, member: EnsembleMember) -> QTableWidgetItem:
        item = read_only_cell("")
        item.setCheckState(Qt.CheckState.Checked if member.enabled else Qt.CheckState.Unchecked)
        if member.bundled:
            always = self.tr("Always takes part")
            sometimes = self.tr("Takes part as the page 'Device' says")
            item.setToolTip(sometimes if member.careful else always)
        else:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        text = self.tr("{name} takes part") if member.enabled else self.tr("{name} takes no part")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text.format(name=member.name))
        return item

    def _state(self, model: KnownModel) -> tuple[str, str]:
        """The state of a model, and more of it for the tooltip."""
        if model.state.problem:
            return self.tr("⚠ Cannot be used"), model.state.problem
        if not model.state.member.enabled:
            return self.tr("Off"), model.checked
        return model.checked or self.tr("Files as listed"), model.checked

    def _chosen(self) -> KnownModel | None:
        at = self.table.currentRow()
        return self._models[at] if 0 <= at < len(self._models) else None

    def _refresh(self) -> None:
        model = self._chosen()
        self.remove.setEnabled(model is not None and not model.state.member.bundled)
        if model is None:
            self.about.setText(self.tr("Choose a model to see more of it."))
            return
        votes = self.tr("Votes on {labels} from {threshold} on.").format(
            labels=", ".join(model.state.member.votes), threshold=f"{model.state.member.threshold:.2f}"
        )
        self.about.setText(" ".join(part for part in (model.state.problem, votes, model.about) if part))

    def _switch(self, item: QTableWidgetItem) -> None:
        if item.column() != _USES:
            return
        name = self._models[item.row()].state.member.name
        self.model_action.emit("on" if item.checkState() is Qt.CheckState.Checked else "off", name)

    def _verify(self) -> None:
        self.set_busy(True)
        self.model_action.emit("verify", None)

    def _add(self) -> None:
        folder = self._prompts.folder(self, self.tr("Choose the folder of the model"))
        if folder is not None:
            self.model_action.emit("add", folder)

    def _remove(self) -> None:
        model = self._chosen()
        name = model.state.member.name if model is not None else ""
        if name and self._prompts.confirm(
            self,
            self.tr("Remove the model '{name}'?").format(name=name),
            self.tr("Chartveil's copy of it is deleted. The folder you added it from stays."),
            self.tr("Remove it"),
            self.tr("Keep it"),
        ):
            self.model_action.emit("remove", name)


def _group_names(member: EnsembleMember) -> str:
    """The groups of labels that a model votes for."""
    groups = list(dict.fromkeys(label.group.value for label in member.votes))
    return ", ".join(groups).lower().replace("id", "ID") if groups else "–"
