"""What a choice of the menu means, and what it would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.schwarm.board import LINKS, POINTS
from rules.schwarm.cards import CARDS, Action
from rules.schwarm.cells import CELL_NAMES, NONE
from rules.schwarm.events import Hit
from rules.schwarm.moves import Kind, Move
from rules.schwarm.placing import stacks
from rules.schwarm.preview import foresee, is_brilliant
from rules.schwarm.view import SchwarmView
from screens.player_styles import SIDE_SIGNS
from screens.schwarm.begun import Begun
from screens.schwarm.signs import LIGHT_LINES, cards_text, is_blue, tile_name, tile_sign
from screens.schwarm.words import WORDS
from screens.table.move_phrases import Words
from screens.text import N_, _, labelled, ngettext

HAZARDS: Final = frozenset({Kind.WHALE, Kind.WAVE, Kind.NEW_CRAB, Kind.CRAB, Kind.STEP})
_BUILDING: Final = frozenset({Kind.PLACE, Kind.SAIL, Kind.LAUNCH, Kind.STATION})

_MEANINGS: Final = {
    "station": N_("on free land"),
    "ship": N_("launch, sail, take tiles"),
    "researcher": N_("one more on a station"),
    "research": N_("place tiles"),
    "whale": N_("hits ships"),
    "wave": N_("hits straight on"),
    "crab": N_("hits stations"),
    "joker": N_("any one action"),
    "double": N_("ship and researcher"),
    "launch": N_("a ship of your reserve"),
    "sail": N_("a ship, one cell on"),
    "place": N_("a tile from your stacks"),
    "new": N_("from the queen"),
    "order": N_("an order card and a capacity card"),
    "card": N_("an action card"),
}
_CAPACITIES: Final = (
    N_("ships go four steps"),
    N_("take a golden tile, a cross"),
    N_("hits cost you 1 less"),
    N_("researchers count twice"),
)


def note(view: SchwarmView, begun: Begun, choice: Words) -> str:
    """A few words beside a choice; `begun` is the move with what is chosen by it."""
    text = _of_part(view, begun) if begun.moves else ""
    if text:
        return text
    if len(choice) == 1 and choice[0] in _MEANINGS:
        return _(_MEANINGS[choice[0]])
    return _of_hazard(view, begun.whole) or _of_network(view, begun)


def meaning_of(card: int) -> str:
    """What an action card lets one do."""
    action = CARDS[card].action
    if action == Action.RESEARCHER:
        return _("one more on a station, or place tiles")
    word = "joker" if action is None else action.name.lower()
    return _(_MEANINGS[word])


def order_meaning() -> str:
    """What an order card brings."""
    return _(_MEANINGS["order"])


def _of_part(view: SchwarmView, begun: Begun) -> str:
    """What was said last of a move, where that is a number or a name."""
    move, player = begun.moves[0], view.players[view.mover]
    match begun.kind, begun.said:
        case Kind.DONE, ():
            return _("no more")
        case Kind.ORDER, ("number",):
            return _("turn {number} of {count}").format(number=move.number, count=len(view.players))
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


def _of_hazard(view: SchwarmView, move: Move | None) -> str:
    """What a whole move of a hazard would hit; nothing for other moves."""
    if move is None or move.kind not in HAZARDS:
        return ""
    return strikes_text(foresee(view, move).strikes)


def _of_network(view: SchwarmView, begun: Begun) -> str:
    """What the network would come to; of a tile what it pays, in the best of its turns."""
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
        told.append(_("takes a tile"))
    if before != after:
        told.append(_("net {before} → {after}").format(before=before, after=after))
    return ", ".join(told)


def turn_text(links: int) -> str:
    """A tile as it lies: its sign, and the sides it is open to."""
    sides = "".join(WORDS.shown(name) for side, name in enumerate("nesw") if links >> side & 1)
    return f"{LIGHT_LINES[links]} {sides}"


def stack_text(view: SchwarmView, number: int) -> str:
    """A stack of tiles: sign, how many, name, what one pays."""
    tiles = view.players[view.mover].tiles
    kind = stacks(tiles)[number - 1]
    points = ngettext("{count} point", "{count} points", POINTS[kind])
    return f"{tile_sign(kind)}{tiles[kind]} {tile_name(kind)}, {points}"


def strikes_text(strikes: Sequence[Hit]) -> str:
    """What hits bring together, and each in its order: "+3: ▼ ship e4 -2, ▲ station h0 -1"."""
    if not strikes:
        return _("hits nobody")
    parts = [f"{SIDE_SIGNS[s.victim]} {WORDS.shown(s.piece)} {s.cell} {-s.points}" for s in strikes]
    return labelled(f"+{sum(strike.points for strike in strikes)}", ", ".join(parts))
