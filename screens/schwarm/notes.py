"""What a choice of the menu means, and what it would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.messages import Refusal
from rules.schwarm.cards import CAPACITIES
from rules.schwarm.cells import CELL_NAMES
from rules.schwarm.moves import Kind
from rules.schwarm.placing import stacks
from rules.schwarm.preview import Strike, foresee
from rules.schwarm.tiles import LINKS, POINTS
from rules.schwarm.view import SchwarmView
from rules.schwarm.words import parse
from screens.player_styles import SIDE_SIGNS
from screens.schwarm.signs import LIGHT_LINES, TILE_LETTERS, cards_text, is_blue, tile_name
from screens.table.move_phrases import Words
from screens.text import N_, _, labelled, ngettext

HAZARDS: Final = frozenset({Kind.WHALE, Kind.WAVE, Kind.NEW_CRAB, Kind.CRAB, Kind.STEP})

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
_CAPACITIES: Final = {
    "fast": N_("ships go four steps"),
    "golden": N_("take a golden tile, a cross"),
    "protection": N_("hits cost you 1 less"),
    "brilliant": N_("researchers count twice"),
}


def note(view: SchwarmView, before: Words, choice: Words) -> str:
    """A few words beside a choice."""
    words = (*before, *choice)
    last = words[-1]
    if last in CAPACITIES:
        return _(_CAPACITIES[last])
    match words:
        case ("place", stack):
            return stack_text(view, int(stack))
        case ("place", stack, _cell, turns):
            kind = stacks(view.players[view.mover].tiles)[int(stack) - 1]
            return turn_text(LINKS[kind][int(turns[1:])])
        case ("blue",):
            return cards_text([c for c in view.players[view.mover].cards if is_blue(c)])
        case (*_prefix, "whale" | "wave" as hazard, number) if number.isdigit():
            cells = view.whales if hazard == "whale" else view.waves
            return _("on {cell}").format(cell=CELL_NAMES[cells[int(number) - 1]])
    if last == "done":
        return _("no more")
    if len(choice) == 1 and last in _MEANINGS:
        return _(_MEANINGS[last])
    return hazard_text(view, words)


def hazard_text(view: SchwarmView, words: Words) -> str:
    """What a whole move of a hazard would hit; nothing for other words."""
    try:
        move = parse(" ".join(words))
        return strikes_text(foresee(view, move).strikes) if move.kind in HAZARDS else ""
    except Refusal:
        return ""


def turn_text(links: int) -> str:
    """A tile as it lies: its sign, and the sides it is open to."""
    sides = "".join(name for side, name in enumerate("nesw") if links >> side & 1)
    return f"{LIGHT_LINES[links]} {sides}"


def stack_text(view: SchwarmView, number: int) -> str:
    """A stack of tiles: letter, how many, name, what one pays."""
    tiles = view.players[view.mover].tiles
    kind = stacks(tiles)[number - 1]
    points = ngettext("{count} point", "{count} points", POINTS[kind])
    return f"{TILE_LETTERS[kind]}{tiles[kind]} {tile_name(kind)}, {points}"


def strikes_text(strikes: Sequence[Strike]) -> str:
    """What hits bring together, and each in its order: "+3: ▼ ship e4 -2, ▲ station h0 -1"."""
    if not strikes:
        return _("hits nobody")
    parts = [f"{SIDE_SIGNS[s.victim]} {_(s.piece)} {s.cell} {-s.points}" for s in strikes]
    return labelled(f"+{sum(strike.points for strike in strikes)}", ", ".join(parts))
