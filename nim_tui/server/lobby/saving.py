"""The seats of a table whose people did something that is not stored yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[], None]


class Saving:
    """Which seats they are; whoever looks from one, in whatever session, is told of a change."""

    def __init__(self) -> None:
        self._seats: set[int] = set()
        self._listeners: list[tuple[int, Listener]] = []

    def __contains__(self, seat: int) -> bool:
        return seat in self._seats

    def begin(self, seat: int) -> None:
        """Somebody did something there. Whoever begins tells, if it is not stored at once."""
        self._seats.add(seat)

    def end(self, seat: int) -> None:
        """It is stored, or cannot be."""
        self._seats.discard(seat)
        self.tell(seat)

    @contextmanager
    def as_if_stored(self, seat: int) -> Iterator[None]:
        """See within how it would be, were all stored."""
        self._seats.discard(seat)
        try:
            yield
        finally:
            self._seats.add(seat)

    def tell(self, seat: int) -> None:
        """Something is different for whoever looks from a seat."""
        for of, listener in tuple(self._listeners):
            if of == seat:
                listener()

    def listen(self, seat: int, listener: Listener) -> Callable[[], None]:
        """Be told of a seat; call what is returned to stop."""
        entry = (seat, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry)
