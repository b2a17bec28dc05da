"""A person's settings: read, checked, written, imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, get_type_hints

from nim_tui.names import IN_UTF_16, MARK, UnsuitableSeat, clean_name, is_utf_16
from nim_tui.private_files import write_whole
from rules.messages import N_, Refusal, why
from screens.people import default_number, is_pronoun
from screens.text import GLYPH_SETS, LANGUAGES, _

THEMES: Final = ("sea", "light", "contrast", "mono")
PACES: Final = {"slow": 1.6, "normal": 0.7, "fast": 0.2, "off": 0.0}
"""Seconds between the moves of bots."""
FORCED: Final = ("made", "asked")
"""The values for forced moves: played automatically, or asked for."""
FRAMES: Final = {"slow": 0.16, "normal": 0.1, "fast": 0.05, "off": 0.0}
"""Seconds per animation frame, by pace."""
MOTIONS: Final = ("full", "reduced")
"""The values for animation: pieces move, or only their destination lights up."""
PLAIN: Final = ("auto", "always")
"""The values for text mode: where no screen is possible, or always."""
SOUNDS: Final = ("off", "turn", "all")
"""The values for the bell: never, at the player's turn, or at any move."""
TAPS: Final = ("two", "one")
"""The taps that choose a place or a move on a touch screen: the first of two only marks."""
REMARKS: Final = ("yes", "no")
"""The values for remarks of bots at the end of games."""
ONCE: Final = {"instant": "off"}
"""The present names of paces, by those in older files."""
MOST_KEYS: Final = 100
MOST_NAMES: Final = 8
MOST_LESSONS: Final = 40
MOST_GAMES: Final = 20
MOST_BYTES: Final = 65536
"""The largest settings file."""


@dataclass(slots=True)
class Settings:
    """The settings of a person; every field has a default."""

    language: str = ""
    """Empty: from the environment."""
    glyphs: str = "unicode"
    theme: str = "sea"
    pace: str = "normal"
    forced: str = "made"
    remarks: str = "yes"
    plain: str = "auto"
    motion: str = "full"
    taps: str = "two"
    sound: str = ""
    """Empty: the default of the terminal or server."""
    keys: dict[str, str] = field(default_factory=dict)
    name: str = ""
    """The player's name; empty for none."""
    names: list[str] = field(default_factory=list)
    """Other players' names used here, latest first."""
    games: list[str] = field(default_factory=list)
    """The games played or learnt here."""
    lessons: dict[str, int] = field(default_factory=dict)
    """The number of steps done in each lesson, keyed by game and number: `GAME/1`."""

    def remember(self, persons: Sequence[str]) -> bool:
        """Remember who sat at a table; return whether that changed anything.

        The first name becomes the player's own if there is none yet; unnamed players are skipped.
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
        """Note that a game is known; return whether that is new."""
        is_new = game not in self.games
        if is_new:
            self.games = [*self.games, game][-MOST_GAMES:]
        return is_new

    def call_me(self, name: str) -> None:
        """Change the player's own name to a known one, or to none; the old one stays known."""
        known = [self.name, *self.names] if self.name else self.names
        self.name = name
        self.names = [other for other in known if other != name][:MOST_NAMES]

    def language_in(self, environment: Mapping[str, str]) -> str:
        """Return the language set, or that of LC_ALL, LC_MESSAGES, LANG."""
        return self.language or language_from(environment)

    @property
    def beat(self) -> float:
        """Seconds between the moves of bots."""
        return PACES[self.pace]

    @property
    def frame_time(self) -> float:
        """Seconds per animation frame; 0 without animation."""
        return FRAMES[self.pace] if self.motion == "full" else 0.0


def language_from(environment: Mapping[str, str]) -> str:
    """Return the language of the environment, if there are texts in it; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable, "")
        if value:
            code = value[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def checked(settings: Settings) -> Settings:
    """Return the settings, with every invalid value replaced by its default."""
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
    if settings.remarks not in REMARKS:
        settings.remarks = defaults.remarks
    if settings.plain not in PLAIN:
        settings.plain = defaults.plain
    if settings.motion not in MOTIONS:
        settings.motion = defaults.motion
    if settings.taps not in TAPS:
        settings.taps = defaults.taps
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
    """Return the text as a valid name. Raises UnsuitableSeat."""
    name = clean_name(text)
    if not _is_name(name):
        raise UnsuitableSeat(N_("the name {name} is used for unnamed players"), name=name)
    return name


def _plain_names(names: Sequence[str]) -> list[str]:
    """Return the names that could have been typed."""
    return [name for name in names if _is_name(name)]


def _is_name(name: str) -> bool:
    try:
        return clean_name(name) == name and default_number(name) is None and not is_pronoun(name)
    except UnsuitableSeat:
        return False


_KNOWN: Final = frozenset(field.name for field in fields(Settings))
_KINDS: Final = get_type_hints(Settings)
UNSAVED: Final = N_("the settings were not saved: {why}")
MOST_COPIES: Final = 9
"""The most copies of unreadable files; then the last one is overwritten."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """The readable settings of a file, and the names of the unreadable ones."""

    settings: Settings
    unread: tuple[str, ...] = ()
    """The names of unreadable settings; one empty name if nothing could be read."""
    copy: Path | None = None
    """The copy of the original file, if something could not be read."""
    before: Settings = field(init=False)
    """The settings as they were read."""

    def __post_init__(self) -> None:
        """Note the settings, which may be changed."""
        object.__setattr__(self, "before", deepcopy(self.settings))

    def save(self, path: Path) -> None:
        """Save the settings; what only another program has changed meanwhile stays.

        Raises OSError.
        """
        others = self._now_in(path)
        own = {name: getattr(self.settings, name) for name in _KNOWN}
        changed = {k: v for k, v in own.items() if v != getattr(self.before, k)}
        lessons, learnt = self.settings.lessons, others.lessons
        changed["lessons"] = {
            key: max(lessons.get(key, 0), learnt.get(key, 0)) for key in {**learnt, **lessons}
        }
        save_settings(path, replace(others, **changed))

    def _now_in(self, path: Path) -> Settings:
        """Return the settings in the file now; those of here if it cannot be read."""
        try:
            with path.open("rb") as file:
                others, unread = settings_read(file.read(MOST_BYTES + 1))
        except OSError:
            return self.settings
        return self.settings if "" in unread else others

    def trouble(self, file: Path) -> str:
        """Return a line that names the unreadable settings and the copy; empty if all were read."""
        if not self.unread:
            return ""
        told = {"file": file.name, "names": ", ".join(self.unread)}
        if self.copy is None:
            said = _("some settings cannot be read ({names}), and {file} cannot be copied")
        elif "" in self.unread:
            said = _("the settings cannot be read; {file} was copied to {copy}")
        else:
            said = _("some settings cannot be read ({names}); {file} was copied to {copy}")
        return said.format(**told, copy=self.copy and self.copy.name)


def load_settings(path: Path) -> Settings:
    """Return the settings in a file; missing or invalid ones take their defaults."""
    return own_settings(path).settings


def settings_from(data: bytes) -> Settings:
    """Return the settings in JSON data; missing or invalid ones take their defaults."""
    return settings_read(data)[0]


def own_settings(path: Path) -> OwnSettings:
    """Return the settings in a file; a file with unreadable ones is copied, once."""
    if not path.exists():
        return OwnSettings(Settings())
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return OwnSettings(Settings(), ("",), _kept_beside(path, None))
    settings, unread = settings_read(data)
    return OwnSettings(settings, unread, _kept_beside(path, data) if unread else None)


def settings_read(data: bytes) -> tuple[Settings, tuple[str, ...]]:
    """Return the readable settings and the names of the others; one empty name if none are."""
    import msgspec  # noqa: PLC0415

    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        told = msgspec.json.decode(data.removeprefix(MARK), type=dict[str, object])
    except ValueError:  # msgspec's errors too
        return Settings(), ("",)
    read = {name: _fitting(told[name], kind) for name, kind in _KINDS.items() if name in told}
    kept = checked(Settings(**{name: value for name, value in read.items() if value is not None}))
    unread = [name[:40] for name in told if not _is_taken(name, told[name], kept)]
    return kept, tuple(unread)


def _fitting(value: object, kind: Any) -> Any:
    """Return a value of this type, or a list's items that are; None if nothing fits."""
    part: object = value
    if isinstance(value, dict):
        part = {name: item for name, item in value.items() if _fits({name: item}, kind)}
    elif isinstance(value, list):
        part = [item for item in value if _fits([item], kind)]
    return part if _fits(part, kind) else None


def _fits(value: object, kind: Any) -> bool:
    import msgspec  # noqa: PLC0415 - a fast first paint

    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _is_taken(name: str, value: object, kept: Settings) -> bool:
    """Whether a setting was read as written; values of pace have had other names."""
    is_old_pace = name == "pace" and str(value) in ONCE
    return name in _KNOWN and (getattr(kept, name) == value or is_old_pace)


def _kept_beside(path: Path, data: bytes | None) -> Path | None:
    """Copy a file that could not be read, unless there is an equal copy; return the copy."""
    import shutil  # noqa: PLC0415

    names = [path.with_suffix(".unread.json")]
    names += [path.with_suffix(f".unread-{number}.json") for number in range(2, MOST_COPIES + 1)]
    try:
        for copy in names:
            if not copy.exists():
                break
            if copy.read_bytes() == data:
                return copy
        shutil.copyfile(path, copy) if data is not None else path.rename(copy)
    except OSError:
        return None
    return copy


class UnsuitableSettings(Refusal):
    """A file without valid settings; the message says what is wrong."""


def read_foreign(path: Path) -> Settings:
    """Return the settings in a file from elsewhere. Raises UnsuitableSettings."""
    try:
        if path.exists() and not path.is_file():
            raise UnsuitableSettings(N_("not a file"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnsuitableSettings(N_("{why}"), why=why(error)) from error
    if len(data) > MOST_BYTES:
        raise UnsuitableSettings(N_("too long for a settings file"))
    return settings_in(data)


def settings_in(data: bytes) -> Settings:
    """Return the settings in JSON data. Raises UnsuitableSettings for anything invalid."""
    import msgspec  # noqa: PLC0415

    if is_utf_16(data):
        raise UnsuitableSettings(IN_UTF_16)
    try:
        told = msgspec.json.decode(data.removeprefix(MARK), type=dict[str, object])
        found = msgspec.convert(told, Settings)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UnsuitableSettings(N_("not a settings file: {why}"), why=str(error)[:80]) from error
    if strangers := sorted(set(told) - _KNOWN):
        raise UnsuitableSettings(N_("unknown setting {name}"), name=repr(strangers[0][:40]))
    kept = checked(replace(found, keys=dict(found.keys), names=list(found.names)))
    for name, value in asdict(kept).items():
        if name in told and value != told[name] and name != "pace":
            raise UnsuitableSettings(
                N_("{name} cannot be {value}"), value=repr(told[name])[:60], name=name
            )
    return kept


def written(settings: Settings) -> bytes:
    """Return settings as the content of their file."""
    import msgspec  # noqa: PLC0415

    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"


def save_settings(path: Path, settings: Settings) -> None:
    """Save the settings; the file is replaced whole, so a crash leaves the old or the new."""
    write_whole(path, written(settings))
