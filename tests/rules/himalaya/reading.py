"""Translation of a state into the page of naive.py, and comparison of two pages."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from rules.himalaya.board import NONE, VILLAGES
from rules.himalaya.moves import Phase
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya import naive
from tests.rules.himalaya.positions import EVENT_WORDS, PRINTED, letters, token_bit

_PRIVATE: Final = ("done", "asked", "orders_left", "played", "late", "served", "programs", "mover")
"""Facts that a page remembers in its own way, which a state does not have."""


def read(state: HimalayaState) -> naive.Page:
    """Return the page of a state at the start of a turn, to play on from there.

    An order being filled is off the map, as its cubes are paid.
    """
    seats = range(len(state.caravans))
    demands = [letters(disc.demand) for disc in PRINTED.discs]
    page = naive.Page(
        goods={v: letters(state.goods[v]) for v in VILLAGES if state.goods[v]},
        orders={v: demands[state.orders[v]] for v in VILLAGES if state.orders[v] != NONE},
        bag=letters(state.cube_bag),
        disc_bag=sorted(d for d, count in zip(demands, state.disc_bag) for _ in range(count)),
        caravans=state.caravans[:],
        cubes=[letters(own) for own in state.cubes],
        kept=[[demands[disc] for disc in own] for own in state.discs],
        tokens=state.tokens[:],
        stupas={v: state.stupas[v] for v in VILLAGES if state.stupas[v] != NONE},
        sent={letter: there[:] for letter, there in zip(naive.REGIONS, state.delegations)},
        cards=[{n for n in EVENT_WORDS if state.event_tokens[s] & token_bit(n)} for s in seats],
        first=state.first,
        turn=state.turn,
        step=Phase(state.phase),
        mover=state.mover,
        flags={f.name for f in fields(state.options) if getattr(state.options, f.name) is True},
        programs=[""] * len(seats),
        filling=demands[state.filling] if state.filling != NONE else "",
        envoys=state.envoys,
    )
    if page.filling:
        del page.orders[page.caravans[page.mover]]
    page.asked = [s for s in page.clockwise() if page.cards[s] and s != page.mover]
    return page


def public(page: naive.Page) -> dict[str, object]:
    """Return the facts of a page that are the same for all pages of one table."""
    return {f.name: getattr(page, f.name) for f in fields(page) if f.name not in _PRIVATE}
