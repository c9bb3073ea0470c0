"""Keys: read from their files, or made.

With the same key the same surrogates come out again; without it nobody can tell what they replace. The user's
own key opens the store too (``own_key``), and may be wrapped (``wrapped_key``).
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from chartveil.domain.errors import KeyFileError
from chartveil.store.wrapped_key import OpenedBy, is_wrapped_key, key_id, parse_key_file, wrap_key
from chartveil.system.atomic_files import publish_new_file

NEW_KEY_BYTES = 32
_MINIMUM_KEY_BYTES = 16
_LEAST_DISTINCT_BYTES = 8
"""Different bytes of a key. Of 16 random ones fewer differ once in 10^8 keys, of 32 never."""
_OTHERS = 0o007
"""Rights of people outside the group: a key that a project shares may be read by its group."""
_GROUP_WRITES = 0o020

__all__ = ["NEW_KEY_BYTES", "key_id", "keyed_name", "load_key", "load_or_create_key"]


def load_or_create_key(path: Path) -> bytes:
    """The key of a key file; a missing file is made, with a new random key that nothing else opens.

    Raises:
        KeyFileError: if the file cannot be read or made, or its key is too short.
    """
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            write_new_key_file(path, wrap_key(secrets.token_bytes(NEW_KEY_BYTES), OpenedBy.NOTHING))
    # Of two runs that start at once only one makes the key, and both read it.
    return load_key(path)


def write_new_key_file(path: Path, text: str) -> None:
    """Writes a key file where there is none, for the user alone.

    Raises:
        FileExistsError: if there is one.
        KeyFileError: if it cannot be written.
    """
    new = path.with_name(f"{path.name}.{secrets.token_hex(6)}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii", newline="\n") as f:
                f.write(text)
                f.flush()
                os.fsync(f.fileno())
            publish_new_file(new, path)
        finally:
            new.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as e:
        raise KeyFileError(
            f"the key cannot be made ({e.strerror}).",
            where=str(path),
            remedy="Make room there, or take a folder that you may write to (CHARTVEIL_HOME names the one "
            "of your own key).",
        ) from None


def load_key(path: Path) -> bytes:
    """The key of a key file: one of ours that nothing locks, hex, base64, or any other content of 16 bytes or
    more taken as it is.

    Raises:
        KeyFileError: if the file cannot be read, others may read or change it, or its key is no good.
    """
    raw = read_key_file(path, _OTHERS | _GROUP_WRITES)
    return parse_key_file(raw, str(path)).unwrap() if is_wrapped_key(raw) else plain_key(raw, str(path))


def read_key_file(path: Path, forbidden_rights: int) -> bytes:
    """The content of a key file.

    Args:
        path: the file.
        forbidden_rights: bits of its mode that must not be set (POSIX; Windows keeps a user's files from
            others by their place).

    Raises:
        KeyFileError: if it cannot be read, or has one of these rights.
    """
    try:
        with path.open("rb") as file:
            mode, raw = os.fstat(file.fileno()).st_mode, file.read()
    except FileNotFoundError:
        raise KeyFileError(
            "there is no such key file.", where=str(path), remedy="Check the path given with --key-file."
        ) from None
    except OSError as e:
        raise KeyFileError(
            f"the key cannot be read ({e.strerror}).", where=str(path), remedy="Check your rights."
        ) from None
    if os.name == "posix" and mode & forbidden_rights:
        may = "change" if mode & forbidden_rights & 0o022 else "read"
        raise KeyFileError(
            f"others may {may} the key.",
            where=str(path),
            remedy="Take it from them: chmod 600 the file, or move it to a disk that keeps rights. If others "
            "may have had it, make a new key for what comes.",
        )
    return raw


def plain_key(raw: bytes, where: str) -> bytes:
    """The key that a file of plain content holds.

    Raises:
        KeyFileError: if it is too short, or is not random.
    """
    key = _decoded(raw)
    if len(key) < _MINIMUM_KEY_BYTES:
        raise KeyFileError(
            f"the key has {len(key)} bytes, which is too short.",
            where=where,
            remedy=f"Use {_MINIMUM_KEY_BYTES} bytes or more. If this was a key in use, put it back from a "
            "copy: no new one opens what it closed.",
        )
    if len(set(key)) < _LEAST_DISTINCT_BYTES:
        raise KeyFileError(
            "the key repeats a few bytes, as no random key does.",
            where=where,
            remedy="Put the key back from a copy if it was in use, or make a random one in its place.",
        )
    return key


def _decoded(raw: bytes) -> bytes:
    text = raw.strip()
    with contextlib.suppress(ValueError, binascii.Error):
        return bytes.fromhex(text.decode("ascii"))
    with contextlib.suppress(ValueError, binascii.Error):
        return base64.b64decode(text, validate=True)
    return raw


def keyed_name(key: bytes, *parts: str, length: int = 12) -> str:
    """Hex digits for a name that only the holder of the key can tie to its parts."""
    message = "\0".join(("chartveil name", *parts)).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:length]
