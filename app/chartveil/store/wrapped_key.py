"""The form of our key files: what opens the key, and the key under it.

A file is canonical JSON of one line. A changed byte is found out: a key under a passphrase or in the keyring
is sealed with AES-256-GCM together with all else that the file says, one that nothing locks bears a check.

A passphrase becomes a key by Argon2id (RFC 9106). How dear that is stands in the file; one that says less
than the floor is refused, since nobody but a forger writes it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from chartveil.domain.errors import KeyFileError, StoreLockedError, WrongPassphraseError
from chartveil.store.record_verifier import canonical
from chartveil.store.system_keyring import read_keyring_secret, store_keyring_secret

_FORMAT = "chartveil key"
_VERSION = 1
LEAST_PASSPHRASE = 12
"""Characters of a new passphrase."""
_LEAST_DISTINCT = 5
PASSPHRASE_COST = {"lanes": 4, "memory": 128 * 1024, "passes": 6}
"""Cost of Argon2id for a new file: 128 MiB, about half a second."""
_COST_LIMITS = {"lanes": (1, 16), "memory": (64 * 1024, 1024 * 1024), "passes": (3, 64)}
"""KiB of memory; below 64 MiB and three passes (RFC 9106, 4) a passphrase is guessed too cheaply."""
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class OpenedBy(StrEnum):
    """The ways to open the user's key."""

    NOTHING = "nothing"
    PASSPHRASE = "passphrase"  # noqa: S105 - a word of the file
    KEYRING = "keyring"


_BINARY_FIELDS = {
    OpenedBy.NOTHING: {"key", "check"},
    OpenedBy.PASSPHRASE: {"salt", "nonce", "wrapped"},
    OpenedBy.KEYRING: {"entry", "nonce", "wrapped"},
}
"""Fields in hex of each kind of file, besides format, version, kind and id."""


@dataclass(frozen=True, slots=True)
class WrappedKey:
    """A key file of ours, read and whole as far as that can be told without opening it.

    Attributes:
        opened_by: what opens it.
        id: of the key (``key_id``).
        where: the file, for errors.
        body: what it says.
    """

    opened_by: OpenedBy
    id: str
    where: str
    body: dict[str, Any]

    def unwrap(self, passphrase: str = "") -> bytes:
        """The key.

        Raises:
            StoreLockedError: if it needs a passphrase and none is given.
            WrongPassphraseError: if this is not the one, or the file was changed.
            KeyFileError: if it does not open in another way.
        """
        if self.opened_by is OpenedBy.NOTHING:
            key = bytes.fromhex(self.body["key"])
            rest = {name: value for name, value in self.body.items() if name != "check"}
            if not hmac.compare_digest(_check(key, rest).hex(), self.body["check"]):
                raise _damaged(self.where)
        elif self.opened_by is OpenedBy.KEYRING:
            secret = bytearray(read_keyring_secret(self.body["entry"], self.where))
            with _wiped(secret):
                key = self._opened(secret, _damaged(self.where))
        else:
            if not passphrase:
                raise StoreLockedError(
                    "the store is locked with a passphrase.",
                    where=self.where,
                    remedy="Type it when you are asked, or name a file that holds it in "
                    "CHARTVEIL_PASSPHRASE_FILE.",
                )
            with _wiped(_stretched(passphrase, self.body)) as secret:
                key = self._opened(secret, _wrong(self.where))
        if key_id(key) != self.id:
            raise _damaged(self.where)
        return key

    def _opened(self, secret: bytearray, refused: KeyFileError) -> bytes:
        rest = {name: value for name, value in self.body.items() if name != "wrapped"}
        nonce, wrapped = bytes.fromhex(self.body["nonce"]), bytes.fromhex(self.body["wrapped"])
        try:
            return AESGCM(secret).decrypt(nonce, wrapped, canonical(rest).encode())
        except InvalidTag:
            raise refused from None


def wrap_key(key: bytes, opened_by: OpenedBy, passphrase: str = "") -> str:
    """The text of a key file.

    Args:
        key: what it holds.
        opened_by: what is to open it.
        passphrase: for ``PASSPHRASE``.

    Raises:
        KeyFileError: if the passphrase is too short, or there is no keyring.
    """
    body: dict[str, Any] = {"format": _FORMAT, "version": _VERSION, "kind": opened_by.value}
    body["id"] = key_id(key)
    if opened_by is OpenedBy.NOTHING:
        body["key"] = key.hex()
        body["check"] = _check(key, body).hex()
        return canonical(body) + "\n"
    if opened_by is OpenedBy.PASSPHRASE:
        check_new_passphrase(passphrase)
        body |= {"salt": secrets.token_hex(16), **PASSPHRASE_COST}
        secret = _stretched(passphrase, body)
    else:
        secret = bytearray(secrets.token_bytes(32))
        body["entry"] = store_keyring_secret(bytes(secret))
    body["nonce"] = secrets.token_hex(12)
    with _wiped(secret):
        sealed = AESGCM(secret).encrypt(bytes.fromhex(body["nonce"]), key, canonical(body).encode())
    return canonical({**body, "wrapped": sealed.hex()}) + "\n"


def check_new_passphrase(passphrase: str) -> None:
    """Refuses a passphrase that is too easy to guess.

    Raises:
        KeyFileError: with what a better one is.
    """
    if len(passphrase) < LEAST_PASSPHRASE or len(set(passphrase)) < _LEAST_DISTINCT:
        raise KeyFileError(
            f"the passphrase must have {LEAST_PASSPHRASE} characters or more, and not always the same few.",
            remedy="Take four or five words that do not belong together.",
        )


def is_wrapped_key(raw: bytes) -> bool:
    """Whether a file's content is a key file of ours, also a damaged one, which is then no plain key."""
    return _FORMAT.encode() in raw or raw.startswith(b'{"')


def parse_key_file(raw: bytes, where: str) -> WrappedKey:
    """A key file of ours.

    Args:
        raw: its content.
        where: the file, for errors.

    Raises:
        KeyFileError: if it is damaged, forged, or of a later version.
    """
    try:
        body = json.loads(raw)
        if canonical(body).encode() + b"\n" != raw or body["format"] != _FORMAT:
            raise _damaged(where)
        if body["version"] != _VERSION:
            raise KeyFileError("is a key file of a later version.", where=where, remedy="Update Chartveil.")
        opened_by = OpenedBy(body["kind"])
        costs = _COST_LIMITS if opened_by is OpenedBy.PASSPHRASE else {}
        names = {"format", "version", "kind", "id", *_BINARY_FIELDS[opened_by], *costs}
        if body.keys() != names or not all(_HEX.fullmatch(body[n]) for n in _BINARY_FIELDS[opened_by]):
            raise _damaged(where)
        if not all(type(body[n]) is int and low <= body[n] <= high for n, (low, high) in costs.items()):
            raise KeyFileError(
                "asks for a passphrase in a way that is cheap to guess, or too dear to try.",
                where=where,
                remedy="It was forged or damaged: put the key file back from a copy, or restore the key.",
            )
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _damaged(where) from None
    return WrappedKey(opened_by, str(body["id"]), where, body)


def key_id(key: bytes) -> str:
    """Eight hex digits that tell keys apart without telling the key."""
    return hmac.new(key, b"chartveil key id", hashlib.sha256).hexdigest()[:8]


def _check(key: bytes, rest: dict[str, Any]) -> bytes:
    return hmac.digest(key, b"chartveil key file" + canonical(rest).encode(), hashlib.sha256)[:16]


def _stretched(passphrase: str, cost: dict[str, Any]) -> bytearray:
    """The key that a passphrase stands for. Systems write accented letters in two ways: NFC is one."""
    secret = bytearray(32)
    with _wiped(bytearray(unicodedata.normalize("NFC", passphrase), "utf-8")) as text:
        Argon2id(
            salt=bytes.fromhex(cost["salt"]),
            length=len(secret),
            iterations=cost["passes"],
            lanes=cost["lanes"],
            memory_cost=cost["memory"],
        ).derive_into(text, secret)  # type: ignore[arg-type]  # takes any buffer
    return secret


@contextmanager
def _wiped(secret: bytearray) -> Iterator[bytearray]:
    """Overwrites bytes when they are needed no more."""
    try:
        yield secret
    finally:
        secret[:] = bytes(len(secret))


def _wrong(where: str) -> WrongPassphraseError:
    return WrongPassphraseError(
        "the passphrase is not the right one, or the file was changed.",
        where=where,
        remedy="Try again. If it is forgotten, the key comes back from a back-up alone "
        "('chartveil store restore').",
    )


def _damaged(where: str) -> KeyFileError:
    return KeyFileError(
        "the key file is damaged or was changed.",
        where=where,
        remedy="Put it back from a copy, or restore the key from a back-up ('chartveil store restore').",
    )
