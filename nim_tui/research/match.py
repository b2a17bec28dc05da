"""Our bots against OpenSpiel's IS-MCTS: `python -m nim_tui.research.match GAME --keep FILE`.

IS-MCTS searches our rules for as much processor time per decision as our bot takes in the same
game, or for `--seconds`. Seats rotate game by game, and every order of seats plays the same deals.
Games are saved as lines of JSON, and a match resumes where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from nim_tui.arena.matches import Pairing, games_between, play_out, round_robin
from nim_tui.arena.results import ArenaGame, Results, played
from nim_tui.arena.runner import play_all
from nim_tui.arena.strength import summary
from nim_tui.bots.bot import Bot
from nim_tui.registry import MEDIUM, game_named
from nim_tui.research.ismcts import IsmctsBot, Paced, TimeBudget
from nim_tui.research.spiel import NimGame, game_of
from rules.messages import Refusal
from rules.options import OptionValue

ISMCTS: Final = "ismcts"


def usual_seconds(game: str, options: Mapping[str, OptionValue], level: str, players: int) -> float:
    """Return the mean processor time, in seconds, of a decision of our bot among its like."""
    entry = game_named(game)
    bots = [entry.bot(level, sparring=True)] * players
    (outcome,) = games_between(entry.game, options, bots, seed=0, games=1)
    times = [seconds for each in outcome.thought for seconds in each]
    return sum(times) / len(times)


def play_one(
    game: str, options: Mapping[str, OptionValue], expected: float, fixed: bool, pairing: Pairing
) -> ArenaGame:
    """Play a game, with IS-MCTS in the seats that the lineup gives it.

    `expected` is the time of its decisions, in seconds, until our bot has made one, or of all if
    `fixed`.
    """
    entry, spiel = game_named(game), game_of(game, len(pairing.lineup), options)
    pace = TimeBudget(expected)
    bots = [
        _bot(spiel, level, pace, TimeBudget(expected) if fixed else pace)
        for level in pairing.lineup
    ]
    return played(pairing, play_out(entry.game, spiel.subject.options, bots, pairing.seed))


def _bot(spiel: NimGame, level: str, ours: TimeBudget, theirs: TimeBudget) -> Bot:
    if level == ISMCTS:
        return IsmctsBot(spiel, theirs)
    return Paced(spiel.entry.bot(level, sparring=True), ours)


def lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the results as lines of text: each share with its 95% interval."""
    yield f"{facts['game']}, {facts['games']} games, {facts['draws']} without a single winner"
    for bot in facts["bots"]:
        low, high = bot["interval"]
        yield (
            f"{bot['bot']:<8}{100 * bot['share']:.1f} % [{100 * low:.0f}-{100 * high:.0f}]"
            f"  even {100 * bot['even']:.0f} %"
            f"  {1000 * bot['seconds']['mean']:.2f} ms a decision"
        )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m nim_tui.research.match", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--bot", default=MEDIUM, help="the level of our bot (default: medium)")
    parser.add_argument("--players", type=int, help="one bot of ours among so many")
    parser.add_argument("--games", type=_positive, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--seconds", type=float, help="of each decision of IS-MCTS")
    parser.add_argument("--processes", type=_positive, default=1)
    parser.add_argument("--keep", type=Path, help="keep each game here, and go on with those kept")
    parser.add_argument("--json", action="store_true", help="write JSON")
    return parser


def main(words: Sequence[str] | None = None) -> None:
    """Play the match, and print the stronger side."""
    parser = _arguments()
    try:
        _match(parser.parse_args(words))
    except (Refusal, OSError) as reason:
        parser.error(str(reason))


def _match(asked: argparse.Namespace) -> None:
    subject = game_of(asked.game, asked.players).subject
    name, seats, options = subject.game.name, subject.seats, dict(subject.options)
    fixed = asked.seconds is not None
    game_named(name).bot(asked.bot, sparring=True)
    about = {"game": name, "options": options, "bot": asked.bot, "seconds": asked.seconds}
    results = Results(about, asked.keep)
    entrants = (asked.bot, *[ISMCTS] * (seats - 1))
    pairings = list(round_robin(entrants, seats, asked.games, asked.seed))
    left = [pairing for pairing in pairings if pairing not in results.games]
    if left:
        expected = asked.seconds if fixed else usual_seconds(name, options, asked.bot, seats)
        one = partial(play_one, name, options, expected, fixed)
        with closing(play_all(one, left, asked.processes)) as games:
            for game in games:
                results.add(game)
    facts = {"game": name, **summary(results.of(iter(pairings)))}
    print(json.dumps(facts) if asked.json else "\n".join(lines(facts)))


if __name__ == "__main__":
    main()
