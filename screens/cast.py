"""The bots as characters: their looks, and the play and remarks of each style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from screens.text import N_, _

LOOKS: Final[Mapping[str, str]] = {
    "Nemo": N_("diving helmet"),
    "Argo": N_("figurehead"),
    "Vega": N_("bright star"),
    "Atlas": N_("globe"),
    "Triton": N_("conch"),
    "Kraken": N_("eight arms"),
    "Calypso": N_("island"),
    "Neptune": N_("trident"),
}
"""The look of each bot, by name."""

PLAYS: Final[Mapping[str, str]] = {
    "cautious": N_("Keeps what it has. Passes up a chance rather than take a risk."),
    "greedy": N_("Collects all it can reach. Cares little about what you do."),
    "aggressive": N_("Takes risks to get ahead. Goes for what you want."),
}
"""Two sentences about each style."""


Outcome = Literal["won", "lost", "shared"]

REMARKS: Final[Mapping[tuple[str, Outcome], Sequence[str]]] = {
    ("cautious", "won"): (
        N_("I only had to hold on to my lead. Thank you for a fine game."),
        N_("Small steps were enough today. Shall we play again?"),
        N_("I was worried until the last move. You played well."),
        N_("Patience paid off this time. It was closer than it looks."),
    ),
    ("cautious", "lost"): (
        N_("I waited too long, and you did not. Congratulations!"),
        N_("Next time I will dare a little more. Well played."),
        N_("I kept what I had, but it was not enough. Well done."),
        N_("That was the risk I should have taken. A deserved win."),
    ),
    ("cautious", "shared"): (
        N_("Nobody lost anything. I like that."),
        N_("Side by side at the end: a safe harbour for all."),
        N_("A shared first place suits me well."),
        N_("Nobody slipped. A fine game."),
    ),
    ("greedy", "won"): (
        N_("I simply kept collecting. It was a rich day."),
        N_("A little of everything, and then a little more. Good game!"),
        N_("I hardly had time to look up. Thank you for playing."),
        N_("It all added up in the end. Will you try again?"),
    ),
    ("greedy", "lost"): (
        N_("I was busy collecting and did not see you pass. Well done!"),
        N_("So much left to collect, and the game is over. Congratulations."),
        N_("You knew what was worth having. Well played."),
        N_("I should have looked up now and then. A fine win."),
    ),
    ("greedy", "shared"): (
        N_("Shared first place? I would have liked all of it."),
        N_("Half a win is still something to keep."),
        N_("We counted equally well. Good game."),
        N_("One point more would have been nice. For you too, I think."),
    ),
    ("aggressive", "won"): (
        N_("Fortune favoured the bold today. Good fight!"),
        N_("I took my chances, and they paid off. You made it hard."),
        N_("That was a lively one. Rematch?"),
        N_("I came close to losing it all. Thank you for the game."),
    ),
    ("aggressive", "lost"): (
        N_("I risked a lot and lost in style. Congratulations!"),
        N_("You stood firm. I will be back."),
        N_("Too bold by half. A splendid win."),
        N_("I would play it the same way again. Well done!"),
    ),
    ("aggressive", "shared"): (
        N_("Nobody gave way. Again?"),
        N_("A tie after such a fight: I respect that."),
        N_("So close! Let us settle it in another game."),
        N_("We pushed each other all the way. Good game."),
    ),
}
"""The possible remarks of a bot at the end of a game, by its style and its result."""


def introduced(name: str, style: str) -> str:
    """Return a bot's name, look and style, and two sentences about its play."""
    look = LOOKS.get(name.partition(" ")[0])
    if look is None:
        head = _("{name} is {style}.").format(name=name, style=_(style))
    else:
        text = _("{name} ({look}) is {style}.")
        head = text.format(name=name, look=_(look), style=_(style))
    return f"{head} {plays(style)}".rstrip()


def plays(style: str) -> str:
    """Return two sentences about the play of a style; "" for an unknown style."""
    return _(PLAYS[style]) if style in PLAYS else ""
