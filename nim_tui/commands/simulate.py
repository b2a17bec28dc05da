"""`nim-tui simulate`: how bots fare against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from secrets import randbelow
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from nim_tui.commands.choices import SEED, WholeNumber, offer_of, options_of, seats_of, setting
from nim_tui.commands.explained import Command, option
from nim_tui.commands.progress import progress
from nim_tui.commands.trouble import Interrupted, Trouble, told
from screens.text import N_, _, ngettext

if TYPE_CHECKING:
    from nim_tui.arena.matches import Outcome, Tally
    from nim_tui.catalog import Offer

MANY_GAMES = WholeNumber(1, 1_000_000)
_LENGTHS = (N_("min"), N_("median"), N_("mean"), N_("max"))
"""What is told of the lengths of games."""


@click.command(
    cls=Command,
    help=N_(
        "Play many games of GAME between bots and count.\n\n"
        "Without --seats the best bot plays against itself. Some bots play only here, to "
        "show what others are worth, such as bot:turtle of bataille. Each game takes the "
        "next seed; the same seeds give the same games.\n\n"
        "Example: nim-tui simulate bataille --seats bot:medium,bot:random --games 200 "
        "--seed 7"
    ),
)
@setting
@option("--games", type=MANY_GAMES, default=100, show_default=True, help=N_("How many games."))
@option("--json", "as_json", is_flag=True, help=N_("Write JSON."))
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
    """Play many games of GAME between bots and count."""
    from nim_tui.arena.matches import games_between  # noqa: PLC0415

    offer = offer_of(game)
    rules = offer.game
    settled = {**rules.automatic, **options_of(rules, options, board)}
    levels = _levels(offer, seats)
    bots = [offer.bot(level, sparring=True) for level in levels]
    seed = randbelow(SEED.high + 1) if seed is None else seed
    started = perf_counter()
    tally = _count(games_between(rules, settled, bots, seed, games), len(bots), games)
    seconds = perf_counter() - started
    facts = {
        "game": offer.name,
        "options": {option.name: settled.get(option.name, option.default)
                    for option in rules.options},
        "seats": [f"bot:{level}" for level in levels],
        "seed": seed,
        **tally.facts(),
        "seconds": round(seconds, 3),
        "moves_per_second": round(tally.moves / seconds),
    }  # fmt: skip
    click.echo(json.dumps(facts) if as_json else "\n".join(_run_lines(facts)))


def _levels(offer: Offer, seats: str | None) -> list[str]:
    usual = ",".join([f"bot:{offer.usual}"] * offer.game.seats[0])
    levels = []
    for seat in seats_of(offer, seats or usual, sparring=True):
        if seat.bot is None:
            only = _("--seats: only bots are simulated, and {name} is a person; bots are {bots}")
            bots = ", ".join(f"bot:{level}" for level in offer.sparring)
            raise Trouble(only.format(name=repr(seat.name), bots=bots))
        levels.append(seat.bot)
    return levels


def _count(outcomes: Iterator[Outcome], seats: int, games: int) -> Tally:
    from nim_tui.arena.matches import Tally  # noqa: PLC0415

    tally = Tally.of(seats)
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
        yield _("seat {number}  {bot}  {wins} won  {share} %").format(
            number=number, bot=f"{seat:<{width}}", wins=f"{wins:>7}", share=f"{share:5.1f}"
        )
    lengths = ", ".join(f"{_(name)} {facts['lengths'][name]:g}" for name in _LENGTHS)
    reasons = ", ".join(f"{name} {count}" for name, count in facts["reasons"].items())
    took = _("{seconds} s, {rate} moves a second").format(
        seconds=f"{facts['seconds']:.1f}", rate=facts["moves_per_second"]
    )
    labels = [_("draws"), _("moves a game"), _("ended"), _("took")]
    texts = zip(labels, [str(facts["draws"]), lengths, reasons, took])
    room = max(map(len, labels)) + 3
    yield from (f"{label:<{room}}{text}" for label, text in texts)
