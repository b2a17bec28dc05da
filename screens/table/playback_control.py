"""The part of the screen that shows what happens step by step, at the pace its reader sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from rules.contract import Event
from screens.base import api
from screens.table.playback import Playback, ViewProjector
from screens.table.screen import GameScreen
from screens.table.seat import Seat
from screens.text import N_
from screens.widgets.menu import Menu


class Following(GameScreen):
    """A GameScreen that plays back what one move set off; keys stop it, step it, skip it."""

    course: ClassVar[ViewProjector]
    """How the game goes on between two views."""
    BINDING_GROUP_TITLE = N_("Step by step")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space",
            "halt",
            N_("Stop or go on"),
            id="following.halt",
            tooltip=N_("Stop the playback to step by key, or let it run again"),
        ),
        Binding("escape", "skip", N_("Skip"), id="following.skip"),
    ]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._playback = Playback(self.course)
        self._is_halted = False
        self._timer: Timer | None = None
        self.step_shown: Event | None = None
        """What is being shown, while steps are."""

    @property
    def is_following(self) -> bool:
        """Whether something is being shown step by step."""
        return self._playback.is_on

    @property
    def is_my_turn(self) -> bool:
        """Nothing is asked before all that happened was shown."""
        return not self.is_following and super().is_my_turn

    def next_person(self) -> Seat | None:
        """Nobody takes the keyboard before all that happened was shown."""
        return None if self.is_following else super().next_person()

    def seen(self) -> Any:
        """The table as far as it was shown."""
        return self._playback.view if self.is_following else super().seen()

    def told(self) -> Sequence[Event]:
        """What happened, as far as it was shown."""
        log = super().told()
        return log[: self._playback.shown] if self.is_following else log

    def note_change(self) -> None:
        """Keep how the table looks now, for when all that led there was shown."""
        self._playback.note(super().seen(), super().told())
        super().note_change()

    def show_table(self) -> None:
        """Show what is new step by step, if it is worth it; else at once."""
        if not self.is_attached:
            return
        log = super().told()
        can_follow = not self.is_replay and api(self).beat() > 0
        was_following = self.is_following
        if can_follow and self._playback.add(log):
            if not was_following:
                self.take_step()
            return
        self._stop()
        self.step_shown = None
        self._playback.catch_up(super().seen(), log)
        self.pass_openly()
        self._playback.catch_up(super().seen(), log)
        super().show_table()

    def take_step(self) -> None:
        """Show the next step, and the one after it when it is due."""
        self._timer = None
        event = self._playback.step()
        if not self.is_following:
            self.show_table()
            return
        self.step_shown = event
        super().show_table()
        if not self._is_halted:
            self._timer = self.set_timer(api(self).beat(), self.take_step)

    def _prompt(self, view: Any) -> str:
        if not self.is_following:
            return super()._prompt(view)
        return "" if self.step_shown is None else self.sentence(self.step_shown)

    def fill_menu(self, view: Any, *, keep: bool = False) -> None:
        """Nothing can be chosen before all that happened was shown."""
        if self.is_following:
            self.query_one(Menu).set_items([])
        else:
            super().fill_menu(view, keep=keep)

    def show_result(self) -> None:
        """The end is told once all that led to it was shown."""
        if not self.is_following:
            super().show_result()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """These keys are for while something is being shown."""
        if action in ("halt", "skip"):
            return self.is_following
        if action == "step" and self.is_following:
            return parameters == (1,)
        if action == "undo" and self.is_following:
            return False
        return super().check_action(action, parameters)

    def action_halt(self) -> None:
        """Stop, or go on."""
        self._is_halted = not self._is_halted
        self._stop()
        if not self._is_halted:
            self.take_step()

    def action_step(self, count: int) -> None:
        """The next step now, while steps are shown; else through the record."""
        if not self.is_following:
            super().action_step(count)
        elif count == 1:
            self._stop()
            self.take_step()

    def action_skip(self) -> None:
        """Show the table as it is now."""
        self._stop()
        self._playback.catch_up(super().seen(), super().told())
        self.show_table()
