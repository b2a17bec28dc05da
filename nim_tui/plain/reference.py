"""Games, rules, lessons and settings in text mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nim_tui.lessons.lesson_file import lessons_of
from nim_tui.plain.conversation import Conversation
from nim_tui.plain.rules_reader import about
from nim_tui.plain.tables import lesson_dialog
from nim_tui.registry import all_games, game_named
from nim_tui.settings import Settings, called
from nim_tui.settings_page import offered, own_name
from rules.messages import N_, Refusal
from screens.app_api import Setting
from screens.game_intro import DIFFICULTIES
from screens.table.vocabulary import folded
from screens.text import _, capitalised, current_look, labelled, say_refusal, why

HEARD: Final = ("name", "language", "forced", "remarks", "plain")
"""The settings that affect text mode."""


class NoSuchSetting(Refusal):
    """There is no such setting, or no such value."""


def told_settings(settings: Settings, heard: Sequence[str]) -> list[str]:
    """Return lines on settings: each with its value, and the possible ones."""
    told = []
    for setting in (own_name(settings), *offered(settings, settings.sound)):
        if setting.id in heard:
            told.append(labelled(setting.name, _now(setting)))
            values = ", ".join(_labels(setting).values())
            if values and setting.id != "name":
                told.append(_("Values: {values}").format(values=values))
    return [*told, _("Type set, the name and the value.")]


def _labels(setting: Setting) -> dict[str, str]:
    """Return the labels of a setting's values."""
    return dict(zip(setting.values, setting.labels))


def _now(setting: Setting) -> str:
    """Return the label of the present value."""
    return _labels(setting).get(setting.value, setting.value) or _("none")


def change(settings: Settings, typed: str, heard: Sequence[str] = HEARD) -> None:
    """Set a typed NAME VALUE among some settings. Raises NoSuchSetting, UnsuitableSeat.

    Both may be typed as shown, or as in the settings file.
    """
    known = [one for one in (own_name(settings), *offered(settings, "")) if one.id in heard]
    words = [(word, one) for one in known for word in (one.id, folded(one.name))]
    for word, setting in sorted(words, key=lambda pair: -len(pair[0])):
        if folded(typed).startswith(f"{word} "):
            _set(settings, setting, typed[len(word) :].strip())
            return
    names = ", ".join(one.name for one in known)
    raise NoSuchSetting(N_("type set, one of these names and a value: {names}"), names=names)


def _set(settings: Settings, setting: Setting, typed: str) -> None:
    if setting.id == "name":
        settings.call_me(called(typed))
        return
    fit = [value for value, label in _labels(setting).items() if folded(typed) in
           (value, folded(label))]  # fmt: skip
    if not fit or not typed:
        raise NoSuchSetting(
            N_("{name} cannot be {value}"), name=setting.name, value=repr(typed[:40])
        )
    setattr(settings, setting.id, fit[0])
    if setting.id == "language" and fit[0]:
        current_look().language = fit[0]


class ReferenceCommands:
    """The commands that read rules, lessons and settings aloud."""

    def __init__(
        self,
        conversation: Conversation,
        settings: Settings,
        keep: Callable[[], None],
        heard: Sequence[str] = HEARD,
    ) -> None:
        """`heard` are the settings that can be set here, `keep` saves them."""
        self._conversation = conversation
        self._settings = settings
        self._keep = keep
        self._heard = heard

    @property
    def acts(self) -> Mapping[str, Callable[[str], object]]:
        """The action of each command."""
        return {
            "games": lambda _rest: self._games(), "learn": self._learn, "rules": self._rules,
            "settings": lambda _rest: self._conversation.say(
                *told_settings(self._settings, self._heard)
            ),
            "set": self._set,
        }  # fmt: skip

    def trying(self, act: Callable[[], None]) -> bool:
        """Run an action that may be refused; then say why and return False."""
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
        """Return the name of a game, from the start of its name or title; empty if none fits."""
        wanted = typed.casefold()
        for entry in all_games().values():
            words = (entry.name, entry.title.casefold())
            if wanted and any(word.startswith(wanted) for word in words):
                return entry.name
        names = ", ".join(all_games())
        if wanted:
            self._conversation.say(_("unknown game; choose one of: {names}").format(names=names))
        else:
            self._conversation.say(_("add a game: {names}").format(names=names))
        return ""

    def _games(self) -> None:
        """Say a few words about each game."""
        for entry in all_games().values():
            pitch = entry.intro.pitch
            if pitch is None:
                self._conversation.say(labelled(entry.name, entry.title))
                continue
            low, _dash, high = pitch.players.partition("-")
            players = _("{low} to {high}").format(low=low, high=high) if high else low
            about = _("{players} players, {minutes} minutes, {difficulty}").format(
                players=players, minutes=pitch.minutes,
                difficulty=_(DIFFICULTIES[pitch.difficulty - 1]),
            )  # fmt: skip
            head = labelled(entry.name, entry.title)
            self._conversation.say(f"{head}. {_(pitch.sentence)} {capitalised(about)}")

    def _rules(self, rest: str) -> None:
        first, _blank, word = rest.partition(" ")
        if game := self.game(first):
            entry = game_named(game)
            self._conversation.say(*about(entry.game, word.strip()))

    async def _learn(self, rest: str) -> None:
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
            self._conversation.say(_("Type learn {game} and a number.").format(game=game))
            return
        try:
            known = self._settings, self._keep
            dialog = lesson_dialog(self._conversation, game, number, *known)
        except Refusal as refusal:
            self._conversation.say(say_refusal(refusal))
            return
        self._conversation.push(dialog)
        await dialog.go_on()

    def _set(self, rest: str) -> None:
        if self.trying(lambda: change(self._settings, rest, self._heard)):
            self._keep()
            self._conversation.say(_("setting changed"))
