"""A settings dialog with real policies, and somebody who answers its questions."""

from dataclasses import replace

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
        shown = data(**changes)
        now = shown.preferences
        dialog = SettingsDialog(shown, themes, answers.prompts)
        dialog.models.set_models(MODELS)
        qtbot.addWidget(dialog)
        dialog.told = []
        dialog.preferred.connect(lambda new: dialog.told.append(replace((dialog.told or [now])[-1], **new)))
        with qtbot.waitExposed(dialog):
            dialog.show()
        dialog.activateWindow()
        dialog.open_page(page)
        return dialog

    return make
