"""The secrets of a game, which no seat may learn, as tests over random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import SEQUENCES, GameSuite, Setting, Walk, at, some
from rules.chance import Chance
from rules.contract import Event, IllegalMove, Moment, State

seeds = st.integers(0, 2**32)
depths = st.integers(0, 120)


def looks(setting: Setting) -> tuple[int | None, ...]:
    """Return every seat, and None for a spectator."""
    return (*range(setting.seats), None)


def imagined(setting: Setting, state: State, look: int | None, seed: int) -> State:
    """Return a full state made from the view of one seat."""
    sample: State = setting.game.sample(setting.game.view(state, look), Chance(seed))
    return sample


def shown(events: list[Event], look: int | None) -> list[Event]:
    """Return the events that reach a seat."""
    return [seen for event in events if (seen := event.seen_by(look)) is not None]


def is_secret(event: Event) -> bool:
    """Whether some seat does not see the whole event."""
    return event.seen_by(None) is not event


def until_revealed(events: list[Event]) -> tuple[list[Event], tuple[str, int | None] | None]:
    """Return the events before the first that reveals anything, and the kind of that event."""
    for index, event in enumerate(events):
        if event.reveals:
            return events[:index], (event.name, event.seat)
    return events, None


def laid_open(events: list[Event]) -> str:
    """Return in words the sealed facts of several seats that one move opens; often none."""
    shown_to_all = [event for event in events if event.reveals and not is_secret(event)]
    owners = {(event.name, event.seat) for event in shown_to_all if event.seat is not None}
    several = len(owners) > len({name for name, _ in owners})
    return repr(shown_to_all) if several else ""


def hides_nothing(setting: Setting, state: State, seed: int) -> bool:
    """Whether everything on the table is public: a spectator's sample is the table itself."""
    return imagined(setting, state, None, seed) == state


def refusal(setting: Setting, state: State, seat: int, move: Any) -> tuple[object, ...] | None:
    """Return the refusal of a seat's illegal move; None for a legal one."""
    try:
        setting.game.play(state.copy(), seat, move, Chance(0))
    except IllegalMove as refused:
        return str(refused), *sorted(refused.facts.items(), key=repr)
    return None


def assert_fixed(value: object) -> None:
    """Fail if a value holds anything that could be changed."""
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            assert_fixed(getattr(value, one.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            assert_fixed(part)
    elif isinstance(value, Mapping):
        assert not hasattr(value, "__setitem__")
        assert_fixed((*value.keys(), *value.values()))
    else:
        assert value is None or isinstance(value, str | int), type(value)


class SecretsSuite(GameSuite):
    """The secrets of games, over random play; a class of tests derives from it."""

    @SEQUENCES
    @given(seeds, depths)
    def test_a_sample_looks_the_same_to_who_imagined_it(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        for look in looks(setting):
            view = setting.game.view(state, look)
            sample = imagined(setting, state, look, seed)
            assert setting.game.view(sample, look) == view
            assert repr(setting.game.view(sample, look)) == repr(view)

    @SEQUENCES
    @given(seeds, depths)
    def test_a_seat_has_the_same_moves_in_its_sample(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        for seat in range(setting.seats):
            offered, truth = (
                setting.game.legal(position, seat)
                for position in (imagined(setting, state, seat, seed), state)
            )
            assert len(offered) == len(truth)
            assert [m.word for m in some(offered)] == [m.word for m in some(truth)]

    @SEQUENCES
    @given(seeds, depths)
    def test_why_a_move_is_refused_tells_no_more_than_the_view(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        """The moves are those of another position, and of other seats."""
        state, elsewhere = at(setting, seed, depth), at(setting, seed + 1, depth // 2)
        moves = [
            move
            for position in (state, elsewhere)
            for seat in range(setting.seats)
            for move in some(setting.game.legal(position, seat))[::7]
        ]
        for seat in state.waiting():
            sample, offered = imagined(setting, state, seat, seed), setting.game.legal(state, seat)
            for move in moves:
                if move not in offered:
                    told, dreamt = (refusal(setting, one, seat, move) for one in (state, sample))
                    assert told is not None
                    assert told == dreamt

    @SEQUENCES
    @given(seeds, depths)
    def test_who_looks_on_can_tell_a_choice_from_none_unless_that_is_hidden(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        game, state = setting.game, at(setting, seed, depth)
        hidden = {game.hides_choice(game.view(state, look)) for look in looks(setting)}
        assert len(hidden) == 1, "it is the same for everyone"
        for look in looks(setting) if hidden == {False} else ():
            sample = imagined(setting, state, look, seed)
            for seat in state.waiting():
                has_choice = [len(game.legal(position, seat)) > 1 for position in (state, sample)]
                assert has_choice[0] == has_choice[1]

    @SEQUENCES
    @given(seeds, depths)
    def test_in_any_sample_the_game_can_go_on(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        for look in looks(setting):
            sample = imagined(setting, state, look, seed)
            assert all(setting.game.legal(sample, seat) for seat in sample.waiting())
            Walk(setting.game, sample, seed).go(30)

    @SEQUENCES
    @given(seeds, depths)
    def test_a_move_shows_no_seat_what_it_could_not_know(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        """Truth and sample tell the same up to the first event that reveals, in every look.

        So do the views at each of these events.
        """
        walk = Walk(setting.game, at(setting, seed, depth), seed + 1)
        if not walk.state.waiting():
            return
        mover, move = walk.choose()
        for look in looks(setting):

            def moments(
                steps: Iterator[Event], state: State, look: int | None = look
            ) -> list[Moment]:
                seen = ((event.seen_by(look), setting.game.view(state, look)) for event in steps)
                return [Moment(event, view) for event, view in seen if event is not None]

            sample, truth = imagined(setting, walk.state, look, seed), walk.state.copy()
            try:
                dreamt = moments(setting.game.steps(sample, mover, move, Chance(seed)), sample)
            except IllegalMove:
                assert look != mover
                continue
            told = moments(setting.game.steps(truth, mover, move, Chance(seed)), truth)
            before, kind = until_revealed([moment.event for moment in told])
            assert until_revealed([moment.event for moment in dreamt]) == (before, kind)
            assert dreamt[: len(before)] == told[: len(before)]
            if kind is None:
                assert setting.game.view(sample, look) == setting.game.view(truth, look)

    @SEQUENCES
    @given(seeds, depths)
    def test_events_tell_a_seat_no_more_than_its_view(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        """Other moves and other luck that leave a seat the same view sound the same to it.

        What is public is free to tell more: the target of a torpedo that missed, what follows from
        programs that were laid open together, and the way of a wave where nothing is hidden at all.
        """
        state = at(setting, seed, depth)
        for mover in state.waiting():
            told: dict[tuple[int | None, str, str], list[Event]] = {}
            for move, luck in product(setting.game.legal(state, mover)[:8], range(3)):
                after = state.copy()
                events = setting.game.play(after, mover, move, Chance(luck))
                if hides_nothing(setting, after, seed):
                    continue
                opened = laid_open(events)
                for look in looks(setting):
                    heard = shown([e for e in events if is_secret(e) or not e.reveals], look)
                    assert (
                        told.setdefault((look, repr(setting.game.view(after, look)), opened), heard)
                        == heard
                    )

    @SEQUENCES
    @given(seeds, depths)
    def test_a_sample_depends_on_the_view_and_the_chance_alone(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        for look in looks(setting):
            one = imagined(setting, state, look, seed)
            other = imagined(setting, one, look, seed)
            assert one == other
            assert repr(one) == repr(other)

    @SEQUENCES
    @given(seeds, depths)
    def test_a_view_shares_nothing_with_the_table(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        views = [setting.game.view(state, look) for look in looks(setting)]
        before = [repr(view) for view in views]
        samples = [setting.game.sample(view, Chance(seed)) for view in views]
        for other in (state, *samples):
            Walk(setting.game, other, seed).go(20)
        assert [repr(view) for view in views] == before
        for view in views:
            assert_fixed(view)

    @SEQUENCES
    @given(seeds)
    def test_events_tell_words_and_numbers_to_seats_of_the_table(
        self, setting: Setting, seed: int
    ) -> None:
        walk = Walk(setting.game, setting.new(Chance(seed)), seed)
        walk.go(120)
        for event in [event for events in walk.events for event in events]:
            assert all(isinstance(fact, str | int) for fact in event.facts().values())
            assert event.seat is None or event.seat in range(setting.seats)
            hash(event)

    @SEQUENCES
    @given(seeds)
    def test_what_was_told_of_an_event_tells_nobody_more(self, setting: Setting, seed: int) -> None:
        """Who hears of it from somebody knows what they were told, or what all were told."""
        walk = Walk(setting.game, setting.new(Chance(seed)), seed)
        walk.go(120)
        for event in [event for events in walk.events for event in events]:
            public = event.seen_by(None)
            for look in looks(setting):
                seen = event.seen_by(look)
                assert seen in (event, public)
                if seen is not None:
                    assert seen.seen_by(look) == seen
                    assert seen.seen_by(None) == public

    @SEQUENCES
    @given(seeds)
    def test_what_a_move_draws_by_chance_is_marked(self, setting: Setting, seed: int) -> None:
        """No undo goes back past a draw: the mover sees an event that reveals."""
        chance = Chance(seed)
        walk = Walk(setting.game, setting.new(chance), seed, chance)
        while walk.state.waiting():
            before = chance.drawn
            walk.go(1)
            if chance.drawn > before:
                assert any(event.reveals for event in walk.events[-1])
