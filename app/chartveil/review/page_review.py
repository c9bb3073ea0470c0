"""Boxes on the pages of a document in review: parts that are covered though no text stands for them.

They are decided as items are (``review.document_review``): an operation gives changes, which the caller
stores and then applies. To undo it, their inverses are applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from chartveil.domain.errors import ReviewError
from chartveil.domain.page_layout import Region, RegionKind
from chartveil.review.model import BoxChange, DecisionState, PageBox, Reading

SMALLEST_BOX = 3.0
"""Points that a box has at least in width and height."""
_SAME_PLACE_TOLERANCE = 0.5
"""Points by which edges of one place may differ."""


@dataclass(frozen=True, slots=True)
class PageArea:
    """A rectangle on a page, in points from the upper left corner of the page as it was read."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


def box_area(box: PageBox) -> PageArea:
    """The area of a box."""
    r = box.region
    return PageArea(r.page, r.left, r.top, r.right, r.bottom)


class PageReview:
    """The boxes of one document in one reading, and the decisions about them.

    Boxes may overlap. One that a reviewer drew is taken away by leaving it; one that was found stays in the
    list. Operations on several boxes pass over those that they would not change, and raise ReviewError where
    that leaves nothing to do, or an id is of no box.

    Args:
        row: of the document in its worklist.
        pages: width and height of each page in points, as it was read.
        boxes: as they stand.
        reading: whose they are.
    """

    def __init__(
        self,
        row: int,
        pages: Sequence[tuple[float, float]],
        boxes: Iterable[PageBox] = (),
        reading: Reading = Reading.FIRST,
    ) -> None:
        self.row = row
        self.pages = tuple(pages)
        self.reading = reading
        self._boxes = {b.id: b for b in boxes}
        self._next = max(self._boxes, default=-1) + 1

    @property
    def boxes(self) -> list[PageBox]:
        """All of them, by page, then from the top."""
        return sorted(self._boxes.values(), key=_order)

    @property
    def covered_regions(self) -> tuple[Region, ...]:
        """The regions that an export would cover now."""
        return tuple(b.region for b in self.boxes if b.state.taken_out)

    @property
    def undecided(self) -> list[PageBox]:
        """Those that no reviewer has decided about."""
        return [b for b in self.boxes if not b.state.decided]

    def box(self, id: int) -> PageBox:
        """One box.

        Raises:
            ReviewError: if there is none of this id.
        """
        if id not in self._boxes:
            raise ReviewError("there is no such box any more.", remedy="Choose another.")
        return self._boxes[id]

    def cover(self, ids: Iterable[int]) -> list[BoxChange]:
        """Covers what is below boxes, whatever was decided before.

        Raises:
            ReviewError: if all are covered by a reviewer's word already.
        """
        return self._set(
            [b for b in self._chosen(ids) if b.state not in (DecisionState.ACCEPTED, DecisionState.ADDED)],
            DecisionState.ACCEPTED,
            "every box chosen is to be covered already.",
        )

    def leave(self, ids: Iterable[int]) -> list[BoxChange]:
        """Leaves what is below boxes visible. One that a reviewer drew goes.

        Raises:
            ReviewError: if all are left visible already.
        """
        return self._set(
            [b for b in self._chosen(ids) if b.state is not DecisionState.REJECTED],
            DecisionState.REJECTED,
            "everything chosen stays visible already.",
        )

    def reopen(self, ids: Iterable[int]) -> list[BoxChange]:
        """Makes boxes that were found undecided again.

        Raises:
            ReviewError: if none of them was found and then decided.
        """
        found = [b for b in self._chosen(ids) if b.state.decided and b.region.kind is not RegionKind.DRAWN]
        return self._set(found, DecisionState.PROPOSED, "nothing chosen was found and then decided.")

    def draw(self, areas: Iterable[PageArea]) -> list[BoxChange]:
        """Covers new places, cut to their pages; those that a box covers just so are passed over.

        Raises:
            ReviewError: if a page does not exist, or nothing is left to draw.
        """
        changes: list[BoxChange] = []
        places = [b.region for b in self._boxes.values() if b.state.taken_out]
        for area in areas:
            region = self._region(area, RegionKind.DRAWN)
            if not any(_is_same(region, p) for p in places):
                id = self._next + len(changes)
                changes.append(
                    BoxChange(self.row, self.reading, None, PageBox(id, region, DecisionState.ADDED))
                )
                places.append(region)
        if not changes:
            raise ReviewError("there is a box just there already.", remedy="Draw another, or go on.")
        return changes

    def reshape(self, id: int, area: PageArea) -> list[BoxChange]:
        """Moves a box or gives it another size, cut to its page, and covers it.

        Raises:
            ReviewError: if it stands there already, or nothing would be left of it.
        """
        before = self.box(id)
        region = self._region(area, before.region.kind, before.region.score)
        if _is_same(region, before.region):
            raise ReviewError("the box stands there already.", remedy="Move it further.")
        state = before.state if before.state is DecisionState.ADDED else DecisionState.ACCEPTED
        return [self._change(before, replace(before, region=region, state=state))]

    def apply(self, changes: Iterable[BoxChange]) -> None:
        """Makes changes of this row and reading, in their order; others are passed over. All or none.

        Raises:
            ReviewError: if a box is not what a change was worked out for.
        """
        boxes = dict(self._boxes)
        highest = self._next
        for change in changes:
            if change.document != self.row or change.reading is not self.reading:
                continue
            if boxes.get(change.id) != change.before:
                raise ReviewError(
                    "the boxes have changed since this was asked.",
                    remedy="Open the document again and repeat the step.",
                )
            if change.after is None:
                del boxes[change.id]
            else:
                boxes[change.id] = change.after
                highest = max(highest, change.id + 1)
        self._boxes, self._next = boxes, highest

    def _chosen(self, ids: Iterable[int]) -> list[PageBox]:
        return [self.box(id) for id in dict.fromkeys(ids)]

    def _set(self, boxes: Sequence[PageBox], state: DecisionState, nothing: str) -> list[BoxChange]:
        if not boxes:
            raise ReviewError(nothing, remedy="Go on to the next box.")
        changes = []
        for before in boxes:
            after: PageBox | None = replace(before, state=state)
            if state is DecisionState.REJECTED and before.region.kind is RegionKind.DRAWN:
                after = None
            elif state is DecisionState.PROPOSED:
                after = replace(before, state=state, by="", at="")
            changes.append(self._change(before, after))
        return changes

    def _change(self, before: PageBox, after: PageBox | None) -> BoxChange:
        return BoxChange(self.row, self.reading, before, after)

    def _region(self, area: PageArea, kind: RegionKind, score: float = 1.0) -> Region:
        if not 0 <= area.page < len(self.pages):
            raise ReviewError("there is no such page.", remedy="Draw on a page of the document.")
        width, height = self.pages[area.page]
        left, right = max(min(area.left, area.right), 0.0), min(max(area.left, area.right), width)
        top, bottom = max(min(area.top, area.bottom), 0.0), min(max(area.top, area.bottom), height)
        if right - left < SMALLEST_BOX or bottom - top < SMALLEST_BOX:
            raise ReviewError("the box is too small.", remedy="Draw it larger, on the page.")
        left, top, right, bottom = (round(v, 2) for v in (left, top, right, bottom))
        return Region(area.page, left, top, right, bottom, kind, score)


def stamp_boxes(changes: Iterable[BoxChange], by: str, at: str) -> list[BoxChange]:
    """The changes with who made them and when (UTC, ISO 8601 with seconds)."""
    return [
        replace(c, after=replace(c.after, by=by, at=at))
        if c.after is not None and c.after.state.decided
        else c
        for c in changes
    ]


def area_on_pages(
    area: PageArea, sizes: Sequence[tuple[float, float]], pages: Iterable[int]
) -> list[PageArea]:
    """The same place on other pages, in the same shares of their width and height.

    Args:
        area: the place; its page is among ``sizes``.
        sizes: width and height of each page in points.
        pages: numbers of pages.
    """
    size = sizes[area.page]
    return [scaled_area(area, size, sizes[page], page) for page in pages]


def scaled_area(area: PageArea, of: tuple[float, float], to: tuple[float, float], page: int) -> PageArea:
    """A place of a page of one size on a page of another."""
    x, y = to[0] / of[0], to[1] / of[1]
    return PageArea(page, area.left * x, area.top * y, area.right * x, area.bottom * y)


def merge_boxes_of_readers(ours: Iterable[PageBox], theirs: Iterable[PageBox]) -> list[PageBox]:
    """The boxes of two readers merged: what either covers is covered.

    Ours as they stand, but covered where they cover what we left; then those of theirs that we have not.
    """
    taken = sorted((t for t in theirs if t.state.taken_out), key=_order)
    found: list[PageBox] = []
    for box in sorted(ours, key=_order):
        same = next((t for t in taken if _is_same(t.region, box.region)), None)
        if same is not None and not box.state.taken_out:
            box = replace(box, state=same.state, by=same.by, at=same.at)
        found.append(box)
    at = max((b.id for b in found), default=-1) + 1
    for box in taken:
        if not any(_is_same(box.region, f.region) for f in found):
            found.append(replace(box, id=at))
            at += 1
    return found


def _order(box: PageBox) -> tuple[int, float, float, int]:
    return box.region.page, box.region.top, box.region.left, box.id


def _is_same(a: Region, b: Region) -> bool:
    return a.page == b.page and all(
        abs(x - y) <= _SAME_PLACE_TOLERANCE
        for x, y in ((a.left, b.left), (a.top, b.top), (a.right, b.right), (a.bottom, b.bottom))
    )
