"""Kinds of settings."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import Field, dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from nim_tui.names import printable
from nim_tui.server.ip_addresses import NoProxy, proxy_networks
from rules.messages import N_, Refusal

Size = tuple[int, int]
"""Columns and rows of a terminal."""

_PLAIN: Final = re.compile(r"\d{1,12}(\.\d{1,9})?", re.ASCII)
_SIZE: Final = re.compile(r"(\d{1,4})x(\d{1,4})", re.ASCII)
_ADDRESS: Final = re.compile(r"(?:\[([0-9a-f:]{2,40})\]|([0-9.]{7,15})):(\d{1,5})", re.ASCII)


class WrongValue(Refusal):
    """The value of a setting is wrong; the message says what is valid."""


@dataclass(frozen=True, slots=True)
class SettingKind:
    """The meaning of one setting, and its valid values."""

    meaning: str
    """A sentence to be translated."""

    def checked(self, value: object) -> Any:
        """Return the valid value, given as a file holds it. Raises WrongValue."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """Return the value of a word on the command line. Raises WrongValue."""
        return self.checked(text)

    def written(self, value: Any) -> str:
        """Return the value as TOML."""
        return str(value)

    @property
    def metavar(self) -> str:
        """The placeholder for a value in help."""
        return "N"


@dataclass(frozen=True, slots=True)
class BooleanSetting(SettingKind):
    """On or off."""

    def checked(self, value: object) -> bool:
        """Return the valid value. Raises WrongValue."""
        if not isinstance(value, bool):
            raise WrongValue(N_("must be true or false, not {text}"), text=shown(value))
        return value

    def written(self, value: bool) -> str:
        """Return the value as TOML."""
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class IntegerSetting(SettingKind):
    """A whole number."""

    least: int
    most: int

    def checked(self, value: object) -> int:
        """Return the valid value. Raises WrongValue."""
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not self.least <= value <= self.most:  # type: ignore[operator]
            raise self._wrong(value)
        return int(value)  # type: ignore[call-overload, no-any-return]

    def read(self, text: str) -> int:
        """Return the value in plain digits. Raises WrongValue."""
        if not (_PLAIN.fullmatch(text.strip()) and text.strip().isdigit()):
            raise self._wrong(text)
        return self.checked(int(text))

    def _wrong(self, value: object) -> WrongValue:
        return WrongValue(
            N_("must be a whole number from {low} to {high}, not {text}"),
            low=self.least,
            high=self.most,
            text=shown(value),
        )


@dataclass(frozen=True, slots=True)
class NumberSetting(SettingKind):
    """A number that need not be whole."""

    least: float
    most: float

    def checked(self, value: object) -> float:
        """Return the valid value. Raises WrongValue."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not self.least <= value <= self.most:  # type: ignore[operator]
            raise self._wrong(value)
        return float(value)  # type: ignore[arg-type]

    def read(self, text: str) -> float:
        """Return the value in plain digits, perhaps with a point. Raises WrongValue."""
        if not _PLAIN.fullmatch(text.strip()):
            raise self._wrong(text)
        return self.checked(float(text))

    def _wrong(self, value: object) -> WrongValue:
        return WrongValue(
            N_("must be a number from {low} to {high}, not {text}"),
            low=f"{self.least:g}",
            high=f"{self.most:g}",
            text=shown(value),
        )


@dataclass(frozen=True, slots=True)
class TextSetting(SettingKind):
    """A text; `stands_for` is its placeholder."""

    most: int
    stands_for: str

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        if not isinstance(value, str) or len(value) > self.most:
            raise WrongValue(
                N_("must be a text of at most {most} characters, not {text}"),
                most=self.most,
                text=shown(value),
            )
        try:
            value.encode()
        except UnicodeEncodeError:
            raise WrongValue(N_("not UTF-8 text: {text}"), text=shown(value)) from None
        return value

    def written(self, value: str) -> str:
        """Return the value as TOML, which has JSON's escapes but allows no plain DEL."""
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    @property
    def metavar(self) -> str:
        """The placeholder for a value in help."""
        return self.stands_for


@dataclass(frozen=True, slots=True)
class EndpointSetting(TextSetting):
    """The place of metrics: none, a loopback address with its port, or a socket's path."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        text = TextSetting.checked(self, value)
        endpoint_in(text)
        return text


@dataclass(frozen=True, slots=True)
class SettingsSection(SettingKind):
    """The size of a terminal."""

    least: Size
    most: Size

    def checked(self, value: object) -> Size:
        """Return the valid value. Raises WrongValue."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise self._wrong(value)
        for length, low, high in zip(value, self.least, self.most):
            if not isinstance(length, int) or isinstance(length, bool) or not low <= length <= high:
                raise self._wrong(value)
        width, height = value
        return width, height

    def read(self, text: str) -> Size:
        """Return the value, such as 80x24. Raises WrongValue."""
        found = _SIZE.fullmatch(text.strip())
        if found is None:
            raise self._wrong(text)
        return self.checked((int(found[1]), int(found[2])))

    def written(self, value: Size) -> str:
        """Return the value as TOML."""
        return f"[{value[0]}, {value[1]}]"

    @property
    def metavar(self) -> str:
        """The placeholder for a value in help."""
        return "WxH"

    def _wrong(self, value: object) -> WrongValue:
        (low_width, low_height), (high_width, high_height) = self.least, self.most
        return WrongValue(
            N_("must be a size from {low} to {high}, not {text}"),
            low=f"{low_width}x{low_height}",
            high=f"{high_width}x{high_height}",
            text=shown(value),
        )


def endpoint_in(text: str) -> tuple[str, int] | Path | None:
    """Return a loopback address and port, the path of a socket, or None. Raises WrongValue."""
    if not text:
        return None
    scheme, _colon, path = text.partition(":")
    if scheme == "unix" and path and "\0" not in path:
        return Path(path)
    found = _ADDRESS.fullmatch(text)
    host = "" if found is None else found[1] or found[2]
    with suppress(ValueError):
        if found is not None and ip_address(host).is_loopback and int(found[3]) <= 65_535:
            return host, int(found[3])
    raise WrongValue(
        N_("must be a loopback address such as {address}, or {socket}, not {text}"),
        address="127.0.0.1:9100",
        socket="unix:PATH",
        text=shown(text),
    )


def shown(value: object) -> str:
    """Return a value as shown in a message; long or nested ones are cut."""
    return printable(repr(value[:40] if isinstance(value, str | list) else value), 60)


_KEY: Final = "setting"


def setting(default: Any, kind: SettingKind) -> Any:
    """Return a dataclass field that an operator may set."""
    return field(default=default, metadata={_KEY: kind})


def area(default: Size, least: Size, most: Size, meaning: str) -> Any:
    """Return a field for the size of a terminal."""
    return setting(default, SettingsSection(meaning, least, most))


def text(default: str, most: int, stands_for: str, meaning: str) -> Any:
    """Return a field for a text."""
    return setting(default, TextSetting(meaning, most, stands_for))


def endpoint(meaning: str) -> Any:
    """Return a field for the endpoint of metrics; none by default."""
    return setting("", EndpointSetting(meaning, 4096, "ADDRESS:PORT|unix:PATH"))


def switch(meaning: str) -> Any:
    """Return a field that is off by default."""
    return setting(False, BooleanSetting(meaning))


def whole(default: int, least: int, most: int, meaning: str) -> Any:
    """Return a field for a whole number."""
    return setting(default, IntegerSetting(meaning, least, most))


def number(default: float, least: float, most: float, meaning: str) -> Any:
    """Return a field for a number."""
    return setting(default, NumberSetting(meaning, least, most))


def kind_of(part: Field[Any]) -> SettingKind:
    """Return the meaning and the values of a field."""
    kind: SettingKind = part.metadata[_KEY]
    return kind


@dataclass(frozen=True, slots=True)
class ChoiceSetting(SettingKind):
    """One of a few words."""

    words: Sequence[str]

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        if value not in self.words:
            raise WrongValue(
                N_("must be one of {words}, not {text}"),
                words=", ".join(self.words),
                text=shown(value),
            )
        return str(value)

    def written(self, value: str) -> str:
        """Return the value as TOML."""
        return json.dumps(value)

    @property
    def metavar(self) -> str:
        """The placeholder for a value in help."""
        return "|".join(self.words)


@dataclass(frozen=True, slots=True)
class ListSetting(SettingKind):
    """Several texts; on the command line an option for each."""

    one: TextSetting
    most: int

    def checked(self, value: object) -> tuple[str, ...]:
        """Return the valid value. Raises WrongValue."""
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise WrongValue(
                N_("must be a list of at most {most} texts, not {text}"),
                most=self.most,
                text=shown(value),
            )
        return tuple(self.one.checked(text) for text in value)

    def read(self, text: str) -> str:
        """Return one value, as an option gives it. Raises WrongValue."""
        return self.one.checked(text)

    def written(self, value: Sequence[str]) -> str:
        """Return the value as TOML."""
        return f"[{', '.join(map(self.one.written, value))}]"

    @property
    def metavar(self) -> str:
        """The placeholder for one value in help."""
        return self.one.metavar


@dataclass(frozen=True, slots=True)
class ReservedName(TextSetting):
    """A name that nobody may take."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        name = TextSetting.checked(self, value)
        if not name.isprintable() or not any(map(str.isalpha, name)):
            raise WrongValue(N_("{text} cannot be reserved as a name"), text=shown(name))
        return name


@dataclass(frozen=True, slots=True)
class ProxyNetwork(TextSetting):
    """An address or a network of proxies."""

    def checked(self, value: object) -> str:
        """Return the valid value. Raises WrongValue."""
        text = TextSetting.checked(self, value)
        try:
            proxy_networks([text])
        except NoProxy as error:
            raise WrongValue(error.reason, **error.facts) from error
        return text


def choice(words: Sequence[str], meaning: str) -> Any:
    """Return a field for one of a few words, by default the first."""
    return setting(words[0], ChoiceSetting(meaning, words))


def several(one: type[TextSetting], most: int, longest: int, stands_for: str, meaning: str) -> Any:
    """Return a field for several texts, by default none."""
    return setting((), ListSetting(meaning, one(meaning, longest, stands_for), most))
