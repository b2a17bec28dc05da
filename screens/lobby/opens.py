"""The pages and boxes that open over the lobby by a key, each of which needs nothing else."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from screens.home.new_table import NewTableScreen
from screens.home.settings_screen import SettingsScreen
from screens.lobby.boxes import choose_lesson, show_rules
from screens.lobby.ladder.screen import LadderScreen
from screens.lobby.people_dialog import PeopleDialog
from screens.lobby.profile import ProfileScreen
from screens.lobby.sessions import SessionsDialog
from screens.lobby.tournaments.listing import TournamentsScreen


class OpensPages(Screen[Any]):
    """Mixin, last among the bases, as styles go by the first."""

    def action_new_table(self) -> None:
        """The form for a table."""
        self.app.push_screen(NewTableScreen())

    def action_people(self) -> None:
        """Who is around: to block somebody, or to report them."""
        self.app.push_screen(PeopleDialog())

    def action_profile(self) -> None:
        """Who one is here: ratings, SSH keys."""
        self.app.push_screen(ProfileScreen())

    def action_visits(self) -> None:
        """Who is here, for admins."""
        self.app.push_screen(SessionsDialog())

    def action_ladder(self) -> None:
        """Who stands above whom."""
        self.app.push_screen(LadderScreen())

    def action_tournaments(self) -> None:
        """Those that one may see."""
        self.app.push_screen(TournamentsScreen())

    def action_learn(self) -> None:
        """The lessons of a game."""
        choose_lesson(self)

    def action_rules(self) -> None:
        """The rules of a game."""
        show_rules(self)

    def action_settings(self) -> None:
        """Language, signs, colours, keys."""
        self.app.push_screen(SettingsScreen())
