"""What a game is set up with: a number of seats it allows, and all of its options."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import AnyGame, UnsuitableTable
from rules.messages import N_
from rules.options import OptionValue


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise UnsuitableTable unless the game can be played by so many."""
    if seats in game.seats:
        return
    low, high = game.seats[0], game.seats[-1]
    allowed = f"{low}" if low == high else f"{low}-{high}"
    raise UnsuitableTable(
        N_("{game} is played by {allowed}, not by {seats}"),
        game=game.name,
        allowed=allowed,
        seats=seats,
    )


def settle_options(game: AnyGame, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options of the game: the chosen ones, checked, and defaults for the rest."""
    known = {option.name: option for option in game.options}
    for name, value in chosen.items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise UnsuitableTable(
                N_("{game} has no option {name}; it has: {names}"),
                game=game.name,
                name=repr(name[:40]),
                names=names,
            )
        if not known[name].admits(value):
            raise UnsuitableTable(
                N_("option {name} takes {range}, not {value}"),
                name=name,
                range=known[name].range_text,
                value=repr(value)[:40],
            )
    return {name: chosen.get(name, option.default) for name, option in known.items()}
