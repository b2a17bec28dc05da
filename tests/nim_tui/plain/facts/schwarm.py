"""What is asked for each fact of a view of Der Schwarm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.schwarm.board import ROUNDS
from rules.schwarm.cards import BLUE_CARDS
from rules.schwarm.cells import CELL_NAMES, CELLS, NONE, cells_in
from rules.schwarm.moves import OVER, RESEARCH, ROW, SAIL, SWIM
from screens.game_intro import effect
from screens.schwarm.signs import capacity_text, card_text, direction_text, tile_name
from screens.text import _, ngettext
from tests.nim_tui.plain.facts.asked import Asked, Facts, Said


def _option(name: str) -> Facts:
    def told(asked: Asked) -> Iterator[Said]:
        yield Said("terms", effect("schwarm", name, getattr(asked.view.options, name)))

    return {f"options.{name}": told}


def _name(asked: Asked, seat: int) -> str:
    return f"where {asked.sight.people.names[seat]}"


def _row(asked: Asked) -> Iterator[Said]:
    for place, card in enumerate(asked.view.row):
        told = _("card {number}: {card}, for {price}")
        said = told.format(number=place + 1, card=card_text(card), price=place)
        yield Said("row", said)
        yield Said(f"where {_('cards')}", said)


def _orders_left(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == ROW:
        yield from (Said("row", f" {number}") for number in asked.view.orders_left)


def _capacities_left(asked: Asked) -> Iterator[Said]:
    if asked.view.phase == ROW and asked.view.orders_left:
        yield from (Said("row", capacity_text(each)) for each in asked.view.capacities_left)


def _hidden(asked: Asked) -> Iterator[Said]:
    for kind, count in enumerate(asked.view.sea):
        if count:
            yield Said(f"where {_('face down')}", f"{tile_name(kind)} {count}")


def _blue_pile(asked: Asked) -> Iterator[Said]:
    for card, count in zip(BLUE_CARDS, asked.view.blue_pile):
        if count:
            yield Said(f"where {_('face down')}", f"{card_text(card)} {count}")


def _golden_left(asked: Asked) -> Iterator[Said]:
    if count := asked.view.golden_left:
        told = ngettext("{count} golden tile is left", "{count} golden tiles are left", count)
        yield Said(f"where {_('tiles')}", told)


def _face_down(asked: Asked) -> Iterator[Said]:
    for cell in cells_in(asked.view.face_down):
        yield Said(f"look {CELL_NAMES[cell]}", _("a face-down tile"))


def _shapes(asked: Asked) -> Iterator[Said]:
    for cell in CELLS:
        links = asked.view.links_at(cell) if asked.view.is_on_map(cell) else 0
        for side, name in enumerate("nesw"):
            if links >> side & 1 and cell != asked.view.board.queen:
                yield Said(f"look {CELL_NAMES[cell]}", direction_text(name))


def _owners(asked: Asked) -> Iterator[Said]:
    for place, owner in enumerate(asked.view.owners):
        if owner != NONE:
            cell = CELL_NAMES[asked.view.board.coast[place]]
            yield Said(f"look {cell}", asked.sight.name(owner))
            yield Said(f"where {_('stations')}", cell)


def _crew(asked: Asked) -> Iterator[Said]:
    for place, owner in enumerate(asked.view.owners):
        if owner != NONE:
            crew = asked.view.crew[place]
            told = ngettext("{count} researcher", "{count} researchers", crew)
            yield Said(f"look {CELL_NAMES[asked.view.board.coast[place]]}", told)


def _points(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        yield Said("score", ngettext("{count} point", "{count} points", player.points))


def _cards(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        is_closed = asked.view.options.closed_hands and seat != asked.view.seat
        if is_closed and asked.view.phase != OVER:
            told = ngettext("{count} card", "{count} cards", len(player.cards))
            yield Said(_name(asked, seat), told)
            continue
        yield from (Said(_name(asked, seat), card_text(card)) for card in player.cards)


def _tiles(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        for kind, count in enumerate(player.tiles):
            if count:
                yield Said(_name(asked, seat), f"{tile_name(kind)} {count}")


def _order_card(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        if player.order_card != NONE:
            yield Said("score", _("turn-order card {number}").format(number=player.order_card))


def _capacity(asked: Asked) -> Iterator[Said]:
    for player in asked.view.players:
        if player.capacity != NONE:
            yield Said("score", capacity_text(player.capacity))


def _ships(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        for cell in player.ships:
            yield Said(f"look {CELL_NAMES[cell]}", asked.sight.name(seat))
            yield Said(f"where {_('ships')}", CELL_NAMES[cell])


def _buoys(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        for cell in player.buoys:
            yield Said(f"look {CELL_NAMES[cell]}", asked.sight.name(seat))
            yield Said(f"where {_('buoys')}", CELL_NAMES[cell])


def _linked(asked: Asked) -> Iterator[Said]:
    for seat, player in enumerate(asked.view.players):
        if player.is_linked:
            yield Said(_name(asked, seat), _("linked to the queen"))
            yield Said(f"look {CELL_NAMES[asked.view.board.queen]}", asked.sight.name(seat))


def _whales(asked: Asked) -> Iterator[Said]:
    for number, cell in enumerate(asked.view.whales, start=1):
        if cell != NONE:
            yield Said(f"look {CELL_NAMES[cell]}", _("whale {number}").format(number=number))
            told = _("whale {number} at {cell}").format(number=number, cell=CELL_NAMES[cell])
            yield Said(f"where {_('whales')}", told)


def _waves(asked: Asked) -> Iterator[Said]:
    for number, cell in enumerate(asked.view.waves, start=1):
        if cell != NONE:
            yield Said(f"look {CELL_NAMES[cell]}", _("wave {number}").format(number=number))
            told = _("wave {number} at {cell}").format(number=number, cell=CELL_NAMES[cell])
            yield Said(f"where {_('waves')}", told)


def _crab(asked: Asked) -> Iterator[Said]:
    if asked.view.crab != NONE:
        name = CELL_NAMES[asked.view.crab]
        yield Said(f"look {name}", _("the crab"))
        yield Said(f"where {_('crab')}", _("the crab at {cell}").format(cell=name))


def _order(asked: Asked) -> Iterator[Said]:
    names = ", ".join(asked.sight.name(seat) for seat in asked.view.order)
    yield Said("score", _("order of play: {names}").format(names=names))


def _left(asked: Asked) -> Iterator[Said]:
    if asked.sight.moves and asked.view.phase in (SAIL, RESEARCH, SWIM):
        yield Said("question", f"{asked.view.left}")


def _round(asked: Asked) -> Iterator[Said]:
    if asked.view.round:
        last = ROUNDS[len(asked.view.players)]
        yield Said("score", _("round {number} of {last}").format(
            number=asked.view.round, last=last))  # fmt: skip


FACTS: Final[Facts] = {
    "waiting": lambda asked: (
        Said("who", asked.sight.people.labels[seat].casefold()) for seat in asked.view.waiting
    ),
    **_option("free_start"),
    **_option("great_wave"),
    **_option("closed_hands"),
    **_option("may_decline"),
    "phase": lambda asked: [Said("question", " ")] if asked.sight.moves else [],
    "round": _round,
    "order": _order,
    "turn": lambda asked: (
        []
        if asked.view.phase == OVER
        else [Said("who", asked.sight.people.labels[asked.view.mover].casefold())]
    ),
    "row": _row,
    "orders_left": _orders_left,
    "capacities_left": _capacities_left,
    "blue_pile": _blue_pile,
    "sea": _hidden,
    "face_down": _face_down,
    "shapes": _shapes,
    "owners": _owners,
    "crew": _crew,
    "players.points": _points,
    "players.cards": _cards,
    "players.tiles": _tiles,
    "players.order_card": _order_card,
    "players.capacity": _capacity,
    "players.stations": _owners,
    "players.buoys": _buoys,
    "players.ships": _ships,
    "players.is_linked": _linked,
    "whales": _whales,
    "waves": _waves,
    "crab": _crab,
    "golden_left": _golden_left,
    "left": _left,
}
NOT_SHOWN: Final = {
    "seat": "who listens: all answers are told to them",
    "options.board": "a file; what it says is told place by place",
    "laid": "follows from what was told; no screen shows it",
    "players.buoyed": "the same as the buoys, as bits",
    "players.joined": "follows from the pieces and tiles; the network is told",
    "players.beside": "follows from the pieces and tiles; the network is told",
    "playing": "the card is told as it is played, and by the log",
    "parts": "what is left of a double card is told by legal now",
    "may_launch": "whether a ship may be launched is told by legal now",
    "moving": "the whale is told as it begins, and by the log",
    "visited": "its path is told step by step, and by the log",
}
