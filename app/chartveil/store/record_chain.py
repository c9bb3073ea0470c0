"""The chain of the audit record: entries that each hold the hash of the one before and a signature.

An entry is a row of the table ``record``. Its hash is SHA-256 over the canonical JSON of its time, body,
kind, number and the hash before; its signature is Ed25519 over that hash, with a key that is made of the
user's own. Nothing is kept about a run but in its entries, so that nothing of it can be changed beside them.

Heads of the chain are also written to a file apart from it (``HeadsFile``), which tells that its end was cut
off or an older copy of the whole file was put in its place.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from chartveil.domain.errors import StoreError
from chartveil.store.encrypted_database import Connection
from chartveil.store.record_verifier import canonical, is_signed, merkle_root

FIRST_HASH = "0" * 64
TAMPERED = (
    "It was changed outside Chartveil. Keep the file as it is and tell your privacy officer; "
    "name another with --workspace to go on."
)


def derived_key(key: bytes, purpose: str) -> bytes:
    """A key for one purpose, 32 bytes, made of the user's own."""
    return hmac.digest(key, f"chartveil {purpose}".encode(), hashlib.sha256)


class RecordSigner:
    """Signs entries and names content, for the holder of the user's key.

    Args:
        key: the user's own.
    """

    def __init__(self, key: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(derived_key(key, "record signature 1"))
        self._content = derived_key(key, "record content 1")
        self.public_key = self._private.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        """Ed25519 signature of a text, in hex."""
        return self._private.sign(text.encode()).hex()

    def content_id(self, digest: str) -> str:
        """Sixteen hex digits for a hash of content, which nobody without the key can compare with a guess."""
        if not digest:
            return ""
        data = digest.encode("utf-8", "surrogateescape")  # of paths too
        return hmac.new(self._content, data, hashlib.sha256).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One entry of the chain.

    Attributes:
        seq: from 1, without gaps.
        at: time in UTC, ISO 8601.
        kind: what happened, e.g. ``file-exported``.
        body: canonical JSON.
        previous, hash: SHA-256 of the entry before and of this one, in hex.
        signature: of the hash, in hex.
    """

    seq: int
    at: str
    kind: str
    body: str
    previous: str
    hash: str
    signature: str

    @property
    def facts(self) -> dict[str, Any]:
        """The body."""
        return dict(json.loads(self.body))

    @property
    def text(self) -> str:
        """Canonical JSON of what the hash is of."""
        at, kind, previous = map(json.dumps, (self.at, self.kind, self.previous))
        return f'{{"at":{at},"body":{self.body},"kind":{kind},"previous":{previous},"seq":{self.seq}}}'

    def signed(self, public_key: str) -> dict[str, Any]:
        """The entry with key and signature, as it is given to others (``record_verifier``)."""
        names = ("at", "kind", "previous", "seq")
        entry = {"body": json.loads(self.body), **{name: getattr(self, name) for name in names}}
        return {"entry": entry, "key": public_key, "signature": self.signature}

    def has_its_hash(self) -> bool:
        """Whether hash and content agree."""
        return self.hash == hashlib.sha256(self.text.encode()).hexdigest()


_TAIL = 1000
"""Bytes at the end of the file of heads that hold its last line."""
_COLUMNS = "seq, at, kind, body, previous, hash, signature"


def append_entry(c: Connection, signer: RecordSigner, kind: str, body: Mapping[str, Any]) -> RecordEntry:
    """Adds an entry to the chain, inside a transaction of the caller."""
    last = c.execute("SELECT seq, hash FROM record ORDER BY seq DESC LIMIT 1").fetchone()
    seq, previous = (last[0] + 1, last[1]) if last else (1, FIRST_HASH)
    at = stored_time(dt.datetime.now(dt.UTC))
    unsigned = RecordEntry(seq, at, kind, canonical(body), previous, "", "")
    digest = hashlib.sha256(unsigned.text.encode()).hexdigest()
    entry = RecordEntry(seq, at, kind, unsigned.body, previous, digest, signer.sign(digest))
    c.execute(
        f"INSERT INTO record ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - names of our own
        (seq, at, kind, entry.body, previous, digest, entry.signature),
    )
    return entry


def read_entries(c: Connection, where: str = "", values: tuple[Any, ...] = ()) -> Iterator[RecordEntry]:
    """Entries in their order. ``where`` is SQL of ours, with a question mark for each value."""
    for row in c.execute(f"SELECT {_COLUMNS} FROM record {where} ORDER BY seq", values):  # noqa: S608
        yield RecordEntry(*row)


def _last(c: Connection) -> Iterator[RecordEntry]:
    return read_entries(c, "WHERE seq = (SELECT MAX(seq) FROM record)")


def checked_entries(c: Connection, signer: RecordSigner, path: Path) -> Iterator[RecordEntry]:
    """All entries, each checked against the one before.

    Raises:
        StoreError: at the first that was changed, removed, put in, or signed by another.
    """
    previous = FIRST_HASH
    for seq, entry in enumerate(signed_entries(c, signer, path), 1):
        if entry.seq != seq or entry.previous != previous:
            raise _broken(seq, path)
        previous = entry.hash
        yield entry


def signed_entries(
    c: Connection, signer: RecordSigner, path: Path, where: str = "", values: tuple[Any, ...] = ()
) -> Iterator[RecordEntry]:
    """Entries as ``read_entries`` gives them, each checked by itself: what it says was signed here.

    Raises:
        StoreError: at the first that was changed.
    """
    for entry in read_entries(c, where, values):
        if not entry.has_its_hash() or not is_signed(entry.hash, entry.signature, signer.public_key):
            raise _broken(entry.seq, path)
        yield entry


def _broken(seq: int, path: Path) -> StoreError:
    what = f"the record does not hold together at entry {seq}."
    return StoreError(what, where=str(path), remedy=TAMPERED)


class GrowingRoot:
    """The root over leaves as they come (RFC 6962, 2.1); it keeps no more hashes than the tree has levels.

    Attributes:
        leaves: how many there are.
    """

    def __init__(self) -> None:
        self.leaves = 0
        self._subtrees: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Takes in the hash of one more leaf."""
        whole, waiting = leaf, self.leaves
        while waiting & 1:  # a whole tree of the same size stands to its left
            whole = merkle_root([self._subtrees.pop(), whole])
            waiting >>= 1
        self._subtrees.append(whole)
        self.leaves += 1

    def root(self) -> bytes:
        """The root over all of them."""
        if not self._subtrees:
            return merkle_root([])
        return reduce(lambda right, left: merkle_root([left, right]), reversed(self._subtrees))


def stored_time(at: dt.datetime) -> str:
    """A time as it is stored."""
    return at.isoformat(timespec="milliseconds")


class HeadsFile:
    """Heads of the chain in a text file apart from it, one signed line each, only ever added to.

    Args:
        path: the file; made when missing.
        signer: checks its lines.
    """

    def __init__(self, path: Path, signer: RecordSigner) -> None:
        self.path = path
        self._signer = signer

    def is_missing(self) -> bool:
        """Whether it is not there, or empty: a program was killed while it made it."""
        return not self.path.exists() or not self.path.stat().st_size

    def begin(self, c: Connection) -> None:
        """Makes the file with its first line, where neither it nor an entry is there.

        Raises:
            StoreError: if it is missing though there are entries.
            OSError: if it cannot be made.
        """
        if not self.is_missing():
            return
        if c.execute("SELECT 1 FROM record LIMIT 1").fetchone():
            raise StoreError(
                "is missing, the file that shows whether the audit log is whole.",
                where=str(self.path),
                remedy="Put it back, or name its place in CHARTVEIL_HEADS. If nobody moved it, keep all as "
                "it is and tell your privacy officer.",
            )
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(_HEADS_TITLE)

    def reserve(self, c: Connection) -> None:
        """Makes room for the last entry's line before that entry is final, so that its head can be written
        after it. Inside a transaction that keeps other programs from writing.

        Raises:
            OSError: if the file cannot be written.
        """
        for entry in _last(c):
            self._write(entry, " " * len(head_line(entry)))

    def add_last(self, c: Connection) -> None:
        """Adds the last entry as the head, inside a transaction that keeps other programs from writing.

        Raises:
            OSError: if that cannot be.
        """
        for entry in _last(c):
            self._write(entry, head_line(entry))

    def _write(self, entry: RecordEntry, line: str) -> None:
        """Writes a line for an entry that has no head yet, in place of an unfinished one at the end: room
        that was made, or a line that a full disk cut off, which never was a head."""
        with self.path.open("r+b") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - _TAIL))
            tail = file.read()
            whole = tail[: tail.rfind(b"\n") + 1]
            if not whole.endswith(head_line(entry).encode()):
                file.seek(end - len(tail) + len(whole))
                file.write(line.encode())
                file.truncate()

    def check_last(self, c: Connection, record: Path) -> None:
        """Holds the last head against the chain, without reading more of either.

        Raises:
            StoreError: as ``check``.
        """
        with suppress(OSError), self.path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            tail = file.read().decode("ascii", "replace")
            last = tail[: tail.rfind("\n") + 1].splitlines(keepends=True)[-1:]
            if last == [_HEADS_TITLE] or any(
                head_line(e) == line
                for line in last
                for e in read_entries(c, "WHERE seq = ?", (line.split(" ")[1],))
            ):
                return
        what = "does not go with the last line of the file of heads."
        raise StoreError(what, where=str(record), remedy=TAMPERED)

    def read(self) -> list[str]:
        """Its lines; none where it is missing.

        Raises:
            StoreError: if it cannot be read.
        """
        try:
            return self.path.read_text(encoding="ascii", errors="replace").splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except OSError as e:
            remedy = "Check the rights of the file."
            raise StoreError(f"cannot be read ({e.strerror}).", where=str(self.path), remedy=remedy) from None

    def check(self, lines: Sequence[str], c: Connection, record: Path) -> None:
        """Holds the chain against heads that were read before it.

        Raises:
            StoreError: if there is none, one was changed, or one is of an entry that the chain lacks.
        """
        known = {e.seq: head_line(e) for e in read_entries(c)}
        if known and lines[:1] != [_HEADS_TITLE]:
            what = "is missing or was changed at its first line."
            raise StoreError(what, where=str(self.path), remedy=TAMPERED)
        last = 0
        for number, line in enumerate(lines[1:], 2):
            seq, at, digest, signature = ([*line.split(" ")[1:], "", "", ""])[:4]
            place = int(seq) if seq.isdecimal() else 0
            if known.get(place) == line and place > last:
                last = place
            elif is_signed(digest, signature.strip(), self._signer.public_key) and place > last:
                what = f"the record lacks entry {place}, which was there at {at}."
                raise StoreError(what, where=str(record), remedy=TAMPERED)
            elif number < len(lines) or line.endswith("\n"):
                raise StoreError(f"line {number} was changed.", where=str(self.path), remedy=TAMPERED)


_HEADS_TITLE = "chartveil-heads 1: numbers, times, hashes and signatures of the audit log's entries\n"


def head_line(entry: RecordEntry) -> str:
    """An entry as a line of the file of heads, or for a log on paper."""
    return f"chartveil-head {entry.seq} {entry.at} {entry.hash} {entry.signature}\n"
