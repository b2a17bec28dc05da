"""The rules of a game read aloud: the part about a word, or what parts there are."""

from __future__ import annotations

from nim_tui.plain.markdown import bare, read_aloud
from nim_tui.plain.text import listed
from rules.contract import AnyGame
from screens.table.rules_parts import rules_parts
from screens.table.vocabulary import folded
from screens.text import _

_PARTS = 3
"""So many parts that only mention a word are named beside the one that is read."""


def about(game: AnyGame, word: str) -> list[str]:
    """The part whose title has the word, else the first that mentions it; alone: all titles."""
    parts = [part for part in rules_parts(game) if part.title]
    if not word:
        titles = listed([bare(part.title) for part in parts])
        return [_("The rules have these parts: {titles}").format(titles=titles)]
    wanted = folded(word)
    titled = [part for part in parts if wanted in folded(part.title)]
    told = [part for part in parts if wanted in folded(part.spoken) and part not in titled]
    found = titled + told
    if not found:
        return [_("The rules do not mention “{word}”").format(word=word[:60])]
    others = [bare(part.title) for part in found[1 : 1 + _PARTS]]
    rest = [_("See also: {titles}").format(titles=listed(others))] if others else []
    return [bare(found[0].title), *read_aloud(found[0].spoken), *rest]
