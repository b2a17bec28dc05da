"""Animations of moves, over boards that already show the result.

Questions, keys and clocks follow the table without waiting, so an animation can be dropped at any
time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual.geometry import Offset
from textual.timer import Timer
from textual.widget import Widget

from rules.contract import Event
from screens.base import api
from screens.table.model import TableModel
from screens.widgets.board import Board
from screens.widgets.motion import Motion, cost, cut, length
from screens.widgets.panel import Panel
from screens.widgets.raster import Cell, Raster

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_NOBODY: Final = object()
_MOST_FRAMES: Final = 20
"""The most frames that the animation may lag behind the table."""
_BYTES_A_FRAME: Final = 180
"""The bytes a frame may take; larger frames are shown for longer."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """The table as last shown: the number of events, their viewer, the record's position."""

    looker: object
    told: int
    position: int
    view: Any


@dataclass(frozen=True, slots=True)
class Change:
    """The events between two views of the same viewer."""

    before: Any
    events: Sequence[Event]
    after: Any


class ViewChanges:
    """The last view shown, and the events since."""

    def __init__(self, model: TableModel[Any]) -> None:
        self._model = model
        self._shown: _Shown | None = None

    def take(self, *, hides: bool) -> Change | None:
        """Return the change since the last call; None if the viewer changed.

        None also if something was skipped or undone. If the table `hides` nothing from anybody,
        all views count as one viewer's.
        """
        before, now = self._shown, self._now(hides=hides)
        self._shown = now
        if before is None or before.looker is not now.looker or now.told < before.told:
            return None
        if now.position not in (before.position, before.position + 1):
            return None
        return Change(before.view, self._model.log[before.told : now.told], now.view)

    def _now(self, *, hides: bool) -> _Shown:
        model = self._model
        looker = model.seat if hides and not model.is_all_open else _NOBODY
        position = model.steps.position if model.steps is not None else 0
        return _Shown(looker, len(model.log), position, model.view)


@dataclass(frozen=True, slots=True)
class _Shot:
    """A motion waiting to be shown: the boards before it, and the time since which it waits."""

    motion: Motion
    before: Mapping[Widget, Raster]
    since: float


class Animation:
    """A player of motions in order, at the reader's speed and within the bandwidth of the line."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._news = ViewChanges(screen.model)
        self._before: Mapping[Widget, Raster] = {}
        self._waiting: deque[_Shot] = deque()
        self._at = 0
        self._due = 0.0
        self._pace = 0.0
        self._laid: set[Board] = set()
        self._timer: Timer | None = None
        self._at_end: Callable[[], None] | None = None

    @property
    def is_on(self) -> bool:
        """Whether anything is still moving."""
        return bool(self._waiting)

    def remember(self) -> None:
        """Save the pictures of the boards before a change."""
        self._before = {board: board.picture for board in self.screen.walk_children(Board)}
        for panel in self.screen.walk_children(Panel):
            panel.hold()

    def show(self) -> None:
        """Animate recent changes; the panels show them afterwards."""
        change = self._news.take(hides=self.screen.ui.hides(self.screen.model.view))
        was_on = self.is_on
        self._waiting += self._shots_of(change)
        if change is None or not self.is_on:
            self.end()
        elif was_on:
            self._draw()
        else:
            self._at = 0
            self._go_on()

    def _frame_time(self) -> float:
        """Return the seconds per frame; 0 without animations."""
        return api(self.screen.app).frame_time()

    def _shots_of(self, change: Change | None) -> Iterable[_Shot]:
        if change is None or not self._frame_time():
            return []
        ui, now = self.screen.ui, api(self.screen.app).clock()
        found = [ui.motion(event, change.before, change.after) for event in change.events]
        return [_Shot(motion, self._before, now) for motion in found if length(motion)]

    def _release(self) -> None:
        for panel in self.screen.walk_children(Panel):
            panel.release()

    def then(self, act: Callable[[], None]) -> None:
        """Call a function at the end of the animation."""
        if self.is_on:
            self._at_end = act
        else:
            act()

    def tick(self) -> None:
        """Show the next frame, or a later one if this call is late."""
        now = api(self.screen.app).clock()
        late = int((now - self._due) / self._pace) if self._pace else 0
        self._at += 1 + max(late, 0)
        most = _MOST_FRAMES * self._frame_time()
        while self._waiting and self._is_over(self._waiting[0], now, most):
            self._waiting.popleft()
            self._at = 0
        if self._waiting:
            self._go_on()
        else:
            self.end()

    def _is_over(self, shot: _Shot, now: float, most: float) -> bool:
        return self._at >= length(shot.motion) or now - shot.since > most

    def end(self) -> None:
        """End the animation and show the boards in their present state."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._draw()
        self._release()
        act, self._at_end = self._at_end, None
        if act is not None:
            act()

    def _go_on(self) -> None:
        sent, each = self._draw(), self._frame_time()
        hurried = each / 2 if len(self._waiting) > 1 else each
        self._pace = max(hurried, sent / _BYTES_A_FRAME * each)
        self._due = api(self.screen.app).clock() + self._pace
        self._timer = self.screen.set_timer(self._pace, self.tick)

    def _draw(self) -> int:
        """Draw the moving pieces over the boards; return the approximate number of bytes sent."""
        laid: dict[Board, dict[Offset, Cell]] = {board: {} for board in self._laid}
        for shot in reversed(self._waiting):
            is_first = shot is self._waiting[0]
            for scene in shot.motion:
                if is_first and self._at >= len(scene.frames):
                    continue
                cells = laid.setdefault(scene.board, {})
                before = shot.before.get(scene.board)
                if before is not None and _is_alike(before, scene.board.picture):
                    cells |= cut(before, scene.hidden if is_first else [*scene.hidden, *scene.left])
                if is_first:
                    _lay(cells, scene.frames[self._at].items())
        self._laid = {board for board, cells in laid.items() if cells}
        sent = 0
        for board, cells in laid.items():
            changed = board.overlay(cells)
            sent += cost(board.layered.shown, changed)
        return sent


def _is_alike(one: Raster, other: Raster) -> bool:
    return (one.width, one.height) == (other.width, other.height)


def _lay(cells: dict[Offset, Cell], frame: Iterable[tuple[Offset, Cell]]) -> None:
    """Add a frame to other cells; a cell without a ground takes theirs."""
    for at, cell in frame:
        under = cells.get(at)
        cells[at] = cell if cell.ground or under is None else cell._replace(ground=under.ground)
