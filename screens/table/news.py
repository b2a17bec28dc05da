"""What happened since the screen showed the table last, if it goes on from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.contract import Event
from screens.table.model import TableModel

_NOBODY: Final = object()


@dataclass(frozen=True, slots=True)
class _Shown:
    """How far the table was shown, to whom, and at which move of a record."""

    looker: object
    told: int
    position: int
    view: Any


@dataclass(frozen=True, slots=True)
class Change:
    """What happened between two views of the same one who looks."""

    before: Any
    events: Sequence[Event]
    after: Any


class News:
    """Remembers what was shown, and tells what came after it."""

    def __init__(self, model: TableModel[Any]) -> None:
        self._model = model
        self._shown: _Shown | None = None

    def take(self, *, hides: bool) -> Change | None:
        """What is new, once; None if somebody else looks, or something was skipped or undone.

        Where a table `hides` nothing from anybody, all look alike.
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
