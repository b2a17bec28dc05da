"""The players in the few cells of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from rules.schwarm.board import QUOTAS
from rules.schwarm.cards import JOKER
from rules.schwarm.moves import OVER, ROW
from rules.schwarm.view import SchwarmView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip, text_of
from screens.schwarm.layout import PlayerTable
from screens.schwarm.prompts import WORDS
from screens.schwarm.side_panels import tile_spans, worth
from screens.schwarm.signs import QUEEN
from screens.text import _, ngettext, shortened
from screens.widgets.raster import fitted

_SOFT: Final = Look("soft")
_INK: Final = Look()
_BOLD: Final = Look(style="bold")
_QUEEN: Final = Look("queen", style="bold")
_GAP: Final[Span] = (" ", Look())
_WORDS: Final = 7
"""The least columns of a block with words."""
_NAME: Final = 10
"""The most cells of a name in a line with the rest."""


@dataclass(frozen=True, slots=True)
class SlimPlayers:
    """The players in blocks a few columns wide, or in a line each."""

    view: SchwarmView
    names: Sequence[str]
    table: PlayerTable
    width: int

    def lines(self) -> list[Spans]:
        """Return the lines of all players in turn order."""
        if self.table.lines == 1:
            return [self._line(seat) for seat in self.view.order]
        lines: list[Spans] = []
        for seat in self.view.order:
            if lines:
                lines += [()] * self.table.gap
            block = self._block(seat) if self.width >= _WORDS else self._numbers(seat)
            lines += [*block, *[()] * self.table.lines][: self.table.lines]
        return lines

    def _look(self, seat: int) -> Look:
        """Return the look of a name: a chip of the mover."""
        is_mover = seat == self.view.mover and self.view.phase != OVER
        return chip(SIDES[seat]) if is_mover else Look(SIDES[seat], "raised", "bold")

    def _queen(self, seat: int) -> Spans:
        linked = self.view.players[seat].is_linked
        return [(WORDS.sign(QUEEN), _QUEEN)] if linked else []

    def _block(self, seat: int) -> list[Spans]:
        """Return name, points, network, link to the queen, and tiles or cards."""
        points, net = str(self.view.players[seat].points), str(worth(self.view, seat))
        name = shortened(self.names[seat], self.width - 3)
        head: Spans = [(fitted(f" {SIDE_SIGNS[seat]} {name}", self.width), self._look(seat))]
        scored: Spans = [(f" {points}", _BOLD), (" " + _("pts"), _SOFT)]
        network: Spans = [(" " + _("net"), _SOFT), (f" {net}", _BOLD)]
        queen = self._queen(seat)
        if self.table.lines < 5:
            return [head, scored, [*network, *queen], self._held(seat)]
        link: Spans = [_GAP, *queen, (" " + _("link"), _SOFT)] if queen else []
        return [head, scored, network, link, self._held(seat)]

    def _numbers(self, seat: int) -> list[Spans]:
        """Return the sign, the points, and the network with the link to the queen."""
        points, net = str(self.view.players[seat].points), str(worth(self.view, seat))
        head: Spans = [(f" {SIDE_SIGNS[seat]}".ljust(self.width), self._look(seat))]
        label: list[Spans] = [[(_("net"), _SOFT)]] if self.table.lines > 3 else []
        queen = self._queen(seat)
        return [head, [(f" {points}", _BOLD)], *label, [(f" {net}", _INK), *queen]]

    def _held(self, seat: int) -> Spans:
        """Return the number of cards while cards are taken, else the tiles."""
        if self.view.phase == ROW:
            return [(f" {self._taken(seat)}", _SOFT)]
        return [_GAP, *_tiles_in(self.view.players[seat].tiles, SIDES[seat], self.width - 1)]

    def _taken(self, seat: int) -> str:
        cards = self.view.players[seat].cards
        count, quota = len(cards) - (JOKER in cards), QUOTAS[len(self.view.players)]
        told = _("{count} of {quota}").format(count=count, quota=quota)
        return told if cell_len(told) < self.width else f"{count}/{quota}"

    def _line(self, seat: int) -> Spans:
        """Return everything about a player in a line."""
        player, wide = self.view.players[seat], min(max(map(cell_len, self.names)), _NAME)
        name = fitted(shortened(self.names[seat], wide), wide)
        spans: list[Span] = [
            (f" {SIDE_SIGNS[seat]} {name} ", self._look(seat)),
            (f" {player.points:>3}", _BOLD),
            (" " + _("pts") + "  ", _SOFT),
            (_("net"), _SOFT),
            (f" {worth(self.view, seat):>2} ", _BOLD),
            *(self._queen(seat) or [_GAP]),
            (" ", _INK),
        ]
        if self.view.phase == ROW:
            return [*spans, (self._taken(seat), _SOFT)]
        room = self.width - cell_len(text_of(spans))
        return [*spans, *_tiles_in(player.tiles, SIDES[seat], room)]


def _tiles_in(tiles: Sequence[int], side: str, room: int) -> Spans:
    """Return tiles counted, kind by kind; all together for lack of room."""
    told = tile_spans(tiles, side)
    if not any(tiles):
        return []
    if cell_len(text_of(told).rstrip()) > room:
        told = [(text.rstrip(), look) for text, look in told]
    if cell_len(text_of(told).rstrip()) <= room:
        return told
    whole = ngettext("{count} tile", "{count} tiles", sum(tiles))
    if cell_len(whole) > room:
        whole = _("{count} t.")
    return [(whole.format(count=sum(tiles)), _SOFT)]
