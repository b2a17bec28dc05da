"""A page of the lobby on the screen: rows as a menu, and actions by Enter and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.actions import parse
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from rules.messages import Refusal
from screens.base import BaseScreen
from screens.colours import BAR_SOFT, Look, Span, Spans, text_of
from screens.home.game_shelf import Picture
from screens.keymap import KEY_NAMES, bindings_of, key_name
from screens.lobby.api import lobby_api
from screens.lobby.form_screen import FormScreen
from screens.lobby.input_line import close_field, open_field
from screens.lobby.page import AWAY, Action, Form, Opens, Page, Row, table_lines
from screens.lobby.updates import RefreshingPage, look_up
from screens.pick_dialog import Pick
from screens.text import N_, _, current_look, say_refusal
from screens.widgets.chart import Chart, Series
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Item, Menu
from screens.widgets.panel import Panel
from screens.widgets.raster import broken
from screens.widgets.text_line import TextLine, page_title

LARGE: Final = Size(110, 36)
"""The least size of a screen with a card beside a list."""
SIDE: Final = 40
"""The columns of the card, with its margins."""
_TEXT: Final = SIDE - 4
_PAGE: Final = 80
"""The columns of a page on a wide screen, as its styles have it."""


class GameSide(Vertical):
    """A card beside the page, hidden unless its screen has styles that show it."""

    DEFAULT_CSS = """
    GameSide { display: none; width: 1fr; margin: 1 1 0 1; }
    GameSide Picture { height: 9; }
    GameSide Panel { width: 1fr; height: 1fr; margin: 1 0 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Compose picture and lines."""
        yield Picture()
        yield Panel(is_framed=False)

    def show(self, game: str, texts: Sequence[str]) -> None:
        """Show a game; each text begins a line."""
        is_drawn = current_look().glyphs != "ascii"
        self.query_one(Picture).show(game if is_drawn else "")
        self.query_one(Panel).show("", broken_lines(texts, _TEXT))


def broken_lines(texts: Sequence[str], width: int) -> list[Spans]:
    """Return texts in soft lines of at most `width` columns."""
    return [[(line, Look("soft"))] for text in texts for line in broken(text, width)]


def is_large(node: Screen[object] | Widget) -> bool:
    """Whether the screen has room for a card."""
    size = node.app.size
    return size.width >= LARGE.width and size.height >= LARGE.height


_ENTER: Final = KEY_NAMES["enter"]
LOOKS_AGAIN = 2.0
"""Seconds between look-ups of results that come from elsewhere."""


PAGES: Final[dict[str, type[PageScreen]]] = {}
"""The pages by name, filled by `screens.lobby.pages`."""


class PageScreen(BaseScreen, RefreshingPage):
    """The base of all pages; each subclass has a name and keys.

    The action of a key is `act(WORDS)`: the first action, of the marked row or the page, with one
    of these words.
    """

    DEFAULT_CSS = """
    PageScreen #middle { height: 1fr; align-horizontal: center; }
    PageScreen #page { width: 80; max-width: 100%; height: 1fr; padding: 1 0; }
    PageScreen #intro { color: $text-muted; margin: 0 3 1 3; height: auto; }
    PageScreen Menu { max-height: 60%; }
    PageScreen #detail { color: $text-muted; margin: 1 3 0 3; height: auto; }
    PageScreen Input {
        display: none; border: none; height: 1; background: $panel; margin: 1 3 0 3;
        padding: 0 1 !important;
    }
    PageScreen Input.open { display: block; }
    PageScreen #events, PageScreen #head { display: none; width: 1fr; }
    PageScreen #head { margin: 0 1 1 1; }
    PageScreen #keys { margin: 0 2; display: none; }
    PageScreen #chart { height: 1fr; padding: 1 2 0 1; display: none; }
    PageScreen #remark {
        color: $gold; text-style: bold; height: auto; margin: 1 3 0 3; display: none;
    }
    """
    PAGE: ClassVar[str]
    """The name of the page."""
    FOLLOWS: ClassVar[bool] = False
    """Whether the page is looked up at every change of the lobby."""
    AUTO_FOCUS: ClassVar[str | None] = "Menu"
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Menu, Input)

    def __init_subclass__(
        cls, *, page: str = "", title: str = "", back: str = "", letter: str = "", **inherits: bool
    ) -> None:
        """Name a page and its keys, which end with that back: Escape, q and perhaps a letter.

        `title` is that of the keys; `back`, usually `page`, begins the id of the key back.
        """
        if title:
            keys = ",".join(["escape", "q", *letter])
            cls.BINDING_GROUP_TITLE = title
            cls.BINDINGS = [
                *cls.__dict__.get("BINDINGS", ()),
                Binding(keys, "back", N_("Back"), id=f"{back or page}.back"),
            ]
        super().__init_subclass__(**inherits)
        if page:
            cls.PAGE = page
            PAGES[page] = cls

    def __init__(self, of: str = "") -> None:
        """Make the screen; `of` is the id of the page's subject."""
        super().__init__()
        self._of = of
        self._page = Page("")
        self._sure: tuple[str, str] = ("", "")
        """The row and the action that wait for a second press."""
        self._series: Series | None = None
        self._asking: Action | None = None
        """The action that waits for its text."""

    def compose(self) -> ComposeResult:
        """Compose headline, explanation, rows, the marked row's detail, and a message."""
        yield TextLine("bar", id="headline")
        with Horizontal(id="middle"):
            with Vertical(id="page"):
                yield Panel(is_framed=False, id="head")
                yield Static(id="intro", markup=False)
                yield Menu()
                yield Panel(is_framed=False, id="events")
                yield Static(id="detail", markup=False)
                yield TextLine(id="keys")
                yield Vertical(id="chart")
                yield Input(compact=True)
                yield Static(id="remark", markup=False)
            yield GameSide()
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the lobby, if pages of this kind change with it."""
        if self.FOLLOWS:
            self.follow_lobby()

    def on_screen_resume(self) -> None:
        """Look the page up, at first and after another screen."""
        self.show_lobby()

    def on_resize(self) -> None:
        """Lay the widgets out for the new size."""
        self.set_class(is_large(self), "large")
        if self._page.title:
            self._show_around()

    # Showing

    async def look(self) -> None:
        """Show the page again, with the same row marked unless it was the only one, or is gone."""
        page = self._page = await lobby_api(self).page(self.PAGE, self._of)
        menu = self.query_one(Menu)
        before = self._marked_id if len(menu.items) > 1 else ""
        menu.set_items([_item(row) for row in page.rows], keep=True)
        menu.mark(before if any(row.id == before for row in page.rows) else page.marked)
        labels = any(one.label for row in page.rows for one in row.all_actions)
        _display(self.query_one("#keys"), is_shown=labels)
        self._show_around()
        self._show_marked()

    def _show_around(self) -> None:
        """Show headline, table, explanation, the game, and recent events."""
        page = self._page
        has_side = bool(page.game) and is_large(self)
        aside = self._show_headline()
        self._show_text("#intro", "\n".join(filter(None, [aside, "" if has_side else page.intro])))
        self._show_table()
        panel = self.query_one("#events", Panel)
        _display(panel, is_shown=bool(page.no_events))
        panel.set_framed(is_large(self))
        panel.show(_("Recent events"), _events(page, is_framed=panel.is_framed))

    def _show_headline(self) -> str:
        """Show title and facts in one line; return the facts if they have no room there."""
        page = self._page
        title = page_title(page.short or page.title, page.about)
        has_room = cell_len(text_of(title)) + cell_len(page.aside) + 2 <= self.size.width
        aside = [(f"{page.aside} ", BAR_SOFT)] if page.aside and has_room else []
        self.query_one("#headline", TextLine).show(title, aside)
        return "" if has_room else page.aside

    def _show_table(self) -> None:
        table, head = self._page.table, self.query_one("#head", Panel)
        room = min(self.size.width, _PAGE) - 2
        lines = [] if table is None else table_lines(table, room)
        _display(head, is_shown=bool(lines))
        if len(lines) != head.size.height:
            head.refresh(layout=True)
        head.show("", lines)

    @property
    def _marked_id(self) -> str:
        menu = self.query_one(Menu)
        return menu.items[menu.position].id if menu.position < len(menu.items) else ""

    @property
    def _marked(self) -> Row | None:
        marked = self._marked_id
        return next((row for row in self._page.rows if row.id == marked), None)

    def _show_marked(self) -> None:
        row = self._marked
        page = self._page
        cut = self.query_one(Menu).cut_note
        told = "" if row is None else "\n".join(filter(None, [cut, row.detail]))
        self._show_text("#detail", page.empty or page.detail if row is None else told)
        self.refresh_bindings()
        if page.game:
            game = page.game if row is None else row.game or page.game
            self.query_one(GameSide).show(game, page.terms)
        keys: list[Span] = []
        if row is not None:
            keys += [span for one in row.all_actions if one.label for span in self._key(one, row)]
        self.query_one("#keys", TextLine).show(keys)
        box, series = self.query_one("#chart", Vertical), None if row is None else row.chart
        _display(box, is_shown=series is not None)
        if series != self._series:
            self._series = series
            box.remove_children()
            if series is not None:
                box.mount(Chart(series))

    def _key(self, action: Action, row: Row) -> Sequence[Span]:
        """Return the key of an action with its label."""
        key = _(_ENTER)
        if action is not row.enter:
            active = [one.binding for one in self.active_bindings.values()]
            keys = (key_name(self.app, one) for one in active if action.word in _acts(one))
            key = next(keys, "")
        return (f" {key} ", Look("key", style="bold")), (f"{action.label}  ", Look())

    def _remark(self, text: str) -> None:
        self._sure = ("", "")
        self._show_text("#remark", text)

    def _show_text(self, where: str, text: str) -> None:
        static = self.query_one(where, Static)
        static.update(text)
        _display(static, is_shown=bool(text))

    def cannot_show(self, refusal: Refusal) -> None:
        """Show the refusal."""
        self._remark(say_refusal(refusal))

    # Actions

    @on(Menu.Marked)
    def think_again(self, message: Menu.Marked) -> None:
        """Drop a pending confirmation, as another row was marked."""
        message.stop()
        self._remark("")
        self._show_marked()

    @on(Menu.Resized)
    def measure_notes(self) -> None:
        """Tell the note of the marked row below, if it has no room beside it now."""
        self._show_marked()

    @on(Menu.Taken)
    def take(self, message: Menu.Taken) -> None:
        """Do the action of Enter on the marked row."""
        message.stop()
        row = self._marked
        if row is not None and row.enter is not None:
            self.begin(row.enter)

    def action_act(self, words: str) -> None:
        """Do the first of these actions, separated by blanks, of the marked row or the page."""
        action = self._first_of(words)
        if action is not None:
            self.begin(action)

    def _first_of(self, words: str) -> Action | None:
        row = self._marked
        actions = [*(() if row is None else row.actions), *self._page.actions]
        return next((one for one in actions if one.word in words.split()), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only the actions of the marked row and of the page."""
        if action == "act":
            return self._first_of(str(parameters[0])) is not None
        return super().check_action(action, parameters)

    @property
    def unlisted_keys(self) -> Sequence[str]:
        """The ids of the keys that stand with the marked row, which names what they do."""
        row = self._marked
        named = {one.word for one in (() if row is None else row.actions) if one.label}
        bindings = bindings_of(type(self))
        return [name for name, one in bindings.items() if not named.isdisjoint(_acts(one))]

    @on(Menu.Turned)
    def turn(self, message: Menu.Turned) -> None:
        """Go to the page of the same kind before or after it."""
        message.stop()
        others = self._page.others
        if others:
            place = others.index(self._of) if self._of in others else 0
            self._of = others[(place + message.step) % len(others)]
            self.query_one(Menu).set_items([])
            self._remark("")
            self.show_lobby()

    def action_open(self, page: str) -> None:
        """Go to another page."""
        open_page(self, page)

    def begin(self, action: Action) -> None:
        """Begin an action: ask for its text or its confirmation, or run it."""
        sure = (self._marked_id, action.word)
        if action.ask is not None and action.ask.choices:
            items = [Item(one, _(one)) for one in action.ask.choices]

            def picked(one: str | None) -> None:
                if one:
                    self._do(action, one)

            self.app.push_screen(Pick(action.ask.hint, items), picked)
        elif action.ask is not None:
            self.query_one(Input).max_length = action.ask.longest
            open_field(self, action.ask.value, action.ask.hint)
            self._asking = action
            self._remark(_("Enter: accept; Esc: cancel."))
        elif action.confirm and self._sure != sure:
            self._remark("\n".join(filter(None, action.confirm)))
            self._sure = sure
        else:
            self._do(action)

    def _do(self, action: Action, text: str = "") -> None:
        async def work() -> None:
            try:
                answer = await action.run(text)
            except Refusal as refusal:
                await self._remark_anew(say_refusal(refusal))
                return
            if isinstance(answer, Form):
                self._remark("")
                self.app.push_screen(FormScreen(answer), self._open)
            elif not isinstance(answer, Opens):
                await self._remark_anew(answer if isinstance(answer, str) else action.said)
                self._look_again(action.looks)
            else:
                self._open(answer)

        self._remark(action.busy)
        look_up(self, work, "act")

    def _open(self, to: Opens | None) -> None:
        if to is not None and to is not AWAY:
            open_page(self, to.page, to.of)

    async def _remark_anew(self, text: str) -> None:
        """Show the page again, with a message."""
        try:
            await self.look()
        except Refusal as refusal:
            text = text or say_refusal(refusal)
        self._remark(text)

    def _look_again(self, times: int) -> None:
        """Look the page up `times` times, for changes that no event announces."""

        def due() -> None:
            if self.is_current:
                self.show_lobby()
                self._look_again(times - 1)

        if times:
            self.set_timer(LOOKS_AGAIN, due)

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Run the action with the typed text."""
        message.stop()
        action, text = self._asking, message.value.strip()
        self._leave_field()
        if action is not None and action.ask is not None and (text or action.ask.missing is None):
            self._do(action, text)

    def _leave_field(self) -> None:
        close_field(self)
        self._remark("")

    def action_back(self) -> None:
        """Go from the field to the list, from the list to the previous screen."""
        if self.query_one(Input).has_class("open"):
            self._leave_field()
        else:
            self.app.pop_screen()


def _acts(binding: Binding) -> Sequence[str]:
    """Return the words of the actions of a key; empty if it does something else."""
    _owner, name, parameters = parse(binding.action)
    return str(parameters[0]).split() if name == "act" else ()


def _display(widget: Widget, *, is_shown: bool) -> None:
    """Show or hide a widget, only if that is a change, as each costs a layout."""
    if widget.display != is_shown:
        widget.display = is_shown


def _item(row: Row) -> Item:
    return Item(row.id, row.name, row.note, parts=tuple(row.parts))


def _events(page: Page, *, is_framed: bool) -> list[Spans]:
    """Return recent events, with a title if no frame has one."""
    soft = Look("soft")
    lines: list[Spans] = [[(f"{day}  ", soft), (text, Look())] for day, text in page.events]
    lines = lines or [[(page.no_events, soft)]]
    if is_framed:
        return lines
    title: Spans = [("   " + _("Recent events"), Look("key", style="bold"))]
    return [title, *([("   ", Look()), *line] for line in lines)]


def open_page(node: Widget, page: str, of: str = "") -> None:
    """Open a page by its name."""
    node.app.push_screen(PAGES[page](of))
