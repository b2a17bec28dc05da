"""The keys of the lobby, in the order in which the bar shows them."""

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
        tooltip=N_("Of a finished game: chances to win, costly moves, luck"),
    ),
    Binding(
        "y",
        "link",
        N_("Invite to table"),
        id="lobby.link",
        tooltip=N_("To a free seat of yours, by a line to hand on"),
    ),
    Binding(
        "z",
        "pass_on",
        N_("Pass on"),
        id="lobby.pass_on",
        tooltip=N_("A finished game: its record, and a page that steps through it"),
    ),
    Binding("n", "new_table", N_("New table"), id="lobby.new"),
    Binding("t", "talk", N_("Chat"), id="lobby.talk", tooltip=N_("Write to everyone here")),
    Binding(
        "w",
        "people",
        N_("People"),
        id="lobby.people",
        tooltip=N_("Who is here; block somebody, or report them"),
    ),
    Binding("m", "mine", N_("Mine"), id="lobby.mine", tooltip=N_("Only your tables, or all")),
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
        tooltip=N_("Your ratings and how they went, and your keys"),
    ),
    Binding("slash", "search", N_("Search"), id="lobby.search"),
    Binding(
        "g",
        "come",
        N_("Go to"),
        id="lobby.come",
        tooltip=N_("Paste an invitation, or the name of a table"),
    ),
    Binding(
        "x",
        "get_up",
        N_("Get up"),
        id="lobby.get_up",
        tooltip=N_("Leave your seat, or resign a game of two or against bots"),
    ),
    Binding(
        "b",
        "leaderboard",
        N_("Leaderboard"),
        id="lobby.best",
        tooltip=N_("Who plays best, by game"),
    ),
    Binding(
        "d",
        "ladder",
        N_("Ladder"),
        id="lobby.ladder",
        tooltip=N_("Who stands above whom, by game; challenge somebody for their place"),
    ),
    Binding(
        "o",
        "tournaments",
        N_("Tournaments"),
        id="lobby.tournaments",
        tooltip=N_("Round robins of four to eight, by correspondence or on one evening"),
    ),
    Binding("a", "learn", N_("Learn"), id="lobby.learn", tooltip=N_("Lessons, for you alone")),
    Binding("r", "rules", N_("Rules"), id="lobby.rules"),
    Binding(
        "v",
        "visits",
        N_("Sessions"),
        id="lobby.visits",
        tooltip=N_("Who is here, and ending a session; x closes a table"),
    ),
    Binding(
        "c",
        "code",
        N_("Add a key"),
        id="lobby.code",
        tooltip=N_("A code to add another key or browser of yours to this account"),
    ),
    Binding(
        "i",
        "invite",
        N_("Invite"),
        id="lobby.invite",
        tooltip=N_("An invitation for somebody new; lasts seven days"),
    ),
    Binding("s", "settings", N_("Settings"), id="lobby.settings"),
    Binding(
        "pagedown",
        "here(1)",
        N_("Who is here: more"),
        show=False,
        id="lobby.here_down",
    ),
    Binding(
        "pageup",
        "here(-1)",
        N_("Who is here: back"),
        show=False,
        id="lobby.here_up",
    ),
    Binding("escape", "leave_field", N_("Leave the field"), show=False, id="lobby.escape"),
    Binding("q", "leave", N_("Leave"), id="lobby.quit"),
)
