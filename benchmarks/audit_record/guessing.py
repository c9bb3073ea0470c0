"""An attacker who has a copy, its exported record, and a list of names, and wants to know whether one of them
stood in the original. He knows everything about the original but the name itself."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from pathlib import Path

from benchmarks.audit_record.histories import FACTS, KEY
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.store.record_verifier import canonical
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, ExportFacts


def original(name: str) -> str:
    """A note about a person of this name."""
    return f"Patient: {name}, seen for a sore knee. {name} may walk.\n"


def exported(name: str, ws: Workspace) -> str:
    """The exported record of a run over the note, whose copy bears another name."""
    text = original(name)
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    start = text.index(name)
    spans = tuple(Span(at, at + len(name), Label.PATIENT, 0.9) for at in (start, text.rindex(name)))
    document = Document(text, DocumentSource("a.txt", "text", sha256))
    copy = original("Surrogate").encode()
    run = ws.begin_run(FACTS)
    ws.record_file(
        run,
        sha256,
        [DocumentFacts(document.id, "", "text", len(text), spans, ())],
        [ExportFacts("note-1.txt", hashlib.sha256(copy).hexdigest(), len(copy))],
        decided_by="policy",
    )
    ws.end_run(run, "done", {"files": 1})
    return ws.export_record([run]).text


def _traces(name: str) -> list[str]:
    """What a record might hold of the name: hashes of original, parts and document, keyed by nothing."""
    text = original(name)
    whole = hashlib.sha256(text.encode()).hexdigest()
    document = Document(text, DocumentSource("a.txt", "text", whole)).id
    digests = [whole, document, hashlib.sha256(document.encode()).hexdigest(), name]
    digests += [
        hashlib.sha256(p.encode()).hexdigest() for p in (name, name.upper(), name.lower(), f"{name}\n")
    ]
    digests += [hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()]
    for key in (b"", b"\0" * 32, b"chartveil"):
        digests += [hmac.new(key, d.encode(), hashlib.sha256).hexdigest() for d in (whole, document)]
    digests.append(hashlib.sha256(canonical([whole]).encode()).hexdigest())
    # The record shortens its ids to 16 digits.
    return [d[:16] for d in digests]


def share_of_right_answers(names: Sequence[str], trials: int, rng: random.Random, folder: Path) -> float:
    """How often the attacker says rightly whether a name was in the original; he draws where nothing tells.

    Half of the names that he asks about were.
    """
    right = 0
    with Workspace(folder / "workspace.sqlite", KEY) as ws:
        for _ in range(trials):
            name, other = rng.sample(names, 2)
            record = exported(name, ws)
            was_in = rng.random() < 0.5
            found = any(trace in record for trace in _traces(name if was_in else other))
            right += (found or rng.random() < 0.5) == was_in
    return right / trials
