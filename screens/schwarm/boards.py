"""The widgets of a table of *Der Schwarm*, and their regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from rules.contract import Event
from rules.schwarm.board import START_POINTS
from rules.schwarm.events import Crowned, Hit, Ordered, Placed, Scored, Took
from rules.schwarm.moves import RESEARCH, ROW, Kind
from rules.schwarm.view import SchwarmView
from screens.base import Shape
from screens.colours import Look, Spans, seat_sign
from screens.schwarm.layout import LayoutNeeds, SchwarmLayout, layout_for, lines_to_spare
from screens.schwarm.partial_move import CurrentMoves
from screens.schwarm.phone import layout_sideways, layout_upright
from screens.schwarm.preview import Preview
from screens.schwarm.row import CardGrid, CardRow
from screens.schwarm.sea import Sea
from screens.schwarm.sentences import ledger
from screens.schwarm.side_panels import PlayerPanels, SlimPlayers, down_lines
from screens.schwarm.strip import (
    ChipPanel,
    beside,
    facts,
    hand_chips,
    hand_lines,
    stack_at,
    stack_chips,
    stack_line,
    stack_tiles,
)
from screens.table.game_ui import HIGH
from screens.table.log import LogPanel
from screens.table.score_history import ScoreHistory, course_of
from screens.text import _, current_look
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel, PlacedArea

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_FRAMED: Final = 5
"""The lines above which a log has a frame."""


class SidePanels:
    """The side panels and their content."""

    def __init__(self, screen: GameScreen[SchwarmView], sea: Sea, preview: Preview) -> None:
        self.screen = screen
        self._sea = sea
        self._preview = preview
        self._players, self._down = ChipPanel(id="players"), Panel(id="down")
        self._told: object = None
        """The facts, and the language, of the lines that the panel of players shows."""
        self._log, self._strip = LogPanel(), ChipPanel(is_framed=False, id="strip")

    @property
    def panels(self) -> Sequence[Widget]:
        """All panels."""
        return (self._players, self._down, self._log, self._strip)

    def places(self, layout: SchwarmLayout) -> Mapping[Widget, Region | None]:
        """Return the region of each panel, or None if it is hidden."""
        self._log.set_framed(layout.log is not None and layout.log.height > _FRAMED)
        for panel in (self._players, self._down):
            panel.set_framed(layout.table.is_framed)
        return {
            self._players: layout.players,
            self._down: layout.down if layout.down.height else None,
            self._log: layout.log,
            self._strip: layout.strip,
        }

    def show(self, layout: SchwarmLayout) -> None:
        """Show the present state of the game."""
        view, table = self.screen.model.view, layout.table
        if table.is_slim:
            self._show_slim(layout)
            return
        width = layout.players.width - (4 if table.is_framed else 1)
        told = PlayerPanels(view, self.screen.model.names, table, width)
        if (told, current_look().key) != self._told:  # each state is shown several times
            self._told = told, current_look().key
            self._players.show(_("Players, in turn order"), told.lines())
        lines = down_lines(view, layout.down.height, is_framed=table.is_framed)
        self._down.show(_("Still face down"), lines)
        if layout.strip is not None:
            self._strip.show("", self._strip_lines(view, layout.strip.size))

    def _show_slim(self, layout: SchwarmLayout) -> None:
        """Show the players, and the hand or the stacks, in the cells of a phone."""
        view, self._told = self.screen.model.view, None
        players = SlimPlayers(view, self.screen.model.names, layout.table, layout.players.width)
        self._players.show("", players.lines())
        if layout.strip is None:
            return
        width, high = layout.strip.size
        if view.phase == RESEARCH and self.screen.model.may_move:
            plain = self._sea.is_plain
            lines = stack_chips(view, self._preview.stack, width, high, plain=plain)
        else:
            lines = self._hand_chips(view, width, high)
        self._strip.show("", lines)

    def stack_at(self, column: int) -> int:
        """Return the number of the stack in a column of the strip of a phone; 0 without one."""
        view = self.screen.model.view
        if view.phase != RESEARCH or not self.screen.model.may_move:
            return 0
        return stack_at(view, column, self._strip.size.width)

    def _hand_chips(self, view: SchwarmView, width: int, high: int) -> list[Spans]:
        """Return the hand, and the tiles still face down in a line left over."""
        seat = view.mover if view.seat is None else view.seat
        is_hidden = view.options.closed_hands and view.seat is None
        cards = () if is_hidden else view.players[seat].cards
        lines = hand_chips(cards, width, high) if cards else []
        return [*lines, *down_lines(view, 1, is_framed=False)][:high]

    def _strip_lines(self, view: SchwarmView, size: Size) -> list[Spans]:
        """Return the stacks while the reader places tiles, else the cards in hand."""
        if view.phase == RESEARCH and self.screen.model.may_move:
            chosen = self._preview.stack
            if size.height < 4:
                return [stack_line(view, chosen)]
            return beside(
                [(), *stack_tiles(view, chosen)], facts(self._preview.facts), size.width // 2
            )
        seat = view.mover if view.seat is None else view.seat
        if view.options.closed_hands and view.seat is None:
            return []
        return hand_lines(view.players[seat].cards, size.width, size.height)


HIGH_ROW: Final = 2
"""The lines of the last row of choices on a phone."""
_ROOMY: Final = 8
"""The lines of choices on a phone above which a bot's advice has a third line."""
_READABLE: Final = 28
"""The least width at which most lines of a log are whole."""


class SchwarmBoards:
    """The sea with its panels, and the row of cards, which replaces the menu."""

    def __init__(
        self,
        screen: GameScreen[SchwarmView],
        sea: Sea,
        row: CardRow,
        preview: Preview,
        moves: CurrentMoves,
    ) -> None:
        self.screen = screen
        self._sea, self._row = sea, row
        self._moves = moves
        self._around = SidePanels(screen, sea, preview)
        self._field = PlacedArea()
        self._layout: SchwarmLayout | None = None
        self._taken = 0
        """The lines taken between question and menu."""
        self._is_advised = False
        """Whether a bot's advice replaces the signs."""

    def compose(self) -> ComposeResult:
        """Build the sea, the players, hand, log and row of cards."""
        with self._field:
            yield self._sea
            yield from self._around.panels
        yield self._row

    # Room

    def menu_lines(self, size: Size) -> int:
        """Return the number of lines for choices on a screen of this size."""
        return self._laid_out(size, self._asked(taken=0)).menu

    def lines_to_spare(self, size: Size) -> int:
        """Return the lines between sea and menu that are free at all times."""
        if self.is_phone:
            return max(self.menu_lines(size) - HIGH_ROW, 0)
        return lines_to_spare(size, self._asked(taken=0))

    def advice_lines(self, size: Size) -> int:
        """Return the most lines of a bot's advice, including that of its move."""
        if self.is_phone:
            return 2 + (self.menu_lines(size) > _ROOMY)
        spare = lines_to_spare(size, replace(self._asked(taken=0), is_advised=True))
        return min(1 + spare, 2 if size.height < HIGH else 4)

    def make_room(self, lines: int) -> None:
        """Take lines between question and menu from the boards."""
        self._taken = lines
        self.lay_out(self.screen.arrangement.room)

    def note_advice(self, *, is_given: bool) -> None:
        """Give the line of the legend to a hint, or take the line back."""
        if is_given != self._is_advised:
            self._is_advised = is_given
            self.lay_out(self.screen.arrangement.room)

    def _asked(self, *, taken: int) -> LayoutNeeds:
        view = self.screen.model.view
        has_row = self.is_row_shown(view)
        guide = self.screen.guide
        guided = min(guide.room, taken) if guide is not None and self.is_phone else 0
        return LayoutNeeds(len(view.players), has_row, taken, self._is_advised, guided)

    @property
    def is_phone(self) -> bool:
        """Whether the boards are laid out for a phone."""
        return self.screen.arrangement.shape is not Shape.WIDE

    def _laid_out(self, size: Size, asked: LayoutNeeds) -> SchwarmLayout:
        """Return the layout of a size in the shape of the terminal.

        A phone that shows the keys below the terminal has a line more.
        """
        if self.is_phone and not self.screen.query_one(KeyBar).display:
            size = Size(size.width, size.height + 1)
        match self.screen.arrangement.shape:
            case Shape.UPRIGHT:
                return layout_upright(size, asked)
            case Shape.SIDEWAYS:
                return layout_sideways(size, asked)
        return layout_for(size, asked)

    def _place_row(self, layout: SchwarmLayout, size: Size) -> None:
        """Place the row in lines of its own, or on a phone in the place of the choices."""
        row, asking = self._row, layout.asking
        width = size.width if asking is None else asking.width
        grid = None if asking is None else CardGrid(width, max(layout.row, 1))
        row.set_scale(width, grid)
        row.styles.height = max(layout.row, 1)
        row.styles.offset = (0, 0) if asking is None else (asking.x, asking.bottom - layout.row)

    def _place_question(self, layout: SchwarmLayout) -> None:
        """Leave the lines of the row free below the question, and take those of the strip."""
        asking, shape = self.screen.query_one("#asking"), self.screen.arrangement.shape
        below = layout.row if shape is Shape.UPRIGHT else 0
        asking.styles.margin = (0, 0, below, 0)
        self._field.styles.height = "1fr"
        if shape is Shape.SIDEWAYS and layout.asking is not None:
            asking.styles.offset = layout.asking.offset
            asking.styles.height = layout.asking.height - layout.row
            self._field.styles.height = self.screen.app.size.height - 2

    def lay_out(self, size: Size) -> None:
        """Lay the boards out as large as they fit."""
        layout = self._laid_out(size, self._asked(taken=self._taken))
        self.screen.menu.set_lines(layout.menu)
        self._place_question(layout)
        if layout == self._layout:
            return
        self._layout = layout
        self._sea.set_scale(layout.plan)
        self._place_row(layout, size)
        lines = self.screen.arrangement
        lines.show_lines(signs=layout.has_signs, since=layout.has_since)
        self._field.place({self._sea: layout.sea, **self._around.places(layout)})
        self.tell()

    @property
    def has_strip(self) -> bool:
        """Whether the hand or the stacks have lines of their own; False if room is short."""
        return self._layout is None or self._layout.strip is not None

    @property
    def has_readable_log(self) -> bool:
        """Whether there is a log, and it is wide enough to read."""
        log = self._layout.log if self._layout else None
        return log is not None and log.width >= _READABLE

    # Content

    def show(self, view: SchwarmView, network: int, glows: Mapping[int, int]) -> None:
        """Show a view, the cells of the network highlighted, and recent changes."""
        self.make_way(view)
        self._sea.show(view, network, glows)
        self._row.show(view)
        self.tell()

    def tell(self) -> None:
        """Show the present state of the game around the sea."""
        if self._layout is not None:
            self._around.show(self._layout)

    def stack_at(self, column: int) -> int:
        """Return the number of the stack in a column of the strip of a phone; 0 without one."""
        return self._around.stack_at(column) if self.is_phone else 0

    def is_row_shown(self, view: SchwarmView) -> bool:
        """Whether the row replaces the menu; False for turn-order cards and hand-overs."""
        is_order = self._moves.begun(self.screen.picker.chosen).kind == Kind.ORDER
        return view.phase == ROW and not is_order and self.screen.model.next_person() is None

    def make_way(self, view: SchwarmView) -> None:
        """Show the row or the menu, whichever is needed now."""
        shown = self.is_row_shown(view)
        self._row.display = shown
        self.screen.menu.display = not shown
        self.lay_out(self.screen.arrangement.room)


def course(log: Sequence[Event], players: int) -> ScoreHistory:
    """Return the points of each player, turn by turn."""
    titles = (_("Research points, by move"), _("move"))
    hits = [_hits(log, seat) for seat in range(players)]
    start = (START_POINTS,) * players
    return course_of(titles, log, start, _count, aside=(_("Points from hazards"), hits))


def _count(points: list[int], event: Event) -> None:
    match event:
        case Took(seat=seat, price=price) | Ordered(seat=seat, price=price):
            points[seat] -= price
        case Placed(seat=seat, points=more) | Scored(seat=seat, points=more):
            points[seat] += more
        case Hit(seat=seat, victim=victim, points=moved):
            points[seat] += moved
            points[victim] -= moved
        case Crowned(seat=seat, queen=queen, shores=shores):
            points[seat] += queen + shores


def _hits(log: Sequence[Event], seat: int) -> Spans:
    """Return the points a player won by hits, and those lost by hits."""
    own = ledger(log, seat)
    told = _("{won} won, {lost} lost").format(won=own.won, lost=-own.lost)
    return [seat_sign(seat), (told, Look())]
