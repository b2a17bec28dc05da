"""Who is told of the changes of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nim_tui.tables.history import Step

Listener = Callable[[], None]


class Listeners:
    """Those who listen, each for some seats, or for the spectators' place (None)."""

    def __init__(self) -> None:
        self._entries: list[tuple[Listener, frozenset[int | None]]] = []

    def add(self, listener: Listener, seats: Iterable[int | None]) -> Callable[[], None]:
        """Tell of each change that one of these seats notices; call what is returned to stop."""
        entry = (listener, frozenset(seats))
        self._entries.append(entry)
        return lambda: self._entries.remove(entry)

    def tell(self, step: Step | None = None) -> None:
        """Tell who notices that a step was made or taken back; without one, tell everybody."""
        for listener, seats in tuple(self._entries):
            if step is None or any(step.is_noticed_by(seat) for seat in seats):
                listener()
