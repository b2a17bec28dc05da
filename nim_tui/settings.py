"""The settings of one person: read, checked, kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nim_tui.names import UnsuitableSeat, clean_name
from rules.default_names import default_number, is_pronoun
from rules.messages import N_
from screens.text import GLYPH_SETS, LANGUAGES

THEMES: Final = ("sea", "light", "contrast", "mono")
PACES: Final = {"slow": 1.6, "normal": 0.7, "fast": 0.2, "off": 0.0}
"""Seconds between the moves of bots."""
FORCED: Final = ("made", "asked")
"""What becomes of moves that are no choice: they are made by themselves, or asked for."""
FRAMES: Final = {"slow": 0.16, "normal": 0.1, "fast": 0.05, "off": 0.0}
"""Seconds a frame of what moves on the boards, by the same pace."""
MOTIONS: Final = ("full", "reduced")
"""Whether pieces travel, or only glow where they come to."""
PLAIN: Final = ("auto", "always")
"""When one plays by lines: where there is no screen, or always."""
SOUNDS: Final = ("off", "turn", "all")
"""When the bell rings: never, when a game waits for one, or whatever others do."""
ONCE: Final = {"instant": "off"}
"""Paces by the names that older files have for them."""
MOST_KEYS: Final = 100
MOST_NAMES: Final = 8
MOST_LESSONS: Final = 40
MOST_GAMES: Final = 20
MOST_BYTES: Final = 65536
"""Of a file of settings."""


@dataclass(slots=True)
class Settings:
    """What a person set; every field has a sensible default."""

    language: str = ""
    """Empty: from the environment."""
    glyphs: str = "unicode"
    theme: str = "sea"
    pace: str = "normal"
    forced: str = "made"
    plain: str = "auto"
    motion: str = "full"
    sound: str = ""
    """Empty: as it is usual where one plays."""
    keys: dict[str, str] = field(default_factory=dict)
    name: str = ""
    """What whoever plays here is called; empty for one without a name."""
    names: list[str] = field(default_factory=list)
    """Others who played here, the last first."""
    games: list[str] = field(default_factory=list)
    """The games that were begun here, or learnt."""
    lessons: dict[str, int] = field(default_factory=dict)
    """How many steps of a lesson were taken, by game and number: `bataille/1`."""

    def remember(self, persons: Sequence[str]) -> bool:
        """Remember who sat at a table; whether that changed anything.

        The first is the own name while there is none. Who gave no name is not remembered.
        """
        before = self.name, [*self.names]
        named = [name for name in persons if default_number(name) is None]
        if named and not self.name:
            self.name = named[0]
        others = [name for name in named if name != self.name]
        rest = [name for name in self.names if name not in others and name != self.name]
        self.names = [*others, *rest][:MOST_NAMES]
        return before != (self.name, self.names)

    def note_game(self, game: str) -> bool:
        """Note that a game is known; whether that is new."""
        is_new = game not in self.games
        if is_new:
            self.games = [*self.games, game][-MOST_GAMES:]
        return is_new

    def call_me(self, name: str) -> None:
        """Change the own name for another that is known, or for none; the old one stays known."""
        known = [self.name, *self.names] if self.name else self.names
        self.name = name
        self.names = [other for other in known if other != name][:MOST_NAMES]

    def language_in(self, environment: Mapping[str, str]) -> str:
        """The language set, or that of LC_ALL, LC_MESSAGES, LANG."""
        return self.language or language_from(environment)

    @property
    def beat(self) -> float:
        """Seconds between the moves of bots."""
        return PACES[self.pace]

    @property
    def frame_time(self) -> float:
        """Seconds a frame of what moves on the boards; 0 where nothing does."""
        return FRAMES[self.pace] if self.motion == "full" else 0.0


def language_from(environment: Mapping[str, str]) -> str:
    """The language of a person's environment, if we speak it; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable, "")
        if value:
            code = value[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def checked(settings: Settings) -> Settings:
    """The settings themselves, whatever is unfit in them replaced by its default."""
    defaults = Settings()
    if settings.language not in ("", *LANGUAGES):
        settings.language = defaults.language
    if settings.glyphs not in GLYPH_SETS:
        settings.glyphs = defaults.glyphs
    if settings.theme not in THEMES:
        settings.theme = defaults.theme
    settings.pace = ONCE.get(settings.pace, settings.pace)
    if settings.pace not in PACES:
        settings.pace = defaults.pace
    if settings.forced not in FORCED:
        settings.forced = defaults.forced
    if settings.plain not in PLAIN:
        settings.plain = defaults.plain
    if settings.motion not in MOTIONS:
        settings.motion = defaults.motion
    if settings.sound not in ("", *SOUNDS):
        settings.sound = defaults.sound
    usable = {k: v for k, v in settings.keys.items() if len(k) < 40 and 0 < len(v) < 80}
    settings.keys = dict(list(usable.items())[:MOST_KEYS])
    settings.name = next(iter(_plain_names([settings.name])), "")
    others = (name for name in _plain_names(settings.names) if name != settings.name)
    settings.names = [*dict.fromkeys(others)][:MOST_NAMES]
    settings.games = [*dict.fromkeys(name for name in settings.games if len(name) < 40)]
    settings.games = settings.games[:MOST_GAMES]
    taken = {k: steps for k, steps in settings.lessons.items() if len(k) < 40 and steps > 0}
    settings.lessons = {k: min(steps, 99) for k, steps in list(taken.items())[:MOST_LESSONS]}
    return settings


def called(text: str) -> str:
    """A name one may be called by. Raises UnsuitableSeat."""
    name = clean_name(text)
    if not _is_name(name):
        raise UnsuitableSeat(N_("{name} stands for somebody without a name"), name=name)
    return name


def _plain_names(names: Sequence[str]) -> list[str]:
    """Those that could have been typed as names."""
    return [name for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    try:
        return clean_name(name) == name and default_number(name) is None and not is_pronoun(name)
    except UnsuitableSeat:
        return False
