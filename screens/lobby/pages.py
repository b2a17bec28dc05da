"""The pages of the lobby by name, each with its keys."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from screens.lobby.page_screen import PageScreen
from screens.lobby.page_screen import open_page as open_page  # noqa: PLC0414 - with all pages
from screens.text import N_


class SessionsPage(PageScreen, page="sessions", title=N_("Sessions"), back="visits"):
    """The sessions on the server, for admins."""


class ReportsPage(PageScreen, page="reports", title=N_("Reports"), letter="u"):
    """The reports about players, for moderators; left and right turn pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "n", "act('moderate')", N_("Find a player"), id="reports.find",
            tooltip=N_("Mute, warn, ban or rename a player by name"),
        ),
        Binding("a", "act('audit')", N_("Audit log"), id="reports.audit"),
    ]  # fmt: skip


class CasePage(PageScreen, page="case", title=N_("Moderate")):
    """A report or a person, and the orders of moderators."""


class CaseLinesPage(CasePage, page="case_lines"):
    """The messages of a report."""


class AuditPage(CasePage, page="audit"):
    """The orders of moderators and admins; left and right turn pages."""


class AboutPage(PageScreen, page="about", title=N_("About this server"), letter="A"):
    """The texts of the server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "act('message')", N_("Message of the day"), id="about.message"),
    ]


class KeysPage(PageScreen, page="keys", title=N_("Your keys"), back="own_keys"):
    """The SSH keys, browsers and passkeys of an account."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "act('remove')", N_("Remove"), id="own_keys.remove"),
        Binding("c", "act('code')", N_("Add a key"), id="own_keys.code"),
    ]


class NoticesPage(PageScreen, page="notices", title=N_("Notifications")):
    """The settings of notifications for a player who is away."""

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
    ]  # fmt: skip


class ProfilePage(PageScreen, page="profile", title=N_("Profile"), letter="p"):
    """The reader's profile: their account, and their ratings with charts."""

    DEFAULT_CSS = "ProfilePage #page { width: 100%; padding: 1 0 0 0; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "open('keys')", N_("Your keys"), id="profile.keys"),
        Binding("n", "open('notices')", N_("Notifications"), id="profile.notices"),
        Binding(
            "b",
            "open('blocked')",
            N_("Blocked players"),
            id="profile.blocked",
            tooltip=N_("The players you blocked; unblock them"),
        ),
        Binding(
            "v",
            "open('vacation')",
            N_("Vacation"),
            id="profile.vacation",
            tooltip=N_("Days on which your clock stops in correspondence games"),
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
    ]


class BotsPage(PageScreen, page="bots", title=N_("Your bots"), back="own_bots"):
    """The bots of the reader."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "act('rename')", N_("Rename"), id="own_bots.rename"),
        Binding("c", "act('code')", N_("Another key"), id="own_bots.code"),
        Binding("x", "act('delete')", N_("Delete"), id="own_bots.delete"),
    ]


class VacationPage(PageScreen, page="vacation", title=N_("Vacation")):
    """The reader's vacation from correspondence games."""


class InviteLinksPage(PageScreen, page="invite_links", title=N_("Invitations"), back="links"):
    """The invite links of a table, for its host."""


class PeoplePage(PageScreen, page="people", title=N_("People")):
    """The people online, and those the reader has blocked."""


class BlockedPage(PeoplePage, page="blocked"):
    """The people that the reader has blocked."""


class FriendsPage(PageScreen, page="friends", title=N_("Friends"), letter="F"):
    """The players that the reader follows."""

    FOLLOWS = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "act('unfollow')", N_("Unfollow"), id="friends.unfollow"),
    ]


class MessagesPage(PageScreen, page="messages", title=N_("Messages"), letter="T"):
    """The reader's private conversations."""


class TalkPage(PageScreen, page="talk", title=N_("Private messages"), back="talk_page"):
    """The private messages between the reader and another player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('say')", N_("Write"), id="talk_page.say"),
        Binding("b", "act('block')", N_("Block"), id="talk_page.block"),
        Binding("r", "act('report')", N_("Report"), id="talk_page.report"),
    ]


class PersonPage(PeoplePage, page="person"):
    """A person, and the actions on them."""


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


class LadderPage(ContestPage, page="ladder", title=N_("Ladder"), letter="d"):
    """A ladder; left and right go to other games' ladders."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "x", "act('decline withdraw leave')", N_("Decline"), id="ladder.undo",
            tooltip=N_("Decline a challenge, withdraw yours, or leave the ladder"),
        ),
    ]  # fmt: skip


class LeaderboardPage(PageScreen, page="leaderboard", title=N_("Leaderboard"), letter="b"):
    """The best players of each game."""


class TournamentsPage(ContestPage, page="tournaments", title=N_("Tournaments"), letter="o"):
    """The tournaments the reader may see, and the form for a new one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "act('new')", N_("New tournament"), id="tournaments.new"),
    ]


class TournamentPage(ContestPage, page="tournament", title=N_("Tournament"), letter="o"):
    """A tournament: standings with a crosstable, actions, and games."""


class ClubsPage(PageScreen, page="clubs", title=N_("Clubs"), letter="C"):
    """The clubs of the server."""

    FOLLOWS = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "act('new')", N_("Found a club"), id="clubs.new"),
    ]


class ClubPage(PageScreen, page="club", title=N_("Club")):
    """A club: what one can do, its people, tables and tournaments."""

    DEFAULT_CSS = "ClubPage Menu { max-height: 85%; }"
    FOLLOWS = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('chat')", N_("Club chat"), id="club.chat"),
        Binding(
            "x", "act('exclude')", N_("Exclude"), id="club.exclude",
            tooltip=N_("Exclude a player from the club, as its captain"),
        ),
        Binding(
            "c", "act('captain')", N_("Captain"), id="club.captain",
            tooltip=N_("Make a member the captain in your place"),
        ),
    ]  # fmt: skip


class ClubChatPage(PageScreen, page="club_chat", title=N_("Chat of the club")):
    """The messages of a club."""

    FOLLOWS = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "act('say')", N_("Write"), id="club_chat.say"),
        Binding("b", "act('block')", N_("Block"), id="club_chat.block"),
        Binding("r", "act('report')", N_("Report"), id="club_chat.report"),
    ]


class ResultsPage(PageScreen, page="results", title=N_("Your results"), letter="r"):
    """The reader's results by game and opponents, with charts."""

    DEFAULT_CSS = "ResultsPage #page { width: 100%; padding: 1 0 0 0; }"


class GamesPage(PageScreen, page="games", title=N_("Finished games")):
    """The finished games of the reader, or those against one player."""


class TurnsPage(ContestPage, page="turns", title=N_("My turn"), letter="M"):
    """The games that wait for the reader."""
