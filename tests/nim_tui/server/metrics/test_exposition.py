"""Figures as Prometheus reads them."""

from __future__ import annotations

import pytest

from nim_tui.server.metrics.exposition import PLAIN, exposed
from nim_tui.server.ssh import Counters
from nim_tui.server.terminal.context import REFUSALS
from tests.nim_tui.server.metrics.reading import read

TIMES = {
    "count_1m": 0, "p50_1m_ms": 0.0, "p99_1m_ms": 0.0, "max_1m_ms": 0.0,
    "count_10m": 3, "p50_10m_ms": 0.25, "p99_10m_ms": 10.0, "max_10m_ms": 0.00001,
}  # fmt: skip


def test_nothing_known_is_told_as_such() -> None:
    assert read(exposed({})) == {"nim_tui_database_up": {"": 0}}


def test_every_count_of_the_transport_is_told() -> None:
    counters = Counters()
    counters.refused("idle")
    found = read(exposed({"transport": counters.figures}))
    assert found["nim_tui_refused_total"] == {
        f'kind="{kind}"': float(kind == "idle") for kind in REFUSALS
    }
    plain = {plain.figure for plain in PLAIN if plain.group == "transport"}
    assert plain == {name for name in counters.figures if not name.startswith("refused_")}


def test_times_are_told_in_seconds_where_something_was_measured() -> None:
    found = read(exposed({"loop_delay": TIMES}))
    assert found["nim_tui_loop_delay_seconds"] == {
        'window="10m",quantile="0.5"': 0.00025,
        'window="10m",quantile="0.99"': 0.01,
        'window="10m",quantile="1"': pytest.approx(1e-8),
    }
    assert "nim_tui_database_read_seconds" not in found


def test_tables_are_told_by_status() -> None:
    books = {"accounts": 2, "open_tables": 1, "running_tables": 0, "finished_tables": 7}
    found = read(exposed({"database": books}))
    assert found["nim_tui_database_up"] == {"": 1}
    assert found["nim_tui_tables"] == {
        'status="open"': 1, 'status="running"': 0, 'status="finished"': 7,
    }  # fmt: skip
    assert found["nim_tui_accounts"] == {"": 2}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a 1",
        "a 1\n",
        "# HELP a b\n# TYPE a gauge\n",
        "# HELP a b\n# TYPE a counter\na 1\n",
        "# HELP a b\n# TYPE a gauge\na 1\na 1\n",
        "# HELP a b\n# TYPE a gauge\na x\n",
        '# HELP a b\n# TYPE a gauge\na{b="c"d"} 1\n',
        "# HELP a b\n# TYPE a gauge\n\na 1\n",
    ],
)
def test_the_reader_of_these_tests_is_strict(text: str) -> None:
    with pytest.raises((AssertionError, StopIteration)):
        read(text)
