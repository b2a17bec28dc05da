"""The knowledge of each seat: tables that differ in sealed programs alone look and sound alike."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.events import Revealed, Sealed
from rules.himalaya.game import HIMALAYA
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    EVERYTHING,
    is_public,
    play,
    position,
    run,
    start,
    told,
)

EVERYBODY = (ANA, BEN, CLEO, None)


def heard(events: list[Event], look: int | None) -> list[Event]:
    """Return the events that reach a seat, in order."""
    return [seen for event in events if (seen := event.seen_by(look)) is not None]


def table() -> HimalayaState:
    """Return a position with pieces of every kind."""
    return position(
        at=(5, 7, 19),
        goods={7: "sbt"},
        orders={5: "ssb"},
        cubes=("ssb", "g", "tt"),
        discs=(["tjj"], [], ["ssb", "ssb"]),
        tokens=(0, 1, 0),
        stupas={7: BEN},
        delegations={"C": (1, 2, 0)},
    )


@pytest.mark.parametrize("other", ["program pppppp", "program ttssii", "program rrrrrr"])
def test_a_sealed_program_is_known_to_its_owner_alone(other: str) -> None:
    """Page: never letters, nor how many are laid."""
    one, twin = table(), table()
    first, second = play(one, "program sirtps", seat=ANA), play(twin, other, seat=ANA)
    for look in (BEN, CLEO, None):
        assert heard(first, look) == heard(second, look)
        assert HIMALAYA.view(one, look) == HIMALAYA.view(twin, look)
        assert repr(HIMALAYA.view(one, look)) == repr(HIMALAYA.view(twin, look))
        assert HIMALAYA.view(one, look).players[ANA].program == ()
    assert heard(first, ANA) != heard(second, ANA)
    assert HIMALAYA.view(one, ANA) != HIMALAYA.view(twin, ANA)
    assert HIMALAYA.view(one, ANA).players[ANA].program == (0, 1, 2, 3, 4, 0)


def test_who_has_sealed_is_public() -> None:
    """Page: everybody sees it, and is told of it without a letter."""
    state = table()
    event = play(state, "program sirtps", seat=BEN)[0]
    for look in EVERYBODY:
        players = HIMALAYA.view(state, look).players
        assert [player.is_sealed for player in players] == [False, True, False]
        assert HIMALAYA.view(state, look).waiting == (ANA, CLEO)
    for look in (ANA, CLEO, None):
        assert event.seen_by(look) == Sealed(BEN)
    assert event.seen_by(BEN) == Sealed(BEN, "sirtps")


def test_programs_sealed_earlier_stay_secret_until_the_last() -> None:
    """T: all at once: two sealed programs of others are not seen by the third."""
    one, twin = table(), table()
    for state, program in ((one, "tttttt"), (twin, "iiiiii")):
        play(state, f"program {program}", seat=ANA)
        play(state, f"program {program[::-1]}", seat=CLEO)
    for look in (BEN, None):
        assert HIMALAYA.view(one, look) == HIMALAYA.view(twin, look)
    assert [*HIMALAYA.legal(one, BEN)[:5]] == [*HIMALAYA.legal(twin, BEN)[:5]]
    assert len(HIMALAYA.legal(one, BEN)) == len(HIMALAYA.legal(twin, BEN))


def test_once_revealed_programs_are_public() -> None:
    """Page: public: programs once revealed."""
    state = table()
    events = run(state, "tr", "sirtps", "iiiiii")
    assert all(is_public(event) and event.reveals for event in told(events, Revealed))
    for look in EVERYBODY:
        programs = [player.program for player in HIMALAYA.view(state, look).players]
        assert programs == [(3, 2, 4, 4, 4, 4), (0, 1, 2, 3, 4, 0), (1,) * 6]


def test_in_the_next_turn_they_are_secret_again() -> None:
    """T: laid anew; nothing of the last turn is left to mistake for a program."""
    state = table()
    run(state, "", "t", "t")
    for look in EVERYBODY:
        assert [player.program for player in HIMALAYA.view(state, look).players] == [()] * 3
        assert not any(player.is_sealed for player in HIMALAYA.view(state, look).players)
    play(state, "program tttttt", seat=CLEO)
    assert HIMALAYA.view(state, ANA).players[CLEO].program == ()


@pytest.mark.parametrize("events", [False, True])
def test_everything_else_is_public(events: bool) -> None:
    """Page: totals follow from public events, so all views carry them; bags too, by kind."""
    state = position(
        at=(5, 7, 19), cubes=("ssb", "g", ""), unplayed=(EVERYTHING,) * 3, events=events
    )
    looks = [HIMALAYA.view(state, look) for look in EVERYBODY]
    for name in ("goods", "orders", "cube_bag", "disc_bag", "stupas", "delegations", "players"):
        assert len({repr(getattr(view, name)) for view in looks}) == 1
    assert looks[0].players[BEN].cubes == (0, 0, 0, 0, 1)
    assert [view.seat for view in looks] == [*EVERYBODY]


def test_open_screens_changes_nothing_but_the_display() -> None:
    """Page: only the display hides others' totals: the views carry them either way."""
    shut, opened = (
        position(cubes=("s", "b", "t")),
        position(cubes=("s", "b", "t"), open_screens=True),
    )
    for look in EVERYBODY:
        assert HIMALAYA.view(shut, look).players == HIMALAYA.view(opened, look).players


def test_all_that_happens_to_an_order_is_told_to_all() -> None:
    """Page: what others take and hand in as it happens: it is played openly."""
    state = table()
    events = run(state, "trt", "tt", "")
    events += play(state, "barter", "envoy C 2")
    played = [event for event in events if not isinstance(event, Sealed)]
    assert {"filled", "bartered", "sent", "took", "walked"} <= {event.name for event in played}
    assert all(map(is_public, played))


def test_nobody_sees_the_order_of_the_bags() -> None:
    """Page: what will be drawn is in no view: chance alone decides, and later."""
    state = start(3, 2)
    drawn = set()
    for seed in range(6):
        twin = state.copy()
        for village in (1, 2, 3):
            play(twin, f"camp {village}")
        twin.goods = [()] * 21
        before = repr(HIMALAYA.view(twin, None))
        run(twin, chance=Chance(seed))
        drawn.add((before, repr(twin.goods)))
    assert len({before for before, _ in drawn}) == 1
    assert len({goods for _, goods in drawn}) == 6


def test_an_imagined_table_fits_what_is_seen_and_varies_in_programs_alone() -> None:
    """Page: that is all that is hidden."""
    state = table()
    play(state, "program tttttt", seat=ANA)
    samples = [HIMALAYA.sample(HIMALAYA.view(state, BEN), Chance(seed)) for seed in range(8)]
    programs = {sample.programs[ANA] for sample in samples}
    assert len(programs) > 1
    for sample in samples:
        assert len(sample.programs[ANA]) == 6
        sample.programs[ANA] = state.programs[ANA]
        assert sample == state
    assert HIMALAYA.sample(HIMALAYA.view(state, ANA), Chance(0)) == state
