"""What home offers: games, what is kept, lessons, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from nim_tui.catalog import CATALOG, offer_named
from nim_tui.kept_tables import LocalKeptTables
from nim_tui.open_table import kept_table, sound_record
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.settings import change, told_settings
from nim_tui.plain.setup import Setup
from nim_tui.plain.tables import lesson_dialog, replay_dialog, table_dialog
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Pool
from rules.messages import Refusal
from screens.home.dates import said
from screens.home.kept_table import KeptTable
from screens.home.kept_words import can_go_on, ended, how_far, in_order, opponents
from screens.home.pitch import DIFFICULTIES, PITCHES
from screens.text import _, labelled, ngettext, say_refusal, why

if TYPE_CHECKING:
    from nim_tui.plain.review import Reviews
    from nim_tui.settings import Settings
    from nim_tui.tables.store import Store

MOST_TOLD = 20


class Shelf:
    """Does what home is asked."""

    def __init__(
        self, conversation: Conversation, store: Store, settings: Settings, keep: Callable[[], None]
    ) -> None:
        self._conversation = conversation
        self._store = store
        self._settings = settings
        self._keep = keep
        self._kept = LocalKeptTables(store, lambda: settings.name)
        self._listed: Sequence[KeptTable] | None = None
        self._reviews: Reviews | None = None
        self._pool: Pool | None = None

    @property
    def acts(self) -> Mapping[str, Callable[[str], object]]:
        """What is done for each command."""
        return {
            "games": lambda _rest: self._games(), "new": self._new, "saved": self._saved,
            "continue": self._continue, "replay": self._replay, "review": self._review,
            "delete": self._delete, "learn": self._learn, "rules": self._rules,
            "settings": lambda _rest: self._conversation.say(*told_settings(self._settings)),
            "set": self._set,
        }  # fmt: skip

    def _games(self) -> None:
        """What each game is about."""
        for offer in CATALOG.values():
            pitch = PITCHES.get(offer.name)
            if pitch is None:
                self._conversation.say(labelled(offer.name, offer.title))
                continue
            about = _("players: {players}, minutes: {minutes}, {difficulty}").format(
                players=pitch.players.replace("-", _(" to ")), minutes=pitch.minutes,
                difficulty=_(DIFFICULTIES[pitch.difficulty - 1]),
            )  # fmt: skip
            self._conversation.say(
                f"{labelled(offer.name, offer.title)}. {_(pitch.sentence)} {about}"
            )

    def _trying(self, act: Callable[[], None]) -> bool:
        """Do something that may be refused; then say why."""
        try:
            act()
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
            return False
        except OSError as error:
            self._conversation.say(why(error))
            return False
        return True

    def _game(self, typed: str) -> str:
        """The name of a game, by any beginning of it, or of its title; nothing if it is none."""
        wanted = typed.casefold()
        for offer in CATALOG.values():
            words = (offer.name, offer.title.casefold())
            if wanted and any(word.startswith(wanted) for word in words):
                return offer.name
        names = ", ".join(CATALOG)
        if wanted:
            self._conversation.say(
                _("there is no such game; say one of these: {names}").format(names=names)
            )
        else:
            self._conversation.say(_("say a game after it: {names}").format(names=names))
        return ""

    def _rules(self, rest: str) -> None:
        from nim_tui.plain.rules import about  # noqa: PLC0415

        first, _blank, word = rest.partition(" ")
        if game := self._game(first):
            offer = offer_named(game)
            self._conversation.say(*about(offer.game, word.strip(), offer.teller.vocabulary))

    # Tables

    def _new(self, rest: str) -> None:
        if game := self._game(rest):
            self._conversation.push(
                Setup(self._conversation, self._store, game, self._settings, self._sit_down)
            )

    async def _sit_down(self, table: Table) -> None:
        """Sit down at a table that is kept."""
        self._listed = None
        names = [seat.name for seat in table.seats if seat.bot is None]
        is_new = self._settings.note_game(table.game.name)
        if self._settings.remember(names) or is_new:
            self._keep()
        dialog = table_dialog(self._conversation, table, self._settings, self._thinker())
        self._conversation.push(dialog)
        await dialog.go_on()

    def _thinker(self) -> Pool:
        if self._pool is None:
            self._pool = Pool(1)
        return self._pool

    def _tables(self) -> Sequence[KeptTable]:
        """What is kept, in the order it is numbered: those to go on with first."""
        if self._listed is None:
            self._listed = in_order(self._kept.read().tables)
        return self._listed

    def _saved(self, rest: str) -> None:
        self._listed = None
        tables = self._tables()
        if not tables:
            self._conversation.say(_("nothing is kept yet"))
        for number, table in enumerate(tables[:MOST_TOLD], start=1):
            self._conversation.say(f"{number}. {_described(table)}")
        if len(tables) > MOST_TOLD:
            left = len(tables) - MOST_TOLD
            self._conversation.say(ngettext("{count} more", "{count} more", left))

    def _numbered(self, rest: str) -> KeptTable | None:
        """The kept game of a number; the first where none is said."""
        tables = self._tables()
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 0
        if not rest and tables:
            return tables[0]
        if 1 <= number <= len(tables):
            return tables[number - 1]
        self._conversation.say(_("there is no such game; say saved to hear them by number"))
        return None

    async def _continue(self, rest: str) -> None:
        table = self._numbered(rest)
        if table is None:
            return
        if not can_go_on(table):
            self._conversation.say(_("that game is over, or cannot be read; say replay"))
            return
        try:
            opened, was_cut = kept_table(self._store, table.id)
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
            return
        if was_cut:
            self._conversation.say(_("The record's last line was cut off: make that move again."))
        await self._sit_down(opened)

    def _replay(self, rest: str) -> None:
        table = self._numbered(rest)
        if table is None:
            return

        def show() -> None:
            header, lines = sound_record(self._store, table.id)
            self._conversation.push(
                replay_dialog(self._conversation, header, lines, header.only_person)
            )

        self._trying(show)

    async def _review(self, rest: str) -> None:
        from nim_tui.plain.review import Reviews  # noqa: PLC0415

        table = self._numbered(rest)
        if table is None:
            return
        if table.result is None:
            self._conversation.say(_("only a game that is over can be reviewed"))
            return
        if self._reviews is None:
            self._reviews = Reviews(self._conversation)
        try:
            header, lines = sound_record(self._store, table.id)
            await self._reviews.tell(header, lines, self._store.path_of(table.id))
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))

    def _delete(self, rest: str) -> None:
        from nim_tui.plain.commands import vocabulary  # noqa: PLC0415

        number, _blank, sure = rest.partition(" ")
        table = self._numbered(number) if number else None
        if table is None:
            return
        if vocabulary().canonical(sure) != "yes":
            text = _("To delete game {number}, {game}, say: delete {number} yes.")
            self._conversation.say(text.format(number=number, game=_described(table)))
        elif self._trying(lambda: self._kept.delete(table.id)):
            self._listed = None
            self._conversation.say(_("deleted"))

    # Lessons and settings

    async def _learn(self, rest: str) -> None:
        from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

        first, _blank, typed = rest.partition(" ")
        game = self._game(first)
        if not game:
            return
        written = lessons_of(game)
        number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 3 else 0
        if not number:
            for place, lesson in enumerate(written, start=1):
                self._conversation.say(
                    f"{place}. {labelled(str(lesson.title), str(lesson.summary))}"
                )
            self._conversation.say(_("Say learn {game} and a number.").format(game=game))
            return
        try:
            dialog = lesson_dialog(self._conversation, game, number, self._settings)
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
            return
        self._conversation.push(dialog)
        await dialog.go_on()

    def _set(self, rest: str) -> None:
        if self._trying(lambda: change(self._settings, rest)):
            self._keep()
            self._conversation.say(_("set"))

    async def close(self) -> None:
        """Nothing is thought about any more."""
        self._keep()
        if self._pool is not None:
            await self._pool.close()
        if self._reviews is not None:
            await self._reviews.close()


def _described(table: KeptTable) -> str:
    """A kept game in a line."""
    if table.trouble is not None and not table.title:
        return _("cannot be read: {why}").format(why=say_refusal(table.trouble))
    state = ended(table) if table.result is not None else ""
    if not state and table.people.reader in table.waiting:
        state = _("your turn")
    when = said(table.played, datetime.now())
    parts = (table.title, opponents(table).replace("×", ""), how_far(table), state, when)
    return ", ".join(part for part in parts if part)
