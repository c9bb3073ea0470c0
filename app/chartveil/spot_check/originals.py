"""Compares a release with its originals: matches notes, and finds what was replaced and what is left."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath

from chartveil.domain.errors import InputError
from chartveil.domain.tokenized_text import fold
from chartveil.formats.base import ReadOptions
from chartveil.release.discovery import discover_inputs
from chartveil.release.input_files import InputRef, load_file
from chartveil.store.spot_checks.records import FramedFile

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"[^\W\d_]{2,}|\d+")
_MANY = 6_000
"""Words from which on the comparison passes over frequent ones: else it takes seconds."""
_ALIKE = 0.3
"""Share of the longer words of a release's note that its original has at least."""
_LEAST_DIGITS = 3
_YEAR = re.compile(r"(?:19|20)\d\d")


def match_originals(
    files: Sequence[FramedFile], release: Path, originals: Path, crosswalk: Path | None
) -> dict[int, InputRef]:
    """Which original each file of a release was made from.

    By the crosswalk where there is one; else by the place below the folders, without the ending; else by the
    name, where only one file has it.

    Args:
        files: of the release.
        release, originals: the folders, archives or files that were given.
        crosswalk: CSV with the columns ``input`` and ``output``, as ``deid --crosswalk`` writes it.

    Returns:
        Originals by the number of the release's file.

    Raises:
        InputError: if the crosswalk cannot be read or there is no original at all.
    """
    found = discover_inputs([originals], ReadOptions().limits).refs
    if not found:
        raise InputError("holds no file.", where=str(originals), remedy="Give the folder of the originals.")
    by_display = {ref.display: ref for ref in found}
    by_name = _unique({ref: ref.name for ref in found})
    if crosswalk is not None:
        rows = dict(_crosswalk_rows(crosswalk))
        matched = {}
        for f in files:
            wanted = rows.get(InputRef(f.path, f.member).name)
            ref = wanted and (
                by_display.get(wanted) or by_name.get(PurePosixPath(wanted.replace("\\", "/")).name)
            )
            if ref:
                matched[f.number] = ref
        return matched
    by_place = _unique({ref: _bare_place(ref, originals) for ref in found})
    by_stem = _unique({ref: PurePosixPath(ref.name).stem for ref in found})
    matched = {}
    for f in files:
        ref = InputRef(f.path, f.member)
        own = by_place.get(_bare_place(ref, release)) or by_stem.get(PurePosixPath(ref.name).stem)
        if own:
            matched[f.number] = own
        elif len(files) == 1 and len(found) == 1:
            matched[f.number] = found[0]
    return matched


def _unique(names: Mapping[InputRef, str]) -> dict[str, InputRef]:
    """Files by name, of names that only one has."""
    by_name: dict[str, list[InputRef]] = defaultdict(list)
    for ref, name in names.items():
        by_name[name].append(ref)
    return {name: refs[0] for name, refs in by_name.items() if len(refs) == 1}


def _bare_place(ref: InputRef, root: Path) -> str:
    """A file below a folder or in an archive, without its ending."""
    inside = "/".join(ref.member) if ref.member else ref.path
    path = Path(inside)
    if not ref.member and path.is_relative_to(root):
        path = path.relative_to(root)
    return path.with_suffix("").as_posix()


def _crosswalk_rows(path: Path) -> Iterator[tuple[str, str]]:
    """Name of the output, and input, of each row."""
    try:
        text = load_file(path, ReadOptions().limits).data.decode("utf-8-sig")
        for row in csv.DictReader(io.StringIO(text, newline="")):
            yield PurePosixPath(row["output"]).name, row["input"]  # copies may lie in folders
    except (UnicodeDecodeError, csv.Error, KeyError):
        raise InputError(
            "is no crosswalk: a CSV in UTF-8 with the columns input and output.",
            where=str(path),
            remedy="Give the file that 'chartveil deid --crosswalk' wrote.",
        ) from None


@dataclass(frozen=True, slots=True)
class ReplacedText:
    """A stretch of an original that the release does not hold at its place.

    Attributes:
        original: what stood there.
        start, end: where its replacement stands in the release; empty where it was only removed.
        is_identifier: whether it holds a word that is no ordinary one, or a digit.
    """

    original: str
    start: int
    end: int
    is_identifier: bool


@dataclass(frozen=True, slots=True)
class OriginalComparison:
    """A note of a release compared with its original.

    Attributes:
        original: its text.
        replaced: stretches that differ, in order.
        survived: ranges of the release's text where a word of a replaced identifier stands still.
        put_in: ranges of the release's text that the original does not hold at their place.
        stands: ranges of the original that the release holds at their place.
    """

    original: str
    replaced: tuple[ReplacedText, ...]
    survived: tuple[tuple[int, int], ...]
    put_in: tuple[tuple[int, int], ...] = ()
    stands: tuple[tuple[int, int], ...] = ()


def compare_with_original(original: str, text: str, is_common: Callable[[str], bool]) -> OriginalComparison:
    """Compares a note with its original: what was replaced, and what of it is left.

    Args:
        original, text: of the original and of the release.
        is_common: whether a folded word is an ordinary one.
    """
    before, now = list(_TOKEN.finditer(original)), list(_TOKEN.finditer(text))
    # Folded: a name in capitals that was written otherwise is not replaced.
    matcher = SequenceMatcher(
        None,
        [fold(m[0]) for m in before],
        [fold(m[0]) for m in now],
        autojunk=max(len(before), len(now)) > _MANY,
    )
    replaced = []
    gone: set[str] = set()
    kept = list(now)
    put_in = []
    stands = []
    for kind, a, b, c, d in reversed(matcher.get_opcodes()):
        if kind == "equal":
            stands.append((before[a].start(), before[b - 1].end()))
        else:
            del kept[c:d]
            if d > c:
                put_in.append((now[c].start(), now[d - 1].end()))
        if kind in ("replace", "delete"):
            was = original[before[a].start() : before[b - 1].end()]
            words = set(telling_words(was, is_common))
            start = now[c].start() if d > c else (now[c - 1].end() if c else 0)
            end = now[d - 1].end() if d > c else start
            identifies = bool(words) or any(c.isdigit() for c in was)
            replaced.append(ReplacedText(was, start, end, identifies))
            gone |= words
    # What a surrogate shares with another identifier of the note, such as a year, has not survived.
    survived = tuple(
        (m.start() + w.start(), m.start() + w.end())
        for m in kept
        for w in _WORD.finditer(m[0])
        if fold(w[0]) in gone
    )
    return OriginalComparison(
        original, tuple(reversed(replaced)), survived, tuple(reversed(put_in)), tuple(reversed(stands))
    )


def telling_words(text: str, is_common: Callable[[str], bool]) -> Iterator[str]:
    """The folded words of a text that may tell somebody: no ordinary ones; numbers, but for years."""
    for m in _WORD.finditer(text):
        word = fold(m[0])
        if word.isdigit():
            if len(word) >= _LEAST_DIGITS and not _YEAR.fullmatch(word):
                yield word
        elif len(word) > 2 and not is_common(word):
            yield word


def is_similar(original: str, text: str) -> bool:
    """Whether a text may have been made from an original: whether they share enough of their longer words."""
    words = {fold(w) for w in re.findall(r"[^\W\d_]{4,}", text)}
    theirs = {fold(w) for w in re.findall(r"[^\W\d_]{4,}", original)}
    return not words or len(words & theirs) >= _ALIKE * len(words)
