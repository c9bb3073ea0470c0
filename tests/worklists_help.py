"""A small worklist to test with, and a program that decides until it is killed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.review.model import (
    ActionKind,
    DecisionState,
    ItemChange,
    Reading,
    ReviewAction,
    ReviewCounts,
    ReviewItem,
)
from chartveil.store.worklists.records import DetectedDocument
from chartveil.store.worklists.store import WorklistStore

KEY = bytes(range(32))
NOW = "2026-01-02T03:04:05+00:00"
FIRST, SECOND, RESOLVED = Reading.FIRST, Reading.SECOND, Reading.RESOLVED


def evidence(name="ensemble/a"):
    return (
        Evidence(EvidenceKind.MODEL, name, Label.PATIENT, 0.123456789, 3, 9, "common word beside a cue"),
        Evidence(EvidenceKind.RECOVERY, "EPONYM"),
    )


def item(id=0, start=None, state=DecisionState.PROPOSED, length=5, **more):
    start = 10 * id if start is None else start
    return ReviewItem(id, Span(start, start + length, Label.PATIENT, 0.75, evidence()), state, **more)


def detected(items=3, surface="quillfeather", patient="", part="", risks=None):
    its = tuple(item(i) for i in range(items))
    return DetectedDocument(
        part,
        "0123456789abcdef",
        patient,
        "",
        100 * items,
        its,
        tuple(f"{surface} {i}" for i in range(items)),
        tuple(risks or (i / 10 for i in range(items))),
        ReviewCounts(items, items, 0, 0, 1.0, 0.0),
    )


def filled(store, files=2, **more):
    """A worklist whose files are found, each one document; rows are 1 and up."""
    wl = store.create("ward 7", "{}")
    for file in store.add_files(wl, [(f"/notes/brackwater-{i}.txt", (), f"{i}.txt") for i in range(files)]):
        store.save_detected(wl, file, "a" * 64, "text", [detected(**more)])
    return wl


def counted(store, wl):
    """Counts from what is stored, as the callback of undo and redo."""

    def recount(touched):
        return {key: counts(store.items(wl, *key)) for key in touched}

    return recount


def counts(items):
    undecided = sum(i.state is DecisionState.PROPOSED for i in items)
    return ReviewCounts(
        len(items), undecided, 0, sum(i.state is DecisionState.RECOVERED for i in items), 1.0, 0.0
    )


def decide(store, wl, row, ids, state=DecisionState.ACCEPTED, reading=FIRST, kind=ActionKind.ACCEPT):
    """Gives items of one row a state; returns the action."""
    before = {i.id: i for i in store.items(wl, row, reading)}
    action = ReviewAction(
        kind,
        "A. Reviewer",
        NOW,
        tuple(
            ItemChange(row, reading, before[i], replace(before[i], state=state, by="A. Reviewer", at=NOW))
            for i in ids
        ),
        (row, ids[0]),
    )
    store.apply_action(wl, action, counted(store, wl))
    return action


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def decide_until_killed(path: Path) -> None:
    """Adds items without end; says each sequence number once it is stored, and undoes every fifth action."""
    with WorklistStore(path, KEY) as store:
        (wl,) = [w.id for w in store.worklists()]
        n = 1000
        while True:
            n += 1
            new = item(n, start=n * 10, state=DecisionState.ADDED)
            changes = tuple(ItemChange(row, FIRST, None, new) for row in (1, 2))
            seq = store.apply_action(
                wl,
                ReviewAction(ActionKind.ADD, "r", NOW, changes),
                counted(store, wl),
                {(1, n): "x", (2, n): "x"},
            )
            say("did", seq, n)
            if n % 5 == 0:
                store.undo(wl, counted(store, wl))
                say("undid", seq, n)


if __name__ == "__main__":
    decide_until_killed(Path(sys.argv[1]))
