"""The views and events of a seat, and twin tables that it must not tell apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.contract import Event
from rules.submarine.game import SUBMARINE
from rules.submarine.state import SubmarineState
from tests.rules.submarine.positions import ANA, BEN, CLEO, letters, play, position

EVERYBODY: Final = (ANA, BEN, CLEO, None)


def heard(events: Iterable[Event], look: int | None) -> list[Event]:
    """Return the events that reach a seat, in order."""
    return [seen for event in events if (seen := event.seen_by(look)) is not None]


def assert_alike(one: SubmarineState, other: SubmarineState, *looks: int | None) -> None:
    """Fail if a view differs between the two."""
    for look in looks:
        assert SUBMARINE.view(one, look) == SUBMARINE.view(other, look)
        assert repr(SUBMARINE.view(one, look)) == repr(SUBMARINE.view(other, look))


def told(one: SubmarineState, other: SubmarineState, word: str, *looks: int | None) -> None:
    """Play a word at twin tables; fail if a view differs between them."""
    first, second = play(one, word), play(other, word)
    for look in looks:
        assert heard(first, look) == heard(second, look)
    assert_alike(one, other, *looks)


def pile_seen(state: SubmarineState, look: int | None, owner: int) -> str:
    """Return a seat's view of a pile, the top last; dots for unknown cards."""
    return letters(SUBMARINE.view(state, look).players[owner].pile)


def hand_seen(state: SubmarineState, look: int | None, owner: int) -> str:
    """Return the colours a seat knows to be in a hand."""
    return letters(SUBMARINE.view(state, look).players[owner].hand)


def table(
    hands: tuple[str, str, str] = ("ryg", "ryg", "ryg"),
    piles: tuple[str, str, str] = ("bbpp", "bbpp", "bbpp"),
    *,
    ana: int = 0,
    subs: tuple[str, str, str] = ("3.2", "3.1", "6.1"),
) -> SubmarineState:
    """Return Ana's turn at a table of three; Ben is above her bathyscaphe in column 3."""
    return position(
        sea={"3.2": "Mr Kr", "3.4": "Pp"}, subs=subs, boats=(ana, 0, 0), hands=hands, piles=piles
    )
