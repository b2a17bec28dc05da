"""Random play as agents learn: by PettingZoo's own loop, and at many tables at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules.playouts import Fraction
from tests.bench.peers import Peer, imported
from tests.bench.random_play import PlayGame

PEERS: Final = ("chess_v6", "leduc_holdem_v4")
"""Games of PettingZoo that have action masks as ours do: a large one and a tiny one."""
TABLES: Final = 256
STEPS: Final = 10


def pettingzoo_peers() -> list[Peer]:
    """PettingZoo's own games. Raises MissingPeer."""
    found = []
    for name in PEERS:
        module = imported(f"pettingzoo.classic.{name}", "'pettingzoo[classic]'")
        found.append(Peer(name.partition("_")[0], looping(module.env())))
    return found


def our_loop(game: str) -> PlayGame:
    """Play a game of ours by PettingZoo's loop. Raises MissingPeer."""
    module = imported("nim_tui.research.aec", "'nim-tui[research]'")
    return looping(module.pettingzoo_env(game))


def looping(env: Any) -> PlayGame:
    """Play whole games as PettingZoo's documentation shows: each agent sees, then draws."""

    def play_game(seed: int, fraction: Fraction) -> int:
        env.reset(seed=seed)
        moves = 0
        for agent in env.agent_iter():
            seen, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                moves += 1
        return moves

    return play_game


def our_tables(game: str) -> PlayGame:
    """Play a game of ours at many tables at once, in one process. Raises MissingPeer."""
    vector = imported("nim_tui.research.vector", "'nim-tui[research]'")
    numpy = imported("numpy", "numpy")
    env, draw = vector.VectorEnv(game, TABLES), numpy.random.default_rng(1)
    shown = env.reset(1)

    def some_steps(seed: int, fraction: Fraction) -> int:
        for _step in range(STEPS):
            weights = draw.random(shown.masks.shape, numpy.float32)
            env.step((weights * shown.masks).argmax(axis=1))
        return STEPS * TABLES

    return some_steps


WAYS: Final[tuple[tuple[str, Callable[[str], PlayGame]], ...]] = (
    ("loop", our_loop),
    (f"{TABLES} tables", our_tables),
)
"""How our games are played beside a loop of PettingZoo's own."""
