"""The card of the marked table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget

from rules.messages import Refusal
from screens.app_api import GameInfo
from screens.colours import SIDE_SIGNS, Look, Span, Spans, text_of
from screens.game_intro import intro_of
from screens.home.game_shelf import Picture
from screens.keymap import KEY_NAMES
from screens.lobby.api import lobby_api
from screens.lobby.lobby_table import FACTS, FREE_SIGN, emblem, kind_text, seat_spans, seen_by_text
from screens.lobby.values import KnownPlayer, LobbySeat, LobbyTable, TableAction
from screens.text import N_, _, current_look, labelled, short_title
from screens.widgets.panel import Panel
from screens.widgets.raster import broken, fitted
from screens.widgets.text_line import TextLine

Players = Sequence[KnownPlayer]
_ENTER_KEY: Final = KEY_NAMES["enter"]
_LABEL: Final = 13
_NAME: Final = 18
_SOFT: Final = Look("soft")
_KEY: Final = Look("key", style="bold")
_ENTER: Final = {
    TableAction.JOIN: N_("take a seat"),
    TableAction.PLAY: N_("continue playing"),
    TableAction.WATCH: N_("watch"),
    TableAction.REPLAY: N_("replay it move by move"),
}


class TableCard(Vertical):
    """The card of the marked table, beside a list with enough room."""

    DEFAULT_CSS = """
    TableCard { width: 1fr; height: auto; }
    TableCard Picture { height: 6; }
    TableCard Panel { width: 1fr; height: 13; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Compose picture, title and facts."""
        yield Picture()
        yield TextLine("bar", id="card-title")
        yield Panel(is_framed=False, id="card-facts")

    def show_table(self, table: LobbyTable, players: Players) -> None:
        """Show another table."""
        sign, look = emblem(table.game)
        name = (f" {table.title}", Look("ink", "bar", "bold"))
        head = [(f" {sign}", Look(look.ink, "bar", "bold")), name]
        self._show(table.game, head, _facts(table, players, self.size.width - 3))

    def show_games(self, games: Sequence[GameInfo]) -> None:
        """Show the games of the server while no table is marked."""
        head = [(" " + _("Games on this server"), Look("ink", "bar", "bold"))]
        self._show(games[0].name if games else "", head, [_offered(game) for game in games])

    def _show(self, game: str, title: Spans, lines: Sequence[Spans]) -> None:
        is_drawn = current_look().glyphs != "ascii"
        self.query_one(Picture).show(game if is_drawn else "")
        self.query_one("#card-title", TextLine).show(title)
        self.query_one("#card-facts", Panel).show("", lines)


def _offered(game: GameInfo) -> Spans:
    pitch = intro_of(game.name).pitch
    sign, look = emblem(game.name)
    about: Spans = []
    if pitch is not None:
        minutes = _("{minutes} min").format(minutes=pitch.minutes)
        about = [(f" {pitch.players:4}", Look()), (minutes, _SOFT)]
    return [(sign, look), (f" {fitted(short_title(game.title), 14)}", Look(style="bold")), *about]


def _facts(table: LobbyTable, players: Players, width: int) -> list[Spans]:
    lines = [
        line
        for fact in FACTS
        if fact.shown is not None
        for line in _labelled(_(fact.label), fact.shown(table), width)
    ]
    lines.append(())
    seats = enumerate(table.seats)
    told = [_seat_lines(n, one, players, is_casual=table.is_casual) for n, one in seats]
    return [*lines, *(line for some in told for line in some)]


def _seat_lines(number: int, seat: LobbySeat, players: Players, *, is_casual: bool) -> list[Spans]:
    """Return the lines of a seat: its player, and facts that matter to people about to join."""
    if not seat.is_taken:
        return [_free_seat(seat)]
    known = players[number] if number < len(players) else KnownPlayer()
    line = _seat(number, seat, known, is_casual=is_casual)
    if known.leaves is None:
        return [line]
    return [line, [("  ", _SOFT), (_left_text(known.leaves), Look("bad"))]]


def _left_text(leaves: tuple[int, int]) -> str:
    left, played = leaves
    return _("abandon rate {share}%").format(share=round(100 * left / played))


def _labelled(label: str, text: str, width: int) -> list[Spans]:
    first, *others = broken(text, max(width - _LABEL, 10))
    if not first:
        return []
    head: Spans = [(fitted(label, _LABEL), _SOFT), (first, Look())]
    return [head, *([(" " * _LABEL + other, Look())] for other in others)]


def _seat(number: int, seat: LobbySeat, known: KnownPlayer, *, is_casual: bool) -> Spans:
    strength = "" if known.strength is None else f"{known.strength!s:>5}"
    name = _("you") if seat.is_own else seat.name
    note = ("", _SOFT)
    if seat.must_move:
        note = ("  " + _("to move"), Look("gold"))
    elif not (seat.is_rated or is_casual):
        note = ("  " + _("not rated"), _SOFT)
    return [
        (f"{SIDE_SIGNS[number]} ", Look(style="bold")),
        (fitted(name, _NAME), Look(style="bold" if seat.is_own else "")),
        (f" {strength}", _SOFT),
        note,
    ]


def _free_seat(seat: LobbySeat) -> Spans:
    if seat.name:
        kept = (
            _("reserved for you")
            if seat.is_own
            else _("reserved for {names}").format(names=seat.name)
        )
        return [("? ", Look("gold", style="bold")), (kept, Look("gold"))]
    return [(f"{FREE_SIGN} " + _("free"), Look("hint"))]


def card_rows(table: LobbyTable, players: Players, width: int) -> list[Spans]:
    """Return the card in two lines: title and facts, and all names in full.

    A high abandon rate follows its name.
    """
    facts = [
        _players_of(table),
        table.clock or _("no clock"),
        kind_text(table),
        seen_by_text(table) or _("public"),
    ]
    head: Spans = [
        (f" {table.title}", Look("gold", style="bold")),
        (f"   {', '.join(facts)}", _SOFT),
    ]
    leavers = [
        ("   " + labelled(seat.name, _left_text(known.leaves)), Look("bad"))
        for seat, known in zip(table.seats, players)
        if known.leaves is not None and seat.is_taken
    ]
    room = width - 2 - cell_len(text_of(leavers))
    return [head, [(" ", Look()), *seat_spans(table.seats, room), *leavers]]


def _players_of(table: LobbyTable) -> str:
    """Return the game, if the title does not name it, and the number of players."""
    if f"{table.title} ".startswith(f"{table.game_title} "):
        return _("{count} players").format(count=len(table.seats))
    return _("{game} for {count} players").format(game=table.game_title, count=len(table.seats))


def what_enter_does(table: LobbyTable) -> list[Span]:
    """Return the effects of Enter and `x` on a table, and the table's id."""
    named = _("table {id}").format(id=table.id)
    if table.doing != TableAction.WAIT:
        does = [(" " + _(_ENTER_KEY) + " ", _KEY), (_(_ENTER[table.doing]), Look())]
    elif table.is_mine:
        does = [(" x ", _KEY), (_("leave your seat"), Look())]
    else:
        does = [(" " + _("no seat here is free for you"), Look())]
    return [*does, (f"   {named}", _SOFT)]


class RatingLoader:
    """A loader of ratings for marked tables."""

    def __init__(self, node: Widget, learnt: Callable[[], None]) -> None:
        """Make the loader; `learnt` is called after each look-up."""
        self._node = node
        self._tell_learnt = learnt
        self._wanted: LobbyTable | None = None
        self._is_looking = False

    def want(self, table: LobbyTable | None) -> None:
        """Look up the ratings of a table's players, one table at a time, the latest last."""
        self._wanted = table
        if not self._is_looking:
            self._is_looking = True
            self._node.run_worker(self._look())

    async def _look(self) -> None:
        try:
            while True:
                wanted = self._wanted
                await lobby_api(self._node).ratings.learn_ratings(wanted)
                if wanted is self._wanted:
                    break
        except Refusal:
            return  # ratings are optional: the next mark tries again
        finally:
            self._is_looking = False
        self._tell_learnt()


_KEYS: Final = attrgetter("may_invite", "doing")
"""The facts of a table that decide which keys do something."""


class MarkedTable:
    """The marked table on a screen with a Card, a Panel `facts` and a TextLine `prompt`."""

    def __init__(self, screen: Screen[Any], learnt: Callable[[], None]) -> None:
        """Make the part; `learnt` is called once ratings are known."""
        self._screen = screen
        self._tell_learnt = learnt
        self._ratings = RatingLoader(screen, self._note_learnt)
        self._table: LobbyTable | None = None
        self._said = ""

    def show(self, table: LobbyTable | None) -> None:
        """Show another table, or the same one again, whose keys may have changed."""
        before = self._table
        if table and before and _KEYS(table) != _KEYS(before):
            self._screen.refresh_bindings()
        self._table = table
        here = lobby_api(self._screen)
        if self._screen.has_class("large"):
            card = self._screen.query_one(TableCard)
            if table is None:
                card.show_games(here.games_on_offer())
            else:
                card.show_table(table, here.ratings.players_at(table))
        else:
            rows = (
                []
                if table is None
                else card_rows(table, here.ratings.players_at(table), self._screen.size.width)
            )
            self._screen.query_one("#facts", Panel).show("", rows)
        does = [] if table is None else what_enter_does(table)
        said = [(f" {self._said}", Look("gold", style="bold"))]
        self._screen.query_one("#prompt", TextLine).show(said if self._said else does)

    def say(self, text: str) -> None:
        """Show a message in place of the effect of Enter; "" removes it."""
        self._said = text
        self.show(self._table)

    def learn(self) -> None:
        """Look up the ratings of the players at the table."""
        self._ratings.want(self._table)

    def _note_learnt(self) -> None:
        if self._screen.is_attached and self._screen.app.screen is self._screen:
            self.show(self._table)
            self._tell_learnt()
