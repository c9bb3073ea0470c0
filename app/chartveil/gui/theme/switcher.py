"""Which theme the application has, by preference and by what the system wants."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from chartveil.gui.preferences import Appearance, Preferences
from chartveil.gui.theme.application import apply_theme, system_theme
from chartveil.gui.theme.colors import Theme, ThemeName, theme_by_name
from chartveil.gui.theme.icons import IconSet

_ORDER = (Appearance.LIGHT, Appearance.DARK, Appearance.CONTRAST)


class ThemeSwitcher(QObject):
    """Gives the application its theme.

    Args:
        app: the application.
        preferences: to begin with.

    Attributes:
        theme: the theme in force.
        icons: in its colours.

    Signals:
        theme_changed: the new ``Theme``.
    """

    theme_changed = Signal(object)

    def __init__(self, app: QApplication, preferences: Preferences) -> None:
        super().__init__()
        self._app = app
        self._applied: tuple[ThemeName, int] | None = None
        self.theme: Theme = theme_by_name(ThemeName.LIGHT)
        self.icons = IconSet(self.theme)
        self.apply(preferences)

    def apply(self, preferences: Preferences) -> None:
        """Puts appearance and text size into effect."""
        wanted = preferences.appearance
        name = system_theme(self._app) if wanted is Appearance.SYSTEM else ThemeName(wanted.value)
        if self._applied == (name, preferences.font_size):
            return
        self._applied = (name, preferences.font_size)
        before, self.theme = self.theme, theme_by_name(name)
        apply_theme(self._app, self.theme, preferences.font_size)
        if self.theme is not before:
            self.icons = IconSet(self.theme)
            self.theme_changed.emit(self.theme)

    def next_appearance(self, appearance: Appearance) -> Appearance:
        """The next appearance in turn; after the system's own choice, another than what it gave."""
        now = Appearance(self.theme.name.value) if appearance is Appearance.SYSTEM else appearance
        return _ORDER[(_ORDER.index(now) + 1) % len(_ORDER)]
