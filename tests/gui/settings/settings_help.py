"""What tests of the settings share: their data, and answers in the place of dialogs."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt

from chartveil.detection.models.manifest import EnsembleMember, MemberStatus
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, bundled_policies, load_policy
from chartveil.gui.preferences import Preferences
from chartveil.gui.settings.dialog import SettingsData
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.service.site_setup import KnownKey, KnownModel, KnownPolicy
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
        self.questions = []
        self.prompts = UserPrompts(self._path, self._path, self._path, self._confirm)

    def _path(self, parent, title, *rest):
        self.questions.append(title)
        return self.path

    def _confirm(self, parent, question, consequence, yes, no):
        self.questions.append(question)
        return self.yes


def model(name, votes, size, *, bundled, problem="", about=""):
    file = Path(f"{name}.onnx")
    member = EnsembleMember(
        name, file, "0" * 64, Path("tokenizer.json"), "0" * 64, (), (), votes, bundled=bundled
    )
    return KnownModel(MemberStatus(member, size, problem), about=about)


MODELS = (
    model("names", (Label.PATIENT, Label.DOCTOR), 23_400_000, bundled=True),
    model("ours", (Label.MRN,), 9_000_000, bundled=False, about="Apache-2.0"),
    model("broken", (Label.MRN,), 0, bundled=False, problem="model.onnx is missing. Add it again."),
)


def data(**changes):
    policies = tuple(KnownPolicy(p.stem, load_policy(p.stem)) for p in bundled_policies())
    made = SettingsData(
        preferences=Preferences(),
        policies=policies,
        example=example,
        key=KnownKey(HOME, "3fa41b09"),
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
