"""The pages of the lobby by name, each with its keys."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from screens.lobby.api import lobby_api
from screens.lobby.page_screen import PAGES, PageScreen, open_page
from screens.text import N_

__all__ = [
    "AboutPage", "AuditPage", "BlockedPage", "CaseLinesPage", "CasePage", "InviteLinksPage",
    "KeysPage", "LadderPage", "LeaderboardPage", "NoticesPage", "PeoplePage", "PersonPage",
    "ProfilePage", "ReportsPage", "SessionsPage", "TournamentPage", "TournamentsPage",
    "TurnsPage", "VacationPage", "open_page",
]  # fmt: skip


class SessionsPage(PageScreen):
    """The sessions on the server, for admins."""

    PAGE = "sessions"
    BINDING_GROUP_TITLE = N_("Sessions")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="visits.back")
    ]


class ReportsPage(PageScreen):
    """The reports about players, for moderators; left and right turn pages."""

    PAGE = "reports"
    BINDING_GROUP_TITLE = N_("Reports")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "n", "act('moderate')", N_("Find a player"), id="reports.find",
            tooltip=N_("Mute, warn, ban or rename a player by name"),
        ),
        Binding("a", "act('audit')", N_("Audit log"), id="reports.audit"),
        Binding("escape,q,u", "back", N_("Back"), id="reports.back"),
    ]  # fmt: skip


class CasePage(PageScreen):
    """A report or a person, and the orders of moderators."""

    PAGE = "case"
    BINDING_GROUP_TITLE = N_("Moderate")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="case.back"),
    ]


class CaseLinesPage(CasePage):
    """The messages of a report."""

    PAGE = "case_lines"


class AuditPage(CasePage):
    """The orders of moderators and admins; left and right turn pages."""

    PAGE = "audit"


class AboutPage(PageScreen):
    """The texts of the server."""

    PAGE = "about"
    BINDING_GROUP_TITLE = N_("About this server")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "act('message')", N_("Message of the day"), id="about.message"),
        Binding("escape,q,A", "back", N_("Back"), id="about.back"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let only admins set the message of the day."""
        if action == "act" and lobby_api(self).moderating is None:
            return False
        return super().check_action(action, parameters)


class KeysPage(PageScreen):
    """The SSH keys, browsers and passkeys of an account."""

    PAGE = "keys"
    BINDING_GROUP_TITLE = N_("Your keys")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "act('remove')", N_("Remove"), id="own_keys.remove"),
        Binding("c", "act('code')", N_("Add a key"), id="own_keys.code"),
        Binding("escape,q", "back", N_("Back"), id="own_keys.back"),
    ]


class NoticesPage(PageScreen):
    """The settings of notifications for a player who is away."""

    PAGE = "notices"
    BINDING_GROUP_TITLE = N_("Notifications")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('test')", N_("Test"), id="notices.try", tooltip=N_("Send a test now")),
        Binding(
            "o", "act('on off')", N_("On/off"), id="notices.turn", tooltip=N_("Turn on or off")
        ),
        Binding(
            "d", "act('daily')", N_("Daily"), id="notices.gather",
            tooltip=N_("One email a day for all games, or one per game"),
        ),
        Binding("x", "act('forget')", N_("Delete"), id="notices.forget"),
        Binding("escape,q", "back", N_("Back"), id="notices.back"),
    ]  # fmt: skip


class ProfilePage(PageScreen):
    """The reader's profile: their account, and their ratings with charts."""

    PAGE = "profile"
    DEFAULT_CSS = "ProfilePage #page { width: 100%; padding: 1 0 0 0; }"
    BINDING_GROUP_TITLE = N_("Profile")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "open('keys')", N_("Your keys"), id="profile.keys"),
        Binding("n", "open('notices')", N_("Notifications"), id="profile.notices"),
        Binding(
            "b",
            "open('blocked')",
            N_("Blocked players"),
            id="profile.blocked",
            tooltip=N_("Whom you have blocked; unblock them"),
        ),
        Binding(
            "v",
            "open('vacation')",
            N_("Vacation"),
            id="profile.vacation",
            tooltip=N_("Days in which your clock stands in correspondence games"),
        ),
        Binding(
            "r",
            "open('results')",
            N_("Results"),
            id="profile.results",
            tooltip=N_("Your games won and lost, by game and opponents"),
        ),
        Binding(
            "o",
            "open('bots')",
            N_("Your bots"),
            id="profile.bots",
            tooltip=N_("Your programs that play here: pause, rename or delete them"),
        ),
        Binding("escape,q,p", "back", N_("Back"), id="profile.back"),
    ]


class BotsPage(PageScreen):
    """The bots of the reader."""

    PAGE = "bots"
    BINDING_GROUP_TITLE = N_("Your bots")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "act('rename')", N_("Rename"), id="own_bots.rename"),
        Binding("c", "act('code')", N_("Another key"), id="own_bots.code"),
        Binding("x", "act('delete')", N_("Delete"), id="own_bots.delete"),
        Binding("escape,q", "back", N_("Back"), id="own_bots.back"),
    ]


class VacationPage(PageScreen):
    """The reader's vacation from correspondence games."""

    PAGE = "vacation"
    BINDING_GROUP_TITLE = N_("Vacation")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="vacation.back"),
    ]


class InviteLinksPage(PageScreen):
    """The invite links of a table, for its host."""

    PAGE = "invite_links"
    BINDING_GROUP_TITLE = N_("Invitations")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="links.back")
    ]


class PeoplePage(PageScreen):
    """The people online, and those the reader has blocked."""

    PAGE = "people"
    BINDING_GROUP_TITLE = N_("People")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="people.back"),
    ]


class BlockedPage(PeoplePage):
    """The people that the reader has blocked."""

    PAGE = "blocked"


class FriendsPage(PageScreen):
    """The players that the reader follows."""

    PAGE = "friends"
    FOLLOWS = True
    BINDING_GROUP_TITLE = N_("Friends")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "act('unfollow')", N_("Unfollow"), id="friends.unfollow"),
        Binding("escape,q,F", "back", N_("Back"), id="friends.back"),
    ]


class MessagesPage(PageScreen):
    """The reader's private conversations."""

    PAGE = "messages"
    BINDING_GROUP_TITLE = N_("Messages")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,T", "back", N_("Back"), id="messages.back"),
    ]


class TalkPage(PageScreen):
    """The private messages between the reader and another player."""

    PAGE = "talk"
    BINDING_GROUP_TITLE = N_("Private messages")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('say')", N_("Write"), id="talk_page.say"),
        Binding("b", "act('block')", N_("Block"), id="talk_page.block"),
        Binding("r", "act('report')", N_("Report"), id="talk_page.report"),
        Binding("escape,q", "back", N_("Back"), id="talk_page.back"),
    ]


class PersonPage(PeoplePage):
    """A person, and the actions on them."""

    PAGE = "person"


class ContestPage(PageScreen):
    """The base of contest pages, which change with the lobby and show their game."""

    FOLLOWS = True
    DEFAULT_CSS = """
    ContestPage #page { width: 1fr; padding: 1 0 0 0; }
    ContestPage Menu { width: 100%; height: 1fr; max-height: 100%; }
    ContestPage #events { height: 6; margin-top: 1; }
    ContestPage.large #events { height: 10; }
    ContestPage.large GameSide { display: block; width: 40; height: 1fr; }
    """


class LadderPage(ContestPage):
    """A ladder; left and right go to other games' ladders."""

    PAGE = "ladder"
    BINDING_GROUP_TITLE = N_("Ladder")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "x", "act('decline withdraw leave')", N_("Decline"), id="ladder.undo",
            tooltip=N_("Decline a challenge, withdraw yours, or leave the ladder"),
        ),
        Binding("escape,q,d", "back", N_("Back"), id="ladder.back"),
    ]  # fmt: skip


class LeaderboardPage(PageScreen):
    """The best players of each game."""

    PAGE = "leaderboard"
    BINDING_GROUP_TITLE = N_("Leaderboard")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,b", "back", N_("Back"), id="leaderboard.back"),
    ]


class TournamentsPage(ContestPage):
    """The tournaments the reader may see, and the form for a new one."""

    PAGE = "tournaments"
    BINDING_GROUP_TITLE = N_("Tournaments")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "act('new')", N_("New tournament"), id="tournaments.new"),
        Binding("escape,q,o", "back", N_("Back"), id="tournaments.back"),
    ]


class TournamentPage(ContestPage):
    """A tournament: standings with a crosstable, actions, and games."""

    PAGE = "tournament"
    BINDING_GROUP_TITLE = N_("Tournament")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,o", "back", N_("Back"), id="tournament.back"),
    ]


class ClubsPage(PageScreen):
    """The clubs of the server."""

    PAGE = "clubs"
    FOLLOWS = True
    BINDING_GROUP_TITLE = N_("Clubs")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "act('new')", N_("Found a club"), id="clubs.new"),
        Binding("escape,q,C", "back", N_("Back"), id="clubs.back"),
    ]


class ClubPage(PageScreen):
    """A club: what one can do, its people, tables and tournaments."""

    PAGE = "club"
    FOLLOWS = True
    BINDING_GROUP_TITLE = N_("Club")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('chat')", N_("Chat"), id="club.chat"),
        Binding(
            "x", "act('exclude')", N_("Exclude"), id="club.exclude",
            tooltip=N_("Exclude a player from the club, as its captain"),
        ),
        Binding(
            "c", "act('captain')", N_("Captain"), id="club.captain",
            tooltip=N_("Make a member the captain in your place"),
        ),
        Binding("escape,q", "back", N_("Back"), id="club.back"),
    ]  # fmt: skip


class ClubChatPage(PageScreen):
    """The messages of a club."""

    PAGE = "club_chat"
    FOLLOWS = True
    BINDING_GROUP_TITLE = N_("Chat of the club")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('say')", N_("Write"), id="club_chat.say"),
        Binding("b", "act('block')", N_("Block"), id="club_chat.block"),
        Binding("r", "act('report')", N_("Report"), id="club_chat.report"),
        Binding("escape,q", "back", N_("Back"), id="club_chat.back"),
    ]


class ResultsPage(PageScreen):
    """The reader's results by game and opponents, with charts."""

    PAGE = "results"
    DEFAULT_CSS = "ResultsPage #page { width: 100%; padding: 1 0 0 0; }"
    BINDING_GROUP_TITLE = N_("Your results")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "back", N_("Back"), id="results.back"),
    ]


class GamesPage(PageScreen):
    """The finished games of the reader, or those against one player."""

    PAGE = "games"
    BINDING_GROUP_TITLE = N_("Finished games")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="games.back"),
    ]


class TurnsPage(ContestPage):
    """The games that wait for the reader."""

    PAGE = "turns"
    BINDING_GROUP_TITLE = N_("My turn")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,M", "back", N_("Back"), id="turns.back"),
    ]


for _kind in (
    AboutPage, ResultsPage, GamesPage, FriendsPage, MessagesPage, TalkPage, SessionsPage,
    ReportsPage, CasePage, CaseLinesPage, AuditPage, KeysPage, BotsPage, NoticesPage,
    ProfilePage,
    InviteLinksPage, PeoplePage, BlockedPage, PersonPage, LadderPage, LeaderboardPage,
    TournamentsPage, TournamentPage, TurnsPage, VacationPage, ClubsPage, ClubPage, ClubChatPage,
):  # fmt: skip
    PAGES[_kind.PAGE] = _kind
