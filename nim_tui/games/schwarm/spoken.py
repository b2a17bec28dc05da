"""The board of *Der Schwarm* in words, for text mode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nim_tui.games.schwarm.spoken_places import (
    around_cell,
    cards_told,
    cell_told,
    ledger_told,
    nation_told,
    network_told,
    row_of_cards,
    stacks_told,
    still_hidden,
    tile_turns,
)
from nim_tui.plain.text import listed, means
from rules.contract import Move
from rules.schwarm.board import ROUNDS
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, CELLS, COLUMNS, NONE, ROWS, cells_in
from rules.schwarm.moves import BOTH, PLAY, RESEARCH, ROW, Kind
from rules.schwarm.moves import Move as SchwarmMove
from rules.schwarm.preview import foresee, is_brilliant
from rules.schwarm.view import SchwarmView
from screens.schwarm import sentences
from screens.schwarm.help_texts import MEANINGS, explain_cell
from screens.schwarm.partial_move import PartialMove
from screens.schwarm.prompts import WORDS, asking
from screens.schwarm.sentences import combine, hides
from screens.schwarm.signs import card_text
from screens.table.speech import SeatSight
from screens.text import N_, _, labelled, ngettext

speech = sentences
vocabulary = WORDS
meanings: Final = MEANINGS

_CARDS, _SHIPS, _STATIONS, _WHALES = N_("cards"), N_("ships"), N_("stations"), N_("whales")
_WAVES, _CRAB, _NETWORK, _TILES = N_("waves"), N_("crab"), N_("network"), N_("tiles")
_POINTS, _BUOYS, _HIDDEN = N_("points"), N_("buoys"), N_("face down")
__all__ = ["around", "choices", "combine", "foreseen", "hides", "look", "meanings", "own",
           "question", "row", "score", "speech", "vocabulary", "where"]  # fmt: skip


def question(sight: SeatSight) -> str:
    """Return the question of the phase; for the row, with the cards to take."""
    view: SchwarmView = sight.view
    text = asking(view, PartialMove(sight.moves))
    if view.phase in (PLAY, BOTH):
        hand = listed([card_text(card) for card in view.players[view.mover].cards])
        return _("{question} You have {cards}").format(question=text, cards=hand) if hand else text
    return text


def look(sight: SeatSight, place: str) -> list[str]:
    """Describe a cell, the row, or a player's things; else everything face up or on the sea."""
    view: SchwarmView = sight.view
    if not place:
        pieces = [cell_told(sight, cell) for cell in CELLS if _is_busy(view, cell)]
        return [*score(sight), *pieces, *still_hidden(view)]
    cell = CELL_NAMED.get(place)
    if cell is not None and view.is_on_map(cell):
        return [cell_told(sight, cell), explain_cell(view, cell)]
    return where(sight, place)


def _is_busy(view: SchwarmView, cell: int) -> bool:
    """Check whether a piece is on a cell, or a face-up tile."""
    place = view.board.place_of[cell]
    if place != NONE:
        return view.owners[place] != NONE or view.crab == cell
    stands = cell in view.whales or cell in view.waves or any(cell in s for s in view.ships)
    return stands or bool(view.board.water >> cell & 1 and view.links_at(cell))


def where(sight: SeatSight, thing: str) -> list[str]:
    """Return where cards, pieces, hazards, tiles, points or a player's things are."""
    view: SchwarmView = sight.view
    seats = range(len(view.players))
    if means(thing, _CARDS) or thing in ("card", "row", "order"):
        return [*row_of_cards(sight), *(cards_told(sight, seat) for seat in seats)]
    if means(thing, _SHIPS) or thing == "ship":
        each = [_places(sight, s, _("ships at {cells}"), view.ships[s]) for s in seats]
        return each if any(each) else [_("none yet")]
    if means(thing, _STATIONS) or thing == "station":
        stations = [cells_in(player.stations) for player in view.players]
        each = [_places(sight, s, _("stations at {cells}"), stations[s]) for s in seats]
        return each if any(each) else [_("none yet")]
    if means(thing, _BUOYS):
        each = [_places(sight, s, _("buoys at {cells}"), view.players[s].buoys) for s in seats]
        return each if any(each) else [_("none yet")]
    if thing in ("whale", "wave", "crab") or any(means(thing, w) for w in (_WHALES, _WAVES, _CRAB)):
        return _hazards(view)
    if means(thing, _NETWORK):
        return [network_told(sight, seat) for seat in seats]
    if means(thing, _TILES):
        return [*stacks_told(sight), *still_hidden(view)]
    if means(thing, _HIDDEN):
        return still_hidden(view)
    if means(thing, _POINTS):
        return [ledger_told(sight, seat) for seat in seats]
    if thing == "queen" or means(thing, "queen"):
        return [cell_told(sight, view.board.queen)]
    seat = sight.seat_of(thing)
    return [] if seat is None else _all_of(sight, seat)


def _places(sight: SeatSight, seat: int, text: str, cells: Iterable[int]) -> str:
    names = [CELL_NAMES[cell] for cell in cells]
    return labelled(sight.head(seat), text.format(cells=listed(names))) if names else ""


def _all_of(sight: SeatSight, seat: int) -> list[str]:
    """Return all possessions of a player, and their places."""
    view: SchwarmView = sight.view
    player = view.players[seat]
    return [
        *nation_told(sight, seat),
        _places(sight, seat, _("stations at {cells}"), cells_in(player.stations)),
        _places(sight, seat, _("ships at {cells}"), player.ships),
        _places(sight, seat, _("buoys at {cells}"), player.buoys),
        network_told(sight, seat),
        ledger_told(sight, seat),
    ]


def _hazards(view: SchwarmView) -> list[str]:
    """Return the places of whales, waves and the crab."""
    told = []
    for text, cells in ((_("whale {number} at {cell}"), view.whales),
                        (_("wave {number} at {cell}"), view.waves)):  # fmt: skip
        told += [text.format(number=number, cell=CELL_NAMES[cell])
                 for number, cell in enumerate(cells, start=1) if cell != NONE]  # fmt: skip
    if view.crab != NONE:
        told.append(_("the crab at {cell}").format(cell=CELL_NAMES[view.crab]))
    return told or [_("no hazard is in play")]


def around(sight: SeatSight, place: str) -> list[str]:
    """Describe the cells around a cell, by direction."""
    cell = CELL_NAMED.get(place)
    return [] if cell is None or not sight.view.is_on_map(cell) else around_cell(sight, cell)


def row(sight: SeatSight, place: str) -> list[str]:
    """Describe a row of the sea by its digit, a column by its letter; alone the row of cards."""
    view: SchwarmView = sight.view
    if not place or means(place, _CARDS):
        return row_of_cards(sight) or [_("the row is not laid out now")]
    if place in COLUMNS:
        names = [f"{place}{number}" for number in ROWS]
    elif place.isdigit() and int(place) in ROWS:
        names = [f"{letter}{place}" for letter in COLUMNS]
    else:
        return []
    cells = [CELL_NAMED[name] for name in names]
    return [cell_told(sight, cell) for cell in cells if view.is_on_map(cell)]


def own(sight: SeatSight) -> list[str]:
    """Return all possessions of the reader; for a spectator, those of the player to move."""
    seat = sight.view.seat
    return _all_of(sight, sight.view.mover if seat is None else seat)


def score(sight: SeatSight) -> list[str]:
    """Return the round, the order of play, and each player's points, cards and tiles."""
    view: SchwarmView = sight.view
    told = []
    if view.round:
        text = _("round {number} of {last}")
        told.append(text.format(number=view.round, last=ROUNDS[len(view.players)]))
    names = ", ".join(sight.name(seat) for seat in view.order)
    told.append(_("order of play: {names}").format(names=names))
    return told + [nation_told(sight, seat)[0] for seat in view.order]


def foreseen(sight: SeatSight, move: Move) -> list[str]:
    """Return the players a hazard would hit, and the reader's resulting network."""
    view: SchwarmView = sight.view
    if not isinstance(move, SchwarmMove):
        return []
    found = foresee(view, move)
    brilliant = is_brilliant(view, view.mover)
    before, after = (net.points(is_brilliant=brilliant) for net in (found.before, found.after))
    told = [
        _("hits {name}’s {piece} at {cell}, {points}").format(
            piece=WORDS.shown(hit.piece), name=sight.name(hit.victim), cell=hit.cell,
            points=ngettext("{count} point", "{count} points", hit.points),
        )
        for hit in found.strikes
    ]  # fmt: skip
    if not told and move.kind in (Kind.WHALE, Kind.WAVE, Kind.NEW_CRAB, Kind.CRAB, Kind.STEP):
        told = [_("hits nobody")]
    told.append(
        _("your network: {before} now, {after} after the move").format(before=before, after=after)
    )
    if move.kind == Kind.PLACE:
        told.insert(0, tile_turns(view, move))
    return told


def choices(sight: SeatSight, words: Sequence[str]) -> list[str] | None:
    """Return the row's cards by number and price, or the possible turns of a tile."""
    view: SchwarmView = sight.view
    if view.phase == ROW and not words:
        return row_of_cards(sight)
    if view.phase == RESEARCH and not words:
        return [*stacks_told(sight), _("Type “what place”, a stack and a cell, or “done”.")]
    if view.phase == RESEARCH and len(words) == 3:
        moves = [m for m in sight.moves if m.word.split()[:3] == list(words) and m.buoy == NONE]
        return [tile_turns(view, move) for move in moves]
    return None
