"""The state behind a view. Only future draws are hidden, so there is just one."""

from __future__ import annotations

from rules.chance import Chance
from rules.schwarm.state import SchwarmState
from rules.schwarm.view import SchwarmView


def sample(view: SchwarmView, _chance: Chance) -> SchwarmState:
    """Return the state behind a view; nothing in it is hidden."""
    return state_of(view)


def state_of(view: SchwarmView) -> SchwarmState:
    """Return the state of a view; later draws from it are random."""
    players = view.players
    return SchwarmState(
        board=view.board,
        options=view.options,
        order=list(view.order),
        sea=list(view.sea),
        face_down=view.face_down,
        blue_pile=list(view.blue_pile),
        owners=list(view.owners),
        crew=list(view.crew),
        points=[player.points for player in players],
        cards=[list(player.cards) for player in players],
        tiles=[list(player.tiles) for player in players],
        order_cards=[player.order_card for player in players],
        capacities=[player.capacity for player in players],
        stations=[player.stations for player in players],
        researchers=[view.researchers(seat) for seat in range(len(players))],
        buoyed=[player.buoyed for player in players],
        buoys=[list(player.buoys) for player in players],
        ships=[list(player.ships) for player in players],
        is_linked=[player.is_linked for player in players],
        joined=[player.joined for player in players],
        beside=[player.beside for player in players],
        whales=list(view.whales),
        waves=list(view.waves),
        golden_left=view.golden_left,
        shapes=list(view.shapes),
        links=view.links(),
        laid=list(view.laid),
        row=list(view.row),
        orders_left=list(view.orders_left),
        capacities_left=list(view.capacities_left),
        crab=view.crab,
        phase=view.phase,
        round=view.round,
        turn=view.turn,
        playing=view.playing,
        parts=view.parts,
        left=view.left,
        may_launch=view.may_launch,
        moving=view.moving,
        visited=list(view.visited),
    )
