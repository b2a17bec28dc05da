"""The way from a table back to the review that it was opened from."""

from __future__ import annotations

from typing import Any

from textual.app import App

from screens.review.screen import ReviewScreen


def back_to_review(app: App[Any]) -> bool:
    """Leave a table that was opened from a review; whether it was."""
    stack = app.screen_stack
    if len(stack) < 2 or not isinstance(stack[-2], ReviewScreen):
        return False
    app.pop_screen()
    return True
