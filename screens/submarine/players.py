"""The public facts about every player: types, jokers and cards, in one or more lines."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.submarine.board import NONE, TYPE_NAMES, TYPES
from rules.submarine.view import Player, SubmarineView
from screens.colours import SIDE_SIGNS
from screens.people import SeatNames
from screens.submarine.player_lines import (
    QUIET,
    STRONG,
    WAITED,
    PhoneLines,
    draw_hand,
    draw_jokers,
    draw_types,
)
from screens.submarine.signs import own_seat, seat_chip, side_chip
from screens.text import _, ngettext, shortened
from screens.widgets.board import Board
from screens.widgets.raster import Raster, broken, fitted

_FRAMED: Final = 7
_NAME: Final = 9


class Players(Board, can_focus=False):
    """A board without choices: a block per player, as high as fits."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._people = SeatNames(())
        self._region = Region()
        self._is_close = False

    def set_place(self, region: Region, *, is_close: bool = False) -> None:
        """Set the region of the board; `is_close` draws the lines of a phone."""
        self._region, self._is_close = region, is_close
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
        if self._is_close:
            PhoneLines(view, self._people, self._region.reset_offset).draw(raster)
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
        raster.stamp(5, y, shortened(self._people.label(seat), _NAME - 1), QUIET)
        draw_types(raster, player, 5 + _NAME, y, step=1)
        x = 6 + _NAME + len(TYPES)
        raster.stamp(x, y, f"{player.types}/{len(TYPES)}".rjust(5), STRONG)
        x = draw_hand(raster, player, x + 6, y)
        raster.stamp(x, y, f"+{len(player.pile)}", QUIET)
        draw_jokers(raster, player, Region(x + 4, y, raster.width - x - 4, 1))

    # Several lines

    def _draw_block(self, raster: Raster, view: SubmarineView, seat: int, region: Region) -> None:
        player, x, y = view.players[seat], region.x + 1, region.y
        self._draw_head(raster, view, seat, region)
        draw_types(raster, player, x, y + 1, step=2)
        at = draw_hand(raster, player, x, y + 2)
        pile = _("in hand, draw pile {pile}") if region.height > 3 else "+{pile}"
        raster.stamp(
            at + (1 if region.height > 3 else 0), y + 2, pile.format(pile=len(player.pile)), QUIET
        )
        if region.height > 3:
            self._tell_jokers(raster, player, Region(x, y + 3, region.width - 1, 1))
        else:
            left = at + 4
            draw_jokers(raster, player, Region(left, y + 2, region.right - left, 1))

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
            raster.stamp(region.x, y, line, QUIET)

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
        raster.stamp(x, region.y, found, STRONG)
        raster.stamp(max(region.right - len(cards), x + len(found) + 1), region.y, cards, QUIET)

    def _draw_waited(self, raster: Raster, view: SubmarineView, seat: int, x: int, y: int) -> None:
        if seat in view.waiting:
            raster.stamp(x, y, "›", WAITED)

    def _tell_jokers(self, raster: Raster, player: Player, region: Region) -> None:
        if not player.jokers:
            raster.stamp(region.x, region.y, _("no joker"), QUIET)
            return
        label = ngettext("joker:", "jokers:", len(player.jokers))
        raster.stamp(region.x, region.y, label, QUIET)
        x = region.x + len(label) + 1
        draw_jokers(raster, player, Region(x, region.y, region.right - x, 1))
