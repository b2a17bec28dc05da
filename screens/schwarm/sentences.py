"""Events in sentences, and step by step; all views in one for replays (no Textual)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rules import messages as nouns
from rules.contract import Event, Result
from rules.messages import Noun, Value
from rules.schwarm import events
from rules.schwarm.board import KINDS, LINKS, START_POINTS
from rules.schwarm.events import Crowned, Finished, Hit, Ordered, Placed, Scored, Took
from rules.schwarm.view import SchwarmView
from screens.colours import SIDE_SIGNS
from screens.people import PersonalSentence, SeatNames
from screens.schwarm.prompts import WORDS
from screens.schwarm.signs import (
    BLUE,
    CRAB,
    HEAVY_LINES,
    HIDDEN,
    LIGHT_LINES,
    QUEEN,
    SHIP,
    WAVE,
    WHALE,
    action_text,
    capacity_named,
    card_named,
    direction_text,
    tile_sign,
    way_text,
)
from screens.text import N_, _, is_spoken

_Said = tuple[str | PersonalSentence, dict[str, Value]]
"""A sentence and its facts, without names."""

_TOOK: Final = PersonalSentence(
    N_("{name} takes {card} for {price}"), you=N_("{name} take {card} for {price}")
)
_TOOK_FREE: Final = PersonalSentence(
    N_("{name} takes {card} for free"), you=N_("{name} take {card} for free")
)
_ORDERED: Final = N_("{name}: turn order {number}, {capacity}, for {price}")
_ORDERED_FREE: Final = N_("{name}: turn order {number}, {capacity}, for free")
_OPENED: Final = PersonalSentence(
    N_("{name} plays the first card"), you=N_("{name} play the first card")
)
_PLAYED: Final = PersonalSentence(N_("{name} plays {card}"), you=N_("{name} play {card}"))
_LIFTED: Final = PersonalSentence(
    N_("{name} collects a {tile} from {cell}"), you=N_("{name} collect a {tile} from {cell}")
)
_MOVED_BUOY: Final = PersonalSentence(
    N_("{name} takes back the buoy on {cell}"), you=N_("{name} take back the buoy on {cell}")
)
_ROLLED: Final[Mapping[events.Ends, str]] = {
    "water": N_("{name}: wave {steps} {direction}, to {cell}"),
    "land": N_("{name}: wave {steps} {direction}, ends at {cell}"),
    "off": N_("{name}: wave {steps} {direction}, off the map"),
}
_HIT: Final[Mapping[events.Piece, PersonalSentence]] = {
    "ship": PersonalSentence(
        N_("{name} hits {other}’s ship on {cell}: +{points}"),
        you=N_("{name} hit {other}’s ship on {cell}: +{points}"),
        to_you=N_("{name} hits your ship on {cell}: you lose {points}"),
    ),
    "station": PersonalSentence(
        N_("{name} hits {other}’s station on {cell}: +{points}"),
        you=N_("{name} hit {other}’s station on {cell}: +{points}"),
        to_you=N_("{name} hits your station on {cell}: you lose {points}"),
    ),
}

_STEP_COUNT: Final = Noun("{count} step", "{count} steps")

_WEIGHTY: Final = (
    events.Row,
    events.Hit,
    events.Linked,
    events.Unlinked,
    events.Scored,
    events.Crowned,
    events.Ended,
)

OPTION_WORDS: Final = (
    N_("free start"),
    N_("great wave"),
    N_("closed hands"),
    N_("may decline"),
    N_("from rounds"),
    N_("queen"),
    N_("shores"),
    N_("points"),
)
"""Words of the game's options and figures, for forms and tables."""


def sentence(event: Event, people: SeatNames) -> str:
    """Return an event as a line of the log; empty for the end of a card."""
    said = _of_rounds(event) or _of_pieces(event) or _of_hazards(event) or _of_points(event)
    return "" if said is None else _line(event, said, people)


def in_words(event: Event, people: SeatNames) -> str:
    """Return an event as a line of a phone's log: numbers with their nouns, directions whole."""
    match event:
        case events.Rolled():
            way: dict[str, Value] = {"direction": way_text(event.direction), "cell": event.cell}
            steps = _STEP_COUNT(event.steps)
            return _line(event, (_ROLLED[event.ends], {**way, "steps": steps}), people)
        case Took() | Ordered():
            return _line(event, _bought(event, nouns.points), people)
    return sentence(event, people)


def _line(event: Event, said: _Said, people: SeatNames) -> str:
    """Return a sentence with the names of the people in it."""
    text, facts = said
    other = event.victim if isinstance(event, events.Hit) else None
    if event.seat is not None:
        facts["name"] = people.signed(event.seat)
    if other is not None:
        facts["other"] = people.signed_within(other)
    return people.say(text, facts, name=event.seat, other=other)


def _points(count: int) -> Value:
    """Points with their noun where they are heard; the log has no room for it."""
    return nouns.points(count) if is_spoken() else count


def _bought(event: Took | Ordered, points: Callable[[int], Value]) -> _Said:
    """Return the sentence of a card taken from the row, and its price as `points` gives it."""
    facts: dict[str, Value] = {"price": points(event.price)}
    if isinstance(event, Took):
        return _TOOK if event.price else _TOOK_FREE, {**facts, "card": card_named(event.card)}
    text = _ORDERED if event.price else _ORDERED_FREE
    return text, {**facts, "number": event.number, "capacity": capacity_named(event.capacity)}


def _of_rounds(event: Event) -> _Said | None:
    """Return the sentence of an event about the row or cards, or None."""
    match event:
        case events.Row():
            return N_("round {round}: the row is laid out"), {"round": event.round}
        case Took() | Ordered():
            return _bought(event, _points)
        case events.Waited():
            return N_("{name}: no affordable card yet"), {}
        case events.Opened():
            return _OPENED, {}
        case events.Played(card="joker"):
            return N_("{name}: joker as {action}"), {"action": action_text(event.action)}
        case events.Played(card="double") if event.action != "double":
            return N_("{name}: double, now {action}"), {"action": action_text(event.action)}
        case events.Played():
            return _PLAYED, {"card": card_named(event.card)}
        case events.Wasted():
            return N_("{name}: {card}, without effect"), {"card": card_named(event.card)}
    return None


def _of_pieces(event: Event) -> _Said | None:
    """Return the sentence of an event about stations, ships or tiles, or None."""
    match event:
        case events.Started():
            return N_("{name}: first station on {cell}"), {"cell": event.cell}
        case events.Built(researchers=0):
            return N_("{name}: station without researcher on {cell}"), {"cell": event.cell}
        case events.Built():
            return N_("{name}: station on {cell}"), {"cell": event.cell}
        case events.Manned():
            return N_("{name}: researcher to {cell}"), {"cell": event.cell}
        case events.Launched():
            return N_("{name}: ship launched on {cell}"), {"cell": event.cell}
        case events.Sailed():
            return N_("{name}: ship from {from} to {cell}"), {
                "from": event.start,
                "cell": event.cell,
            }
        case events.Lifted():
            return _LIFTED, {"tile": _(event.tile), "cell": event.cell}
        case events.Placed():
            facts: dict[str, Value] = {"tile": _(event.tile), "cell": event.cell}
            facts["points"] = _points(event.points)
            if is_spoken():
                facts["sides"] = _sides(event)
                return N_("{name}: {tile} on {cell}, open to {sides}, for {points}"), facts
            return N_("{name}: {tile} on {cell}, +{points}"), facts
        case events.MovedBuoy():
            return _MOVED_BUOY, {"cell": event.cell}
    return None


def _of_hazards(event: Event) -> _Said | None:
    match event:
        case events.Surfaced():
            return N_("{name}: a new whale"), {}
        case events.Swam():
            return N_("{name}: whale to {cell}"), {"cell": event.cell}
        case events.Rolled():
            way: dict[str, Value] = {
                "direction": direction_text(event.direction),
                "steps": event.steps,
            }
            return _ROLLED[event.ends], {**way, "cell": event.cell}
        case events.Crept():
            text = N_("{name}: crab from {from} to {cell}")
            return text, {"from": event.start, "cell": event.cell}
        case events.Hit():
            return _HIT[event.piece], {"cell": event.cell, "points": _points(event.points)}
    return None


def _of_points(event: Event) -> _Said | None:
    """Return the sentence of an event about the queen or points, or None."""
    match event:
        case events.Linked():
            return N_("{name}: linked to the queen"), {}
        case events.Unlinked():
            return N_("{name}: no longer linked to the queen"), {}
        case events.Scored():
            return N_("{name}: network scores {points}"), {"points": _points(event.points)}
        case events.Crowned():
            text = N_("{name}: queen {queen}, shores {shores}")
            return text, {"queen": event.queen, "shores": event.shores}
        case events.Ended():
            return N_("the last round is over"), {}
    return None


def is_weighty(event: Event) -> bool:
    """Check for hits, links to the queen, points and the end."""
    return isinstance(event, _WEIGHTY)


def verdict(result: Result, people: SeatNames) -> str:
    """Return the reason the game ended, and the winners."""
    why = _("The player with the most research points wins.")
    return f"{why} {people.winners(result)}"


def legend() -> Mapping[str, str]:
    """Return the signs on the sea."""
    tiles = ", ".join(f"{tile_sign(kind)} {_(name)}" for kind, name in enumerate(KINDS))
    heavy = f"{HEAVY_LINES[10]}{HEAVY_LINES[14]}{HEAVY_LINES[10]}"
    light = f"{LIGHT_LINES[10]}{LIGHT_LINES[14]}{LIGHT_LINES[10]}"
    return {
        f"~ {HIDDEN}": _("a face-down tile"),
        "▄█▄": _("a tile in its owners’ colours; bright tiles are in your network"),
        light: _("a tile without an owner; with colours off, any tile"),
        heavy: _("with colours off: your highest-scoring network"),
        WORDS.sign(QUEEN): _("the queen; below her, the buoys of players linked to her"),
        " ".join(SIDE_SIGNS[:4]): _("buoys of the nations, at the lower right"),
        f"{SIDE_SIGNS[0]}◤ {SHIP}{SIDE_SIGNS[0]} 2{SIDE_SIGNS[0]}": _("ships, at the lower left"),
        f"7{SIDE_SIGNS[0]}2 {SIDE_SIGNS[0]} ••": _(
            "land with value 7, and a station with two researchers"
        ),
        " ".join(map(WORDS.sign, (WHALE, WAVE, CRAB))): _("whale, wave, crab"),
        "1 ▸ −5": _("path of a hazard, and the cost of a hit"),
        f"{WORDS.shown('whale')}{BLUE}": _("a blue card: used once; its hazard goes further"),
        " ".join(tile_sign(kind) for kind in range(len(KINDS))): tiles,
        "• ▘▝ ·": _("legal now"),
        "[ ]  › ": _("the cursor"),
    }


def _sides(placed: events.Placed) -> str:
    """Return the open sides of a tile as it was placed."""
    links = LINKS[KINDS.index(placed.tile)][placed.turns]
    return ", ".join(direction_text(name) for side, name in enumerate("nesw") if links >> side & 1)


class Ledger(NamedTuple):
    """The points of a player so far; with those of the start they make up the score."""

    start: int
    cards: int
    """The points paid for cards, as a negative number."""
    tiles: int
    won: int
    """Points won by hits of the player's hazards."""
    lost: int
    """Points lost by hits on the player, as a negative number."""
    networks: int
    end: int
    """The points for queen and shores, once the game is over."""


def ledger(log: Iterable[Event], seat: int) -> Ledger:
    """Return the points of a player, from the events of a game."""
    cards = tiles = won = lost = networks = end = 0
    for event in log:
        own = event.seat == seat
        match event:
            case Took() | Ordered() if own:
                cards -= event.price
            case Placed() if own:
                tiles += event.points
            case Hit() if own:
                won += event.points
            case Hit() if event.victim == seat:
                lost -= event.points
            case Scored() if own:
                networks += event.points
            case Crowned() if own:
                end += event.queen + event.shores
    return Ledger(START_POINTS, cards, tiles, won, lost, networks, end)


def combine(views: Sequence[SchwarmView]) -> SchwarmView:
    """Return the first seat's view: every view has all facts."""
    return views[0]


def hides(view: SchwarmView) -> bool:
    """Whether hands are hidden (option closed_hands)."""
    return view.options.closed_hands


_STEPS: Final = (Hit, Scored, Crowned)


def is_a_step(event: Event) -> bool:
    """Whether an event is one of several of the same move."""
    return isinstance(event, _STEPS)


def is_shown(event: Event) -> bool:
    """Whether a step of playback ends with this event; every visible event does."""
    return not isinstance(event, Finished)
