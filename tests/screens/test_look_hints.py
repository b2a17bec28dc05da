"""Pictures of hints in every game: highlighted, in two lines, with alternatives.

The advice for these positions is fixed here, so that pictures do not change with the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import pytest

from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, SMALL, Looker, running, settle, text_of
from rules.advice import Advice, Weighed
from rules.messages import Counted, Phrase, SeatName, Value
from screens.table.hints import SIGN, Hints
from tests.screens.conftest import Look, MakeApp
from tests.screens.himalaya.tables import PROGRAMMING
from tests.screens.looking import table_screen
from tests.screens.schwarm.sights import drawn, point, row_of
from tests.screens.schwarm.tables import three
from tests.screens.submarine.tables import ACTING
from tests.screens.tables import SEARCHED, table_after

pytestmark = pytest.mark.usefixtures("bots_wait")

SIXTEEN: Final = three(5)


@dataclass(frozen=True)
class Said:
    """The advice for a position: moves, best first, each with its win chance."""

    moves: Mapping[str, float]
    reason: str
    facts: dict[str, Value] = field(default_factory=dict)
    why: tuple[Phrase, ...] = ()
    """The advantages of the first move over the second."""

    async def hint(self, pilot: Looker) -> None:
        """Show the advice as a hint."""
        screen = table_screen(pilot)
        seat = screen.model.seat
        rest = len(seat.names) - 1
        found = [
            Weighed(
                Advice(seat.game.parse(word), self.reason, self.facts),
                tuple(
                    chance if at == seat.number else (1 - chance) / rest for at in range(rest + 1)
                ),
            )
            for word, chance in self.moves.items()
        ]
        found[0] = replace(found[0], why=self.why)
        screen.post_message(Hints.Advised(found, seat, screen.model.log_now))
        await settle(pilot)


BATAILLE: Final = Said(
    {"B 29": 0.58, "C 33": 0.55, "stay": 0.5},
    "{cell} is in {count} of {total} placements that fit",
    {"cell": "29.200", "count": 41, "total": 388},
)
SUBMARINE: Final = Said(
    {"dive 3 to 4.2": 0.955, "dive 3 to 4.3": 0.95, "done": 0.89},
    "{cell} holds {count} of the types you lack, and your boat can still stop there",
    {"cell": "4.2", "count": 1},
)
HIMALAYA: Final = Said(
    {"program srtsit": 0.43, "program srtsrt": 0.28, "program srtstt": 0.26},
    "can fill {orders} and ends at {village}",
    {"orders": Counted("{count} order", "{count} orders", 2), "village": 16},
)
SCHWARM: Final = Said(
    {"card 12": 0.41, "card 2": 0.38, "order 2 fast": 0.3},
    "“{card}” would be gone by your next turn",
    {"card": "station"},
)


class Pictures:
    """The pictures of a game's hint."""

    said: Said
    table: Table

    def test_hint(self, make_app: MakeApp, look: Look) -> None:
        look(make_app(self.table), self.said.hint)


class TestBataille(Pictures):
    """A ship and its destination, word by word."""

    said, table = BATAILLE, table_after(SEARCHED)


class TestSubmarine(Pictures):
    """A bathyscaphe and its destination."""

    said, table = SUBMARINE, ACTING.table()


class TestHimalaya(Pictures):
    """A whole program, and its first village."""

    said, table = HIMALAYA, PROGRAMMING.table()


class TestSchwarm(Pictures):
    """A card of the row with a two-digit number."""

    said, table = SCHWARM, SIXTEEN.table()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
async def test_the_advised_card_alone_is_marked_and_its_price_still_stands(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(SIXTEEN.table()), size) as pilot:
        await SCHWARM.hint(pilot)
        row = row_of(pilot)
        assert row.hinted == {"12"}
        marked = set()
        for name in row.spots:
            await point(pilot, name, row)
            if SIGN in drawn(pilot, name, row)[0]:
                marked.add(name)
        assert marked == {"12"}
        await point(pilot, "12", row)
        assert drawn(pilot, "12", row)[0].strip("[]›‹ ").split() == [SIGN, "12"]
        assert drawn(pilot, "12", row)[2].strip(" ()") == "11"


async def test_where_the_row_takes_every_line_the_advice_is_said_in_one(make_app: MakeApp) -> None:
    async with running(make_app(SIXTEEN.table())) as pilot:
        await SCHWARM.hint(pilot)
        text = text_of(pilot.app)
        assert f"{SIGN} card 12 (41% to win)  “station” would be gone by your next turn" in text
        assert "i play it" in text
        assert "Your turn" in text


CAUSE: Final = Phrase(
    "Your submarine lies at {cell}. A ship of yours on 8 keeps ships off it.", {"cell": "8.200"}
)
REPLY: Final = Phrase(
    "After {worse}, the best charge of {name} is on it.", {"worse": "B 32", "name": SeatName(1)}
)


@pytest.mark.parametrize(("size", "rows"), [(SMALL, 1), (LARGE, 2)])
async def test_causes_stand_below_the_move_in_whole_sentences(
    make_app: MakeApp, size: tuple[int, int], rows: int
) -> None:
    """The reply gives way where there are 24 lines, the cause never."""
    table = table_after(SEARCHED)
    async with running(make_app(table), size=size) as pilot:
        await replace(BATAILLE, why=(CAUSE, REPLY)).hint(pilot)
        screen = table_screen(pilot)
        shown = screen.remarks.text.splitlines()
        assert [line.strip() for line in shown] == [
            "Your submarine lies at 8.200. A ship of yours on 8 keeps ships off it.",
            "After B 32, the best charge of Ben is on it.",
        ][:rows]
        assert screen.remarks.region.height == rows
        assert "or C 33 (55% to win)" in text_of(pilot.app)
