"""What was agreed for a table: what each of its options does, told."""

from __future__ import annotations

from typing import Any

from rules.contract import AnyGame
from screens.option_effects import effect
from screens.text import _


def terms_told(game: AnyGame, view: Any) -> list[str]:
    """What the value of each option does, as a view has them; a number is told with the score."""
    chosen = getattr(view, "options", view)
    told = [effect(each.name, getattr(chosen, each.name, None)) for each in game.options]
    return [text for text in told if text] or [_("nothing was to be agreed")]
