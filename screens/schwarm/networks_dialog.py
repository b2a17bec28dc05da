"""The networks of the players, in a dialog or beside the sea: every scoring one, point by point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from rules.contract import Event
from rules.schwarm.board import BUOYS, QUOTAS, RESEARCHERS, SHIPS, STATIONS
from rules.schwarm.cards import JOKER
from rules.schwarm.cells import CELL_NAMES, NONE, cells_in
from rules.schwarm.moves import (
    OVER,
    ROW,
    START,
)
from rules.schwarm.networks import networks
from rules.schwarm.preview import is_brilliant, network_of
from rules.schwarm.scoring import final
from rules.schwarm.view import Player, SchwarmView
from screens.base import Dialog, Shape, shape_of
from screens.colours import SIDE_SIGNS, SIDES
from screens.schwarm.layout import plan_for
from screens.schwarm.phone import largest_plan
from screens.schwarm.sea import Sea
from screens.schwarm.sentences import Ledger, ledger
from screens.schwarm.signs import capacity_text, cards_text, tiles_text
from screens.table.side_panel import SidePage, spans_of
from screens.text import N_, _, labelled, ngettext, shortened
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines

if TYPE_CHECKING:
    from screens.schwarm.screen import SchwarmUi

_POINTS: Final = Size(22, 8)
"""The columns of the points beside the sea, and the least lines of those below it."""
_Row = tuple[str, int | None, bool]
"""A text, its points or None, and whether it is a part of the row above."""


class NetworksDialog(Dialog):
    """The networks of the players, one at a time."""

    DEFAULT_CSS = """
    NetworksDialog > .box { width: 100%; max-width: 100%; height: 100%; max-height: 100%; }
    NetworksDialog > .box { border: none; padding: 0; }
    NetworksDialog Sea { width: auto; }
    NetworksDialog #points { width: 22; height: 20; max-height: 100%; }
    NetworksDialog.-upright Horizontal { layout: vertical; }
    NetworksDialog.-upright #points { width: 1fr; height: 1fr; }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (Lines,)
    BINDING_GROUP_TITLE = N_("Networks")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,l", "turn(1)", N_("Next nation"), id="networks.next"),
        Binding("left,backspace,h", "turn(-1)", N_("Previous nation"), id="networks.before"),
        Binding("escape,q,w", "dismiss('')", N_("Back"), id="networks.back"),
    ]

    def __init__(
        self, view: SchwarmView, names: Sequence[str], log: Sequence[Event], seat: int
    ) -> None:
        super().__init__()
        self._view = view
        self._names = names
        self._log = log
        self._seat = seat

    def compose(self) -> ComposeResult:
        """Compose the sea, with the points beside it."""
        sea = Sea(id="network-sea")
        sea.can_focus = False
        with Vertical(classes="box"):
            with Horizontal():
                yield sea
                yield Lines(from_top=True, id="points")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the reader's network first."""
        self._lay_out(self.app.size)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the widgets out for the new size."""
        self._lay_out(event.size)

    def _lay_out(self, size: Size) -> None:
        shape, high = shape_of(size), size.height - 1
        self.set_class(shape is Shape.UPRIGHT, "-upright")
        match shape:
            case Shape.UPRIGHT:
                plan = largest_plan(Size(size.width, high - _POINTS.height))
            case Shape.SIDEWAYS:
                plan = largest_plan(Size(size.width - _POINTS.width, high))
            case _:
                plan = plan_for(Size(size.width, high))
        self.query_one(Sea).set_scale(plan)

    def _show(self) -> None:
        network = network_of(self._view, self._seat)
        self.query_one(Sea).show(self._view, network.cells)
        when = _("at the end") if self._view.phase == OVER else _("now")
        name = shortened(self._names[self._seat], 16 - len(when))
        head = f"{SIDE_SIGNS[self._seat]} {name}, {when}"
        self.query_one(Lines).set_lines(head, point_lines(self._view, self._seat, self._log))

    def action_turn(self, step: int) -> None:
        """Show another player's network."""
        self._seat = (self._seat + step) % len(self._view.players)
        self._show()


def point_lines(view: SchwarmView, seat: int, log: Sequence[Event]) -> list[Line]:
    """Return all points of a player: of the network, of the end of the game, and those before."""
    network = network_of(view, seat)
    brilliant = is_brilliant(view, seat)
    end = final(view.pieces(seat))
    over = view.phase == OVER
    rows: list[_Row] = [
        (_("network"), network.points(is_brilliant=brilliant), False),
        (_("stations"), network.stations, True),
        (_("researchers"), network.researchers * (2 if brilliant else 1), True),
        (_("buoys"), network.buoys, True),
        (_("ships"), network.ships, True),
        (_("queen"), end.queen, False),
        *((text, None, True) for text in _queen_stations(view, seat)),
        (ngettext("{count} shore", "{count} shores", end.joined), end.shores, False),
        (_("points"), view.players[seat].points, False),
        *_so_far(ledger(log, seat), over=over),
    ]
    return [_line(row, seat) for row in rows]


def _so_far(so_far: Ledger, *, over: bool) -> list[_Row]:
    rows: list[_Row] = [
        (_("start"), so_far.start, True),
        (_("cards"), so_far.cards, True),
        (_("tiles"), so_far.tiles, True),
        (_("damage"), so_far.won + so_far.lost, True),
        (_("networks"), so_far.networks, True),
    ]
    return [*rows, (_("at the end"), so_far.end, True)] if over else rows


def _line(row: _Row, seat: int) -> Line:
    text, count, is_part = row
    if count is None:
        return f"  {text}", "lines--plain"
    if is_part:
        return f"  {text:11}{count:>5}", "lines--plain"
    return f"{text:13}{count:>5}", f"lines--{SIDES[seat]}-strong"


def _queen_stations(view: SchwarmView, seat: int) -> list[str]:
    """Return the stations linked to the queen with the numbers of their land, three a line."""
    pieces = view.pieces(seat)
    board = view.board
    linked = next((cells for cells in networks(pieces) if cells & board.queen_bit), 0)
    places = [board.place_of[cell] for cell in cells_in(linked & pieces.stations)]
    texts = [f"{CELL_NAMES[board.coast[place]]} {board.numbers[place]}" for place in places]
    return [", ".join(texts[first : first + 3]) for first in range(0, len(texts), 3)]


def long_lines(view: SchwarmView, names: Sequence[str]) -> list[Line]:
    """Return all facts about every player, in turn order."""
    lines: list[Line] = []
    for seat in view.order:
        player = view.players[seat]
        points = ngettext("{count} point", "{count} points", player.points)
        told = _("{points}, linked to the queen") if player.is_linked else "{points}"
        head = labelled(f"{SIDE_SIGNS[seat]} {names[seat]}", told.format(points=points))
        lines.append((head, f"lines--{SIDES[seat]}-strong"))
        order = [] if player.order_card == NONE else [_order_text(player)]
        rest = [*order, _hand(view, seat), _tiles(player), _reserve(view, seat)]
        lines += [(f"  {text}", "lines--plain") for text in rest]
    return lines


def _order_text(player: Player) -> str:
    capacity = capacity_text(player.capacity)
    return labelled(str(player.order_card), capacity)


def _cards_left(view: SchwarmView, player: Player) -> str:
    """Return the number of cards taken during the row, and of those left afterwards."""
    if view.phase == START:
        return ""
    count = len(player.cards) - (JOKER in player.cards)
    if view.phase == ROW:
        text = _("cards {count} of {quota}")
        return text.format(count=count, quota=QUOTAS[len(view.players)])
    text = ngettext("{count} card", "{count} cards", count)
    return _("{cards}, joker").format(cards=text) if JOKER in player.cards else text


def _hand(view: SchwarmView, seat: int) -> str:
    """Return the cards by name; others' by number under the option closed_hands."""
    cards = view.players[seat].cards
    if view.options.closed_hands and seat != view.seat and view.phase != OVER:
        return _cards_left(view, view.players[seat])
    return _("cards: {cards}").format(cards=cards_text(cards) or "-")


def _tiles(player: Player) -> str:
    return _("tiles: {tiles}").format(tiles=tiles_text(player.tiles))


def _reserve(view: SchwarmView, seat: int) -> str:
    player = view.players[seat]
    buoys = BUOYS - len(player.buoys)
    parts = [
        ngettext("{count} station", "{count} stations", STATIONS - player.stations.bit_count()),
        ngettext("{count} researcher", "{count} researchers", RESEARCHERS - view.researchers(seat)),
        ngettext("{count} ship", "{count} ships", SHIPS - len(player.ships)),
        ngettext("{count} buoy", "{count} buoys", buoys - (player.is_linked and buoys > 0)),
    ]
    return _("reserve: {pieces}").format(pieces=", ".join(parts))


class NetworksSide(SidePage):
    """The networks of the players, one at a time."""

    name = "networks"
    has_parts = True
    first_line = 0

    def __init__(self, ui: SchwarmUi, seat: int) -> None:
        self._ui = ui
        self._look_at(seat)

    def _look_at(self, seat: int) -> None:
        self._seat = self._ui.told_apart = seat
        self._ui.show(self._ui.model.view)
        self.renew()

    def renew(self) -> bool:
        """Refresh the title and the points of the player's network."""
        model = self._ui.model
        when = _("at the end") if model.view.phase == OVER else _("now")
        self.title = f"{SIDE_SIGNS[self._seat]} {model.people.titles[self._seat]}, {when}"
        self.content = spans_of(point_lines(model.view, self._seat, model.log))
        return True

    def turn(self, step: int) -> None:
        """Show another player's network."""
        self._look_at((self._seat + step) % len(self._ui.model.view.players))

    def closed(self) -> None:
        """Highlight the viewer's own network again."""
        self._ui.told_apart = None
        self._ui.show(self._ui.model.view)
