"""Screens that show what the hall tells, anew whenever it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from rules.text import Refusal
from screens.lobby.hall import hall

LULL: Final = 0.3
"""Seconds in which changes are gathered before they are shown."""
LULL_A_PERSON: Final = 0.01
"""The same, for each who is here: whatever changes is shown to all of them."""
LONGEST_LULL: Final = 2.0


class FollowsHall(Screen[Any]):
    """Mixin, last among the bases, as styles go by the first: `show_hall` is called in a lull."""

    _lull: Timer | None = None
    _stop_listening: Callable[[], None] = staticmethod(lambda: None)

    class Changed(Message):
        """Something in the hall changed."""

        def can_replace(self, message: Message) -> bool:
            """Several changes are shown at once."""
            return isinstance(message, FollowsHall.Changed)

    def show_hall(self) -> None:
        """Show what the hall tells now. Raises a Refusal where it cannot tell."""

    def cannot_show(self, refusal: Refusal) -> None:
        """The hall cannot tell just now; what is shown stays."""

    def follow_hall(self) -> None:
        """Begin to follow, and show what there is."""
        self._stop_listening = hall(self).listen(self._note_change)
        self._show()

    def _note_change(self) -> None:
        self.post_message(self.Changed())

    def on_unmount(self) -> None:
        """No longer listen."""
        self._stop_listening()

    def on_follows_hall_changed(self) -> None:
        """Show what changed, several changes at once."""
        if self._lull is None:
            lull = min(LULL + LULL_A_PERSON * len(hall(self).people()), LONGEST_LULL)
            self._lull = self.set_timer(lull, self.show_now)

    def show_now(self) -> None:
        """Show what there is, if this is what is looked at."""
        self._lull = None
        if self.is_attached and self.app.screen is self:
            self._show()

    def _show(self) -> None:
        try:
            self.show_hall()
        except Refusal as refusal:
            self.cannot_show(refusal)
