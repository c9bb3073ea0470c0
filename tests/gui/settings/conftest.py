"""A settings dialog with real policies, and somebody who answers its questions."""

import pytest

from chartveil.gui.settings.dialog import SettingsDialog, SettingsPageName
from gui.settings.settings_help import MODELS, Answers, data


@pytest.fixture
def answers():
    return Answers()


@pytest.fixture
def opened(qtbot, answers, themes):
    """Makes a dialog, shows it, and records the preferences it tells."""

    def make(page=SettingsPageName.POLICY, **changes):
        dialog = SettingsDialog(data(**changes), themes, answers.prompts)
        dialog.models.set_models(MODELS)
        qtbot.addWidget(dialog)
        dialog.told = []
        dialog.preferences_changed.connect(dialog.told.append)
        with qtbot.waitExposed(dialog):
            dialog.show()
        dialog.activateWindow()
        dialog.open_page(page)
        return dialog

    return make
