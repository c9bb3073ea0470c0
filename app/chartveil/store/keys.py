"""The user's key: read from its file, or made.

With it the same surrogates come out again; without it nobody can tell what they replace.
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
from chartveil.system.atomic_files import publish_new_file

NEW_KEY_BYTES = 32
_MINIMUM_KEY_BYTES = 16


def load_or_create_key(path: Path) -> bytes:
    """The key of a key file; a missing file is made, with a new random key.

    Raises:
        KeyFileError: if the file cannot be read or made, or its key is too short.
    """
    if path.exists():
        return load_key(path)
    key = secrets.token_bytes(NEW_KEY_BYTES)
    new = path.with_name(f"{path.name}.{secrets.token_hex(6)}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            _write_new(new, key.hex() + "\n")
            publish_new_file(new, path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                new.unlink()
    except FileExistsError:
        # Of two runs that start at once only one makes the key, and the other reads it.
        return load_key(path)
    except OSError as e:
        raise KeyFileError(
            f"the key cannot be made ({e.strerror}).",
            where=str(path),
            remedy="Make room, or name a key file elsewhere with --key-file.",
        ) from None
    return key


def _write_new(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())


def load_key(path: Path) -> bytes:
    """The key of a key file: hex, base64, or any other content of 16 bytes or more taken as it is.

    Raises:
        KeyFileError: if the file cannot be read, or its key is too short.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise KeyFileError(
            "there is no such key file.", where=str(path), remedy="Check the path given with --key-file."
        ) from None
    except OSError as e:
        raise KeyFileError(
            f"the key cannot be read ({e.strerror}).", where=str(path), remedy="Check your rights."
        ) from None
    key = _decoded(raw)
    if len(key) < _MINIMUM_KEY_BYTES:
        raise KeyFileError(
            f"the key has {len(key)} bytes, which is too short.",
            where=str(path),
            remedy=f"Use {_MINIMUM_KEY_BYTES} bytes or more. If this was a key in use, put it back from a "
            "copy: no new one opens what it closed.",
        )
    return key


def _decoded(raw: bytes) -> bytes:
    text = raw.strip()
    with contextlib.suppress(ValueError, binascii.Error):
        return bytes.fromhex(text.decode("ascii"))
    with contextlib.suppress(ValueError, binascii.Error):
        return base64.b64decode(text, validate=True)
    return raw


def key_id(key: bytes) -> str:
    """Eight hex digits that tell keys apart without telling the key."""
    return hmac.new(key, b"chartveil key id", hashlib.sha256).hexdigest()[:8]


def keyed_name(key: bytes, *parts: str, length: int = 12) -> str:
    """Hex digits for a name that only the holder of the key can tie to its parts."""
    message = "\0".join(("chartveil name", *parts)).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:length]
