"""Options common to commands: game, players, table options, seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from nim_tui.cli import completing
from nim_tui.cli.explained import SEED, argument, option
from nim_tui.cli.trouble import UsageMistake, told
from nim_tui.names import one_of, text_for
from nim_tui.registry import game_named
from nim_tui.tables.seat_plans import seats_from
from rules.contract import check_seats
from rules.options import FromFile
from screens.text import N_, _, say

if TYPE_CHECKING:
    from nim_tui.registry import GameEntry
    from nim_tui.tables.record import SeatPlan
    from rules.contract import AnyGame
    from rules.messages import Value
    from rules.options import OptionValue

C = TypeVar("C", bound=Callable[..., Any])


def setting(command: C) -> C:
    """Add the argument GAME and the options --seats, --option, --board and --seed."""
    seed = option("--seed", type=SEED, help=N_("Random seed; the same seed gives the same game."))
    chosen = option(
        "--option", "options", metavar="NAME=VALUE", multiple=True,
        help=N_("Set an option of the game; repeat for more. See nim-tui games."),
        shell_complete=completing.options,
    )  # fmt: skip
    board = option(
        "--board",
        metavar="FILE",
        help=N_("Play on your own board, from a board file."),
        shell_complete=completing.files,
    )
    seats = option(
        "--seats",
        metavar="NAME,...",
        help=N_("Players in seat order: names, bot:LEVEL, or bot:exec[/SECONDS]:COMMAND."),
        shell_complete=completing.seats,
    )
    return argument("game", shell_complete=completing.game_names)(
        seats(chosen(board(seed(command))))
    )


def entry_of(name: str) -> GameEntry:
    """Return the game of this name. Raises Trouble."""
    with told():
        return game_named(name)


def seats_of(entry: GameEntry, text: str, *, sparring: bool = False) -> tuple[SeatPlan, ...]:
    """Return the seats as typed, separated by commas; `sparring`: bots alone. Raises Trouble."""
    texts = text.split(",")
    with told("--seats"):
        check_seats(entry.game, len(texts))
        return seats_from(texts, entry, sparring=sparring, runs_programs=True)


def options_of(
    game: AnyGame, texts: Sequence[str], board: str | None = None
) -> dict[str, OptionValue]:
    """Return the options typed as NAME=VALUE, each once, and a board file. Raises Trouble."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    if board is not None:
        option = known.get("board")
        if not isinstance(option, FromFile):
            raise UsageMistake(_("{game} does not support custom boards").format(game=game.name))
        with told("--board"):
            chosen["board"] = text_for(option, board)
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        facts: dict[str, Value] = {"game": game.name, "text": repr(text[:40])}
        if not equals:
            raise UsageMistake(say(N_("write --option NAME=VALUE, not {text}"), facts))
        if name not in known:
            facts |= {"name": repr(name[:40]), "right": one_of(name, known)}
            raise UsageMistake(say(N_("{game} has no option {name}; {right}"), facts))
        if name in chosen:
            raise UsageMistake(_("option {name} is given twice").format(name=name))
        with told():
            chosen[name] = known[name].read(value)
    return chosen
