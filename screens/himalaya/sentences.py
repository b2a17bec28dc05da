"""Events in sentences, and step by step; all views in one for replays (no Textual)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules import messages as nouns
from rules.contract import Event, Result
from rules.himalaya.board import CUBES
from rules.himalaya.events import (
    Bartered,
    Began,
    Camped,
    Choosing,
    Delayed,
    Ended,
    Failed,
    Filled,
    Goods,
    Halted,
    Inventory,
    Offered,
    Order,
    Passed,
    Paused,
    Revealed,
    Sealed,
    Sent,
    Token,
    Took,
    UsedUp,
    Walked,
)
from rules.himalaya.moves import PROGRAM, Kind
from rules.himalaya.view import HimalayaView
from rules.messages import Value
from screens.colours import SIDE_SIGNS
from screens.himalaya.signs import (
    FAILS,
    FLAG,
    GETS,
    LEVEL_SIGNS,
    NEW,
    STUPA,
    WORDS,
    WORKS,
    cube_letters,
    cube_name,
    cube_names,
    cube_sign,
    cube_signs,
    program_words,
    route_sample,
    token_sign,
)
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _

_VERDICTS: Final = {
    "chain_economy": N_("No tribe leads alone in two of the three: the richest wins."),
    "chain_politics": N_("The richest tribes are level: politics decides."),
    "chain_religion": N_("The richest tribes are level in politics too: religion decides."),
    "chain_shared": N_("The leading tribes are level in everything."),
    "last_economy": N_("The richer of the last two tribes wins."),
    "last_politics": N_("The last two tribes are equally rich: politics decides."),
    "last_religion": N_("The last two tribes are level in yaks and regions: religion decides."),
    "last_shared": N_("The last two tribes are level in yaks, regions and religion."),
}
"""The deciding figure, by the reason of a result (see `Count.decided`)."""

_ALONE: Final = {
    "first_religion_politics": PersonalSentence(
        N_("{name} leads alone in religion and politics, and wins."),
        you=N_("You lead alone in religion and politics, and win."),
    ),
    "first_religion_economy": PersonalSentence(
        N_("{name} leads alone in religion and economy, and wins."),
        you=N_("You lead alone in religion and economy, and win."),
    ),
    "first_politics_economy": PersonalSentence(
        N_("{name} leads alone in politics and economy, and wins."),
        you=N_("You lead alone in politics and economy, and win."),
    ),
    "first_all": PersonalSentence(
        N_("{name} leads alone in religion, politics and economy, and wins."),
        you=N_("You lead alone in religion, politics and economy, and win."),
    ),
}
"""The sentence about a winner who leads alone, by the reason of the result."""

OPTION_WORDS: Final = (
    N_("events"),
    N_("one cube a turn"),
    N_("split delegations"),
    N_("open screens"),
    N_("sand timer"),
    N_("board"),
    N_("religion"),
    N_("politics"),
    N_("politics recounted"),
    N_("economy"),
)
"""Words of the game's options and figures, for forms and tables."""

_WEIGHTY: Final = (Filled, Bartered, Offered, Sent, Inventory, Ended)
_TOKENS: Final = {
    "market": N_("{name}: market day at {village}"),
    "yeti": N_("{name}: a yeti between {village} and {other}"),
    "snow": N_("{name}: a snowstorm between {village} and {other}"),
}
_BEGAN: Final = PersonalSentence(
    N_("turn {turn}: {name} goes first"), you=N_("turn {turn}: {name} go first")
)
_COLLECTS: Final = PersonalSentence(
    N_("{name} collects {cube} at {village}"), you=N_("{name} collect {cube} at {village}")
)
_INVENTORY: Final = PersonalSentence(
    N_("{cube}: {name} leads, 3 yaks ({held})"),
    you=N_("{cube}: {name} lead, 3 yaks ({held})"),
)

_Said = tuple[str | PersonalSentence, Mapping[str, Value]]
"""A sentence and its facts, without the name."""
_BeforeOrders = Camped | Token | Passed | Sealed | Revealed
_NO_TRADE: Final = {
    "empty": N_("{name}: no trade at {village}, no cubes left"),
    "order": N_("{name}: no trade at {village}, the order cannot be filled"),
    "served": N_("{name}: no trade at {village}, one cube a turn"),
}

_OfOrders = Walked | Halted | Delayed | Took | Choosing | Failed | Paused
_OfFilled = Filled | Bartered | Offered | Sent | UsedUp
_BetweenTurns = Goods | Order | Inventory | Began | Ended


def sentence(event: Event, people: SeatNames) -> str:
    """Return an event as a line of the log."""
    text, facts = _said(event)
    if event.seat is None:
        return people.say(text, facts)
    is_within = isinstance(event, Began | Inventory)
    name = (people.signed_within if is_within else people.signed)(event.seat)
    return people.say(text, {**facts, "name": name}, name=event.seat)


def _said(event: Event) -> _Said:
    if isinstance(event, _BeforeOrders):
        return _before_orders(event)
    if isinstance(event, _OfOrders):
        return _of_orders(event)
    if isinstance(event, _OfFilled):
        return _of_filled(event)
    if isinstance(event, _BetweenTurns):
        return _between_turns(event)
    raise TypeError(f"{event.name} is no event of Himalaya")


def _before_orders(event: _BeforeOrders) -> _Said:
    match event:
        case Camped():
            return N_("{name}: caravan starts at {village}"), {"village": event.village}
        case Token():
            return _TOKENS[event.token], {"village": event.village, "other": event.other or 0}
        case Passed():
            return N_("{name}: no event token"), {}
        case Sealed():
            return N_("{name}: program sealed"), {}
        case Revealed():
            return N_("{name}: {program}"), {"program": program_words(event.program)}


def _of_orders(event: _OfOrders) -> _Said:
    match event:
        case Walked():
            facts: dict[str, Value] = {"way": _(event.way), "village": event.village}
            return N_("{name}: {way} to {village}"), facts
        case Halted(why="yeti"):
            return N_("{name}: a yeti on the {way} route"), {"way": _(event.way)}
        case Halted():
            facts = {"way": _(event.way), "village": event.village}
            return N_("{name}: no {way} route at {village}"), facts
        case Delayed():
            return N_("{name}: stopped by snow"), {}
        case Took():
            facts = {"cube": WORDS.shown(event.cube), "village": event.village}
            return _COLLECTS, facts
        case Choosing():
            return N_("{name}: any cube at {village}"), {"village": event.village}
        case Failed():
            return _NO_TRADE[event.why], {"village": event.village}
        case Paused():
            return N_("{name}: pause"), {}


def _of_filled(event: _OfFilled) -> _Said:
    match event:
        case Filled():
            facts: dict[str, Value] = {
                "demand": cube_names(event.demand),
                "village": event.village,
            }
            return N_("{name}: {demand} delivered at {village}"), facts
        case Bartered():
            return N_("{name}: {yaks} from barter"), {"yaks": nouns.yaks(event.yaks)}
        case Offered():
            return N_("{name}: a stupa at {village}"), {"village": event.village}
        case Sent():
            facts = {"count": nouns.delegations(event.count), "region": event.region}
            return N_("{name}: {count} to region {region}"), facts
        case UsedUp():
            return N_("{name}: the order at {village} is filled"), {"village": event.village}


def _between_turns(event: _BetweenTurns) -> _Said:
    match event:
        case Goods():
            facts: dict[str, Value] = {
                "village": event.village,
                "cubes": cube_names(event.cubes),
            }
            return N_("new at {village}: {cubes}"), facts
        case Order():
            demand, yaks = cube_names(event.demand), nouns.yaks(event.yaks)
            facts = {"village": event.village, "demand": demand, "yaks": yaks}
            return N_("demanded at {village}: {demand}, {yaks}"), facts
        case Inventory():
            facts = {"cube": WORDS.shown(event.cube), "held": event.held}
            if event.seat is None:
                return N_("{cube}: nobody has the most ({held}, in seat order)"), facts
            return _INVENTORY, facts
        case Began():
            return _BEGAN, {"turn": event.turn}
        case Ended():
            return N_("the twelve turns are over"), {}


def is_weighty(event: Event) -> bool:
    """Check for filled orders, their rewards, tokens and the end of the game."""
    return isinstance(event, _WEIGHTY)


def verdict(result: Result, people: SeatNames) -> str:
    """Return the sentence about the winner and the reason."""
    if result.reason in _ALONE:
        return people.say(_ALONE[result.reason], {}, name=result.winners[0])
    return f"{_(_VERDICTS[result.reason])} {people.winners(result)}"


def legend() -> Mapping[str, str]:
    """Return the signs on the map."""
    cubes = ", ".join(f"{cube_sign(cube)} {cube_name(cube)}" for cube in range(len(CUBES)))
    soil, ice, stone = map(route_sample, range(3))
    tokens = map(token_sign, (Kind.MARKET, Kind.YETI, Kind.SNOW))
    return {
        " ".join(LEVEL_SIGNS[1:]): _("a house, a temple, a monastery, with its number"),
        soil: _("a soil route"),
        ice: _("an ice route"),
        stone: _("a stone route"),
        "1 2 3": _("your steps: where your program leads if nobody else moves"),
        f"3+g 5{WORKS} 5{FAILS}": _("a trade step: takes a cube, fills an order, or does nothing"),
        "".join(cube_signs()): cubes,
        f"{cube_letters((2, 1))}{GETS}2y": _("an order: the cubes it demands, and its yaks"),
        " ".join(SIDE_SIGNS[:4]): _("tribes: their caravans, to the right of a village"),
        f"{STUPA}{SIDE_SIGNS[0]}": _("a stupa of a tribe"),
        f"{FLAG}{SIDE_SIGNS[0]}2 {SIDE_SIGNS[1]}1": _(
            "delegations in a region; the tribe that leads alone"
        ),
        "s i r t p": _("steps: soil, ice, stone (rock), trade, pause"),
        NEW: _("new since your last turn"),
        "  ".join(tokens): _("market day, yeti, snowstorm"),
        "›": _("the cursor"),
    }


def combine(views: Sequence[HimalayaView]) -> HimalayaView:
    """Return a view with every sealed program, and all holdings behind the players' screens."""
    players = tuple(view.players[seat] for seat, view in enumerate(views))
    options = replace(views[0].options, open_screens=True)
    return replace(views[0], seat=None, players=players, options=options)


def hides(view: HimalayaView) -> bool:
    """Check for secrets: a program in the editor, or holdings behind a screen."""
    if view.seat is None or view.phase == PROGRAM:
        return True
    own = view.players[view.seat]
    is_bare = not (any(own.cubes) or own.discs or own.tokens)
    return not (view.options.open_screens or is_bare)


_STEPS: Final = (Walked, Halted, Delayed, Took, Failed, Filled, Paused)
"""The events that each are the outcome of a step of a program."""
_TIDYING: Final = (UsedUp, Sealed, Choosing)
"""The events that only end or prepare something, shown with the next event."""


def is_a_step(event: Event) -> bool:
    """Check whether an event is the outcome of a step of a program."""
    return isinstance(event, _STEPS)


def is_shown(event: Event) -> bool:
    """Check whether a playback step ends with this event; others are shown with the next one."""
    if isinstance(event, Inventory):
        return event.cube == CUBES[-1]  # all kinds are counted at once
    return not isinstance(event, _TIDYING)
