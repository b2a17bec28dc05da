"""The keys of the lobby, in the order of the key bar."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding

from screens.text import N_

LOBBY_BINDINGS: Final = (
    Binding(
        "e",
        "review",
        N_("Review"),
        id="lobby.review",
        tooltip=N_("Win chance, costly moves and luck in a finished game"),
    ),
    Binding(
        "y",
        "link",
        N_("Invite to table"),
        id="lobby.link",
        tooltip=N_("Make a link to a free seat at your table"),
    ),
    Binding(
        "z",
        "pass_on",
        N_("Share"),
        id="lobby.pass_on",
        tooltip=N_("The record of a finished game, and a page that steps through it"),
    ),
    Binding("n", "new_table", N_("New table"), id="lobby.new"),
    Binding("t", "talk", N_("Chat"), id="lobby.talk", tooltip=N_("Write to everyone in the lobby")),
    Binding(
        "w",
        "people",
        N_("People"),
        id="lobby.people",
        tooltip=N_("Who is online; block or report a player"),
    ),
    Binding("m", "mine", N_("Mine"), id="lobby.mine", tooltip=N_("Only your tables, or all")),
    Binding(
        "M",
        "turns",
        N_("My turn"),
        id="lobby.turns",
        tooltip=N_("The games that wait for your move, those with the least time first"),
    ),
    Binding(
        "f",
        "stage",
        N_("Filter"),
        id="lobby.filter",
        tooltip=N_("Tables with free seats, in play, or both; finished games"),
    ),
    Binding(
        "p",
        "profile",
        N_("Profile"),
        id="lobby.profile",
        tooltip=N_("Your ratings and their history, and your keys"),
    ),
    Binding("slash", "search", N_("Search"), id="lobby.search"),
    Binding(
        "g",
        "come",
        N_("Go to"),
        id="lobby.come",
        tooltip=N_("Paste an invite link, or the name of a table"),
    ),
    Binding(
        "x",
        "get_up",
        N_("Leave seat"),
        id="lobby.get_up",
        tooltip=N_("Leave your seat, or resign a game"),
    ),
    Binding("b", "best", N_("Leaderboard"), id="lobby.best", tooltip=N_("Ratings by game")),
    Binding(
        "d",
        "ladder",
        N_("Ladder"),
        id="lobby.ladder",
        tooltip=N_("Ranks by game; challenge a player for their rank"),
    ),
    Binding(
        "o",
        "tournaments",
        N_("Tournaments"),
        id="lobby.tournaments",
        tooltip=N_("Round robins, Swiss, knock-outs, arenas: by correspondence or live"),
    ),
    Binding(
        "asterisk",
        "tv",
        N_("TV"),
        id="lobby.tv",
        tooltip=N_("Watch the featured game, the one most worth watching now"),
    ),
    Binding("a", "learn", N_("Learn"), id="lobby.learn", tooltip=N_("Lessons for one player")),
    Binding("r", "rules", N_("Rules"), id="lobby.rules"),
    Binding(
        "v",
        "visits",
        N_("Sessions"),
        id="lobby.visits",
        tooltip=N_("Who is connected; end a session; x closes a table"),
    ),
    Binding(
        "u",
        "reports",
        N_("Reports"),
        id="lobby.reports",
        tooltip=N_("Reports about players; mute, warn, ban or rename a player"),
    ),
    Binding(
        "c",
        "code",
        N_("Add a key"),
        id="lobby.code",
        tooltip=N_("A link code that adds another SSH key or browser to your account"),
    ),
    Binding(
        "i",
        "invite",
        N_("Invite"),
        id="lobby.invite",
        tooltip=N_("An invitation code for a new user; valid for seven days"),
    ),
    Binding("s", "settings", N_("Settings"), id="lobby.settings"),
    Binding(
        "F",
        "friends",
        N_("Friends"),
        id="lobby.friends",
        tooltip=N_("The players you follow: write to them, or ask them to a game"),
    ),
    Binding(
        "T",
        "messages",
        N_("Messages"),
        id="lobby.messages",
        tooltip=N_("Your private messages"),
    ),
    Binding(
        "A",
        "about",
        N_("About"),
        id="lobby.about",
        tooltip=N_("This server: message of the day, rules and contact"),
    ),
    Binding(
        "pagedown",
        "here(1)",
        N_("Online: more"),
        show=False,
        id="lobby.here_down",
    ),
    Binding(
        "pageup",
        "here(-1)",
        N_("Online: back"),
        show=False,
        id="lobby.here_up",
    ),
    Binding("escape", "leave_field", N_("Leave the field"), show=False, id="lobby.escape"),
    Binding("q", "leave", N_("Leave"), id="lobby.quit"),
)
