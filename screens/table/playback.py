"""Playback: the events of a move shown step by step, at the reader's pace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.timer import Timer

from screens.base import api

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_PACE_AGAIN: Final = 0.5
"""Seconds per step of a requested playback, if automatic playback is off."""
_WAIT: Final = 0.1
"""Seconds between checks whether pieces are still moving."""


class PlaybackTimer:
    """The timer of playback: run, stop, skip and replay."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._is_halted = False
        self._timer: Timer | None = None
        self._record_timer: Timer | None = None

    def _beat(self) -> float:
        """Return the seconds between two steps; 0 shows all events at once."""
        return api(self.screen.app).beat()

    @property
    def is_running(self) -> bool:
        """Whether the next step comes automatically."""
        return self._timer is not None

    def show(self) -> bool:
        """Start a playback of new events if they are worth one; return whether they are."""
        model = self.screen.model
        can_follow = not model.is_replay and self._beat() > 0
        was_following = model.is_following
        if can_follow and model.line_up():
            if not was_following:
                self.take_step()
            return True
        self._catch_up()
        return False

    def _catch_up(self) -> None:
        """Show the present table, and what is to be read about the events passed over."""
        model = self.screen.model
        self._stop()
        known = model.playback.shown if model.playback.view is not None else len(model.log_now)
        model.catch_up()
        if model.result is None:
            self._open(known)

    def take_step(self) -> None:
        """Show the next step, and schedule the one after it."""
        self._timer = None
        model = self.screen.model
        known = model.playback.shown
        event = model.playback.step()
        if not model.is_following:
            self.screen.presenter.show_table()
            return
        model.step_shown = event
        self.screen.presenter.show_now()
        if not (self._open(known) or self._is_halted):
            pace = self._beat() or _PACE_AGAIN
            self._timer = self.screen.set_timer(pace, self._take_next)

    def _take_next(self) -> None:
        """Show the next step, once the pieces of the last one have arrived."""
        if self.screen.motions.is_on:
            self._timer = self.screen.set_timer(_WAIT, self._take_next)
        else:
            self.take_step()

    def _open(self, known: int) -> bool:
        """Open what is to be read about the events shown since so many; whether there is any.

        The steps go on once it is closed.
        """
        model, screen = self.screen.model, self.screen
        if model.is_replay or screen.guide is not None:
            return False
        page = screen.ui.to_read(model.log[known:], model.view)
        if page is None:
            return False
        screen.app.push_screen(page, lambda _answer: self._go_on_reading())
        return True

    def _go_on_reading(self) -> None:
        if self.screen.model.is_following and not self._is_halted:
            self.take_step()

    def see_again(self) -> None:
        """Replay the moves of others since the reader's last turn."""
        self.screen.model.see_again()
        self.screen.presenter.show_now()  # so that pieces start from their earlier places
        self.take_step()

    # A record that runs

    @property
    def is_record_running(self) -> bool:
        """Whether the next move of a record comes automatically."""
        return self._record_timer is not None

    def run_record(self) -> None:
        """Run or stop a record."""
        if self._record_timer is None:
            self._go_on()
        else:
            self.stop_record()

    def stop_record(self) -> None:
        """Stop a running record."""
        if self._record_timer is not None:
            self._record_timer.stop()
            self._record_timer = None

    def _go_on(self) -> None:
        self._record_timer = None
        model = self.screen.model
        if model.is_at_end:
            return
        if self.screen.motions.is_on:
            self._record_timer = self.screen.set_timer(_WAIT, self._go_on)
            return
        self._record_timer = self.screen.set_timer(self._beat() or _PACE_AGAIN, self._go_on)
        model.go(1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def halt(self) -> None:
        """Stop or resume."""
        self._is_halted = not self._is_halted
        self._stop()
        if not self._is_halted:
            self.take_step()

    def step(self) -> None:
        """Show the next step at once."""
        self._stop()
        self.take_step()

    def skip(self) -> None:
        """Skip to the present table."""
        self._catch_up()
        self.screen.presenter.show_table()
