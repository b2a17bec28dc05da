"""Waits for the same key again; any other means no."""

from __future__ import annotations

from collections.abc import Collection

from textual import events
from textual.message import Message
from textual.widget import Widget


class Sure(Widget, can_focus=True):
    """Hears every key while something is asked; it takes no room: whoever asks shows what."""

    DEFAULT_CSS = "Sure { height: 0; width: 0; }"

    class Answered(Message):
        """The answer."""

        def __init__(self, *, is_yes: bool) -> None:
            super().__init__()
            self.is_yes = is_yes

    def __init__(self) -> None:
        super().__init__()
        self._keys: Collection[str] | None = None

    def ask(self, keys: Collection[str]) -> None:
        """Any of these keys means yes, whatever else happens no."""
        self._keys = keys
        self.focus()

    def on_key(self, event: events.Key) -> None:
        """Take the answer."""
        event.stop()
        event.prevent_default()
        self._answer(is_yes=event.key in (self._keys or ()))

    def on_blur(self) -> None:
        """Whoever went elsewhere meant no."""
        self._answer(is_yes=False)

    def _answer(self, *, is_yes: bool) -> None:
        if self._keys is not None:
            self._keys = None
            self.post_message(self.Answered(is_yes=is_yes))
