"""Decisions of a worklist: done, undone, done again. Every function runs inside a transaction of its caller.

``worklists.head`` is the last action in effect. Undo moves it back, redo forth; a new action drops what lies
beyond it. Dropped actions stay as rows, so that no sequence number is used twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from chartveil.review.model import (
    ActionKind,
    Change,
    DocumentState,
    ItemChange,
    Reading,
    ReviewAction,
    ReviewCounts,
    T,
)
from chartveil.store.encrypted_database import Connection
from chartveil.store.worklists.decided import (
    BOXES,
    COUNT_COLUMNS,
    ITEMS,
    PASSAGES,
    ItemRecord,
    counts_values,
    storable_text,
)

ItemStep: TypeAlias = Change[ItemRecord]
"""A change of an item with both records whole, so that it can be undone and redone."""
TouchedReadings = tuple[tuple[int, Reading], ...]
"""Rows and readings that an action changes, each once, in order."""
CountProvider = Callable[[TouchedReadings], Mapping[tuple[int, Reading], ReviewCounts]]
"""Gives the new counts of what was touched. It may ask the store for items, new by then."""
UndoCheck = Callable[[TouchedReadings, bool], None]
"""Called with what an action touches, and whether it takes a signature back; raises to stop it. It too
may ask the store."""


class UndoState(NamedTuple):
    """The next actions to undo and redo; None where there are none."""

    can_undo: ActionKind | None
    can_redo: ActionKind | None


def store_action(
    c: Connection,
    worklist: int,
    action: ReviewAction,
    surfaces: Mapping[tuple[int, int], str],
    risks: Mapping[tuple[int, int], float],
    counts: Mapping[tuple[int, Reading], ReviewCounts] | CountProvider,
    allow: UndoCheck | None = None,
) -> int:
    """Stores a new action and what it changes; gives its sequence number."""
    steps = _steps(c, worklist, action.changes, surfaces, risks)
    before = {key: _counts(c, worklist, *key) for key in _touched(steps)}
    after = _apply_steps(c, worklist, steps, action, counts, allow)
    head = _head(c, worklist)
    c.execute(
        "UPDATE actions SET dropped = 1 WHERE worklist = ? AND seq > ? AND dropped = 0", (worklist, head)
    )
    (last,) = c.execute("SELECT MAX(seq) FROM actions WHERE worklist = ?", (worklist,)).fetchone()
    seq = (last or 0) + 1
    focus = action.focus or (None, None)
    kept = json.dumps(
        [(*key, counts_values(before[key]), counts_values(after[key])) for key in before],
        separators=(",", ":"),
    )
    c.execute(
        "INSERT INTO actions (worklist, seq, kind, by, at, focus_row, focus_item, changes, counts, marks, "
        "passages) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            worklist,
            seq,
            str(action.kind),
            action.by,
            action.at,
            *focus,
            ITEMS.changes_json(steps) or "[]",
            kept,
            BOXES.changes_json(action.box_changes),
            PASSAGES.changes_json(action.passage_changes),
        ),
    )
    _move_head(c, worklist, seq)
    return seq


def undo(
    c: Connection, worklist: int, recount: CountProvider, allow: UndoCheck | None
) -> ReviewAction | None:
    """Undoes the last action in effect."""
    return _again(c, worklist, recount, allow, back=True)


def redo(
    c: Connection, worklist: int, recount: CountProvider, allow: UndoCheck | None
) -> ReviewAction | None:
    """Does again what was undone last."""
    return _again(c, worklist, recount, allow, back=False)


def _again(
    c: Connection, worklist: int, recount: CountProvider, allow: UndoCheck | None, *, back: bool
) -> ReviewAction | None:
    found = _next_action(c, worklist, back=back)
    if found is None:
        return None
    action, steps = _read(c, worklist, found)
    counts = _kept_counts(c, worklist, found, back=back) or recount
    if back:
        steps = [s.inverse() for s in reversed(steps)]
    _apply_steps(c, worklist, steps, action.inverse() if back else action, counts, allow)
    # The head need not be an action still kept: the next one below it is looked for when asked.
    _move_head(c, worklist, found - 1 if back else found)
    return action


def undo_state(c: Connection, worklist: int) -> UndoState:
    """The next actions to undo and redo."""
    kinds = []
    for back in (True, False):
        seq = _next_action(c, worklist, back=back)
        row = c.execute("SELECT kind FROM actions WHERE worklist = ? AND seq = ?", (worklist, seq)).fetchone()
        kinds.append(ActionKind(row[0]) if row else None)
    return UndoState(*kinds)


def _head(c: Connection, worklist: int) -> int:
    row = c.execute("SELECT head FROM worklists WHERE id = ?", (worklist,)).fetchone()
    if row is None:
        raise ValueError(f"no worklist {worklist}")
    return int(row[0])


def _move_head(c: Connection, worklist: int, seq: int) -> None:
    c.execute("UPDATE worklists SET head = ? WHERE id = ?", (seq, worklist))


def _next_action(c: Connection, worklist: int, *, back: bool) -> int | None:
    end = "MAX(seq) FROM actions WHERE seq <=" if back else "MIN(seq) FROM actions WHERE seq >"
    row = c.execute(
        f"SELECT {end} ? AND worklist = ? AND dropped = 0",
        (_head(c, worklist), worklist),
    ).fetchone()
    return None if row[0] is None else int(row[0])


def _read(c: Connection, worklist: int, seq: int) -> tuple[ReviewAction, list[ItemStep]]:
    kind, by, at, row, item, changes, box_changes, passage_changes = c.execute(
        "SELECT kind, by, at, focus_row, focus_item, changes, marks, passages "
        "FROM actions WHERE worklist = ? AND seq = ?",
        (worklist, seq),
    ).fetchone()
    steps = list(ITEMS.changes_from_json(changes))
    focus = None if row is None else (row, item)
    made = tuple(
        Change(s.document, s.reading, *(None if r is None else r.item for r in (s.before, s.after)))
        for s in steps
    )
    marks, read = BOXES.changes_from_json(box_changes), PASSAGES.changes_from_json(passage_changes)
    return ReviewAction(ActionKind(kind), by, at, made, focus, marks, read), steps


def _steps(
    c: Connection,
    worklist: int,
    changes: Iterable[ItemChange],
    surfaces: Mapping[tuple[int, int], str],
    risks: Mapping[tuple[int, int], float],
) -> list[ItemStep]:
    """The changes with what is stored beside each item, checked against what is stored."""
    steps = []
    now: dict[tuple[int, Reading, int], ItemRecord | None] = {}
    for change in changes:
        key = (change.document, change.reading, change.id)
        row, reading, id = key
        stored = now[key] if key in now else next(iter(ITEMS.read(c, worklist, row, reading, id=id)), None)
        if (stored.item if stored else None) != change.before:
            raise ValueError(f"item {change.id} of row {change.document} is not as the change has it")
        after = None
        if change.after is not None:
            after = _record(change, stored, surfaces, risks)
        now[key] = after
        steps.append(Change(change.document, change.reading, stored, after))
    return steps


def _record(
    change: ItemChange,
    stored: ItemRecord | None,
    surfaces: Mapping[tuple[int, int], str],
    risks: Mapping[tuple[int, int], float],
) -> ItemRecord:
    item = change.after
    assert item is not None
    key = (change.document, item.id)
    surface = surfaces.get(key)
    if surface is None:
        moved = stored is None or (stored.item.span.start, stored.item.span.end) != (
            item.span.start,
            item.span.end,
        )
        if moved:
            raise ValueError(f"no surface is given for item {item.id} of row {change.document}")
        assert stored is not None
        surface = stored.surface
    return ItemRecord(
        item, storable_text(surface), risks.get(key, stored.risk if stored is not None else 0.0)
    )


def _apply_steps(
    c: Connection,
    worklist: int,
    steps: Sequence[ItemStep],
    action: ReviewAction,
    counts: Mapping[tuple[int, Reading], ReviewCounts] | CountProvider,
    allow: UndoCheck | None = None,
) -> Mapping[tuple[int, Reading], ReviewCounts]:
    """Makes the items what the steps say, and boxes and passages what the action says, and their documents
    with them; gives the counts of the items."""
    touched = _touched(steps)
    whole = tuple(dict.fromkeys((*touched, *_touched(action.box_changes), *_touched(action.passage_changes))))
    signed = [_reopen_reading(c, worklist, row, reading) for row, reading in whole]
    BOXES.apply(c, worklist, action.box_changes)
    PASSAGES.apply(c, worklist, action.passage_changes)
    for s in steps:
        if s.after is None:
            ITEMS.remove(c, worklist, s)
        else:
            write_record(c, worklist, s.document, s.reading, s.after)
            c.execute(
                "UPDATE readings SET next_item = MAX(next_item, ?) "
                "WHERE worklist = ? AND row = ? AND reading = ?",
                (s.id + 1, worklist, s.document, str(s.reading)),
            )
    for row in dict.fromkeys(r for r, reading in touched if reading is Reading.RESOLVED):
        _choose_open_reading(c, worklist, row)
    if allow is not None:
        allow(whole, any(signed))
    given = counts(touched) if callable(counts) else counts
    for row, reading in touched:
        if (row, reading) not in given:
            raise ValueError(f"no counts are given for row {row}, {reading} reading")
        write_counts(c, worklist, row, reading, given[row, reading])
    return given


def _touched(changes: Iterable[Change[T]]) -> TouchedReadings:
    return tuple(dict.fromkeys((x.document, x.reading) for x in changes))


def _counts(c: Connection, worklist: int, row: int, reading: Reading) -> ReviewCounts:
    """Counts of a reading as they are stored; none where it has not begun."""
    found = c.execute(
        f"SELECT {COUNT_COLUMNS} FROM readings WHERE worklist = ? AND row = ? AND reading = ?",  # noqa: S608
        (worklist, row, str(reading)),
    ).fetchone()
    return ReviewCounts() if found is None else ReviewCounts(*found)


def _kept_counts(
    c: Connection, worklist: int, seq: int, *, back: bool
) -> dict[tuple[int, Reading], ReviewCounts] | None:
    """Counts before an action, or after it; None where they were not kept with it.

    What is undone is always the last, so that everything is again as it was then.
    """
    (kept,) = c.execute(
        "SELECT counts FROM actions WHERE worklist = ? AND seq = ?", (worklist, seq)
    ).fetchone()
    if not kept:
        return None
    return {
        (row, Reading(reading)): ReviewCounts(*(before if back else after))
        for row, reading, before, after in json.loads(kept)
    }


def _reopen_reading(c: Connection, worklist: int, row: int, reading: Reading) -> bool:
    """Makes a reading ready to be changed. A signature goes: it was given for other decisions.

    The signature under a resolution goes with that of either reading it resolves.

    Returns:
        Whether there was a signature.
    """
    signed = dict(
        c.execute("SELECT reading, signed_by FROM readings WHERE worklist = ? AND row = ?", (worklist, row))
    )
    if reading is Reading.RESOLVED and Reading.SECOND in signed and reading not in signed:
        write_counts(c, worklist, row, reading, ReviewCounts())
    elif reading not in signed:
        raise ValueError(f"row {row} has no {reading} reading")
    for stale in (reading, Reading.RESOLVED):
        if signed.get(stale):
            withdraw_sign_off(c, worklist, row, stale)
    c.execute(
        "UPDATE documents SET state = ?, settled = ? WHERE worklist = ? AND row = ?",
        (str(DocumentState.IN_REVIEW), int(Reading.SECOND not in signed), worklist, row),
    )
    return bool(signed.get(reading) or signed.get(Reading.RESOLVED))


def withdraw_sign_off(c: Connection, worklist: int, row: int, reading: Reading) -> None:
    """Takes a signature away; what is undecided waits again."""
    c.execute(
        "UPDATE readings SET signed_by = '', signed_at = '' WHERE worklist = ? AND row = ? AND reading = ?",
        (worklist, row, str(reading)),
    )
    set_awaiting(c, worklist, row, reading, signed=False)


def _choose_open_reading(c: Connection, worklist: int, row: int) -> None:
    """A document is open in its resolution while that has items, else in its second reading."""
    c.execute(
        "UPDATE documents SET reading = CASE WHEN EXISTS (SELECT 1 FROM items i WHERE i.worklist = ?1 "
        "AND i.row = ?2 AND i.reading = 'resolved') THEN 'resolved' ELSE 'second' END "
        "WHERE worklist = ?1 AND row = ?2",
        (worklist, row),
    )


def set_awaiting(c: Connection, worklist: int, row: int, reading: Reading, *, signed: bool) -> None:
    """Takes the undecided items of a reading out of the queue by risk, or puts them in again."""
    waits = 0 if signed else 1
    c.execute(
        "UPDATE items SET waits = ?1 WHERE worklist = ?2 AND row = ?3 AND reading = ?4 "
        "AND waits <> ?1 AND state IN ('proposed', 'recovered')",
        (waits, worklist, row, str(reading)),
    )


def write_record(c: Connection, worklist: int, row: int, reading: Reading, record: ItemRecord) -> None:
    """Stores an item as it stands, in place of the one of the same id."""
    ITEMS.write(c, worklist, row, reading, record, waits=int(not record.item.state.decided))


def write_counts(c: Connection, worklist: int, row: int, reading: Reading, counts: ReviewCounts) -> None:
    """Sets the counts of a reading, which begins with them."""
    c.execute(
        f"INSERT INTO readings (worklist, row, reading, {COUNT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "ON CONFLICT (worklist, row, reading) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in COUNT_COLUMNS.split(", ")),
        (worklist, row, str(reading), *counts_values(counts)),
    )
