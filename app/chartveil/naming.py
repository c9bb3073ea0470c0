"""Names of outputs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath

from chartveil.errors import OutputError
from chartveil.ingest.refs import InputRef
from chartveil.job import OutputDraft, OutputFormat, ProcessingJob
from chartveil.store.keys import keyed_name


class OutputNames:
    """Names of outputs: made from the key, so that they hold no name; of spans, from the input's."""

    def __init__(self, job: ProcessingJob, refs: Sequence[InputRef]) -> None:
        self._key = job.key
        self.spans_only = job.mode is None and job.outputs == (OutputFormat.JSON,)
        self._used: set[str] = set()
        self._met: Counter[str] = Counter()
        self._copies: dict[InputRef, int] = {}
        self._spans = _spans_names(refs) if self.spans_only else {}

    def spans_name(self, ref: InputRef) -> str:
        return self._spans[ref]

    def reserve(self, names: Sequence[str]) -> None:
        self._used.update(names)

    def copy_number(self, ref: InputRef, sha256: str) -> int:
        """Which of the inputs of this content it is, from 1."""
        if ref not in self._copies:
            self._met[sha256] += 1
            self._copies[ref] = self._met[sha256]
        return self._copies[ref]

    def assign(self, ref: InputRef, drafts: Sequence[OutputDraft]) -> list[tuple[str, OutputDraft]]:
        """A name for each draft; two drafts from the same parts share the name but for the ending."""
        if self.spans_only:
            return [(self._spans[ref], d) for d in drafts]
        named = []
        for d in drafts:
            stem = f"{d.name_prefix}-{keyed_name(self._key, *d.name_parts)}"
            name, n = f"{stem}{d.suffix}", 1
            while name in self._used:
                n += 1
                name = f"{stem}-{n}{d.suffix}"
            self._used.add(name)
            named.append((name, d))
        return named


def _spans_names(refs: Sequence[InputRef]) -> dict[InputRef, str]:
    """``<name>.json`` for each input: its stem, or its full name where stems meet, or a number besides."""
    paths = {ref: PurePath(ref.display.replace("!/", "/")) for ref in refs}
    stems = Counter(p.stem.casefold() for p in paths.values())
    names: dict[InputRef, str] = {}
    used: set[str] = set()
    for ref, path in paths.items():
        base = path.stem if stems[path.stem.casefold()] == 1 else path.name
        name, n = f"{base}.json", 1
        while name.casefold() in used:
            n += 1
            name = f"{base}-{n}.json"
        used.add(name.casefold())
        names[ref] = name
    return names


def refuse_to_overwrite(draft: Path, name: str) -> None:
    """Holds a spans file back from taking the place of another text's, or of a file that is not ours.

    Raises:
        OutputError: if it would.
    """
    target = draft.with_name(name)
    if target.exists() and _subject(target) != _subject(draft):
        raise OutputError(
            "there is a file of this name already, for another text or not by us.",
            where=str(target),
            remedy="Choose another folder with -o, or move that file away.",
        )


def _subject(path: Path) -> object:
    """Hash of the text that a spans file is about; None if it is none."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data.get("sha256") if isinstance(data, dict) else None
