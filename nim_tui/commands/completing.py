"""What Tab offers while a command is typed: games, who may sit, options, files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

if TYPE_CHECKING:
    from nim_tui.catalog import Offer

VARIABLE: Final = "_NIM_TUI_COMPLETE"
"""The environment variable by which a shell asks, as click names it."""

Offered = list[CompletionItem]


_BREAKS: Final = (":", "=")
"""Where bash breaks words: each comes as a word of its own."""


@add_completion_class
class Bash(BashComplete):
    """Completes words with colons and equals signs, such as `bot:hard`, too."""

    _kept = ""
    """What of the last word bash keeps: it replaces the part behind the last break alone."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is typed, and that."""
        before, typed = super().get_completion_args()
        *words, last = joined((*before, typed))
        self._kept = last[: max(last.rfind(sign) for sign in _BREAKS) + 1]
        return words, last

    def format_completion(self, item: CompletionItem) -> str:
        """What bash is to put in place of the part that is typed."""
        return f"{item.type},{str(item.value).removeprefix(self._kept)}"


def joined(words: Sequence[str]) -> list[str]:
    """Words as they were typed, before they were broken."""
    whole: list[str] = []
    is_open = False
    for word in words:
        if whole and (is_open or word in _BREAKS):
            whole[-1] += word
        else:
            whole.append(word)
        is_open = word in _BREAKS
    return whole


def games(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """The names of games."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415

    return _beginning(typed, CATALOG)


def seats(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Behind the last comma the bots of the game that is named before."""
    offer = _offer(context)
    before, comma, _last = typed.rpartition(",")
    levels = () if offer is None else offer.bots
    return _beginning(typed, (f"{before}{comma}bot:{level}" for level in levels))


def options(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Each option of the game that is named before, with each value that can be stepped to."""
    offer = _offer(context)
    known = () if offer is None else offer.game.options
    return _beginning(
        typed,
        (
            f"{option.name}={_told(value)}"
            for option in known
            for value in option.values
            if value is not None
        ),
    )


def files(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Whatever files the shell finds."""
    return [CompletionItem(typed, type="file")]


def _offer(context: click.Context) -> Offer | None:
    """The game that is named before; click leaves what it could not place in `args`."""
    from nim_tui.catalog import CATALOG  # noqa: PLC0415

    named = (str(word).casefold() for word in (context.params.get("game"), *context.args))
    return next((CATALOG[word] for word in named if word in CATALOG), None)


def _told(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _beginning(typed: str, words: Iterable[str]) -> Offered:
    folded = typed.casefold()
    return [CompletionItem(word) for word in words if word.casefold().startswith(folded)]
