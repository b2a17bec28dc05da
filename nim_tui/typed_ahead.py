"""Keys that come faster than the screens can follow, handed on one by one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from textual.app import App
from textual.events import Key
from textual.message_pump import MessagePump

from nim_tui.terminal.left_out import LeftOut

BURST: Final = 0.03
"""Seconds within which a key waits for the one before, whatever the queues look like."""
MOST_WAITING: Final = 250
"""Keys that wait; those after them are left out."""
FEW: Final = 20
"""Keys that a quick hand may be ahead; Esc leaves them to be heard before it."""
MOST_SCREENS: Final = 3
PATIENCE: Final = 0.25
"""Seconds to wait for a widget that is busy, and no longer."""


class TypedAhead:
    """Lets what one key sets off be done before the next is heard.

    Textual hands a key to whatever has the focus just then; keys that come in a burst
    (typed ahead, pasted, sent by a script) would all reach the first screen.
    """

    def __init__(self, app: App[Any], hand_on: Callable[[Key], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._last = 0.0
        self._waiting: deque[Key] = deque()
        self._has_left_out = False

    async def hear(self, key: Key) -> None:
        """Hand a key on, now or once those before it have done what they do."""
        before, self._last = self._last, asyncio.get_running_loop().time()
        if not self._waiting and self._last - before >= BURST and self._is_at_rest:
            await self._hand_on(key)
            return
        if key.key == "escape" and len(self._waiting) > FEW:
            self._waiting = deque([self._waiting[0]])  # which is on its way
        if len(self._waiting) >= MOST_WAITING:
            self._leave_out()
            return
        self._waiting.append(key)
        if len(self._waiting) == 1:
            self._app.run_worker(self._hand_on_all(), group="keys")

    def _leave_out(self) -> None:
        """Say once of a burst that it was too long."""
        if not self._has_left_out:
            self._has_left_out = True
            self._app.post_message(LeftOut())

    @property
    def _is_at_rest(self) -> bool:
        return not any(node.message_queue_size for node in (self._app, *self._hearers()))

    def _hearers(self) -> Iterable[MessagePump]:
        """What a key passes on its way up, from the focused widget to the screen."""
        focused = self._app.focused
        return [self._app.screen] if focused is None else focused.ancestors_with_self

    async def _hand_on_all(self) -> None:
        while self._waiting:
            await self._come_to_rest()
            await self._hand_on(self._waiting[0])
            self._waiting.popleft()
        self._has_left_out = False

    async def _come_to_rest(self) -> None:
        """Wait until the focused widget, what holds it and what they open have caught up.

        Twice, as a key is first offered to the widget and then looked up among the bindings.
        """
        for _screen in range(MOST_SCREENS):
            top = self._app.screen
            for node in [*self._hearers(), self._app] * 2:
                await _caught_up(node)
            if self._app.screen is top:
                return


async def _caught_up(node: MessagePump) -> None:
    """Wait until a widget, or the app, has handled the messages it has now."""
    done = asyncio.Event()
    if node.is_running and node.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)
