"""A settings dialog with real policies, and somebody who answers its questions."""

import pytest

from chartveil.gui.settings.dialog import SettingsDialog, SettingsPageName
from chartveil.gui.theme.colors import ThemeName, theme_by_name
from chartveil.gui.theme.icons import IconSet
from gui.settings.settings_help import MODELS, Answers, data


@pytest.fixture
def answers():
    return Answers()


@pytest.fixture
def opened(qtbot, answers):
    """Makes a dialog, shows it, and records the preferences it tells."""

    def make(page=SettingsPageName.POLICY, **changes):
        light = theme_by_name(ThemeName.LIGHT)
        dialog = SettingsDialog(data(**changes), light, IconSet(light), answers.prompts)
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
