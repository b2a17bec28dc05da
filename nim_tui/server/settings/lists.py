"""Kinds of settings that take one of a few words, or several texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nim_tui.server.networks import NoProxy, proxy_networks
from nim_tui.server.settings.fields import setting
from nim_tui.server.settings.kinds import Setting, Text, WrongValue, shown
from rules.messages import N_


@dataclass(frozen=True, slots=True)
class Choice(Setting):
    """One of a few words."""

    words: Sequence[str]

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        if value not in self.words:
            raise WrongValue(
                N_("it takes one of {words}, not {text}"),
                words=", ".join(self.words),
                text=shown(value),
            )
        return str(value)

    def written(self, value: str) -> str:
        """The value as TOML."""
        return json.dumps(value)

    @property
    def metavar(self) -> str:
        """What stands for a value in help."""
        return "|".join(self.words)


@dataclass(frozen=True, slots=True)
class Several(Setting):
    """Several texts; an option for each of them on the command line."""

    one: Text
    most: int

    def checked(self, value: object) -> tuple[str, ...]:
        """The value. Raises WrongValue."""
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise WrongValue(
                N_("it takes a list of at most {most} texts, not {text}"),
                most=self.most,
                text=shown(value),
            )
        return tuple(self.one.checked(text) for text in value)

    def read(self, text: str) -> str:
        """One of them, as an option gives it. Raises WrongValue."""
        return self.one.checked(text)

    def written(self, value: Sequence[str]) -> str:
        """The value as TOML."""
        return f"[{', '.join(map(self.one.written, value))}]"

    @property
    def metavar(self) -> str:
        """What stands for one of them in help."""
        return self.one.metavar


@dataclass(frozen=True, slots=True)
class ReservedName(Text):
    """A name that nobody may take."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        name = Text.checked(self, value)
        if not name.isprintable() or not any(map(str.isalpha, name)):
            raise WrongValue(N_("{text} is no name to reserve"), text=shown(name))
        return name


@dataclass(frozen=True, slots=True)
class ProxyNetwork(Text):
    """An address or a network of proxies."""

    def checked(self, value: object) -> str:
        """The value. Raises WrongValue."""
        text = Text.checked(self, value)
        try:
            proxy_networks([text])
        except NoProxy as error:
            raise WrongValue(error.reason, **error.facts) from error
        return text


def choice(words: Sequence[str], meaning: str) -> Any:
    """A field for one of a few words, the first unless another is set."""
    return setting(words[0], Choice(meaning, words))


def several(one: type[Text], most: int, longest: int, stands_for: str, meaning: str) -> Any:
    """A field for several texts, none unless they are set."""
    return setting((), Several(meaning, one(meaning, longest, stands_for), most))
