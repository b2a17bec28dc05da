"""Playback of moves of Der Schwarm, step by step: hits, then everybody's points."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nim_tui import settings
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, settle, text_of, until
from rules.schwarm.moves import parse
from rules.schwarm.preview import network_of
from screens.schwarm.sentences import sentence
from screens.table.log import LogPanel
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import is_over, log_shown, menu_words, prompt, say
from tests.screens.schwarm.sights import drawn, screen_of, sea_of
from tests.screens.schwarm.tables import LAST_CARD, NEW_CRAB, Position, three

pytestmark = pytest.mark.usefixtures("bots_wait")

CRAB = "crab i0 4"
WAVE = "wave new s 4"
CRAB_STEPS = [
    "▲ Ana plays crab",
    "▲ Ana: crab from i0 to k6",
    "▲ Ana hits ◆ Cleo’s station on k5: +2",
    "◆ Cleo: network scores 6",
    "▼ Ben: network scores 8",
    "▲ Ana: network scores 6",
    "round 2: the row is laid out",
]
END_STEPS = [
    "▼ Ben plays wave",
    "▼ Ben: wave 4 s, ends at f8",
    "▼ Ben hits ▲ Ana’s ship on f7: +4",
    "▲ Ana: network scores 41",
    "▼ Ben: network scores 16",
    "▲ Ana: queen 30, shores 10",
    "▼ Ben: queen 0, shores 10",
    "the last round is over",
]

TO_ANA = {
    "▲ Ana plays crab": "▲ You play crab",
    "▲ Ana: crab from i0 to k6": "▲ You: crab from i0 to k6",
    "▲ Ana hits ◆ Cleo’s station on k5: +2": "▲ You hit ◆ Cleo’s station on k5: +2",
    "▲ Ana: network scores 6": "▲ You: network scores 6",
    "▼ Ben hits ▲ Ana’s ship on f7: +4": "▼ Ben hits your ship on f7: you lose 4",
    "▲ Ana: network scores 41": "▲ You: network scores 41",
    "▲ Ana: queen 30, shores 10": "▲ You: queen 30, shores 10",
}
"""The texts that change if Ana is the only person, and so the reader."""


def to_ana(steps: list[str]) -> list[str]:
    """Return the steps as Ana reads them in a game against bots."""
    return [TO_ANA.get(step, step) for step in steps]


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no next step come automatically."""
    monkeypatch.setitem(settings.PACES, "normal", 3600.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let steps follow each other as fast as they are drawn."""
    monkeypatch.setitem(settings.PACES, "normal", 0.001)
    return iter(())


def told(pilot: Looker) -> str:
    """Return the prompt without the place under the cursor."""
    return prompt(pilot).split("   ")[0]


def points(pilot: Looker) -> list[int]:
    """Return the points shown for all players."""
    return [player.points for player in screen_of(pilot).model.view.players]


async def step_on(pilot: Looker) -> list[str]:
    """Step by keys to the end of the playback; return the prompts on the way."""
    shown: list[str] = []
    for _ in range(30):
        if not screen_of(pilot).model.is_following:
            return shown
        shown.append(told(pilot))
        await press(pilot, "full_stop")
    raise AssertionError(f"there is no end to it: {shown}")


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize(
    ("position", "words", "steps"),
    by_day([(NEW_CRAB, CRAB, CRAB_STEPS), (LAST_CARD, WAVE, END_STEPS)], 1),
    ids=["a round", "the game"],
)
async def test_each_hit_and_each_network_is_a_step(
    make_app: MakeApp, position: Position, words: str, steps: list[str]
) -> None:
    table = position.shared()
    known = len(table.log(None))
    async with running(make_app(table, pace="normal")) as pilot:
        await say(pilot, words)
        assert await step_on(pilot) == steps
        people = screen_of(pilot).model.people
        told = [sentence(event, people) for event in table.log(None)[known:]]
        assert [text for text in told if text] == steps


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize(
    ("position", "words", "steps"),
    by_day([(NEW_CRAB, CRAB, CRAB_STEPS), (LAST_CARD, WAVE, END_STEPS)], 1),
    ids=["a round", "the game"],
)
async def test_the_last_step_stays_until_it_was_seen(
    make_app: MakeApp, position: Position, words: str, steps: list[str]
) -> None:
    """One more key, as after every other step; only then something is asked, or it is over."""
    async with running(make_app(position.shared(), pace="normal")) as pilot:
        await say(pilot, words)
        await press(pilot, *["full_stop"] * (len(steps) - 1))
        assert told(pilot) == steps[-1]
        assert screen_of(pilot).model.is_following
        assert menu_words(pilot) == []
        assert not is_over(pilot)
        await press(pilot, "full_stop")
        assert not screen_of(pilot).model.is_following
        assert screen_of(pilot).model.step_shown is None
        assert is_over(pilot) or "take it for" in told(pilot)


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_points_and_the_crab_change_step_by_step(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.table(), pace="normal")) as pilot:
        await say(pilot, CRAB)
        seen = []
        for _ in CRAB_STEPS:
            seen.append((points(pilot), drawn(pilot, "k6")[0][-1]))
            await press(pilot, "full_stop")
        assert seen == [
            ([21, 16, 21], " "),
            ([21, 16, 21], "C"),
            ([23, 16, 19], "C"),
            ([23, 16, 25], "C"),
            ([23, 24, 25], "C"),
            ([29, 24, 25], "C"),
            ([29, 24, 25], "C"),
        ]


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_network_of_the_one_counted_is_heavy(make_app: MakeApp) -> None:
    """Whoever looks; on steps that count nothing it is the looker's own."""
    async with running(make_app(NEW_CRAB.table(), pace="normal")) as pilot:
        await say(pilot, CRAB)
        counted = []
        while screen_of(pilot).model.is_following:
            step = screen_of(pilot).model.step_shown
            assert step is not None
            seat = step.seat if step.name in ("scored", "crowned") else 0
            assert seat is not None
            network = network_of(screen_of(pilot).model.view, seat).cells
            assert sea_of(pilot)._network == network
            counted.append(seat)
            await press(pilot, "full_stop")
        assert counted == [0, 0, 0, 2, 1, 0, 0]


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_log_grows_a_line_a_step(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.table(), pace="normal"), LARGE) as pilot:
        await say(pilot, CRAB)
        for step in to_ana(CRAB_STEPS):
            lines = [text for text, _look in log_shown(pilot)]
            assert lines[-1] == told(pilot) == step
            shown = screen_of(pilot).query_one(LogPanel).text.splitlines()[-1]
            assert shown.strip() in step.replace("You: ", "").replace("You ", "").replace(
                "Ben: ", ""
            ).replace("Cleo: ", "")
            await press(pilot, "full_stop")


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_nothing_is_asked_or_offered_meanwhile(make_app: MakeApp) -> None:
    table = NEW_CRAB.shared()
    async with running(make_app(table, pace="normal")) as pilot:
        await say(pilot, CRAB)
        played, bar = table.moves_played, text_of(pilot.app).splitlines()[-1]
        assert all(word in bar for word in ("Pause or play", "Next", "Skip"))
        assert not any(word in bar for word in ("Undo", "Hint", "Type", "Rotate"))
        assert menu_words(pilot) == []
        assert not screen_of(pilot).ui.row.lit | sea_of(pilot).lit
        await press(pilot, "u", "i", "t", "colon", "enter")
        assert table.moves_played == played
        assert screen_of(pilot).model.is_following


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_networks_pane_shows_the_table_as_far_as_it_was_shown(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.table(), pace="normal")) as pilot:
        await say(pilot, CRAB)
        await press(pilot, "full_stop", "full_stop", "w")
        pane = text_of(pilot.app)
        assert "points          23" in pane
        await press(pilot, "escape")
        assert screen_of(pilot).model.is_following


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_escape_shows_the_table_as_it_is(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.shared(), pace="normal")) as pilot:
        await say(pilot, CRAB)
        await press(pilot, "escape")
        assert not screen_of(pilot).model.is_following
        skipped = text_of(pilot.app).splitlines()
    async with running(make_app(NEW_CRAB.then(CRAB).shared(), pace="normal")) as pilot:
        assert text_of(pilot.app).splitlines()[:16] == skipped[:16]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
async def test_space_halts_and_lets_it_run_again(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.table(), pace="normal")) as pilot:
        screen = screen_of(pilot)
        screen.action_halt()
        await say(pilot, CRAB)
        await until(pilot, lambda: screen.model.is_following)
        first = told(pilot)
        assert screen.playback.is_running is False
        await press(pilot, "full_stop")
        steps = to_ana(CRAB_STEPS)
        assert told(pilot) == steps[steps.index(first) + 1], "one key is one step"
        assert screen.playback.is_running is False
        await press(pilot, "space")
        await until(pilot, lambda: not screen.model.is_following)
        assert points(pilot) == [29, 24, 25]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
async def test_it_runs_by_itself(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step has its beat, the last one too."""
    shown: list[str] = []
    async with running(make_app(LAST_CARD.shared(), pace="normal")) as pilot:
        screen = screen_of(pilot)
        show_now = screen.presenter.show_now

        def show_and_note() -> None:
            show_now()
            if screen.model.step_shown is not None:
                shown.append(screen.ui.sentence(screen.model.step_shown))

        monkeypatch.setattr(screen.presenter, "show_now", show_and_note)
        await say(pilot, WAVE)
        await until(pilot, lambda: is_over(pilot))
    assert shown == END_STEPS


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("size", by_day([(SMALL,), (LARGE,)], 1), ids=["small", "large"])
async def test_the_one_who_moved_sees_the_steps(make_app: MakeApp, size: tuple[int, int]) -> None:
    """The next person at an open table goes on only once all steps were shown to the first."""
    async with running(make_app(three(70).shared(), pace="normal"), size) as pilot:
        await say(pilot, "step h2")
        screen = screen_of(pilot)
        assert screen.model.seat.number == 0
        await say(pilot, CRAB)
        for step in CRAB_STEPS:
            assert told(pilot) == step
            assert screen.model.seat.number == screen.model.view.seat == 0
            await press(pilot, "full_stop")
        assert not screen.model.is_following
        assert (
            screen.model.seat.number == screen.model.view.seat == screen.model.seat.waiting[0] != 0
        )


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_steps_of_a_program_are_seen_by_the_person_who_looks(make_app: MakeApp) -> None:
    """Ana alone is a person; Ben's last wave hits her ship, and all is counted."""
    table = LAST_CARD.table()
    async with running(make_app(table, pace="normal")) as pilot:
        table.play(1, parse(WAVE))
        await settle(pilot)
        for step in to_ana(END_STEPS):
            assert told(pilot) == step
            assert screen_of(pilot).model.view.seat == 0
            await press(pilot, "full_stop")
        assert is_over(pilot)


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_view_after_each_move_is_the_true_one(make_app: MakeApp) -> None:
    """Moves that come while steps are shown are lined up; each ends with the table as it was."""
    table = NEW_CRAB.table()
    true = {}
    async with running(make_app(table, pace="normal")) as pilot:
        for words in (CRAB, "card 1", "order 3 fast", "card 2"):
            table.play(table.waiting[0], parse(words))
            true[len(table.log(0))] = table.view(0)
            await settle(pilot)
        screen, ends = screen_of(pilot), 0
        while screen.model.is_following:
            shown = len(screen.model.log)
            if shown in true:
                assert screen.model.view == true[shown]
                ends += 1
            await press(pilot, "full_stop")
        assert ends == len(true)


@pytest.mark.slow
@pytest.mark.usefixtures("no_clock")
async def test_the_end_is_told_after_its_last_step(make_app: MakeApp) -> None:
    table = LAST_CARD.shared()
    async with running(make_app(table, pace="normal")) as pilot:
        await say(pilot, WAVE)
        assert table.result is not None
        for _ in END_STEPS:
            assert not is_over(pilot)
            await press(pilot, "full_stop")
        assert is_over(pilot)


@pytest.mark.slow
async def test_the_pace_instant_shows_the_end_at_once(make_app: MakeApp) -> None:
    async with running(make_app(NEW_CRAB.table(), pace="instant")) as pilot:
        await say(pilot, CRAB)
        assert not screen_of(pilot).model.is_following
        assert points(pilot) == [29, 24, 25]
