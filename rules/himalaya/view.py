"""The view of one seat, and a state that fits it: all but programs sealed by others this turn."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chance import Chance
from rules.himalaya.board import ORDERS, TOKEN_YAKS, Board, board_of
from rules.himalaya.moves import FILL, LETTERS, OVER, TAKE, Phase
from rules.himalaya.state import HimalayaState, Options


@dataclass(frozen=True, slots=True)
class Player:
    """The facts about one player that a seat sees."""

    caravan: int
    """The village of the caravan; 0 until it is placed."""
    cubes: tuple[int, ...]
    discs: tuple[int, ...]
    tokens: int
    event_tokens: int
    is_sealed: bool
    """Whether their program of this turn is sealed."""
    program: tuple[int, ...]
    """Their program, or () if it is hidden from the seat."""
    is_snowed: bool
    """Whether a snowstorm cancels the player's next step."""


@dataclass(frozen=True, slots=True)
class HimalayaView:
    """The table as `seat` sees it (None: a spectator); for the fields see HimalayaState."""

    seat: int | None
    waiting: tuple[int, ...]
    options: Options
    phase: Phase
    turn: int
    first: int
    mover: int
    step: int
    goods: tuple[tuple[int, ...], ...]
    orders: tuple[int, ...]
    cube_bag: tuple[int, ...]
    disc_bag: tuple[int, ...]
    players: tuple[Player, ...]
    stupas: tuple[int, ...]
    delegations: tuple[tuple[int, ...], ...]
    markets: tuple[int, ...]
    yetis: tuple[tuple[int, int], ...]
    snows: tuple[tuple[int, int], ...]
    served: tuple[tuple[int, int], ...]
    filling: int
    did: int
    envoys: int

    @property
    def board(self) -> Board:
        """The board of the game."""
        return board_of(self.options.board)

    def yaks(self, seat: int) -> int:
        """Return the number of yaks on a player's discs and tokens."""
        player, discs = self.players[seat], self.board.discs
        return sum(discs[disc].yaks for disc in player.discs) + TOKEN_YAKS * player.tokens


def _player(state: HimalayaState, seat: int, looker: int | None) -> Player:
    program = state.programs[seat] if state.programs else ()
    is_open = seat == looker or (seat - state.first) % len(state.caravans) < state.opened
    return Player(
        state.caravans[seat],
        tuple(state.cubes[seat]),
        tuple(state.discs[seat]),
        state.tokens[seat],
        state.event_tokens[seat],
        bool(program),
        program if is_open else (),
        bool(state.snowed) and state.snowed[seat],
    )


def view_of(state: HimalayaState, seat: int | None) -> HimalayaView:
    """Return the view of a seat, or of a spectator."""
    return HimalayaView(
        seat,
        state.waiting(),
        state.options,
        Phase(state.phase),
        state.turn,
        state.first,
        state.mover,
        state.step,
        tuple(state.goods),
        tuple(state.orders),
        tuple(state.cube_bag),
        tuple(state.disc_bag),
        tuple(_player(state, other, seat) for other in range(len(state.caravans))),
        tuple(state.stupas),
        tuple(tuple(region) for region in state.delegations),
        tuple(state.markets),
        tuple(state.yetis),
        tuple(state.snows),
        tuple(state.served),
        state.filling,
        state.did,
        state.envoys,
    )


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
