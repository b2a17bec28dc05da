"""What happens in Bataille sous les mers, said in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bataille.board import LEVELS
from rules.contract import Event, Result
from rules.messages import Fact
from screens.people import People, Told
from screens.player_styles import SIDE_SIGNS
from screens.text import N_, _, ngettext

_TEXTS: Final[Mapping[str, str | Told]] = {
    "placed": N_("{name}: submarine at {cell}"),
    "mined": N_("{name}: mine at {number}"),
    "ready": N_("{name} is ready"),  # told to the others alone
    "moved": N_("{name}: {ship} goes to {number}"),
    "moved_port": N_("{name}: {ship} goes to port"),
    "rearmed": N_("{name}: {ship} is armed again"),
    "mine_struck": N_("{name}: {ship} hits the mine at {number}: sunk"),
    "stayed": N_("{name}: no ship moves"),
    "held_charge": N_("{name}: no charge"),
    "held_torpedo": N_("{name}: no torpedo"),
    "charge_hit": N_("{name}: {ship} drops at {number}.{level}: HIT, sunk"),
    "charge_miss": N_("{name}: {ship} drops at {number}.{level}: miss"),
    "charge_near": N_("{name}: {ship} drops at {number}.{level}: near miss"),
    "torpedo_hit": N_("{name}: torpedo {lane} at {target}: HIT, sunk"),
    "torpedo_miss": N_("{name}: torpedo {lane} at {target}: miss"),
    "won_submarines": Told(
        N_("{name} wins: all submarines of {other} are sunk"),
        you=N_("{name} win: all submarines of {other} are sunk"),
        to_you=N_("{name} wins: all your submarines are sunk"),
    ),
    "won_ships": Told(
        N_("{name} wins: all ships of {other} are sunk"),
        you=N_("{name} win: all ships of {other} are sunk"),
        to_you=N_("{name} wins: all your ships are sunk"),
    ),
    "drawn": N_("the turn limit is reached: a draw"),
}

OPTION_WORDS: Final = (
    N_("blast"),
    N_("lanes"),
    N_("spinner"),
    N_("grids"),
    N_("turn limit"),
    N_("orthogonal"),
    N_("diagonals"),
    N_("all"),
    N_("third"),
    N_("quarter"),
    N_("sixth"),
    N_("deduce"),
    N_("plain"),
    N_("medium"),
    N_("random"),
    N_("submarines lost"),
    N_("ships lost"),
    N_("turns"),
)
"""Words of the game's options, bots and figures, as forms and tables show them."""


def _key(event: Event) -> str:
    facts = event.facts
    match event.name:
        case "moved":
            return "moved_port" if facts["number"] == 0 else "moved"
        case "held":
            return f"held_{facts['phase']}"
        case "charge" | "torpedo":
            return f"{event.name}_{facts['answer']}"
        case "won":
            return f"won_{facts['reason']}"
    return event.name


def sentence(event: Event, people: People) -> str:
    """An event as a line of the log."""
    facts: dict[str, Fact] = {**event.facts}
    other = None if event.seat is None else 1 - event.seat
    if other is not None:
        facts["target"] = f"{SIDE_SIGNS[other]}{facts.get('ship', '')}"
    text = people.say(_TEXTS[_key(event)], facts, name=event.seat, other=other)
    count = facts.get("count", 1)
    if isinstance(count, int) and count > 1:
        text += ngettext(" for {count} submarine", " for {count} submarines", count)
    return text


def is_weighty(event: Event) -> bool:
    """Whether something was sunk, or the game ended."""
    weighty = event.name in ("mine_struck", "won", "drawn")
    return weighty or event.facts.get("answer") == "hit"


def verdict(result: Result, people: People) -> str:
    """Who won and why."""
    if result.is_draw:
        return _("A draw: the turn limit is reached.")
    told = _TEXTS[f"won_{result.reason}"]
    winner = result.winners[0]
    return people.say(told, {}, name=winner, other=1 - winner) + "."


def legend() -> Mapping[str, str]:
    """The signs on the boards."""
    return {
        "▲A4 ▼B3": _("ships of red and of yellow, with the charges they carry"),
        "▸ ◂": _("the arrowed squares of the ports"),
        "·": _("nothing known of this cell"),
        "○": _("no submarine can lie here, by the answers given"),
        "●": _("within a near miss: a submarine may lie here"),
        "X": _("a submarine was sunk here"),
        "S  M  @": _("your submarine, your mine, an exploded mine"),
        "? ! -": _("your own marks, seen by nobody else"),
        "[ ]  › ": _("the cursor; dots beside a place: it can be chosen now"),
        "- | / \\": _("lanes of torpedoes through the cursor"),
        " ".join(str(level) for level in LEVELS): _("the three levels under each number"),
    }
