"""Input is handled in slices, by turns: nobody's flood stops anybody else's keys."""

from __future__ import annotations

import asyncio
from typing import cast

from nim_tui.server.paced_input import SLICE, PacedInput, Pump
from nim_tui.server.settings.sections import Limits
from nim_tui.server.work import Meter, Sources
from tests.waiting import until

RICH = Limits(work_at_once=10_000_000)
POOR = Limits(work_at_once=1000)


class Line:
    """A transport that notes whether it is read, and a parser that notes what it is given."""

    def __init__(self, pump: Pump, meter: Meter, log: list[str], name: str) -> None:
        self.name, self.log = name, log
        self.is_reading, self.is_closed, self.is_busy, self.is_held = True, False, False, False
        self.is_patient = False
        self.took: list[bytes] = []
        self.count = 0
        self.paced = PacedInput(
            cast(asyncio.Transport, self), self._take, meter, pump, cut_off=self._cut_off,
            handled=lambda: self.count, is_busy=lambda: self.is_busy,
            is_patient=lambda: self.is_patient, is_held=lambda: self.is_held,
        )  # fmt: skip

    def _take(self, data: bytes) -> None:
        self.took.append(data)
        self.count += len(data) // 32
        self.log.append(self.name)

    def _cut_off(self) -> None:
        self.is_closed = True

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.is_closed


def lines(*names: str, limits: Limits = RICH) -> list[Line]:
    """Lines of several addresses at one pump."""
    pump, sources, log = Pump(), Sources(limits, float), []  # type: ignore[var-annotated]
    return [
        Line(pump, sources.meter(f"203.0.113.{number}"), log, name)
        for number, name in enumerate(names, start=1)
    ]


async def handled(line: Line, data: bytes) -> None:
    await until(lambda: b"".join(line.took) == data, "list: show everything again")


async def test_what_is_short_is_handled_at_once_and_what_is_long_in_order() -> None:
    (ana,) = lines("ana")
    ana.paced.received(b"k")
    assert ana.took == [b"k"]
    long = bytes(number % 256 for number in range(20 * SLICE + 7))
    ana.paced.received(long)
    assert not ana.is_reading, "no more is read before it is handled"
    ana.paced.received(b"more")
    await handled(ana, b"k" + long + b"more")
    assert max(map(len, ana.took)) == SLICE
    assert ana.is_reading


async def test_a_key_waits_for_no_flood_and_floods_take_turns() -> None:
    ana, ben, cleo = lines("ana", "ben", "cleo")
    ben.paced.received(bytes(100 * SLICE))
    cleo.paced.received(bytes(100 * SLICE))
    ana.paced.received(b"k")
    assert ana.took == [b"k"]
    await handled(cleo, bytes(100 * SLICE))
    order = [name for name in ana.log if name != "ana"][2:]
    assert order[:190] == ["ben", "cleo"] * 95


async def test_who_has_not_signed_in_waits_for_a_turn_with_the_first_slice_too() -> None:
    """Else ninety exchanges of keys that come at once are one turn of the loop."""
    ana, ben = lines("ana", "ben")
    ana.is_patient = True
    ana.paced.received(b"exchange")
    ben.paced.received(b"k")
    assert (ana.took, ben.took, ana.is_reading) == ([], [b"k"], False)
    await handled(ana, b"exchange")
    assert ana.is_reading


async def test_who_cannot_pay_is_cut_off_and_nothing_more_is_handled() -> None:
    (ana,) = lines("ana", limits=POOR)
    ana.paced.received(bytes(1_000 * SLICE))
    await until(lambda: ana.is_closed, "the end")
    await asyncio.sleep(0)
    assert 1000 // 16 <= len(ana.took) < 200
    count = len(ana.took)
    ana.paced.received(bytes(SLICE))
    assert len(ana.took) <= count + 1


async def test_a_parser_that_waits_is_given_nothing_until_it_goes_on() -> None:
    """Asyncssh would parse all of it on end."""
    (ana,) = lines("ana")
    ana.is_busy = True
    ana.paced.received(bytes(3 * SLICE))
    assert (ana.took, ana.is_reading) == ([], False)
    ana.is_busy = False
    await handled(ana, bytes(3 * SLICE))
    assert ana.is_reading


async def test_what_a_parser_holds_back_is_not_read_on() -> None:
    (ana,) = lines("ana")
    ana.is_held = True
    ana.paced.received(bytes(3 * SLICE))
    await handled(ana, bytes(3 * SLICE))
    assert not ana.is_reading


async def test_a_connection_that_is_gone_is_forgotten() -> None:
    (ana,) = lines("ana")
    ana.paced.received(bytes(9 * SLICE))
    ana.paced.drop()
    await asyncio.sleep(0)
    assert len(ana.took) <= 2
