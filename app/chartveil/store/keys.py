"""The surrogate key: who holds it gets the same surrogates again; who does not cannot tell what they hide."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from chartveil.errors import KeyFileError

KEY_BYTES = 32
_LEAST_BYTES = 16


def default_key_path() -> Path:
    """Where this user's own key lies when no key file is named."""
    from platformdirs import user_data_path

    return Path(user_data_path("chartveil", appauthor=False)) / "surrogate.key"


def load_or_create_key(path: Path) -> bytes:
    """The key of the file, which is made with a new random key when it is missing.

    Raises:
        KeyFileError: if the file cannot be read or made, or its key is too short.
    """
    if path.exists():
        return load_key(path)
    key = secrets.token_bytes(KEY_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # O_EXCL: of two runs that start at once only one makes the key, and the other reads it.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return load_key(path)
    except OSError as e:
        raise KeyFileError(
            f"the key cannot be made ({e.strerror}).",
            where=str(path),
            remedy="Name a key file elsewhere with --key-file.",
        ) from None
    with os.fdopen(handle, "w", encoding="ascii") as f:
        f.write(key.hex() + "\n")
        f.flush()
        os.fsync(f.fileno())
    return key


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
    if len(key) < _LEAST_BYTES:
        raise KeyFileError(
            f"the key has {len(key)} bytes, which is too short.",
            where=str(path),
            remedy=f"Use {_LEAST_BYTES} bytes or more, or delete the file to have a new key made.",
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
