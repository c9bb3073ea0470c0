"""Secrets in the system's keyring: Keychain, Credential Manager, or a Secret Service as of GNOME."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from chartveil.domain.errors import KeyFileError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "Chartveil"
_REMEDY = "Log in to the desktop so that its keyring opens, or let a passphrase open the store."
_LEAST_PRIORITY = 1.0
"""Least priority of a back-end, on ``keyring``'s own scale: below are those that keep secrets in the plain,
or none."""


def store_keyring_secret(secret: bytes) -> str:
    """Keeps a secret; gives the name of its entry.

    Raises:
        KeyFileError: if there is no keyring, or it refuses.
    """
    entry, text = secrets.token_hex(8), secret.hex()
    try:
        backend = _backend()
        backend.set_password(_SERVICE, entry, text)
        kept = backend.get_password(_SERVICE, entry)
    except KeyFileError:
        raise
    except Exception as e:  # noqa: BLE001 - each back-end has errors of its own
        raise _refused(e) from None
    if kept != text:
        raise KeyFileError("the system's keyring does not keep what it is given.", remedy=_REMEDY)
    return entry


def read_keyring_secret(entry: str, where: str) -> bytes:
    """The secret of an entry.

    Args:
        entry: its name.
        where: the key file that needs it, for errors.

    Raises:
        KeyFileError: if there is no keyring, it refuses, or it has no such entry.
    """
    try:
        text = _backend().get_password(_SERVICE, entry)
    except KeyFileError:
        raise
    except Exception as e:  # noqa: BLE001 - each back-end has errors of its own
        raise _refused(e) from None
    if text is None or len(text) != 64:
        raise KeyFileError(
            "the system's keyring has no key for this store.",
            where=where,
            remedy="Log in as the user who made it, or restore the key from a back-up "
            "('chartveil store restore').",
        )
    return bytes.fromhex(text)


def forget_keyring_secret(entry: str) -> None:
    """Removes an entry that is needed no more; one that stays opens nothing."""
    try:
        _backend().delete_password(_SERVICE, entry)
    except Exception:  # noqa: BLE001 - each back-end has errors of its own
        return


def _backend() -> KeyringBackend:
    # Imported here: it looks for back-ends, which takes a moment.
    import keyring

    backend = keyring.get_keyring()
    if backend.priority < _LEAST_PRIORITY:
        raise KeyFileError("this machine has no keyring that is running.", remedy=_REMEDY)
    return backend


def _refused(error: Exception) -> KeyFileError:
    return KeyFileError(f"the system's keyring refuses ({type(error).__name__}).", remedy=_REMEDY)
