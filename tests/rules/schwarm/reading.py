"""Translation of a state into the page of naive.py, and comparison of two pages."""

from __future__ import annotations

from rules.schwarm.board import KINDS
from rules.schwarm.cards import BLUE_CARDS, CAPACITIES, CARD_NAMES, Action
from rules.schwarm.cells import CELL_NAMES, NONE, cells_in
from rules.schwarm.moves import Phase
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.chart import COAST
from tests.rules.schwarm.naive import Page
from tests.rules.schwarm.positions import cards_held, held, ships

PARTS = {Action.SHIP: "ship", Action.RESEARCHER: "researcher"}


def read(state: SchwarmState) -> Page:
    """Return the page of a state."""
    seats = range(len(state.points))
    return Page(
        flags={f for f in ("free_start", "great_wave") if getattr(state.options, f)},
        order=[*state.order],
        step=Phase(state.phase),
        turn=state.turn,
        round=state.round,
        face_down={CELL_NAMES[c] for c in cells_in(state.face_down)},
        blue=[CARD_NAMES[c] for c, n in zip(BLUE_CARDS, state.blue_pile) for _ in range(n)],
        tiles=_tiles(state),
        stations=[_stations(state, seat) for seat in seats],
        ships=[ships(state, seat) for seat in seats],
        buoys=[sorted(CELL_NAMES[cell] for cell in own) for own in state.buoys],
        held=[held(state, seat).split() for seat in seats],
        cards=[cards_held(state, seat) for seat in seats],
        points=[*state.points],
        taken=[max(number, 0) for number in state.order_cards],
        capacities=[CAPACITIES[c] if c != NONE else "" for c in state.capacities],
        whales=[CELL_NAMES.get(cell, "") for cell in state.whales],
        waves=[CELL_NAMES.get(cell, "") for cell in state.waves],
        crab=CELL_NAMES.get(state.crab, ""),
        golden=state.golden_left,
        row=[CARD_NAMES[card] for card in state.row],
        playing=CARD_NAMES[state.playing] if state.playing != NONE else "",
        parts={part for bit, part in PARTS.items() if state.parts >> bit & 1},
        left=state.left,
        may_launch=state.may_launch,
        moving=state.moving,
        path=[CELL_NAMES[cell] for cell in state.visited],
    )


def _tiles(state: SchwarmState) -> dict[str, frozenset[str]]:
    """Return the open sides of every tile on top."""
    return {
        CELL_NAMES[cell]: frozenset("nesw"[side] for side in range(4) if links >> side & 1)
        for links, bits in enumerate(state.shapes)
        for cell in cells_in(bits)
    }


def _stations(state: SchwarmState, seat: int) -> dict[str, int]:
    return {
        name: crew for name, owner, crew in zip(COAST, state.owners, state.crew) if owner == seat
    }


def sorted_page(page: Page) -> Page:
    """Return the page with all unordered lists sorted, for comparison."""
    kind_order = {kind: place for place, kind in enumerate(KINDS)}
    for own in (*page.ships, *page.buoys):
        own.sort()
    for cards in page.cards:
        cards.sort()
    for tiles in page.held:
        tiles.sort(key=kind_order.__getitem__)
    page.blue.sort()
    return page
