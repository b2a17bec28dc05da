"""The form for a new table, with a card of its game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from screens.app_api import GameInfo, NotPossible
from screens.base import BaseScreen, api
from screens.colours import Look, Spans
from screens.game_intro import DIFFICULTIES, GamePitch, intro_of
from screens.home.game_shelf import Picture
from screens.home.table_form import LEARN, START, TableForm
from screens.text import N_, _, say_refusal
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.raster import broken
from screens.widgets.text_line import TextLine, page_title

_LABEL: Final = 9
_BROAD: Final = 68
"""The least width at which all facts fit in one line."""
_SOFT: Final = Look("soft")
_NO_OPPONENT: Final = "random"
"""The level of a bot for trying things out, not for playing against."""


def pitch_lines(game: GameInfo, width: int, doing: str) -> list[Spans]:
    """Return the introduction of a game, broken to a width; without one the name alone.

    `doing`, the effect of Enter, is shown beside the name.
    """
    intro = intro_of(game.name)
    pitch = intro.pitch
    told = f"   {doing}" if doing else ""
    if pitch is None:
        return [[(game.title, Look(style="bold")), (told, Look("key"))]]
    head = f"{intro.emblem}  {game.title}"
    return [
        [(head, Look(pitch.colour, style="bold")), (told, Look("key"))],
        *([(text, Look(style="bold"))] for text in broken(_(pitch.sentence), width)),
        *_labelled(_("goal"), _(pitch.goal), width),
        *_labelled(_("hidden"), _(pitch.hidden), width),
        *_facts(pitch, game, width),
    ]


def _facts(pitch: GamePitch, game: GameInfo, width: int) -> list[Spans]:
    """Return the players, length, difficulty and bots, in one line if they fit."""
    dots = "●" * pitch.difficulty + "○" * (len(DIFFICULTIES) - pitch.difficulty)
    first = [
        _label(_("players")),
        (f"{pitch.players}   ", Look(style="bold")),
        (_("{minutes} min").format(minutes=pitch.minutes) + "   ", _SOFT),
    ]
    hard = [(f"{dots} ", Look("gold")), (_(DIFFICULTIES[pitch.difficulty - 1]) + "   ", _SOFT)]
    levels = ", ".join(_(level) for level in game.bots if level != _NO_OPPONENT)
    if width >= _BROAD:
        return [[*first, *hard, (_("bots: {levels}").format(levels=levels), _SOFT)]]
    return [first, [(" " * _LABEL, _SOFT), *hard], *_labelled(_("bots"), levels, width)]


def _labelled(label: str, text: str, width: int) -> list[Spans]:
    rows = broken(text, max(width - _LABEL, _LABEL))
    heads = [_label(label), *[_label("")] * len(rows)]
    return [[head, (row, Look())] for head, row in zip(heads, rows)]


def _label(text: str) -> tuple[str, Look]:
    return text.ljust(_LABEL), _SOFT


_FEW_LINES: Final = 34
"""The lines of a screen below which the picture is small."""
_SMALL: Final = 5


class GameCard(Vertical):
    """The introduction of a game, the same on all screens, broken to the given columns."""

    DEFAULT_CSS = """
    GameCard { width: 1fr; height: auto; }
    GameCard Panel { width: 1fr; height: auto; }
    GameCard Picture { margin-bottom: 1; }
    """

    def __init__(self, *, is_pictured: bool = True) -> None:
        """Make the card, without a picture if the screen has the game's already."""
        super().__init__()
        self._is_pictured = is_pictured
        self._game: GameInfo | None = None
        self._doing = ""

    def compose(self) -> ComposeResult:
        """Compose picture and words."""
        if self._is_pictured:
            yield Picture()
        yield Panel(is_framed=False)

    def show(self, game: GameInfo | None, doing: str = "") -> None:
        """Show another game, or none; `doing` is the effect of Enter."""
        self._game, self._doing = game, doing
        self._tell()

    def on_resize(self) -> None:
        """Break the text to the new width."""
        self._tell()

    def _tell(self) -> None:
        game, width = self._game, self.size.width
        for picture in self.query(Picture):
            few = self.app.size.height < _FEW_LINES
            picture.styles.height = _SMALL if few else max(width * 3 // 8, _SMALL)
            picture.show("" if game is None else game.name)
        panel = self.query_one(Panel)
        lines = [] if game is None or not width else pitch_lines(game, width, self._doing)
        if (height := self.styles.height) is not None and height.is_cells:
            lines = lines[: int(height.value)]
        if len(lines) != panel.size.height:
            panel.refresh(layout=True)
        panel.show("", lines)


_WIDE, _LARGE = 100, 190
"""The least screen widths at which the card is wider."""
_EXPLAINED = 170
"""The least width at which every option, not only the marked one, shows its effect."""

_AROUND: Final = 7
"""The lines that a form has beside its items: bars and message."""


class NewTableScreen(BaseScreen):
    """The games, then a form; Enter on the form's first line starts at once."""

    DEFAULT_CSS = """
    NewTableScreen { align: center top; }
    NewTableScreen Horizontal { width: 1fr; max-width: 190; height: 1fr; margin-top: 1; }
    NewTableScreen GameCard { width: 28; margin: 0 1 0 2; }
    NewTableScreen.-wide GameCard { width: 40; margin: 0 2; }
    NewTableScreen.-large GameCard { width: 52; margin: 0 3; }
    NewTableScreen #form-side { width: 1fr; height: auto; }
    NewTableScreen.-narrow GameCard, NewTableScreen.-low GameCard { display: none; }
    NewTableScreen.-narrow Horizontal, NewTableScreen.-low Horizontal,
    NewTableScreen.-long Horizontal { margin-top: 0; }
    NewTableScreen.-narrow #form-side, NewTableScreen.-low #form-side,
    NewTableScreen.-long #form-side { height: 1fr; }
    NewTableScreen.-narrow Menu, NewTableScreen.-low Menu, NewTableScreen.-long Menu {
        height: 1fr;
    }
    NewTableScreen #said {
        color: $accent; height: auto; min-height: 3; max-height: 5; margin-top: 1;
    }
    NewTableScreen Input {
        display: none; border: none; height: 1; padding: 0 3; background: $panel;
    }
    NewTableScreen Input.open { display: block; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)
    BINDING_GROUP_TITLE = N_("New table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", N_("Back"), id="new.back"),
        Binding(
            "b",
            "bot",
            N_("Another bot"),
            id="new.bot",
            show=False,
            tooltip=N_("Add a bot of the same level in the selected seat"),
        ),
    ]

    def __init__(self, game: str = "") -> None:
        """Make the screen with the form of a game, or with the games."""
        super().__init__()
        self._game = game
        self._form: TableForm | None = None
        self._typing = ""

    def compose(self) -> ComposeResult:
        """Compose the title, the list and the message."""
        yield TextLine("bar", id="headline")
        with Horizontal():
            yield GameCard()
            with Vertical(id="form-side"):
                yield Menu(id="form")
                yield Input(compact=True)
                yield Static(id="said", markup=False)
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        width = event.size.width
        self.set_class(_WIDE <= width < _LARGE, "-wide")
        self.set_class(width >= _LARGE, "-large")
        if self._form is not None and not self._typing:
            self._fill(self._form)

    def on_mount(self) -> None:
        """Show the games, or the form of the given game."""
        if self._game:
            self._choose_game(self._game)
        else:
            self._offer_games()

    def _offer_games(self) -> None:
        self._form = None
        games = api(self).games_on_offer()
        self.query_one(Menu).set_items([Item(game.name, game.title) for game in games])
        self._tell_about(games[0])
        self._say(_("Enter: choose this game."))

    def _info_of(self, name: str) -> GameInfo:
        return next(game for game in api(self).games_on_offer() if game.name == name)

    def _choose_game(self, name: str) -> None:
        here, info = api(self), self._info_of(name)
        self._tell_about(info)
        self._form = TableForm(here, info, here.rules_of(name))
        self._fill(self._form, START)

    def _tell_about(self, game: GameInfo) -> None:
        """Show the card of the chosen or marked game."""
        self.query_one("#headline", TextLine).show(page_title(_("New table"), game.title))
        self.query_one(GameCard).show(game)

    def _fill(self, form: TableForm, marked: str = "") -> None:
        """Show the form again, with `marked` or else the same line marked."""
        menu = self.query_one(Menu)
        marked = marked or menu.items[menu.position].id
        menu.set_items(form.items(tells_effects=self.app.size.width >= _EXPLAINED))
        menu.mark(marked)
        self._make_room()
        self._say(form.meaning(menu.items[menu.position].id))

    def _make_room(self) -> None:
        """Let a form that is longer than the screen scroll, with its message below."""
        lines = len(self.query_one(Menu).items) + bool(self._typing) + _AROUND
        self.set_class(lines > self.app.size.height, "-long")

    @on(Menu.Marked)
    def explain(self, message: Menu.Marked) -> None:
        """Show the meaning of the marked line, or the description of the marked game."""
        message.stop()
        if self._form is not None:
            self._say(self._form.meaning(message.item.id))
        else:
            self._tell_about(self._info_of(message.item.id))

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(text)

    @on(Menu.Taken)
    async def take(self, message: Menu.Taken) -> None:
        """Start, step a value, or ask for a typed one."""
        message.stop()
        self._stop_typing()
        line, form = message.item.id, self._form
        if form is None:
            self._choose_game(line)
        elif line == START:
            await self._attempt(form.start)
        elif line == LEARN:
            await self._attempt(form.learn)
        elif form.field(line) is not None:
            self._type(form, line)
        else:
            form.turn(line, 1)
            self._fill(form)

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Step a value."""
        message.stop()
        self._stop_typing()
        if self._form is not None:
            self._form.turn(message.item.id, message.step)
            self._fill(self._form)

    def _type(self, form: TableForm, line: str) -> None:
        wanted = form.field(line)
        assert wanted is not None
        self._typing = line
        self._make_room()
        self._say(_("Enter: accept; Esc: cancel."))
        field = self.query_one(Input)
        field.max_length = wanted.longest
        field.value = wanted.value
        field.placeholder = wanted.placeholder
        field.add_class("open")
        field.focus()

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Set the typed value, or show the refusal."""
        message.stop()
        assert self._form is not None
        try:
            self._form.take(self._typing, message.value.strip())
        except NotPossible as problem:
            self._say(say_refusal(problem))
            return
        self._close_field()
        self._fill(self._form)

    def _stop_typing(self) -> None:
        """Close the field: a click led back to the lines, and its line may go."""
        if self._typing:
            self._close_field()

    def _close_field(self) -> None:
        self.query_one(Input).remove_class("open")
        self._typing = ""
        self._make_room()
        menu = self.query_one(Menu).focus()
        if self._form is not None:
            self._say(self._form.meaning(menu.items[menu.position].id))

    async def _attempt(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except NotPossible as problem:
            self._say(say_refusal(problem))

    def action_bot(self) -> None:
        """Put another bot on the marked seat."""
        menu = self.query_one(Menu)
        if self._form is not None and not self._typing:
            self._form.change_bot(menu.items[menu.position].id)
            self._fill(self._form)

    def action_back(self) -> None:
        """Go from the field to the form, from the form to the games, from the games home."""
        if self._typing:
            self._close_field()
        elif self._form is not None and not self._game and len(api(self).games_on_offer()) > 1:
            self._offer_games()
        else:
            self.app.pop_screen()
