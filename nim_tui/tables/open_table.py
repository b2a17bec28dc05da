"""Open a table from a saved game, a record or typed settings.

Apart from the app, so that the home screen paints without loading any of this.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from threading import Thread

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import PROGRAM, style_of
from nim_tui.names import text_for
from nim_tui.protocol.program import ProgramBot, SeatFacts, program_bot
from nim_tui.registry import game_named
from nim_tui.tables.bot_runner import BotRunner
from nim_tui.tables.journal import Journal
from nim_tui.tables.record import Line, RecordError, RecordHeader, SeatPlan, read_record
from nim_tui.tables.replay import beginning
from nim_tui.tables.seat_plans import (
    Program,
    UnsuitableProgram,
    program_from,
    programs_in,
    seats_from,
)
from nim_tui.tables.seeds import MOST_SEED, fresh_seed
from nim_tui.tables.store import Store, programs_of, replay
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker
from rules.messages import N_, Phrase, Refusal, why
from rules.options import FromFile, OptionValue
from screens.app_api import NotPossible


def programs_at(table: Table) -> dict[int, Program]:
    """Return the programs that play seats of a saved table, by seat; none if they are lost."""
    if not isinstance(table.keeper, Journal):
        return {}
    try:
        kept = json.loads(programs_of(table.keeper.path).read_text("utf-8"))
        found = {int(seat): program_from(str(text)) for seat, text in kept.items()}
    except (OSError, ValueError, AttributeError, UnsuitableProgram):
        return {}
    return {seat: one for seat, one in found.items() if one and seat < len(table.seats)}


def cannot_start(error: Exception) -> NotPossible:
    """Return an error as a refusal that a screen can show."""
    if isinstance(error, Refusal):
        return NotPossible(error.reason, **error.facts)
    told = why(error) if isinstance(error, OSError) else str(error)
    return NotPossible(N_("the table cannot be saved: {why}"), why=told)


def checked_seat(name: str, seat: str) -> None:
    """Check that a seat of a game can be taken as typed. Raises NotPossible."""
    try:
        seats_from([seat], game_named(name), runs_programs=True)
    except Refusal as error:
        raise cannot_start(error) from error


def file_text(option: FromFile, path: str) -> str:
    """Return the text of a file for an option. Raises NotPossible."""
    try:
        return text_for(option, path)
    except Refusal as problem:
        raise cannot_start(problem) from problem


def new_table(
    store: Store,
    name: str,
    seats: Sequence[str],
    options: Mapping[str, OptionValue],
    seed: int | None,
    *,
    hints_for_all: bool = False,
) -> Table:
    """Return a new, saved table; seats as typed. Raises NotPossible."""
    try:
        entry = game_named(name)
        plan = seats_from(seats, entry, runs_programs=True)
        if seed is not None and seed > MOST_SEED:  # no record of it could be read
            raise NotPossible(N_("A seed must be a whole number up to {most}."), most=MOST_SEED)
        dealt = fresh_seed() if seed is None else seed
        table = Table(entry.game, options, plan, dealt, hints_for_all=hints_for_all)
        store.open_new(table, programs_in(seats))
    except (Refusal, ValueError, OSError) as error:
        raise cannot_start(error) from error
    return table


def same_again(store: Store, table: Table) -> Table:
    """Return a new table like this one, every player one seat on. Raises NotPossible."""
    seats: tuple[SeatPlan, ...] = (*table.seats[1:], table.seats[0])
    terms = table.options, seats, fresh_seed()
    again = Table(table.game, *terms, hints_for_all=table.hints_for_all)
    programs = programs_at(table)
    moved_on = {(seat - 1) % len(seats): program for seat, program in programs.items()}
    try:
        store.open_new(again, moved_on)
    except (Refusal, OSError) as error:
        raise cannot_start(error) from error
    return again


def again_from(
    store: Store, header: RecordHeader, lines: Sequence[Line], position: int, seat: int | None
) -> Table:
    """Return a new table that begins with the first moves of a game; see `beginning`.

    Raises NotPossible.
    """
    try:
        begins = beginning(header, lines, position, seat)
        return store.open_with(begins.header, begins.plays)
    except (Refusal, ValueError, OSError) as error:
        raise cannot_start(error) from error


def sound_record(store: Store, table_id: str) -> tuple[RecordHeader, Sequence[Line]]:
    """Return a saved table as a record that replays to its end. Raises NotPossible."""
    table = replayed_table(store, table_id)
    return table.header, (*table.plays, *table.early_over)


def replayed_table(store: Store, table_id: str) -> Table:
    """Return a saved table at the end of its record, for viewing. Raises NotPossible."""
    try:
        return replay(read_record(store.path_of(table_id)))
    except RecordError as error:
        raise cannot_start(error) from error


def kept_table(store: Store, table_id: str) -> tuple[Table, bool]:
    """Return a saved table to continue, and whether a cut line was dropped. Raises NotPossible."""
    try:
        return store.resume(store.path_of(table_id))
    except (Refusal, OSError) as error:
        raise cannot_start(error) from error


def bot_runner(
    table: Table,
    beat: Callable[[], float],
    complain: Callable[[OSError], None],
    thinker: Thinker,
    tell: Callable[[Refusal], None],
) -> BotRunner:
    """Return the runner of a table's bots, programs of the user among them.

    `tell` tells in one line that a program failed, or is not known any more.
    """
    entry, programs = game_named(table.game.name), programs_at(table)
    bots: dict[int, Bot] = {}
    for number, seat in enumerate(table.seats):
        if seat.bot == PROGRAM and number in programs:
            bots[number] = _attending(table, number, program_bot(entry, *programs[number]))
        elif seat.bot is not None:
            bots[number] = entry.bot(seat.bot, style=style_of(seat.name))
            if seat.bot == PROGRAM and table.result is None:
                lost = N_("the program of {name} is not known: a bot of level {level} plays")
                tell(Refusal(lost, name=seat.name, level=Phrase(entry.easiest, {})))
    return BotRunner(table, bots, beat, complain, thinker, tell=tell)


def _attending(table: Table, number: int, bot: ProgramBot) -> ProgramBot:
    """Return a program on its seat: it hears what the seat hears, and of the end."""
    names = [seat.name for seat in table.seats]
    bot.begin(SeatFacts(table.game, number, names, table.options))
    bot.note(table.log(number))

    def heard() -> None:
        bot.note(table.log(number))
        if table.result is not None:
            end = table.view(number), table.result
            Thread(target=bot.end, args=end, daemon=True).start()

    table.listen(heard, (number,))
    return bot
