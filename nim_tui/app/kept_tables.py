"""The saved games of this machine, for the home screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from nim_tui.bots.levels import people_of
from nim_tui.registry import game_named
from nim_tui.review.findings import noted, trends
from nim_tui.tables.local_results import Progresses, note_results, outcome_of, tally
from nim_tui.tables.store import SavedTable, Store, Unreadable
from rules.contract import Result
from screens.home.kept_tables import KeptTable, OpponentTally, Shelved

if TYPE_CHECKING:
    from nim_tui.tables.local_results import LocalResult, Progresses


class LocalKeptTables:
    """The saved games: reads records, replays unfinished ones, saves results."""

    def __init__(self, store: Store, own_name: Callable[[], str]) -> None:
        self._store = store
        self._own_name = own_name
        self._progresses: Progresses | None = None
        self._reading = Lock()

    @property
    def results_file(self) -> Path:
        """The file of results, which outlive their records; beside the records' folder."""
        return self._store.folder.parent / "results.json"

    def read(self) -> Shelved:
        """Read the saved tables again, in a thread: only changed ones are replayed.

        Reads run one at a time, and an abandoned one runs to its end.
        """
        with self._reading:
            found = list(self._store.files())
            saved = [kept for kept in found if isinstance(kept, SavedTable)]
            finished = [
                outcome_of(kept.path.stem, kept.record, kept.over, is_imported=kept.is_imported)
                for kept in saved
                if kept.over is not None
            ]
            outcomes = note_results(self.results_file, finished[::-1])
            own = tallies((one for one in outcomes if not one.is_imported), self._own_name())
            imported = tallies((one for one in outcomes if one.is_imported), self._own_name())
            reviewed = noted(self._store.folder.parent / "findings.json", saved)
            return Shelved(self._tables(found), own, imported, trends(reviewed))

    def _tables(self, found: Iterable[SavedTable | Unreadable]) -> Sequence[KeptTable]:
        if self._progresses is None:
            self._progresses = Progresses()
        found = list(found)
        self._progresses.forget_others({file.path for file in found})
        return [_described(file, self._progresses) for file in found]

    def delete(self, table_id: str) -> None:
        """Delete a table for good; its result was noted when it was read."""
        self._store.delete(self._store.path_of(table_id))


def _described(file: SavedTable | Unreadable, progresses: Progresses) -> KeptTable:
    played = datetime.fromtimestamp(file.played)
    if isinstance(file, Unreadable):
        return KeptTable(file.path.stem, played, trouble=file.why)
    header, over = file.header, file.over
    entry = game_named(header.game)
    known = KeptTable(
        file.path.stem,
        played,
        entry.name,
        entry.title,
        people_of(header, None if file.is_imported else header.only_person),
        file.moves,
        result=None if over is None else Result(over.ranking, over.reason),
        is_imported=file.is_imported,
    )
    return known if over is not None else _with_progress(known, file, progresses)


def _with_progress(table: KeptTable, file: SavedTable, progresses: Progresses) -> KeptTable:
    found = progresses.of(file.path, file.record)
    return replace(
        table,
        waiting=found.waiting,
        counted=found.counted,
        number=found.number,
        trouble=found.trouble,
    )


def tallies(outcomes: Iterable[LocalResult], own: str) -> Mapping[str, Sequence[OpponentTally]]:
    """Return, by game, the results of the person called `own`, most frequent opponents first."""
    found = {}
    for game, counts in tally(outcomes, own).items():
        listed = [
            OpponentTally(name, is_bot, count.won, count.drawn, count.lost)
            for (name, is_bot), count in counts.items()
        ]
        found[game] = sorted(listed, key=lambda one: (-one.games, one.opponent))
    return found
