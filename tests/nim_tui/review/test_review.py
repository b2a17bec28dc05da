"""Reviews: the same each time, from what seats could know, and figures that add up."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from nim_tui.bots.levels import RandomBot
from nim_tui.bots.search import HELD, Decision
from nim_tui.registry import game_named
from nim_tui.review.analysis import (
    LEAST,
    USUAL,
    WHOLE,
    GameWalk,
    RecordedGame,
    depth_for,
    fair_chance,
    step,
    verdict,
    walk,
)
from nim_tui.review.review import BestMove, Review, ReviewedPosition
from nim_tui.review.service import settled
from rules.bataille import BATAILLE
from rules.himalaya.game import HIMALAYA
from rules.schwarm import SCHWARM
from rules.submarine import SUBMARINE
from rules.submarine.board import cell_at
from tests.nim_tui.puzzles.samples import SureJudge
from tests.nim_tui.review.reviewing import (
    SHALLOW,
    Blind,
    judge_of,
    told_of,
    won,
    worked_out,
)
from tests.screens.himalaya.tables import FILLED, PROGRAMMING
from tests.screens.tables import ANA_CAMP, LAID, PAIR, SEARCHED, WON, table_after


def walked(told: RecordedGame) -> GameWalk:
    """Every position of a game."""
    return walk(game_named(told.header.game).game, told)


WATCHED = f"{LAID}; A 16; B 14; drop 300; B 17; drop 200; hold"


@cache
def of_bataille() -> Review:
    """The review of a whole game."""
    return worked_out(won())


@cache
def of_its_beginning() -> Review:
    """The review of the camps of the same game and of some moves, one of which lost something."""
    told = won()
    return worked_out(RecordedGame(told.header, told.plays[:12]))


@pytest.mark.slow
def test_a_review_is_the_same_twice() -> None:
    told = told_of(table_after(SEARCHED))
    short = RecordedGame(told.header, told.plays[:12])
    assert worked_out(short) == worked_out(short)


@pytest.mark.slow
def test_every_position_is_told_as_it_was_played() -> None:
    told, review = won(), of_bataille()
    assert [(one.seat, one.move) for one in review.steps[:-1]] == [
        (play.seat, play.move) for play in told.plays
    ]
    assert review.steps[-1].true == review.steps[-1].fair == (1.0, 0.0)
    assert all(sum(one.true) == pytest.approx(1) for one in review.steps)
    assert all(0 <= chance <= 1 for one in review.steps for chance in (*one.true, *one.fair))


@pytest.mark.slow
def test_losses_are_never_negative_and_the_best_move_loses_nothing() -> None:
    review = of_bataille()
    weighed = [one for one in review.steps if one.verdict is not None]
    assert len(weighed) > len(review.steps) // 2
    assert all(0 <= one.loss <= 1 for one in weighed)
    best = [one for one in weighed if one.verdict and one.verdict.best == one.move]
    assert best
    assert all(one.loss == 0 for one in best)
    assert any(one.loss > 0 for one in weighed)


def assert_adds_up(review: Review, seat: int) -> None:
    """Fail unless what play and luck brought a seat is the change of its chance."""
    balance = review.balance(seat)
    told = balance.play + balance.others + balance.luck + balance.unweighed
    assert balance.start + told == pytest.approx(balance.end, abs=1e-9)
    assert balance.play == pytest.approx(-sum(review.losses(seat)))


@pytest.mark.parametrize("seat", [0, 1])
def test_luck_and_play_add_up_to_the_change(seat: int) -> None:
    assert_adds_up(of_its_beginning(), seat)
    assert of_its_beginning().balance(1).play < 0


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_luck_and_play_add_up_to_the_change_over_a_whole_game(seat: int) -> None:
    assert_adds_up(of_bataille(), seat)
    assert of_bataille().balance(seat).play < 0


def test_choices_that_cannot_be_weighed_are_no_luck() -> None:
    """Laying a camp was a choice that no judge weighs; a forced move after it was none."""
    laid = ReviewedPosition((0.5, 0.5), (0.5, 0.5), 0, "sub 5.100", is_choice=True)
    forced = ReviewedPosition((0.2, 0.8), (0.2, 0.8), 0, "hold")
    end = ReviewedPosition((0.1, 0.9), (0.1, 0.9))
    balance = Review(1, "", (laid, forced, end)).balance(0)
    assert balance.unweighed == pytest.approx(-0.3)
    assert balance.luck == pytest.approx(-0.1)
    camps = of_its_beginning().steps[:8]
    assert [one.is_choice and one.verdict is None for one in camps] == [True] * 8
    assert of_its_beginning().balance(0).unweighed != 0


def test_what_is_weighed_depends_on_what_the_seat_could_see_alone() -> None:
    """Ben's mine lies elsewhere, and another seed deals: Ana could not tell, and is told alike."""
    camps = SEARCHED, SEARCHED.replace("mine 16", "mine 5")
    tables = [table_after(words, seed=seed) for words, seed in zip(camps, (7, 8))]
    assert tables[0].view(1) != tables[1].view(1)
    views = [table.view(0) for table in tables]
    assert views[0] == views[1]
    found, fair = [], []
    for table in tables:
        judge = judge_of(told_of(table))
        legal = table.legal(0)
        decision = Decision(BATAILLE, table.view(0), legal)
        found.append(verdict(judge, decision, legal[-1], 5, SHALLOW))
        fair.append(fair_chance(judge, BATAILLE, table.view(0), SHALLOW))
    assert found[0] == found[1]
    assert fair[0] == fair[1]


def test_what_was_hidden_makes_true_and_fair_chances_differ() -> None:
    """A ship lost to the mine, and another where submarines see it, which Ana cannot know."""
    last = worked_out(told_of(table_after(WATCHED))).steps[-1]
    assert last.true[0] < last.fair[0] - 0.01


def test_a_move_that_was_no_choice_has_no_verdict() -> None:
    """And so has one of a phase in which nothing is searched for."""
    told = won()
    positions = walked(told)
    assert step(Blind(RandomBot()), positions, 9, SHALLOW).verdict is None
    forced = [
        number
        for number, position in enumerate(positions.positions)
        if len(positions.game.legal(position.state, position.seat)) == 1
    ]
    assert forced
    found = [step(judge_of(told), positions, number, SHALLOW) for number in forced]
    assert all(one.verdict is None for one in found)


@pytest.mark.parametrize(
    ("why", "wins", "played", "loss"),
    [
        ("the hard bot plays it", (0.3, 0.6, 0.4, 0.2), 0, 0.0),
        ("another is surely better", (0.6, 0.3, 0.4, 0.2), 1, 0.3),
        ("hardly better than the move played", (0.6, 0.595, 0.4, 0.2), 1, 0.0),
        ("not better than the move played", (0.3, 0.6, 0.4, 0.2), 1, 0.0),
    ],
)
def test_only_what_is_surely_worse_than_what_the_hard_bot_plays_is_charged(
    why: str, wins: tuple[float, ...], played: int, loss: float
) -> None:
    """The judge holds on to the first move, as that is what the hard bot plays."""
    judge, table = SureJudge(wins), table_after(SEARCHED)
    judge.doubt = HELD
    decision = Decision(BATAILLE, table.view(0), table.legal(0))
    found = verdict(judge, decision, decision.legal[played], 5, SHALLOW)
    assert found.chances[0] - found.played[0] == pytest.approx(loss), why


def test_walking_through_leads_where_the_table_was() -> None:
    table = table_after(WON)
    there = walked(told_of(table))
    assert [there.game.view(there.end, seat) for seat in (0, 1)] == [table.view(0), table.view(1)]


def test_what_was_taken_back_is_no_part_of_it() -> None:
    table = table_after(f"{ANA_CAMP}")
    table.undo(0)
    assert [play.move for play in told_of(table).plays] == ANA_CAMP.split("; ")[:-1]


def made_of(*losses: float, group: str = "") -> Review:
    """A review of one seat's decisions that lost so much in a group, in a game of two."""
    steps = [
        ReviewedPosition(
            (0.5, 0.5), (0.5, 0.5), 0, f"m{n}", None,
            BestMove("best", "why", {}, (0.5 + loss, 0.5 - loss), (0.5, 0.5), group=group),
        )
        for n, loss in enumerate(losses)
    ]  # fmt: skip
    return Review(1, "", (*steps, ReviewedPosition((0.5, 0.5), (0.5, 0.5))))


def test_accuracy_falls_with_the_mean_loss() -> None:
    assert made_of(0.0, 0.0).accuracy(0) == 100
    assert made_of(0.0, 0.02).accuracy(0) == 90
    assert made_of(0.1, 0.1).accuracy(0) == 37
    assert made_of(0.1).accuracy(1) is None


def test_the_three_costliest_come_first_and_trifles_not_at_all() -> None:
    found = made_of(0.02, 0.001, 0.3, 0.1, 0.05).costliest(0)
    assert [costly.number for costly in found] == [2, 3, 4]
    assert [costly.loss for costly in found] == pytest.approx([0.3, 0.1, 0.05])
    assert [costly.number for costly in made_of(0.001, 0.02).costliest(0)] == [1]


def test_moves_that_cost_nothing_in_a_group_are_no_mistakes_in_it() -> None:
    assert made_of(0.2, 0.0, 0.0, group="ships").account(0, ["ships"]).own is None
    own = made_of(0.1, 0.05, 0.05, group="ships").account(0, ["ships"]).own
    assert own is not None
    assert own.group == "ships"
    assert own.loss == pytest.approx(0.2)


@pytest.mark.slow
def test_games_of_more_than_two_are_reviewed_too() -> None:
    told: RecordedGame = told_of(FILLED.table())
    review = worked_out(RecordedGame(told.header, told.plays[:8]))
    assert review.seats == len(told.header.seats)
    assert all(one.seat is None or one.loss >= 0 for one in review.steps)
    assert HIMALAYA.name == told.header.game


def test_luck_of_a_draw_is_what_came_against_what_was_to_be_expected() -> None:
    """The move before the draw brought a tenth; a quarter was drawn against it."""
    drawn = ReviewedPosition((0.5, 0.5), (0.5, 0.5), 0, "m", (0.6, 0.4))
    balance = Review(1, "", (drawn, ReviewedPosition((0.35, 0.65), (0.35, 0.65)))).balance(0)
    assert balance.draws == pytest.approx(-0.25)
    assert balance.hidden == pytest.approx(0.1)
    assert balance.luck == pytest.approx(-0.15)


def test_what_is_expected_of_a_draw_does_not_depend_on_what_was_drawn() -> None:
    """Torpedoes at a ship: whatever the spinner of the table showed, the same was expected."""
    words = f"{SEARCHED}; stay; drop A 300"
    found = set()
    for seed in range(1, 7):
        table = table_after(words, seed=seed)
        fire = next(move for move in table.legal(0) if move.word.startswith("fire"))
        table.play(0, fire)
        told = told_of(table)
        last = step(judge_of(told), walked(told), len(told.plays) - 1, SHALLOW)
        assert last.expected is not None
        found.add(last.expected)
    assert len(found) == 1


def two_decisions(
    first: float, then: float, best: str = "x", seat: int = 0
) -> list[ReviewedPosition]:
    """Two decisions in a row that lost so much, the second of them against `best`."""
    steps = []
    for word, by, loss in (("x", 0, first), (best, seat, then)):
        chances, played = [0.5, 0.5], [0.5, 0.5]
        played[by], played[1 - by] = 0.5 - loss, 0.5 + loss
        made = BestMove(word, "why", {}, tuple(chances), tuple(played))
        steps.append(ReviewedPosition((0.5, 0.5), (0.5, 0.5), by, "m", None, made))
    return [*steps, ReviewedPosition((0.5, 0.5), (0.5, 0.5))]


def test_what_is_put_off_is_charged_once_where_it_was_missed() -> None:
    losses = [one.loss for one in settled(two_decisions(0.1, 0.1))]
    assert losses == [0, pytest.approx(0.1), 0]
    losses = [one.loss for one in settled(two_decisions(0.3, 0.1))]
    assert losses == [pytest.approx(0.2), pytest.approx(0.1), 0]
    losses = [one.loss for one in settled(two_decisions(0.1, 0.3))]
    assert losses == [0, pytest.approx(0.3), 0]


def test_other_mistakes_in_a_row_are_charged_each() -> None:
    for steps in (two_decisions(0.1, 0.2, best="y"), two_decisions(0.1, 0.2, seat=1)):
        assert settled(steps) == tuple(steps)


def test_a_long_game_is_given_less_a_move_and_no_game_more() -> None:
    assert depth_for(0) == depth_for(WHOLE) == USUAL
    assert LEAST.budget < depth_for(2 * WHOLE).budget < USUAL.budget
    assert depth_for(10**6) == LEAST


def test_what_is_done_with_an_order_is_told_with_its_village() -> None:
    told = told_of(PROGRAMMING.table())
    entry = game_named(told.header.game)
    game = walk(entry.game, told, entry.spot)
    number, caravan = next(
        (number, cast("Any", position.state).caravans[position.seat])
        for number, position in enumerate(game.positions)
        if position.move.word in ("offer", "barter")
    )
    found = step(judge_of(told), game, number, SHALLOW)
    assert found.at == str(caravan)
    assert found.verdict is not None
    assert found.verdict.best.startswith("envoy") or found.verdict.at == str(caravan)
    assert step(judge_of(told), game, 0, SHALLOW).at == ""


def test_a_token_is_told_with_the_cell_that_it_lay_in() -> None:
    table = table_after("", seats=PAIR, game=SUBMARINE, seed=3)
    while not any(move.word.startswith("take") for move in table.legal(table.waiting[0])):
        table.play(table.waiting[0], table.legal(table.waiting[0])[0])
    seat = table.waiting[0]
    take: Any = next(move for move in table.legal(seat) if move.word.startswith("take"))
    view = table.view(seat)
    spot = game_named("submarine").spot(view, take)
    column, level = map(int, spot.split("."))
    assert take.token in view.sea[cell_at(column, level)]
    assert game_named("submarine").spot(view, SUBMARINE.parse("done")) == ""


def test_a_choice_with_one_move_worth_a_try_is_not_left_unweighed() -> None:
    """Camps are, which no judge looks into."""
    table = table_after(LAID)
    before, legal = len(table.plays), table.legal(0)
    table.play(0, legal[0])
    found = step(SureJudge((0.5,)), walked(told_of(table)), before, SHALLOW)
    assert len(legal) > 1
    assert found.verdict is None
    assert not found.is_choice
    assert step(SureJudge((0.5,)), walked(told_of(table)), 0, SHALLOW).is_choice


@pytest.mark.slow
def test_the_parts_of_a_lap_add_up_to_its_change() -> None:
    """Where the figures do not tell all of it, as at the end of some games, there are none."""
    told = won()
    steps = worked_out(told).steps
    for seat in (0, 1):
        begins = [n for n, step in enumerate(steps) if step.seat == seat and step.parts]
        assert len(begins) > 5
        for number in begins:
            later = (n for n in range(number + 1, len(steps)) if steps[n].seat == seat)
            end = next((n for n in later if steps[n - 1].seat != seat), len(steps) - 1)
            change = steps[end].true[seat] - steps[number].true[seat]
            assert sum(steps[number].parts.values()) == pytest.approx(change, abs=0.001)


def test_no_change_is_split_over_groups_that_no_name_tells() -> None:
    """So it is in *Der Schwarm*, whose expected figures become points once they are scored."""
    table = table_after(game=SCHWARM)
    table.play(table.waiting[0], table.legal(table.waiting[0])[0])
    told = told_of(table)
    judge = Blind(RandomBot())
    judge.explainer = judge_of(told).explainer
    assert step(judge, walked(told), 0, SHALLOW).parts == {}
