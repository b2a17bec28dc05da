"""The games for research: as OpenSpiel games and as PettingZoo environments.

`import nim_tui.research.spiel` registers the games with OpenSpiel. This package needs the extra
`nim-tui[research]`; nothing else imports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.options import OptionValue


def pettingzoo_env(
    game: str, players: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Any:
    """Return a PettingZoo environment of a game, as nim_tui/research/aec.py describes it."""
    from nim_tui.research.aec import pettingzoo_env as env  # noqa: PLC0415 - OpenSpiel needs none

    return env(game, players, options)
