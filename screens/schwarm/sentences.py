"""What happens in Der Schwarm, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.contract import Event, Result
from rules.messages import Fact
from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.tiles import KINDS
from screens.people import People, Told
from screens.player_styles import SIDE_SIGNS
from screens.schwarm.signs import (
    BLUE,
    CRAB,
    HEAVY_LINES,
    HIDDEN,
    LIGHT_LINES,
    QUEEN,
    SHIP,
    TILE_LETTERS,
    WAVE,
    WHALE,
    action_text,
    capacity_named,
    card_text,
)
from screens.text import N_, _

_TEXTS: Final[Mapping[str, str | Told]] = {
    "started": N_("{name}: first station on {cell}"),
    "row": N_("round {round}: the row is laid out"),
    "took": Told(N_("{name} takes {card} for {price}"), you=N_("{name} take {card} for {price}")),
    "ordered": N_("{name}: order {number}, {capacity}, for {price}"),
    "waited": N_("{name}: nothing affordable yet"),
    "opened": Told(N_("{name} plays the first card"), you=N_("{name} play the first card")),
    "played": Told(N_("{name} plays {card}"), you=N_("{name} play {card}")),
    "played_joker": N_("{name}: joker as {action}"),
    "played_part": N_("{name}: double, now {action}"),
    "wasted": N_("{name}: {card} is of no use"),
    "built": N_("{name}: station on {cell}"),
    "built_empty": N_("{name}: station without researcher on {cell}"),
    "manned": N_("{name}: researcher to {cell}"),
    "launched": N_("{name}: ship launched on {cell}"),
    "sailed": N_("{name}: ship {from} to {cell}"),
    "lifted": Told(
        N_("{name} takes a {tile} from {cell}"), you=N_("{name} take a {tile} from {cell}")
    ),
    "placed": N_("{name}: {tile} on {cell}: +{points}"),
    "moved_buoy": Told(
        N_("{name} takes the buoy of {cell}"), you=N_("{name} take the buoy of {cell}")
    ),
    "linked": N_("{name}: linked to the queen"),
    "unlinked": N_("{name}: no longer linked to the queen"),
    "surfaced": N_("{name}: a new whale"),
    "swam": N_("{name}: the whale goes to {cell}"),
    "rolled_water": N_("{name}: a wave goes {direction} {steps} to {cell}"),
    "rolled_land": N_("{name}: a wave goes {direction} {steps} and ends at {cell}"),
    "rolled_off": N_("{name}: a wave goes {direction} {steps} and leaves the map"),
    "crept": N_("{name}: the crab goes from {from} to {cell}"),
    "hit_ship": Told(
        N_("{name} hits the ship of {other} on {cell}: +{points}"),
        you=N_("{name} hit the ship of {other} on {cell}: +{points}"),
        to_you=N_("{name} hits your ship on {cell}: +{points}"),
    ),
    "hit_station": Told(
        N_("{name} hits the station of {other} on {cell}: +{points}"),
        you=N_("{name} hit the station of {other} on {cell}: +{points}"),
        to_you=N_("{name} hits your station on {cell}: +{points}"),
    ),
    "scored": N_("{name}: the network counts {points}"),
    "crowned": N_("{name}: queen {queen}, shores {shores}"),
    "ended": N_("the last round is over"),
}

OPTION_WORDS: Final = (
    N_("free start"),
    N_("great wave"),
    N_("closed hands"),
    N_("before"),
    N_("queen"),
    N_("shores"),
    N_("points"),
)
"""Words of the game's options and figures, as forms and tables show them."""


def _key(event: Event) -> str:
    match event.name:
        case "played" if event.facts["card"] == "joker":
            return "played_joker"
        case "played" if event.facts["card"] == "double" and event.facts["action"] != "double":
            return "played_part"
        case "built" if not event.facts["researchers"]:
            return "built_empty"
        case "rolled":
            return f"rolled_{event.facts['ends']}"
        case "hit":
            return f"hit_{event.facts['piece']}"
    return event.name


def sentence(event: Event, people: People) -> str:
    """An event as a line of the log; empty for the end of a card, which needs none."""
    if event.name == "finished":
        return ""
    facts: dict[str, Fact] = {**event.facts}
    if event.seat is not None:
        facts["name"] = people.signed(event.seat)
    victim = facts.get("victim")
    other = victim if isinstance(victim, int) else None
    if other is not None:
        facts["other"] = people.signed_within(other)
    if (card := facts.get("card")) in CARD_NAMES:
        facts["card"] = card_text(CARD_NAMES.index(str(card)))
    if isinstance(action_name := facts.get("action"), str):
        facts["action"] = action_text(action_name)
    if isinstance(capacity := facts.get("capacity"), str):
        facts["capacity"] = capacity_named(capacity)
    if isinstance(tile := facts.get("tile"), str):
        facts["tile"] = _(tile)
    return people.say(_TEXTS[_key(event)], facts, name=event.seat, other=other)


def is_weighty(event: Event) -> bool:
    """Hits, links to the queen, points, the end."""
    return event.name in ("hit", "linked", "unlinked", "scored", "crowned", "row", "ended")


def verdict(result: Result, people: People) -> str:
    """Who won and why."""
    why = _("Most research points win.")
    return f"{why} {people.winners(result)}"


def legend() -> Mapping[str, str]:
    """The signs on the sea."""
    tiles = ", ".join(f"{letter} {_(kind)}" for letter, kind in zip(TILE_LETTERS, KINDS))
    return {
        HIDDEN * 3: _("a face-down tile"),
        f"{LIGHT_LINES[10]}{LIGHT_LINES[14]}{LIGHT_LINES[10]}": _(
            "a tile: its lines go where it is open"
        ),
        f"{HEAVY_LINES[10]}{HEAVY_LINES[14]}{HEAVY_LINES[10]}": _("your network that counts most"),
        QUEEN: _("the queen; below her the buoys of who is linked"),
        " ".join(SIDE_SIGNS[:4]): _("nations: their buoys left of the line"),
        f"{SHIP}{SIDE_SIGNS[0]} 2{SIDE_SIGNS[0]} {SHIP}2": _(
            "ships, right of the line: one, two of a nation, two of several"
        ),
        f"7{SIDE_SIGNS[0]}2": _("land of number 7 and a station with two researchers"),
        f"{WHALE} {WAVE} {CRAB}": _("whale, tsunami wave, crab"),
        f"{_('whale')}{BLUE}": _("a blue card: used once; its hazard goes further"),
        " ".join(TILE_LETTERS): tiles,
        "[ ]  › ": _("the cursor"),
    }
