"""Which theme the application has, by preference and by what the system wants."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from chartveil.gui.preferences import Appearance, Preferences
from chartveil.gui.theme.application import apply_theme, system_theme
from chartveil.gui.theme.colors import Theme, ThemeName, theme_by_name

_ORDER = (Appearance.LIGHT, Appearance.DARK, Appearance.CONTRAST)


class ThemeSwitcher:
    """Gives the application its theme.

    Args:
        app: the application.
        preferences: to begin with.
    """

    def __init__(self, app: QApplication, preferences: Preferences) -> None:
        self._app = app
        self._set: tuple[ThemeName, int] | None = None
        self.theme: Theme = theme_by_name(ThemeName.LIGHT)
        self.apply(preferences)

    def apply(self, preferences: Preferences) -> Theme:
        """Puts appearance and size into effect; gives the theme."""
        wanted = preferences.appearance
        name = system_theme(self._app) if wanted is Appearance.SYSTEM else ThemeName(wanted.value)
        if self._set != (name, preferences.font_size):
            self.theme = theme_by_name(name)
            apply_theme(self._app, self.theme, preferences.font_size)
            self._set = (name, preferences.font_size)
        return self.theme

    def next_appearance(self, appearance: Appearance) -> Appearance:
        """The next appearance in turn; after the system's own choice, another than what it gave."""
        now = Appearance(self.theme.name.value) if appearance is Appearance.SYSTEM else appearance
        return _ORDER[(_ORDER.index(now) + 1) % len(_ORDER)]
