"""The facts about every player: types, jokers and cards, in one or more lines, or on a phone."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.submarine.board import HAND, NONE, TYPE_NAMES, TYPES
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

QUIET: Final = Look("soft")
STRONG: Final = Look("ink", style="bold")
WAITED: Final = Look("gold", style="bold")
_NAME: Final = 6
"""The cells of a name and the gap behind it, on a line of `_NAMED` cells or more."""
_JOKERS: Final = 6
"""The least cells for jokers."""
_LEAST, _MOST = 3, 9
"""The cells of a number and the gap before it."""
_NAMED: Final = 36


def draw_types(raster: Raster, player: Player, x: int, y: int, *, step: int) -> None:
    """Draw the letters of the types found, and a dot for each other."""
    for place, kind in enumerate(sorted(range(len(TYPES)), key=type_sign)):
        at = x + place * step
        if player.board[kind] == NONE:
            raster.stamp(at, y, "·", QUIET)
        else:
            raster.stamp(at, y, type_sign(kind), STRONG)


def draw_hand(raster: Raster, player: Player, x: int, y: int) -> int:
    """Draw a letter for each known card, a question mark for each other."""
    for colour in player.hand[:HAND]:
        raster.stamp(x, y, colour_sign(colour), Look(f"pale-{PAINTS[colour]}", style="bold"))
        x += 1
    hidden = player.hand_size - len(player.hand)
    raster.stamp(x, y, "?" * hidden, QUIET)
    return x + hidden


def draw_jokers(raster: Raster, player: Player, region: Region) -> None:
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
            raster.stamp(x, region.y, f"+{len(words) - at}", QUIET)
            return
        raster.stamp(x, region.y, text, token_look(token, is_lit=False))
        x += len(text) + 1


class PhoneLines:
    """A line per player below a heading; of others one line of their cards for lack of room."""

    def __init__(self, view: SubmarineView, people: SeatNames, region: Region) -> None:
        self._view = view
        self._people = people
        self._region = region
        most = max(len(player.jokers) for player in view.players)
        self._is_named = region.width >= _NAMED
        self._types = 5 + _NAME if self._is_named else 5 - (most > 2)
        end = self._types + len(TYPES)
        half = (region.width - end - 1 - max(3 * most - 1, _JOKERS)) // 2
        half = min(max(half, _LEAST), _MOST)
        self._found = end + half
        """The first cell behind the number of types."""
        self._cards = end + 2 * half
        """The first cell behind the number of cards; the jokers follow."""

    def draw(self, raster: Raster) -> None:
        """Draw all that fits into the region."""
        view, region = self._view, self._region
        own, count = own_seat(view), len(view.players)
        if region.height >= count:
            first = region.y + (region.height > count)
            for seat in range(count):
                self._draw_line(raster, seat, first + seat)
            if first > region.y:
                self._draw_heading(raster)
        elif region.height:
            self._draw_line(raster, own, region.y)
            if region.height > 1:
                self._draw_others(raster, own, region.y + 1)

    def _draw_heading(self, raster: Raster) -> None:
        y, room = self._region.y, self._cards - self._found
        most, cards, jokers = _("of {most}").format(most=len(TYPES)), _("cards"), _("jokers")
        raster.stamp(self._types, y, _("treasures"), QUIET)
        if len(cards) < room:
            raster.stamp(self._found - len(most), y, most, QUIET)
        if len(cards) <= room:
            raster.stamp(self._cards - len(cards), y, cards, QUIET)
        raster.stamp(self._cards + 1, y, jokers[: raster.width - self._cards - 1], QUIET)

    def _draw_line(self, raster: Raster, seat: int, y: int) -> None:
        view, player = self._view, self._view.players[seat]
        if seat in view.waiting:
            raster.stamp(0, y, "›", WAITED)
        raster.stamp(1, y, f" {SIDE_SIGNS[seat]} ", side_chip(seat, own_seat(view)))
        if self._is_named:
            raster.stamp(5, y, shortened(self._people.label(seat), _NAME - 1), QUIET)
        draw_types(raster, player, self._types, y, step=1)
        raster.stamp(self._found - 2, y, f"{player.types:2}", STRONG)
        self._draw_cards(raster, seat, y)
        x = self._cards + 1
        draw_jokers(raster, player, Region(x, y, raster.width - x, 1))

    def _draw_cards(self, raster: Raster, seat: int, y: int) -> None:
        """Draw the number of cards, and before it the known cards of another's hand."""
        player, end = self._view.players[seat], self._cards
        raster.stamp(end - 2, y, f"{player.cards:2}", STRONG)
        known = [colour for colour in player.hand if colour != NONE]
        if seat != own_seat(self._view) and end - self._found >= HAND + 3:
            for x, colour in enumerate(known, start=end - 3 - len(known)):
                raster.stamp(x, y, colour_sign(colour), Look(f"pale-{PAINTS[colour]}"))

    def _draw_others(self, raster: Raster, own: int, y: int) -> None:
        x = 1 + len(label := _("cards"))
        raster.stamp(1, y, label, QUIET)
        for seat, player in enumerate(self._view.players):
            if seat != own:
                raster.stamp(x + 1, y, f" {SIDE_SIGNS[seat]} ", side_chip(seat, own))
                raster.stamp(x + 4, y, f"{player.cards:>3}", STRONG)
                x += 7


_FRAMED: Final = 7
_WHOLE_NAME: Final = 9


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
        raster.stamp(5, y, shortened(self._people.label(seat), _WHOLE_NAME - 1), QUIET)
        draw_types(raster, player, 5 + _WHOLE_NAME, y, step=1)
        x = 6 + _WHOLE_NAME + len(TYPES)
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
