"""What the lobby asks of the app it runs in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from textual.widget import Widget

from screens.house import House


class Doing(Enum):
    """What Enter does with a table of the list."""

    JOIN = "join"
    WAIT = "wait"
    PLAY = "play"
    WATCH = "watch"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table of the list, as one person sees it."""

    id: str
    title: str
    game: str
    """The game's title."""
    seats: tuple[str, ...]
    """Who sits there; empty for a free seat."""
    moves: int
    doing: Doing
    is_mine: bool
    is_my_turn: bool
    ending: str
    """Who won, once it is over."""


@runtime_checkable
class Hall(House, Protocol):
    """The app of somebody who visits a server."""

    @property
    def own_name(self) -> str:
        """Who this is."""

    def name_me(self, name: str) -> None:
        """Choose a name, once. Raises a Refusal saying what would be right."""

    def lobby_tables(self, text: str, *, only_mine: bool = False) -> Sequence[LobbyTable]:
        """The tables to be seen here, those that wait for one first; with a text in them."""

    def best_players(self) -> Sequence[str]:
        """The ratings, game by game, as lines."""

    def people(self) -> Sequence[str]:
        """Who is where this is."""

    def talk(self) -> Sequence[str]:
        """What was said where this is, the oldest first."""

    def say(self, text: str) -> None:
        """Say something where this is. Raises a Refusal."""

    def act(self, table: LobbyTable) -> None:
        """Join, play, watch or replay. Raises a Refusal."""

    def get_up(self, table: LobbyTable) -> None:
        """Give back a seat of a game that has not begun, or give a game up. Raises a Refusal."""

    def new_code(self) -> str:
        """A code by which another key may join this account. Raises a Refusal."""

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when something of this changes; call what is returned to stop."""


def hall(widget: Widget) -> Hall:
    """The app of a widget as the hall of its lobby."""
    app: object = widget.app
    assert isinstance(app, Hall)
    return app
