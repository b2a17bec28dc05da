"""The panels of the players, wide, narrow or in the few cells of a phone; face-down tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Final

from rich.cells import cell_len

from rules.schwarm.board import GOLDEN, QUOTAS, RESEARCHERS, SHIPS, STATIONS
from rules.schwarm.cards import CARDS, JOKER
from rules.schwarm.cells import NONE
from rules.schwarm.moves import OVER, ROW, START
from rules.schwarm.preview import is_brilliant, network_of
from rules.schwarm.view import SchwarmView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip, text_of
from screens.schwarm.layout import PlayerTable
from screens.schwarm.prompts import WORDS
from screens.schwarm.signs import (
    QUEEN,
    capacity_text,
    card_text,
    short_capacity,
    short_card,
    tile_name,
    tile_sign,
)
from screens.text import _, ngettext, pgettext, shortened
from screens.widgets.raster import broken, fitted

_SOFT: Final = Look("soft")
_INK: Final = Look()
_STRONG: Final = Look("ink", "raised", "bold")
_STATE: Final = Look("soft", "raised")
_BOLD: Final = Look(style="bold")
_QUEEN: Final = Look("queen", style="bold")
_GAP: Final[Span] = (" ", Look())
_LABEL: Final = 8
_TALLY: Final = 6
"""The least lines per player at which the turn-order card has a line of its own."""
_TWO_LINES: Final = 2
"""The lines of the cards in a table with more than those at least."""
_WORDS: Final = 7
"""The least columns of a block with words."""
_NAME: Final = 10
"""The most cells of a name in a line with the rest."""


@dataclass(frozen=True, slots=True)
class PlayerPanels:
    """The lines about the players, at a size."""

    view: SchwarmView
    names: Sequence[str]
    table: PlayerTable
    width: int

    def lines(self) -> list[Spans]:
        """Return the lines of all players in turn order."""
        lines: list[Spans] = []
        told = self._wide if self.table.is_wide else self._narrow
        hands = self._hands(self.width - (_LABEL + 2 if self.table.is_wide else 1))
        for seat in self.view.order:
            if lines:
                lines += [()] * self.table.gap
            block = told(seat, hands[seat])[: self.table.lines]
            lines += [*block, *[()] * (self.table.lines - len(block))]
        return lines

    def _head(self, seat: int) -> Spans:
        """Return the sign, name and action of a player, with the points at the right."""
        player = self.view.players[seat]
        points = str(player.points)
        if self.table.is_wide:
            points = ngettext("{count} point", "{count} points", player.points)
        state = self._state(seat)
        room = self.width - 6 - len(points) - (len(state) + 1 if state else 0)
        name = shortened(self.names[seat], max(room, 3))
        spans = [
            (f" {SIDE_SIGNS[seat]} ", chip(SIDES[seat])),
            (f" {name} ", Look(SIDES[seat], "raised", "bold")),
            (state, _STATE),
        ]
        blank = self.width - sum(cell_len(text) for text, _look in spans) - len(points)
        return [*spans, (" " * max(blank, 0), _STATE), (points, _STRONG)]

    def _state(self, seat: int) -> str:
        if self.view.phase == ROW:
            return taken(self.view, seat)
        if seat == self.view.mover and self.view.phase != OVER:
            return pgettext("beside a name", "to move")
        return ""

    # Few columns

    def _narrow(self, seat: int, cards: str) -> list[Spans]:
        view, player = self.view, self.view.players[seat]
        capacity = "" if player.capacity == NONE else f" {short_capacity(player.capacity)}"
        queen = [(f" {WORDS.sign(QUEEN)}", _QUEEN)] if player.is_linked else []
        points = worth(view, seat)
        net = _("network {points}").format(points=points)
        if cell_len(f" {net}{text_of(queen)}{capacity}") > self.width:
            net = _("worth {points}").format(points=points)
        return [
            self._head(seat),
            [(f" {cards}", _INK)],
            [(" ", _INK), *tile_spans(player.tiles, SIDES[seat])],
            [(f" {net}", _INK), *queen, (capacity, _SOFT)],
        ]

    # Many columns

    def _wide(self, seat: int, cards: str) -> list[Spans]:
        player = self.view.players[seat]
        words = self.width > 44
        lines: list[Spans] = [
            self._head(seat),
            *(
                _labelled(_("cards") if not number else "", [(line, _INK)])
                for number, line in enumerate(cards.split("\n"))
            ),
            _labelled(_("tiles"), tile_spans(player.tiles, SIDES[seat], words=words)),
            _labelled(_("network"), self._net(seat)),
            _labelled(_("reserve"), [(self._left(seat), _INK)]),
        ]
        if self.table.lines < _TALLY:
            return lines
        order = _("no turn-order card yet")
        if player.order_card != NONE:
            order = f"{player.order_card}, {capacity_text(player.capacity)}"
        return [*lines, _labelled(_("order"), [(order, _INK)])]

    def _net(self, seat: int) -> Spans:
        """Return the points of the network, its link to the queen, and the capacity.

        The capacity is left out if it has a line of its own.
        """
        player, points = self.view.players[seat], worth(self.view, seat)
        is_short = player.capacity != NONE and self.table.lines < _TALLY
        spans: list[Span] = [(ngettext("{count} point", "{count} points", points), _INK)]
        if player.is_linked:
            spans.append(("  " + (WORDS.sign(QUEEN) if is_short else _("linked to queen")), _QUEEN))
        if is_short:
            spans.append((f"  {short_capacity(player.capacity)}", _SOFT))
        return spans

    def _left(self, seat: int) -> str:
        view, player = self.view, self.view.players[seat]
        stations = STATIONS - player.stations.bit_count()
        researchers = RESEARCHERS - view.researchers(seat)
        houses = ngettext("{count} station", "{count} stations", stations)
        ships = ngettext("{count} ship", "{count} ships", SHIPS - len(player.ships))
        crew = ngettext("{count} researcher", "{count} researchers", researchers)
        left = f"{houses} {crew} {ships}"
        if cell_len(left) <= self.width - _LABEL - 1:
            return left
        crew = _("{count} crew").format(count=researchers)
        return f"{houses} {crew} {ships}"

    def _hands(self, room: int) -> list[str]:
        """Return all hands at a width in cells, those with names too long for it in two lines.

        Without a second line all names are shortened.
        """
        hands = [self._cards(seat) for seat in range(len(self.names))]
        if self.table.lines > _TALLY:
            broken_hands = [
                broken(_counted(words).replace(" ×", "\u00a0×"), room) for words in hands
            ]
            if all(len(lines) <= _TWO_LINES for lines in broken_hands):
                return ["\n".join(lines) for lines in broken_hands]
        return fitting(hands, room)

    def _cards(self, seat: int) -> Sequence[str]:
        """Return the cards by name; others' by number under the option closed_hands."""
        view, cards = self.view, self.view.players[seat].cards
        if not cards:
            return ["" if view.phase == START else _("no cards")]
        if view.options.closed_hands and seat != view.seat and view.phase != OVER:
            return [ngettext("{count} card", "{count} cards", len(cards))]
        return [card_text(card) for card in cards]


def taken(view: SchwarmView, seat: int, text: str = "") -> str:
    """Return how many cards of the row a player has taken, of how many."""
    cards = view.players[seat].cards
    told = text or _("{count} of {quota}")
    return told.format(count=len(cards) - (JOKER in cards), quota=QUOTAS[len(view.players)])


def worth(view: SchwarmView, seat: int) -> int:
    """Return the present value of a player's largest network."""
    return network_of(view, seat).points(is_brilliant=is_brilliant(view, seat))


def fitting(hands: Sequence[Sequence[str]], room: int) -> list[str]:
    """Return the words of each hand at a given width, all names shortened alike.

    Names are whole if all hands fit, or fit once equal cards are counted.
    """
    short = {card_text(card): short_card(card) for card in range(len(CARDS))}
    names = {name.removesuffix("*") for name in short.values()}
    in_brief = [[short.get(word, word) for word in words] for words in hands]
    whole: tuple[Callable[[Sequence[str]], str], ...] = (", ".join, _counted)
    most = max(map(len, names))
    stems = (partial(_stems, names=names, long=long) for long in range(most, 1, -1))
    ways: list[tuple[Callable[[Sequence[str]], str], Sequence[Sequence[str]]]] = []
    ways += [(way, hands) for way in whole]
    ways += [(way, in_brief) for way in stems]
    texts: list[str] = []
    for way, shown in ways:
        texts = [*map(way, shown)]
        if all(cell_len(text) <= room for text in texts):
            break
    return texts


def _counted(words: Sequence[str]) -> str:
    return ", ".join(f"{word} ×{n}" if n > 1 else word for word, n in Counter(words).items())


def _stems(words: Sequence[str], names: Set[str], long: int) -> str:
    return " ".join(
        _stem(word, names, long) + (f"×{n}" if n > 1 else "") for word, n in Counter(words).items()
    )


def _stem(word: str, names: Set[str], long: int) -> str:
    """Return the start of a card's name, without vowels if another card's name begins like it."""
    star, name = "*" if word.endswith("*") else "", word.removesuffix("*")
    if name not in names:  # the number of hidden cards
        return word
    if any(other.startswith(name[:long]) for other in names if other != name):
        name = name[0] + "".join(letter for letter in name[1:] if letter not in "aeiouy")
    return name[:long] + star


def _labelled(label: str, spans: Spans) -> Spans:
    return [(f" {label:{_LABEL}}", _SOFT), *spans]


def tile_spans(tiles: Sequence[int], side: str, *, words: bool = False) -> Spans:
    """Return tiles counted: each kind by its sign in a colour, golden ones in gold."""
    spans: list[Span] = []
    for kind, count in enumerate(tiles):
        if count:
            ink = "gold" if kind == GOLDEN else side
            text = f"{count} {tile_name(kind)}  " if words else f"{count} "
            spans += [(tile_sign(kind), Look(ink, style="bold")), (text, _INK)]
    if words and len(text_of(spans)) > 41:
        return tile_spans(tiles, side)
    return spans or [(_("no tiles"), _SOFT)]


def down_lines(view: SchwarmView, high: int, *, is_framed: bool) -> list[Spans]:
    """Return the lines about all face-down tiles."""
    spans = tile_spans(view.sea, "soft", words=False)
    if is_framed:
        return [spans]
    if high < 2:
        return [[("~ ", _SOFT), *spans]]
    lines: list[Spans] = [[(" " + _("still face down"), _SOFT)], [(" ", _SOFT), *spans]]
    return lines if high == 2 else [(), *lines]


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
            block += [()] * (self.table.lines - len(block))
            lines += [_trimmed(line, self.width) for line in block[: self.table.lines]]
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
        label: Spans = [(fitted(_("network"), self.width), _SOFT)]
        worth_of: Spans = [(f" {net} ", _BOLD), *self._queen(seat)]
        scored: Spans = [(f" {points} ", _BOLD), (self._unit(seat), _SOFT)]
        if self.table.lines < 5:
            return [head, scored, label, worth_of]
        return [head, scored, label, worth_of, self._held(seat)]

    def _numbers(self, seat: int) -> list[Spans]:
        """Return the sign, the points, and the link to the queen: no network without its word."""
        points = str(self.view.players[seat].points)
        head: Spans = [(f" {SIDE_SIGNS[seat]}".ljust(self.width), self._look(seat))]
        label: Spans = [(f" {self._unit(seat)}", _SOFT)]
        return [head, [(f" {points}", _BOLD)], label, [_GAP, *self._queen(seat)]]

    def _unit(self, seat: int) -> str:
        return ngettext("pt", "pts", self.view.players[seat].points)

    def _held(self, seat: int) -> Spans:
        """Return the number of cards while cards are taken, else the tiles."""
        if self.view.phase == ROW:
            return [(f" {self._taken(seat)}", _SOFT)]
        return [_GAP, *_tiles_in(self.view.players[seat].tiles, SIDES[seat], self.width - 1)]

    def _taken(self, seat: int) -> str:
        told = taken(self.view, seat)
        return told if cell_len(told) < self.width else taken(self.view, seat, "{count}/{quota}")

    def _line(self, seat: int) -> Spans:
        """Return everything about a player in a line."""
        player, wide = self.view.players[seat], min(max(map(cell_len, self.names)), _NAME)
        name = fitted(shortened(self.names[seat], wide), wide)
        spans: list[Span] = [
            (f" {SIDE_SIGNS[seat]} {name} ", self._look(seat)),
            (f" {player.points:>3}", _BOLD),
            (f" {self._unit(seat):5}", _SOFT),
            (_("network"), _SOFT),
            (f" {worth(self.view, seat):>2} ", _BOLD),
            *(self._queen(seat) or [_GAP]),
            (" ", _INK),
        ]
        if self.view.phase == ROW:
            return [*spans, (self._taken(seat), _SOFT)]
        room = self.width - cell_len(text_of(spans))
        return [*spans, *_tiles_in(player.tiles, SIDES[seat], room)]


def _trimmed(line: Spans, width: int) -> Spans:
    """Return a line without the blank before it if it would be too wide."""
    if cell_len(text_of(line)) <= width:
        return line
    (text, look), *rest = line
    return [(text.removeprefix(" "), look), *rest]


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
