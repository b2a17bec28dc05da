"""The contract of Mia."""

from collections.abc import Mapping

from rules.chance import Chance
from rules.contract import Event, check_seats, settle_options
from rules.messages import N_
from rules.options import Choice, Flag, OptionValue

from mia.rules import play
from mia.rules.moves import MiaMove, parse
from mia.rules.state import NOTHING, TableState
from mia.rules.view import TableView, view_of


class Rules:
    """As in rules/contract.py."""

    name = "mia"
    title = "Mia"
    seats = range(2, 6)
    options = (
        Choice("lives", N_("how often a player may lose"), ("three", "five")),
        Flag("double_mia", N_("a doubted Mia costs two lives")),
    )
    automatic: Mapping[str, OptionValue] = {}
    former_options: Mapping[int, Mapping[str, OptionValue]] = {}

    legal = staticmethod(play.legal)
    steps = staticmethod(play.steps)
    result = staticmethod(play.result)
    view = staticmethod(view_of)
    parse = staticmethod(parse)

    def new(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> TableState:
        """Return a new table. Raises UnsuitableTable."""
        check_seats(self, seats)
        settled = settle_options(self, options)
        lives = {"three": 3, "five": 5}[str(settled["lives"])]
        return TableState(settled["double_mia"] is True, [lives] * seats, play.rolled(chance))

    def play(self, state: TableState, seat: int, move: MiaMove, chance: Chance) -> list[Event]:
        """Play a move. Raises IllegalMove."""
        return [*play.steps(state, seat, move, chance)]

    def hides_choice(self, view: TableView) -> bool:
        """Whether the number of legal moves is secret: it follows from what was said."""
        return False

    def sample(self, view: TableView, chance: Chance) -> TableState:
        """Return a state that fits the view: any roll, for who did not see the dice."""
        roll = play.rolled(chance) if view.roll == NOTHING else view.roll
        return TableState(
            view.double_mia,
            [*view.lives],
            roll,
            view.holder,
            view.said,
            view.answers,
            [*view.out],
        )
