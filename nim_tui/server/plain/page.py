"""The dialog of a page in text mode: its text, then its commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from nim_tui.plain.commands import CommandLine, helped, spelt, vocabulary
from nim_tui.plain.conversation import LineDialog, not_understood
from nim_tui.plain.text import either, listed, numbered
from nim_tui.server.chat.commands import CHAT_MEANINGS
from nim_tui.server.plain.visit import LineContext
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.page import AWAY, Action, Opens, Page, Row
from screens.table.vocabulary import folded
from screens.text import _, labelled, ngettext

MOST_TOLD: Final = 15
"""The most lines of a list said at once."""

Acts = Mapping[str, Callable[[str], object]]


class PageDialog(LineDialog):
    """The dialog of a page."""

    def __init__(self, visit: LineContext, page: PageCommands) -> None:
        self._visit = visit
        self._page = page
        talk = visit.chat(lambda: None)
        self._talk = {word: talk[word] for word in ("say", "chat", "people")}

    @property
    def question(self) -> str:
        """The title of the page, and its useful commands."""
        words = either([spelt(word) for word in (*self._page.usual, "help", "quit")])
        return _("{title}. Type {words}.").format(title=self._page.title, words=words)

    @property
    def commands(self) -> Acts:
        """The commands of the page, of the lobby chat, and for leaving.

        Those of the page come first: what is said in a conversation stays there.
        """
        own = self._page.acts
        talk = {word: act for word, act in self._talk.items() if word not in own}
        return {**own, **talk, "what": self._tell_commands, "quit": self._quit}

    @property
    def meanings(self) -> Mapping[str, str]:
        """The help texts of the commands of this page."""
        own = {
            "what": N_("what: the list of commands"), "quit": N_("quit: back"),
            **self._page.meanings,
        }  # fmt: skip
        return {**CHAT_MEANINGS, **own}

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Run a command."""
        if asked is not None:
            act = self.commands[asked.command]
            await self._visit.attempt(lambda: act(asked.rest))
        elif line:
            self._visit.say(not_understood(line))

    def _tell_commands(self, _rest: str) -> None:
        self._visit.say(*helped(self.commands, self.meanings))

    async def _quit(self, _rest: str) -> None:
        await self._visit.conversation.leave()


async def open_page(visit: LineContext, page: PageCommands) -> None:
    """Open the dialog of a page. Raises a Refusal, with nothing opened."""
    await page.open()
    visit.conversation.push(PageDialog(visit, page))


class ChoiceDialog(LineDialog):
    """A choice: asks for one of several things by number or word, and acts on it."""

    def __init__(
        self,
        visit: LineContext,
        asked: str,
        choices: Sequence[str],
        chosen: Callable[[str], Awaitable[None]],
    ) -> None:
        """`choices` are to be translated; Enter alone takes the first."""
        self._visit = visit
        self._asked = asked
        self._choices = choices
        self._chosen = chosen

    @property
    def question(self) -> str:
        """The question for one of the choices."""
        told = _("{question} Type a number, quit, or press Enter for {usual}.")
        return told.format(question=self._asked, usual=_(self._choices[0]))

    @property
    def commands(self) -> Acts:
        """The command to cancel."""
        return {"quit": lambda _rest: None}

    def words(self, text: str) -> Sequence[str]:
        """Return the choices."""
        return [_(choice) for choice in self._choices]

    def begin(self) -> None:
        """Say the choices by number."""
        for number, choice in enumerate(self._choices, start=1):
            self._visit.say(numbered(number, _(choice)))

    async def hear(self, line: str, asked: CommandLine | None) -> None:
        """Take a number or a word."""
        conversation, choice = self._visit.conversation, self._meant(line)
        if asked is not None:
            await conversation.leave()
        elif choice is None:
            self._visit.say(not_understood(line))
        else:
            await conversation.leave()
            await self._visit.attempt(lambda: self._chosen(choice))

    def _meant(self, line: str) -> str | None:
        if not line:
            return self._choices[0]
        number = number_in(line)
        if 1 <= number <= len(self._choices):
            return self._choices[number - 1]
        fit = [one for one in self._choices if folded(line) in (folded(one), folded(_(one)))]
        return fit[0] if fit else None


def number_in(text: str) -> int:
    """Return a typed number of bounded size; 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def without_yes(rest: str) -> tuple[str, bool]:
    """Return the text before a yes at the end, and whether there was one."""
    words = rest.split()
    sure = bool(words) and vocabulary().canonical(words[-1]) == "yes"
    return " ".join(words[:-1] if sure else words), sure


def one_named(rest: str, names: Sequence[str]) -> int:
    """Return the index of a list entry, by number or part of a name. Raises NotPossible.

    An empty text means the only entry.
    """
    number = number_in(rest)
    if 1 <= number <= len(names):
        return number - 1
    wanted = folded(rest)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        fit = [place for place, name in enumerate(names) if fits(folded(name), wanted)]
        if len(fit) == 1 and not number:
            return fit[0]
    raise NotPossible(N_("add a number or a name from the list"))


class PageCommands:
    """The commands of a page in text mode: list it, and run its actions."""

    def __init__(
        self,
        visit: LineContext,
        look: Callable[[], Awaitable[Page]],
        words: Sequence[str] = (),
        *,
        meanings: Mapping[str, str] = MappingProxyType({}),
        more: Acts = MappingProxyType({}),
        opens: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`look` returns the page, or raises a Refusal.

        `words` are those of its actions, `more` further commands, and `opens` opens another page
        that an action leads to.
        """
        self._opens = opens
        self._visit = visit
        self._look = look
        self._more = more
        self._words = words
        self.meanings = meanings
        self._page = Page("")

    @property
    def title(self) -> str:
        """The title of the page."""
        return self._page.title

    @property
    def usual(self) -> Sequence[str]:
        """The commands useful now."""
        return self._page.usual

    @property
    def acts(self) -> Acts:
        """The commands of the page."""
        about: Acts = {
            "terms": self._tell_terms, "log": self._tell_events, "rounds": self._tell_rounds,
        }  # fmt: skip
        return {
            "list": self.tell, **{word: about.get(word) or self.act(word) for word in self._words},
            **self._more,
        }  # fmt: skip

    async def look(self) -> Page:
        """Look the page up. Raises a Refusal."""
        self._page = await self._look()
        return self._page

    async def open(self) -> None:
        """Say the purpose of the page, and its rows if they are few. Raises a Refusal."""
        page = await self.look()
        self._visit.say(*page.intro.splitlines(), *page.lines)
        if not page.is_long:
            self._tell_rows(1)
        self._visit.say(*page.hints)

    async def tell(self, rest: str = "") -> None:
        """Say the rows from a number on, or a single named row in full. Raises a Refusal."""
        await self.look()
        self._tell(rest)

    def _tell(self, rest: str) -> None:
        page = self._page
        if rest and page.each:
            names = [*page.each]
            self._visit.say(*page.each[names[one_named(rest, names)]])
            return
        self._visit.say(*page.lines)
        if page.listed_by == "list":
            self._tell_rows(number_in(rest))
        self._visit.say(*page.hints)

    def _tell_rows(self, first: int) -> None:
        page, say = self._page, self._visit.say
        rows = _told(page)
        first = min(max(first, 1), max(len(rows), 1))
        for place, row in enumerate(rows[first - 1 :][:MOST_TOLD], start=first):
            told = numbered(place, row.told, is_typed=row.is_typed)
            say(told if page.is_numbered else row.told)
            self._visit.conversation.show(*filter(None, [row.copied]))
            say(*row.more)
        left = len(rows) - first + 1 - MOST_TOLD
        if left > 0:
            more = ngettext("{count} more", "{count} more", left)
            hint, word = _("{more}: type {word} {number}"), spelt(page.listed_by)
            say(hint.format(more=more, word=word, number=first + MOST_TOLD))
        if not rows:
            say(page.empty)

    async def _tell_rounds(self, rest: str) -> None:
        await self.look()
        self._tell_rows(number_in(rest))

    async def _tell_terms(self, _rest: str) -> None:
        self._visit.say(*(await self.look()).terms)

    async def _tell_events(self, _rest: str) -> None:
        page = await self.look()
        self._visit.say(*(labelled(*one) for one in page.events))
        if not page.events:
            self._visit.say(page.no_events)

    def act(self, word: str) -> Callable[[str], Awaitable[None]]:
        """Return the command of an action, which raises a Refusal."""

        async def do(rest: str) -> None:
            action, text, is_sure = _meant(await self.look(), word, rest)
            ask = action.ask
            if ask is not None and ask.choices:
                choosing = ChoiceDialog(
                    self._visit, ask.hint, ask.choices, lambda one: self._do(action, one)
                )
                self._visit.conversation.push(choosing)
            elif ask is not None and ask.missing is not None and not text:
                raise ask.missing
            elif action.confirm and not is_sure:
                self._visit.say(*action.confirm)
            else:
                await self._do(action, text)

        return do

    async def _do(self, action: Action, text: str) -> None:
        answer = await action.run(text)
        if isinstance(answer, Opens):
            await self._open(answer)
            return
        page = await self.look()
        said = answer if isinstance(answer, str) else action.said
        self._visit.say(said, *(page.hints if page.is_long else ()))
        if not said and not page.is_long:
            self._tell("")

    async def _open(self, opens: Opens) -> None:
        if self._opens is not None and opens is not AWAY:
            await self._opens(opens.of)
            await self.look()


def _told(page: Page) -> list[Row]:
    """Return the rows that text mode shows."""
    return [row for row in page.rows if row.told]


def _meant(page: Page, word: str, rest: str) -> tuple[Action, str, bool]:
    """Return the action of a word, the text for it, and whether it is confirmed.

    Raises NotPossible.
    """
    action = next((one for one in page.actions if one.word == word), None)
    if action is not None:
        return action, rest, without_yes(rest)[1]
    found = {row.id: one for row in page.rows for one in row.all_actions if one.word == word}
    named, is_sure = without_yes(rest)
    text = ""
    if any(one.ask is not None and not one.ask.choices for one in found.values()):
        named, _blank, text = rest.partition(" ")
    impossible = NotPossible(page.impossible or page.unclear)
    if not found:
        raise impossible
    row = _row_meant(page, named, found)
    if row.id not in found:
        raise impossible
    return found[row.id], text.strip(), is_sure


def _row_meant(page: Page, named: str, found: Mapping[str, Action]) -> Row:
    """Return the row of an id, a number or part of a name, or the only one. Raises NotPossible."""
    rows = [row for row in page.rows if row.id in found]
    told = _told(page) or page.rows
    unclear = NotPossible(page.unclear, names=listed(row.called for row in rows))
    named = named or (page.meant if page.meant in found else "")
    if not named:
        if len({found[row.id].same or row.id for row in rows}) > 1:
            raise unclear
        return rows[0]
    for place, row in enumerate(told, start=1):
        if named.casefold() == row.id or (page.is_numbered and number_in(named) == place):
            return row
    if number_in(named):
        raise unclear
    return told[one_named(named, [row.name for row in told])]
