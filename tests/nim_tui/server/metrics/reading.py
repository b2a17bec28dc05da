"""Metrics as prometheus_client's own parser reads them."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families


def read(text: str) -> dict[str, dict[str, float]]:
    """Return the samples of each name by their labels, as they are written."""
    found: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(text):
        for name, labels, value, *_rest in family.samples:
            told = ",".join(f'{label}="{value}"' for label, value in labels.items())
            assert told not in found.setdefault(name, {}), f"{name} is told twice"
            found[name][told] = value
    return found
