"""Explanations of the choices and places of *Der Schwarm*, and the legend of its signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from rules.schwarm.board import LINKS, POINTS, SHORES
from rules.schwarm.cards import CARDS, Action
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.events import Hit
from rules.schwarm.moves import Kind
from rules.schwarm.placing import stacks
from rules.schwarm.preview import foresee, is_brilliant
from rules.schwarm.view import SchwarmView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip
from screens.schwarm import pieces
from screens.schwarm.partial_move import PartialMove
from screens.schwarm.prompts import WORDS
from screens.schwarm.signs import (
    CRAB,
    HIDDEN,
    LIGHT_LINES,
    SHIP,
    WAVE,
    WHALE,
    cards_text,
    is_blue,
    tile_name,
    tile_sign,
    water_text,
)
from screens.table.move_words import Words
from screens.text import N_, _, labelled, ngettext

HAZARDS: Final = frozenset({Kind.WHALE, Kind.WAVE, Kind.NEW_CRAB, Kind.CRAB, Kind.STEP})
_BUILDING: Final = frozenset({Kind.PLACE, Kind.SAIL, Kind.LAUNCH, Kind.STATION})

_MEANINGS: Final = {
    "station": N_("on free land"),
    "ship": N_("launch, move"),
    "researcher": N_("+1 crew"),
    "research": N_("tiles"),
    "whale": N_("hits ships"),
    "wave": N_("straight on"),
    "crab": N_("hits stations"),
    "joker": N_("any action"),
    "double": N_("two actions"),
    "launch": N_("a ship from your reserve"),
    "sail": N_("one cell"),
    "place": N_("from your stacks"),
    "new": N_("queen link"),
    "order": N_("turn-order and capacity card"),
    "card": N_("an action card"),
}
_CAPACITIES: Final = (
    N_("ships: four steps"),
    N_("take a golden tile"),
    N_("hits cost 1 less"),
    N_("researchers score double"),
)


def note(
    view: SchwarmView,
    begun: PartialMove,
    choice: Words,
    strikes: Callable[[Sequence[Hit]], str],
) -> str:
    """Return the note beside a choice; `begun` is the move including the choice.

    `strikes` tells the hits of a hazard.
    """
    text = _of_part(view, begun) if begun.moves else ""
    if text:
        return text
    if len(choice) == 1 and choice[0] in _MEANINGS:
        return _(_MEANINGS[choice[0]])
    if (hazard := begun.whole) is not None and hazard.kind in HAZARDS:
        return strikes(foresee(view, hazard).strikes)
    return _of_network(view, begun)


def meaning_of(card: int) -> str:
    """Return the effect of an action card."""
    action = CARDS[card].action
    if action == Action.RESEARCHER:
        return _("crew, tiles")
    word = "joker" if action is None else action.name.lower()
    return _(_MEANINGS[word])


def order_meaning() -> str:
    """Return the effect of a turn-order card."""
    return _(_MEANINGS["order"])


def _of_part(view: SchwarmView, begun: PartialMove) -> str:
    """Return the meaning of a begun move's last part, if that is a number or a name."""
    move, player = begun.moves[0], view.players[view.mover]
    match begun.kind, begun.said:
        case Kind.DONE, ():
            return _("stop")
        case Kind.ORDER, ("number",):
            return _("turn order {number}/{count}").format(
                number=move.number, count=len(view.players)
            )
        case Kind.ORDER, ("number", "capacity"):
            return _(_CAPACITIES[move.capacity])
        case Kind.PLACE, ("number",):
            return stack_text(view, move.number)
        case Kind.PLACE, ("number", "cell", "count"):
            return turn_text(LINKS[stacks(player.tiles)[move.number - 1]][move.count])
        case Kind.WHALE, ("number",) if move.number != NONE:
            return _("on {cell}").format(cell=CELL_NAMES[view.whales[move.number]])
        case Kind.WAVE, ("number",) if move.number != NONE:
            return _("on {cell}").format(cell=CELL_NAMES[view.waves[move.number]])
        case None, () if is_blue(move.card):
            return cards_text([card for card in player.cards if is_blue(card)])
    return ""


def _of_network(view: SchwarmView, begun: PartialMove) -> str:
    """Return the network after a move; for a tile also its points.

    For a tile's turns, the best one counts.
    """
    moves = [move for move in begun.moves if move.kind in _BUILDING and move.buoy == NONE]
    cells = {(move.cell, move.end) for move in moves}
    if len(cells) != 1 or len(moves) != len(begun.moves):
        return ""
    brilliant = is_brilliant(view, view.mover)
    foreseen = [foresee(view, move) for move in moves]
    before = foreseen[0].before.points(is_brilliant=brilliant)
    after = max(each.after.points(is_brilliant=brilliant) for each in foreseen)
    told = []
    if moves[0].kind == Kind.PLACE:
        told.append(f"+{POINTS[stacks(view.players[view.mover].tiles)[moves[0].number - 1]]}")
    if moves[0].kind == Kind.SAIL and view.face_down >> moves[0].cell & 1:
        told.append(_("+1 tile"))
    if before != after:
        told.append(_("network {change}").format(change=f"{after - before:+}"))
    return ", ".join(told)


def turn_text(links: int) -> str:
    """Return a turned tile as its sign and its open sides."""
    sides = "".join(WORDS.shown(name) for side, name in enumerate("nesw") if links >> side & 1)
    return f"{LIGHT_LINES[links]} {sides}"


def stack_text(view: SchwarmView, number: int) -> str:
    """Return a stack of tiles: sign, count, name and points of a tile."""
    tiles = view.players[view.mover].tiles
    kind = stacks(tiles)[number - 1]
    points = ngettext("{count} point", "{count} points", POINTS[kind])
    return f"{tile_sign(kind)}{tiles[kind]} {tile_name(kind)}, {points}"


def strikes_text(strikes: Sequence[Hit]) -> str:
    """Return the total of some hits, and each hit in order: "+3: ▼ ship e4 -2, ▲ station h0 -1"."""
    if not strikes:
        return _("hits nobody")
    parts = [f"{SIDE_SIGNS[s.victim]} {WORDS.shown(s.piece)} {s.cell} {-s.points}" for s in strikes]
    return labelled(f"+{sum(strike.points for strike in strikes)}", ", ".join(parts))


def struck_text(strikes: Sequence[Hit]) -> str:
    """Return some hits in words: “hits ▼ ship on e4, ▲ station on h0: +3”."""
    if not strikes:
        return _("hits nobody")
    hit = _("{side} {piece} on {cell}")
    told = [
        hit.format(side=SIDE_SIGNS[each.victim], piece=WORDS.shown(each.piece), cell=each.cell)
        for each in strikes
    ]
    points = sum(each.points for each in strikes)
    return _("hits {pieces}: +{points}").format(pieces=", ".join(told), points=points)


MEANINGS: Final[Mapping[str, str]] = {
    "start": N_("your first station goes there, with a researcher"),
    "card": N_("take that action card; it costs one point per card to its left"),
    "order": N_("take a turn-order card, with a capacity card"),
    "station": N_("build a station on free land, with a researcher"),
    "ship": N_("launch a ship next to one of your stations if you like, then move ships"),
    "researcher": N_("one more researcher on one of your stations, or place tiles"),
    "research": N_("place collected tiles, one per researcher, joined to your network"),
    "double": N_("a ship action and a researcher action, in either order"),
    "joker": N_("any one action except double; once a round"),
    "whale": N_("the whale hits ships on its way; it never enters a cell twice"),
    "wave": N_("the wave goes straight on; it hits ships, and the station where it ends"),
    "crab": N_("the crab moves clockwise along the coast and hits other players’ stations"),
    "launch": N_("launch a ship from your reserve onto water next to one of your stations"),
    "sail": N_("move a ship one cell; you collect the face-down tile it was on"),
    "place": N_("place a tile from your stacks on the sea, with one of your buoys"),
    "done": N_("end this action"),
    "fast": N_("your ship actions have four steps this round"),
    "golden": N_("a golden tile with four links, to place when you like"),
    "protection": N_("each hit costs you 1 point less this round"),
    "brilliant": N_("your researchers count twice in this round’s scoring"),
}


def explain_card(view: SchwarmView, number: int) -> str:
    """Return an explanation of a card in the row."""
    action = CARDS[view.row[number]].action
    word = "joker" if action is None else action.name.lower()
    return _(MEANINGS[word])


def explain_cell(view: SchwarmView, cell: int) -> str:
    """Explain a cell: the effect of a piece there, or else the possible moves there."""
    for hazard, cells in (("crab", (view.crab,)), ("whale", view.whales), ("wave", view.waves)):
        if cell in cells:
            return _(MEANINGS[hazard])
    if view.board.place_of[cell] != NONE:
        return _explain_land(view, view.board.place_of[cell])
    if cell == view.board.queen:
        return _("the queen: stations linked to her score their land value at the end")
    if view.face_down >> cell & 1:
        return _("a ship that leaves this cell collects the face-down tile")
    links = view.links_at(cell)
    if links:
        return _("a tile: one with more links can cover it if these links stay open")
    return _("free for a tile that joins your network; worth up to {most} points").format(
        most=max(POINTS)
    )


def explain_small(view: SchwarmView, cell: int, room: int) -> str:
    """Describe a cell too small for all its signs, and explain it if both fit."""
    what, why = described(view, cell), explain_cell(view, cell)
    told = f"{what}; {why}"
    return told if cell_len(told) <= room else what


def _explain_land(view: SchwarmView, place: int) -> str:
    number, owner = view.board.numbers[place], view.owners[place]
    if owner == NONE:
        text = _("free land: a station here scores {number} at the end if linked to the queen")
        return text.format(number=number)
    room = 3 - view.crew[place]
    told = _("a station: {number} points at the end if linked to the queen").format(number=number)
    more = ngettext("room for {count} researcher", "room for {count} researchers", room)
    return f"{told}; {more}" if room > 0 else told


def described(view: SchwarmView, cell: int) -> str:
    """Return a description of a cell: "e4: tee, buoys ▲ ▼, ship ■"."""
    parts = _land(view, cell) if view.board.place_of[cell] != NONE else _water(view, cell)
    return labelled(CELL_NAMES[cell], ", ".join(parts))


def _land(view: SchwarmView, cell: int) -> list[str]:
    place = view.board.place_of[cell]
    shore = _(SHORES[view.board.shores[place]])
    parts = [_("land {number}, {shore}").format(number=view.board.numbers[place], shore=shore)]
    owner = view.owners[place]
    if owner != NONE:
        text = _("station {side} with {count}")
        parts.append(text.format(side=SIDE_SIGNS[owner], count=view.crew[place]))
    if view.crab == cell:
        parts.append(WORDS.shown("crab"))
    return parts


def _water(view: SchwarmView, cell: int) -> list[str]:
    parts = [water_text(view, cell)]
    buoys = [
        SIDE_SIGNS[seat]
        for seat, player in enumerate(view.players)
        for _each in range(player.buoys.count(cell))
    ]
    if cell == view.board.queen:
        buoys = [SIDE_SIGNS[seat] for seat, p in enumerate(view.players) if p.is_linked]
    if buoys:
        parts.append(_("buoys {sides}").format(sides=" ".join(buoys)))
    for seat, player in enumerate(view.players):
        for _each in range(player.ships.count(cell)):
            parts.append(_("ship {side}").format(side=SIDE_SIGNS[seat]))
    for number, place in enumerate(view.whales, start=1):
        if place == cell:
            parts.append(_("whale {number}").format(number=number))
    for number, place in enumerate(view.waves, start=1):
        if place == cell:
            parts.append(_("wave {number}").format(number=number))
    return parts


_SOFT = Look("soft")


def legend_line(*, plain: bool) -> Spans:
    """Return the legend of the signs, in the colours of the first seat."""
    sign, side = SIDE_SIGNS[0], Look(SIDES[0], style="bold")
    piece = side if plain else chip(SIDES[0])
    spans: list[Span] = [(" ", _SOFT)]
    spans += _told([(HIDDEN if plain else "~", Look("key"))], _("face down"))
    spans += _told([(f"{sign}1", piece)], WORDS.shown("station"))
    ship = [(SHIP, side), (sign, side)] if plain else [(sign, piece), ("◤", side)]
    spans += _told(ship, WORDS.shown("ship"))
    spans += _told([(sign, side)], _("buoy"))
    for letter, word in ((WHALE, "whale"), (WAVE, "wave"), (CRAB, "crab")):
        spans += _told([(WORDS.sign(letter), pieces.HAZARDS[letter])], WORDS.shown(word))
    target = [("·", Look())] if plain else [("•", Look("ink", "target", "bold"))]
    return [*spans, *_told(target, _("legal"))]


def _told(signs: list[Span], meaning: str) -> list[Span]:
    return [*signs, (f" {meaning}  ", _SOFT)]
