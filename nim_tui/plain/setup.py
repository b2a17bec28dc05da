"""Setting a table up by lines: who plays, then what is chosen."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from nim_tui.catalog import EASY, offer_named
from nim_tui.names import one_of
from nim_tui.open_table import new_table
from nim_tui.plain.commands import Asked
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.text import listed
from rules.messages import N_, Refusal
from rules.options import FromFile, OptionValue
from screens.home.option_effects import effect
from screens.text import _, in_words, labelled, say_refusal

if TYPE_CHECKING:
    from nim_tui.settings import Settings
    from nim_tui.tables.store import Store
    from nim_tui.tables.table import Table


class NoOption(Refusal):
    """There is no such option."""


class Setup:
    """Asks who plays, then for options, then opens the table."""

    def __init__(
        self,
        conversation: Conversation,
        store: Store,
        game: str,
        settings: Settings,
        opened: Callable[[Table], Awaitable[None]],
    ) -> None:
        self._conversation = conversation
        self._store = store
        self._offer = offer_named(game)
        self._settings = settings
        self._opened = opened
        self._seats: list[str] = []
        self._chosen: dict[str, OptionValue] = {}

    @property
    def is_passing(self) -> bool:
        """One person listens."""
        return False

    @property
    def commands(self) -> Mapping[str, Callable[[str], object]]:
        """What can be asked."""
        return {"what": lambda _rest: None, "quit": lambda _rest: None}

    def words(self, text: str) -> Sequence[str]:
        """Levels of bots, or options."""
        if self._seats:
            return [f"{option.name}=" for option in self._offer.game.options]
        return self._offer.bots

    @property
    def question(self) -> str:
        """Who plays, or what is chosen."""
        if self._seats:
            return _("Options? Say NAME=VALUE, or what, or press Enter to begin.")
        low, high = self._offer.game.seats[0], self._offer.game.seats[-1]
        count = f"{low}" if low == high else _("{low} to {high}").format(low=low, high=high)
        return _(
            "Who plays, {count} in all? Say names and bots, such as: Ana, easy."
            " Enter alone: you against easy bots."
        ).format(count=count)  # fmt: skip

    def begin(self) -> None:
        """Which game it is, and which bots there are."""
        levels = listed([_(level) for level in self._offer.bots])
        self._conversation.say(_("A new table of {game}. Bots: {levels}.").format(
            game=self._offer.title, levels=levels))  # fmt: skip

    async def hear(self, line: str, asked: Asked | None) -> None:
        """Seats, then options."""
        if asked is not None and asked.command == "quit":
            await self._conversation.leave()
            return
        if asked is not None:
            self._tell_options()
            return
        try:
            if not self._seats:
                self._take_seats(line)
            elif line:
                self._take_option(line)
            else:
                await self._begin()
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))

    def _take_seats(self, line: str) -> None:
        """Names and levels, parted by commas; too few are filled up with bots. Raises Refusal."""
        from nim_tui.open_table import checked_seat  # noqa: PLC0415
        from rules.contract import check_seats  # noqa: PLC0415

        offer = self._offer
        texts = [part.strip() for part in line.split(",") if part.strip()]
        own = self._settings.name or "You"
        seats = [self._seat(text) for text in texts] or [own]
        if all(seat.startswith("bot:") for seat in seats):
            seats.insert(0, own)
        level = EASY if EASY in offer.bots else offer.bots[0]
        seats += [f"bot:{level}"] * (offer.game.seats[0] - len(seats))
        check_seats(offer.game, len(seats))
        for seat in seats:
            checked_seat(offer.name, seat)
        self._seats = seats

    def _seat(self, typed: str) -> str:
        """A seat as it is typed elsewhere: a bot by its level alone, in either language."""
        word = typed.casefold()
        for level in self._offer.bots:
            if word in (level, _(level).casefold(), f"bot:{level}"):
                return f"bot:{level}"
        return typed

    def _tell_options(self) -> None:
        for option in self._offer.game.options:
            if isinstance(option, FromFile):
                continue
            now = self._chosen.get(option.name, option.default)
            text = effect(option.name, now) or _(option.meaning)
            self._conversation.say(labelled(f"{option.name}, {in_words(option.range_text)}", text))

    def _take_option(self, line: str) -> None:
        """NAME=VALUE. Raises Refusal."""
        known = {option.name: option for option in self._offer.game.options}
        name, value = re.split("[= ]", line, maxsplit=1) if re.search("[= ]", line) else (line, "")
        option = known.get(name.strip().casefold())
        if option is None or isinstance(option, FromFile):
            right = one_of(name, [n for n, o in known.items() if not isinstance(o, FromFile)])
            raise NoOption(
                N_("{game} has no option {name}; {right}"),
                game=self._offer.name, name=repr(name[:40]), right=right,
            )  # fmt: skip
        self._chosen[option.name] = option.read(value.strip().casefold())
        told = effect(option.name, self._chosen[option.name])
        self._conversation.say(told or labelled(option.name, value))

    async def _begin(self) -> None:
        table = new_table(self._store, self._offer.name, self._seats, self._chosen, None)
        await self._conversation.leave()
        await self._opened(table)

    async def close(self) -> None:
        """Nothing was opened."""
