"""The boards of all players: types found, jokers, cards; and the own hand."""

from __future__ import annotations

from typing import Final

from rules.submarine.board import COLOUR_LETTERS, HAND, NONE, TOKEN_NAMES, TYPES
from rules.submarine.view import Player, SubmarineView
from screens.people import People
from screens.player_styles import SIDE_LOOKS, SIDE_SIGNS
from screens.submarine.signs import COLOUR_LOOKS, colour_name, letters, token_look
from screens.text import _, shortened
from screens.widgets.line_board import LineBoard
from screens.widgets.pieces import Field, Piece, Plain, Spot

_NAME: Final = 12
_JOKERS: Final = 15
_CARDS: Final = 7
_COUNT: Final = 7
_COLOUR: Final = 9
_UNDER: Final = 14
_WIDE: Final = 38
MOST_LINES: Final = 6
"""Lines of the narrow form, at most: one a player, and one for the own hand."""


class Boards(LineBoard, can_focus=False):
    """One line a player, or a few where there is room; nothing can be chosen here."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: SubmarineView | None = None
        self._people = People(())
        self._is_tall = False
        self._shape: tuple[int, bool] | None = None

    def set_tall(self, is_tall: bool) -> None:
        """A block of lines a player instead of one line."""
        self._is_tall = is_tall

    def show(self, view: SubmarineView, people: People) -> None:
        """Show a view."""
        self._view, self._people = view, people
        players = len(view.players)
        if self._shape != (players, self._is_tall):
            self._shape = (players, self._is_tall)
            self.lay_out(self._tall(players) if self._is_tall else self._flat(players))
        self.refresh()

    def _flat(self, players: int) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        if players + 2 <= MOST_LINES:
            types, jokers = _("types").ljust(len(TYPES) + _COUNT), _("jokers").ljust(_JOKERS + 1)
            head = " " * (_NAME + 1) + types + jokers + _("cards")
            rows.append([Plain(head, "board--label")])
        for seat in range(players):
            row: list[Piece] = [Field(f"name.{seat}", _NAME), Plain(" "), *_types(seat)]
            row += [Field(f"count.{seat}", _COUNT), Field(f"jokers.{seat}", _JOKERS), Plain(" ")]
            rows.append([*row, Field(f"cards.{seat}", _CARDS)])
        return [*rows, _hand_row()]

    def _tall(self, players: int) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for seat in range(players):
            rows.append([Field(f"name.{seat}", _WIDE)])
            rows.append([Plain("  "), *_types(seat), Field(f"count.{seat}", 12)])
            rows.append([Plain("  "), Field(f"jokers.{seat}", _WIDE - 2)])
            rows.append([Plain("  "), Field(f"cards.{seat}", _WIDE - 2)])
            rows.append([Plain("")])
        hand = _hand_row()
        return [*rows, hand[:1], [Plain("  "), *hand[1:-1]], [Plain("  "), hand[-1]]]

    def ground(self, spot: Spot) -> str:
        """No water here."""
        return "board--plain"

    def paint(self, spot: Spot) -> tuple[str, str]:
        """One field of a player, or of the own hand."""
        view = self._view
        kind, _dot, rest = spot.name.partition(".")
        if view is None:
            return "", "board--plain"
        if kind == "hand":
            if rest == "label":
                return self._hand_label(view), "board--strong"
            return _paint_hand(view, rest)
        number, _dot, index = rest.partition(".")
        seat = int(number)
        player = view.players[seat]
        match kind:
            case "name":
                return self._name_field(view, seat, spot.width)
            case "type":
                return _paint_type(player, int(index))
            case "count":
                return f" {player.types}/{len(TYPES)}", "board--strong"
            case "jokers":
                return self._jokers(player, spot.width), "board--plain"
            case _:
                return self._cards(player), "board--plain"

    def _name_field(self, view: SubmarineView, seat: int, width: int) -> tuple[str, str]:
        mark = "›" if seat in view.waiting else " "
        name = shortened(self._people.label(seat), width - 3)
        return f"{mark}{SIDE_SIGNS[seat]} {name}", SIDE_LOOKS[seat]

    def _hand_label(self, view: SubmarineView) -> str:
        """Whose hand is shown: in a replay it may be somebody else's."""
        if view.seat is None:
            return ""
        return _(" Your hand:") if view.seat == self._people.reader else _(" Hand:")

    def _jokers(self, player: Player, width: int) -> str:
        label = _("jokers: ") if self._is_tall else ""
        names = [TOKEN_NAMES[token] for token in player.jokers]
        room = (width - len(label) + 1) // 3
        if len(names) > room:
            names = [*names[: room - 1], f"+{len(names) - room + 1}"]
        return label + (" ".join(names) or "-")

    def _cards(self, player: Player) -> str:
        hidden = (NONE,) * (player.hand_size - len(player.hand))
        hand = letters((*player.hand, *hidden))
        if self._is_tall:
            return _("cards: {hand} in hand, {pile} in the pile").format(
                hand=hand or "-", pile=len(player.pile)
            )
        return f"{hand:{HAND}}+{len(player.pile)}"


def _types(seat: int) -> list[Piece]:
    return [Field(f"type.{seat}.{kind}", 1) for kind in range(len(TYPES))]


def _hand_row() -> list[Piece]:
    cards: list[Piece] = [Field(f"hand.{card}", _COLOUR) for card in range(HAND)]
    return [Field("hand.label", _NAME + 2), *cards, Field("hand.under", _UNDER)]


def _paint_type(player: Player, kind: int) -> tuple[str, str]:
    token = player.board[kind]
    return ("·", "board--faint") if token == NONE else (TYPES[kind], token_look(token))


def _paint_hand(view: SubmarineView, field: str) -> tuple[str, str]:
    """The own hand, card by card, and what was put into the pile, next to be drawn first."""
    if view.seat is None:
        return "", "board--plain"
    own = view.players[view.seat]
    if field == "under":
        known = letters(colour for colour in reversed(own.pile) if colour != NONE)
        text = _("under: {cards}").format(cards=known) if known else ""
        return shortened(text, _UNDER), "board--label"
    if int(field) >= len(own.hand):
        return "-", "board--faint"
    colour = own.hand[int(field)]
    return f"{COLOUR_LETTERS[colour]} {colour_name(colour)}", COLOUR_LOOKS[colour]
