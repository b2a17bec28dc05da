"""Kinds of settings: what each takes, from a command line or a file, and how it is written."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from nim_tui.names import printable
from rules.messages import N_, Refusal

Size = tuple[int, int]
"""Columns and rows of a terminal."""

_PLAIN: Final = re.compile(r"\d{1,12}(\.\d{1,9})?", re.ASCII)
_SIZE: Final = re.compile(r"(\d{1,4})x(\d{1,4})", re.ASCII)
_ADDRESS: Final = re.compile(r"(?:\[([0-9a-f:]{2,40})\]|([0-9.]{7,15})):(\d{1,5})", re.ASCII)


class WrongValue(Refusal):
    """A setting does not take this; the message says what it takes."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What one setting means and takes."""

    meaning: str
    """A sentence to be translated."""

    def checked(self, value: object) -> Any:
        """The value, as a file may hold it. Raises WrongValue."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The value that a word of the command line means. Raises WrongValue."""
        return self.checked(text)

    def written(self, value: Any) -> str:
        """The value as TOML."""
        return str(value)

    @property
    def metavar(self) -> str:
        """What stands for a value in help."""
        return "N"


@dataclass(frozen=True, slots=True)
class Switch(Setting):
    """On or off."""

    def checked(self, value: object) -> bool:
        """The value. Raises WrongValue."""
        if not isinstance(value, bool):
            raise WrongValue(N_("it takes true or false, not {text}"), text=shown(value))
        return value

    def written(self, value: bool) -> str:
        """The value as TOML."""
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Whole(Setting):
    """A whole number."""

    least: int
    most: int

    def checked(self, value: object) -> int:
        """The value. Raises WrongValue."""
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not self.least <= value <= self.most:  # type: ignore[operator]
            raise self._wrong(value)
        return int(value)  # type: ignore[call-overload, no-any-return]

    def read(self, text: str) -> int:
        """The value in plain digits. Raises WrongValue."""
        if not (_PLAIN.fullmatch(text.strip()) and text.strip().isdigit()):
            raise self._wrong(text)
        return self.checked(int(text))

    def _wrong(self, value: object) -> WrongValue:
        return WrongValue(
            N_("it takes a whole number from {low} to {high}, not {text}"),
            low=self.least,
            high=self.most,
            text=shown(value),
        )


@dataclass(frozen=True, slots=True)
class Number(Setting):
    """A number that need not be whole."""

    least: float
    most: float

    def checked(self, value: object) -> float:
        """The value. Raises WrongValue."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not self.least <= value <= self.most:  # type: ignore[operator]
            raise self._wrong(value)
        return float(value)  # type: ignore[arg-type]

    def read(self, text: str) -> float:
        """The value in plain digits, perhaps with a point. Raises WrongValue."""
        if not _PLAIN.fullmatch(text.strip()):
            raise self._wrong(text)
        return self.checked(float(text))

    def _wrong(self, value: object) -> WrongValue:
        return WrongValue(
            N_("it takes a number from {low} to {high}, not {text}"),
            low=f"{self.least:g}",
            high=f"{self.most:g}",
            text=shown(value),
        )


@dataclass(frozen=True, slots=True)
class Text(Setting):
    """Words; `stands_for` is what they are."""

    most: int
    stands_for: str

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        if not isinstance(value, str) or len(value) > self.most:
            raise WrongValue(
                N_("it takes a text of at most {most} characters, not {text}"),
                most=self.most,
                text=shown(value),
            )
        try:
            value.encode()
        except UnicodeEncodeError:
            raise WrongValue(N_("it is not text in UTF-8: {text}"), text=shown(value)) from None
        return value

    def written(self, value: str) -> str:
        """The value as TOML, which has the escapes of JSON but takes no DEL as it is."""
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    @property
    def metavar(self) -> str:
        """What stands for a value in help."""
        return self.stands_for


@dataclass(frozen=True, slots=True)
class Endpoint(Text):
    """Where figures are told: nowhere, a loopback address with its port, or a socket's path."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        text = Text.checked(self, value)
        endpoint_in(text)
        return text


@dataclass(frozen=True, slots=True)
class Area(Setting):
    """The size of a terminal."""

    least: Size
    most: Size

    def checked(self, value: object) -> Size:
        """The value. Raises WrongValue."""
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise self._wrong(value)
        for length, low, high in zip(value, self.least, self.most):
            if not isinstance(length, int) or isinstance(length, bool) or not low <= length <= high:
                raise self._wrong(value)
        width, height = value
        return width, height

    def read(self, text: str) -> Size:
        """The value, such as 80x24. Raises WrongValue."""
        found = _SIZE.fullmatch(text.strip())
        if found is None:
            raise self._wrong(text)
        return self.checked((int(found[1]), int(found[2])))

    def written(self, value: Size) -> str:
        """The value as TOML."""
        return f"[{value[0]}, {value[1]}]"

    @property
    def metavar(self) -> str:
        """What stands for a value in help."""
        return "WxH"

    def _wrong(self, value: object) -> WrongValue:
        (low_width, low_height), (high_width, high_height) = self.least, self.most
        return WrongValue(
            N_("it takes a size from {low} to {high}, not {text}"),
            low=f"{low_width}x{low_height}",
            high=f"{high_width}x{high_height}",
            text=shown(value),
        )


def endpoint_in(text: str) -> tuple[str, int] | Path | None:
    """A loopback address and port, the path of a socket, or None. Raises WrongValue."""
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
        N_("it takes a loopback address such as {address}, or {socket}, not {text}"),
        address="127.0.0.1:9100",
        socket="unix:PATH",
        text=shown(text),
    )


def shown(value: object) -> str:
    """A value in a message; one that is long, or has much in it, cut."""
    return printable(repr(value[:40] if isinstance(value, str | list) else value), 60)
