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
    """A seat of the open table, as its players may know it. Times are in seconds."""

    name: str
    program: str
    """The level of the bot that plays it now; empty for a person."""
    is_lent: bool
    """Whether that bot plays for a person."""
    is_own: bool
    away: float | None
    """Seconds that the person has been away; None while they are here, and for bots."""
    left: float | None
    """The time left; None where it is not counted."""
    must_move: bool
    is_rated: bool
    """Whether the game counts for the rating of the person in the seat."""
    votes: tuple[int, int]
    """The votes for a stand-in for an absent player, and the number needed."""
    may_vote: bool


class ServedTableApi(TableApi, Protocol):
    """A table of a server, as its screens know it."""

    def seats(self) -> Sequence[SeatState]:
        """The seats of the open table; empty where nobody plays."""

    def counts_from(self) -> int | None:
        """From how many moves on the game counts for ratings; None: it does not."""

    async def vote(self, seat: int) -> None:
        """Vote for a stand-in for an absent player. Raises a Refusal."""

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
        """Whether SSH command lines name this server's address or only a placeholder."""

    def record(self, table: str) -> Sequence[str]:
        """Return the command lines that fetch the record of a finished game and export it."""

    def page(self, table: str) -> str:
        """Return the address of a table in a browser; "" if there is none."""

    async def come(self, text: str) -> None:
        """Go where the id of a table, its address or an invitation leads."""


Done = Callable[[], None]
"""A function to call once the changes are painted."""

LONGEST_SAID: Final = 300
"""The longest text people write for others, in cells: chat, report, announcement."""
MOST_TYPED: Final = 4 * LONGEST_SAID
"""Code points that a field for such a line takes; a line that is too long is refused, not cut."""


class WhoeverApi(Protocol):
    """The identity of the present user."""

    @property
    def name(self) -> str:
        """The name other people see; "" before one was chosen."""


class EntranceApi(Protocol):
    """Sign-up and invitations, looked up; a failed look-up raises a Refusal."""

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
        """Check that a name can be chosen. Raises a Refusal that says what is valid."""

    async def name_me(self, name: str) -> None:
        """Choose a name, once. Raises a Refusal that says what is valid."""

    async def new_code(self) -> str:
        """A code by which another key may join this account. Raises a Refusal."""


class ListedTablesApi(Protocol):
    """The tables in the lobby, and the actions on one of them."""

    def unfinished(self, wanted: TableFilter) -> TablePage:
        """Return the unfinished tables the reader may see, those that wait for the reader first."""

    async def finished(self, wanted: TableFilter) -> TablePage:
        """The tables that are over, the newest first: looked up. Raises a Refusal."""

    def waiting(self) -> int:
        """The number of tables where it is the reader's turn, in the list or not."""

    def set_up(self) -> str:
        """The id of the table this person has just set up; empty when it was asked for before."""

    def leaving_costs(self) -> str:
        """Return the cost of leaving the server now, as a text to translate; empty if none."""

    async def act(self, table: LobbyTable) -> None:
        """Join, play, watch or replay. Raises a Refusal."""

    async def get_up(self, table: LobbyTable) -> None:
        """Leave a seat before the game begins, or resign. Raises a Refusal."""


class RatingsApi(Protocol):
    """The ratings of people."""

    def own_ratings(self) -> Mapping[str, Strength]:
        """The reader's rating by game, as far as looked up."""

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """Return the facts looked up about the players at a table."""

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up missing ratings: the reader's and those of a table's players.

        Raises a Refusal.
        """


class ChatApi(Protocol):
    """The chat of the place the user is at: the lobby or a table."""

    @property
    def is_aside(self) -> bool:
        """Whether the reader's messages go to spectators alone, hidden from players."""

    def people(self) -> Sequence[PersonHere]:
        """Return the people in this place; the same value until that changes."""

    def talk(self) -> Sequence[ChatMessage]:
        """Return the chat messages of this place, the oldest first."""

    async def say(self, text: str) -> None:
        """Send a chat message to the reader's present place. Raises a Refusal."""


class ModeratingApi(Protocol):
    """The actions of admins on sessions and tables."""

    @property
    def is_admin(self) -> bool:
        """Whether this person may act on sessions and tables."""

    async def close_table(self, table: LobbyTable) -> None:
        """Close a table, for admins. Raises a Refusal."""


@runtime_checkable
class LobbyApi(AppApi, Protocol):
    """The app of a person on a server."""

    @property
    def table(self) -> ServedTableApi:
        """The table on the screen."""

    @property
    def links(self) -> LinksApi:
        """Invite links, and the targets of pasted links."""

    @property
    def entrance(self) -> EntranceApi:
        """Sign-up and invitations."""

    @property
    def tables(self) -> ListedTablesApi:
        """The tables of the lobby."""

    @property
    def ratings(self) -> RatingsApi:
        """The ratings of people."""

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
        """Return a page by its name; `of` is the id of its subject. Raises a Refusal."""

    async def review_table(self, table_id: str) -> None:
        """Look up the review of a game that is over, and open it. Raises a Refusal."""

    def follow(self, show: Callable[[Done], None]) -> Callable[[], None]:
        """Call `show` after changes, in turn with other sessions; return a function to stop it."""


def lobby_api(widget: Widget) -> LobbyApi:
    """The app of a widget as its lobby knows it."""
    app: LobbyApi = app_as(widget, LobbyApi)
    return app
