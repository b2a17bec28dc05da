"""Mixins for screens that refresh when the lobby changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.dom import DOMNode
from textual.message import Message
from textual.screen import Screen

from rules.messages import Refusal
from screens.lobby.api import Done, lobby_api


class LobbyFollower(Screen[Any]):
    """Mixin, last among the bases for the sake of styles.

    The lobby has `show_lobby` called for one follower after the other.
    """

    _stop_following: Callable[[], None] = staticmethod(lambda: None)

    class Changed(Message):
        """A change of the lobby for this screen to show."""

        def __init__(self, done: Done) -> None:
            super().__init__()
            self.done = done

    def show_lobby(self) -> None:
        """Show the present lobby. Raises a Refusal if it cannot be looked up."""

    def cannot_show(self, refusal: Refusal) -> None:
        """Leave the screen unchanged after a failed look-up."""

    def follow_lobby(self) -> None:
        """Start following the lobby, and show it."""
        self._stop_following = lobby_api(self).follow(self._note_change)
        self._show()

    def _note_change(self, done: Done) -> None:
        if not self.post_message(self.Changed(done)):
            done()

    def on_unmount(self) -> None:
        """Stop following the lobby."""
        self._stop_following()

    def on_lobby_follower_changed(self, message: Changed) -> None:
        """Show a change; the next follower's turn comes once it is painted."""
        self.show_now()
        if not (self._is_looked_at and self.call_after_refresh(message.done)):
            message.done()

    def show_now(self) -> None:
        """Refresh the screen if it is on top."""
        if self._is_looked_at:
            self._show()

    @property
    def _is_looked_at(self) -> bool:
        return self.is_attached and self.app.screen is self

    def _show(self) -> None:
        try:
            self.show_lobby()
        except Refusal as refusal:
            self.cannot_show(refusal)


Step = Callable[[], Awaitable[None]]


def look_up(node: DOMNode, work: Step, group: str) -> None:
    """Begin a look-up, unless one of this group is running: a user has only one at a time."""
    if all(worker.is_finished for worker in node.workers if worker.group == group):
        node.run_worker(work(), group=group)


class RefreshingPage(LobbyFollower):
    """Mixin, last among the bases: `look` runs in the background, never twice at once."""

    _is_due = False
    """Whether another look-up is due."""

    def show_lobby(self) -> None:
        """Look the page up again, as its content may have changed."""
        self._is_due = True
        look_up(self, self._look_on, type(self).__name__)

    async def _look_on(self) -> None:
        """Look the page up until no change came meanwhile."""
        while self._is_due:
            self._is_due = False
            try:
                await self.look()
            except Refusal as refusal:
                self.cannot_show(refusal)

    async def look(self) -> None:
        """Look the page up and show it. Raises a Refusal."""
