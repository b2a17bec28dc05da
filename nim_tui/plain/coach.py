"""The coach of a first game in text mode: what matters, praise, a warning, tips."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from nim_tui.coach import WARNED, Coach
from nim_tui.plain.commands import CommandLine, vocabulary
from nim_tui.plain.conversation import Conversation, LineDialog, finished, not_understood
from nim_tui.plain.moves import Moves
from screens.table.vocabulary import folded
from screens.text import N_, _, labelled

if TYPE_CHECKING:
    from nim_tui.plain.keyboard import SharedKeyboard
    from rules.advice import Weighed
    from rules.contract import Move
    from rules.messages import Phrase
    from screens.coach_words import Objection


COACH_OFFER: Final = N_(
    "New to this game? Type coach, and a coach will tell you what matters in your first turns."
)
_SILENCE: Final = 2.0
"""Seconds of an evaluation after which it is announced."""


class CoachLines:
    """Says what a coach has to say to the one player here; the coach begins when it is asked."""

    def __init__(
        self,
        conversation: Conversation,
        keyboard: SharedKeyboard,
        moves: Moves,
        new: Callable[[], Coach],
    ) -> None:
        """`new` makes the coach of the seat at the keyboard."""
        self._conversation = conversation
        self._keyboard = keyboard
        self._moves = moves
        self._say = conversation.say
        self._new = new
        self._coach: Coach | None = None
        self._remarked: Phrase | None = None
        self._mattered = ""
        self._hinted: Move | None = None
        self._is_told_over = False
        self._was_on = False
        self._looking: asyncio.Task[None] | None = None
        """The evaluation of the moves of now."""

    @property
    def _here(self) -> Coach | None:
        """The coach, while it helps in a game that goes on."""
        coach, is_over = self._coach, self._keyboard.watcher.result is not None
        return coach if coach is not None and not is_over and coach.is_on else None

    # Whether it helps

    def offer(self) -> None:
        """Tell how to ask for help."""
        self._say(_(COACH_OFFER))

    def begin(self) -> None:
        """Begin to help."""
        self._coach = self._new()

    def turn(self, rest: str) -> None:
        """Begin to help, stop, or tell how to stop, as a command asks."""
        if vocabulary().canonical(rest) == "no":
            if self._coach is not None:
                self._coach.stop()
            self._say(_("The coach is off."))
            return
        coach = self._new() if self._coach is None else self._coach
        coach.resume()
        if self._keyboard.watcher.result is not None or not coach.is_on:
            self._say(_("A coach helps only in your first {most} turns.").format(most=WARNED))
            return
        self._coach = coach
        self._mattered = ""
        self._say(
            _(
                "The coach tells you what matters in your first turns and warns you before "
                "serious mistakes."
            ),
            _("To go on without the coach, type: coach no."),
        )

    # What it says

    async def go_on(self, lead_on: Callable[[], Awaitable[None]]) -> None:
        """Make the moves of the set-up, and say what matters; `lead_on` goes on after a move."""
        while (coach := self._here) is not None and self._keyboard.may_move:
            move = await coach.set_up()
            if move is None or not self._moves.attempt(partial(self._keyboard.seat.play, move)):
                break
            await lead_on()
        self.tell_remark()
        if (coach := self._here) is not None and self._keyboard.may_move:
            self._looking = asyncio.ensure_future(coach.look_ahead())
            # At home the loop stands still while a line is typed: begin before that.
            await (self._looking if coach.matter else asyncio.sleep(0))
            self._tell_matter(coach)
        self._tell_farewell()
        self.tell_tips()

    def tell_remark(self) -> None:
        """Say the set-up that was chosen, or praise for the last move, once."""
        coach = self._here
        if coach is not None and coach.remark is not self._remarked:
            self._remarked = coach.remark
            self._tell(*([] if coach.remark is None else [self._moves.told(coach.remark)]))

    def _tell_matter(self, coach: Coach) -> None:
        before, self._mattered = self._mattered, coach.matter
        if self._mattered not in ("", before):
            self._tell(self._mattered)

    def _tell_farewell(self) -> None:
        """Say once that help is over."""
        ended = None if self._coach is None else self._coach.farewell
        if self._here is not None:
            self._was_on = True
        elif ended is not None and self._was_on and self._keyboard.may_move:
            self._was_on = False
            self._tell(self._moves.told(ended))

    def tell_tips(self) -> None:
        """Say what to try next, once the game is over."""
        if self._coach is None or self._is_told_over or self._keyboard.watcher.result is None:
            return
        self._is_told_over = True
        self._say(*(labelled(_("Try next"), self._moves.told(tip)) for tip in self._coach.tips()))

    def _tell(self, *texts: str) -> None:
        self._say(*(labelled(_("Coach"), text) for text in texts))

    # What is asked of it

    async def advised(self) -> Sequence[Weighed]:
        """Return advice for the player: what the coach evaluates anyway, while there is one."""
        found = await (self._here or self._keyboard.seat).advised()
        self._hinted = found[0].advice.move
        return found

    async def holds(
        self,
        text: str,
        questions: Mapping[str, Callable[[str], object]],
        *,
        play: Callable[[], Awaitable[None]],
        hear: Callable[[str, None], Awaitable[None]],
    ) -> bool:
        """Look at a typed move that is about to be played; return whether a warning comes first.

        `questions` may be asked before it is answered. `play` then plays the move all the same;
        `hear` takes another that is typed instead.
        """
        move = self._moves.legal_move(text)
        objection = None if move is None else await self._objection(move)
        if move is None or objection is None:
            return False

        async def go_on(other: str) -> None:
            if other:
                await hear(other, None)
                return
            self._note(move, objection)
            await play()

        reasons = objection.reasons(self._moves.vocabulary, self._keyboard.people)
        here = self._conversation
        is_move = self._moves.is_meant
        here.push(CoachWarning(here, reasons, questions, is_move=is_move, go_on=go_on))
        return True

    async def _objection(self, move: Move) -> Objection | None:
        """Return the reasons against a move; if there are none, take note of the move."""
        coach, objection = self._here, None
        if coach is not None and coach.warns_of(move):
            weighing = asyncio.ensure_future(coach.objection(move))
            if not (await asyncio.wait([weighing], timeout=_SILENCE))[0]:
                self._say(_("The coach is evaluating your move …"))
            objection = await weighing
        if objection is None:
            self._note(move)
        return objection

    def _note(self, move: Move, objection: Objection | None = None) -> None:
        """Take note of a move that is played now, all the same if there is an objection."""
        if self._here is not None:
            self._here.note(move, objection, is_hinted=move == self._hinted)
        self._hinted = None


class CoachWarning(LineDialog):
    """A warning before a serious mistake; another move than the one it is about takes its place."""

    def __init__(
        self,
        conversation: Conversation,
        reasons: tuple[Sequence[str], Sequence[str]],
        questions: Mapping[str, Callable[[str], object]],
        *,
        is_move: Callable[[str], bool],
        go_on: Callable[[str], Awaitable[None]],
    ) -> None:
        """Make the dialog.

        `reasons` are told at once, and on request; `questions` may still be asked. `go_on` plays
        the move all the same, for an empty text, or another move that was typed.
        """
        self._conversation = conversation
        self._told, self._more = reasons
        self._questions = questions
        self._is_move = is_move
        self._go_on = go_on

    @property
    def question(self) -> str:
        """The question whether to play the move."""
        return _("Play it all the same? Type yes, no, why or another move.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The reasons, and questions about the table."""
        return {"why": self._why, **self._questions, "quit": self._leave}

    def words(self, text: str) -> Sequence[str]:
        """The answers."""
        return () if " " in text else [vocabulary().shown(word) for word in ("yes", "no")]

    def begin(self) -> None:
        """Say the reasons."""
        self._conversation.say(_("Coach: wait a moment"), *self._told)

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Play the move if the answer is yes, and go back to the table if it is no or empty."""
        if not line or _answers(line, "no"):
            await self._conversation.leave()
        elif _answers(line, "yes"):
            await self._conversation.leave()
            await self._go_on("")
        elif self._is_move(line):
            await self._conversation.leave()
            await self._go_on(line)
        elif asked is not None:
            await finished(self.commands[asked.command](asked.rest))
        else:
            self._conversation.say(not_understood(line))

    def _why(self, _rest: str) -> None:
        self._conversation.say(*(self._more or self._told))

    async def _leave(self, _rest: str) -> None:
        await self._conversation.leave()


def _answers(line: str, word: str) -> bool:
    """Check whether a line is a word or begins it, in English or in the reader's language."""
    return any(each.startswith(folded(line)) for each in (word, vocabulary().shown(word)))
