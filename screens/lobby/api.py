"""The protocols by which the lobby asks the app of a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from textual.widget import Widget

from rules.messages import N_
from screens.app_api import AppApi, TableApi
from screens.base import app_as
from screens.lobby.page import Page
from screens.lobby.values import (
    ChatMessage,
    KnownPlayer,
    LobbyTable,
    PersonHere,
    Strength,
    TableFilter,
    TablePage,
)


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat of the table being looked at, as its people may know it. Times are in seconds."""

    name: str
    program: str
    """The level of the bot that plays it now; empty for a person."""
    is_lent: bool
    """Whether that bot plays for a person."""
    is_own: bool
    away: float | None
    """How long the person has been away; None while here, and for bots."""
    left: float | None
    """The time left; None where it is not counted."""
    must_move: bool
    is_rated: bool
    """Whether the game counts for who sits there."""
    votes: tuple[int, int]
    """How many want a bot to play for who is away, and how many that takes."""
    may_vote: bool


class ServedTableApi(TableApi, Protocol):
    """A table of a server, as its screens know it."""

    def seats(self) -> Sequence[SeatState]:
        """The seats of the table being looked at; none where nobody plays."""

    def counts_from(self) -> int | None:
        """From how many moves on the game counts for ratings; None: it does not."""

    async def vote(self, seat: int) -> None:
        """Want a bot to play for who is away. Raises a Refusal."""

    async def lend(self) -> None:
        """Let a bot play for oneself, until one sits down again. Raises a Refusal."""

    async def take_back(self) -> None:
        """Play oneself again, instead of a bot. Raises a Refusal."""


LONGEST_PASTED: Final = 300
"""Characters of a line that leads to a table."""

HOST_MEANT: Final = N_("Replace HOST with the address of this server.")


class LinksApi(Protocol):
    """The links to a table that a player can share.

    Invitations are looked up on the server, and raise a Refusal.
    """

    @property
    def is_address_known(self) -> bool:
        """Whether lines for ssh name this server, or have a word for it."""

    def record(self, table: str) -> Sequence[str]:
        """The lines by which somebody has the record of a game that is over, and makes a page."""

    def page(self, table: str) -> str:
        """The address of a table in a browser; empty if there is none."""

    async def come(self, text: str) -> None:
        """Go where the id of a table, its address or an invitation leads."""


Done = Callable[[], None]
"""To be called once what changed is painted."""

LONGEST_SAID: Final = 300
"""Cells of a line that people write for others: chat, what they report, an announcement."""
MOST_TYPED: Final = 4 * LONGEST_SAID
"""Code points that a field for such a line takes; a line that is too long is refused, not cut."""


class WhoeverApi(Protocol):
    """The identity of the present user."""

    @property
    def name(self) -> str:
        """The name others see; empty before one was chosen."""


class EntranceApi(Protocol):
    """How people come in. All of it is looked up, and raises a Refusal where that fails."""

    @property
    def not_opened(self) -> str:
        """The message for a user whose key does not open the account they asked for.

        Empty if they asked for none.
        """

    @property
    def needs_invitation(self) -> bool:
        """Whether a name can be chosen only together with the code of an invitation."""

    @property
    def by_browser(self) -> bool:
        """Whether this person came by a page in a browser."""

    @property
    def may_invite(self) -> bool:
        """Whether strangers need invitations, and this person can give some."""

    async def new_invitation(self) -> str:
        """A code by which one stranger may join. Raises a Refusal."""

    async def check_name(self, name: str) -> None:
        """Whether a name can be chosen. Raises a Refusal saying what would be right."""

    async def name_me(self, name: str) -> None:
        """Choose a name, once. Raises a Refusal saying what would be right."""

    async def new_code(self) -> str:
        """A code by which another key may join this account. Raises a Refusal."""


class ListedTablesApi(Protocol):
    """The tables that the lobby lists, and what is done with one of them."""

    def unfinished(self, wanted: TableFilter) -> TablePage:
        """The tables not over to be seen here, those that wait for one first."""

    async def finished(self, wanted: TableFilter) -> TablePage:
        """The tables that are over, the newest first: looked up. Raises a Refusal."""

    def waiting(self) -> int:
        """How many tables wait for this person to move, listed or not."""

    def set_up(self) -> str:
        """The id of the table this person has just set up; empty when it was asked for before."""

    def leaving_costs(self) -> str:
        """Return the cost of leaving the server now, as a text to translate; empty if none."""

    async def act(self, table: LobbyTable) -> None:
        """Join, play, watch or replay. Raises a Refusal."""

    async def get_up(self, table: LobbyTable) -> None:
        """Give back a seat of a game that has not begun, or give a game up. Raises a Refusal."""


class RatingsApi(Protocol):
    """How strong people are."""

    def own_ratings(self) -> Mapping[str, Strength]:
        """The own strength by game, as far as it was learnt."""

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """Return the facts known about the players at a table, as far as they were looked up."""

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up what is not known yet: of oneself, and of who sits there. Raises a Refusal."""


class ChatApi(Protocol):
    """The chat of the place the user is at: the lobby or a table."""

    @property
    def is_aside(self) -> bool:
        """Whether what one says here is for spectators alone, and hidden from players."""

    def people(self) -> Sequence[PersonHere]:
        """Return the people in this place; the same value until that changes."""

    def talk(self) -> Sequence[ChatMessage]:
        """Return the chat messages of this place, the oldest first."""

    async def say(self, text: str) -> None:
        """Say something where this is. Raises a Refusal."""


class ModeratingApi(Protocol):
    """The actions of admins on sessions and tables."""

    @property
    def is_admin(self) -> bool:
        """Whether this person may act on sessions and tables."""

    async def close_table(self, table: LobbyTable) -> None:
        """Close a table, for admins. Raises a Refusal."""


@runtime_checkable
class LobbyApi(AppApi, Protocol):
    """The app of somebody who visits a server."""

    @property
    def table(self) -> ServedTableApi:
        """The table on the screen."""

    @property
    def links(self) -> LinksApi:
        """Invitations to seats, and where what is pasted leads."""

    @property
    def entrance(self) -> EntranceApi:
        """Where people come in."""

    @property
    def tables(self) -> ListedTablesApi:
        """The tables of the lobby."""

    @property
    def ratings(self) -> RatingsApi:
        """How strong people are."""

    @property
    def chat(self) -> ChatApi:
        """The chat of this place."""

    @property
    def moderating(self) -> ModeratingApi:
        """The actions of admins."""

    @property
    def who(self) -> WhoeverApi:
        """The identity of the present user."""

    async def page(self, name: str, of: str = "") -> Page:
        """Look up a page by its name; `of` is what it is about. Raises a Refusal."""

    async def review_table(self, table_id: str) -> None:
        """Look up the review of a game that is over, and open it. Raises a Refusal."""

    def follow(self, show: Callable[[Done], None]) -> Callable[[], None]:
        """Be asked, in turns with others, to show what changed of this.

        Call what is returned to stop.
        """


def lobby_api(widget: Widget) -> LobbyApi:
    """The app of a widget as its lobby knows it."""
    app: LobbyApi = app_as(widget, LobbyApi)
    return app
