"""Every command of the window with its keys: which it has, which of them conflict, and how they are shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QKeySequence

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml


class KeyScope(StrEnum):
    """The part of the window in which a command's keys work."""

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


_KEYS = {
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "Return": "Enter",
    "PgUp": "Page up",
    "PgDown": "Page down",
    "Del": "Delete",
    "-": "−",
}
"""Names of keys that Qt writes otherwise than they stand on the keyboard."""
_KEY = re.compile(r"[^+]$|\+\+$|^\+$")
_FUNCTION = re.compile(r"^(?:Shift\+)?F\d{1,2}$")


def normalized_keys(keys: str) -> str:
    """Keys in Qt's portable form; empty where they are none."""
    made = QKeySequence.fromString(keys, QKeySequence.SequenceFormat.PortableText)
    text = made.toString(QKeySequence.SequenceFormat.PortableText)
    # What Qt does not know it writes as an empty chord, or as modifiers without a key.
    return text if made.count() and all(_KEY.search(chord) for chord in text.split(", ")) else ""


def key_text(keys: str) -> str:
    """Keys as they stand on the keyboard: ``Ctrl+Shift+Z``, ``Shift+→``; on macOS as its menus show them."""
    made = QKeySequence.fromString(normalized_keys(keys), QKeySequence.SequenceFormat.PortableText)
    text = made.toString(QKeySequence.SequenceFormat.NativeText)
    if sys.platform == "darwin" or not text:
        return text
    return ", ".join(map(_on_keyboard, text.split(", ")))


def _on_keyboard(chord: str) -> str:
    key = chord.rsplit("+", 1)[-1] or "+"
    return chord.removesuffix(key) + _KEYS.get(key, key)


def keys_allowed(keys: str, scope: KeyScope) -> bool:
    """Whether keys will do in a scope: what is heard in the whole window must not be a key one types with."""
    if scope is KeyScope.REVIEW:
        return True
    first = normalized_keys(keys).split(", ")[0]
    return any(f"{m}+" in first for m in ("Ctrl", "Alt", "Meta")) or bool(_FUNCTION.search(first))


class KeyMap:
    """Which keys each command has. It never changes: a change makes another one.

    Args:
        overrides: a user's own keys by the command's id; an empty list for none. Commands that are not known,
            and keys that are none or not allowed, are passed over, so that old preferences do no harm.
        commands: all commands.
    """

    def __init__(
        self, overrides: Mapping[str, Sequence[str]] | None = None, commands: Sequence[Command] = COMMANDS
    ) -> None:
        self._commands = {c.id: c for c in commands}
        self._default = {c.id: tuple(map(normalized_keys, c.keys)) for c in commands}
        self._own: dict[str, tuple[str, ...]] = {}
        for id, keys in (overrides or {}).items():
            if id in self._commands:
                self._set(id, keys)

    def _set(self, id: str, keys: Iterable[str]) -> None:
        scope = self._commands[id].scope
        wanted = tuple(dict.fromkeys(k for k in map(normalized_keys, keys) if k and keys_allowed(k, scope)))
        if wanted == self.default_keys(id):
            self._own.pop(id, None)
        else:
            self._own[id] = wanted

    @property
    def commands(self) -> tuple[Command, ...]:
        """All commands, in the order of the menus."""
        return tuple(self._commands.values())

    @property
    def overrides(self) -> dict[str, list[str]]:
        """The user's own keys, for the preferences; in the order of the menus."""
        return {id: list(self._own[id]) for id in self._commands if id in self._own}

    def command(self, id: str) -> Command:
        """The command of an id."""
        return self._commands[id]

    def default_keys(self, id: str) -> tuple[str, ...]:
        """The keys that a command has unless the user changes them."""
        return self._default[id]

    def keys(self, id: str) -> tuple[str, ...]:
        """The keys of a command in portable form, the one to show first."""
        return self._own.get(id, self.default_keys(id))

    def shortcut_text(self, id: str) -> str:
        """The first key of a command as it stands on the keyboard; empty for none."""
        keys = self.keys(id)
        return key_text(keys[0]) if keys else ""

    def all_shortcuts_text(self, id: str) -> str:
        """All keys of a command as they stand on the keyboard, each text once."""
        return " · ".join(dict.fromkeys(map(key_text, self.keys(id))))

    def is_customized(self, id: str) -> bool:
        """Whether the user gave it other keys."""
        return id in self._own

    def with_keys(self, id: str, keys: Iterable[str]) -> KeyMap:
        """The same map with other keys for one command."""
        made = KeyMap(self.overrides, self.commands)
        made._set(id, keys)
        return made

    def with_default_keys(self, id: str) -> KeyMap:
        """The same map with the usual keys for one command."""
        return self.with_keys(id, self.default_keys(id))

    def conflicting_commands(self, keys: str, id: str) -> list[Command]:
        """Other commands that would hear these keys too if the command had them; in menu order."""
        scope, wanted = self._commands[id].scope, normalized_keys(keys)
        return [
            c
            for c in self.commands
            if c.id != id and _meet(c.scope, scope) and any(keys_overlap(wanted, k) for k in self.keys(c.id))
        ]

    def clashing_keys(self, id: str) -> list[str]:
        """Keys of a command that another one hears too."""
        return [key for key in self.keys(id) if self.conflicting_commands(key, id)]


def _meet(a: KeyScope, b: KeyScope) -> bool:
    """Whether keys of two scopes can be heard at one time: what the window hears, the document does too."""
    return a is b or KeyScope.WINDOW in (a, b)


def keys_overlap(a: str, b: str) -> bool:
    """Whether keys are the same, or one is the beginning of the other, which would never be heard whole."""
    first, second = a.split(", "), b.split(", ")
    length = min(len(first), len(second))
    return bool(a and b) and first[:length] == second[:length]
