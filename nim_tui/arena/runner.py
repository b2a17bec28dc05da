"""Play the games of an arena in several processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from nim_tui.arena.matches import MatchResult, Pairing, play_out
from nim_tui.arena.results import ArenaGame, played
from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import FORMER_STYLES, PROGRAM, STYLES
from nim_tui.names import one_of
from nim_tui.protocol.program import ProgramBot, program_bot
from nim_tui.registry import EASY, HARD, MEDIUM, GameEntry, UnknownName, game_named
from nim_tui.tables.record import (
    FORMAT,
    EndEntry,
    MoveEntry,
    RecordHeader,
    SeatPlan,
    record_bytes,
)
from nim_tui.tables.seat_plans import BOT, program_from, seat_from
from rules.contract import settle_options
from rules.messages import N_
from rules.options import OptionValue
from screens.text import labelled, ngettext, say_refusal

STYLED = (HARD, MEDIUM, EASY)
"""The levels that have styles."""
AHEAD = 2
"""Games queued per process: none is ever idle, and few games are lost at a stop."""


def play(
    game: str,
    options: Mapping[str, OptionValue],
    pairing: Pairing,
    records: Path | None = None,
) -> ArenaGame:
    """Play a game from start to end, and write its record into the folder `records`.

    Raises EndlessGame, OSError.
    """
    entry = game_named(game)
    settled = settle_options(entry.game, {**entry.game.automatic, **options})
    bots = [bot_of(entry, entrant) for entrant in pairing.lineup]
    try:
        outcome = play_out(entry.game, settled, bots, pairing.seed)
    finally:
        for line in close_programs(bots):
            print(line, file=sys.stderr)
    if records is not None:
        (records / record_name(game, pairing)).write_bytes(_record(game, settled, pairing, outcome))
    return played(pairing, outcome)


def record_name(game: str, pairing: Pairing) -> str:
    """Return the file name of a game's record, such as `GAME-7-hard.greedy-medium.jsonl`."""
    return "-".join((game, str(pairing.seed), *map(_label, pairing.lineup))) + ".jsonl"


def _label(entrant: str) -> str:
    """Return the name of an entrant in records; a program has a digest of its command."""
    program = program_from(entrant)
    if program is None:
        return entrant.replace("/", ".")
    return f"{PROGRAM}.{sha256(program.command.encode()).hexdigest()[:8]}"


def _record(
    game: str, options: Mapping[str, OptionValue], pairing: Pairing, outcome: MatchResult
) -> bytes:
    """Return the record of a game; a seat is named after its bot, and numbered."""
    labels = [_label(entrant) for entrant in pairing.lineup]
    seats = tuple(
        SeatPlan(f"{label} {number}", label.partition(".")[0])
        for number, label in enumerate(labels, start=1)
    )
    header = RecordHeader(FORMAT, game, dict(options), seats, pairing.seed)
    plays = (MoveEntry(seat, words) for seat, words in outcome.plays)
    end = EndEntry(outcome.result.ranking, outcome.result.reason)
    return record_bytes([header, *plays, end])


def close_programs(bots: Iterable[Bot]) -> Iterator[str]:
    """End the programs among bots that have played; yield a line for each that failed."""
    for bot in bots:
        if isinstance(bot, ProgramBot):
            bot.close()
            if bot.failure is not None:
                games = ngettext("{count} game", "{count} games", bot.failures)
                yield labelled(say_refusal(bot.failure), games)


def bot_of(entry: GameEntry, entrant: str) -> Bot:
    """Return the bot of `level`, `level/style` or `exec:COMMAND`. Raises UnknownName."""
    if (program := program_from(entrant)) is not None:
        seat_from(f"{BOT}{entrant}", entry, runs_programs=True)
        return program_bot(entry, *program)
    level, slash, typed = entrant.partition("/")
    named = FORMER_STYLES.get(typed, typed)
    style = next((each for each in STYLES if each == named), None)
    if slash and (style is None or level not in STYLED):
        raise UnknownName(
            N_("{game} has no bot {name}; {right}"),
            game=entry.name,
            name=repr(entrant[:40]),
            right=one_of(entrant, [f"{each}/{style}" for each in STYLED for style in STYLES]),
        )
    return entry.bot(level, sparring=True, style=style)


def play_all(
    play_one: Callable[[Pairing], ArenaGame], pairings: Iterable[Pairing], processes: int
) -> Generator[ArenaGame, None, None]:
    """Play games in processes, or in this one; yield each as it ends.

    `play_one` is sent to other processes: a function of a module, or a `partial` of one. Closing
    the iterator drops the games not yet started.
    """
    if processes == 1:
        for pairing in pairings:
            yield play_one(pairing)
        return
    left = iter(pairings)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_be_quiet)
    try:
        running: set[Future[ArenaGame]] = set()
        while True:
            room = processes * AHEAD - len(running)
            running |= {pool.submit(play_one, pairing) for pairing in islice(left, room)}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _be_quiet() -> None:
    """Ignore Ctrl-C, which the waiting process handles, and lower the priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
