"""Every command of the window: its name, its usual keys, and where its keys are heard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml


class KeyScope(StrEnum):
    """Where a command's keys are heard."""

    WINDOW = "window"
    """Everywhere in the window; so these keys are never ones that a person types."""
    REVIEW = "review"
    """While the document or the inspector has the keyboard. Elsewhere Enter and letters type."""


class Menu(StrEnum):
    """The menus, in order, as they are called; also the groups of the help sheet."""

    FILE = "File"
    EDIT = "Edit"
    DECIDE = "Decide"
    SPAN = "Span"
    PAGE = "Page"
    GO = "Go to"
    VIEW = "View"
    HELP = "Help"


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a user can do.

    Attributes:
        id: never changes, so that a user's keys stay with it.
        text: in menus and on the help sheet.
        keys: usual keys in Qt's portable form, the first one shown; ``Ctrl`` is the Command key on macOS.
        menu: its menu.
        tooltip: what it does, in a short sentence.
        scope: where its keys are heard.
        icon: of ``gui.theme.icons``; empty for none.
        checkable: whether it is something that is on or off.
    """

    id: str
    text: str
    keys: tuple[str, ...]
    menu: Menu
    tooltip: str
    scope: KeyScope = KeyScope.WINDOW
    icon: str = ""
    checkable: bool = False


def _commands() -> Iterator[Command]:
    table = read_toml(resources_folder() / "window" / "commands.toml", "the list of commands")
    for menu in Menu:
        usual = KeyScope.REVIEW if menu in (Menu.DECIDE, Menu.SPAN, Menu.PAGE) else KeyScope.WINDOW
        for id, row in table[menu].items():
            keys, scope = tuple(row.pop("keys")), KeyScope(row.pop("scope", usual))
            yield Command(id=id, keys=keys, menu=menu, scope=scope, **row)


COMMANDS: tuple[Command, ...] = tuple(_commands())
"""All commands, in the order of the menus."""
