"""Switches the theme of the application, by preference and by what the system wants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from chartveil.gui.preferences import Appearance, Preferences
from chartveil.gui.theme.application import apply_theme, system_theme
from chartveil.gui.theme.colors import Theme, ThemeName, theme_by_name
from chartveil.gui.theme.icons import IconSet

_ORDER = (Appearance.LIGHT, Appearance.DARK, Appearance.CONTRAST)


class WindowTheme(QObject):
    """The theme that the window is drawn in. Every widget holds the same one, and asks it when it draws.

    Args:
        name: of the theme to begin with.

    Attributes:
        theme: the theme in force.
        icons: in its colours.

    Signals:
        changed: another theme is in force. Whatever is only painted is painted anew by then.
    """

    changed = Signal()

    def __init__(self, name: ThemeName = ThemeName.LIGHT) -> None:
        super().__init__()
        self.theme: Theme = theme_by_name(name)
        self.icons = IconSet(self.theme)

    def change(self, name: ThemeName) -> None:
        """Puts another theme into force."""
        if self.theme.name is not name:
            self.theme = theme_by_name(name)
            self.icons = IconSet(self.theme)
            self.changed.emit()


class ThemeSwitcher:
    """Gives the application its theme.

    Args:
        app: the application.
        preferences: to begin with.

    Attributes:
        window_theme: the theme in force, for widgets.
    """

    def __init__(self, app: QApplication, preferences: Preferences) -> None:
        self._app = app
        self._applied: tuple[ThemeName, int] | None = None
        self.window_theme = WindowTheme()
        self.apply(preferences)

    def apply(self, preferences: Preferences) -> None:
        """Puts appearance and text size into effect."""
        wanted = preferences.appearance
        name = system_theme(self._app) if wanted is Appearance.SYSTEM else ThemeName(wanted.value)
        if self._applied != (name, preferences.font_size):
            self._applied = (name, preferences.font_size)
            apply_theme(self._app, theme_by_name(name), preferences.font_size)
            self.window_theme.change(name)

    @contextmanager
    def style_set_last(self) -> Iterator[None]:
        """While many widgets are made, the application has no style sheet; it has its own again afterwards.

        Qt works out a widget's style anew each time it gets another parent; once for all is much quicker.
        """
        sheet = self._app.styleSheet()
        self._app.setStyleSheet("")
        try:
            yield
        finally:
            self._app.setStyleSheet(sheet)

    def next_appearance(self, appearance: Appearance) -> Appearance:
        """The next appearance in turn; after the system's own choice, another than what it gave."""
        name = self.window_theme.theme.name
        now = Appearance(name.value) if appearance is Appearance.SYSTEM else appearance
        return _ORDER[(_ORDER.index(now) + 1) % len(_ORDER)]
