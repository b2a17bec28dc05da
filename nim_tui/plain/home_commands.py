"""The home commands of text mode: new tables, saved games, records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from nim_tui.app.kept_tables import LocalKeptTables
from nim_tui.plain.commands import vocabulary
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.puzzle import PuzzleCommands
from nim_tui.plain.reference import ReferenceCommands
from nim_tui.plain.review import ReviewCommands
from nim_tui.plain.setup import LocalTableMaker, SetupDialog
from nim_tui.plain.tables import replay_dialog, table_dialog
from nim_tui.registry import all_games
from nim_tui.tables.open_table import again_from, kept_table, replayed_table, sound_record
from nim_tui.tables.store import settings_path
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Pool
from rules.messages import Refusal
from screens.home.kept_tables import (
    KeptTable,
    OpponentTally,
    can_go_on,
    ended,
    how_far,
    in_order,
    opponents,
    said,
)
from screens.people import shown_name
from screens.text import _, capitalised, labelled, ngettext, say_refusal

if TYPE_CHECKING:
    from nim_tui.plain.puzzle import PuzzleCommands
    from nim_tui.plain.review import ReviewCommands
    from nim_tui.settings import Settings
    from nim_tui.tables.store import Store

MOST_TOLD = 20


class HomeCommands:
    """The actions of home."""

    def __init__(
        self, conversation: Conversation, store: Store, settings: Settings, keep: Callable[[], None]
    ) -> None:
        self._conversation = conversation
        self._store = store
        self._settings = settings
        self._keep = keep
        self._books = ReferenceCommands(conversation, settings, keep)
        self._kept = LocalKeptTables(store, lambda: settings.name)
        self._listed: Sequence[KeptTable] | None = None
        self._reviews: ReviewCommands | None = None
        self._puzzles: PuzzleCommands | None = None
        self._pool: Pool | None = None

    @property
    def acts(self) -> Mapping[str, Callable[[str], object]]:
        """The action of each command."""
        return {
            **self._books.acts, "new": self._new, "saved": self._saved,
            "continue": self._continue, "replay": self._replay, "review": self._review,
            "results": self._results, "delete": self._delete, "puzzle": self._puzzle,
        }  # fmt: skip

    # Tables

    def _new(self, rest: str) -> None:
        if game := self._books.game(rest):
            opener = LocalTableMaker(
                self._conversation, self._store, self._settings, self._sit_down
            )
            is_first = game not in self._settings.games
            setup = SetupDialog(self._conversation, game, opener, is_first=is_first)
            self._conversation.push(setup)

    async def _sit_down(self, table: Table, is_coached: bool = False) -> None:
        self._listed = None
        names = [seat.name for seat in table.seats if seat.bot is None]
        is_new = self._settings.note_game(table.game.name)
        if self._settings.remember(names) or is_new:
            self._keep()
        dialog = table_dialog(self._conversation, table, self._settings, self._thinker())
        if is_coached and dialog.coach is not None:
            dialog.coach.begin()
        self._conversation.push(dialog)
        await dialog.go_on()

    def _thinker(self) -> Pool:
        if self._pool is None:
            self._pool = Pool(1)
        return self._pool

    def _tables(self) -> Sequence[KeptTable]:
        """Return the saved tables in the order of their numbers: those to continue first."""
        if self._listed is None:
            self._listed = in_order(self._kept.read().tables)
        return self._listed

    def _saved(self, rest: str) -> None:
        self._listed = None
        tables = self._tables()
        if not tables:
            self._conversation.say(_("no saved games yet"))
        for number, table in enumerate(tables[:MOST_TOLD], start=1):
            self._conversation.say(f"{number}. {_described(table)}")
        if len(tables) > MOST_TOLD:
            left = len(tables) - MOST_TOLD
            self._conversation.say(ngettext("{count} more", "{count} more", left))

    def _numbered(self, rest: str) -> KeptTable | None:
        """Return the saved game of a number; the first one without a number."""
        tables = self._tables()
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 0
        if not rest and tables:
            return tables[0]
        if 1 <= number <= len(tables):
            return tables[number - 1]
        self._conversation.say(_("no game has that number; type saved for the list"))
        return None

    async def _continue(self, rest: str) -> None:
        table = self._numbered(rest)
        if table is None:
            return
        if not can_go_on(table):
            self._conversation.say(_("that game is over or cannot be read; type replay"))
            return
        try:
            opened, was_cut = kept_table(self._store, table.id)
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
            return
        if was_cut:
            self._conversation.say(
                _("The last line of the game record was incomplete: make that move again.")
            )
        await self._sit_down(opened)

    def _replay(self, rest: str) -> None:
        table = self._numbered(rest)
        if table is None:
            return

        def show() -> None:
            header, lines = sound_record(self._store, table.id)

            async def try_again(position: int, seat: int | None) -> None:
                await self._sit_down(again_from(self._store, header, lines, position, seat))

            own = header.only_person
            self._conversation.push(
                replay_dialog(self._conversation, header, lines, own, try_again)
            )

        self._books.trying(show)

    async def _review(self, rest: str) -> None:
        table = self._numbered(rest)
        if table is None:
            return
        if self._reviews is None:
            self._reviews = ReviewCommands(self._conversation)
        try:
            kept = replayed_table(self._store, table.id)
            await self._reviews.tell(kept, self._store.path_of(table.id))
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))

    def _results(self, rest: str) -> None:
        """Say how games ended by opponent, and what reviews found over them."""
        shelved = self._kept.read()
        told: list[str] = []
        for entry in all_games().values():
            tallies = shelved.tallies.get(entry.name, ())
            told += [labelled(entry.title, _result(one)) for one in tallies]
            found = [text for trend in shelved.trends.get(entry.name, ()) for text in trend.told]
            told += [capitalised(text) + "." for text in found]
        self._conversation.say(*told or [_("no game finished yet")])

    def _delete(self, rest: str) -> None:
        number, _blank, sure = rest.partition(" ")
        table = self._numbered(number) if number else None
        if table is None:
            return
        if vocabulary().canonical(sure) != "yes":
            text = _("To delete game {number}, {game}, type: delete {number} yes.")
            self._conversation.say(text.format(number=number, game=_described(table)))
        elif self._books.trying(lambda: self._kept.delete(table.id)):
            self._listed = None
            self._conversation.say(_("deleted"))

    def _puzzle(self, rest: str) -> None:
        """Begin the next puzzle of a game, or of any game; or the daily one."""
        day = date.today() if vocabulary().canonical(rest) == "day" else None
        game = self._books.game(rest) if rest and day is None else ""
        if game or day is not None or not rest:
            self._books.trying(lambda: self.puzzles.start(game, day))

    @property
    def puzzles(self) -> PuzzleCommands:
        """The commands of puzzles, made at first use."""
        if self._puzzles is None:
            path = settings_path().with_name("puzzles.json")
            self._puzzles = PuzzleCommands(self._conversation, path)
        return self._puzzles

    async def close(self) -> None:
        """Save the settings, and stop all bots and reviews."""
        self._keep()
        if self._pool is not None:
            await self._pool.close()
        if self._reviews is not None:
            await self._reviews.close()


def _result(one: OpponentTally) -> str:
    text = _("against {name}: won {won}, drawn {drawn}, lost {lost}")
    name = shown_name(one.opponent, one.opponent if one.is_bot else None)
    return text.format(name=name, won=one.won, drawn=one.drawn, lost=one.lost)


def _described(table: KeptTable) -> str:
    if table.trouble is not None and not table.title:
        return _("cannot be read: {why}").format(why=say_refusal(table.trouble))
    state = ended(table) if table.result is not None else ""
    if not state and table.people.reader in table.waiting:
        state = _("your turn")
    when = said(table.played, datetime.now())
    parts = (table.title, opponents(table), how_far(table), state, when)
    return ", ".join(part for part in parts if part)
