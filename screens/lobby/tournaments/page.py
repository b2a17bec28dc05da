"""The page of a tournament: standings with a crosstable, games, and what one can do."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look, Span, Spans
from screens.lobby.api import lobby_api
from screens.lobby.game_side import GameSide, broken_lines, is_large
from screens.lobby.input_line import close_field, open_field
from screens.lobby.pages_api import PlayerLine, Stage, TournamentAction, TournamentPage
from screens.lobby.tournaments.words import (
    ACTS,
    MEANINGS,
    STAGES,
    SURE,
    game_item,
    terms_of,
    ties,
    what_it_is,
)
from screens.lobby.updates import RefreshingPage, do_in_turn
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.raster import fitted
from screens.widgets.text_line import TextLine, page_title

_PLACE: Final = 4
_NAME: Final = 18
_LEAST: Final = 7
"""Columns of a figure."""
_ROOM: Final = 78
_SOFT: Final = Look("soft")
_HEAD: Final = Look("key", style="bold")


def standing_lines(page: TournamentPage) -> list[Spans]:
    """The head of the columns, then everybody; before it begins their names alone."""
    if not page.heads:
        return [_waiting(number, one) for number, one in enumerate(page.players, start=1)]
    return [_head(page), *(_standing(page, one, at) for at, one in enumerate(page.players))]


def _waiting(number: int, one: PlayerLine) -> Spans:
    return [(f"{number:2}  ", _SOFT), _name(one)]


def _cell_width(page: TournamentPage) -> int:
    cells = (cell for one in page.players for cell in one.cells)
    return 4 if any(len(cell) > 1 for cell in cells) else 3


def _figures(page: TournamentPage) -> list[tuple[str, int]]:
    """The heads of the last columns and their widths: games are left out where they do not fit."""
    heads = [_("games"), _("points"), _("direct"), "S-B"]
    columns = [(head, max(len(head) + 2, _LEAST)) for head in heads]
    used = _PLACE + _NAME + _cell_width(page) * len(page.heads)
    return columns if used + sum(wide for _head, wide in columns) <= _ROOM else columns[1:]


def _head(page: TournamentPage) -> Spans:
    wide = _cell_width(page)
    figures = "".join(head.rjust(columns) for head, columns in _figures(page))
    cells = "".join(head.rjust(wide) for head in page.heads)
    return [(" " * (_PLACE + _NAME), _HEAD), (cells, _HEAD), (figures, _HEAD)]


def _standing(page: TournamentPage, one: PlayerLine, at: int) -> Spans:
    """A shared place is told once."""
    shares = at > 0 and page.players[at - 1].place == one.place
    place = " =  " if shares else f"{one.place:2}  "
    columns = _figures(page)
    figures = [one.games, one.points, one.direct, one.berger][-len(columns) :]
    looks = [_SOFT, Look("gold", style="bold"), _SOFT, _SOFT][-len(columns) :]
    return [
        (place, Look("gold") if one.place == 1 else _SOFT),
        _name(one),
        *((cell.rjust(_cell_width(page)), _cell(cell)) for cell in one.cells),
        *(
            (f"{figure:g}".rjust(wide), look)
            for figure, look, (_title, wide) in zip(figures, looks, columns)
        ),
    ]


def _name(one: PlayerLine) -> Span:
    name = one.name
    if one.is_bot:
        name = _("{name} (bot)").format(name=name)
    elif one.is_own:
        name = _("{name} (you)").format(name=name)
    return fitted(name, _NAME), Look("gold" if one.is_own else "ink", style="bold" * one.is_own)


def _cell(cell: str) -> Look:
    return {"1": Look("good", style="bold"), "\\": Look("edge")}.get(cell, Look())


_LONGEST_NAME = 20
_WIDTH = 76
"""Columns of a text below the standings, where there is nothing beside them."""


class TournamentScreen(BaseScreen, RefreshingPage):
    """The standings above; below them what Enter does, and the games."""

    DEFAULT_CSS = """
    TournamentScreen { layout: vertical; overflow: hidden; }
    TournamentScreen #standings { width: 1fr; height: auto; margin: 1 1 0 1; }
    TournamentScreen #rule { width: 1fr; margin: 1 2 0 2; height: auto; }
    TournamentScreen.large #rule { display: none; }
    TournamentScreen #left { width: 1fr; height: 1fr; }
    TournamentScreen #body { height: 1fr; }
    TournamentScreen GameSide { width: 40; height: 1fr; }
    TournamentScreen.large GameSide { display: block; }
    TournamentScreen Menu { width: 100%; height: 1fr; margin-top: 1; }
    TournamentScreen Input {
        display: none; border: none; height: 1; padding: 0 1 !important; background: $panel;
        margin: 0 2;
    }
    TournamentScreen Input.open { display: block; }
    TournamentScreen #facts { height: 2; width: 1fr; margin-top: 1; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("Tournament")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,o", "back", N_("Back"), id="tournament.back"),
    ]

    def __init__(self, tournament: str) -> None:
        super().__init__()
        self._tournament = tournament
        self._page: TournamentPage | None = None
        self._sure: TournamentAction | None = None
        """What one more Enter gives up."""
        self._is_saying = False

    def compose(self) -> ComposeResult:
        """Standings, how ties are broken, what can be done."""
        yield TextLine("bar", id="headline")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Panel(is_framed=False, id="standings")
                yield Panel(is_framed=False, id="rule")
                yield Menu()
                yield Input(compact=True, max_length=_LONGEST_NAME, placeholder=_("a name …"))
            yield GameSide()
        yield Panel(is_framed=False, id="facts")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look it up, again whenever something changes."""
        self.set_class(is_large(self), "large")
        self.follow_lobby()

    def on_resize(self) -> None:
        """Use the room there is."""
        self.set_class(is_large(self), "large")
        self.show_now()

    async def look(self) -> None:
        """The tournament as it is now."""
        page = self._page = await lobby_api(self).tournaments.page(self._tournament)
        self._show_head(page)
        self._fill("#standings", standing_lines(page))
        rules = _rules(page)
        self._fill("#rule", broken_lines([" ".join(rules)], _WIDTH))
        self.query_one(GameSide).show(page.line.game, rules)
        menu = self.query_one(Menu)
        before = menu.items[menu.position].id if menu.items else ""
        acts = [Item(act.value, _(ACTS[act]), _(MEANINGS[act])) for act in page.acts]
        games = [game_item(game, number) for number, game in enumerate(page.games)]
        menu.set_items([*acts, *games])
        menu.mark(before)
        if not self._is_saying:
            self._tell()

    def _fill(self, panel: str, lines: list[Spans]) -> None:
        found = self.query_one(panel, Panel)
        if len(lines) != found.size.height:
            found.refresh(layout=True)
        found.show("", lines)

    def _show_head(self, page: TournamentPage) -> None:
        text, _look = STAGES[page.line.stage]
        state = _(text)
        if page.line.stage == Stage.RUNNING and page.line.is_evening:
            told = _("round {round} of {rounds}")
            state = told.format(round=page.line.round, rounds=page.rounds)
        elif page.line.stage == Stage.OPEN:
            told = _("{count} of {size} players")
            state = told.format(count=page.line.players, size=page.line.size)
        head = page_title(_("Tournament"), page.line.title)
        self.query_one("#headline", TextLine).show(head, [(state + " ", BAR_SOFT)])

    def _tell(self) -> None:
        """Show the description of the tournament and its host."""
        self._sure, self._is_saying = None, False
        if self._page is not None:
            host = _("set up by {name}").format(name=self._page.line.host)
            second: Spans = [(f" {host}" if self._page.line.host else "", Look("soft"))]
            self.query_one("#facts", Panel).show("", [what_it_is(self._page.line), second])

    def _say(self, text: str) -> None:
        """Say something in place of that, until another line is marked."""
        self._is_saying = bool(text)
        if not text:
            self._tell()
        else:
            line: Spans = [(f" {text}", Look("gold", style="bold"))]
            self.query_one("#facts", Panel).show("", [line])

    def cannot_show(self, refusal: Refusal) -> None:
        """Say why."""
        self._say(say_refusal(refusal))

    # Doing

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Another line is marked: nothing is given up."""
        message.stop()
        self._tell()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Do something with the tournament, or open a game."""
        message.stop()
        kind, _blank, number = message.item.id.partition(" ")
        if self._page is None:
            return
        if kind == "game":
            game, here = self._page.games[int(number)], lobby_api(self).tournaments
            do_in_turn(self, [lambda: here.go_to(game)], "act", self._say, "")
            return
        act = TournamentAction(kind)
        if act == TournamentAction.INVITE:
            self._open_field()
        elif act in SURE and self._sure != act:
            self._say(_(SURE[act]))
            self._sure = act
        else:
            self._do(act)

    def _do(self, act: TournamentAction, name: str = "", said: str = "") -> None:
        self._sure = None
        here = lobby_api(self).tournaments
        steps = [lambda: here.act(self._tournament, act, name), self.look]
        do_in_turn(self, steps, "act", self._say, said)

    def _open_field(self) -> None:
        open_field(self)
        self._say(_("Enter accepts what you type, Esc cancels."))

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Invite somebody."""
        message.stop()
        name = message.value.strip()
        self._close_field()
        if name:
            self._do(TournamentAction.INVITE, name, _("{name} is invited.").format(name=name))

    def _close_field(self) -> None:
        close_field(self)
        self._tell()

    def action_back(self) -> None:
        """From the field to the page, from there to the list."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
        else:
            self.app.pop_screen()


def _rules(page: TournamentPage) -> list[str]:
    """How it goes, what decides, and who is invited and has not come yet."""
    lines = [*terms_of(page), ties()]
    if page.invited and page.line.stage == Stage.OPEN:
        lines.append(_("Invited: {names}").format(names=", ".join(page.invited)))
    return lines
