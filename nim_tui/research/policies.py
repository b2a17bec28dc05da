"""Policies of OpenSpiel and PettingZoo as bots: `python -m nim_tui.research.policies KIND NAME`.

KIND is `spiel` or `zoo`. NAME is `MODULE:FUNCTION`; the function, without arguments, returns the
policy. The program speaks the bot protocol, so a policy plays wherever `bot:exec` does, and on
servers. All that it knows is the view of its seat.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import msgspec
import numpy as np

from nim_tui import client
from nim_tui.protocol.schema import view_type
from nim_tui.research.encoding import CompleteMove, fill
from nim_tui.research.environment import Environment
from nim_tui.research.spiel import NimState, game_of
from nim_tui.research.subject import OWN_BOARD, Subject, subject_of
from rules.chance import Chance
from rules.messages import Refusal

_SEEDS: Final = 2**53


class Chooser(Protocol):
    """A policy, asked for one action after another until a move is complete."""

    def __call__(self, subject: Subject, position: Environment) -> int:
        """Return an action; the position is sampled from the view of the seat that must move."""


def spiel_chooser(policy: Any, luck: Random) -> Chooser:
    """Return an OpenSpiel policy as a chooser: it is asked in a sampled state of its seat.

    `policy` may be a class of policies, or another function from an OpenSpiel game to a policy.
    """
    made: dict[tuple[str, int], Any] = {}

    def choose(subject: Subject, position: Environment) -> int:
        key = subject.game.name, subject.seats
        game = game_of(*key, dict(subject.options))
        if key not in made:
            is_made = hasattr(policy, "action_probabilities") and not isinstance(policy, type)
            made[key] = policy if is_made else policy(game)
        state = NimState(game, position)
        likely: Mapping[int, float] = made[key].action_probabilities(state, state.current_player())
        actions = [action for action in position.actions if likely.get(action, 0.0) > 0.0]
        return luck.choices(actions, [likely[action] for action in actions])[0]

    return choose


def zoo_chooser(policy: Callable[[Mapping[str, Any]], int], _luck: Random) -> Chooser:
    """Return a function from a PettingZoo observation to an action as a chooser."""

    def choose(subject: Subject, position: Environment) -> int:
        seat = position.seat
        assert seat is not None, "a seat must move"
        mask = np.zeros(subject.actions, np.int8)
        mask[position.actions] = 1
        seen = np.zeros(subject.observation_size, np.float32)
        fill(seen, position.observation(seat))
        return int(policy({"observation": seen, "action_mask": mask}))

    return choose


_KINDS: Final = {"spiel": spiel_chooser, "zoo": zoo_chooser}


class PolicyBot:
    """A policy in the seat of a bot."""

    def __init__(self, choose: Chooser, luck: Random) -> None:
        self._choose = choose
        self._luck = luck

    def move(self, turn: client.Turn) -> str:
        """Return the words of the policy's move. Raises a Refusal if its encoding lacks options."""
        subject = _subject(turn)
        view = msgspec.convert(turn.view, view_type(subject.game))
        chance = Chance(self._luck.randrange(_SEEDS))
        position = Environment.imagined(subject, view, (), chance)
        legal = subject.game.legal(subject.game.sample(view, Chance(0)), turn.seat)
        choices = subject.numbering.choices(legal)
        while True:
            action = self._choose(subject, position)
            after = choices.after(action)
            if isinstance(after, CompleteMove):
                return after.move.word
            choices = after
            position.choose(action)


def _subject(turn: client.Turn) -> Subject:
    """Return the game of a turn, as it is encoded."""
    options = {
        name: value for name, value in turn.options.items() if (name, value) != (OWN_BOARD, None)
    }
    return subject_of(turn.game, len(turn.names), options)


def bot_from(kind: str, name: str, luck: Random) -> PolicyBot:
    """Return the bot of a policy that is named as `MODULE:FUNCTION`."""
    module, _colon, function = name.partition(":")
    policy = getattr(import_module(module), function)()
    return PolicyBot(_KINDS[kind](policy, luck), luck)


def main(words: Sequence[str] | None = None) -> None:
    """Play as a bot, over standard input and output or through a command."""
    parser = argparse.ArgumentParser(
        prog="python -m nim_tui.research.policies", description=__doc__
    )
    parser.add_argument("kind", choices=sorted(_KINDS))
    parser.add_argument("name", metavar="MODULE:FUNCTION")
    parser.add_argument("through", nargs="*", help="a command to play through, such as ssh")
    asked = parser.parse_args(words)
    sys.path.insert(0, str(Path.cwd()))
    try:
        bot = bot_from(asked.kind, asked.name, Random())
        client.play(bot.move, name=asked.name[:100], words=asked.through)
    except (ImportError, AttributeError, Refusal) as trouble:
        parser.error(str(trouble))


if __name__ == "__main__":
    main()
