"""Places and pieces of *Submarine* in words, for text mode."""

from __future__ import annotations

from typing import Final

from nim_tui.plain.text import listed
from rules import messages as nouns
from rules.submarine.board import (
    CELL_NAMED,
    CELL_NAMES,
    CELLS,
    CELLS_OF,
    COLOUR_OF,
    COLOURS,
    COLUMN_OF,
    LEVEL_OF,
    NONE,
    SHELLS,
    TOKEN_NAMES,
    TYPE_NAMES,
    TYPE_OF,
    TYPES,
)
from rules.submarine.moves import ACT, Move
from rules.submarine.view import SubmarineView
from screens.submarine.help_texts import use_of
from screens.submarine.signs import colour_name, own_seat, payment_of, token_words, tribute
from screens.submarine.words import WORDS
from screens.table.speech import SeatSight
from screens.table.vocabulary import folded
from screens.text import _, clauses, in_words, labelled, ngettext

_SHELL: Final = "shell"


def cell_named(place: str) -> int | None:
    """Return the cell in a text, such as 5.3 or 5 3; None if it is none."""
    return CELL_NAMED.get(place.replace(" ", "."))


def token_told(token: int) -> str:
    """Return a token in words, and as moves call it: "red mask, Mr"."""
    return f"{token_words(token)}, {WORDS.shown(TOKEN_NAMES[token])}"


def is_called(token: int, thing: str) -> bool:
    """Check whether words name a token by letters, colour, type, or both, in any order."""
    code, colour = TOKEN_NAMES[token], COLOUR_OF[token]
    kind = _SHELL if token in SHELLS else TYPE_NAMES[TYPE_OF[token]]
    names = (code, WORDS.shown(code), COLOURS[colour], kind, token_words(token))
    return set(thing.split()) <= {folded(word) for name in names for word in name.split()}


def _lying(sight: SeatSight, cell: int) -> list[str]:
    """Return the owners of the bathyscaphes in a cell."""
    found = []
    for seat, player in enumerate(sight.view.players):
        if player.bathyscaphes[cell]:
            found.append(f"{sight.name(seat)} {player.bathyscaphes[cell]}")
    return [_("bathyscaphes: {tribes}").format(tribes=", ".join(found))] if found else []


def toll_told(sight: SeatSight, seat: int, cell: int) -> str:
    """Return the players owed a card for a token of a cell."""
    owed = tribute(sight.view, seat, cell)
    each = [
        _("{cards} to {name}").format(cards=in_words(nouns.cards(count)), name=sight.name(other))
        for other, count in owed.items()
    ]
    return _("tribute: {cards}").format(cards=listed(each)) if each else _("no tribute")


def cell_told(sight: SeatSight, cell: int, *, is_short: bool = False) -> list[str]:
    """Return a cell's tokens and bathyscaphes, and the cost of a token to the listener."""
    view: SubmarineView = sight.view
    tokens = clauses(token_told(token) for token in view.sea[cell]) or _("no token")
    parts = [tokens, *_lying(sight, cell)]
    if view.phase == ACT and COLUMN_OF[cell] == view.players[view.mover].boat:
        ready = view.ready[LEVEL_OF[cell] - 1]
        if ready and view.players[view.mover].bathyscaphes[cell]:
            parts.append(ngettext("{count} can act", "{count} can act", ready))
    if not is_short:
        seat = own_seat(view)
        parts.append(toll_told(sight, seat, cell))
        parts += [f"{token_words(token)} {use_of(view, seat, token)}" for token in view.sea[cell]]
    return [labelled(CELL_NAMES[cell], clauses(parts))]


def surface_told(sight: SeatSight, column: int) -> str:
    """Return the boats above a column, and the listener's cells below it."""
    view: SubmarineView = sight.view
    boats = [sight.name(s) for s, player in enumerate(view.players) if player.boat == column]
    own = view.players[own_seat(view)].bathyscaphes
    below = [CELL_NAMES[cell] for cell in CELLS_OF[column] if own[cell]]
    parts = [_("boats: {names}").format(names=listed(boats)) if boats else _("no boat")]
    if below:
        parts.append(_("your bathyscaphes: {cells}").format(cells=listed(below)))
    return labelled(_("column {column}").format(column=column), clauses(parts))


def price_told(sight: SeatSight, move: Move) -> str:
    """Return the cost of taking a token."""
    payment = payment_of(sight.view, move)
    if payment.joker != NONE:
        return _("{token} stays in the sea, no tribute").format(token=token_words(payment.joker))
    card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[move.token]))
    cell = CELLS_OF[sight.view.players[sight.view.mover].boat][move.level - 1]
    return f"{card}, {toll_told(sight, sight.view.mover, cell)}"


def _known(colours: list[int]) -> str:
    return listed([colour_name(colour) for colour in colours])


def hand_told(sight: SeatSight, seat: int) -> str:
    """Return the known cards of a hand: all of the listener's own."""
    player = sight.view.players[seat]
    known = _known([colour for colour in player.hand if colour != NONE])
    hidden = player.hand_size - len([c for c in player.hand if c != NONE])
    parts = [known] if known else []
    if hidden:
        parts.append(ngettext("{count} card unknown", "{count} cards unknown", hidden))
    told = _("hand: {cards}").format(cards=", ".join(parts) or _("no card"))
    return labelled(sight.head(seat), told)


def pile_told(sight: SeatSight, seat: int) -> str:
    """Describe a pile, with its known cards from the top."""
    pile = sight.view.players[seat].pile
    told = in_words(nouns.cards(len(pile)))
    known = [
        _("{number} from the top: {colour}").format(number=depth, colour=colour_name(colour))
        for depth, colour in enumerate(reversed(pile), start=1)
        if colour != NONE
    ]
    if known:
        told = clauses((told, listed(known)))
    return labelled(sight.head(seat), _("draw pile: {cards}").format(cards=told))


def treasures_told(sight: SeatSight, seat: int) -> list[str]:
    """Return a player's held and missing types, and their jokers."""
    player = sight.view.players[seat]
    has = [token_words(token) for token in player.board if token != NONE]
    lacks = [_(TYPE_NAMES[kind]) for kind in range(len(TYPES)) if player.board[kind] == NONE]
    jokers = [token_told(token) for token in player.jokers]
    found = _("treasures: {tokens}").format(tokens=listed(has)) if has else _("no treasure")
    told = [labelled(sight.head(seat), found)]
    if lacks:
        told.append(labelled(_("types still missing"), listed(lacks)))
    return [*told, labelled(_("jokers"), clauses(jokers)) if jokers else _("no joker left")]


def player_told(sight: SeatSight, seat: int) -> str:
    """Return a player's standing in a line."""
    player = sight.view.players[seat]
    types = _("{types} of {most} types").format(types=player.types, most=len(TYPES))
    jokers = ngettext("{count} joker", "{count} jokers", len(player.jokers))
    parts = [types, jokers, in_words(nouns.cards(player.cards))]
    if player.exchanges:
        parts.append(ngettext("{count} card swapped", "{count} cards swapped",
                              player.exchanges))  # fmt: skip
    return labelled(sight.head(seat), ", ".join(parts))


def missing_told(sight: SeatSight) -> list[str]:
    """Return, for each type that the listener lacks, the cells where one lies."""
    view: SubmarineView = sight.view
    board = view.players[own_seat(view)].board
    told = []
    for kind in range(len(TYPES)):
        cells = [
            CELL_NAMES[cell]
            for cell in CELLS
            if any(token not in SHELLS and TYPE_OF[token] == kind for token in view.sea[cell])
        ]
        if board[kind] == NONE:
            told.append(labelled(_(TYPE_NAMES[kind]), listed(cells) or _("nowhere")))
    return told or [_("no type is missing")]
