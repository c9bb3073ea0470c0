"""Boxes on pages by mouse and by keyboard: chosen, drawn, moved, given another size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from chartveil.gui.pages.contents import PageGeometry
from chartveil.gui.pages.drawing import Handle, handle_at, handle_cursor
from chartveil.review.model import DecisionState, PageBox
from chartveil.review.page_review import SMALLEST_BOX, PageArea, box_area

_BURST = 700
"""Milliseconds without a key after which boxes stay where the keys have brought them."""
_STEP, _LEAP = 1.0, 10.0
"""Points that an arrow moves an edge by, and with Ctrl."""
_NEW = (120.0, 24.0)
"""Points of a new box that is drawn by keyboard."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BARE = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


@dataclass(slots=True)
class _Drag:
    """What the mouse holds: a new box where ``handle`` is None and ``box`` too, a box, or an edge of it."""

    at: QPointF
    page: int
    box: QRectF | None = None
    handle: Handle | None = None
    moved: bool = False


class BoxEditor(QObject):
    """Knows which box is chosen, and what is under way with it. It changes no box: it says what is wanted.

    A box that was moved by keys stays a draft until no key comes for a moment, so that a burst of keys is one
    step to undo; ``commit`` ends it at once.

    Args:
        geometry: where pages are.
        parent: owns it.

    Attributes:
        drawing: whether the mouse draws.
        draft: a box that is under way.

    Signals:
        changed: something looks different.
        selection_changed: a box was chosen, or none.
        box_drawn: an ``PageArea`` to be covered.
        box_reshaped: id of a box and the ``PageArea`` it is to have.
        drawing_changed: whether the mouse draws.
    """

    changed = Signal()
    selection_changed = Signal()
    box_drawn = Signal(object)
    box_reshaped = Signal(int, object)
    drawing_changed = Signal(bool)

    def __init__(self, geometry: PageGeometry, parent: QObject) -> None:
        super().__init__(parent)
        self._geometry = geometry
        self._boxes: dict[int, PageBox] = {}
        self._selected: int | None = None
        self.drawing = False
        self.draft: PageArea | None = None
        self._drag: _Drag | None = None
        self._burst = QTimer(self, singleShot=True, interval=_BURST)
        self._burst.timeout.connect(self.commit)

    # What there is

    @property
    def boxes(self) -> list[PageBox]:
        """All boxes, by page, then from the top."""
        return list(self._boxes.values())

    @property
    def selected(self) -> PageBox | None:
        """The box that is chosen."""
        return self._boxes.get(self._selected) if self._selected is not None else None

    @property
    def is_moving_selected(self) -> bool:
        """Whether the draft is of the box that is chosen."""
        return self.draft is not None and self._selected is not None and not self._is_new

    @property
    def _is_new(self) -> bool:
        return self.drawing or (
            self._drag is not None and self._drag.handle is None and self._drag.box is None
        )

    def set_geometry(self, geometry: PageGeometry) -> None:
        """Other pages: nothing is chosen or under way on them."""
        self._geometry = geometry
        self._boxes = {}
        self._selected = None
        self._forget()
        self.set_drawing(False)

    def set_boxes(self, boxes: Iterable[PageBox]) -> None:
        """Takes the boxes as they are now; a chosen one that is gone is chosen no more."""
        self._boxes = {b.id: b for b in boxes}
        if self._selected is not None and self._selected not in self._boxes:
            self._selected = None
            self._forget()
        self.selection_changed.emit()
        self.changed.emit()

    def select(self, id: int | None) -> None:
        """Chooses a box, or none."""
        self.commit()
        chosen = id if id in self._boxes else None
        if chosen != self._selected:
            self._selected = chosen
            self.selection_changed.emit()
            self.changed.emit()

    def next_box(self, page: int, *, backwards: bool = False) -> PageBox | None:
        """The box after the chosen one, round at the ends; the first from a page on where none is chosen."""
        boxes = self.boxes[::-1] if backwards else self.boxes
        if not boxes:
            return None
        now = self.selected
        if now is not None:
            return boxes[(boxes.index(now) + 1) % len(boxes)]
        beyond = (b for b in boxes if (b.region.page <= page if backwards else b.region.page >= page))
        return next(beyond, boxes[0])

    def box_at(self, where: QPointF) -> PageBox | None:
        """The box at a point: the chosen one, else the smallest."""
        found = [b for b in self.boxes if self.rect_of(b).contains(where)]
        if self.selected in found:
            return self.selected
        return min(found, key=lambda b: _size(self.rect_of(b)), default=None)

    def rect_of(self, box: PageBox) -> QRectF:
        """The rectangle of a box."""
        return self._geometry.to_rect(box_area(box))

    # Drawing

    def set_drawing(self, on: bool, visible: QRectF | None = None) -> None:
        """Whether the mouse draws.

        Args:
            on: whether it does.
            visible: what is in sight; a new box stands in the middle of it at once, for the keyboard.
        """
        if on and visible is not None:
            self._begin(visible)
        elif not on and self.drawing:
            self._forget()
        if on != self.drawing:
            self.drawing = on
            self.drawing_changed.emit(on)
        self.changed.emit()

    def _begin(self, visible: QRectF) -> None:
        if not self._geometry.pages:
            return
        page = self._geometry.page_at(visible.center().y())
        self.select(None)
        scale = self._geometry.scale
        box = QRectF(0, 0, _NEW[0] * scale, _NEW[1] * scale)
        box.moveCenter(visible.intersected(self._geometry.page_rect(page)).center())
        self.draft = self._geometry.to_area(page, _inside(box, self._geometry.page_rect(page)))

    def commit(self) -> None:
        """Says what has become of a box that keys have moved."""
        self._burst.stop()
        draft, moves = self.draft, self.is_moving_selected and self._drag is None
        if draft is not None and moves and self._selected is not None:
            self.draft = None
            self.box_reshaped.emit(self._selected, draft)
            self.changed.emit()

    def cancel_drag(self) -> None:
        """Ends what the mouse holds, without a change: the pages go from under it."""
        if self._drag is not None:
            self._forget()

    def _forget(self) -> None:
        """Leaves what is under way as it was."""
        self._burst.stop()
        self.draft = self._drag = None
        self.changed.emit()

    # Mouse

    def press(self, at: QPointF, *, draw: bool, word: bool) -> bool:
        """The left button goes down. Says whether it is about a box.

        Args:
            at: where.
            draw: whether a box is drawn from there, whatever is below.
            word: whether a word stands there, which goes before boxes that stay visible.
        """
        self.commit()
        if not self._geometry.pages:
            return False
        page = self._geometry.page_at(at.y())
        if self.drawing or draw:
            self.draft = None
            self._selected = None
            self.selection_changed.emit()
            self._drag = _Drag(at, page)
            return True
        handle = handle_at(self.rect_of(self.selected), at) if self.selected is not None else None
        box = self.selected if handle is not None else self.box_at(at)
        if box is not None and box is not self.selected and word and box.state is DecisionState.REJECTED:
            box = None
        self._selected = box.id if box is not None else None
        if box is not None:
            self._drag = _Drag(at, box.region.page, self.rect_of(box), handle)
        self.selection_changed.emit()
        self.changed.emit()
        return box is not None

    def move(self, at: QPointF) -> bool:
        """The mouse moves. Says whether it holds something."""
        drag = self._drag
        if drag is None:
            return False
        by = at - drag.at
        if not drag.moved and by.manhattanLength() < QApplication.startDragDistance():
            return True
        drag.moved = True
        page = self._geometry.page_rect(drag.page)
        if drag.box is None:
            box = QRectF(drag.at, at).normalized() & page
        elif drag.handle is None:
            box = _inside(drag.box.translated(by), page)
        else:
            box = _stretched(drag.box, drag.handle, by, SMALLEST_BOX * self._geometry.scale) & page
        self.draft = self._geometry.to_area(drag.page, box)
        self.changed.emit()
        return True

    def release(self) -> None:
        """The left button goes up."""
        drag, draft = self._drag, self.draft
        self._drag = None
        if drag is None or not drag.moved or draft is None:
            return
        self.draft = None
        if drag.box is None:
            if min(draft.right - draft.left, draft.bottom - draft.top) >= SMALLEST_BOX:
                self.box_drawn.emit(draft)
        elif self._selected is not None:
            self.box_reshaped.emit(self._selected, draft)
        self.changed.emit()

    def cursor(self, at: QPointF) -> Qt.CursorShape | None:
        """The shape of the mouse at a point; None where no box is."""
        if self.drawing:
            return Qt.CursorShape.CrossCursor
        now = self.selected
        handle = handle_at(self.rect_of(now), at) if now is not None else None
        if handle is not None:
            return handle_cursor(handle)
        box = self.box_at(at)
        if box is None:
            return None
        return Qt.CursorShape.SizeAllCursor if box is now else Qt.CursorShape.PointingHandCursor

    # Keyboard

    def handles_key(self, event: QKeyEvent) -> bool:
        """Whether a key is about a box now, before any command hears it. Another key ends what keys moved."""
        key, held = event.key(), _modifiers(event)
        if key in _ARROWS and held in _MOVES:
            return self.drawing or self.selected is not None
        if key in _ENTER and held == Qt.KeyboardModifier.NoModifier and self.drawing:
            return True
        if key == Qt.Key.Key_Escape:
            return self.drawing or self.draft is not None or self.selected is not None
        if key not in _BARE:
            self.commit()
        return False

    def handle_key(self, event: QKeyEvent, visible: QRectF) -> bool:
        """Does what a key means for boxes; says whether it meant something.

        Args:
            event: of the key.
            visible: what is in sight.
        """
        key, held = event.key(), _modifiers(event)
        if key == Qt.Key.Key_Escape and self.handles_key(event):
            self._escape()
        elif self.drawing and self.draft is None and (key in _ARROWS or key in _ENTER):
            self._begin(visible)
        elif key in _ARROWS and held in _MOVES and (self.drawing or self.selected is not None):
            self._nudge(_ARROWS[Qt.Key(key)], held)
        elif key in _ENTER and self.drawing and self.draft is not None:
            draft = self.draft
            self.set_drawing(False)
            self.box_drawn.emit(draft)
        else:
            return False
        self.changed.emit()
        return True

    def _escape(self) -> None:
        if self.drawing:
            self.set_drawing(False)
        elif self.draft is not None:
            self._forget()
        else:
            self.select(None)

    def _nudge(self, way: tuple[int, int], held: Qt.KeyboardModifier) -> None:
        now = self.selected
        place = self.draft or (box_area(now) if now is not None else None)
        if place is None:
            return
        scale, page = self._geometry.scale, self._geometry.page_rect(place.page)
        step = (_LEAP if held & Qt.KeyboardModifier.ControlModifier else _STEP) * scale
        by = QPointF(way[0] * step, way[1] * step)
        box = self._geometry.to_rect(place)
        if held & Qt.KeyboardModifier.ShiftModifier:
            box = _stretched(box, (abs(way[0]), abs(way[1])), by, SMALLEST_BOX * scale) & page
        else:
            box = _inside(box.translated(by), page)
        self.draft = self._geometry.to_area(place.page, box)
        if self.is_moving_selected:
            self._burst.start()


_MOVES = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier,
)


def _modifiers(event: QKeyEvent) -> Qt.KeyboardModifier:
    """Modifiers, without the one that arrows of some keyboards bear."""
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


def _size(rect: QRectF) -> float:
    return rect.width() * rect.height()


def _inside(box: QRectF, page: QRectF) -> QRectF:
    """The box moved into the page, in its size where that goes."""
    left = min(max(box.left(), page.left()), max(page.right() - box.width(), page.left()))
    top = min(max(box.top(), page.top()), max(page.bottom() - box.height(), page.top()))
    return QRectF(left, top, box.width(), box.height()) & page


def _stretched(box: QRectF, handle: Handle, by: QPointF, least: float) -> QRectF:
    """The box with the edges of a handle moved; never turned over, and no smaller than ``least``."""
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    if handle[0] < 0:
        left = min(left + by.x(), right - least)
    elif handle[0] > 0:
        right = max(right + by.x(), left + least)
    if handle[1] < 0:
        top = min(top + by.y(), bottom - least)
    elif handle[1] > 0:
        bottom = max(bottom + by.y(), top + least)
    return QRectF(QPointF(left, top), QPointF(right, bottom))
