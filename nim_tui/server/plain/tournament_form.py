"""A new tournament by lines: what it is like, changed value by value, then set up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from nim_tui.names import one_of
from nim_tui.plain.commands import CommandLine
from nim_tui.plain.conversation import LineDialog
from nim_tui.plain.rules_reader import about
from nim_tui.plain.text import either, listed
from nim_tui.registry import all_games, game_named
from nim_tui.server.contests.tournament_actions import TournamentActions
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import GameInfo, NotPossible
from screens.lobby.tournament_form import GAME, LONGEST_TITLE, MEANINGS, TITLE, DraftLines
from screens.table.vocabulary import folded
from screens.text import _, labelled


class TournamentForm(LineDialog):
    """Asks for values, until Enter alone sets it up."""

    def __init__(
        self,
        visit: LineContext,
        tournaments: TournamentActions,
        game: str,
        open_one: Callable[[str], Awaitable[None]],
    ) -> None:
        """`open_one` talks about the tournament that was made."""
        self._visit = visit
        self._tournaments = tournaments
        self._open_one = open_one
        offers = [
            GameInfo(one.name, one.title, tuple(one.bots), one.usual)
            for one in all_games().values()
        ]
        self._lines = DraftLines(tournaments, offers, lambda one: all_games()[one].game.options)
        self._lines.put(GAME, game)

    @property
    def question(self) -> str:
        """The prompt of the form."""
        return _("Options? Say NAME=VALUE, what, quit, or press Enter to set it up.")

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """The commands for the choices and the rules, and for leaving the form."""
        leave = self._visit.conversation.leave
        return {
            "what": lambda _rest: self._tell_options(), "rules": self._rules,
            "quit": lambda _rest: leave(),
        }  # fmt: skip

    def words(self, text: str) -> Sequence[str]:
        """The names of what can be chosen."""
        return [f"{name}=" for name in self._names().values()]

    def begin(self) -> None:
        """Tell the game and the terms chosen so far."""
        told = _("A new tournament of {game}.").format(game=self._lines.game.title)
        values = [
            labelled(name[:1].lower() + name[1:], self._lines.value(line))
            for line, name in self._chosen().items()
        ]
        self._visit.say(told, ", ".join(values))

    def _names(self) -> dict[str, str]:
        """All lines that something can be said of."""
        return {TITLE: _("title"), **self._chosen()}

    def _chosen(self) -> dict[str, str]:
        return {line: name for line, name in self._lines.names().items() if line != GAME}

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """A value, a question, or that it is to be set up."""
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif line:
            await self._visit.attempt(lambda: self._take(line))
        else:
            await self._visit.attempt(self._set_up)

    def _rules(self, rest: str) -> None:
        self._visit.say(*about(game_named(self._lines.game.name).game, rest))

    def _tell_options(self) -> None:
        self._visit.say(labelled(_("title"), _(MEANINGS[TITLE]).partition(".")[0]))
        for line, name in self._chosen().items():
            values = either([self._lines.told(line, one) for one in self._lines.choices(line)])
            told = _("{name}, now {value}").format(name=name, value=self._lines.value(line))
            self._visit.say(labelled(told, values))

    def _take(self, text: str) -> None:
        """NAME=VALUE, or NAME VALUE. Raises NotPossible."""
        line, value = self._line_in(text)
        if line == TITLE:
            self._lines.title = value[:LONGEST_TITLE]
            self._visit.say(labelled(_("title"), self._lines.title))
            return
        choices = self._lines.choices(line)
        wanted = folded(value)
        known = {folded(word): one for one in choices for word in (str(one), self._told(line, one))}
        if wanted not in known:
            values, name = listed(self._told(line, one) for one in choices), self._names()[line]
            raise NotPossible(N_("{name} can be: {values}"), name=name, values=values)
        self._lines.put(line, known[wanted])
        self._visit.say(labelled(self._names()[line], self._lines.value(line)))

    def _told(self, line: str, value: str | int) -> str:
        return self._lines.told(line, value)

    def _line_in(self, text: str) -> tuple[str, str]:
        """Which line is meant, and the value for it. Raises NotPossible."""
        first, sign, value = text.partition("=")
        for line, name in self._names().items():
            for word in (line, name):
                if sign and folded(first.strip()) == folded(word):
                    return line, value.strip()
                if not sign and folded(text).startswith(f"{folded(word)} "):
                    return line, text[len(word) :].strip()
        names = list(self._names().values())
        mistyped = first if sign else text.partition(" ")[0]
        raise NotPossible(
            N_("there is nothing called {name} here; {right}"),
            name=repr(mistyped[:40]), right=one_of(mistyped, names),
        )  # fmt: skip

    async def _set_up(self) -> None:
        made = await self._tournaments.set_up(self._lines.draft())
        await self._visit.conversation.leave()
        await self._open_one(made)
