"""`nim-tui arena` and `simulate`, with progress bars; `schema`, for authors of bots."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from secrets import randbelow
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from nim_tui.arena.matches import MatchTally, entrants_from, games_between, players_of, round_robin
from nim_tui.arena.results import Results
from nim_tui.arena.runner import bot_of, close_programs, play, play_all
from nim_tui.arena.strength import summary
from nim_tui.cli import completing
from nim_tui.cli.choices import entry_of, options_of, seats_of, setting
from nim_tui.cli.explained import SEED, TranslatedCommand, WholeNumber, argument, option
from nim_tui.cli.progress import progress
from nim_tui.cli.trouble import Interrupted, UsageMistake, told
from nim_tui.protocol.schema import protocol_schema
from nim_tui.tables.seat_plans import programs_in
from nim_tui.thinking.pool import processors
from screens.text import N_, _, decimal, ngettext

if TYPE_CHECKING:
    from nim_tui.arena.matches import MatchResult, MatchTally, Pairing
    from nim_tui.arena.results import ArenaGame, Results
    from nim_tui.registry import GameEntry
    from rules.options import OptionValue


MANY_GAMES = WholeNumber(1, 1_000_000)
_LENGTHS = (N_("min"), N_("median"), N_("mean"), N_("max"))
"""The figures printed about the lengths of games."""


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Play many games of GAME between bots and count the results.\n\n"
        "Without --seats the best bot plays against itself. Some bots, such as bot:turtle of "
        "bataille, play only here, as benchmarks. Each game takes the next seed; the same "
        "seeds give the same games, unless programs play (bot:exec:COMMAND).\n\n"
        "Example: nim-tui simulate bataille --seats bot:medium,bot:random --games 200 --seed "
        "7"
    ),
)
@setting
@option("--games", type=MANY_GAMES, default=100, show_default=True, help=N_("Number of games."))
@option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def simulate(
    *,
    game: str,
    seats: str | None,
    options: tuple[str, ...],
    board: str | None,
    seed: int | None,
    games: int,
    as_json: bool,
) -> None:
    """Play many games of GAME between bots and count the results."""
    entry = entry_of(game)
    rules = entry.game
    settled = {**rules.automatic, **options_of(rules, options, board)}
    levels = _levels(entry, seats)
    bots = [bot_of(entry, level) for level in levels]
    seed = randbelow(SEED.high + 1) if seed is None else seed
    started = perf_counter()
    try:
        tally = _count(games_between(rules, settled, bots, seed, games), len(bots), games)
    finally:
        for line in close_programs(bots):
            click.echo(line, err=True)
    seconds = perf_counter() - started
    facts = {
        "game": entry.name,
        "options": {option.name: settled.get(option.name, option.default)
                    for option in rules.options},
        "seats": [f"bot:{level}" for level in levels],
        "seed": seed,
        **tally.facts(),
        "seconds": round(seconds, 3),
        "moves_per_second": round(tally.moves / seconds),
    }  # fmt: skip
    click.echo(json.dumps(facts) if as_json else "\n".join(_run_lines(facts)))


def _levels(entry: GameEntry, seats: str | None) -> list[str]:
    usual = ",".join([f"bot:{entry.usual}"] * entry.game.seats[0])
    levels = []
    for seat in seats_of(entry, seats or usual, sparring=True):
        if seat.bot is None:
            only = _("--seats: simulate takes bots only, and {name} is a person; bots: {bots}")
            bots = ", ".join(f"bot:{level}" for level in entry.sparring)
            raise UsageMistake(only.format(name=repr(seat.name), bots=bots))
        levels.append(seat.bot)
    programs = programs_in((seats or usual).split(","))
    return [programs[n].text if n in programs else one for n, one in enumerate(levels)]


def _count(outcomes: Iterator[MatchResult], seats: int, games: int) -> MatchTally:
    tally = MatchTally.of(seats)
    try:
        with told(), progress(outcomes, games) as shown:
            for outcome in shown:
                tally.add(outcome)
    except KeyboardInterrupt:
        stopped = _("stopped after {count} of {total} games")
        raise Interrupted(stopped.format(count=tally.games, total=games)) from None
    return tally


def _run_lines(facts: dict[str, Any]) -> Iterator[str]:
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in facts["options"].items())
    games = ngettext("{count} game", "{count} games", facts["games"])
    seed = _("seed {seed}").format(seed=facts["seed"])
    yield f"{facts['game']}, {games}, {seed}, {options}"
    width = max(len(seat) for seat in facts["seats"])
    for number, (seat, wins) in enumerate(zip(facts["seats"], facts["wins"]), start=1):
        share = 100 * wins / facts["games"]
        yield _("seat {number}  {bot}  {wins} won  {share}%").format(
            number=number, bot=f"{seat:<{width}}", wins=f"{wins:>7}", share=f"{decimal(share):>5}"
        )
    lengths = ", ".join(f"{_(name)} {decimal(facts['lengths'][name], None)}" for name in _LENGTHS)
    reasons = ", ".join(f"{name} {count}" for name, count in facts["reasons"].items())
    took = _("{seconds} s, {rate} moves per second").format(
        seconds=decimal(facts["seconds"]), rate=facts["moves_per_second"]
    )
    labels = [_("draws"), _("moves per game"), _("ended"), _("took")]
    texts = zip(labels, [str(facts["draws"]), lengths, reasons, took])
    room = max(map(len, labels)) + 3
    yield from (f"{label:<{room}}{text}" for label, text in texts)


MOST_PROCESSES = 256


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Run a round robin between bots of GAME and show their strength.\n\n"
        "Every table of bots plays the same number of games. Seats rotate from game to game, "
        "and all seat orders play the same deals. Each share of first places has a "
        "confidence interval (95%).\n\n"
        "Example: nim-tui arena himalaya --bots hard,medium:2 --games 200 --keep h.jsonl"
    ),
)
@argument("game", shell_complete=completing.game_names)
@option(
    "--bots", metavar="LEVEL[/STYLE][:COUNT]|exec[/SECONDS]:COMMAND,...",
    help=N_(

            "Participants (default: every level offered to players). Styles: cautious, greedy, "
            "aggressive."

    ),
    shell_complete=completing.bots,
)  # fmt: skip
@option(
    "--players", type=WholeNumber(2, 12), help=N_("Bots per table, if there are more participants.")
)
@option("--games", type=MANY_GAMES, default=100, show_default=True, help=N_("Games per table."))
@option("--seed", type=SEED, default=1, show_default=True, help=N_("The first seed."))
@option(
    "--option", "options", metavar="NAME=VALUE", multiple=True,
    help=N_("Set an option of the game; repeat for more. See nim-tui games."),
    shell_complete=completing.options,
)  # fmt: skip
@option(
    "--processes", type=WholeNumber(1, MOST_PROCESSES),
    help=N_("Games in parallel (default: one per processor)."),
)  # fmt: skip
@option(
    "--keep",
    metavar="FILE",
    help=N_("Results file: save each game here, and resume from the games saved before."),
    shell_complete=completing.files,
)
@option(
    "--records",
    metavar="FOLDER",
    help=N_("Write the record of each game that is played now into this folder."),
    shell_complete=completing.files,
)
@option("--json", "as_json", is_flag=True, help=N_("Print JSON."))
def arena(
    *,
    game: str,
    bots: str | None,
    players: int | None,
    games: int,
    seed: int,
    options: tuple[str, ...],
    processes: int | None,
    keep: str | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Run a round robin between bots of GAME and show their strength."""
    entry = entry_of(game)
    settled = options_of(entry.game, options)
    with told("--bots"):
        entrants = entrants_from(bots if bots is not None else ",".join(entry.bots))
        for entrant in dict.fromkeys(entrants):
            bot_of(entry, entrant)
        count = players_of(entry.game.seats, entrants, players)
    pairings = list(round_robin(entrants, count, games, seed))
    results = _results(entry, settled, keep)
    play_one = partial(play, entry.name, settled, records=_folder(records))
    _play(play_one, results, pairings, processes or processors())
    _tell(entry, results, pairings, as_json=as_json)


def _results(entry: GameEntry, options: dict[str, OptionValue], keep: str | None) -> Results:
    about = {"game": entry.name, "options": options}
    with told("--keep"):
        return Results(about, None if keep is None else Path(keep))


def _folder(records: str | None) -> Path | None:
    """Return the folder of records, which is made if it is missing."""
    if records is None:
        return None
    folder = Path(records)
    with told("--records"):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _play(
    play_one: Callable[[Pairing], ArenaGame],
    results: Results,
    pairings: list[Pairing],
    processes: int,
) -> None:
    """Play the games not yet saved; games played before Ctrl-C are saved."""
    left = [pairing for pairing in pairings if pairing not in results.games]
    try:
        with (
            told(),
            closing(play_all(play_one, left, min(processes, len(left) or 1))) as games,
            progress(games, len(left)) as shown,
        ):
            for game in shown:
                results.add(game)
    except KeyboardInterrupt:
        done = len(pairings) - len(left) + len([p for p in left if p in results.games])
        stopped = _("stopped after {count} of {total} games")
        raise Interrupted(stopped.format(count=done, total=len(pairings))) from None


def _tell(entry: GameEntry, results: Results, pairings: list[Pairing], *, as_json: bool) -> None:
    facts = {"game": entry.name, "seed": pairings[0].seed, **summary(results.of(iter(pairings)))}
    click.echo(json.dumps(facts) if as_json else "\n".join(_lines(facts)))


def _lines(facts: dict[str, Any]) -> Iterator[str]:
    games = ngettext("{count} game", "{count} games", facts["games"])
    yield f"{facts['game']}, {games}, {_('seed {seed}').format(seed=facts['seed'])}"
    width = max(len(bot["bot"]) for bot in facts["bots"])
    for bot in facts["bots"]:
        yield f"{bot['bot']:<{width}}  {_line(bot)}"
    lengths = facts["moves"]
    labels = [_("draws"), _("seats"), _("moves per game"), _("ended")]
    texts = [
        str(facts["draws"]),
        ", ".join(map(_percent, facts["seats"])),
        ", ".join(f"{_(name)} {decimal(count, None)}" for name, count in lengths.items()),
        ", ".join(f"{_(name.replace('_', ' '))} {n}" for name, n in facts["reasons"].items()),
    ]
    room = max(map(len, labels)) + 3
    yield from (f"{label:<{room}}{text}" for label, text in zip(labels, texts))
    if len(facts["bots"]) > 1 and all(bot["rating"] is None for bot in facts["bots"]):
        yield _("no ratings: install openskill with pip install 'nim-tui[server]'")


def _percent(share: float) -> str:
    return _("{number}%").format(number=decimal(100 * share))


def _line(bot: dict[str, Any]) -> str:
    """Return the results of one bot level, as a line."""
    low, high = bot["interval"]
    seconds = bot["seconds"]
    told = [
        ngettext("{count} game", "{count} games", bot["games"]),
        f"{_percent(bot['share'])} [{100 * low:.0f}-{100 * high:.0f}]",
        _("if equal {share}%").format(share=f"{100 * bot['even']:.0f}"),
        _("milliseconds per decision: {mean}, p99 {slow}").format(
            mean=decimal(1000 * seconds["mean"]), slow=f"{1000 * seconds['p99']:.0f}"
        ),
    ]
    if bot["rating"] is not None:
        told.insert(3, _("rating {rating}").format(rating=decimal(bot["rating"])))
    return "   ".join(told)


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Print the JSON Schema of the bot protocol for GAME: the messages, its view, its events "
        "and its moves.\n\n"
        "Example: nim-tui schema bataille > bataille.json"
    ),
)
@argument("game", shell_complete=completing.game_names)
def schema(game: str) -> None:
    """Print the JSON Schema of the bot protocol for GAME."""
    click.echo(json.dumps(protocol_schema(entry_of(game).game), indent=2))
