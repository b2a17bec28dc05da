"""What the lobby asks of the app it runs in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from textual.widget import Widget

from screens.app_api import AppApi
from screens.base import app_as
from screens.lobby.company_api import CompanyApi
from screens.lobby.ladder_api import LadderApi
from screens.lobby.links_api import LinksApi
from screens.lobby.listed import (
    KnownPlayer,
    Listed,
    LobbyTable,
    PersonHere,
    Remark,
    SessionRow,
    Strength,
    Wanted,
)
from screens.lobby.profile_api import ProfileApi
from screens.lobby.served_table_api import ServedTableApi
from screens.lobby.tournament_api import TournamentApi

Done = Callable[[], None]
"""To be called once what changed is painted."""

LONGEST_SAID: Final = 300
"""Cells of a line that people write for others: chat, what they report, an announcement."""
MOST_TYPED: Final = 4 * LONGEST_SAID
"""Code points that a field for such a line takes; a line that is too long is refused, not cut."""


class WhoeverApi(Protocol):
    """Who somebody is here."""

    @property
    def name(self) -> str:
        """The name others see; empty before one was chosen."""


class EntranceApi(Protocol):
    """How people come in. All of it is looked up, and raises a Refusal where that fails."""

    @property
    def not_opened(self) -> str:
        """What to tell whose key does not open the account they meant; empty if none was."""

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

    def unfinished(self, wanted: Wanted) -> Listed:
        """The tables not over to be seen here, those that wait for one first."""

    async def finished(self, wanted: Wanted) -> Listed:
        """The tables that are over, the newest first: looked up. Raises a Refusal."""

    def waiting(self) -> int:
        """How many tables wait for this person to move, listed or not."""

    def set_up(self) -> str:
        """The id of the table this person has just set up; empty when it was asked for before."""

    def leaving_costs(self) -> str:
        """What leaving the server now costs this person: to translate; empty for nothing."""

    async def act(self, table: LobbyTable) -> None:
        """Join, play, watch or replay. Raises a Refusal."""

    async def get_up(self, table: LobbyTable) -> None:
        """Give back a seat of a game that has not begun, or give a game up. Raises a Refusal."""


class RatingsApi(Protocol):
    """How strong people are."""

    async def best_players(self) -> Sequence[str]:
        """The ratings, game by game, as lines: looked up. Raises a Refusal."""

    def own_ratings(self) -> Mapping[str, Strength]:
        """The own strength by game, as far as it was learnt."""

    def players_at(self, table: LobbyTable) -> Sequence[KnownPlayer]:
        """What is known of who sits at a table, as far as that was learnt."""

    async def learn_ratings(self, table: LobbyTable | None) -> None:
        """Look up what is not known yet: of oneself, and of who sits there. Raises a Refusal."""


class ChatApi(Protocol):
    """What is said where one is, in the lobby or at a table."""

    @property
    def is_aside(self) -> bool:
        """Whether what one says here is for spectators alone, and hidden from players."""

    def people(self) -> Sequence[PersonHere]:
        """Who is where this is; the same value until that changes."""

    def talk(self) -> Sequence[Remark]:
        """What was said where this is, the oldest first."""

    async def say(self, text: str) -> None:
        """Say something where this is. Raises a Refusal."""


class ModeratingApi(Protocol):
    """What admins do about sessions and tables."""

    @property
    def is_admin(self) -> bool:
        """Whether this person may act on sessions and tables."""

    async def visits(self) -> Sequence[SessionRow]:
        """Who is here, for admins."""

    def kick(self, visit: int) -> None:
        """End a session, for admins. Raises a Refusal."""

    async def close_table(self, table: LobbyTable) -> None:
        """Close a table, for admins. Raises a Refusal."""


@runtime_checkable
class LobbyApi(AppApi, Protocol):
    """The app of somebody who visits a server."""

    @property
    def table(self) -> ServedTableApi:
        """The table on the screen."""

    @property
    def profile(self) -> ProfileApi:
        """The own account."""

    @property
    def links(self) -> LinksApi:
        """Invitations to seats, and where what is pasted leads."""

    @property
    def ladder(self) -> LadderApi:
        """Places, and challenges for them."""

    @property
    def tournaments(self) -> TournamentApi:
        """Round robins."""

    @property
    def company(self) -> CompanyApi:
        """Other people."""

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
        """What is said here."""

    @property
    def moderating(self) -> ModeratingApi:
        """What admins do."""

    @property
    def who(self) -> WhoeverApi:
        """Who this is."""

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
