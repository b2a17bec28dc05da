"""Click classes with translated help, and whole numbers.

Click reads its texts when it prints help, long after the commands were declared: so they are
declared in English, marked by `N_`, and translated on reading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from rules.messages import N_, Noun
from screens.text import _

C = TypeVar("C", bound=Callable[..., Any])


_LONGEST: Final = 500
"""The most characters of a sentence in a list of commands, so that none is cut."""


class _Translated:
    """A text that is stored in English and read in the user's language."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._kept = f"_english_{name}"

    def __set__(self, owner: object, text: str | None) -> None:
        setattr(owner, self._kept, text)

    def __get__(self, owner: object, of: type | None = None) -> str | None:
        text: str | None = getattr(owner, self._kept, None)
        return text and _(text)


class TranslatedCommand(click.Command):
    """A command with translated help."""

    help: str | None = _Translated()  # type: ignore[assignment]
    epilog: str | None = _Translated()  # type: ignore[assignment]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage line; those for options and commands are translated."""
        return [_(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the whole first sentence: in a list of commands it wraps."""
        return super().get_short_help_str(_LONGEST)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the translated help option; click would keep one language."""
        known = super().get_help_option(ctx)
        if known is not None:
            known.help = _("Show this help.")
        return known


class TranslatedOption(click.Option):
    """An option with translated help and placeholder."""

    help: str | None = _Translated()  # type: ignore[assignment]

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the translated placeholder of the option's value."""
        return _(super().make_metavar(ctx))


class TranslatedArgument(click.Argument):
    """An argument with a translated name."""

    def make_metavar(self, ctx: click.Context) -> str:
        """Return the value's translated placeholder: a word, in brackets or with dots after it."""
        made = super().make_metavar(ctx)
        word = made.strip("[].")
        return made.replace(word, _(word))


def option(*names: str, **facts: Any) -> Callable[[C], C]:
    """Declare an option with a translated help text, as in click."""
    return click.option(*names, cls=TranslatedOption, **facts)


def argument(name: str, **facts: Any) -> Callable[[C], C]:
    """Declare an argument with a translated help text, as in click."""
    return click.argument(name, cls=TranslatedArgument, **facts)


class WholeNumber(click.IntRange):
    """A whole number from `low` to `high` in plain digits."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low, high)
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number in a text."""
        text = str(value).strip()
        plain = text.isascii() and text.isdigit() and len(text) <= len(str(self.high))
        if not (plain and self.low <= int(text) <= self.high):
            told = _("must be a whole number from {low} to {high}, not {text}")
            self.fail(told.format(low=self.low, high=self.high, text=repr(text[:40])), param, ctx)
        return int(text)


SEED = WholeNumber(0, 2**53 - 1)
"""A seed, within the range of records."""


TEXTS: Final = (
    N_("Commands"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Options"),
    N_("Usage:"),
    N_("default: {default}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
)
COUNTED: Final = (
    Noun("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    Noun("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    Noun("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
)

WORDS: Final = (
    N_("[OPTIONS]"),
    N_("COMMAND [ARGS]..."),
    N_("[COMMAND] [ARGS]..."),
    N_("CAPTAIN"),
    N_("COLUMNSxROWS"),
    N_("DIRECTORY"),
    N_("FILE"),
    N_("FILE or DIRECTORY"),
    N_("GAME"),
    N_("INTEGER RANGE"),
    N_("INTO"),
    N_("KEY"),
    N_("LEVEL[/STYLE][:COUNT]|exec[/SECONDS]:COMMAND,..."),
    N_("NAME,..."),
    N_("NAME=VALUE"),
    N_("NAME|FINGERPRINT|ADDRESS|NETWORK"),
    N_("NEW"),
    N_("NOTE"),
    N_("PATH"),
    N_("REASON"),
    N_("REPORT"),
    N_("ROLE"),
    N_("SECONDS"),
    N_("SESSION"),
    N_("TABLE"),
    N_("TEXT"),
    N_("TIME"),
    N_("TOURNAMENT"),
)
"""The placeholders for text to type."""
