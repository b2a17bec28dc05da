"""Shell completion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

from nim_tui.cli.explained import TranslatedCommand, argument
from nim_tui.cli.language import OPTION, without_languages, without_plain
from nim_tui.terminals import FLAG
from screens.text import LANGUAGES, N_

if TYPE_CHECKING:
    from nim_tui.registry import GameEntry

VARIABLE: Final = "_NIM_TUI_COMPLETE"
"""The environment variable by which a shell asks, named as click does."""

Offered = list[CompletionItem]


_ANYWHERE: Final = (OPTION, FLAG)
"""The options that every command has."""
_BREAKS: Final = (":", "=")
"""The characters at which bash breaks words; each becomes a word."""


class _Anywhere(ShellComplete):
    """Also completes `--lang LANGUAGE` and `--plain` after any command."""

    def get_completions(self, args: list[str], incomplete: str) -> Offered:
        """Return the completions of the word being typed."""
        if "--" in args:
            return super().get_completions(args, incomplete)
        if args[-1:] == [OPTION]:
            return beginning(incomplete, LANGUAGES)
        if incomplete.startswith(f"{OPTION}="):
            return beginning(incomplete, (f"{OPTION}={language}" for language in LANGUAGES))
        rest, _is_plain = without_plain(without_languages(args)[0])
        found = super().get_completions(rest, incomplete)
        if incomplete.startswith("-"):
            known = {item.value for item in found}
            found += [one for one in beginning(incomplete, _ANYWHERE) if one.value not in known]
        return found


@add_completion_class
class Zsh(_Anywhere, ZshComplete):
    """Completion for zsh, as in click."""


@add_completion_class
class Bash(_Anywhere, BashComplete):
    """Also completes words with colons and equals signs, such as `bot:hard`."""

    _kept = ""
    """The part of the last word that bash keeps: it replaces only the text after the last break."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one being typed, and that word."""
        before, typed = super().get_completion_args()
        *words, last = joined((*before, typed))
        self._kept = last[: max(last.rfind(sign) for sign in _BREAKS) + 1]
        return words, last

    def format_completion(self, item: CompletionItem) -> str:
        """Return the text that bash puts in place of the typed part."""
        return f"{item.type},{str(item.value).removeprefix(self._kept)}"


@add_completion_class
class Fish(_Anywhere, FishComplete):
    """Also completes words with commas, such as `Ana,bot:hard`."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split --max 1 ","'
    )


def joined(words: Sequence[str]) -> list[str]:
    """Rejoin words as they were typed, before bash broke them."""
    whole: list[str] = []
    is_open = False
    for word in words:
        if whole and (is_open or word in _BREAKS):
            whole[-1] += word
        else:
            whole.append(word)
        is_open = word in _BREAKS
    return whole


def game_names(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete the names of games."""
    from nim_tui.registry import all_games  # noqa: PLC0415

    return beginning(typed, all_games())


def seats(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete the bots of the named game after the last comma."""
    return _levels(context, typed, "bot:")


def bots(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete the bot levels of the named game after the last comma."""
    return _levels(context, typed, "")


def _levels(context: click.Context, typed: str, sign: str) -> Offered:
    entry = _entry(context)
    before, comma, _last = typed.rpartition(",")
    levels = () if entry is None else entry.bots
    return beginning(typed, (f"{before}{comma}{sign}{level}" for level in levels))


def lessons(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete the numbers of the named game's lessons, with their titles."""
    from nim_tui.lessons.lesson_file import lessons_of  # noqa: PLC0415

    entry = _entry(context)
    known = () if entry is None else lessons_of(entry.name)
    numbered = ((str(n), str(one.title)) for n, one in enumerate(known, start=1))
    return [CompletionItem(n, help=title) for n, title in numbered if n.startswith(typed)]


def options(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete each option of the named game, with each value that can be stepped to."""
    entry = _entry(context)
    known = () if entry is None else entry.game.options
    return beginning(
        typed,
        (
            f"{option.name}={str(value).lower() if isinstance(value, bool) else str(value)}"
            for option in known
            for value in option.values
            if value is not None
        ),
    )


def files(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete file names, by the shell."""
    return [CompletionItem(typed, type="file")]


def folders(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete folder names, by the shell."""
    return [CompletionItem(typed, type="dir")]


def languages(context: click.Context, parameter: click.Parameter, typed: str) -> Offered:
    """Complete the codes of the languages."""
    return beginning(typed, LANGUAGES)


def _entry(context: click.Context) -> GameEntry | None:
    """Return the game that was typed; click leaves unplaced words in `args`."""
    from nim_tui.registry import all_games  # noqa: PLC0415

    named = (str(word).casefold() for word in (context.params.get("game"), *context.args))
    return next((all_games()[word] for word in named if word in all_games()), None)


def beginning(typed: str, words: Iterable[str]) -> Offered:
    """Return the words that begin with the typed text."""
    folded = typed.casefold()
    return [CompletionItem(word) for word in words if word.casefold().startswith(folded)]


SHELLS: Final = ("bash", "zsh", "fish")


@click.command(
    cls=TranslatedCommand,
    help=N_(
        "Print the completion script for SHELL: commands, games, options and files.\n\n"
        'bash, in ~/.bashrc: eval "$(nim-tui completion bash)"; zsh, in ~/.zshrc: the same '
        "with zsh; fish: nim-tui completion fish > ~/.config/fish/completions/nim-tui.fish"
    ),
)
@argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of SHELL."""
    known = get_completion_class(shell)
    assert known is not None
    click.echo(known(context.find_root().command, {}, "nim-tui", VARIABLE).source())
