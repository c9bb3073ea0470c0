"""What tests of the settings share: their data, and answers in the place of dialogs."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt

from chartveil.domain.document import Document, DocumentSource, Label
from chartveil.domain.policy import ReplacementMode, bundled_policies, load_policy
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.data import DeviceRow, KeyInfo, ModelRow, PolicyRow, SettingsData
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.surrogates.engine import SurrogateEngine

LEFT = Qt.MouseButton.LeftButton
HOME = Path("home/surrogate.key")


def example(text, spans, policy, mode):
    """The real thing, but for surrogates, whose lists take a while to load."""
    shown = ReplacementMode.NUMBERED if mode is ReplacementMode.SURROGATE else mode
    document = Document(text, DocumentSource("example", "txt", "0" * 64))
    return SurrogateEngine(b"k" * 32, policy, shown).replacements(document, spans)


class Answers:
    """Answers in the place of the system's dialogs, and remembers what was asked."""

    def __init__(self):
        self.path = None
        self.yes = True
        self.scope_chosen = []
        self.asking = UserPrompts(self._path, self._path, self._path, self._confirm)

    def _path(self, parent, title, *rest):
        self.scope_chosen.append(title)
        return self.path

    def _confirm(self, parent, question, consequence, yes, no):
        self.scope_chosen.append(question)
        return self.yes


MODELS = (
    ModelRow("names", (Label.PATIENT, Label.DOCTOR), 23_400_000, 0.4),
    ModelRow("ours", (Label.MRN,), 9_000_000, 0.5, enabled=True, bundled=False, about="Apache-2.0"),
    ModelRow("broken", (Label.MRN,), 0, 0.5, bundled=False, problem="model.onnx is missing. Add it again."),
)


def data(**changes):
    rows = tuple(PolicyRow(p.stem, load_policy(p.stem)) for p in bundled_policies())
    made = SettingsData(
        preferences=Preferences(),
        policies=rows,
        example=example,
        key=KeyInfo(HOME, "3fa41b09"),
        models=MODELS,
        devices=(DeviceRow("auto", "The fastest"), DeviceRow("cuda", "Graphics card", False, "None found")),
        cores=8,
    )
    return replace(made, **changes)


def choose(qtbot, combo, value):
    """Chooses an entry with the keyboard."""
    combo.setFocus()
    qtbot.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.values.index(value)):
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert combo.value is value or combo.value == value
