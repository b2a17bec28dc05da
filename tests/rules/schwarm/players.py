"""Random players who sail and research more often than by chance, and crowded positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.chance import Chance
from rules.contract import Event
from rules.schwarm.cards import BLUE_CARDS, CARD_NAMES, LIGHT_CARDS
from rules.schwarm.events import Lifted, Row
from rules.schwarm.state import SchwarmState
from tests.rules.schwarm.chart import COAST, PRINTED, QUEEN, WATER, beside, shapes
from tests.rules.schwarm.positions import LETTERS, all_of, play, position, start, words

EAGER: Final = ("place", "sail", "launch", "research", "double", "joker", "order")
SWARM: Final = [kind for kind, count in PRINTED["tiles"].items() for _ in range(count)]
BLUE: Final = [CARD_NAMES[n] for n in (BLUE_CARDS[0], *BLUE_CARDS)]
LIGHT: Final = [CARD_NAMES[n] for n in LIGHT_CARDS]
HARBOURS: Final = [*sorted(WATER), *(beside(QUEEN) * 16)]
"""The cells of ships in crowded positions: about half are beside the queen."""
ROAD: Final = ("f1", "f2")
"""Cells from the first station of crowded positions towards the queen, without f3."""
OPTIONS: Final[tuple[dict[str, bool], ...]] = (
    {},
    {"free_start": True},
    {"great_wave": True},
    {"free_start": True, "great_wave": True, "closed_hands": True},
)


@dataclass(frozen=True)
class Step:
    """A move of a game: the tables before and after it, and its events."""

    before: SchwarmState
    seat: int
    word: str
    events: list[Event]
    after: SchwarmState


def choose(offered: Sequence[str], pick: Random, greed: float) -> str:
    """Return a random word, more often one that builds a network."""
    eager = [word for word in offered if word.startswith(EAGER) or word == "card 1"]
    return pick.choice(eager if eager and pick.random() < greed else offered)


def followed(state: SchwarmState, seed: int, greed: float = 0.7) -> Iterator[Step]:
    """Yield a game played on to its end, move by move."""
    pick, chance = Random(seed), Chance(seed)
    while state.waiting():
        before, seat = state.copy(), state.mover
        word = choose(words(state), pick, greed)
        yield Step(before, seat, word, play(state, word, chance=chance), state.copy())


def game(players: int, seed: int, **options: bool) -> Iterator[Step]:
    """Yield a whole game, move by move."""
    return followed(start(players, seed, **options), seed, (0.3, 0.7, 0.9)[seed % 3])


def drawn(events: Sequence[Event]) -> list[str]:
    """Return the draws: tiles lifted, then the cards of a new row."""
    found = [event.tile for event in all_of(events, Lifted)]
    return found + [card for row in all_of(events, Row) for card in row.cards.split(", ")]


def crowded(players: int, seed: int, *, great_wave: bool = False) -> SchwarmState:
    """Return a table full of pieces in mid-round, as no player would place them."""
    pick = Random(seed)
    bag = SWARM[:]
    pick.shuffle(bag)
    cells = sorted(WATER - {QUEEN, *ROAD})
    pick.shuffle(cells)
    tiles = _tiles(pick, players, cells, bag)
    rest = [name for name in cells if name not in tiles]
    covered = rest[: pick.randint(0, min(len(rest), len(bag) - bag.count("golden")))]
    sea = [kind for kind in bag if kind != "golden"][: len(covered)]
    spare = [*(Counter(bag) - Counter(sea)).elements()]
    hands = [[kind for kind in spare if pick.randrange(players) == seat] for seat in range(players)]
    rounds = 4 if players == 2 else 3
    number = pick.randint(1, rounds)
    cards, pile = _cards(pick, players, 6 - 2 * number if number < 4 else 4)
    hazards = [*pick.sample(sorted(WATER), 4)]
    return position(
        _stations(pick, players),
        ships=[" ".join(pick.choices(HARBOURS, k=pick.randint(0, 3))) for _ in hands],
        tiles=tiles,
        hands=[" ".join(hand[: pick.choice((1, 2, 4))]) for hand in hands],
        cards=cards,
        points=[pick.randint(0, 55) for _ in hands],
        capacities=pick.sample(["fast", "golden", "protection", "brilliant"], players),
        face_down=" ".join(covered),
        sea=" ".join(sea),
        whales=" ".join(hazards[: pick.randint(0, 2)]),
        waves=" ".join(hazards[2 : 2 + pick.randint(0, 2)]),
        taken=range(1, players + 1),
        blue_pile=pile,
        round_number=number,
        great_wave=great_wave,
    )


def _tiles(pick: Random, players: int, cells: list[str], bag: list[str]) -> dict[str, str]:
    """Return tiles with buoys of up to two players, some on top of others."""
    full = pick.random() < 0.6
    found: dict[str, list[str]] = {}
    owned: Counter[str] = Counter()
    for name in ROAD if full else ():
        bag.remove("cross")
        found[name] = [f"cross {_buoys('A', owned)}"]
    for name in cells[: pick.randint(25, 48)]:
        kind = bag.pop()
        turns, sides = pick.choice([*shapes(kind).items()])
        seats = [LETTERS[0]] if full else pick.sample(LETTERS[:players], pick.choice((0, 1, 1, 2)))
        found[name] = [f"{kind} r{turns} {_buoys(seats, owned)}"]
        over = [(turn, top) for turn, top in shapes(bag[-1]).items() if sides < top]
        if over and len(bag) > 14 and pick.random() < 0.5:
            turns = pick.choice(over)[0]
            found[name].append(f"{bag.pop()} r{turns} {_buoys(seats, owned)}")
    return {name: ", ".join(stack) for name, stack in found.items()}


def _buoys(seats: Sequence[str], owned: Counter[str]) -> str:
    placed = [letter for letter in seats if owned[letter] < 28]
    owned.update(placed)
    return "".join(placed)


def _stations(pick: Random, players: int) -> list[dict[str, int]]:
    coast = [name for name in COAST if name != "f0"]
    pick.shuffle(coast)
    coast.append("f0")
    found: list[dict[str, int]] = []
    for _seat in range(players):
        own = {coast.pop(): 1 for _ in range(pick.randint(1, 6))}
        found.append(own)
        for _more in range(pick.randint(0, 7 - len(own))):
            roomy = [name for name, crew in own.items() if crew < 3]
            if roomy:
                own[pick.choice(roomy)] += 1
    return found


def _cards(pick: Random, players: int, pile: int) -> tuple[list[str], str]:
    """Return four cards for each player, two of them blue, and the blue ones in the pile."""
    blue = BLUE[:]
    pick.shuffle(blue)
    hands = [["joker", *pick.sample(LIGHT, 2)] for _ in range(players)]
    for seat, hand in enumerate(hands):
        hand.append(blue.pop() if seat < 2 else pick.choice(LIGHT))
    return [", ".join(hand) for hand in hands], ", ".join(blue[:pile])
