"""The hand panel: the viewer's cards, their pile, and their jokers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from rules.submarine.board import HAND, NONE
from rules.submarine.view import Player, SubmarineView
from screens.colours import PAINTS, SIDE_SIGNS, Look, chip
from screens.people import SeatNames
from screens.submarine.signs import (
    NOTHING,
    Payment,
    colour_name,
    colour_sign,
    draw_token,
    own_seat,
    token_look,
    token_sign,
    token_words,
)
from screens.text import _
from screens.widgets.board import Board
from screens.widgets.raster import Raster, fitted

_PILE: Final = 6
_JOKERS: Final = 16
_TITLE: Final = 9
"""The least cells in which a title is told."""
_LABEL: Final = Look("soft", style="bold")
_PRICE: Final = Look("gold", style="bold")


class HandPanel(Board, can_focus=False):
    """Three cards side by side; the cost of the choice under the cursor is highlighted."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._people = SeatNames(())
        self._payment = NOTHING
        self._region = Region()
        self._is_framed = False

    def set_place(self, region: Region, *, is_framed: bool) -> None:
        """Set the region of the panel."""
        self._region, self._is_framed = region, is_framed
        self.repaint()

    def show(self, view: SubmarineView, people: SeatNames) -> None:
        """Show a view."""
        self._view, self._people = view, people
        self.repaint()

    def pay(self, payment: Payment) -> None:
        """Show the payment of a choice."""
        if payment != self._payment:
            self._payment = payment
            self.repaint()

    # Drawing

    def draw(self) -> Raster:
        """Draw labels in the first line and cards below; the one paid is a line higher."""
        raster = Raster(*self._region.size)
        view, inside = self._view, Region(0, 0, *self._region.size)
        if view is None:
            return raster
        if self._region.height == 1:
            inside = inside.translate((0, -1)).grow((0, 0, 1, 0))  # no line for labels
        if self._is_framed:
            raster.box(inside, self._title(view))
            inside = Region(2, 1, inside.width - 4, inside.height - 2)
        own = view.players[own_seat(view)]
        jokers = _JOKERS if inside.width >= 3 * 9 + _PILE + 2 + _JOKERS else 0
        gap = 2 if inside.width - jokers > 40 else 1
        pile = _PILE if gap == 1 else _PILE + 3
        width = min((inside.width - jokers - pile) // HAND - gap, 3 * inside.height)
        cards = [
            Region(inside.x + slot * (width + gap), inside.y + 1, width, inside.height - 1)
            for slot in range(HAND)
        ]
        x = inside.x + HAND * (width + gap)
        self._draw_cards(raster, own, cards)
        if not self._is_framed:
            self._draw_title(raster, self._title(view), cards)
        self._draw_pile(raster, own, Region(x, inside.y + 1, pile, inside.height - 1))
        if jokers:
            left = x + pile + gap + 1
            self._draw_jokers(
                raster, own, Region(left, inside.y, inside.right - left, inside.height)
            )
        return raster

    def _title(self, view: SubmarineView) -> str:
        """Return the title of the hand, which may be another player's in a replay."""
        seat = own_seat(view)
        if seat == self._people.reader and view.seat is not None:
            return _("Your hand")
        return _("{name}’s hand").format(name=f"{SIDE_SIGNS[seat]} {self._people.names[seat]}")

    def _draw_title(self, raster: Raster, title: str, cards: Sequence[Region]) -> None:
        """Draw the title above the cards, beside the raised one."""
        card = next((card for card in cards if raster[card.x, 0].ground == "night"), None)
        if card is None:
            return
        end = next(
            (
                other.x
                for other in cards
                if other.x > card.x and raster[other.x, 0].ground != "night"
            ),
            cards[-1].right,
        )
        if end - card.x >= _TITLE:
            raster.stamp(card.x, 0, fitted(title, end - card.x), _LABEL)

    def _draw_cards(self, raster: Raster, own: Player, cards: Sequence[Region]) -> None:
        goes = own.hand.index(self._payment.colour) if self._payment.colour in own.hand else NONE
        for slot, region in enumerate(cards):
            if slot < len(own.hand):
                is_up = slot == goes and region.y > 0
                if slot == goes and not is_up:
                    _draw_card(raster, region, own.hand[slot], self._told(0))
                    continue
                _draw_card(raster, region.translate((0, -is_up)), own.hand[slot])
                if is_up:
                    text = self._told(region.width)
                    x = region.x + (region.width - len(text)) // 2
                    raster.stamp(x, region.bottom - 1, text, _PRICE)
            elif slot < own.hand_size:
                _draw_back(raster, region, "?")
            else:
                raster.fill(region, "raised")

    def _told(self, room: int) -> str:
        """Return the label on the raised card: under the pile, to a player, or as payment."""
        if self._payment.is_swap:
            return "↓" if room < 9 else _("under the pile")
        if self._payment.to != NONE:
            return _("to {name}").format(name=SIDE_SIGNS[self._payment.to])
        return _("pays")

    def _draw_pile(self, raster: Raster, own: Player, region: Region) -> None:
        taken = min(self._payment.cards, len(own.pile))
        minus = f"−{taken}" if taken else ""
        label = _("draw pile")
        if len(label) + len(minus) > region.width:
            label = _("pile")
        x = region.right - len(label) - len(minus) - (1 if minus else 0)
        raster.stamp(x, region.y - 1, label, _LABEL)
        raster.stamp(region.right - len(minus), region.y - 1, minus, _PRICE)
        if region.height == 1:
            self._draw_low_pile(raster, own, region, minus)
            return
        if not own.pile:
            raster.fill(region, "raised")
            raster.write(region.x + 1, region.y + region.height // 2, "0", "soft")
            return
        _draw_back(raster, region, str(len(own.pile)))
        known = [colour for colour in reversed(own.pile) if colour != NONE]
        for at, colour in enumerate(known[: region.width - 2], start=region.x + 1):
            raster.stamp(at, region.bottom - 1, colour_sign(colour), chip(PAINTS[colour]))

    def _draw_low_pile(self, raster: Raster, own: Player, region: Region, minus: str) -> None:
        """Draw the pile in a line: its number, then what is paid, or the known cards."""
        raster.fill(region, "bar")
        raster.stamp(region.x + 1, region.y, str(len(own.pile)), Look("ink", "bar", "bold"))
        if minus and region.y == 0:  # no line of labels above tells it
            raster.stamp(region.right - len(minus), region.y, minus, Look("gold", "bar", "bold"))
            return
        known = [colour for colour in reversed(own.pile) if colour != NONE][: region.width - 4]
        for x, colour in enumerate(known, start=region.right - len(known)):
            raster.stamp(x, region.y, colour_sign(colour), chip(PAINTS[colour]))

    def _draw_jokers(self, raster: Raster, own: Player, region: Region) -> None:
        raster.stamp(region.x, region.y, _("jokers") if own.jokers else _("no joker"), _LABEL)
        words = [token_words(token) for token in own.jokers]
        if any(len(text) > region.width - 2 for text in words):
            words = [token_sign(token) for token in own.jokers]
        for line, (token, text) in enumerate(zip(own.jokers, words), start=1):
            if line == region.height - 1 and len(words) > line:
                raster.write(region.x, region.y + line, f"+{len(words) - line + 1}", "ink")
                break
            pays = token == self._payment.joker
            place = Region(region.x, region.y + line, region.width, 1)
            draw_token(
                raster, place, text, token_look(token, is_lit=pays), mark="‹" if pays else ""
            )


def _draw_card(raster: Raster, region: Region, colour: int, told: str = "") -> None:
    """Draw a card: corners, name, waves; in one line a name, or a letter and a text."""
    paint, letter, name = PAINTS[colour], colour_sign(colour), colour_name(colour)
    raster.fill(region, paint)
    if region.height > 1:
        raster.stamp(region.x + 1, region.y, letter, chip(paint))
        raster.stamp(region.right - 2, region.bottom - 1, letter, chip(paint))
    elif told:
        name = f"{letter} {told}"
    middle = region.y + (region.height - 1) // 2
    if region.height > 4:
        waves = "≈" * min(region.width - 4, 5 + region.height // 3)
        for y in (middle - 1, middle + 1):
            at = region.x + (region.width - len(waves)) // 2
            raster.write(at, y, waves, f"{paint}+dark/35")
    raster.stamp(region.x + (region.width - len(name)) // 2, middle, name, chip(paint))


def _draw_back(raster: Raster, region: Region, text: str) -> None:
    """Draw the back of a card or cards, with a number or a question mark."""
    for y in range(region.y, region.bottom):
        raster.write(region.x, y, "░" * region.width, "edge", ground="bar")
    label = f" {text} "
    x, y = region.x + (region.width - len(label)) // 2, region.y + (region.height - 1) // 2
    raster.stamp(x, y, label, Look("ink", "bar", "bold"))
