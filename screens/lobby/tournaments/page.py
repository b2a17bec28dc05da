"""The page of a tournament: standings with a crosstable, games, and what one can do."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look, Spans
from screens.lobby.app_api import lobby_api
from screens.lobby.game_side import GameSide, broken_lines, is_large
from screens.lobby.keeps_looking import KeepsLooking
from screens.lobby.looking_up import do_in_turn
from screens.lobby.tournament_api import Act, Stage, TournamentPage
from screens.lobby.tournaments.crosstable import standing_lines
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
from screens.lobby.typed_line import close_field, open_field
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine, page_title

_LONGEST_NAME = 20
_WIDTH = 76
"""Columns of a text below the standings, where there is nothing beside them."""


class TournamentScreen(BaseScreen, KeepsLooking):
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
        self._sure: Act | None = None
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
        """What it is, and what Enter does."""
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
        act = Act(kind)
        if act == Act.INVITE:
            self._open_field()
        elif act in SURE and self._sure != act:
            self._say(_(SURE[act]))
            self._sure = act
        else:
            self._do(act)

    def _do(self, act: Act, name: str = "", said: str = "") -> None:
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
            self._do(Act.INVITE, name, _("{name} is invited.").format(name=name))

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
