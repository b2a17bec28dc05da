"""Metrics as Prometheus reads them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import insert

from nim_tui.server.measurements import Measurements
from nim_tui.server.metrics import FIGURES, Figures, Metrics
from nim_tui.server.ssh import Counters
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import ACCOUNTS
from nim_tui.server.terminal.context import REFUSALS
from tests.nim_tui.server.metrics.reading import read


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path, threads=1)
    yield opened
    opened.close()


def told(database: Database, figures: Figures, delay: Measurements | None = None) -> str:
    return Metrics(delay or Measurements(), database).text(figures).decode()


def own(text: str) -> dict[str, dict[str, float]]:
    """Those that the server counted itself."""
    return {
        name: samples
        for name, samples in read(text).items()
        if name.startswith("nim_tui_") and "_seconds_" not in name
    }


def test_nothing_known_is_told_as_such(database: Database) -> None:
    assert own(told(database, {})) == {"nim_tui_database_up": {"": 0}}


def test_every_count_of_the_transport_is_told(database: Database) -> None:
    counters = Counters()
    counters.refused("idle")
    found = own(told(database, {"transport": counters.figures}))
    assert found["nim_tui_refused_total"] == {
        f'kind="{kind}"': float(kind == "idle") for kind in REFUSALS
    }
    told_plainly = {figure for group, figure in FIGURES if group == "transport"}
    assert told_plainly == {name for name in counters.figures if not name.startswith("refused_")}


def test_times_can_be_summed_over_servers(database: Database) -> None:
    """Each bucket counts all measurements up to its bound, whatever other servers counted."""
    here, there = Measurements(), Measurements()
    texts = [Metrics(delay, database) for delay in (here, there)]
    for seconds in (0.0004, 0.02, 0.3):
        here.note(seconds)
    there.note(60.0)
    found = [read(metrics.text({}).decode()) for metrics in texts]
    buckets = [one["nim_tui_loop_delay_seconds_bucket"] for one in found]
    assert [one['le="0.001"'] for one in buckets] == [1, 0]
    assert [one['le="0.025"'] for one in buckets] == [2, 0]
    assert [one['le="0.5"'] for one in buckets] == [3, 0]
    assert [one['le="+Inf"'] for one in buckets] == [3, 1]
    assert [one["nim_tui_loop_delay_seconds_sum"][""] for one in found] == [0.3204, 60.0]
    assert "quantile" not in texts[0].text({}).decode()


def test_each_transaction_is_measured(database: Database) -> None:
    metrics = Metrics(Measurements(), database)
    with database.reading():
        pass
    with database.writing():
        pass
    found = read(metrics.text({}).decode())
    assert found["nim_tui_database_read_seconds_count"] == {"": 1}
    assert found["nim_tui_database_write_seconds_count"] == {"": 1}


def test_writes_that_the_database_refuses_are_counted(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _time in range(2):
            with pytest.raises(WriteRefused), database.writing() as connection:
                connection.execute(insert(ACCOUNTS).values(name=None))
    assert database.writes_refused == 2 == caplog.text.count("a write was refused")
    found = own(told(database, {"server": {"writes_refused": database.writes_refused}}))
    assert found["nim_tui_writes_refused_total"] == {"": 2}


def test_tables_are_told_by_status(database: Database) -> None:
    books = {"accounts": 2, "open_tables": 1, "running_tables": 0, "finished_tables": 7}
    found = own(told(database, {"database": books}))
    assert found["nim_tui_database_up"] == {"": 1}
    assert found["nim_tui_tables"] == {
        'status="open"': 1, 'status="running"': 0, 'status="finished"': 7,
    }  # fmt: skip
    assert found["nim_tui_accounts"] == {"": 2}


def test_names_and_kinds_are_as_prometheus_wants_them(database: Database) -> None:
    figures: dict[str, dict[str, int]] = {}
    for group, figure in FIGURES:
        figures.setdefault(group, {})[figure] = 1
    text = told(database, figures)
    assert set(own(text)) >= {f"nim_tui_{name}" for name, _meaning in FIGURES.values()}
    kinds = dict(line.split()[2:4] for line in text.splitlines() if line.startswith("# TYPE "))
    assert all((kind == "counter") == name.endswith("_total") for name, kind in kinds.items())
    assert {"process_resident_memory_bytes", "process_open_fds", "process_max_fds",
            "process_cpu_seconds_total"} <= set(kinds)  # fmt: skip


def test_nothing_is_kept_for_all_of_the_process(database: Database) -> None:
    told(database, {})
    assert not [family for family in REGISTRY.collect() if family.name.startswith("nim_tui")]
