"""Questions, notes and explanations for a phone: the longest form that fits its narrow lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from rules import messages as nouns
from rules.submarine.board import (
    CELL_NAMED,
    CELLS_OF,
    COLOUR_OF,
    LEFT,
    LEVEL_OF,
    LEVELS,
    NONE,
    RIGHT,
    SETUPS,
    TOKEN_NAMED,
)
from rules.submarine.moves import ACT, BOAT, EXCHANGE, GIVE, PLACE, Kind, Move
from rules.submarine.view import SubmarineView
from screens.people import SeatNames
from screens.submarine.help_texts import (
    Notes,
    explain_cell,
    explain_surface,
    explain_token,
    use_of,
    whats_below,
)
from screens.submarine.prompts import question
from screens.submarine.signs import (
    colour_name,
    own_seat,
    payment_of,
    token_label,
    token_sign,
    token_words,
    toll_numbers,
    toll_signs,
    tribute,
)
from screens.submarine.words import WORDS, spoken_name
from screens.table.move_words import words_of
from screens.text import _, in_words, labelled, ngettext

_HALF: Final = 16
"""The cells of a text in half a line of the narrowest phone."""
_BROKEN: Final = 10
"""The cells that breaking a text into two lines may leave empty."""


def longest(texts: Sequence[str], room: int) -> str:
    """Return the first text that fits, else the last; they get shorter."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


# The question


def short_question(
    view: SubmarineView, moves: Sequence[Move], name_of: Callable[[int], str], room: int
) -> str:
    """Return the question of a phase, for a line of `room` cells."""
    return longest((question(view, moves, name_of), *_questions(view, moves, name_of)), room)


def _questions(
    view: SubmarineView, moves: Sequence[Move], name_of: Callable[[int], str]
) -> Iterator[str]:
    if view.phase == PLACE:
        kit = SETUPS[len(view.players)].bathyscaphes
        left = kit - sum(view.players[view.mover].bathyscaphes)
        yield ngettext("{count} bathyscaphe to place", "{count} bathyscaphes to place", left)
    elif view.phase == BOAT:
        yield _("boat to a column, or out?")
    elif view.phase == GIVE:
        yield _("which card for {name}?").format(name=name_of(view.owed[0]))
    elif view.phase == EXCHANGE:
        yield _("swap a card under the pile?")
        yield _("swap a card?")
    elif view.phase == ACT and Kind.DONE in {move.kind for move in moves}:
        yield _("take, dive, or done?")
    elif {move.kind for move in moves} == {Kind.TAKE}:
        yield _("take what, and pay how?")
        yield _("take what?")


# Moves in words, which nobody types on a phone


def move_text(words: Sequence[str]) -> str:
    """Return words of a move, of its beginning or of a thing in it, as they are said."""
    match [*words]:
        case ["boat" | "place", column] if column.isdigit():
            told = _("boat to column {column}") if words[0] == "boat" else _("column {column}")
            return told.format(column=column)
        case ["dive", _level, "to", cell]:
            column, level = cell.split(".")
            return _("dive to level {level} of column {column}").format(level=level, column=column)
        case ["dive" | "take" as kind, level]:
            told = _("{move} from level {level}")
            return told.format(move=WORDS.shown(kind), level=level)
        case ["take", _level, *rest]:
            return f"{WORDS.shown('take')} {move_text(rest)}"
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    """Return a token or a cell in words; any other word as it is spelt."""
    if word in TOKEN_NAMED:
        return spoken_name(TOKEN_NAMED[word])
    if word in CELL_NAMED:
        column, level = word.split(".")
        return _("column {column}, level {level}").format(column=column, level=level)
    return WORDS.shown(word)


def row_text(before: Sequence[str], choice: Sequence[str]) -> str:
    """Return the text of a choice, after the words chosen before it."""
    match [*before], [*choice]:
        case ["boat" | "place"], [column] if column.isdigit():
            return _("column {column}").format(column=column)
        case ["dive" | "take"], [level] if level.isdigit():
            return _("from level {level}").format(level=level)
        case [*_, "with"], [joker]:
            return _("pay with {joker}").format(joker=move_text([joker]))
        case _, []:
            return move_text(before[-1:])
    return move_text(choice)


# The choices of the menu


class ShortNotes(Notes):
    """The notes of one view in rows of `width` cells."""

    def __init__(self, view: SubmarineView, people: SeatNames, width: int) -> None:
        super().__init__(view, people, width)
        self._room = width

    def of(self, moves: Sequence[Move], said: int, offered: Sequence[Move]) -> str:
        """Return the note beside the first `said` words of some moves."""
        long, move = super().of(moves, said, offered), moves[0]
        match move.kind, said:
            case Kind.BOAT, _any if move.column != RIGHT:
                return longest(
                    (long, _levels_below(self._view, self._view.mover, move.column)), _HALF
                )
            case Kind.DONE, _any if long:
                return longest((long, _("end turn, draw")), self._room)
            case Kind.DIVE, 1:
                return longest((long, _("one level up or down")), self._room)
            case Kind.DIVE, 4:
                return tokens_in(self._view, move.cell, self._room)
            case Kind.BOAT, _any:
                return _("leave the sea")
        return long

    def _in_reach(self, moves: Sequence[Move]) -> str:
        """Return the tokens within reach by level, with the tribute of each if it fits."""
        view, named, priced, bare = self._view, list[str](), list[str](), list[str]()
        cells = CELLS_OF[view.players[view.mover].boat]
        for level in LEVELS:
            tokens = dict.fromkeys(move.token for move in moves if move.level == level)
            names = [*map(token_sign, tokens)]
            if names:
                owed = toll_signs(tribute(view, view.mover, cells[level - 1]))
                named.append(f"{', '.join(map(token_words, tokens))} {owed}".rstrip())
                priced.append(labelled(f"{level} {owed}".rstrip(), " ".join(names)))
                bare.append(" ".join(names))
        texts = ", ".join(named), super()._in_reach(moves), "  ".join(priced), "  ".join(bare)
        return longest(texts, self._room)

    def _take(self, moves: Sequence[Move], offered: Sequence[Move]) -> str:
        """Return the use of the token taken, and its cost."""
        view, move = self._view, min(moves, key=lambda each: each.joker)
        use = use_of(view, view.mover, move.token)
        if move.joker == NONE:
            owed = payment_of(view, move).toll
            card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[move.token]))
            prices = [
                self._price(move),
                f"{card} {toll_signs(owed)}",
                f"{card} {toll_numbers(owed)}",
            ]
        else:
            joker = token_words(move.joker)
            prices = [_("{token} stays in the sea").format(token=joker)]
            prices.append(_("{token} stays").format(token=joker))
        prices = [price.rstrip() for price in prices]
        told = [labelled(use, price) for price in prices]
        return longest((*told, prices[-1]), self._room)


def explain_dive(view: SubmarineView, move: Move, room: int) -> str:
    """Return where a dive leads, and the tokens there."""
    head = move_text(words_of(move))
    return labelled(head, tokens_in(view, move.cell, room - cell_len(head) - 2))


def tokens_in(view: SubmarineView, cell: int, room: int) -> str:
    """Return the tokens of a cell in words, or as the sea of a phone shows them."""
    tokens = [token for token in view.sea[cell] if token != NONE]
    if not tokens:
        return _("empty")
    texts = ", ".join(map(spoken_name, tokens)), " ".join(map(token_label, tokens))
    return longest((*texts, ngettext("{count} token", "{count} tokens", len(tokens))), room)


def explain_stop(view: SubmarineView, people: SeatNames, column: int, room: int) -> str:
    """Return what a stop of the boat allows, and the most that a token there costs in tribute.

    Without the names of those who get it where `room` cells do not hold them.
    """
    seat = view.mover
    cells = [cell for cell in CELLS_OF[column] if view.players[seat].bathyscaphes[cell]]
    if not cells:
        return ""
    count = sum(view.players[seat].bathyscaphes[cell] for cell in cells)
    told = ngettext(
        "{count} bathyscaphe can act there.", "{count} bathyscaphes can act there.", count
    )
    owed = max((tribute(view, seat, cell) for cell in cells), key=lambda each: sum(each.values()))
    if not owed:
        return told
    cards = in_words(nouns.cards(sum(owed.values())))
    names = ", ".join(people.signed_within(other) for other in owed)
    named = _("Tribute: up to {cards} to {names}.").format(cards=cards, names=names)
    short = _("Tribute: up to {cards}.").format(cards=cards)
    return longest((f"{told} {named}", f"{told} {short}"), room)


def _levels_below(view: SubmarineView, seat: int, column: int) -> str:
    """Return the levels of a seat's bathyscaphes below a column, and the tribute there."""
    found = []
    for cell in CELLS_OF[column]:
        if count := view.players[seat].bathyscaphes[cell]:
            owed = tribute(view, seat, cell)
            many = f" ×{count}" if count > 1 else ""
            toll = toll_signs(owed) if sum(owed.values()) < 3 else f"+{sum(owed.values())}"
            found.append(f"{LEVEL_OF[cell]}{many} {toll}".rstrip())
    return _("levels {levels}").format(levels=", ".join(found))


# The place under the cursor


def room_of(width: int) -> int:
    """Return the cells of a text that surely fits into two lines of a width once it is broken."""
    return 2 * width - _BROKEN


def explain_shortly(view: SubmarineView, token: int | None, cell: int, width: int) -> str:
    """Return an explanation of a cell of the sea or its token, in one line or two."""
    own = own_seat(view)
    if token is None:
        counts = [player.bathyscaphes[cell] for player in view.players]
        here = toll_numbers({seat: count for seat, count in enumerate(counts) if count})[1:]
        texts = (explain_cell(view, cell), _("here: {pieces}").format(pieces=here))
        return longest(texts, room_of(width))
    card = _("1 {colour}").format(colour=colour_name(COLOUR_OF[token]))
    price = f"{card} {toll_signs(tribute(view, own, cell))}".rstrip()
    short = labelled(f"{token_words(token)}, {use_of(view, own, token)}", price)
    return longest((explain_token(view, token, cell), short), width - 1)


def explain_column(view: SubmarineView, column: int, width: int) -> str:
    """Return an explanation of a place for boats, in one line or two."""
    long, own, room = explain_surface(view, column), own_seat(view), room_of(width)
    if column == LEFT:
        return long
    if column == RIGHT:
        return longest((long, _("out: you may swap a card each turn")), room)
    if not whats_below(view, own, column):
        return longest((long, _("none of yours is below: no stop")), room)
    return longest((long, _levels_below(view, own, column)), room)
