"""Other engines that play whole games at random: catanatron, and OpenSpiel's games in Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rules.playouts import Fraction
from tests.bench.random_play import PlayGame


class MissingPeer(Exception):
    """A peer is not installed; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of another engine."""

    name: str
    play_game: PlayGame


def catanatron(players: int) -> Peer:
    """Catanatron's own loop with players that pick at random. Raises MissingPeer.

    Moves are the actions in its log, which are those it applied; dice fall within them.
    """
    engine = imported("catanatron", "catanatron")
    colors = list(engine.Color)[:players]

    def play_game(seed: int, fraction: Fraction) -> int:
        def decide(player: Any, game: Any, actions: list[Any]) -> Any:
            return actions[int(fraction() * len(actions))]

        game = engine.Game([engine.RandomPlayer(color) for color in colors], seed=seed)
        game.play(decide_fn=decide)
        return len(game.state.actions)

    return Peer(f"catanatron, {players} players", play_game)


def open_spiel() -> Iterator[Peer]:
    """OpenSpiel's games written in Python, for 2 or more in turns. Raises MissingPeer."""
    engine = imported("pyspiel", "open_spiel")
    imported("open_spiel.python.games", "open_spiel")
    for kind in engine.registered_games():
        if not kind.short_name.startswith("python_") or kind.max_num_players < 2:
            continue
        if kind.dynamics == engine.GameType.Dynamics.SEQUENTIAL:
            hidden = kind.information == engine.GameType.Information.IMPERFECT_INFORMATION
            game = engine.load_game(kind.short_name)
            name = kind.short_name.removeprefix("python_")
            yield Peer(f"{name}, {'hidden' if hidden else 'open'}", _open_spiel_play(game))


def _open_spiel_play(game: Any) -> PlayGame:
    def play_game(seed: int, fraction: Fraction) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                action = _draw(state.chance_outcomes(), fraction())
            else:
                legal = state.legal_actions()
                action = legal[int(fraction() * len(legal))]
            state.apply_action(action)
            moves += 1
        return moves

    return play_game


def _draw(outcomes: list[tuple[int, float]], fraction: float) -> int:
    """An outcome of a chance node by its probability: OpenSpiel leaves the draw to its caller."""
    for outcome, probability in outcomes:
        fraction -= probability
        if fraction < 0:
            return outcome
    return outcomes[-1][0]


def imported(module: str, package: str) -> Any:
    """A module of a peer. Raises MissingPeer, which names the package to install."""
    try:
        return import_module(module)
    except ImportError as missing:
        hint = f"not installed: `make bench`, or `pip install {package}`"
        raise MissingPeer(hint if missing.name == module else f"broken: {missing}") from missing
