"""Display of a table: its layout, the order of an update, the hand-over screen and the bell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.widgets import Static

from screens.base import BaseScreen, Shape, api, shape_of
from screens.table.agreement import Notice, notice_text
from screens.table.log import LogPanel, log_lines
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Lines

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Curtain(BaseScreen):
    """The hand-over screen: it hides the table and names the player to move."""

    DEFAULT_CSS = """
    Curtain { align: center middle; }
    Curtain > Vertical {
        width: 66; height: auto; padding: 1 2;
        border: round $frame; background: $panel-ground;
    }
    Curtain Static { width: 1fr; text-align: center; }
    Curtain .more { color: $text-muted; }
    Curtain #who {
        background: $gold; color: $dark; text-style: bold; margin: 1 0;
    }
    """
    BINDING_GROUP_TITLE = N_("Hand-over screen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "open", N_("Show the table"), id="curtain.open"),
        Binding("escape", "leave", N_("Home; the game is kept"), id="curtain.leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        """Compose the hand-over screen: the player to move, and the key to press."""
        who = _("{name}, it is your turn.").format(name=self._person)
        how = _("When only you can see the screen, press Space.")
        with Vertical():
            yield Static(_("The table is hidden."), classes="more", markup=False)
            yield Static(who, id="who", markup=False)
            yield Static(how, markup=False)
        yield KeyBar()

    def action_open(self) -> None:
        """Show the table."""
        self.dismiss()

    def action_leave(self) -> None:
        """Leave the table without opening it."""
        api(self).table.leave()


async def turned_to_next(screen: GameScreen[Any]) -> None:
    """Turn the table to the next person, behind a hand-over screen if views are secret."""
    model = screen.model
    person = model.next_person() or model.to_confirm()
    if person is None:
        return
    model.sits_openly = not model.is_secret_to(person)
    if not model.sits_openly:
        await screen.app.push_screen(Curtain(model.people.named(person.number)))
    screen.forget()
    model.seat = person
    screen.presenter.show_table()


class TableLayout:
    """The room of boards, lines and menu."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    @property
    def room(self) -> Size:
        """The size of the terminal without the panel beside the boards."""
        screen = self.screen
        size = screen.app.size
        height = size.height
        if screen.guide is not None:
            height -= screen.guide.lines_of_boards(size)
        return Size(size.width - screen.side.width, height)

    @property
    def shape(self) -> Shape:
        """The shape of the terminal."""
        return shape_of(self.screen.app.size)

    @property
    def line_width(self) -> int:
        """The cells of a line of text: those beside the board on a phone held sideways."""
        return self._aside.width if self.shape is Shape.SIDEWAYS else self.room.width

    @property
    def _aside(self) -> Region:
        """The region of question and choices on a phone held sideways."""
        return self.screen.ui.aside(self.screen.app.size)

    @property
    def lines_of_boards(self) -> int:
        """The lines from the top to the lower end of the boards."""
        return self.screen.text_line("prompt").region.y

    def begin(self) -> None:
        """Lay the boards out for the first time."""
        self.screen.set_class(self.shape is not Shape.WIDE, "-phone")
        self.screen.set_class(self.shape is Shape.UPRIGHT, "-upright")
        self.screen.set_class(self.shape is Shape.SIDEWAYS, "-sideways")
        self.place_aside()
        self.screen.ui.set_scale(self.room)
        self.fit_menu()

    def place_aside(self) -> None:
        """Put question and choices, and the recap, beside the board of a phone held sideways."""
        is_sideways, room = self.shape is Shape.SIDEWAYS, self._aside
        asking, since = self.screen.query_one("#asking"), self.screen.query_one("#since")
        asking.styles.offset = room.offset if is_sideways else (0, 0)
        asking.styles.width = since.styles.width = room.width if is_sideways else "1fr"
        asking.styles.height = room.height if is_sideways else "auto"
        since.styles.offset = (room.x, 1) if is_sideways else (0, 0)

    def show_lines(self, *, signs: bool, since: bool) -> None:
        """Show or hide the lines of signs and of the recap; phones have no signs.

        Classes of the screen would restyle each widget on it.
        """
        self.screen.text_line("signs").display = signs and self.shape is Shape.WIDE
        self.screen.query_one("#since").display = since

    def lay_out(self) -> None:
        """Lay out all widgets for the present size."""
        screen = self.screen
        self.begin()
        screen.ui.show(screen.model.view)
        screen.presenter.show_log()
        screen.lines.show_signs()
        screen.offer.fill_menu(keep=True)
        screen.ui.laid_out()
        screen.call_if_shown(self._show_boards)

    def _show_boards(self) -> None:
        """Redraw the boards, as some parts depend on their new size."""
        self.screen.ui.show(self.screen.model.view)
        self.screen.presenter.show_log()
        self.screen.lines.show_signs()
        self.screen.ui.laid_out()

    def fit_menu(self) -> None:
        """Give the free lines to the menu: three of 24, less those taken."""
        screen = self.screen
        lines = screen.ui.menu_lines(self.room)
        taken = int(screen.line.is_open) + bool(screen.query_one(Notice).told)
        taken += len(screen.remarks.lines)
        if screen.guide is not None:
            taken = screen.guide.make_room(taken, screen.ui.lines_to_spare(self.room))
        screen.menu.set_lines(max(lines - taken, 0))
        screen.ui.make_room(taken)


class TableDisplay:
    """The part of the screen that shows the table to the current viewer."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._bells = TurnBell(screen)
        self._is_saving = False

    def show_table(self) -> None:
        """Show the present table, with a playback of events that are worth one.

        While a move is stored only the choices go: the end of it is told, and all is shown then.
        """
        screen = self.screen
        if not screen.is_showing:
            return
        was_saving, self._is_saving = self._is_saving, screen.model.seat.is_saving
        if self._is_saving:
            if not was_saving:
                screen.asking.ask_anew()
            return
        self._bells.hear()
        if screen.playback.show():
            return
        screen.model.pass_openly()
        screen.model.catch_up()
        self.show_now()
        if screen.model.to_confirm() is not None:
            screen.hand_over()

    def show_now(self) -> None:
        """Show the table up to the last event shown."""
        screen = self.screen
        screen.motions.remember()
        screen.ui.show(screen.model.view)
        self.show_log()
        screen.side.refresh()
        self.show_notice()
        screen.asking.ask_anew()
        screen.forced.consider()
        screen.coaching.consider()
        screen.motions.show()
        self._show_end()

    def _show_end(self) -> None:
        """Show the result, unless the bar of a lesson or puzzle announces the end."""
        screen = self.screen
        model = screen.model
        if screen.guide is not None or model.is_following or model.is_replay:
            return
        if model.result is not None:
            screen.motions.then(screen.ending.show_once)

    def show_log(self) -> None:
        """Show the headline, the recap, and the log, by the choices of the view that is shown."""
        screen = self.screen
        screen.offer.begin()
        screen.lines.show(screen.model.view)
        self.show_guide()
        log, height = screen.query_one("#log"), screen.arrangement.room.height
        if isinstance(log, LogPanel):
            log.tell(screen.model.log, screen.ui, height)
        elif isinstance(log, Lines):
            log.set_lines(_("Log"), log_lines(screen.model.log, screen.ui, height))

    def show_guide(self) -> None:
        """Show the state of a lesson or puzzle."""
        if self.screen.guide is not None and not self.screen.model.is_following:
            self.screen.guide.show(self.screen.arrangement.line_width)

    def show_notice(self) -> None:
        """Show the offers of other people; widgets below make room."""
        self.screen.query_one(Notice).tell(notice_text(self.screen))
        self.screen.arrangement.fit_menu()
        self.screen.refresh_bindings()


@dataclass(frozen=True, slots=True)
class _Heard:
    """The number of events a seat had been told, and whether it had to move."""

    seat: int | None
    told: int
    waits: bool


class TurnBell:
    """The bell for events that the current viewer's seat notices.

    The app rings it (`BaseApp.ring`), as the settings of the player say; on a server it is also
    rung for people who look at another screen (`nim_tui.server.play.turns`).
    """

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._before: _Heard | None = None

    def hear(self) -> None:
        """Ring for new events, if somebody else caused them."""
        model = self.screen.model
        if model.is_replay or model.seat not in model.persons:
            return
        seat, log = model.seat.number, model.log_now
        waits = seat in model.seat.waiting
        before, self._before = self._before, _Heard(seat, len(log), waits)
        if before is None or before.seat != seat:
            return
        here = {person.number for person in model.persons}
        doers = [event.seat for event in log[before.told :]]
        if any(doer is not None and doer not in here for doer in doers):
            has_come = waits and (not before.waits or seat in doers)
            api(self.screen.app).ring(is_turn=has_come)
