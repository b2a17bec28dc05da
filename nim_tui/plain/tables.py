"""Dialogs of tables, lessons and replays; only the needed game is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nim_tui.coach import coach_maker
from nim_tui.lessons.lesson import Lesson, LessonSeat
from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.replay import ReplayDialog, TryAgain
from nim_tui.plain.table import LessonDialog, TableDialog
from nim_tui.registry import game_named
from nim_tui.tables.open_table import bot_runner
from nim_tui.tables.record import EndEntry, Line, RecordHeader
from nim_tui.tables.replay import Replay
from nim_tui.tables.seats import LivePlace, ReplaySeat, TableSeat
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import Result
from rules.messages import N_, Refusal
from screens.app_api import NotPossible
from screens.text import _, say_refusal, why

if TYPE_CHECKING:
    from nim_tui.settings import Settings


def table_dialog(
    conversation: Conversation, table: Table, settings: Settings, thinker: Thinker = IN_THREAD
) -> TableDialog:
    """Return the dialog of a saved table, for the people at this keyboard."""
    entry = game_named(table.game.name)
    place, adviser = LivePlace(table), entry.adviser
    persons = [
        TableSeat(place, n, adviser, thinker)
        for n, seat in enumerate(table.seats)
        if seat.bot is None
    ]

    def complain(error: OSError) -> None:
        conversation.say(_("the move was not saved: {why}").format(why=why(error)))

    def tell(refusal: Refusal) -> None:
        conversation.say(say_refusal(refusal))

    return TableDialog(
        conversation,
        entry.teller,
        persons,
        TableSeat(place, None, adviser),
        bot_runner(table, lambda: 0.0, complain, thinker, tell),
        title=entry.title,
        plays_forced=settings.forced == "made",
        shows_remarks=settings.remarks == "yes",
        table=table,
        new_coach=coach_maker(persons, entry, IN_THREAD),
    )


def lesson_dialog(
    conversation: Conversation,
    game: str,
    number: int,
    settings: Settings,
    keep: Callable[[], None],
) -> TableDialog:
    """Return the dialog of a lesson, at its furthest step; 0: the first unfinished lesson.

    `keep` saves the settings after each new step. Raises NotPossible.
    """
    written = lessons_of(game)
    taken = [settings.lessons.get(f"{game}/{n}", 0) for n in range(1, len(written) + 1)]
    unfinished = (n for n, done in enumerate(taken, 1) if done < len(written[n - 1].steps))
    number = number or next(unfinished, 1)
    if not 1 <= number <= len(written):
        raise NotPossible(N_("this lesson does not exist"))
    entry, key = game_named(game), f"{game}/{number}"
    chosen = written[number - 1]
    done = settings.lessons.get(key, 0)

    def remember(steps: int) -> None:
        if steps > settings.lessons.get(key, 0):
            settings.lessons[key] = steps
            keep()

    start = 0 if done >= len(chosen.steps) else done
    lesson = Lesson(entry.game, chosen, number, start, remember)
    settings.note_game(game)
    seat = LessonSeat(lesson, entry.adviser)
    watcher = TableSeat(LivePlace(lesson.table), None, entry.adviser)
    guide = LessonDialog(lesson, entry.teller.vocabulary)
    return TableDialog(conversation, entry.teller, [seat], watcher, title=lesson.title, guide=guide)


def replay_dialog(
    conversation: Conversation,
    header: RecordHeader,
    lines: Sequence[Line],
    own: int | None,
    try_again: TryAgain | None = None,
) -> ReplayDialog:
    """Return a replay of a record, with `try_again` if its game is over."""
    entry = game_named(header.game)
    replay, adviser = Replay(header, entry.game, lines), entry.bot("random")
    replay.go(replay.length)
    early = (Result(line.ranking, line.reason) for line in lines if isinstance(line, EndEntry))
    end = replay.table.result or next(early, None)
    seats = range(len(header.seats)) if end is not None else ()
    replay.go(0)
    looks = [ReplaySeat(replay, number, adviser) for number in seats]
    watcher = ReplaySeat(replay, None, adviser)
    return ReplayDialog(
        conversation,
        entry.teller,
        header,
        replay=replay,
        looks=looks,
        watcher=watcher,
        own=own,
        end=end,
        try_again=try_again,
    )
