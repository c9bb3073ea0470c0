"""Worklists to measure the window on: notes of clinical prose, with spans as detection would store them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench import PROSE
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import fold
from chartveil.release.input_files import InputRef, read_documents
from chartveil.review.model import DecisionState, ReviewItem
from chartveil.service.detection import review_without_text
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.worklists.documents import save_detected
from chartveil.store.worklists.records import DetectedDocument

MEGABYTE = 2**20
DOCUMENTS = 10_000
TOUCHED = 1_000
"""Documents of the large worklist that name the same doctor."""
WORKLISTS = 20
_TEXTS = 60
"""Different notes in a worklist; more documents than that share theirs."""
_WRITTEN = 20
"""Files of a worklist that are really there: more are never opened."""
_EVERYWHERE = "Dr. Okonjo"
"""Stands in the first thousand documents of the large worklist."""
_PLANTED = (
    (Label.PATIENT, ("Adaeze Okafor", "Milan Horvat", "Ines Duarte", "Tomasz Wrona", "Lucia Ferri")),
    (Label.DOCTOR, ("Dr. Lindqvist", "Dr. Abara", "Dr. Moreau")),
    (Label.DATE, ("3/4/2021", "12 May 2019", "2020-11-30", "07/22/2018")),
    (Label.PHONE, ("555-201-4477", "(555) 010-9921")),
    (Label.MRN, ("4471829", "9930174", "2218846")),
)


def note(characters: int, seed: int, first: str = "") -> tuple[str, list[tuple[int, int, Label]]]:
    """Clinical prose with planted identifiers, about a dozen in 2 kB as notes usually hold, and where."""
    rng = random.Random(seed)
    sentences = [s.strip() + "." for s in PROSE.read_text(encoding="utf-8").replace("\n", " ").split(". ")]
    parts: list[str] = []
    spans: list[tuple[int, int, Label]] = []
    length = 0

    def put(text: str, label: Label | None = None) -> None:
        nonlocal length
        if label is not None:
            spans.append((length, length + len(text), label))
        parts.append(text)
        length += len(text)

    if first:
        put("Seen by ")
        put(first, Label.DOCTOR)
        put(".\n")
    while length < characters:
        label, texts = rng.choice(_PLANTED)
        put(f"{rng.choice(sentences)} {rng.choice(sentences)} Noted: ")
        put(rng.choice(texts), label)
        put(". " if rng.random() < 0.7 else ".\n")
    return "".join(parts), spans


def detected(text: str, spans: Sequence[tuple[int, int, Label]], id: str) -> DetectedDocument:
    """What detection would hand to the store: every fifth span is doubtful."""
    items = []
    for number, (start, end, label) in enumerate(spans):
        score = 0.4 if number % 5 == 0 else 0.93
        evidence = (
            Evidence(EvidenceKind.RULE, "phones.us", label, 0.8),
            Evidence(EvidenceKind.MODEL, "general", label, score),
        )
        items.append(ReviewItem(number, Span(start, end, label, score, evidence), DecisionState.PROPOSED))
    review = review_without_text(0, len(text), items, 0.6, {})
    surfaces = tuple(fold(text[a:b]) for a, b, _ in spans)
    risks = tuple(review.risk(i).score for i in items)
    return DetectedDocument("", id, "", "", len(text), tuple(items), surfaces, risks, review.counts())


def worklist(
    service: ReviewService, title: str, folder: Path, notes: int, characters: int, *, shared: int = 0
) -> int:
    """Makes a worklist of notes; the first ``shared`` of them name the same doctor."""
    folder.mkdir()
    made = service.store.create(title, WorklistSettings(reviewer="Ada Review").to_json())
    paths = [folder / f"note {n:05d}.txt" for n in range(notes)]
    files = service.store.add_files(made, [(str(p), (), p.name) for p in paths])
    known: dict[tuple[int, str], tuple[str, str, DetectedDocument]] = {}
    # In one transaction, as detection does not: ten thousand of them would take minutes.
    with service.store.database.transaction() as c:
        for number, (file, path) in enumerate(zip(files, paths, strict=True)):
            key = (number % _TEXTS, _EVERYWHERE if number < shared else "")
            if number < _WRITTEN or key not in known:
                known[key] = _written(path, characters, *key)
            sha256, form, found = known[key]
            found = replace(found, patient=f"P{number // 4}")
            save_detected(c, made, file, sha256, form, [found], b"")
    return made


def _written(path: Path, characters: int, seed: int, first: str) -> tuple[str, str, DetectedDocument]:
    """Writes a note; gives the digest and format of its file, and what there is to find in it."""
    text, spans = note(characters, seed, first)
    path.write_text(text, encoding="utf-8", newline="")
    raw, form, documents = read_documents(InputRef(str(path)), WorklistSettings().read)
    return raw.sha256, form.name, detected(text, spans, documents[0].id)


def prepare(folder: Path) -> tuple[int, int, int]:
    """Makes a home with worklists; gives the ids of one of usual notes, of one large note, of many notes."""
    service = ReviewService(UserPaths(folder / "home"))
    usual = worklist(service, "usual", folder / "usual", 12, 2000)
    large = worklist(service, "large", folder / "large", 1, MEGABYTE)
    many = worklist(service, "many", folder / "many", DOCUMENTS, 500, shared=TOUCHED)
    for n in range(WORKLISTS - 3):
        worklist(service, f"worklist {n}", folder / f"more {n}", 5, 500)
    service.close()
    return usual, large, many
