"""The words of moves, read: the inverse of what moves.py writes."""

from __future__ import annotations

from typing import Final

from rules.contract import not_a_move, typed_words
from rules.schwarm.board import QUOTAS, WAVES, WHALES
from rules.schwarm.board_file import LONGEST_REACH, MOST_OF_A_KIND
from rules.schwarm.cards import CAPACITIES, CARD_NAMES, CARDS, DOUBLE, JOKER, SHIP, Action
from rules.schwarm.cells import CELL_NAMED, COMPASS, NONE, SIDES
from rules.schwarm.moves import (
    DONE,
    DOUBLE_CARD,
    STACKS,
    Move,
    crab,
    crew,
    launch,
    new_crab,
    order,
    place,
    research,
    sail,
    ship,
    start,
    station,
    step,
    take,
    useless,
    wave,
    whale,
)

_CARD_FOR: Final = {(card.prefix, card.action): n for n, card in enumerate(CARDS)}
_USELESS: Final = {name: n for n, name in enumerate(CARD_NAMES) if n not in (SHIP, DOUBLE, JOKER)}
_PREFIXES: Final = ("blue", "joker")
_STEPS: Final = {str(n): n for n in range(1, LONGEST_REACH + 1)}
_PLACES: Final = {str(n + 1): n for n in range(MOST_OF_A_KIND)}
_ORDERS: Final = {str(n): n for n in range(1, max(QUOTAS) + 1)}
_STACKS: Final = {str(n): n for n in STACKS}
_TURNS: Final = {f"r{n}": n for n in SIDES}
_CAPACITIES: Final = {name: n for n, name in enumerate(CAPACITIES)}
_COMPASS: Final = {name: n for n, name in enumerate(COMPASS)}
_WHALES: Final = {"new": NONE, **{str(n + 1): n for n in range(WHALES)}}
_WAVES: Final = {"new": NONE, **{str(n + 1): n for n in range(WAVES)}}


def parse(text: str) -> Move:
    """The move a text means, in any case and spacing. Raises NotAMove."""
    words = typed_words(text)
    move = _parse_step(words) or _parse_taking(words) or _parse_card(words)
    if move is None:
        raise not_a_move(text)
    return move


def _parse_taking(words: list[str]) -> Move | None:
    match words:
        case ["start", cell] if cell in CELL_NAMED:
            return start(CELL_NAMED[cell])
        case ["card", number] if number in _PLACES:
            return take(_PLACES[number])
        case ["order", number, capacity] if number in _ORDERS and capacity in _CAPACITIES:
            return order(_ORDERS[number], _CAPACITIES[capacity])
    return None


def _parse_step(words: list[str]) -> Move | None:
    match words:
        case ["done"]:
            return DONE
        case ["launch", cell] if cell in CELL_NAMED:
            return launch(CELL_NAMED[cell])
        case ["sail", cell, end] if cell in CELL_NAMED and end in CELL_NAMED:
            return sail(CELL_NAMED[cell], CELL_NAMED[end])
        case ["step", cell] if cell in CELL_NAMED:
            return step(CELL_NAMED[cell])
        case ["place", stack, cell, turns, *rest]:
            return _parse_place(stack, cell, turns, rest)
    return None


def _parse_place(stack: str, cell: str, turns: str, rest: list[str]) -> Move | None:
    if stack not in _STACKS or cell not in CELL_NAMED or turns not in _TURNS:
        return None
    if len(rest) > 1 or any(buoy not in CELL_NAMED for buoy in rest):
        return None
    buoy = CELL_NAMED[rest[0]] if rest else NONE
    return place(_STACKS[stack], CELL_NAMED[cell], _TURNS[turns], buoy)


def _parse_card(words: list[str]) -> Move | None:
    if words == ["double"]:
        return DOUBLE_CARD
    if (card := _USELESS.get(" ".join(words))) is not None:
        return useless(card)
    prefix = f"{words[0]} " if words and words[0] in _PREFIXES else ""
    rest = words[1:] if prefix else words

    def card_for(action: Action) -> int:
        return JOKER if prefix == "joker " else _CARD_FOR.get((prefix, action), NONE)

    match rest:
        case ["station", cell] if cell in CELL_NAMED:
            return station(card_for(Action.STATION), CELL_NAMED[cell])
        case ["whale", number] if number in _WHALES:
            return whale(card_for(Action.WHALE), _WHALES[number])
        case ["wave", number, direction, steps] if (
            number in _WAVES and direction in _COMPASS and steps in _STEPS
        ):
            card = card_for(Action.WAVE)
            return wave(card, _WAVES[number], _COMPASS[direction], _STEPS[steps])
        case ["crab", cell, steps] if cell in CELL_NAMED and steps in _STEPS:
            return new_crab(card_for(Action.CRAB), CELL_NAMED[cell], _STEPS[steps])
        case ["crab", steps] if steps in _STEPS:
            return crab(card_for(Action.CRAB), _STEPS[steps])
    return _parse_light(rest, card_for(Action.SHIP), card_for(Action.RESEARCHER))


def _parse_light(words: list[str], ship_card: int, researcher_card: int) -> Move | None:
    """Actions that no blue card has of its own."""
    match words:
        case ["ship"] if ship_card != NONE:
            return ship(ship_card)
        case ["research"] if researcher_card != NONE:
            return research(researcher_card)
        case ["researcher", cell] if cell in CELL_NAMED and researcher_card != NONE:
            return crew(researcher_card, CELL_NAMED[cell])
    return None
