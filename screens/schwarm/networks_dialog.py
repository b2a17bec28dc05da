"""Every nation's network that counts, on the sea, and every point of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from rules.contract import Event
from rules.schwarm.cells import CELL_NAMES, cells_in
from rules.schwarm.moves import OVER
from rules.schwarm.networks import networks
from rules.schwarm.preview import is_brilliant, network_of
from rules.schwarm.scoring import final
from rules.schwarm.view import SchwarmView
from screens.base import Dialog
from screens.player_styles import SIDE_SIGNS, SIDES
from screens.schwarm.layout import plan_for
from screens.schwarm.ledger import Ledger, ledger
from screens.schwarm.sea import Sea
from screens.text import N_, _, ngettext, shortened
from screens.widgets.key_bar import KeyBar
from screens.widgets.lines import Line, Lines

_Row = tuple[str, int | None, bool]
"""A text, its points if it has any, and whether it is a part of the row above."""


class NetworksDialog(Dialog):
    """One nation after the other."""

    DEFAULT_CSS = """
    NetworksDialog > .box { width: 100%; max-width: 100%; height: 100%; max-height: 100%; }
    NetworksDialog > .box { border: none; padding: 0; }
    NetworksDialog Sea { width: auto; }
    NetworksDialog #points { width: 22; height: 20; max-height: 100%; }
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
        """The sea, and beside it the points."""
        sea = Sea(id="network-sea")
        sea.can_focus = False
        with Vertical(classes="box"):
            with Horizontal():
                yield sea
                yield Lines(from_top=True, id="points")
            yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the one who looks."""
        self._lay_out(self.app.size)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self._lay_out(event.size)

    def _lay_out(self, size: Size) -> None:
        self.query_one(Sea).set_scale(plan_for(Size(size.width, size.height - 1)))

    def _show(self) -> None:
        network = network_of(self._view, self._seat)
        self.query_one(Sea).show(self._view, network.cells)
        when = _("at the end") if self._view.phase == OVER else _("now")
        name = shortened(self._names[self._seat], 16 - len(when))
        head = f"{SIDE_SIGNS[self._seat]} {name}, {when}"
        self.query_one(Lines).set_lines(head, point_lines(self._view, self._seat, self._log))

    def action_turn(self, step: int) -> None:
        """Another nation."""
        self._seat = (self._seat + step) % len(self._view.players)
        self._show()


def point_lines(view: SchwarmView, seat: int, log: Sequence[Event]) -> list[Line]:
    """Every point: of the network, of the end of the game, and of all that was before."""
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
        (_("hits"), so_far.won + so_far.lost, True),
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
    """The stations linked to the queen with the numbers of their land, three a line."""
    pieces = view.pieces(seat)
    board = view.board
    linked = next((cells for cells in networks(pieces) if cells & board.queen_bit), 0)
    places = [board.place_of[cell] for cell in cells_in(linked & pieces.stations)]
    texts = [f"{CELL_NAMES[board.coast[place]]} {board.numbers[place]}" for place in places]
    return [", ".join(texts[first : first + 3]) for first in range(0, len(texts), 3)]
