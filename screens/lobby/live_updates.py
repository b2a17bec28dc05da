"""Screens that show what the lobby tells, anew whenever it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message import Message
from textual.screen import Screen

from rules.messages import Refusal
from screens.lobby.app_api import Done, lobby_api


class FollowsLobby(Screen[Any]):
    """Mixin, last among the bases, as styles go by the first.

    `show_lobby` is called when the lobby gives the word, to one of all who follow after the other.
    """

    _stop_following: Callable[[], None] = staticmethod(lambda: None)

    class Changed(Message):
        """Something in the lobby changed, and it is for this screen to show it."""

        def __init__(self, done: Done) -> None:
            super().__init__()
            self.done = done

    def show_lobby(self) -> None:
        """Show what the lobby tells now. Raises a Refusal where it cannot tell."""

    def cannot_show(self, refusal: Refusal) -> None:
        """The lobby cannot tell just now; what is shown stays."""

    def follow_lobby(self) -> None:
        """Begin to follow, and show what there is."""
        self._stop_following = lobby_api(self).follow(self._note_change)
        self._show()

    def _note_change(self, done: Done) -> None:
        if not self.post_message(self.Changed(done)):
            done()

    def on_unmount(self) -> None:
        """No longer follow."""
        self._stop_following()

    def on_follows_lobby_changed(self, message: Changed) -> None:
        """Show what changed; the others go on once that is painted."""
        self.show_now()
        if not (self._is_looked_at and self.call_after_refresh(message.done)):
            message.done()

    def show_now(self) -> None:
        """Show what there is, if this is what is looked at."""
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
