"""Gathering: whoever follows the lobby shows what changed in turns, and not all at once.

A change costs the same however many follow. They are asked one after the other, whoever has
waited longest first, each at most once a second, in slices of loop time with rests between them:
so a key that somebody presses waits for a few paints and not for everybody's.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Final

BURST: Final = 0.1
"""Seconds in which what changes together is gathered."""
SLICE: Final = 0.010
"""Seconds of the loop's time after which painting rests."""
PATIENCE: Final = 0.5
"""Seconds to wait for a follower that does not say it has shown what changed."""

Done = Callable[[], None]
Show = Callable[[Done], None]
"""Asks a follower to show what there is, and to call what it is given once that is painted."""

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Follower:
    show: Show
    seen: int
    """The last change it was asked to show; -1 before it ever was."""
    last: float
    """When that was, by the loop's time."""


class UpdateQueue:
    """Everybody who follows, in the order in which they were asked last."""

    def __init__(self, every: float) -> None:
        """`every`: seconds between two paints of one follower."""
        self._every = every
        self._context = copy_context()
        """Followers are asked in this context, not in that of whoever changed something."""
        self._changes = 0
        self._followers: OrderedDict[_Follower, None] = OrderedDict()
        """Who was asked longest ago comes first, so whoever has seen all stands behind the rest."""
        self._next: asyncio.TimerHandle | None = None
        self._asked: _Follower | None = None
        """Whose paint is being waited for."""
        self._began = 0.0
        """When the slice began."""

    def follow(self, show: Show) -> Callable[[], None]:
        """Be asked to show what changes from now on; call what is returned to stop.

        Who is new comes first at the next change: it may be that they came in.
        """
        follower = _Follower(show, seen=-1, last=-self._every)
        self._followers[follower] = None
        self._followers.move_to_end(follower, last=False)
        return lambda: self._forget(follower)

    def _forget(self, follower: _Follower) -> None:
        self._followers.pop(follower, None)
        self._is_done(follower)

    @property
    def due(self) -> int:
        """How many followers have not been asked to show the last change."""
        return sum(follower.seen != self._changes for follower in self._followers)

    def changed(self) -> None:
        """Something changed: everybody is to show it, in time."""
        self._changes += 1
        if self._next is None and self._asked is None and self._followers:
            self._call(BURST, self._go_on)

    def _call(self, delay: float, what: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(delay, what, context=self._context.copy())

    def _go_on(self) -> None:
        """Begin a slice."""
        self._next = None
        self._began = _now()
        self._ask()

    def _ask(self) -> None:
        """Ask whoever has waited longest, once that was a second ago."""
        follower = next(iter(self._followers), None)
        if follower is None or follower.seen == self._changes:
            return
        now = _now()
        if now < follower.last + self._every:
            self._call(follower.last + self._every - now, self._go_on)
            return
        self._followers.move_to_end(follower)
        follower.seen, follower.last = self._changes, now
        self._asked = follower
        self._call(PATIENCE, lambda: self._is_done(follower))
        try:
            follower.show(lambda: self._is_done(follower))
        except Exception:
            logger.exception("a visit did not hear what changed")
            self._is_done(follower)

    def _is_done(self, follower: _Follower) -> None:
        """Go on with the next one: soon, or after a rest once the slice is used up.

        The next is expected to take as long as this one; a rest is as long as the work before.
        """
        if self._asked is not follower:
            return
        self._asked = None
        if self._next is not None:
            self._next.cancel()
        now = _now()
        worked, took = now - self._began, now - follower.last
        if worked + took > SLICE:
            self._call(max(worked, SLICE), self._go_on)
        else:
            self._call(0, self._ask_next)

    def _ask_next(self) -> None:
        self._next = None
        self._ask()


def _now() -> float:
    return asyncio.get_running_loop().time()
