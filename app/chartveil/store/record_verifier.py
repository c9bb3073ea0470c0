"""Checks the record of a release. Needs Python 3.9 or later and the package ``cryptography``, nothing else.

    python verify_record.py RECORD [FOLDER [FINGERPRINT]]

FOLDER holds the copies, FINGERPRINT is the one that the maker of the release told you by another way. Ends
with 0 where all holds, else with 1. Format: docs/audit.md of Chartveil, which uses these functions itself.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

VERIFIER_NAME = "verify_record.py"
RECORD_SUFFIX = ".chartveil-record"


def canonical(value: object) -> str:
    """JSON with sorted keys, no blanks, and everything but ASCII escaped: one text for one value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def split_of(n: int) -> int:
    """The size of the left subtree of ``n`` leaves: the largest power of two below it (RFC 6962, 2.1)."""
    return 1 << ((n - 1).bit_length() - 1)


def leaf_hash(leaf: object) -> bytes:
    """Hash of a leaf of the tree (RFC 6962, 2.1)."""
    return hashlib.sha256(b"\0" + canonical(leaf).encode()).digest()


def merkle_root(hashes: Sequence[bytes]) -> bytes:
    """Root over hashes of leaves, in their order (RFC 6962, 2.1)."""
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256().digest()
    k = split_of(len(hashes))
    return hashlib.sha256(b"\1" + merkle_root(hashes[:k]) + merkle_root(hashes[k:])).digest()


def root_from_path(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """The root to which a path leads from a leaf; nothing where the path has another length."""
    if not 0 <= index < count or (count == 1) != (not path):
        return b""
    if count == 1:
        return leaf
    k = split_of(count)
    if index < k:
        return merkle_root([root_from_path(leaf, index, k, path[:-1]), path[-1]])
    return merkle_root([path[-1], root_from_path(leaf, index - k, count - k, path[:-1])])


def _bytes(text: str) -> bytes:
    if bytes.fromhex(text).hex() != text:
        raise ValueError
    return bytes.fromhex(text)


def is_signed(text: str, signature: str, key: str) -> bool:
    """Whether an Ed25519 signature (hex) over a text is of the holder of a public key (hex)."""
    try:
        Ed25519PublicKey.from_public_bytes(_bytes(key)).verify(_bytes(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: str) -> str:
    """A public key as people compare it: eight groups of four hex digits of its SHA-256."""
    digest = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:32]
    return " ".join(digest[i : i + 4] for i in range(0, 32, 4))


def problems_of(text: str, folder: Path | None = None, expected: str = "") -> list[str]:
    """The problems in the text of a record, one line each.

    With ``folder`` its copies are checked too, with ``expected`` the fingerprint of the signer.
    """
    try:
        # One text for one value: a byte that was changed anywhere is found.
        lines = [json.loads(line) for line in text.split("\n")[:-1]]
        if text != "".join(canonical(line) + "\n" for line in lines):
            raise ValueError
        *lines, end = lines
        body, signature, key = end["entry"]["body"], end["signature"], end["key"]
        root, count = _bytes(body["root"]), int(body["leaves"])
        leaves = [(x["index"], x["leaf"], [_bytes(h) for h in x["path"]]) for x in lines]
        signer, whole, shown = fingerprint(key), body["shown"] == "all", body["shown"]
        signed = is_signed(hashlib.sha256(canonical(end["entry"]).encode()).hexdigest(), signature, key)
        signed = signed and len(end) == 3 and all(len(x) == 3 and not (whole and x["path"]) for x in lines)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ["It is no record of Chartveil, or is cut off or damaged."]
    problems = []
    if not signed:
        problems.append("It is not signed by the key that it names.")
    if expected and signer.replace(" ", "") != expected.replace(" ", "").lower():
        problems.append(f"It was signed by another installation: {signer}.")
    if canonical([i for i, *_ in leaves]) != canonical(list(range(count)) if whole else shown):
        problems.append(f"Its {len(leaves)} lines are in another order or number than was signed.")
    elif whole and merkle_root([leaf_hash(leaf) for _, leaf, _ in leaves]) != root:
        problems.append("One of its lines is not what was signed.")
    for number, (index, leaf, path) in enumerate(() if whole else leaves, 1):
        if root_from_path(leaf_hash(leaf), index, count, path) != root:
            problems.append(f"Line {number} is not what was signed.")
    if folder is not None and not problems:
        shown = [*(leaf for _, leaf, _ in leaves), {"outputs": body.get("beside", [])}]
        return [p for p in problems_of_copies(shown, folder, whole=whole) if p]
    return problems


def problems_of_copies(leaves: Sequence[Any], folder: Path, *, whole: bool) -> Iterator[str]:
    """For each copy what is wrong with it, or nothing; then, where the record is whole, files not in it."""
    known = {VERIFIER_NAME}
    for output in (o for leaf in leaves for o in leaf.get("outputs", ())):
        known.add(output["name"])
        try:
            found = hashlib.sha256((folder / output["name"]).read_bytes()).hexdigest()
            same = found == output["sha256"]
            yield "" if same else f"{output['name']} was changed since it was released."
        except OSError:
            yield f"{output['name']} is missing."
    others = [p for p in sorted(folder.rglob("*")) if p.is_file() and p.suffix != RECORD_SUFFIX]
    names = [str(p.relative_to(folder)) for p in others if whole]
    yield from (f"{n} is not part of this release." for n in names if n not in known)


def main() -> int:
    """Checks the record that the command line names, and says what holds and what does not."""
    named = dict(enumerate(sys.argv[1:]))
    if not named:
        sys.exit(__doc__)
    text = Path(named[0]).read_text(encoding="utf-8", errors="replace")
    problems = problems_of(text, Path(named[1]) if 1 in named else None, named.get(2, ""))
    for problem in problems:
        print("✕", problem)
    if not problems:
        print("✓ All holds. Signed by", fingerprint(json.loads(text.splitlines()[-1])["key"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
