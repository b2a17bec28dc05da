"""The rules worked out slowly and plainly from the rules page, to check the game against."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from rules.bataille.board import LANES
from rules.bataille.state import BatailleState
from rules.bataille.view import BatailleView

SHIPS = "ABC"
ARROWS = ((12, 18, 24, 30), (7, 13, 19, 25))
STEPS_ASIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
STEPS_AROUND = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)


def beyond(number: int, step: tuple[int, int]) -> int | None:
    """Return the square one step away, or None off the map."""
    row, column = (number - 1) // 6 + step[0], (number - 1) % 6 + step[1]
    return row * 6 + column + 1 if 0 <= row < 6 and 0 <= column < 6 else None


def near_area(cell: int, blast: bool) -> frozenset[int]:
    """Return the cells where a charge in this cell nearly misses a submarine."""
    level, number = (cell - 1) // 36, (cell - 1) % 36 + 1
    steps = STEPS_AROUND if blast else STEPS_ASIDE
    area = {level * 36 + there for step in steps if (there := beyond(number, step))}
    if not blast:
        area |= {other * 36 + number for other in (level - 1, level + 1) if other in (0, 1, 2)}
    return frozenset(area)


def lines(option: str) -> dict[str, frozenset[int]]:
    """Return the lanes of an option by name."""
    found = {f"R{n}": frozenset(range(6 * n - 5, 6 * n + 1)) for n in range(1, 7)}
    found |= {f"C{n}": frozenset(range(n, 37, 6)) for n in range(1, 7)}
    if option == "orthogonal":
        return found
    for begin in range(1, 37):
        for step in ((1, 1), (1, -1)):
            line = [begin]
            while there := beyond(line[-1], step):
                line.append(there)
            whole = beyond(begin, (-1, -step[1])) is None and len(line) > 1
            if whole and (option == "all" or len(line) == 6):
                name = {(1, 36): "D1", (6, 31): "D2"}.get((line[0], line[-1]))
                found[name or f"D{line[0]}-{line[-1]}"] = frozenset(line)
    return found


def reach(seat: int, start: int) -> set[int]:
    """Return the numbers that a ship can reach in 1, 2 or 3 steps; 0 is the port."""
    ends: set[int] = set()
    edge = {start}
    for _ in range(3):
        there: set[int] = set()
        for place in edge:
            if place == 0:
                there |= set(ARROWS[seat]) if start == 0 else set()
                continue
            there |= {to for step in STEPS_AROUND if (to := beyond(place, step))}
            if place in ARROWS[seat]:
                there.add(0)
        ends |= there
        edge = there - {0}
    return ends - {start}


def shots(state: BatailleState) -> set[str]:
    """Return the torpedoes that the mover may fire."""
    me, foe = state.mover, 1 - state.mover
    found: set[str] = set()
    for name, line in lines(state.lanes).items():
        here = [(cell - 1) % 36 + 1 for cell in state.submarines[me]]
        here = [number for number in here if number in line]
        other_lane = state.shots > 0 and lane_name(state.lane) != name
        if len(here) <= state.shots or other_lane:
            continue
        for ship, at in zip(SHIPS, state.places[foe]):
            if at in line and (not state.blocking or can_see_past(state, here, at)):
                found.add(f"fire {name} {ship}")
    return found


def can_see_past(state: BatailleState, here: list[int], target: int) -> bool:
    """Whether a submarine on the lane sees a target, and others can have fired before."""
    before = state.stretches[state.mover][-state.shots :] if state.shots else []
    for *fired, last in permutations(here, state.shots + 1):
        if sees(state, last, target) and all(
            low <= number <= high for number, (low, high) in zip(fired, before)
        ):
            return True
    return False


def sees(state: BatailleState, number: int, target: int) -> bool:
    """Whether no ship is on the squares between a submarine and its target."""
    rows, columns = (target - 1) // 6 - (number - 1) // 6, (target - 1) % 6 - (number - 1) % 6
    step = ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0))
    while number != target:
        there = beyond(number, step)
        assert there is not None
        number = there
        if number != target and any(number in fleet for fleet in state.places):
            return False
    return True


def lane_name(index: int) -> str:
    """Return the game's name of a lane."""
    return LANES[index].name


def menu(state: BatailleState) -> set[str]:
    """Return all legal words of the mover, by the rules page."""
    me = state.mover
    places, charges = state.places[me], state.charges[me]
    armed = [ship for ship in range(3) if places[ship] > 0 and charges[ship]]
    if state.phase == 1:
        taken = {at for fleet in state.places for at in fleet if at > 0}
        said = {
            f"{SHIPS[ship]} {end or 'port'}"
            for ship in range(3)
            if places[ship] >= 0
            for end in reach(me, places[ship]) - taken
        }
        return said | ({"stay"} if armed or shots(state) else set())
    if state.phase == 2 and state.moved >= 0:
        return {"hold", "drop 100", "drop 200", "drop 300"}
    if state.phase == 2:
        said = {f"drop {SHIPS[ship]} {level}" for ship in armed for level in (100, 200, 300)}
        return said | ({"hold"} if shots(state) else set())
    return shots(state) | ({"hold"} if state.acted else set())


def placements(view: BatailleView, camp: int, torpedoes: bool) -> Iterator[tuple[int, ...]]:
    """Yield every set of cells for the living submarines of a camp."""
    fleet, foe = view.fleets[camp], view.fleets[1 - camp]
    clues: list[tuple[frozenset[int], int, bool]] = []
    barred = set(fleet.lost)
    sunk_by_now = 0
    for cell, answer in foe.answers:
        area = near_area(cell, view.blast)
        barred.add(cell)
        if answer == -1:
            sunk_by_now += 1
            continue
        rest = answer - len(area & set(fleet.lost[sunk_by_now:]))
        clues.append((area, rest, True))
        if not rest:
            barred |= area
    if fleet.mine_spent:
        barred |= {fleet.mine_spent, fleet.mine_spent + 36, fleet.mine_spent + 72}
    if torpedoes:
        clues += torpedo_clues(view, camp)
    free = [cell for cell in range(1, 109) if cell not in barred]
    for chosen in combinations(free, 3 - len(fleet.lost)):
        held = set(chosen)
        for area, count, exactly in clues:
            met = len(area & held)
            if met != count if exactly else met < count:
                break
        else:
            yield chosen


def torpedo_clues(view: BatailleView, camp: int) -> list[tuple[frozenset[int], int, bool]]:
    """Return, per turn with torpedoes, the least number of living submarines in the lane."""
    fleet = view.fleets[camp]
    found = []
    for shot in set(fleet.torpedoes):
        _, lane, lost_then = shot
        line = lines("all")[lane_name(lane)]
        since = sum((cell - 1) % 36 + 1 in line for cell in fleet.lost[lost_then:])
        area = frozenset(number + 36 * level for number in line for level in range(3))
        found.append((area, fleet.torpedoes.count(shot) - since, False))
    return found


def grid(view: BatailleView, camp: int) -> dict[int, str]:
    """Return the search grid that follows from the answers and the spent mine alone."""
    held = {cell for chosen in placements(view, camp, torpedoes=False) for cell in chosen}
    near: set[int] = set()
    for cell, answer in view.fleets[1 - camp].answers:
        near |= near_area(cell, view.blast) if answer > 0 else frozenset()
    marks = {}
    for cell in range(1, 109):
        if cell in view.fleets[camp].lost:
            marks[cell] = "flag"
        elif cell not in held:
            marks[cell] = "white"
        else:
            marks[cell] = "red" if cell in near else "blank"
    return marks
