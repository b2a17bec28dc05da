"""The settings of a server: gathered from the command line and a file, checked, written as TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import Field, dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from nim_tui.names import printable
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.identity import IdentityConfig
from nim_tui.server.settings.kinds import SettingKind, WrongValue, kind_of
from nim_tui.server.settings.sections import (
    CLOSED,
    OPEN,
    ContestConfig,
    Limits,
    LobbyLimits,
    NotificationConfig,
    Serving,
    SignUpConfig,
    WorkerLimits,
)
from rules.messages import N_, Phrase, Refusal, why
from screens.text import _, in_words, labelled, say_refusal

MOST_BYTES: Final = 256 * 1024
"""The largest settings file."""

BY_DEFAULT: Final = Phrase(N_("default"), {})
ON_THE_LINE: Final = Phrase(N_("from the command line"), {})
FROM_OTHERS: Final = Phrase(N_("derived from sessions and signing_in"), {})

_NEVER_ABOVE: Final = (
    ("smallest_size", "largest_size"),
    ("paused_bytes", "waiting_bytes"),
    ("signing_in_freely", "signing_in"),
    ("long_reads", "long_reads_waiting"),
)
"""Pairs of settings; the first must not be larger than the second."""


P = TypeVar(
    "P",
    Serving,
    WebConfig,
    SignUpConfig,
    Limits,
    LobbyLimits,
    ContestConfig,
    WorkerLimits,
    NotificationConfig,
    IdentityConfig,
)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """All settings of a server, named by fields; each is in one section only."""

    serving: Serving = Serving()  # noqa: RUF009 - frozen values
    browsers: WebConfig = WebConfig()  # noqa: RUF009
    newcomers: SignUpConfig = SignUpConfig()  # noqa: RUF009
    limits: Limits = Limits()  # noqa: RUF009
    lobby: LobbyLimits = LobbyLimits()  # noqa: RUF009
    contests: ContestConfig = ContestConfig()  # noqa: RUF009
    work: WorkerLimits = WorkerLimits()  # noqa: RUF009
    notices: NotificationConfig = NotificationConfig()  # noqa: RUF009
    identity: IdentityConfig = IdentityConfig()  # noqa: RUF009


PARTS: Final[Mapping[str, Phrase]] = {
    "serving": Phrase(N_("Addresses, data and sign-up"), {}),
    "browsers": Phrase(N_("Browser access"), {}),
    "newcomers": Phrase(N_("Sign-up and names"), {}),
    "limits": Phrase(N_("Limits"), {}),
    "lobby": Phrase(N_("Lobby and tables"), {}),
    "contests": Phrase(N_("Ladders and tournaments"), {}),
    "work": Phrase(N_("Resources of the machine"), {}),
    "notices": Phrase(N_("Notifications"), {}),
    "identity": Phrase(N_("Name and texts of the server"), {}),
}


class UnusableSettings(Refusal):
    """The settings cannot be used; the message says why, and what is valid."""


@dataclass(frozen=True, slots=True)
class SettingsWithOrigin:
    """The settings, with the source of each."""

    settings: ServerSettings
    origins: Mapping[str, Phrase]


def every_setting() -> Iterator[tuple[str, Field[Any], SettingKind]]:
    """Yield the section, the field and the kind of each setting, in display order."""
    for part in fields(ServerSettings):
        for own in fields(part.default):  # type: ignore[arg-type]
            yield part.name, own, kind_of(own)


def gathered(file: Path | None, line: Mapping[str, object]) -> SettingsWithOrigin:
    """Return the settings of a command `line`, over those of a file, over the defaults.

    Raises UnusableSettings.
    """
    given = {} if file is None else read_file(file)
    origin = Phrase(N_("from {file}"), {"file": printable(str(file), 200)})
    origins = dict.fromkeys(given, origin) | dict.fromkeys(line, ON_THE_LINE)
    values = {**given, **line}
    settings = ServerSettings(
        _filled(Serving(), values),
        _filled(WebConfig(), values),
        _filled(SignUpConfig(), values),
        _filled(Limits(), values),
        _filled(LobbyLimits(), values),
        _filled(ContestConfig(), values),
        _filled(WorkerLimits(), values),
        _filled(NotificationConfig(), values),
        _filled(IdentityConfig(), values),
    )
    if "connections" not in values:
        limits = settings.limits.with_room()
        if limits != settings.limits:
            settings = replace(settings, limits=limits)
            origins["connections"] = FROM_OTHERS
    _check_pairs(value_of(settings), origins)
    _check_newcomers(settings, origins)
    _check_mail(settings, origins)
    every = {own.name: origins.get(own.name, BY_DEFAULT) for _part, own, _kind in every_setting()}
    return SettingsWithOrigin(settings, MappingProxyType(every))


def _filled(part: P, values: Mapping[str, Any]) -> P:
    """Return a section of the settings with its own values of these."""
    return replace(
        part, **{own.name: values[own.name] for own in fields(part) if own.name in values}
    )


def read_file(path: Path) -> dict[str, object]:
    """Return the settings of a file, each checked. Raises UnusableSettings."""
    name = printable(str(path), 200)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnusableSettings(N_("{path}: {why}"), path=name, why=why(error)) from error
    if len(data) > MOST_BYTES:
        raise UnusableSettings(N_("{path} is larger than {most} bytes"), path=name, most=MOST_BYTES)
    try:
        found = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        told = printable(str(error) or type(error).__name__, 120)
        raise UnusableSettings(N_("{path} is not TOML: {why}"), path=name, why=told) from error
    kinds = {own.name: kind for _part, own, kind in every_setting()}
    return {key: _checked(name, key, value, kinds) for key, value in found.items()}


def _checked(path: str, key: str, value: object, kinds: Mapping[str, SettingKind]) -> object:
    """Return the valid value of a key. Raises UnusableSettings."""
    shown = printable(key, 40)
    if key not in kinds:
        raise UnusableSettings(
            N_("{path}: unknown setting {name}; {right}"),
            path=path,
            name=repr(key[:40]),
            right=_nearest(key, kinds),
        )
    try:
        return kinds[key].checked(value)
    except WrongValue as error:
        where = labelled(path, shown)
        raise UnusableSettings("{where}: {why}", where=where, why=say_refusal(error)) from error


def _nearest(name: str, known: Collection[str]) -> Phrase:
    """Return the likely meant name of a mistyped one; all names would be too many for a line."""
    near = get_close_matches(name[:40].lower(), known, n=3)
    if near:
        return Phrase(N_("did you mean {name}?"), {"name": " / ".join(near)})
    return Phrase(N_("nim-tui serve --show-config lists all settings"), {})


def value_of(settings: ServerSettings) -> dict[str, Any]:
    """Return all values by name."""
    return {
        own.name: getattr(getattr(settings, part), own.name) for part, own, _kind in every_setting()
    }


def _check_pairs(values: Mapping[str, Any], origins: Mapping[str, Phrase]) -> None:
    """Check pairs of settings. Raises UnusableSettings."""
    kinds = {own.name: kind for _part, own, kind in every_setting()}
    for lower, upper in _NEVER_ABOVE:
        low, high = values[lower], values[upper]
        pairs = zip(low, high) if isinstance(low, tuple) else [(low, high)]
        if any(less > more for less, more in pairs):
            raise UnusableSettings(
                N_(
                    "{lower} = {low} ({from_lower}) must not be above "
                    "{upper} = {high} ({from_upper})"
                ),
                lower=lower,
                low=kinds[lower].written(low),
                from_lower=in_words(origins.get(lower, BY_DEFAULT)),
                upper=upper,
                high=kinds[upper].written(high),
                from_upper=in_words(origins.get(upper, BY_DEFAULT)),
            )


def _check_newcomers(settings: ServerSettings, origins: Mapping[str, Phrase]) -> None:
    """Check the settings of sign-up. Raises UnusableSettings."""
    newcomers = settings.newcomers
    origin = in_words(origins.get("registration", BY_DEFAULT))
    if settings.serving.guests and newcomers.registration == CLOSED:
        raise UnusableSettings(
            N_(
                "guests have no SSH key: guests = true ({from_guests}) excludes registration "
                "= {mode} ({from_mode})"
            ),
            from_guests=in_words(origins.get("guests", BY_DEFAULT)),
            mode=f'"{CLOSED}"',
            from_mode=origin,
        )
    if newcomers.allow_keys and newcomers.registration == OPEN:
        raise UnusableSettings(
            N_(
                "allow_keys ({from_keys}) has no effect with registration = {mode} "
                "({from_mode}): any SSH key can sign up"
            ),
            from_keys=in_words(origins.get("allow_keys", BY_DEFAULT)),
            mode=f'"{OPEN}"',
            from_mode=origin,
        )


def _check_mail(settings: ServerSettings, origins: Mapping[str, Phrase]) -> None:
    """Check the settings of mail. Raises UnusableSettings."""
    values = value_of(settings)
    for name, needed in (("smtp_host", "mail_from"), ("smtp_user", "smtp_password")):
        if values[name] and not values[needed]:
            raise UnusableSettings(
                N_("{name} ({origin}) needs {needed}: set both"),
                name=name,
                origin=in_words(origins.get(name, BY_DEFAULT)),
                needed=needed,
            )


def as_toml(chosen: SettingsWithOrigin) -> str:
    """Return every setting with its value, meaning and source, as `read_file` reads it."""
    values = value_of(chosen.settings)
    lines = ["# " + _("Settings of nim-tui serve. Use this file with --config FILE.")]
    shown = ""
    for part, own, kind in every_setting():
        if part != shown:
            shown = part
            lines += ["", f"## {in_words(PARTS[part])}"]
        origin = in_words(chosen.origins[own.name])
        lines += ["", f"# {_(kind.meaning)} ({origin})"]
        lines.append(f"{own.name} = {kind.written(values[own.name])}")
    return "\n".join(lines) + "\n"
