"""The protocol through which the home screens use the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.widget import Widget

from screens.app_api import AppApi
from screens.base import app_as
from screens.home.kept_tables import Shelved


class KeptTables(Protocol):
    """The tables stored on this machine."""

    def read(self) -> Shelved:
        """Read all stored tables anew. May take long: call off the event loop."""

    def delete(self, table_id: str) -> None:
        """Delete a table for good; its result stays in the tally. Raises a Refusal, OSError."""


@dataclass(frozen=True, slots=True)
class PuzzlesOnOffer:
    """The puzzles of a game, and the user's results in them."""

    count: int
    solved: int
    rating: int


class PuzzlesApi(Protocol):
    """The puzzles: positions with one clearly best move to find."""

    def of(self, game: str) -> PuzzlesOnOffer:
        """Return the puzzles of a game, possibly none."""

    def start(self, game: str = "", *, is_daily: bool = False) -> None:
        """Begin the next puzzle of a game or, if none is named, of any; or the puzzle of the day.

        Raises NotPossible.
        """


@runtime_checkable
class HomeApi(AppApi, Protocol):
    """The app, as seen by the home screen."""

    @property
    def kept(self) -> KeptTables:
        """The tables stored on this machine."""

    @property
    def puzzles(self) -> PuzzlesApi:
        """The puzzles of the games."""

    @property
    def own_name(self) -> str:
        """The name of the user of this machine; empty if none was given."""

    def go_on_with(self, table_id: str) -> None:
        """Return to a stored table. Raises NotPossible."""

    def replay_table(self, table_id: str) -> None:
        """Open a replay of a stored table. Raises NotPossible."""

    def review_table(self, table_id: str) -> None:
        """Open the review of a stored table whose game is over. Raises NotPossible."""


def home_api(node: Widget | App[Any]) -> HomeApi:
    """Return the given app, or the app of a widget, as seen by the home screen."""
    app: HomeApi = app_as(node, HomeApi)
    return app
