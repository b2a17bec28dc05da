"""What is asked for each fact of a view of Submarine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules import messages as nouns
from rules.submarine.board import CELL_NAMES, CELLS, COLUMNS, LEVELS, NONE, TYPES
from rules.submarine.moves import ACT, BOAT, EXCHANGE, GIVE, OVER, PLACE
from screens.submarine.signs import colour_name, token_words
from screens.text import _, in_words, ngettext
from tests.nim_tui.plain.facts.asked import Asked, Facts, Said


def _sea(asked: Asked) -> Iterator[Said]:
    for cell in CELLS:
        for token in asked.view.sea[cell]:
            yield Said(f"look {CELL_NAMES[cell]}", token_words(token))
            place = _("{token}, at {cell}").format(token="", cell=CELL_NAMES[cell])
            yield Said(f"where {token_words(token)}", place)


def _bathyscaphes(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        for cell in CELLS:
            if count := player.bathyscaphes[cell]:
                told = f"{asked.sight.name(seat)} {count}"
                yield Said(f"look {CELL_NAMES[cell]}", told)
                yield Said(f"where {asked.sight.people.names[seat]}", CELL_NAMES[cell])


def _boats(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        outside = _("boat on the left") if player.boat < 1 else _("boat out on the right")
        at = _("boat at column {column}").format(column=player.boat)
        told = at if player.boat in COLUMNS else outside
        yield Said(f"where {asked.sight.people.names[seat]}", told)
        yield Said(f"where {_('boats')}", told)


def _board(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        told = _("{types} of {most} types").format(types=player.types, most=len(TYPES))
        yield Said("score", told)
    for seat, player in enumerate(asked.view.players):
        for token in player.board:
            if token != NONE:
                yield Said(f"where {asked.sight.people.names[seat]}", token_words(token))


def _jokers(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        yield Said("score", ngettext("{count} joker", "{count} jokers", len(player.jokers)))
        for token in player.jokers:
            yield Said(f"where {asked.sight.people.names[seat]}", token_words(token))


def _hand(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        for colour in player.hand:
            yield Said(f"where {_('hand')}", colour_name(colour))
            if seat == asked.view.seat:
                yield Said("own", colour_name(colour))


def _hand_size(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        hidden = player.hand_size - len(player.hand)
        if hidden:
            told = ngettext("{count} card unknown", "{count} cards unknown", hidden)
            yield Said(f"where {_('hand')}", told)


def _pile(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        yield Said(f"where {_('draw pile')}", in_words(nouns.cards(len(player.pile))))
        for depth, colour in enumerate(reversed(player.pile), start=1):
            if colour != NONE:
                told = _("{number} from the top: {colour}")
                yield Said(
                    f"where {_('pile')}", told.format(number=depth, colour=colour_name(colour))
                )


def _exchanges(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        if player.exchanges:
            told = ngettext("{count} card swapped", "{count} cards swapped", player.exchanges)
            yield Said("score", told)


def _ready(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == ACT and asked.sight.moves:
        for level, count in zip(LEVELS, asked.view.ready):
            if count:
                told = _("{count} at level {level}").format(count=count, level=level)
                yield Said("question", told)


def _phase(asked: Asked) -> Iterator[Said]:
    if asked.sight.moves:
        told = {
            PLACE: " ",
            BOAT: _("move your boat to a column, or out"),
            ACT: _("your boat is at column {column}").split("{")[0],
            GIVE: " ",
            EXCHANGE: _("swap a card? (it goes under your pile)"),
        }
        yield Said("question", told[asked.view.phase])


def _owed(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == GIVE and asked.sight.moves:
        yield Said("question", asked.sight.people.names[asked.view.owed[0]])


def _taking(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == GIVE and asked.sight.moves:
        yield Said("question", token_words(asked.view.taking))


def _discards(asked: Asked) -> Iterator[Said]:
    for colour, count in enumerate(asked.view.discards):
        yield Said(f"where {_('cards')}", f"{colour_name(colour)} {count}")


def _score(text: str, value: int | None) -> list[Said]:
    return [Said("score", text)] if value else []


FACTS: Final[Facts] = {
    "waiting": lambda asked: (
        Said("who", asked.sight.people.labels[seat].casefold()) for seat in asked.view.waiting
    ),
    "phase": _phase,
    "turn": lambda asked: _score(_("turn {turn}").format(turn=asked.view.turn), asked.view.turn),
    "mover": lambda asked: (
        []
        if asked.view.phase == OVER
        else [Said("who", asked.sight.people.labels[asked.view.mover].casefold())]
    ),
    "crossing": lambda asked: _score(
        _("crossing {crossing}").format(crossing=asked.view.crossing + 1), asked.view.turn
    ),
    "round_limit": lambda asked: _score(
        _("the game ends after crossing {crossing}").format(crossing=asked.view.round_limit),
        asked.view.round_limit,
    ),
    "sea": _sea,
    "players.bathyscaphes": _bathyscaphes,
    "players.boat": _boats,
    "players.board": _board,
    "players.jokers": _jokers,
    "players.hand_size": _hand_size,
    "players.hand": _hand,
    "players.pile": _pile,
    "players.exchanges": _exchanges,
    "discards": _discards,
    "left_over": lambda asked: (
        [
            Said(
                f"where {_('cards')}",
                ngettext(
                    "{count} card left out of the deal",
                    "{count} cards left out of the deal",
                    asked.view.left_over,
                ),
            )
        ]
        if asked.view.left_over
        else []
    ),
    "ready": _ready,
    "owed": _owed,
    "taking": _taking,
}
NOT_SHOWN: Final = {
    "seat": "who listens: all answers are told to them",
    "worlds": "what bots reckon with; what is certain of it is told with hands and piles",
    "collecting": "where one collects already is told by legal now",
    "laid": "what may not be taken back is not among legal now",
    "taking_from": "where a token is taken is told as it is taken, and by the log",
    "reason": "the verdict is told when the game is over",
}
