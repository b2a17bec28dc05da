"""A table, replay or lesson in text mode."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from nim_tui.lessons.lesson import Lesson
from nim_tui.plain.coach import CoachLines
from nim_tui.plain.commands import WHILE_PLAYED, CommandLine
from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from nim_tui.plain.keyboard import SharedKeyboard
from nim_tui.plain.moves import Moves, parted
from nim_tui.plain.questions import TableQuestions, title_told, who_plays
from nim_tui.plain.table_course import EarlyEnds, TableLoop
from screens.table.speech import BoardSpeech
from screens.table.vocabulary import Vocabulary
from screens.text import _, labelled

if TYPE_CHECKING:
    from nim_tui.coach import Coach
    from nim_tui.tables.bot_runner import BotRunner
    from nim_tui.tables.seats import TableSeat
    from nim_tui.tables.table import Table


class PlayDialog(LineDialog):
    """The dialog of people at one keyboard at a table: moves, questions, and a coach."""

    coach: CoachLines | None = None
    """Who helps in a first game, where that is possible."""

    def __init__(
        self,
        conversation: Conversation,
        teller: BoardSpeech,
        persons: Sequence[TableSeat],
        watcher: TableSeat,
        *,
        title: str,
        new_coach: Callable[[], Coach] | None,
    ) -> None:
        """`new_coach` makes a coach for the one person here."""
        self._conversation = conversation
        self._teller = teller
        self._title = title
        self.keyboard = SharedKeyboard(teller, persons, watcher)
        self._moves = Moves(self.keyboard, self.say, teller)
        self._asking = TableQuestions(
            lambda: self.keyboard.sight,
            self.say,
            teller,
            watcher.game,
            more_terms=self._moves.hints_told,
            refused=self._moves.refused,
        )
        if new_coach is not None:
            self.coach = CoachLines(conversation, self.keyboard, self._moves, new_coach)

    def say(self, *texts: str) -> None:
        """Say sentences."""
        self._conversation.say(*texts)

    @property
    def _questions(self) -> Mapping[str, Callable[[str], object]]:
        """The commands that change nothing: they may be given before a warning is answered."""
        return {
            **self._asking.commands, "what": self._moves.what, "try": self._moves.try_out,
            "hint": self._hint,
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """Return the words of moves that may follow."""
        return self._moves.words(text)

    def begin(self) -> None:
        """Say the game and the players."""
        self.say(title_told(self._title, self.keyboard.people))

    async def _play_all(self, texts: Sequence[str], *, is_warned: bool = False) -> None:
        """Play moves as far as none is refused, all are stored, and the coach does not warn.

        `is_warned`: the coach warned of the first one, and it is played all the same.
        """
        seat = self.keyboard.seat
        for number, text in enumerate(texts):
            if number and not await self._plays_on(seat):
                return
            if (number or not is_warned) and await self._is_held(texts[number:]):
                return
            if not await self._is_played(text):
                return

    async def _plays_on(self, seat: TableSeat) -> bool:
        """Whether the seat that has just moved is to move again."""
        return self.keyboard.may_move and self.keyboard.seat is seat

    @abstractmethod
    async def _is_played(self, text: str) -> bool:
        """Play a move; return whether that was done."""

    async def _is_held(self, texts: Sequence[str]) -> bool:
        """Have the coach look at the first move; return whether a warning waits for an answer."""
        play = partial(self._play_all, texts, is_warned=True)
        return self.coach is not None and await self.coach.holds(
            texts[0], self._questions, play=play, hear=self.hear
        )

    def _who(self, _rest: str) -> None:
        self.say(*who_plays(self.keyboard.people, self.keyboard.seat.waiting))

    async def _hint(self, rest: str) -> None:
        await self._moves.hint(rest, None if self.coach is None else self.coach.advised)


class TableDialog(PlayDialog):
    """A table whose people share one keyboard; each listener hears only their seat's view."""

    def __init__(
        self,
        conversation: Conversation,
        teller: BoardSpeech,
        persons: Sequence[TableSeat],
        watcher: TableSeat,
        bots: BotRunner | None = None,
        *,
        title: str,
        plays_forced: bool = False,
        shows_remarks: bool = False,
        table: Table | None = None,
        guide: LessonDialog | None = None,
        new_coach: Callable[[], Coach] | None = None,
    ) -> None:
        """`table` is one whose game can be ended early, and whose record is closed at last."""
        super().__init__(conversation, teller, persons, watcher, title=title, new_coach=new_coach)
        self._table = table
        self._bots = bots
        self._guide = guide
        self._course = TableLoop(
            self.keyboard,
            self.say,
            teller,
            asking=self._asking,
            moves=self._moves,
            bots=bots,
            plays_forced=plays_forced,
            shows_remarks=shows_remarks,
        )
        self._ends = None if table is None else EarlyEnds(table, self.say, self._own, self._end)

    # For the listener

    @property
    def is_passing(self) -> bool:
        """Whether the keyboard is being handed over: nobody may be told anything."""
        return self.keyboard.is_passing

    # The question

    @property
    def question(self) -> str:
        """The question to the player who is to move."""
        if (following := self.keyboard.next) is not None:
            name = self.keyboard.people.names[following.number or 0]
            text = _("Your turn is over. Press Enter, then pass the keyboard to {name}.")
            if self.is_passing:
                text = _(
                    "Pass the keyboard to {name}. {name}, press Enter when nobody else can hear."
                )
            return text.format(name=name)
        if self._guide is not None and self._guide.is_over:
            return _("Lesson finished. Type quit, then learn for the next one.")
        if self.keyboard.watcher.result is not None:
            return _("The game is over. You can still ask about the table, or type quit.")
        if self._course.waits_for_bots:
            thinking = self.keyboard.people.thinking(self.keyboard.seat.waiting)
            return _("{thinking}. Press Enter to continue.").format(thinking=thinking)
        if not self.keyboard.may_move:
            return _("It is nobody’s turn. You can ask about the table, or type quit.")
        asked = self._teller.question(self.keyboard.sight)
        if self.keyboard.people.reader is None:
            return labelled(self.keyboard.people.names[self.keyboard.seat.number or 0], asked)
        return _("Your turn: {question}").format(question=asked)

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands available; only a few while the keyboard is handed over."""
        if self.is_passing:
            return {"quit": self._quit}
        known: dict[str, Callable[[str], object]] = {
            **self._questions,
            "undo": lambda _rest: self._course.undo(), "who": self._who, "save": self._save,
            "quit": self._quit,
        }  # fmt: skip
        if self.coach is not None:
            known["coach"] = self._turn_coach
        if self._ends is not None:
            known |= self._ends.commands
        if self._guide is not None:
            known["skip"] = self._skip
        return known

    @property
    def idle(self) -> Collection[str]:
        """The commands without effect because the game is over; empty before."""
        is_over = self.keyboard.watcher.result is not None
        return WHILE_PLAYED if is_over or (self._guide is not None and self._guide.is_over) else ()

    def words(self, text: str) -> Sequence[str]:
        """Return the words of moves that may follow."""
        return () if self.is_passing else super().words(text)

    # Events

    async def go_on(self) -> None:
        """Let bots play, and turn to the player to move; in a lesson, to its next step."""
        await self._course.go_on()
        if self.coach is not None:
            await self.coach.go_on(self._course.go_on)
        if self._guide is not None:
            self.say(*self._guide.told())

    def _end(self) -> None:
        """Tell the end of a game ended early."""
        self._course.end()
        if self.coach is not None:
            self.coach.tell_tips()

    # Input

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a move, several moves, or a question."""
        if self.is_passing:
            await self._hear_on_its_way(line, asked)
            return
        if not line:
            await self._go_on_after_a_break()
            return
        if self.keyboard.may_move and (asked is None or self._moves.is_meant(line)):
            await self._play_all(parted(line))
        elif asked is None:
            self.say(not_understood(line))
        else:
            await finished(self.commands[asked.command](asked.rest))

    async def _go_on_after_a_break(self) -> None:
        """Hand the keyboard over: nothing said before can be seen or repeated.

        Interrupted bots play on.
        """
        if self._course.waits_for_bots:
            await self.go_on()
        elif self.keyboard.next is not None:
            self._conversation.forget()
            self.keyboard.hand_on()

    async def _hear_on_its_way(self, line: str, asked: CommandLine | None) -> None:
        if asked is not None and asked.command == "quit":
            await self._conversation.leave()
        elif not line:
            self.keyboard.take()
            await self.go_on()

    async def _is_played(self, text: str) -> bool:
        if not self._moves.played(text):
            return False
        self._course.tell_news()
        if self.coach is not None:
            self.coach.tell_remark()
        await self.go_on()
        return True

    # Commands

    def _own(self) -> int | None:
        """Return the listener's seat."""
        return self.keyboard.seat.number

    async def _skip(self, rest: str) -> None:
        """Make the move of the step for the learner."""
        if self._guide is not None and self._moves.attempt(self._guide.skip):
            self._course.tell_news()
            await self.go_on()

    async def _turn_coach(self, rest: str) -> None:
        if self.coach is not None:
            self.coach.turn(rest)
            await self.go_on()

    def _save(self, rest: str) -> None:
        self.say(_("The game is saved after every move; you can quit at any time."))

    async def _quit(self, rest: str) -> None:
        await self._conversation.leave()

    async def close(self) -> None:
        """End the programs of bots, and close the table; its record is on the disk already."""
        if self._bots is not None:
            self._bots.close()
        if self._table is not None:
            self._table.close()


class LessonDialog:
    """The guide through a lesson."""

    def __init__(self, lesson: Lesson, vocabulary: Vocabulary) -> None:
        self._lesson = lesson
        self._vocabulary = vocabulary
        self._told = -1

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self._lesson.is_over

    def told(self) -> Sequence[str]:
        """Return the remark on the last step and the next task, once per step."""
        lesson = self._lesson
        if self._told == lesson.done:
            return []
        self._told = lesson.done
        spelt = self._vocabulary.spelt
        if lesson.is_over:
            return [
                spelt(lesson.remark),
                _("Lesson finished: {title}").format(title=lesson.title),
            ]
        step = _("Step {step} of {steps}").format(step=lesson.done + 1, steps=lesson.steps)
        return [spelt(lesson.remark), f"{step}. {spelt(lesson.text)}"]

    def skip(self) -> None:
        """Make the move of the step for the learner."""
        self._lesson.skip()
