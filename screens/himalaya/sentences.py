"""What happens in Himalaya, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.game import Event, Result
from rules.himalaya.board import CUBES
from rules.text import Fact
from screens.himalaya.signs import BRACKETS, CUBE_LETTERS, ROUTE_SIGNS, TRACE_SIGN, cube_names
from screens.sides import SIDE_SIGNS
from screens.text import N_, _, say, shortened, winners

_TEXTS: Final = {
    "camped": N_("{name}: camp at {village}"),
    "token_market": N_("{name}: market day at {village}"),
    "token_yeti": N_("{name}: a yeti between {village} and {other}"),
    "token_snow": N_("{name}: snow between {village} and {other}"),
    "passed": N_("{name}: no token"),
    "sealed": N_("{name}: program sealed"),
    "revealed": N_("{name}: {program}"),
    "walked": N_("{name}: {way} to {village}"),
    "halted_none": N_("{name}: no {way} at {village}"),
    "halted_yeti": N_("{name}: a yeti on the {way}"),
    "delayed": N_("{name}: held up by snow"),
    "took": N_("{name}: {cube} taken at {village}"),
    "failed": N_("{name}: no trade at {village}"),
    "filled": N_("{name}: {demand} handed in at {village}"),
    "bartered": N_("{name}: {yaks} yaks by barter"),
    "offered": N_("{name}: a stupa at {village}"),
    "sent": N_("{name}: {count} to region {region}"),
    "used_up": N_("{name}: the order at {village} is filled"),
    "paused": N_("{name}: pause"),
    "goods": N_("new at {village}: {cubes}"),
    "order": N_("wanted at {village}: {demand}, {yaks} yaks"),
    "inventory": N_("{cube} ({held}): {name} has most, 3 yaks"),
    "inventory_tied": N_("{cube} ({held}): nobody alone has most"),
    "began": N_("turn {turn}: {name} goes first"),
    "ended": N_("the twelve turns are over"),
}

_VERDICTS: Final = {
    "first_economy": N_("One tribe is alone first in two of the three."),
    "chain": N_("Nobody is alone first in two, so economy, politics, then religion decide."),
    "economy": N_("Of the last two tribes the richer wins."),
}

OPTION_WORDS: Final = (
    N_("events"),
    N_("one cube a turn"),
    N_("split delegations"),
    N_("open screens"),
    N_("sand timer"),
    N_("board"),
    N_("religion"),
    N_("politics"),
    N_("economy"),
)
"""Words of the game's options and figures, as forms and tables show them."""


def _key(event: Event) -> str:
    match event.name:
        case "token":
            return f"token_{event.facts['token']}"
        case "halted":
            return f"halted_{event.facts['why']}"
        case "inventory" if event.seat is None:
            return "inventory_tied"
    return event.name


def sentence(event: Event, names: Sequence[str]) -> str:
    """An event as a line of the log."""
    facts: dict[str, Fact] = {**event.facts}
    if event.seat is not None:
        facts["name"] = f"{SIDE_SIGNS[event.seat]} {shortened(names[event.seat], 8)}"
    for key in ("way", "cube"):
        if isinstance(word := facts.get(key), str):
            facts[key] = _(word)
    for key in ("demand", "cubes"):
        if isinstance(words := facts.get(key), str):
            facts[key] = cube_names(words)
    return say(_TEXTS[_key(event)], facts)


def is_weighty(event: Event) -> bool:
    """Orders filled and what was done with them, tokens won, the end."""
    return event.name in ("filled", "bartered", "offered", "sent", "inventory", "ended")


def verdict(result: Result, names: Sequence[str]) -> str:
    """Who won and why."""
    return f"{_(_VERDICTS[result.reason])} {winners(result, names)}"


def legend() -> Mapping[str, str]:
    """The signs on the map."""
    cubes = ", ".join(f"{letter} {_(cube)}" for letter, cube in zip(CUBE_LETTERS, CUBES))
    soil, ice, stone = ROUTE_SIGNS
    levels = " ".join(left + right for left, right in BRACKETS[1:])
    return {
        levels: _("a house, a temple, a monastery, with its number"),
        soil * 3: _("a route of soil"),
        ice * 3: _("a route of ice"),
        stone * 3: _("a route of stone"),
        TRACE_SIGN * 3: _("where your program would lead if nobody else moved"),
        "sbtjg": cubes,
        "ssb>2": _("an order: what it demands, and its yaks"),
        " ".join(SIDE_SIGNS[:4]): _("tribes: caravans beside a number, stupas below it"),
        "B ▲2": _("a region, and who has how many delegations there"),
        "s i r t p": _("steps: soil, ice, stone (rock), trade, pause"),
        "s!": _("a step that would do nothing"),
        "$  Y  *": _("market day, yeti, snow"),
        "[ ]  › ": _("the cursor"),
    }
