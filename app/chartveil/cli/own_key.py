"""How commands get the user's key and passphrases: never as an argument, never from the environment."""

from __future__ import annotations

import os
import stat
import sys
import time

import click

from chartveil.domain.errors import KeyFileError, StoreLockedError, WrongPassphraseError
from chartveil.domain.paths import UserPaths

PASSPHRASE_FILE = "CHARTVEIL_PASSPHRASE_FILE"  # noqa: S105 - a name
NEW_PASSPHRASE_FILE = "CHARTVEIL_NEW_PASSPHRASE_FILE"  # noqa: S105
_HANDLE = "fd:"
_TRIES = 5
_MOST = 4096


def load_own_key(*, tell_new: bool = True) -> bytes:
    """The user's own key; asks for its passphrase where it needs one, and makes it at the first start.

    Raises:
        StoreLockedError: if a passphrase is needed and nobody can be asked.
        KeyFileError: if it cannot be opened.
    """
    from chartveil.store.own_key import open_own_key

    user_paths = UserPaths.default()
    is_first = not user_paths.key_file.exists()
    try:
        key = open_own_key(user_paths)
    except StoreLockedError:
        return _unlock(user_paths)
    if is_first and tell_new:
        click.echo(
            "A key was made. It opens without a passphrase on this machine; 'chartveil store protect' "
            "changes that, and 'chartveil store words' prints it for a safe place.",
            err=True,
        )
    return key


def _unlock(user_paths: UserPaths) -> bytes:
    from chartveil.store.own_key import delay_after, open_own_key

    given = passphrase_from_file(PASSPHRASE_FILE)
    if given is not None or not sys.stdin.isatty():
        return open_own_key(user_paths, given or "")
    for failed in range(_TRIES):
        try:
            return open_own_key(user_paths, ask_passphrase("Passphrase of the store"))
        except WrongPassphraseError as e:
            if failed == _TRIES - 1:
                raise
            click.echo(str(e), err=True)
            time.sleep(delay_after(failed + 1))
    raise AssertionError


def ask_passphrase(question: str) -> str:
    """A passphrase that somebody types, unseen."""
    return str(click.prompt(question, hide_input=True, err=True))


def new_passphrase(question: str) -> str:
    """A passphrase that somebody types twice, or that the file for new ones holds.

    Raises:
        KeyFileError: if it is too short, or nobody can be asked.
    """
    from chartveil.store.wrapped_key import check_new_passphrase

    given = passphrase_from_file(NEW_PASSPHRASE_FILE)
    if given is None and not sys.stdin.isatty():
        raise KeyFileError(
            "a new passphrase is needed, and nobody can be asked here.",
            remedy=f"Name a file that holds it in {NEW_PASSPHRASE_FILE}.",
        )
    if given is None:
        given = str(click.prompt(question, hide_input=True, confirmation_prompt=True, err=True))
    check_new_passphrase(given)
    return given


def passphrase_from_file(variable: str) -> str | None:
    """The first line of the file that a variable names, ``fd:3`` for an open one; None where it is not set.

    Raises:
        KeyFileError: if it cannot be read, or others may read it.
    """
    named = os.environ.get(variable)
    if not named:
        return None
    try:
        number = named.removeprefix(_HANDLE)
        is_open = named.startswith(_HANDLE) and number.isdigit()
        handle = int(number) if is_open else os.open(named, os.O_RDONLY)
        with os.fdopen(handle, "rb") as file:
            about, raw = os.fstat(file.fileno()), file.read(_MOST)
        text = raw.decode("utf-8-sig").splitlines()
    except (OSError, ValueError):
        raise KeyFileError(
            "the file of the passphrase cannot be read.", where=variable, remedy="Name one that you may read."
        ) from None
    if os.name == "posix" and stat.S_ISREG(about.st_mode) and about.st_mode & 0o077:
        raise KeyFileError(
            "others may read the file of the passphrase.", where=variable, remedy="chmod 600 it."
        )
    return text[0] if text else ""
