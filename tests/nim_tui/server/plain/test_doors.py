"""Whatever the lobby's screens can do has a word by lines, or stands here with the reason."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

import screens.lobby
from nim_tui.plain.commands import spelt
from nim_tui.server.accounts.registration import RegistrationRules
from nim_tui.server.app.app import VisitorApp
from nim_tui.server.contests.tournament_page import WORDS as TOURNAMENT_WORDS
from nim_tui.server.contests.tournament_view import TournamentAction
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.settings.sections import INVITE, SignUpConfig
from nim_tui.server.ssh import Limits
from nim_tui.server.terminal.context import ServerContext
from screens.app_api import TableApi
from screens.lobby.values import SessionRow, TableAction
from tests.nim_tui.server.lobby.steady import Play, Steady, print_of
from tests.nim_tui.server.notifications.doors import with_notices
from tests.nim_tui.server.plain.lines import talker

if TYPE_CHECKING:
    from nim_tui.server.admin.service import AdminService

LOBBY, TABLE, PROFILE, NOTICES = "lobby", "table", "profile", "notices"
ABOUT = "about"
CLUBS, CLUB = "clubs", "club"
BOTS = "bots"
LADDER, TOURNAMENTS, TOURNAMENT = "ladder", "tournaments", "tournament"

SEEN: Final = "it only moves about on a screen"
TOLD: Final = "it is told without being asked for"
INSIDE: Final = "another door asks it"
LEFT: Final = "quit leaves every page"

Door = tuple[str, str] | str
"""Where a word is heard, and the word; or the reason why there is none."""

KEYS: Final[Mapping[str, Door]] = {
    "lobby.review": (LOBBY, "review"), "lobby.new": (LOBBY, "new"), "lobby.talk": (LOBBY, "say"),
    "lobby.people": (LOBBY, "people"), "lobby.mine": (LOBBY, "ours"),
    "lobby.filter": (LOBBY, "free"), "lobby.profile": (LOBBY, "profile"),
    "lobby.search": (LOBBY, "tables"), "lobby.get_up": (LOBBY, "leave"),
    "lobby.best": (LOBBY, "best"), "lobby.ladder": (LOBBY, "ladder"),
    "lobby.tournaments": (LOBBY, "tournaments"), "lobby.learn": (LOBBY, "learn"),
    "lobby.rules": (LOBBY, "rules"), "lobby.visits": (LOBBY, "sessions"),
    "lobby.reports": (LOBBY, "reports"), "reports.find": (LOBBY, "moderate"),
    "reports.audit": (LOBBY, "audit"), "reports.back": LEFT, "case.back": LEFT,
    "lobby.tv": (LOBBY, "tv"), "lobby.code": (LOBBY, "code"), "lobby.invite": (LOBBY, "invite"),
    "profile.results": (PROFILE, "results"), "results.back": LEFT, "games.back": LEFT,
    "lobby.friends": (LOBBY, "friends"), "friends.unfollow": (LOBBY, "unfollow"),
    "friends.back": LEFT, "lobby.messages": (LOBBY, "messages"), "messages.back": LEFT,
    "talk_page.say": (LOBBY, "tell"), "talk_page.block": (LOBBY, "block"),
    "talk_page.report": (LOBBY, "report"), "talk_page.back": LEFT,
    "lobby.clubs": (LOBBY, "clubs"), "clubs.new": (CLUBS, "new"), "clubs.back": LEFT,
    "club.chat": (CLUB, "chat"), "club.exclude": (CLUB, "exclude"),
    "club.captain": (CLUB, "captain"), "club.back": LEFT, "club_chat.say": (CLUB, "say"),
    "club_chat.block": (LOBBY, "block"), "club_chat.report": (CLUB, "report"),
    "club_chat.back": LEFT,
    "lobby.turns": (LOBBY, "turns"), "turns.back": LEFT, "visit.next": (TABLE, "next"),
    "profile.vacation": (PROFILE, "vacation"), "vacation.back": LEFT,
    "lobby.about": (LOBBY, "about"), "about.message": (ABOUT, "message"), "about.back": LEFT,
    "banner.back": TOLD, "lobby.settings": (LOBBY, "settings"), "lobby.quit": (LOBBY, "quit"),
    "lobby.here_down": SEEN, "lobby.here_up": SEEN, "lobby.escape": SEEN,
    "visit.talk": (TABLE, "chat"), "visit.seats": (TABLE, "seats"),
    "talk.people": (TABLE, "people"), "talk.back": LEFT, "people.back": LEFT,
    "ladder.undo": (LADDER, "leave"), "ladder.back": LEFT,
    "notices.try": (NOTICES, "test"), "notices.turn": (NOTICES, "off"),
    "notices.gather": (NOTICES, "daily"), "notices.forget": (NOTICES, "forget"),
    "notices.back": LEFT,
    "profile.keys": (PROFILE, "keys"), "profile.notices": (PROFILE, "notices"),
    "profile.back": LEFT, "profile.blocked": (PROFILE, "blocked"),
    "profile.bots": (PROFILE, "bots"), "own_bots.rename": (BOTS, "rename"),
    "own_bots.code": (BOTS, "code"), "own_bots.delete": (BOTS, "delete"), "own_bots.back": LEFT,
    "own_keys.remove": (PROFILE, "remove"), "own_keys.code": (PROFILE, "code"),
    "own_keys.back": LEFT,
    "tournaments.new": (TOURNAMENTS, "new"), "tournaments.back": LEFT, "tournament.back": LEFT,
    "form.back": LEFT,
    "lobby.link": (LOBBY, "invite"), "lobby.come": (LOBBY, "join"),
    "lobby.pass_on": (LOBBY, "record"), "links.back": LEFT,
    "leaderboard.back": LEFT, "seats.back": LEFT, "visits.back": LEFT, "name.quit": LEFT,
}  # fmt: skip
"""Every key of the lobby and its pages, by its id."""

ASKED: Final[Mapping[str, Door]] = {
    "ServedTableApi.seats": (TABLE, "seats"), "ServedTableApi.counts_from": (TABLE, "seats"),
    "ServedTableApi.vote": (TABLE, "vote"), "ServedTableApi.lend": (TABLE, "lend"),
    "ServedTableApi.take_back": (TABLE, "sit"), "TableApi.can_resign": INSIDE,
    "TableApi.resign": (TABLE, "resign"),
    "TableApi.around": (TABLE, "clock"), "TableApi.may_be_watched": INSIDE,
    "TableApi.agreement": (TABLE, "draw"), "TableApi.agree": (TABLE, "draw"),
    "TableApi.decline": (TABLE, "draw"), "TableApi.allow_undo": (TABLE, "undo"),
    "TableApi.rematch": (TABLE, "rematch"),
    "TableApi.play_again": (TABLE, "rematch"), "TableApi.replay": (TABLE, "replay"),
    "TableApi.can_review": INSIDE, "TableApi.story": INSIDE, "TableApi.review": (TABLE, "review"),
    "TableApi.leave": (TABLE, "leave"),
    "WhoeverApi.name": TOLD,
    "EntranceApi.not_opened": TOLD,
    "EntranceApi.needs_invitation": TOLD, "EntranceApi.may_invite": INSIDE,
    "EntranceApi.by_browser": INSIDE,
    "EntranceApi.new_invitation": (LOBBY, "invite"), "EntranceApi.check_name": TOLD,
    "EntranceApi.name_me": TOLD, "EntranceApi.new_code": (LOBBY, "code"),
    "ListedTablesApi.unfinished": (LOBBY, "tables"), "ListedTablesApi.finished": (LOBBY, "over"),
    "ListedTablesApi.leaving_costs": (LOBBY, "quit"),
    "ListedTablesApi.waiting": TOLD, "ListedTablesApi.set_up": TOLD,
    "ListedTablesApi.act": (LOBBY, "join"), "ListedTablesApi.get_up": (LOBBY, "leave"),
    "RatingsApi.own_ratings": (PROFILE, "list"),
    "RatingsApi.players_at": (LOBBY, "look"), "RatingsApi.learn_ratings": INSIDE,
    "ChatApi.is_aside": TOLD, "ChatApi.people": (LOBBY, "people"), "ChatApi.talk": (LOBBY, "chat"),
    "ChatApi.say": (LOBBY, "say"),
    "ModeratingApi.close": (LOBBY, "close"),
    "LinksApi.is_address_known": INSIDE, "LinksApi.come": (LOBBY, "join"),
    "LinksApi.record": (LOBBY, "record"),
    "LinksApi.page": (LOBBY, "record"), "LobbyApi.links": INSIDE,
    "LobbyApi.table": INSIDE, "LobbyApi.server": (LOBBY, "about"),
    "LobbyApi.entrance": INSIDE, "LobbyApi.tables": (LOBBY, "tables"),
    "LobbyApi.ratings": (LOBBY, "best"), "LobbyApi.chat": (LOBBY, "chat"),
    "LobbyApi.moderating": (LOBBY, "sessions"), "LobbyApi.is_moderator": INSIDE,
    "LobbyApi.who": INSIDE, "LobbyApi.page": (PROFILE, "keys"),
    "LobbyApi.review_table": (LOBBY, "review"), "LobbyApi.follow": TOLD,
}  # fmt: skip
"""Everything that the lobby's screens ask of their app."""

CHOICES: Final[Mapping[object, Door]] = {
    **{act: (TOURNAMENT, word) for act, word in TOURNAMENT_WORDS.items()},
    TableAction.JOIN: (LOBBY, "join"), TableAction.WAIT: TOLD, TableAction.PLAY: (LOBBY, "join"),
    TableAction.WATCH: (LOBBY, "watch"), TableAction.REPLAY: (LOBBY, "replay"),
}  # fmt: skip
"""What Enter does, wherever it may do several things."""

PAGES: Final[Mapping[tuple[str, str], str]] = {
    ("sessions", ""): LOBBY, ("keys", ""): PROFILE, ("notices", ""): NOTICES,
    ("person", "Ben"): LOBBY, ("ladder", "bataille"): LADDER, ("tournaments", ""): TOURNAMENTS,
}  # fmt: skip
"""Pages by name and what they are about, and where the words of their actions are heard."""

WAYS: Final[Mapping[str, tuple[str, ...]]] = {
    LOBBY: (), ABOUT: ("about",), PROFILE: ("profile",), NOTICES: ("profile", "notices"),
    LADDER: ("ladder bataille",), TOURNAMENTS: ("tournaments",),
    BOTS: ("profile", "bots"), CLUBS: ("clubs",), CLUB: ("clubs", "new Chess friends"),
    TOURNAMENT: ("tournaments", "new bataille", ""), TABLE: ("new bataille", "easy", ""),
}  # fmt: skip
"""What to say in the lobby to come to each place."""


class Admins:
    """Moderation that nobody asks anything of."""

    @property
    def sessions(self) -> Admins:
        return self

    async def rows(self) -> list[SessionRow]:
        return [SessionRow(7, "Ben", "192.0.2.1", "")]

    def end_key(self, fingerprint: str) -> None: ...

    async def answer(self, order: object, by: object) -> None: ...


def lobby_classes() -> Iterator[type]:
    """All that is defined in the lobby's screens."""
    for found in pkgutil.walk_packages(screens.lobby.__path__, "screens.lobby."):
        module = importlib.import_module(found.name)
        for one in vars(module).values():
            if inspect.isclass(one) and one.__module__ == found.name:
                yield one


def keys() -> set[str]:
    classes = (VisitorApp, *lobby_classes())
    bindings = (key for one in classes for key in vars(one).get("BINDINGS", ()))
    return {key.id for key in bindings if key.id}


def asked() -> set[str]:
    """The members of everything that screens know their app by."""
    apis = [one for one in lobby_classes() if getattr(one, "_is_protocol", False)]
    return {
        f"{api.__name__}.{name}"
        for api in (TableApi, *apis)
        for name in vars(api)
        if not name.startswith("_")
    }


def test_every_door_of_the_lobby_is_listed() -> None:
    assert set(KEYS) == keys()
    assert set(ASKED) == asked()
    assert set(CHOICES) == {*TournamentAction, *TableAction}


def test_every_door_has_a_word_by_lines(play: Play) -> None:
    doors = [door for table in (KEYS, ASKED, CHOICES) for door in table.values()]
    wanted = {door for door in doors if not isinstance(door, str)}
    heard: dict[str, set[str]] = {}

    async def scene(server: Steady) -> None:
        open_wide(server, "Ana")
        with_notices(server)
        for place, way in WAYS.items():
            somebody = await talker(server, "Ana")
            for line in way:
                await somebody.say(line)
            heard[place] = words(await somebody.say("help"))
            if place == TABLE:  # some words are told once the game is over alone
                await somebody.say("resign yes")
                heard[place] |= words(await somebody.say("help"))
            await somebody.leave()
        somebody = await talker(server, "Ana")
        app = await server.context.handler.app_for(somebody.visit)
        assert isinstance(app, VisitorApp)
        for (name, of), place in PAGES.items():
            page = await app.page(name, of)
            actions = [*page.actions, *(one for row in page.rows for one in row.all_actions)]
            assert actions, name
            wanted.update((place, one.word) for one in actions)

    play(scene)
    missing = {(place, word) for place, word in wanted if spelt(word) not in heard[place]}
    assert not missing


def words(told: Collection[str]) -> set[str]:
    """The first word of every line."""
    return {line.split()[0].rstrip(":").casefold() for line in told}


def open_wide(server: Steady, admin: str) -> None:
    """Let newcomers come by invitation, and somebody be an admin."""
    rules = RegistrationRules(SignUpConfig(registration=INVITE))
    handler = SignIn(server.lobby, guests=False, admins=[print_of(admin)], rules=rules)
    handler.open_moderation(cast("AdminService", Admins()))
    server.context = ServerContext(handler, Limits(), server.counters, guests=False, banner="")
