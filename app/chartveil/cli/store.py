"""``chartveil store``: what opens the store, its passphrase, back-ups of its key."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.own_key import (
    PASSPHRASE_FILE,
    ask_passphrase,
    load_own_key,
    new_passphrase,
    passphrase_from_file,
)
from chartveil.domain.errors import KeyFileError
from chartveil.domain.paths import UserPaths

if TYPE_CHECKING:
    from chartveil.store.wrapped_key import OpenedBy

_KINDS = ("passphrase", "keyring", "nothing")
_ARE_SAID = {
    "passphrase": "opens with a passphrase",
    "keyring": "opens with the system's keyring, when you are logged in",
    "nothing": "opens without a passphrase on this machine",
}

_with_option = click.option(
    "--with",
    "kind",
    type=click.Choice(_KINDS),
    default="passphrase",
    show_default=True,
    help="What opens the store from now on: a passphrase, the system's keyring, or nothing (whoever can read "
    "your files opens it).",
)


@click.group(name="store")
def command() -> None:
    """See and change what opens the store, and back up its key.

    The store holds your worklists and the audit log, encrypted. Passphrases are asked for, or read from the
    file that CHARTVEIL_PASSPHRASE_FILE names (fd:3 for an open one), new ones from
    CHARTVEIL_NEW_PASSPHRASE_FILE. They are never given as an argument.
    """


@command.command(short_help="Tell what opens the store.")
def status() -> None:
    """Tell what opens the store, without opening it."""
    from chartveil.store.own_key import key_file_facts

    user_paths = UserPaths.default()
    facts = key_file_facts(user_paths)
    said = (
        f"The store {_ARE_SAID[facts.opened_by]}."
        if facts
        else "There is no store yet: it is made at the first use."
    )
    click.echo(f"{said}\n{user_paths.key_file}")


@command.command(short_help="Change what opens the store, or its passphrase.")
@_with_option
def protect(kind: str) -> None:
    """Change what opens the store, or its passphrase. The store itself is not written anew."""
    from chartveil.store.own_key import lock_own_key

    key = load_own_key(tell_new=False)
    lock_own_key(UserPaths.default(), key, *_lock(kind))
    click.echo(f"The store {_ARE_SAID[kind]}.")
    if kind == "passphrase":
        click.echo(
            "Forgotten, only a back-up of the key opens the store: 'chartveil store words' prints one."
        )


@command.command(short_help="Write the key to a file under a passphrase of its own.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write the key to FILE, under a passphrase of its own. Keep it apart from this machine."""
    from chartveil.store.own_key import write_key_backup

    if file.exists():
        raise KeyFileError("there is a file of this name.", where=str(file), remedy="Choose another name.")
    key = load_own_key()
    write_key_backup(file, key, new_passphrase("Passphrase of the back-up"))
    click.echo(f"{file}: the key of the store, under the passphrase of the back-up.")


@command.command(short_help="Print the key as words for a safe place.")
def words() -> None:
    """Print the key as 26 words. Whoever has them opens a copy of the store: put them into a safe."""
    from chartveil.store.recovery_words import key_to_words

    found = key_to_words(load_own_key())
    width = max(map(len, found))
    cells = [f"{at:2d} {word:{width}s}" for at, word in enumerate(found, 1)]
    for start in range(0, len(cells), 4):
        click.echo("   ".join(cells[start : start + 4]).rstrip())


@command.command(short_help="Put the key back from a file or from words.")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_with_option
def restore(file: Path | None, kind: str) -> None:
    """Put the key back from the back-up FILE; without it, from the 26 words, which are asked for.

    It must be the key of the store that is there. This is also the way out when a passphrase is forgotten.
    """
    from chartveil.store.own_key import restore_own_key
    from chartveil.store.recovery_words import words_to_key

    if file is not None:
        key = _from_backup(file)
    elif sys.stdin.isatty():
        key = words_to_key(ask_passphrase("The 26 words, with blanks between"))
    else:
        key = words_to_key(sys.stdin.read(4096))
    restore_own_key(UserPaths.default(), key, *_lock(kind))
    click.echo(f"The key is back. The store {_ARE_SAID[kind]}.")


def _from_backup(file: Path) -> bytes:
    from chartveil.domain.errors import StoreLockedError
    from chartveil.store.own_key import read_key_backup

    try:
        return read_key_backup(file, "")
    except StoreLockedError:
        given = passphrase_from_file(PASSPHRASE_FILE)
        if given is None and sys.stdin.isatty():
            given = ask_passphrase("Passphrase of the back-up")
        return read_key_backup(file, given or "")


def _lock(kind: str) -> tuple[OpenedBy, str]:
    from chartveil.store.wrapped_key import OpenedBy

    opened_by = OpenedBy(kind)
    return opened_by, new_passphrase("New passphrase") if opened_by is OpenedBy.PASSPHRASE else ""
