"""Reference for operators: settings of a server, metrics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, cast

from prometheus_client.parser import text_string_to_metric_families

from nim_tui.server.measurements import Measurements
from nim_tui.server.metrics import FIGURES, TABLES, Metrics
from nim_tui.server.settings.kinds import (
    BooleanSetting,
    ChoiceSetting,
    IntegerSetting,
    ListSetting,
    NumberSetting,
    SettingKind,
    SettingsSection,
    TextSetting,
)
from nim_tui.server.settings.settings import PARTS, ServerSettings, every_setting, value_of
from nim_tui.server.storage.database import Database
from nim_tui.server.terminal.context import Counters
from screens.text import in_words
from tests.reference.markdown import code, section, table

_NO_METRIC: Final = re.compile("process_|.*_created$")
"""What prometheus_client adds: the figures of the process, which only Linux has, and times."""


def parts() -> Mapping[str, str]:
    """Return the parts of pages by name."""
    return {"settings of a server": _settings(), "metrics": _metrics()}


def _settings() -> str:
    defaults = value_of(ServerSettings())
    found: dict[str, list[tuple[str, ...]]] = {}
    for part, own, kind in every_setting():
        default = code(kind.written(defaults[own.name]))
        found.setdefault(part, []).append((code(own.name), default, _values(kind), kind.meaning))
    return "\n".join(
        section(in_words(PARTS[part]), table(("Setting", "Default", "Values", "Meaning"), rows))
        for part, rows in found.items()
    )


def _values(kind: SettingKind) -> str:
    """Return the values that a setting takes, in words."""
    match kind:
        case BooleanSetting():
            return code("true", "false")
        case IntegerSetting(least=least, most=most):
            return f"{least:,} to {most:,}"
        case NumberSetting(least=low, most=high):
            return f"{low:,g} to {high:,g}"
        case SettingsSection(least=(low_width, low_height), most=(high_width, high_height)):
            return f"{low_width} x {low_height} to {high_width} x {high_height}"
        case ChoiceSetting(words=words):
            return code(*words)
        case ListSetting(one=one, most=most):
            return f"list of at most {most} of {code(one.stands_for)}"
        case TextSetting(stands_for=stands_for):
            return code(stands_for)
    raise TypeError(kind)


class _NoDatabase:
    """The two durations that metrics observe."""

    def __init__(self) -> None:
        self.reads = Measurements()
        self.writes = Measurements()


def _metrics() -> str:
    known: dict[str, dict[str, Any]] = {group: {} for group, _name in FIGURES}
    for group, name in FIGURES:
        known[group][name] = 0
    known["transport"] |= Counters().figures
    known["queues"] = Counter(NAME=0)
    known["database"] |= {f"{status}_tables": 0 for status in TABLES}
    text = Metrics(Measurements(), cast("Database", _NoDatabase())).text(known).decode()
    rows = []
    for family in text_string_to_metric_families(text):
        if _NO_METRIC.match(family.name):
            continue
        name = f"{family.name}_total" if family.type == "counter" else family.name
        labels = {label for sample in family.samples for label in sample.labels}
        rows.append((code(name), family.type, code(*sorted(labels)), family.documentation))
    return table(("Metric", "Type", "Labels", "Meaning"), sorted(rows))
