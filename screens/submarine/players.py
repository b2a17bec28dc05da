"""The public facts about every player: types, jokers and cards, in one or more lines."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.submarine.board import (
    HAND,
    NONE,
    TYPE_NAMES,
    TYPES,
)
from rules.submarine.view import Player, SubmarineView
from screens.colours import PAINTS, SIDE_SIGNS, Look
from screens.people import SeatNames
from screens.submarine.signs import (
    colour_sign,
    own_seat,
    seat_chip,
    side_chip,
    token_look,
    token_sign,
    token_words,
    type_sign,
)
from screens.text import _, ngettext, shortened
from screens.widgets.board import Board
from screens.widgets.raster import Raster, broken, fitted

_FRAMED: Final = 7
_NAME: Final = 9
_STRONG: Final = Look("ink", style="bold")
_QUIET: Final = Look("soft")
_WAITED: Final = Look("gold", style="bold")


class Players(Board, can_focus=False):
    """A board without choices: a block per player, as high as fits."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._people = SeatNames(())
        self._region = Region()

    def set_place(self, region: Region) -> None:
        """Set the region of the board."""
        self._region = region
        self.repaint()

    def show(self, view: SubmarineView, people: SeatNames) -> None:
        """Show a view."""
        self._view, self._people = view, people
        self.repaint()

    def draw(self) -> Raster:
        """Draw all players from the top."""
        raster, view = Raster(*self._region.size), self._view
        if view is None:
            return raster
        count, height, width = len(view.players), self._region.height, self._region.width
        each = height // count
        for seat in range(count):
            if each >= _FRAMED and width >= 40:
                self._draw_framed(raster, view, seat, Region(0, seat * each, width, each))
            elif height >= 3 * count:
                step = (height + 1) // count
                lines = min(4, step - 1) if step > 3 else 3
                self._draw_block(raster, view, seat, Region(1, seat * step, width - 1, lines))
                rest = Region(2, seat * step + lines, width - 2, step - lines - 1)
                self._tell_missing(raster, view.players[seat], rest)
            else:
                self._draw_row(raster, view, seat)
        return raster

    # One line

    def _draw_row(self, raster: Raster, view: SubmarineView, seat: int) -> None:
        player, own, y = view.players[seat], own_seat(view), seat
        self._draw_waited(raster, view, seat, 0, y)
        raster.stamp(1, y, f" {SIDE_SIGNS[seat]} ", side_chip(seat, own))
        raster.stamp(5, y, shortened(self._people.label(seat), _NAME - 1), _QUIET)
        _draw_types(raster, player, 5 + _NAME, y, step=1)
        x = 6 + _NAME + len(TYPES)
        raster.stamp(x, y, f"{player.types}/{len(TYPES)}".rjust(5), _STRONG)
        x = _draw_hand(raster, player, x + 6, y)
        raster.stamp(x, y, f"+{len(player.pile)}", _QUIET)
        _draw_jokers(raster, player, Region(x + 4, y, raster.width - x - 4, 1))

    # Several lines

    def _draw_block(self, raster: Raster, view: SubmarineView, seat: int, region: Region) -> None:
        player, x, y = view.players[seat], region.x + 1, region.y
        self._draw_head(raster, view, seat, region)
        _draw_types(raster, player, x, y + 1, step=2)
        at = _draw_hand(raster, player, x, y + 2)
        pile = _("in hand, draw pile {pile}") if region.height > 3 else "+{pile}"
        raster.stamp(
            at + (1 if region.height > 3 else 0), y + 2, pile.format(pile=len(player.pile)), _QUIET
        )
        if region.height > 3:
            self._tell_jokers(raster, player, Region(x, y + 3, region.width - 1, 1))
        else:
            left = at + 4
            _draw_jokers(raster, player, Region(left, y + 2, region.right - left, 1))

    def _draw_framed(self, raster: Raster, view: SubmarineView, seat: int, region: Region) -> None:
        raster.box(region, "")
        inside = Region(region.x + 2, region.y + 1, region.width - 4, 4)
        self._draw_block(raster, view, seat, inside)
        rest = Region(inside.x + 1, inside.bottom, inside.width - 1, region.height - 6)
        self._tell_missing(raster, view.players[seat], rest)

    def _tell_missing(self, raster: Raster, player: Player, region: Region) -> None:
        """Write the types that a player lacks, in the free lines."""
        missing = [_(TYPE_NAMES[kind]) for kind, held in enumerate(player.board) if held == NONE]
        if not missing or region.height < 1:
            return
        text = _("missing: {types}").format(types=", ".join(missing))
        lines = broken(text, region.width)
        if len(lines) > region.height:
            rest = " ".join(lines[region.height - 1 :])
            lines = [*lines[: region.height - 1], fitted(rest, region.width)]
        for y, line in enumerate(lines, start=region.y):
            raster.stamp(region.x, y, line, _QUIET)

    def _draw_head(self, raster: Raster, view: SubmarineView, seat: int, region: Region) -> None:
        player, own = view.players[seat], own_seat(view)
        self._draw_waited(raster, view, seat, region.x - 1, region.y)
        name, look = seat_chip(seat, own, self._people.label(seat), 9)
        raster.stamp(region.x, region.y, name, look)
        found = _("{types} of {most}").format(types=player.types, most=len(TYPES))
        cards = ngettext("{count} card", "{count} cards", player.cards)
        x = region.x + max(len(name), 8) + 1
        if x + len(found) + 1 + len(cards) > region.right:
            found = f"{player.types}/{len(TYPES)}"
        raster.stamp(x, region.y, found, _STRONG)
        raster.stamp(max(region.right - len(cards), x + len(found) + 1), region.y, cards, _QUIET)

    def _draw_waited(self, raster: Raster, view: SubmarineView, seat: int, x: int, y: int) -> None:
        if seat in view.waiting:
            raster.stamp(x, y, "›", _WAITED)

    def _tell_jokers(self, raster: Raster, player: Player, region: Region) -> None:
        if not player.jokers:
            raster.stamp(region.x, region.y, _("no joker"), _QUIET)
            return
        label = ngettext("joker:", "jokers:", len(player.jokers))
        raster.stamp(region.x, region.y, label, _QUIET)
        x = region.x + len(label) + 1
        _draw_jokers(raster, player, Region(x, region.y, region.right - x, 1))


def _draw_types(raster: Raster, player: Player, x: int, y: int, *, step: int) -> None:
    for place, kind in enumerate(sorted(range(len(TYPES)), key=type_sign)):
        at = x + place * step
        if player.board[kind] == NONE:
            raster.stamp(at, y, "·", _QUIET)
        else:
            raster.stamp(at, y, type_sign(kind), _STRONG)


def _draw_hand(raster: Raster, player: Player, x: int, y: int) -> int:
    """Draw a letter for each known card, a question mark for each other."""
    for colour in player.hand[:HAND]:
        raster.stamp(x, y, colour_sign(colour), Look(f"pale-{PAINTS[colour]}", style="bold"))
        x += 1
    hidden = player.hand_size - len(player.hand)
    raster.stamp(x, y, "?" * hidden, _QUIET)
    return x + hidden


def _draw_jokers(raster: Raster, player: Player, region: Region) -> None:
    """Draw jokers in words or letters, then the number of those left out."""
    words = [f" {token_words(token)} " for token in player.jokers]
    if sum(map(len, words)) + len(words) > region.width:
        words = [token_sign(token) for token in player.jokers]
    room = (
        region.width if sum(map(len, words)) + len(words) <= region.width + 1 else region.width - 3
    )
    x = region.x
    for at, (token, text) in enumerate(zip(player.jokers, words)):
        if x + len(text) > region.x + room:
            raster.stamp(x, region.y, f"+{len(words) - at}", _QUIET)
            return
        raster.stamp(x, region.y, text, token_look(token, is_lit=False))
        x += len(text) + 1
