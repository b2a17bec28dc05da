"""What is asked for each fact of a view of Bataille."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.bataille.board import LANES, PORT, SHIPS, SUNK, cell_name
from rules.bataille.moves import CHARGE, MOVE, OVER, SETUP, TORPEDO
from screens.game_intro import effect
from screens.text import _, ngettext
from tests.nim_tui.plain.facts.asked import Asked, Facts, Said


def _places(asked: Asked) -> Iterator[Said]:
    for seat, fleet in enumerate(asked.view.fleets):
        for ship, place in enumerate(fleet.places):
            name = asked.sight.people.names[seat]
            for question in (f"look {SHIPS[ship]}", f"where {name}"):
                if place == SUNK:
                    yield Said(question, _("{ship} is sunk").format(ship="").strip())
                elif place == PORT:
                    yield Said(question, _("{ship} in port with {charges}").split("{")[1][5:])
                else:
                    yield Said(question, f" {place} ")
                    yield Said(f"look {place}", SHIPS[ship])


def _charges(asked: Asked) -> Iterator[Said]:
    for seat, fleet in enumerate(asked.view.fleets):
        for place, count in zip(fleet.places, fleet.charges):
            if place != SUNK:
                told = ngettext("{count} charge", "{count} charges", count)
                yield Said(f"where {asked.sight.people.names[seat]}", told)


def _lost(asked: Asked) -> Iterator[Said]:
    for fleet in asked.view.fleets:
        for cell in fleet.lost:
            yield Said(f"where {_('submarines')}", cell_name(cell))


def _answers(asked: Asked) -> Iterator[Said]:
    words = {-1: _("hit"), 0: _("miss")}
    for fleet in asked.view.fleets:
        for cell, answer in fleet.answers[-24:]:
            many = ngettext(" for {count} submarine", " for {count} submarines", answer)
            near = _("near miss") + (many if answer > 1 else "")
            told = f"{cell_name(cell)} {words.get(answer, near)}"
            yield Said(f"where {_('charges')}", told)
            if answer > 1 and dict(fleet.answers)[cell] == answer:
                yield Said(f"look {cell_name(cell)}", many)


def _torpedoes(asked: Asked) -> Iterator[Said]:
    for seat, fleet in enumerate(asked.view.fleets):
        for turn, lane, _sunk in fleet.torpedoes[-24:]:
            told = _("{lane} on turn {turn}").format(lane=LANES[lane].name, turn=turn)
            yield Said(f"where {_('torpedoes')}", told)
            by = _("fired by {name}").format(name=asked.sight.name(seat))
            yield Said(f"look {LANES[lane].name}", by)


def _mine_spent(asked: Asked) -> Iterator[Said]:
    for fleet in asked.view.fleets:
        if fleet.mine_spent:
            told = _("the mine at {number} went off").format(number=fleet.mine_spent)
            yield Said(f"where {_('mine')}", told)


def _submarines(asked: Asked) -> Iterator[Said]:
    if (camp := asked.view.own_camp) is not None:
        yield from (Said("own", cell_name(cell)) for cell in camp.submarines)


def _mine(asked: Asked) -> Iterator[Said]:
    view = asked.view
    if view.own_camp and view.own_camp.mine and not view.fleets[view.seat].mine_spent:
        yield Said("own", _("mine at {number}").format(number=view.own_camp.mine))


def _phase(asked: Asked) -> Iterator[Said]:
    if asked.sight.moves:
        told = {
            SETUP: "3" if len(asked.view.own_camp.submarines) < 3 else "100",
            MOVE: _("move a ship 1 to 3 squares"),
            CHARGE: _("drop a depth charge, or hold"),
            TORPEDO: " ",
        }
        yield Said("question", told[asked.view.phase])


def _moved(asked: Asked) -> Iterator[Said]:
    view = asked.view
    if asked.sight.moves and view.phase == CHARGE and view.moved >= 0:
        place = view.fleets[view.mover].places[view.moved]
        if place > 0:
            yield Said("question", SHIPS[view.moved])
            yield Said("question", str(place))


def _mover(asked: Asked) -> Iterator[Said]:
    if asked.view.phase not in (SETUP, OVER):
        yield Said("who", asked.sight.people.labels[asked.view.mover].casefold())


def _term(option: str, asked: Asked) -> Iterator[Said]:
    yield Said("terms", effect("bataille", option, getattr(asked.view, option)))


FACTS: Final[Facts] = {
    "waiting": lambda asked: (
        Said("who", asked.sight.people.labels[seat].casefold()) for seat in asked.view.waiting
    ),
    "blast": lambda asked: _term("blast", asked),
    "lanes": lambda asked: _term("lanes", asked),
    "spinner": lambda asked: (
        *_term("spinner", asked),
        Said("score", _("a torpedo hits 1 time in {odds}").format(odds=asked.view.odds)),
    ),
    "grids": lambda asked: _term("grids", asked),
    "blocking": lambda asked: _term("blocking", asked),
    "after_mine": lambda asked: _term("after_mine", asked),
    "without_move": lambda asked: _term("without_move", asked),
    "turn_limit": lambda asked: (
        [Said("score", str(asked.view.turn_limit))] if asked.view.turn_limit else []
    ),
    "phase": _phase,
    "turn": lambda asked: (
        [Said("score", _("turn {turn}").format(turn=asked.view.turn))] if asked.view.turn else []
    ),
    "mover": _mover,
    "fleets.places": _places,
    "fleets.charges": _charges,
    "fleets.lost": _lost,
    "fleets.mine_spent": _mine_spent,
    "fleets.answers": _answers,
    "fleets.torpedoes": _torpedoes,
    "camps.submarines": _submarines,
    "camps.mine": _mine,
    "moved": _moved,
}
NOT_SHOWN: Final = {
    "seat": "who listens: all answers are told to them",
    "fleets.stretches": "the lane and the ships in the way say it; only camps imagined need it",
    "fleets.tested": "no screen shows where a ship stopped without harm; bots reckon with it",
    "acted": "what was done this turn is told as it happens, and by the log",
    "lane": "the lane of a torpedo is told as it is fired, and by the log",
    "shots": "shots are told one by one as they are fired, and by the log",
    "winner": "the verdict is told when the game is over",
    "reason": "the verdict is told when the game is over",
}
