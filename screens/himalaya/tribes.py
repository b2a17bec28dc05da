"""The holdings of every tribe, as lines: beside the map, or in a box of its own."""

from __future__ import annotations

from typing import Final

from rules import messages as nouns
from rules.himalaya.board import DELEGATIONS, NONE, STUPAS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import PROGRAM
from rules.himalaya.view import HimalayaView
from rules.messages import Value
from screens.colours import SIDE_SIGNS, SIDES
from screens.himalaya.signs import cubes_text, disc_text, program_text
from screens.himalaya.standing import TOKENS, is_open
from screens.himalaya.words import WORDS
from screens.people import PersonalSentence, SeatNames
from screens.text import N_, _, in_words, say
from screens.widgets.lines import Line

_GOES_FIRST: Final = PersonalSentence(N_("{name}  goes first"), you=N_("{name}  go first"))


def tribe_lines(view: HimalayaView, people: SeatNames) -> list[Line]:
    """Some lines a player: what is on the map, what they hold, their program."""
    lines: list[Line] = []
    for seat in range(len(view.players)):
        lines += [(text, f"lines--{SIDES[seat]}-strong") for text in _head(view, seat, people)]
        lines += [(f"  {text}", "lines--plain") for text in _rest(view, seat)]
    return lines


def _head(view: HimalayaView, seat: int, people: SeatNames) -> list[str]:
    name = people.titled(seat)
    if view.first == seat and view.turn:
        name = people.say(_GOES_FIRST, {"name": name}, name=seat)
    return [f"{SIDE_SIGNS[seat]} {name}"]


def _rest(view: HimalayaView, seat: int) -> list[str]:
    player = view.players[seat]
    stupas = STUPAS - view.stupas.count(seat)
    envoys = DELEGATIONS - sum(region[seat] for region in view.delegations)
    reserve: dict[str, Value] = {
        "stupas": nouns.stupas(stupas),
        "delegations": nouns.delegations(envoys),
    }
    lines = [say(N_("left: {stupas}, {delegations}"), reserve)]
    if is_open(view, seat):
        yaks = in_words(nouns.yaks(view.yaks(seat)))
        lines.append(f"{cubes_text(player.cubes)}  {yaks}")
    else:
        lines.append(_("cubes and yaks behind the screen"))
    if view.options.events:
        left = [WORDS.shown(name) for kind, name in TOKENS if player.event_tokens & BIT[kind]]
        lines.append(_("tokens: {tokens}").format(tokens=", ".join(left) or "-"))
    if player.program:
        lines.append(_("program: {letters}").format(letters=program_text(player.program)))
    elif view.phase == PROGRAM and view.turn:
        lines.append(_("program sealed") if player.is_sealed else _("laying a program"))
    return lines


def offer_lines(view: HimalayaView) -> list[Line]:
    """Every order on the map and where it is wanted."""
    lines: list[Line] = [(_("Orders:"), "lines--plain-strong")]
    for village, disc in enumerate(view.orders):
        if disc != NONE:
            name = view.board.villages[village].name
            text = f"  {disc_text(view.board.discs[disc]):9} {village} {name}"
            lines.append((text, "lines--plain"))
    return lines
