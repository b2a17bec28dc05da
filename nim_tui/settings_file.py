"""Settings that come from elsewhere as a file: bounded, and checked before any of them is taken."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Final

import msgspec

from nim_tui.settings import MOST_BYTES, Settings, checked
from rules.messages import N_, Refusal, why

_KNOWN: Final = frozenset(field.name for field in fields(Settings))


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
    try:
        told = msgspec.json.decode(data, type=dict[str, object])
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
    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"
