"""A full state that fits a view, made from the view alone."""

from __future__ import annotations

from rules.chance import Chance
from rules.himalaya.board import ORDERS
from rules.himalaya.moves import FILL, LETTERS, OVER, TAKE
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView, Player


def sample(view: HimalayaView, chance: Chance) -> HimalayaState:
    """Draw the sealed programs hidden from the view, each equally likely."""
    players = view.players
    programs = [_program(player, chance) for player in players] if view.turn else []
    return HimalayaState(
        board=view.board,
        options=view.options,
        goods=list(view.goods),
        orders=list(view.orders),
        cube_bag=list(view.cube_bag),
        disc_bag=list(view.disc_bag),
        caravans=[player.caravan for player in players],
        cubes=[list(player.cubes) for player in players],
        discs=[list(player.discs) for player in players],
        tokens=[player.tokens for player in players],
        stupas=list(view.stupas),
        delegations=[list(region) for region in view.delegations],
        event_tokens=[player.event_tokens for player in players],
        first=view.first,
        mover=view.mover,
        phase=view.phase,
        turn=view.turn,
        programs=programs,
        opened=len(players) if view.phase in (FILL, TAKE, OVER) else 0,
        step=view.step,
        snowed=[player.is_snowed for player in players] if view.turn else [],
        markets=list(view.markets),
        yetis=list(view.yetis),
        snows=list(view.snows),
        served=list(view.served),
        filling=view.filling,
        did=view.did,
        envoys=view.envoys,
    )


def _program(player: Player, chance: Chance) -> tuple[int, ...]:
    if player.is_sealed and not player.program:
        return tuple(chance.below(len(LETTERS)) for _slot in range(ORDERS))
    return player.program
