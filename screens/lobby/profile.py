"""The page about oneself: ratings by game, and how the marked one went."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look
from screens.game_intro import intro_of
from screens.lobby.api import lobby_api
from screens.lobby.notices import NoticesScreen
from screens.lobby.pages_api import Profile, RatedGame
from screens.lobby.ssh_keys import SshKeysScreen
from screens.lobby.updates import look_up
from screens.text import N_, _, ngettext, say_refusal
from screens.widgets.chart import CROSS, Chart, Series
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine, page_title

_TITLE = 26
_SOFT = Look("soft")


class ProfileScreen(BaseScreen):
    """A line a game; below it the course of the marked one."""

    DEFAULT_CSS = """
    ProfileScreen { layout: vertical; }
    ProfileScreen Menu { margin: 1 0; }
    ProfileScreen #course { height: 1fr; padding: 1 2 0 1; }
    ProfileScreen #meaning, ProfileScreen #figures { margin: 0 3; }
    """
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu,)
    BINDING_GROUP_TITLE = N_("Profile")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "keys", N_("Your keys"), id="profile.keys"),
        Binding("n", "notices", N_("Notices"), id="profile.notices"),
        Binding("escape,q,p", "app.pop_screen", N_("Back"), id="profile.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._profile: Profile | None = None

    def compose(self) -> ComposeResult:
        """Compose the page: name, ratings, the meaning of the ratings, and the course of one."""
        yield TextLine("bar", id="headline")
        yield Menu()
        yield TextLine(id="meaning")
        yield Vertical(id="course")
        yield TextLine(id="figures")
        yield KeyBar()

    def on_mount(self) -> None:
        """Look everything up."""
        name = lobby_api(self).who.name
        self.query_one("#headline", TextLine).show(page_title(_("Profile"), name))
        look_up(self, self._look, "profile")

    async def _look(self) -> None:
        try:
            self._profile = await lobby_api(self).profile.shown()
        except Refusal as refusal:
            self._mean(say_refusal(refusal), Look("gold"))
            return
        self._show_head(self._profile)
        self.query_one(Menu).set_items([_item(game) for game in self._profile.games])
        self._show_marked()

    def _show_head(self, profile: Profile) -> None:
        facts = [_("member since {day}").format(day=profile.since)]
        if profile.played:
            games = ngettext("{count} game", "{count} games", profile.played)
            told = _("left {left} of {games} with others")
            facts.append(told.format(left=profile.left, games=games))
        head = page_title(_("Profile"), profile.name)
        self.query_one("#headline", TextLine).show(head, [("   ".join(facts) + " ", BAR_SOFT)])

    def _mean(self, text: str, look: Look = _SOFT) -> None:
        self.query_one("#meaning", TextLine).show([(text, look)])

    @on(Menu.Marked)
    def show_course(self, message: Menu.Marked) -> None:
        """Another game is marked."""
        message.stop()
        self._show_marked()

    def _show_marked(self) -> None:
        games = () if self._profile is None else self._profile.games
        box = self.query_one("#course", Vertical)
        box.remove_children()
        if not games:
            self._mean(_("Nothing is rated yet: finish a rated game with another person."))
            return
        game = games[self.query_one(Menu).position]
        self._mean(_meaning(game))
        figures = ""
        if game.course:
            box.mount(Chart(_series(game)))
            figures = "▲ " + _("estimate") + f"   {CROSS} " + _("proven strength")
        self.query_one("#figures", TextLine).show([(figures, _SOFT)])

    def action_keys(self) -> None:
        """The SSH keys of the account."""
        self.app.push_screen(SshKeysScreen())

    def action_notices(self) -> None:
        """How one is told that it is one's turn."""
        self.app.push_screen(NoticesScreen())


def _item(game: RatedGame) -> Item:
    title = f"{intro_of(game.game).emblem} {game.title}"
    mark = "?" if game.is_provisional else " "
    parts = (
        (title + " " * max(_TITLE - cell_len(title), 1), "item"),
        (f"{game.rating:6.1f}{mark}", "gold"),
        (f"   {game.guess:.1f} ±{game.spread:.1f}".ljust(17), "note"),
        (ngettext("{count} game", "{count} games", game.games), "note"),
    )
    return Item(game.game, game.title, parts=parts)


def _meaning(game: RatedGame) -> str:
    if game.is_provisional:
        return _("? provisional: too few games yet to be sure of it")
    return _("Proven strength, then the estimate and by how much it may be off.")


def _series(game: RatedGame) -> Series:
    guesses = tuple(round(guess) for guess, _rating in game.course)
    proven = tuple(max(round(rating), 0) for _guess, rating in game.course)
    if len(guesses) == 1:
        guesses, proven = guesses * 2, proven * 2
    return Series(game.title, _("rated games"), (guesses,), {0: proven}, most=30)
