"""A bot for Bataille that hunts submarines; client.py must lie beside it.

It weighs each cell by the answers to its charges and the lanes of torpedoes, keeps one ship out at
a time where no mine was met, and sends ships without charges home.
"""

import json
import sys
from random import Random

import client

NEAR, MISS = 6.0, 0.0
"""The factor of a cell beside a near miss, and beside a miss."""
games = iter(range(1_000_000))


def near(cell):
    """Return the cells beside, above and below: three levels of 6 x 6 numbers."""
    row, column = divmod((cell - 1) % 36, 6)
    beside = [cell - 6] * (row > 0) + [cell + 6] * (row < 5)
    beside += [cell - 1] * (column > 0) + [cell + 1] * (column < 5)
    return [one for one in (*beside, cell - 36, cell + 36) if 0 < one <= 108]


def weighed(own, other):
    """Return how likely each cell holds an enemy submarine, as a weight."""
    worth = [0.0] + [1.0] * 108
    for _turn, lane, lost in other["torpedoes"]:
        for cell in range(1, 109):
            row, column = divmod((cell - 1) % 36, 6)
            if lost == len(other["lost"]) and lane in (row, 6 + column):
                worth[cell] *= 1.5
    found = {one for lost in other["lost"] for one in near(lost)}
    for cell, answer in own["answers"]:  # 0 is a miss, -1 a hit, more are near misses
        worth[cell] = 0.0
        for one in near(cell):
            hint = answer > 0 and found.isdisjoint(near(cell))
            worth[one] *= MISS if answer == 0 else NEAR if hint else 1.0
    return worth


def choose(turn):
    """Return the words of the best move."""
    luck = turn.memory.setdefault("luck", Random(next(games)))
    own, other = turn.view["fleets"][turn.seat], turn.view["fleets"][1 - turn.seat]
    worth = weighed(own, other)

    def gain(move):
        kind, ship, place = move["kind"], move["ship"], move["place"]
        if kind == "sail" and own["charges"][ship] == 0:
            return 5.0 if place == 0 else 0.0  # home, for more charges
        if kind == "sail" and place > 0:
            is_safe = place in own["tested"] or other["mine_spent"]
            is_out = own["places"][ship] > 0
            return max(worth[place::36]) * (3 if is_out else 1) * (1 if is_safe else 0.2)
        if kind == "drop":
            place = own["places"][ship if ship >= 0 else turn.view["moved"]]
            return worth[place + 36 * move["level"]] - 0.1
        return 1.0 if kind in ("fire", "sub", "mine") else 0.0

    legal = turn.legal
    if legal[0]["kind"] == "sub":  # each submarine in a row and a column of its own
        laid = [(cell - 1) % 36 for cell in turn.view["camps"][turn.seat]["submarines"]]
        taken = {cell // 6 for cell in laid} | {6 + cell % 6 for cell in laid}
        squares = [((move["place"] - 1) % 36, move) for move in legal]
        legal = [move for at, move in squares if taken.isdisjoint((at // 6, 6 + at % 6))]
    return max(legal, key=lambda move: (gain(move), luck.random()))["word"]


def ended(turn):
    """Say who won, on the standard error."""
    print(json.dumps([turn.seat, turn.result]), file=sys.stderr, flush=True)


if __name__ == "__main__":
    client.play(choose, name="hunter", source="docs/bots/hunter.py", ended=ended)
