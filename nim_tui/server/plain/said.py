"""What is said, on its way to whoever is to hear it once they listen."""

from __future__ import annotations

from nim_tui.plain.conversation import Writer


class Said:
    """A Writer that passes on what is said, once somebody listens."""

    def __init__(self) -> None:
        self.to: Writer | None = None

    def say(self, text: str) -> None:
        """A line."""
        if self.to is not None:
            self.to.say(text)

    def wipe(self) -> None:
        """One person listens."""
