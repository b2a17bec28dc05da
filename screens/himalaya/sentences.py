"""What happens in Himalaya, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules import nouns
from rules.contract import Event, Result
from rules.himalaya.board import CUBES
from rules.messages import Value
from screens.himalaya.signs import BRACKETS, CUBE_LETTERS, ROUTE_SIGNS, TRACE_SIGN, cube_names
from screens.people import People, Told
from screens.player_styles import SIDE_SIGNS
from screens.text import N_, _

_TEXTS: Final[Mapping[str, str | Told]] = {
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
    "choosing": N_("{name}: any cube at {village}"),
    "failed": N_("{name}: no trade at {village}"),
    "filled": N_("{name}: {demand} handed in at {village}"),
    "bartered": N_("{name}: {yaks} by barter"),
    "offered": N_("{name}: a stupa at {village}"),
    "sent": N_("{name}: {count} to region {region}"),
    "used_up": N_("{name}: the order at {village} is filled"),
    "paused": N_("{name}: pause"),
    "goods": N_("new at {village}: {cubes}"),
    "order": N_("wanted at {village}: {demand}, {yaks}"),
    "inventory": Told(
        N_("{cube} ({held}): {name} has most, 3 yaks"),
        you=N_("{cube} ({held}): {name} have most, 3 yaks"),
    ),
    "inventory_tied": N_("{cube} ({held}): nobody alone has most"),
    "began": Told(N_("turn {turn}: {name} goes first"), you=N_("turn {turn}: {name} go first")),
    "ended": N_("the twelve turns are over"),
}

_VERDICTS: Final = {
    "first_religion_politics": N_("One tribe is alone first in religion and politics."),
    "first_religion_economy": N_("One tribe is alone first in religion and economy."),
    "first_politics_economy": N_("One tribe is alone first in politics and economy."),
    "first_all": N_("One tribe is alone first in religion, politics and economy."),
    "chain_economy": N_("No tribe is alone first in two of the three: the richest wins."),
    "chain_politics": N_(
        "No tribe is alone first in two of the three, and the richest are level:"
        " politics decides between them."
    ),
    "chain_religion": N_(
        "No tribe is alone first in two of the three, and the richest are level in politics too:"
        " religion decides between them."
    ),
    "chain_shared": N_(
        "No tribe is alone first in two of the three, and the leaders are level in all of them."
    ),
    "last_economy": N_("Of the last two tribes the richer wins."),
    "last_politics": N_("The last two tribes are equally rich: politics decides."),
    "last_religion": N_("The last two tribes are level in yaks and regions: religion decides."),
    "last_shared": N_("The last two tribes are level in yaks, regions and religion."),
}
"""What decided, by the reason of a result (see `Count.decided`)."""

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
"""Words of the game's options and figures, as forms and tables show them."""

_NAMED_WITHIN: Final = ("began", "inventory")
"""Events whose sentence does not begin with whom it is about."""
_NOUNS: Final = {"yaks": nouns.yaks, "count": nouns.delegations}


def _key(event: Event) -> str:
    match event.name:
        case "token":
            return f"token_{event.facts['token']}"
        case "halted":
            return f"halted_{event.facts['why']}"
        case "inventory" if event.seat is None:
            return "inventory_tied"
    return event.name


def sentence(event: Event, people: People) -> str:
    """An event as a line of the log."""
    facts: dict[str, Value] = {**event.facts}
    if event.seat is not None:
        is_within = event.name in _NAMED_WITHIN
        facts["name"] = (people.signed_within if is_within else people.signed)(event.seat)
    for key, noun in _NOUNS.items():
        if isinstance(count := facts.get(key), int):
            facts[key] = noun(count)
    for key in ("way", "cube"):
        if isinstance(word := facts.get(key), str):
            facts[key] = _(word)
    for key in ("demand", "cubes"):
        if isinstance(words := facts.get(key), str):
            facts[key] = cube_names(words)
    return people.say(_TEXTS[_key(event)], facts, name=event.seat)


def is_weighty(event: Event) -> bool:
    """Orders filled and what was done with them, tokens won, the end."""
    return event.name in ("filled", "bartered", "offered", "sent", "inventory", "ended")


def verdict(result: Result, people: People) -> str:
    """Who won and why."""
    return f"{_(_VERDICTS[result.reason])} {people.winners(result)}"


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
