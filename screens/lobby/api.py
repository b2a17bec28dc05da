"""The protocols through which the lobby uses the app of a server."""

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
    ServerFacts,
    Strength,
    TableFilter,
    TablePage,
)


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat of the open table, as far as its players may know. Times are in seconds."""

    name: str
    level: str
    """The level of the bot that now plays the seat; empty for a person."""
    is_lent: bool
    """Whether the bot is a stand-in for a person."""
    is_own: bool
    away: float | None
    """Seconds since the person left; None while they are here, and for bots."""
    left: float | None
    """The seconds left on the clock; None without a clock."""
    vacation: float | None
    """The end of the player's vacation, in seconds since 1970, if the clock stands for it."""
    must_move: bool
    is_rated: bool
    """Whether the game counts for the rating of the person in the seat."""
    votes: tuple[int, int]
    """The votes for a stand-in for an absent player, and the number needed."""
    may_vote: bool


class ServedTableApi(TableApi, Protocol):
    """A table of a server, as seen by its screens."""

    def seats(self) -> Sequence[SeatState]:
        """Return the seats of the open table; empty if nobody plays."""

    def counts_from(self) -> int | None:
        """Return the number of moves from which the game is rated; None for a casual game."""

    async def vote(self, seat: int) -> None:
        """Vote for a stand-in for an absent player. Raises a Refusal."""

    async def lend(self) -> None:
        """Let a bot play the reader's seat until the reader returns to it. Raises a Refusal."""

    async def take_back(self) -> None:
        """Take the reader's seat back from a bot. Raises a Refusal."""


LONGEST_PASTED: Final = 300
"""The most characters of a pasted line that leads to a table."""

HOST_MEANT: Final = N_("Replace HOST with the address of this server.")


class LinksApi(Protocol):
    """The links to a table that a player can share.

    The server looks invitations up; a failure raises a Refusal.
    """

    @property
    def is_address_known(self) -> bool:
        """Whether the server's address is known; otherwise command lines have a placeholder."""

    def record(self, table: str) -> Sequence[str]:
        """Return the command lines that fetch the record of a finished game and export it."""

    def page(self, table: str) -> str:
        """Return the address of a table in a browser; "" if there is none."""

    async def come(self, text: str) -> None:
        """Go to the table of an id, an address or an invitation."""


Done = Callable[[], None]
"""A function to call once the changes are painted."""

TV: Final = "tv"
"""The text that leads to the featured game, in place of the id of a table."""
MOST_TYPED: Final = 1200
"""The most code points of a field for a text to other people.

More than any of them may have: a longer one is refused, not cut.
"""


class WhoeverApi(Protocol):
    """The identity of the present user."""

    @property
    def name(self) -> str:
        """The name that other people see; "" until one is chosen."""


class EntranceApi(Protocol):
    """Sign-up and invitations; a failed look-up raises a Refusal."""

    @property
    def not_opened(self) -> str:
        """The message if the user's key does not open the requested account, else ""."""

    @property
    def needs_invitation(self) -> bool:
        """Whether a name can be chosen only with an invitation code."""

    @property
    def by_browser(self) -> bool:
        """Whether the user is at a page in a browser."""

    @property
    def may_invite(self) -> bool:
        """Whether new users need invitations, and this user can give some."""

    async def new_invitation(self) -> str:
        """Return an invitation code for one new user. Raises a Refusal."""

    async def check_name(self, name: str) -> None:
        """Check that a name can be chosen. Raises a Refusal that names valid ones."""

    async def name_me(self, name: str) -> None:
        """Choose a name, once. Raises a Refusal that names valid ones."""

    async def new_code(self) -> str:
        """Return a link code that adds another key to this account. Raises a Refusal."""


class ListedTablesApi(Protocol):
    """The tables in the lobby, and the actions on one of them."""

    def unfinished(self, wanted: TableFilter) -> TablePage:
        """Return the unfinished tables that the reader may see, those that wait for them first."""

    async def finished(self, wanted: TableFilter) -> TablePage:
        """Look up the finished tables, newest first. Raises a Refusal."""

    def waiting(self) -> int:
        """Return the number of all tables where it is the reader's turn."""

    def set_up(self) -> str:
        """Return the id of the table just set up, once; empty afterwards."""

    def leaving_costs(self) -> str:
        """Return the cost of leaving the server now, as a text to translate; "" for none."""

    async def act(self, table: LobbyTable) -> None:
        """Join, play, watch or replay. Raises a Refusal."""

    async def get_up(self, table: LobbyTable) -> None:
        """Leave a seat before the game, or resign during it. Raises a Refusal."""


class RatingsApi(Protocol):
    """The ratings of people."""

    def own_ratings(self) -> Mapping[str, Strength]:
        """Return the reader's ratings by game, as far as looked up."""

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """Return the facts about a table's players, as far as looked up."""

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up missing ratings of the reader and of a table's players.

        Raises a Refusal.
        """


class ChatApi(Protocol):
    """The chat of the user's place: the lobby or a table."""

    @property
    def is_aside(self) -> bool:
        """Whether the reader's messages go only to spectators, hidden from players."""

    def people(self) -> Sequence[PersonHere]:
        """Return the people in this place; the same object until they change."""

    def talk(self) -> Sequence[ChatMessage]:
        """Return the chat messages of this place, oldest first."""

    async def say(self, text: str) -> None:
        """Send a chat message to the user's place. Raises a Refusal."""


class ModeratingApi(Protocol):
    """The actions of an admin on tables."""

    async def close(self, table: str) -> object:
        """Close a table, whoever plays there. Raises a Refusal."""


@runtime_checkable
class LobbyApi(AppApi, Protocol):
    """The app of a user on a server."""

    @property
    def server(self) -> ServerFacts:
        """The name and texts of the server."""

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
        """The chat of the user's place."""

    @property
    def moderating(self) -> ModeratingApi | None:
        """The actions of an admin; None for other people."""

    @property
    def is_moderator(self) -> bool:
        """Whether the user reads reports, as moderators and admins do."""

    @property
    def who(self) -> WhoeverApi:
        """The identity of the present user."""

    async def page(self, name: str, of: str = "") -> Page:
        """Return a page by its name; `of` is the id of its subject. Raises a Refusal."""

    async def review_table(self, table_id: str) -> None:
        """Look up and open the review of a finished game. Raises a Refusal."""

    def follow(self, show: Callable[[Done], None]) -> Callable[[], None]:
        """Call `show` after changes, in turn with other sessions; return a function to stop it."""


def lobby_api(widget: Widget) -> LobbyApi:
    """Return the app of a widget, as seen by the lobby."""
    app: LobbyApi = app_as(widget, LobbyApi)
    return app
