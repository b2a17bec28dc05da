"""The review of a game in text mode: computed elsewhere, then told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from nim_tui.bots.levels import people_of
from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import LineDialog, not_understood
from nim_tui.plain.replay import TryAgain
from nim_tui.plain.review import told
from nim_tui.registry import game_named
from nim_tui.review.service import ReviewService
from nim_tui.review.words import group_names, sayings
from nim_tui.server.plain.visit import LineContext
from nim_tui.server.play.reviews import OpenedReview
from rules.messages import N_
from screens.app_api import NotPossible
from screens.text import _, say_refusal

_MEANINGS: Final = MappingProxyType({"try": N_("try N: play on from move N, against bots")})


class ReviewTalk(LineDialog):
    """The dialog of a review: waits for it, and may be left meanwhile."""

    def __init__(
        self,
        visit: LineContext,
        service: ReviewService,
        found: OpenedReview,
        path: Path,
        try_again: TryAgain,
    ) -> None:
        """Start the review. Raises NotPossible."""
        entry = game_named(found.header.game)
        judge = entry.judge
        if judge is None:
            raise NotPossible(N_("no bot can evaluate {game}"), game=entry.title)
        self._visit = visit
        self._found = found
        self._try_again = try_again
        self._entry = entry
        self._judge = judge
        self._work = service.look_at(found.told, judge, path)
        self._is_told = False
        self._waiting = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while not self._work.is_over:
            await self._work.changed()
        self._visit.wake()

    @property
    def question(self) -> str:
        """The progress of the review, and the commands."""
        if not self._work.is_over:
            return _("The review is running. Wait, or type quit.")
        return _("End of the review. Type again, quit, or try and the number of a move.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands to try again, and to leave."""
        leave = self._visit.conversation.leave
        known: dict[str, Callable[[str], object]] = {
            "quit": lambda _rest: leave(), "leave": lambda _rest: leave(),
        }  # fmt: skip
        return {"try": self._try, **known} if self._work.review is not None else known

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help text of the command that tries a position again."""
        return _MEANINGS

    async def tell(self) -> None:
        """Say the findings, once."""
        if not self._work.is_over or self._is_told:
            return
        self._is_told = True
        header = self._found.header
        if self._work.trouble is not None:
            self._visit.say(say_refusal(self._work.trouble))
        elif self._work.review is not None:
            people = people_of(header, self._found.own)
            words = self._entry.teller.vocabulary, sayings(self._found.told, people)
            groups = group_names(self._judge)
            self._visit.say(*told(self._work.review, people, *words, groups))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Try again, leave, or say the progress."""
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
            return
        if line:
            self._visit.say(not_understood(line))
        if not self._work.is_over:
            done, of = self._work.progress
            self._visit.say(_("review: {done} of {of} done").format(done=done, of=of))

    async def _try(self, rest: str) -> None:
        """Play on from a position with another move, at a new table. Raises a Refusal."""
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
        if not number:
            raise NotPossible(N_("add the number of a move"))
        await self._try_again(number - 1, self._found.own)

    async def close(self) -> None:
        """Leave the review to other readers."""
        self._waiting.cancel()
        self._work.leave()
