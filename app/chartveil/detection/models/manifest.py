"""Reads the lists of ensemble members: ours in ``models/ensemble.toml``, a site's in ``members.toml``.

Both files have the same form: ``[[member]]`` tables, whose keys are the attributes of :class:`Member`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import regex

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.resource_files import read_toml

SITE_MANIFEST_FILE = "members.toml"
IGNORED_CLASS = "ignore"
"""In a map of classes: spans of this class count for nothing."""

_OUTSIDE = "O"
_PREFIX = regex.compile(r"[BIESLU][-_](?=.)")
_HASH = regex.compile(r"[0-9a-f]{64}")
_REMEDY_OURS = "Install Chartveil again, or restore the folder 'models' from version control."
_REMEDY_SITE = "Mend the line in the list of your site's models, or add the model again."


class TextNormalisation(StrEnum):
    """How the text is changed before a member reads it."""

    NONE = "none"
    CAPITALS = "capitals"
    """Words in capitals are made title case (Murugadoss et al. 2021)."""


@dataclass(frozen=True, slots=True)
class EnsembleMember:
    """One voter of the ensemble.

    Attributes:
        name: shown as evidence; unique.
        file: the ONNX model. Members may share a file: it runs once for each way of normalising.
        sha256: of the file, in hex.
        tokenizer: a ``tokenizer.json``.
        tokenizer_sha256: of the tokenizer, in hex.
        classes: names of the model's classes, in its order.
        labels: label of each class; None for "no identifier" and for classes that are left out.
        votes: labels that this member may vote for.
        threshold: probability from which on a word is an identifier, in (0, 1].
        thresholds: where a label's differs.
        priority: 1 first: its label wins where members differ.
        normalise: what is done to the text first.
        inputs: what the model reads besides ids, mask and token types: ``shape_ids``, ``gap_ids``,
            ``known_ids``.
        window: most tokens in a window, special tokens included.
        overlap: tokens of context at either side of a window.
        enabled: whether it takes part.
        careful: whether it is left to the profiles that take more time (``ModelProfile``).
        bundled: whether it came with Chartveil.
    """

    name: str
    file: Path
    sha256: str
    tokenizer: Path
    tokenizer_sha256: str
    classes: tuple[str, ...]
    labels: tuple[Label | None, ...]
    votes: tuple[Label, ...]
    threshold: float = 0.5
    thresholds: Mapping[Label, float] = field(default_factory=dict, hash=False)
    priority: int = 1
    normalise: TextNormalisation = TextNormalisation.NONE
    inputs: tuple[str, ...] = ()
    window: int = 256
    overlap: int = 32
    enabled: bool = True
    careful: bool = False
    bundled: bool = True

    def threshold_of(self, label: Label) -> float:
        """Probability from which on a vote for this label counts, in [0, 1]."""
        return self.thresholds.get(label, self.threshold)

    @property
    def network_key(self) -> tuple[str, str, int, tuple[str, ...]]:
        """What is loaded for it. Members that are equal in it share one loaded model."""
        return (self.sha256, self.tokenizer_sha256, len(self.classes), self.inputs)

    @property
    def run_key(self) -> tuple[object, ...]:
        """All that decides the model's numbers. Members that are equal in it share one run."""
        return (*self.network_key, self.normalise, self.window, self.overlap)


def load_members(bundled: Path, site: Path | None = None) -> tuple[EnsembleMember, ...]:
    """Every member, those switched off too: ours, then the site's.

    Args:
        bundled: our manifest, ``models/ensemble.toml``.
        site: folder of the site's models; its manifest may be missing.

    Raises:
        ResourceError: if a manifest cannot be read or is not valid; it names the member and the key. Whether
            the models are there is not looked at: see :func:`verify`.
    """
    members = list(read_members(bundled, bundled=True))
    if site is not None and (site / SITE_MANIFEST_FILE).exists():
        members += read_members(site / SITE_MANIFEST_FILE, bundled=False)
    names = [m.name for m in members]
    for name in sorted({n for n in names if names.count(n) > 1}):
        raise ResourceError(
            f"two members bear the name '{name}'.",
            where=str(site / SITE_MANIFEST_FILE if site is not None else bundled),
            remedy="Give one of them another name: evidence tells members apart by it.",
        )
    return tuple(members)


def read_members(path: Path, *, bundled: bool) -> tuple[EnsembleMember, ...]:
    """The members of one manifest.

    Raises:
        ResourceError: as ``load_members``.
    """
    remedy = _REMEDY_OURS if bundled else _REMEDY_SITE
    data = read_toml(path, "the list of models", remedy)
    unknown = sorted(data.keys() - {"member"})
    tables = data.get("member", [])
    if unknown or not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        raise ResourceError(
            f"has keys other than [[member]]: {', '.join(unknown) or 'member'}.",
            where=str(path),
            remedy=remedy,
        )
    return tuple(_MemberReader(path, table, bundled).member() for table in tables)


def verify_member(member: EnsembleMember) -> None:
    """Holds a member's files to the manifest.

    Raises:
        ResourceError: if a file is missing or is not the one of the manifest.
    """
    for path, sha256 in ((member.file, member.sha256), (member.tokenizer, member.tokenizer_sha256)):
        read_verified_file(member, path, sha256)


def read_verified_file(member: EnsembleMember, path: Path, sha256: str) -> bytes:
    """The bytes of a member's file.

    Raises:
        ResourceError: as :func:`verify`.
    """
    with _read_errors_explained(member, path):
        raw = path.read_bytes()
    _compare(member, path, hashlib.sha256(raw).hexdigest(), sha256)
    return raw


@contextmanager
def verified_file(member: EnsembleMember, path: Path, sha256: str) -> Iterator[Path]:
    """A member's file, for a library that reads it by itself within this: its bytes are not kept. That it is
    still the file that was hashed is looked at again in the end.

    Raises:
        ResourceError: as :func:`verify`; also where the file has changed meanwhile.
    """
    with _read_errors_explained(member, path):
        before = path.stat()
        with path.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
    _compare(member, path, found, sha256)
    yield path
    with _read_errors_explained(member, path):
        after = path.stat()
    told = [(s.st_dev, s.st_ino, s.st_size, s.st_mtime_ns) for s in (before, after)]
    _compare(member, path, str(told[1]), str(told[0]))


@contextmanager
def _read_errors_explained(member: EnsembleMember, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as e:
        raise ResourceError(
            f"a file of the model '{member.name}' cannot be read ({e.strerror}).",
            where=str(path),
            remedy=_remedy(member),
        ) from e


def _compare(member: EnsembleMember, path: Path, found: str, wanted: str) -> None:
    if found != wanted:
        raise ResourceError(
            f"a file of the model '{member.name}' is not the one of the list: its SHA-256 differs.",
            where=str(path),
            remedy=_remedy(member),
        )


def _remedy(member: EnsembleMember) -> str:
    if member.bundled:
        return _REMEDY_OURS
    return f"Add the model again, or switch the member off (enabled = false) in {SITE_MANIFEST_FILE}."


def labels_of_classes(
    classes: Sequence[str], table: Mapping[str, str]
) -> tuple[tuple[Label | None, ...], tuple[str, ...]]:
    """The label of each class of a model, and the classes of which nothing is known.

    Beginnings that tell the place in a mention (``B-``, ``I-``, ``E-``, ``S-``, ``L-``, ``U-``) are passed
    over. ``O`` is no label.

    Args:
        classes: names as the model has them.
        table: for a name without its beginning the name of a label or ``ignore``; a name that is a label
            needs no entry.
    """
    labels: list[Label | None] = []
    unknown: list[str] = []
    known = {label.value: label for label in Label}
    for name in classes:
        bare = class_without_prefix(name)
        target = table.get(bare, table.get(name, bare))
        if target in known:
            labels.append(known[target])
        else:
            labels.append(None)
            if target != IGNORED_CLASS and bare != _OUTSIDE and bare not in unknown:
                unknown.append(bare)
    return tuple(labels), tuple(unknown)


def class_without_prefix(name: str) -> str:
    """A class without what tells the place in a mention: ``PER`` for ``B-PER``."""
    return str(_PREFIX.sub("", name, count=1)) if _PREFIX.match(name) else name


class _MemberReader:
    """Takes one member from its table and names what is wrong with it."""

    def __init__(self, path: Path, table: dict[str, Any], bundled: bool) -> None:
        self._path = path
        self._table = dict(table)
        self._bundled = bundled
        self._name = str(table.get("name", "without a name"))

    def member(self) -> EnsembleMember:
        name = self._text("name")
        classes = self._texts("classes")
        labels = self._labels(classes)
        offered = tuple(label for label in Label if label in labels)
        names = self._texts("votes", tuple(label.value for label in offered))
        votes = tuple(self._label("votes", v) for v in names)
        for label in votes:
            if label not in offered:
                raise self._wrong("votes", f"names {label.value}, which no class of the model stands for")
        member = EnsembleMember(
            name=name,
            file=self._file("file"),
            sha256=self._hash("sha256"),
            tokenizer=self._file("tokenizer"),
            tokenizer_sha256=self._hash("tokenizer_sha256"),
            classes=classes,
            labels=labels,
            votes=votes,
            threshold=self._share("threshold", self._table.pop("threshold", 0.5)),
            thresholds=self._thresholds(),
            priority=self._count("priority", 1, least=1),
            normalise=self._normalise(),
            inputs=self._texts("inputs", ()),
            window=self._count("window", 256, least=16),
            overlap=self._count("overlap", 32, least=0),
            enabled=self._flag("enabled", default=True),
            careful=self._flag("careful", default=False),
            bundled=self._bundled,
        )
        if member.overlap * 4 > member.window:
            raise self._wrong("overlap", "is more than a quarter of the window")
        for key in sorted(self._table):
            raise self._wrong(key, "is no key of a member")
        return member

    def _wrong(self, key: str, what: str) -> ResourceError:
        return ResourceError(
            f"member '{self._name}': '{key}' {what}.",
            where=str(self._path),
            remedy=_REMEDY_OURS if self._bundled else _REMEDY_SITE,
        )

    def _text(self, key: str) -> str:
        value = self._table.pop(key, None)
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(key, "is missing or no text")
        return value

    def _texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self._table.pop(key, default)
        if isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value) or not value:
            raise self._wrong(key, "is missing or no list of names")
        return tuple(value)

    def _file(self, key: str) -> Path:
        relative = Path(self._text(key))
        if relative.is_absolute() or ".." in relative.parts:
            raise self._wrong(key, "points out of the folder of the list")
        return self._path.parent / relative

    def _hash(self, key: str) -> str:
        value = self._text(key)
        if not _HASH.fullmatch(value):
            raise self._wrong(key, "is no SHA-256 in lower-case hex")
        return value

    def _label(self, key: str, value: object) -> Label:
        try:
            return Label(str(value))
        except ValueError:
            raise self._wrong(key, f"names '{value}', which is no label") from None

    def _labels(self, classes: tuple[str, ...]) -> tuple[Label | None, ...]:
        table = self._table.pop("map", {})
        if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
            raise self._wrong("map", "is no table of names")
        labels, unknown = labels_of_classes(classes, table)
        if unknown:
            raise self._wrong("classes", f"holds what no label is known for: {', '.join(unknown)}")
        if not any(labels):
            raise self._wrong("classes", "holds no class that stands for a label")
        return labels

    def _share(self, key: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
            raise self._wrong(key, "is no number above 0 and up to 1")
        return float(value)

    def _thresholds(self) -> dict[Label, float]:
        table = self._table.pop("thresholds", {})
        if not isinstance(table, dict):
            raise self._wrong("thresholds", "is no table of numbers")
        return {self._label("thresholds", k): self._share("thresholds", v) for k, v in table.items()}

    def _count(self, key: str, default: int, *, least: int) -> int:
        value = self._table.pop(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self._wrong(key, f"is no whole number from {least} on")
        return value

    def _normalise(self) -> TextNormalisation:
        value = self._table.pop("normalise", "none")
        try:
            return TextNormalisation(value)
        except ValueError:
            raise self._wrong("normalise", "is neither 'none' nor 'capitals'") from None

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self._table.pop(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "is neither true nor false")
        return value


# Lists and checks models: what ``chartveil models`` shows. Adding one is the work of ``site_models``.


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """A member and whether its files are those of the list.

    Attributes:
        member: the member.
        size_bytes: of its model and tokenizer, in bytes; 0 for what is missing.
        problem: what is wrong with it; empty if nothing is.
    """

    member: EnsembleMember
    size_bytes: int
    problem: str = ""


def member_statuses(bundled: Path, site: Path | None) -> list[MemberStatus]:
    """Every member with the state of its files; none is loaded.

    Raises:
        ResourceError: if a list of models is not valid.
    """
    out = []
    for member in load_members(bundled, site):
        size = sum(p.stat().st_size for p in (member.file, member.tokenizer) if p.is_file())
        try:
            verify_member(member)
        except ResourceError as e:
            out.append(MemberStatus(member, size, str(e)))
        else:
            out.append(MemberStatus(member, size))
    return out
