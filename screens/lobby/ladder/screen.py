"""The page of a ladder: who stands where, what happened, and challenges."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look
from screens.lobby.api import lobby_api
from screens.lobby.game_side import GameSide, is_large
from screens.lobby.ladder.words import (
    JOIN,
    SURE,
    can_be_done,
    first_marked,
    join_done,
    join_item,
    recent_lines,
    rung_item,
    terms,
)
from screens.lobby.pages_api import LadderAction, LadderPage, LadderRow
from screens.lobby.updates import RefreshingPage, Step, do_in_turn
from screens.pick_dialog import Pick
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.text_line import TextLine, page_title


class LadderScreen(BaseScreen, RefreshingPage):
    """A row a place; left and right go to the ladders of other games."""

    DEFAULT_CSS = """
    LadderScreen { layout: vertical; overflow: hidden; }
    LadderScreen #ladder { height: 1fr; margin-top: 1; }
    LadderScreen #recent { height: 6; width: 1fr; margin-top: 1; }
    LadderScreen #facts { height: 2; width: 1fr; margin-top: 1; }
    LadderScreen.large {
        layout: grid; grid-size: 2; grid-columns: 1fr 40; grid-rows: 1 1fr 10 3 1;
    }
    LadderScreen.large #headline, LadderScreen.large #recent, LadderScreen.large #facts,
    LadderScreen.large KeyBar { column-span: 2; }
    LadderScreen.large GameSide { display: block; }
    LadderScreen.large #recent { height: 10; margin: 0; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Ladder")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "x",
            "undo",
            N_("Give up"),
            id="ladder.undo",
            tooltip=N_("Turn a challenge down, take yours back, or leave the ladder"),
        ),
        Binding("escape,q,d", "app.pop_screen", N_("Back"), id="ladder.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._game = 0
        """Which of the games' ladders is shown."""
        self._page: LadderPage | None = None
        self._sure = ""
        """What one more press gives up."""
        self._is_saying = False

    def compose(self) -> ComposeResult:
        """The ladder; beside it how it goes; what happened; what can be done."""
        yield TextLine("bar", id="headline")
        yield Menu(id="ladder")
        yield GameSide()
        yield Panel(is_framed=False, id="recent")
        yield Panel(is_framed=False, id="facts")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look the ladder up, again whenever something changes."""
        self._arrange()
        self.follow_lobby()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self._arrange()
        if self._page is not None:
            self._show_page(self._page)

    def _arrange(self) -> None:
        self.set_class(is_large(self), "large")
        self.query_one("#recent", Panel).set_framed(is_large(self))

    # Showing

    async def look(self) -> None:
        """The ladder of the game that is chosen."""
        here, game = lobby_api(self).ladder, self._game
        page = await here.page(here.games()[game][0])
        if game == self._game:
            self._show_page(page)

    def _show_page(self, page: LadderPage) -> None:
        is_first = self._page is None or self._page.game != page.game
        self._page = page
        menu, before = self.query_one("#ladder", Menu), self._marked
        items = [rung_item(page, place) for place in range(1, len(page.rungs) + 1)]
        if page.own is None:
            items.append(join_item(page))
        menu.set_items(items, keep=True)
        marked = first_marked(page) if is_first or before is None else before
        menu.mark(marked)
        self._show_around(page)
        if not self._is_saying:
            self._tell_marked()

    def _show_around(self, page: LadderPage) -> None:
        title = lobby_api(self).ladder.games()[self._game][1]
        own = _("you: place {place} of {count}").format(place=page.own, count=len(page.rungs))
        right = own if page.own is not None else ""
        head = page_title(_("Ladder"), f"‹ {title} ›")
        self.query_one("#headline", TextLine).show(head, [(right + " ", BAR_SOFT)])
        self.query_one(GameSide).show(page.game, terms(page))
        recent = self.query_one("#recent", Panel)
        recent.show(_("Lately"), recent_lines(page, is_framed=recent.is_framed))

    @property
    def _marked(self) -> str | None:
        menu = self.query_one("#ladder", Menu)
        return menu.items[menu.position].id if menu.position < len(menu.items) else None

    @property
    def _place(self) -> int | None:
        """The marked place."""
        return (
            None if self._marked in (None, JOIN) else self.query_one("#ladder", Menu).position + 1
        )

    @property
    def _rung(self) -> LadderRow | None:
        place = self._place
        return None if place is None or self._page is None else self._page.rungs[place - 1]

    def _tell_marked(self) -> None:
        self._sure, self._is_saying = "", False
        page, place = self._page, self._place
        if page is not None:
            told = join_done(page) if place is None else can_be_done(page, place)
            self.query_one("#facts", Panel).show("", told)

    def _say(self, text: str) -> None:
        """Say something instead of what can be done, until another place is marked."""
        self._is_saying = bool(text)
        if not text:
            self._tell_marked()
        else:
            line = [(f" {text}", Look("gold", style="bold"))]
            self.query_one("#facts", Panel).show("", [line])

    def cannot_show(self, refusal: Refusal) -> None:
        """Say why."""
        self._say(say_refusal(refusal))

    # Doing

    @on(Menu.Marked)
    def mark(self, message: Menu.Marked) -> None:
        """Another place is marked: nothing is given up."""
        message.stop()
        self._tell_marked()

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """The ladder of another game."""
        message.stop()
        self._game = (self._game + message.step) % len(lobby_api(self).ladder.games())
        self._sure, self._is_saying = "", False
        self.show_now()

    def _do(self, *steps: Step) -> None:
        do_in_turn(self, [*steps, self.look], "ladder", self._say, "")

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Join, challenge, accept, or go to a game."""
        message.stop()
        here, page, rung = lobby_api(self).ladder, self._page, self._rung
        if page is None:
            return
        game = page.game
        if message.item.id == JOIN:
            self._do(lambda: here.join(game))
        elif rung is not None and rung.enter == LadderAction.CHALLENGE:
            self._challenge(game, rung.name)
        elif rung is not None and rung.enter is not None:
            self._go_on(rung, rung.enter)

    def _go_on(self, rung: LadderRow, deed: LadderAction) -> None:
        here = lobby_api(self).ladder
        both = [one for one in (rung.asks, rung.asked) if one is not None]
        if deed == LadderAction.ACCEPT:
            open_one = next(one for one in both if not one.table)
            do_in_turn(self, [lambda: here.accept(open_one)], "ladder", self._say, "")
            return
        table = next(one.table for one in both if one.table)
        do_in_turn(self, [lambda: here.go_to(table)], "ladder", self._say, "")

    def _challenge(self, game: str, name: str) -> None:
        here = lobby_api(self).ladder
        items = [Item(clock, _(clock)) for clock in here.clocks()]

        def picked(clock: str | None) -> None:
            if clock:
                self._do(lambda: here.challenge(game, name, clock))

        self.app.push_screen(
            Pick(_("Challenge {name}: which clock?").format(name=name), items), picked
        )

    def action_undo(self) -> None:
        """Give something up, once that was confirmed."""
        rung, page = self._rung, self._page
        if rung is None or page is None or rung.undo is None:
            return
        sure = f"{rung.name} {rung.undo.value}"
        if self._sure != sure:
            self._say(_(SURE[rung.undo]))
            self._sure = sure
            return
        self._sure = ""
        here, game = lobby_api(self).ladder, page.game
        asked = rung.asks if rung.undo == LadderAction.TURN_DOWN else rung.asked
        if rung.undo == LadderAction.LEAVE:
            self._do(lambda: here.leave(game))
        elif asked is not None:
            self._do(lambda: here.turn_down(asked))
