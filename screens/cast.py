"""The bots as characters: their looks, the play of each style, and remarks at the end of games.

Which bot speaks, if any, and its remark follow from public facts alone: the result, the levels and
styles of the bots, and the number of events that a spectator saw. So all readers of a game read
the same remark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

from screens.text import N_, _

if TYPE_CHECKING:
    from rules.contract import Event, Result
    from screens.people import SeatNames

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


ONE_IN: Final = 3
"""The average number of games per remark."""


def remark(result: Result, people: SeatNames, log: Sequence[Event]) -> str:
    """Return the remark of a bot, behind its name; "" if none speaks, or the game has no result.

    `log` holds the events that the reader was told.
    """
    speakers = [seat for seat, style in enumerate(people.styles) if style is not None]
    if not speakers or not result.ranking:
        return ""
    drawn = _digest(result, people, sum(event.seen_by(None) is not None for event in log))
    drawn, silent = divmod(drawn, ONE_IN)
    if silent:
        return ""
    drawn, place = divmod(drawn, len(speakers))
    seat = speakers[place]
    lines = REMARKS.get((str(people.styles[seat]), _outcome(result, seat)), ())
    if not lines:
        return ""
    text = _(lines[drawn % len(lines)])
    return _("{name}: “{remark}”").format(name=people.label(seat), remark=text)


def _outcome(result: Result, seat: int) -> Outcome:
    if seat not in result.winners:
        return "lost"
    return "won" if len(result.winners) == 1 else "shared"


def _digest(result: Result, people: SeatNames, length: int) -> int:
    """Return a number that depends on public facts alone."""
    figures = sorted((name, tuple(numbers)) for name, numbers in result.figures.items())
    bots = tuple(people.bots), tuple(people.styles)
    facts = result.ranking, result.reason, figures, bots, length
    return int.from_bytes(sha256(repr(facts).encode()).digest()[:8], "big")
