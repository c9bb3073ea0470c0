"""Follows up a spot-check: searches the whole release, checks a mended one, records later leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import InputError
from chartveil.service.spot_check_report.writing import LEAKS, REPAIRED, SEARCH, TOLD, given_title
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.release_search import SearchKind, SearchQuery, is_found
from chartveil.spot_check.report.annex import LeakText


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class RestSearch:
    """The result of a search of the whole release.

    Attributes:
        query: what was searched for.
        notes: that hold it.
        strata: name, notes that hold it, and notes in all.
        places: of the notes, in their order.
        unread: notes that are gone or not what they were.
    """

    query: SearchQuery
    notes: int
    strata: tuple[tuple[str, int, int], ...]
    places: tuple[str, ...]
    unread: int


def search_rest(
    service: SpotCheckService,
    id: int,
    query: SearchQuery,
    by: str = "",
    progress: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = _never,
) -> RestSearch:
    """Searches the whole release for what leaked, note by note, keeps what was found, and records that it
    was searched. Takes as long as the release takes to read.

    Args:
        progress: told how many notes were searched so far.

    Raises:
        Cancelled: if it was; nothing is kept.
        TimeoutError: if one note takes too long.
    """
    return _searched(service, id, query, SEARCH, by, progress, cancelled)


def _searched(
    service: SpotCheckService,
    id: int,
    query: SearchQuery,
    kind: str,
    by: str,
    progress: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> RestSearch:
    pattern = query.pattern()
    strata_of = service.releases.strata(id)
    notes: Counter[str] = Counter()
    found: Counter[str] = Counter()
    places: list[str] = []
    unread = 0
    for count, (note, layers) in enumerate(service.releases.read_all(id, cancelled), 1):
        stratum = strata_of[note.number] or note.note_type or note.format
        notes[stratum] += 1
        if layers is None:
            unread += 1
        elif is_found(pattern, layers):
            found[stratum] += 1
            places.append(note.place)
        progress(count)
    strata = tuple((name, found[name], notes[name]) for name in sorted(notes))
    result = RestSearch(query, len(places), strata, tuple(places), unread)
    kept = {"kind": str(query.kind), "text": query.text, "label": query.label, "notes": result.notes}
    service.store.keep(id, kind, {**kept, "strata": strata, "places": places, "unread": unread})
    told = {"how": str(query.kind), "label": query.label, "notes": result.notes, "unread": unread}
    service.audit.record(id, f"spot-check-{kind}", by, {"commitment": service.facts(id).commitment, **told})
    return result


def report_leak(
    service: SpotCheckService,
    id: int,
    text: str,
    label: str = "",
    by: str = "",
    progress: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = _never,
) -> RestSearch:
    """Takes in a leak that somebody told of after publication: searches the release for it, keeps what was
    found, and adds it to the audit record, without its words.

    Args:
        text: what leaked, as it was told.
        label: what it is; empty where that is not known.

    Raises:
        InputError: if there is too little to search for.
        Cancelled, TimeoutError: as ``search_rest``.
    """
    query = SearchQuery(SearchKind.TEXT, text.strip(), label=label)
    return _searched(service, id, query, TOLD, by, progress, cancelled)


@dataclass(frozen=True, slots=True)
class RepairComparison:
    """A mended release beside the one that was read.

    Attributes:
        spot_check: of the mended release, which was brought in and needs a draw of its own.
        same, changed, added, gone: notes, told apart by where they lie.
        leaks: each leak that was found: its note's place, its label, and in how many notes of the mended
            release its words still stand; None where its words are not known.
    """

    spot_check: int
    same: int
    changed: int
    added: int
    gone: int
    leaks: tuple[tuple[str, str, int | None], ...]


def compare_repaired(
    service: SpotCheckService,
    id: int,
    release: Path,
    by: str = "",
    progress: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = _never,
) -> RepairComparison:
    """Brings a mended release in as a spot-check of its own and compares it with the one that was read.

    Raises:
        InputError: if no report was signed yet, or the mended release cannot be read.
        Cancelled: if it was; nothing is kept.
    """
    kept = service.store.kept(id, LEAKS)
    if not kept:
        raise InputError(
            "has no signed report yet.", where=service.facts(id).title, remedy="Sign the report first."
        )
    request = BringInRequest.from_json(service.facts(id).request)
    given = given_title(service.facts(id))
    title = f"{given} (mended)" if given else ""
    new = service.releases.bring_in(
        BringInRequest(release, title, patient_folders=request.patient_folders), progress, cancelled
    )
    before = {n.place: n.content for n in service.store.notes(id)}
    after = {n.place: n.content for n in service.store.notes(new)}
    both = before.keys() & after.keys()
    same = sum(before[place] == after[place] for place in both)
    leaks = [LeakText(**leak) for leak in kept[-1]["leaks"]]
    patterns = {
        leak.text: SearchQuery(SearchKind.TEXT, leak.text).pattern()
        for leak in leaks
        if _can_search(leak.text)
    }
    still: Counter[str] = Counter()
    try:
        for _, layers in service.releases.read_all(new, cancelled):
            still.update(text for text, pattern in patterns.items() if layers and is_found(pattern, layers))
    except BaseException:
        service.forget(new)
        raise
    lines = tuple((x.place, x.label, still[x.text] if x.text in patterns else None) for x in leaks)
    result = RepairComparison(
        new, same, len(both) - same, len(after) - len(both), len(before) - len(both), lines
    )
    numbers = {
        "same": result.same,
        "changed": result.changed,
        "added": result.added,
        "gone": result.gone,
        "leaks": len(lines),
        "gone_leaks": sum(n == 0 for _, _, n in lines),
    }
    service.store.keep(id, REPAIRED, numbers)
    frames = {"commitment": service.facts(id).commitment, "frame": service.facts(new).frame}
    service.audit.record(id, "spot-check-repaired", by, {**frames, **numbers})
    return result


def _can_search(text: str) -> bool:
    try:
        SearchQuery(SearchKind.TEXT, text)
    except InputError:
        return False
    return True
