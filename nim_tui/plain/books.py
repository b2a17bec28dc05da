"""What can be read and learnt wherever one is: games, their rules and lessons; and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from nim_tui.catalog import CATALOG, offer_named
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.settings import HEARD, change, told_settings
from nim_tui.plain.tables import lesson_dialog
from rules.messages import Refusal
from screens.home.game_intro import DIFFICULTIES, PITCHES
from screens.text import _, labelled, say_refusal, why

if TYPE_CHECKING:
    from nim_tui.settings import Settings


class Books:
    """Reads aloud what is asked for."""

    def __init__(
        self,
        conversation: Conversation,
        settings: Settings,
        keep: Callable[[], None],
        heard: Sequence[str] = HEARD,
    ) -> None:
        """`heard` are the settings that can be set here, `keep` writes them."""
        self._conversation = conversation
        self._settings = settings
        self._keep = keep
        self._heard = heard

    @property
    def acts(self) -> Mapping[str, Callable[[str], object]]:
        """What is done for each command."""
        return {
            "games": lambda _rest: self._games(), "learn": self._learn, "rules": self._rules,
            "settings": lambda _rest: self._conversation.say(
                *told_settings(self._settings, self._heard)
            ),
            "set": self._set,
        }  # fmt: skip

    def trying(self, act: Callable[[], None]) -> bool:
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

    def game(self, typed: str) -> str:
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
            head = labelled(offer.name, offer.title)
            about = about[:1].upper() + about[1:]
            self._conversation.say(f"{head}. {_(pitch.sentence)} {about}")

    def _rules(self, rest: str) -> None:
        from nim_tui.plain.rules import about  # noqa: PLC0415

        first, _blank, word = rest.partition(" ")
        if game := self.game(first):
            offer = offer_named(game)
            self._conversation.say(*about(offer.game, word.strip()))

    async def _learn(self, rest: str) -> None:
        from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

        first, _blank, typed = rest.partition(" ")
        game = self.game(first)
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
        if self.trying(lambda: change(self._settings, rest, self._heard)):
            self._keep()
            self._conversation.say(_("set"))
