"""Files of settings: one's own, of which all that can be read is taken, and those of others."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, get_type_hints

from nim_tui.files import IN_UTF_16, MARK, is_utf_16
from nim_tui.private_files import write_whole
from nim_tui.settings import MOST_BYTES, ONCE, Settings, checked
from rules.messages import N_, Refusal, why
from screens.text import _

_KNOWN: Final = frozenset(field.name for field in fields(Settings))
_KINDS: Final = get_type_hints(Settings)
UNSAVED: Final = N_("the settings could not be saved: {why}")
MOST_COPIES: Final = 9
"""Of files that could not be read; then the last is written over."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What could be read of a person's own settings, and what is to be said of the rest."""

    settings: Settings
    unread: tuple[str, ...] = ()
    """The names of what could not be read; one empty name for a file of which nothing could."""
    copy: Path | None = None
    """The file as it was, where something could not be read."""

    def trouble(self, file: Path) -> str:
        """A line that names what could not be read, and the copy; nothing where all could be."""
        if not self.unread:
            return ""
        told = {"file": file.name, "names": ", ".join(self.unread)}
        if self.copy is None:
            said = _("not all settings can be read ({names}), nor can {file} be copied")
        elif "" in self.unread:
            said = _("the settings cannot be read; {file} is kept as {copy}")
        else:
            said = _("not all settings can be read ({names}); {file} is kept as {copy}")
        return said.format(**told, copy=self.copy and self.copy.name)


def load_settings(path: Path) -> Settings:
    """The settings kept in a file; what is missing or unfit takes its default."""
    return own_settings(path).settings


def settings_from(data: bytes) -> Settings:
    """The settings written so; what is missing or unfit takes its default."""
    return settings_read(data)[0]


def own_settings(path: Path) -> OwnSettings:
    """The settings kept in a file; a file of which not all can be read is copied, once."""
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
    """What can be read of settings, and the names of the others; an empty one if nothing can."""
    import msgspec  # noqa: PLC0415

    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        told = msgspec.json.decode(data.removeprefix(MARK), type=dict[str, object])
    except ValueError:  # of msgspec too
        return Settings(), ("",)
    read = {name: _fitting(told[name], kind) for name, kind in _KINDS.items() if name in told}
    kept = checked(Settings(**{name: value for name, value in read.items() if value is not None}))
    unread = [name[:40] for name in told if not _is_taken(name, told[name], kept)]
    return kept, tuple(unread)


def _fitting(value: object, kind: Any) -> Any:
    """The value if it is of a kind, else those of its items that are; None where it is none."""
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
    """Whether a setting is as it was written; paces have had other names."""
    is_old_pace = name == "pace" and str(value) in ONCE
    return name in _KNOWN and (getattr(kept, name) == value or is_old_pace)


def _kept_beside(path: Path, data: bytes | None) -> Path | None:
    """A copy of a file that could not be read, unless there is one alike already."""
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
    """A file holds no settings; the message says what is wrong."""


def read_foreign(path: Path) -> Settings:
    """The settings in a file from anywhere. Raises UnsuitableSettings."""
    try:
        if path.exists() and not path.is_file():
            raise UnsuitableSettings(N_("it is not a file"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnsuitableSettings(N_("{why}"), why=why(error)) from error
    if len(data) > MOST_BYTES:
        raise UnsuitableSettings(N_("it is too long for settings"))
    return settings_in(data)


def settings_in(data: bytes) -> Settings:
    """The settings written so. Raises UnsuitableSettings for anything that would not be kept."""
    import msgspec  # noqa: PLC0415

    if is_utf_16(data):
        raise UnsuitableSettings(IN_UTF_16)
    try:
        told = msgspec.json.decode(data.removeprefix(MARK), type=dict[str, object])
        found = msgspec.convert(told, Settings)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UnsuitableSettings(N_("it holds no settings: {why}"), why=str(error)[:80]) from error
    if strangers := sorted(set(told) - _KNOWN):
        raise UnsuitableSettings(N_("there is no setting {name}"), name=repr(strangers[0][:40]))
    kept = checked(replace(found, keys=dict(found.keys), names=list(found.names)))
    for name, value in asdict(kept).items():
        if name in told and value != told[name] and name != "pace":
            raise UnsuitableSettings(
                N_("{name} cannot be {value}"), value=repr(told[name])[:60], name=name
            )
    return kept


def written(settings: Settings) -> bytes:
    """Settings as their file has them."""
    import msgspec  # noqa: PLC0415

    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"


def save_settings(path: Path, settings: Settings) -> None:
    """Keep the settings; the file is replaced whole, so a crash leaves the old or the new."""
    import msgspec  # noqa: PLC0415

    write_whole(path, msgspec.json.format(msgspec.json.encode(settings), indent=2))
