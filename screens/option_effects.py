"""What each value of an option does to a game, in a sentence, and what was agreed for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.contract import AnyGame
from rules.options import OptionValue
from screens.text import N_, _

_EFFECTS: Final[Mapping[tuple[str, OptionValue], str]] = {
    ("blast", False): N_("A near miss: beside the charge, or one level above or below it."),
    ("blast", True): N_("A near miss: in the eight squares around, on that level alone."),
    ("lanes", "orthogonal"): N_("Torpedoes run along rows and columns."),
    ("lanes", "diagonals"): N_("Torpedoes run along the two long diagonals too."),
    ("lanes", "all"): N_("Torpedoes run along every straight line too."),
    ("spinner", "sixth"): N_("A torpedo hits one time in six: searching decides most."),
    ("spinner", "quarter"): N_("A torpedo hits one time in four."),
    ("spinner", "third"): N_("A torpedo hits one time in three: torpedoes decide more."),
    ("grids", "deduce"): N_("The search grids mark what follows from the answers."),
    ("grids", "plain"): N_("The search grids bear your own marks alone."),
    ("blocking", False): N_("Torpedoes run past the ships in the way."),
    ("blocking", True): N_("Torpedoes stop at the first ship in their way."),
    ("after_mine", "several"): N_("After a mine all submarines of a lane may fire."),
    ("after_mine", "one"): N_("After a mine a single torpedo may be fired."),
    ("without_move", "both"): N_("A turn without a move: a charge, torpedoes, or both."),
    ("without_move", "either"): N_("A turn without a move: a charge or torpedoes, not both."),
    ("turn_limit", None): N_("The game goes on until one side is sunk."),
    ("round_limit", None): N_("The game goes on until the sea or the cards are spent."),
    ("events", False): N_("No event tokens: only programs decide."),
    ("events", True): N_("Each may play a market day, a yeti and a snowstorm, once each."),
    ("one_cube_a_turn", False): N_("A village may give the same player several cubes in a turn."),
    ("one_cube_a_turn", True): N_("Nobody empties a village alone: one cube each in a turn."),
    ("split_delegations", False): N_("The delegations of an order go to one region together."),
    ("split_delegations", True): N_("The delegations of an order may go to several regions."),
    ("open_screens", False): N_("Cubes and yaks are hidden: one must remember."),
    ("open_screens", True): N_("Everybody sees all cubes and yaks."),
    ("sand_timer", False): N_("Take as long as you like to program."),
    ("sand_timer", True): N_("A minute to program; slots left empty are pauses."),
    ("free_start", False): N_("First stations stand on the four marked cells."),
    ("free_start", True): N_("First stations stand where one likes, not too close."),
    ("great_wave", False): N_("A wave hits the land where it ends."),
    ("great_wave", True): N_("A wave that reaches land hits the land beside it too, for 1 less."),
    ("closed_hands", False): N_("All see the cards that everybody took."),
    ("hints for all", False): N_("Bots give no hints where people play each other."),
    ("hints for all", True): N_("Bots give hints to everybody who asks, in a casual game."),
    ("closed_hands", True): N_("Of others only the number of cards is seen."),
    ("may_decline", False): N_("A station or researcher card must be used if it can be."),
    ("may_decline", True): N_("A station or researcher card may be played without effect."),
}


def effect(option: str, value: OptionValue) -> str:
    """What a value does; nothing where the meaning of the option says it all."""
    return _(_EFFECTS[option, value]) if (option, value) in _EFFECTS else ""


def terms_told(game: AnyGame, view: Any) -> list[str]:
    """What the value of each option does, as a view has them; a number is told with the score."""
    chosen = getattr(view, "options", view)
    told = [effect(each.name, getattr(chosen, each.name, None)) for each in game.options]
    return [text for text in told if text] or [_("nothing was to be agreed")]
