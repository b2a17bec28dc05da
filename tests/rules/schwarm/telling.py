"""The effects of words on the page of naive.py."""

from __future__ import annotations

from collections.abc import Sequence

from rules.schwarm.cards import CARD_NAMES
from rules.schwarm.moves import Phase
from tests.rules.schwarm.chart import COAST, NUMBERS, QUEEN, UNTURNED, WATER, touching, turned
from tests.rules.schwarm.naive import Page

ROUNDS = {2: 4, 3: 3, 4: 3}
POINTS = {"cross": 0, "tee": 1, "curve": 2, "straight": 2, "golden": 0}
Drawn = Sequence[str]
"""Draws: the kinds of tiles lifted, or the cards of a new row."""


def say(page: Page, word: str, drawn: Drawn = ()) -> None:
    """Play a word."""
    said = word.split()
    match page.step:
        case Phase.START:
            _start(page, said[1], drawn)
        case Phase.ROW:
            _take(page, said)
        case Phase.PLAY:
            _play(page, said, drawn)
        case Phase.BOTH:
            page.parts.remove("ship" if said[0] == "ship" else "researcher")
            _begin(page, said, drawn)
        case _ if said == ["done"]:
            _next(page, drawn)
        case Phase.SAIL:
            _sail(page, said, drawn)
        case Phase.RESEARCH:
            _place(page, said, drawn)
        case Phase.SWIM:
            _swim(page, said[1], drawn)


def _start(page: Page, name: str, drawn: Drawn) -> None:
    page.stations[page.me][name] = 1
    page.turn += -1 if "free_start" in page.flags else 1
    if not all(page.stations):
        return
    page.turn, page.step = 0, Phase.ROW
    _lay_row(page, drawn)


def _lay_row(page: Page, drawn: Drawn) -> None:
    page.round += 1
    if page.round == 4:
        page.blue = [CARD_NAMES[6]] * 2 + [CARD_NAMES[n] for n in (7, 8, 9, 10)]
    page.row = [*drawn]
    for card in drawn:
        if card == "double" or card.startswith("blue"):
            page.blue.remove(card)
    for seat in page.players:
        page.cards[seat] = ["joker"]
    page.capacities = ["" for _ in page.players]
    page.taken = [0 for _ in page.players]


def _take(page: Page, said: list[str]) -> None:
    me = page.me
    if said[0] == "card":
        page.points[me] -= int(said[1]) - 1
        page.cards[me].append(page.row.pop(int(said[1]) - 1))
    else:
        page.points[me] -= len(page.row)
        page.taken[me], page.capacities[me] = int(said[1]), said[2]
        if said[2] == "golden":
            page.golden -= 1
            page.held[me].append("golden")
    if not page.row and all(page.taken):
        page.order = sorted(page.players, key=lambda seat: page.taken[seat])
        page.turn, page.step = 0, Phase.PLAY
        return
    page.turn = (page.turn + 1) % len(page.order)
    while not page.menu():
        page.turn = (page.turn + 1) % len(page.order)


def _play(page: Page, said: list[str], drawn: Drawn) -> None:
    card = said[0] if said[0] != "blue" else " ".join(said[:2])
    if said == ["research"]:
        card = "researcher"
    page.playing = card
    page.cards[page.me].remove(card)
    if said == ["double"]:
        page.parts, page.step = {"ship", "researcher"}, Phase.BOTH
        return
    _begin(page, said[1:] if said[0] in ("blue", "joker") and len(said) > 1 else said, drawn)


def _begin(page: Page, said: list[str], drawn: Drawn) -> None:
    own = page.stations[page.me]
    match said:
        case ["station", name]:
            full = sum(own.values()) >= 7
            own[name] = own[name] + 1 if name in own else int(not full)
        case ["researcher", name]:
            own[name] += 1
        case ["ship"]:
            page.step, page.may_launch = Phase.SAIL, True
            page.left = 4 if page.capacities[page.me] == "fast" else 3
            return
        case ["research"]:
            page.step, page.left = Phase.RESEARCH, sum(own.values())
            return
        case ["whale", number]:
            _surface(page, number)
            return
        case ["wave", number, wind, steps]:
            _roll(page, number, wind, int(steps))
        case ["crab", *where, steps]:
            _walk(page, where[0] if where else page.crab, int(steps))
        case _:
            page.step = Phase.IDLE
            return
    _next(page, drawn)


def _next(page: Page, drawn: Drawn) -> None:
    """Go to the other part of a double card, the next player, the next round or the end."""
    page.left, page.may_launch, page.moving, page.path = 0, False, -1, []
    if page.parts:
        page.step = Phase.BOTH
        return
    page.playing, page.step = "", Phase.PLAY
    page.turn = (page.turn + 1) % len(page.order)
    if any(page.cards):
        return
    for seat in page.players:
        brilliant = page.capacities[seat] == "brilliant"
        page.points[seat] += page.fleet(seat).largest(brilliant=brilliant)
    page.turn = 0
    if page.round < ROUNDS[len(page.points)]:
        page.step = Phase.ROW
        _lay_row(page, drawn)
        return
    page.step = Phase.OVER
    for seat in page.players:
        queen, shores, _ = page.fleet(seat).final()
        page.points[seat] += queen + shores


def _sail(page: Page, said: list[str], drawn: Drawn) -> None:
    own = page.ships[page.me]
    page.may_launch = False
    if said[0] == "launch":
        own.append(said[1])
        return
    own.remove(said[1])
    own.append(said[2])
    page.left -= 1
    if said[1] in page.face_down:
        page.face_down.remove(said[1])
        page.held[page.me].append(drawn[0])
        drawn = drawn[1:]
    if not page.left:
        _next(page, drawn)


def _place(page: Page, said: list[str], drawn: Drawn) -> None:
    me, name = page.me, said[2]
    kind = [kind for kind in UNTURNED if kind in page.held[me]][int(said[1]) - 1]
    page.held[me].remove(kind)
    page.tiles[name] = turned(kind, int(said[3][1]))
    if len(said) > 4:
        page.buoys[me].remove(said[4])
    page.buoys[me].append(name)
    page.points[me] += POINTS[kind]
    page.left -= 1
    if not page.left or page.menu() == {"done"}:
        _next(page, drawn)


# Hazards


def _surface(page: Page, number: str) -> None:
    page.moving = page.whales.index("") if number == "new" else int(number) - 1
    page.left, page.step = page.reach(page.playing), Phase.SWIM
    if number == "new":
        page.whales[page.moving] = QUEEN
        _hit(page, QUEEN)
    page.path = [page.whales[page.moving]]


def _swim(page: Page, name: str, drawn: Drawn) -> None:
    page.whales[page.moving] = name
    page.path.append(name)
    page.left -= 1
    _hit(page, name)
    if not page.left or page.menu() == {"done"}:
        _next(page, drawn)


def _roll(page: Page, number: str, wind: str, steps: int) -> None:
    which = page.waves.index("") if number == "new" else int(number) - 1
    start = page.waves[which] or QUEEN
    if number == "new":
        _hit(page, QUEEN)
    path = page.roll(start, wind, steps)
    for name in path:
        _hit(page, name)
    page.waves[which] = path[-1] if path[-1] in WATER else ""
    if path[-1] in NUMBERS and "great_wave" in page.flags:
        for name in touching(path[-1]):
            _hit(page, name, less=1)


def _walk(page: Page, name: str, steps: int) -> None:
    while steps:
        name = COAST[(COAST.index(name) + 1) % len(COAST)]
        if name not in page.stations[page.me]:
            steps -= 1
            _hit(page, name)
    page.crab = name


def _hit(page: Page, name: str, less: int = 0) -> None:
    """Charge the owner of each enemy ship and station in a cell for a hit."""
    for seat in page.players:
        if seat == page.me:
            continue
        for _piece in range(page.ships[seat].count(name) + (name in page.stations[seat])):
            protected = page.capacities[seat] == "protection"
            cost = max(min(page.points[seat] // 10, 5) - less - protected, 0)
            page.points[seat] -= cost
            page.points[page.me] += cost
