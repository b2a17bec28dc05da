"""A strict reader of the text exposition format, version 0.0.4."""

from __future__ import annotations

import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
LABEL = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"'
SAMPLE = re.compile(
    rf"({NAME})(?:\{{((?:{LABEL})(?:,{LABEL})*)\}})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
)
HELP = re.compile(rf"# HELP ({NAME}) ((?:[^\\\n]|\\[\\n])+)")
TYPE = re.compile(rf"# TYPE ({NAME}) (counter|gauge)")


def read(text: str) -> dict[str, dict[str, float]]:
    """The samples of each metric by their labels. Fails on anything the format does not allow.

    Each metric is told once: HELP, TYPE, then all its samples, of which there is at least one.
    """
    assert text.endswith("\n")
    found: dict[str, dict[str, float]] = {}
    lines = iter(text[:-1].split("\n"))
    helped, kind = "", ""
    for line in lines:
        if told := HELP.fullmatch(line):
            helped = told[1]
            typed = TYPE.fullmatch(next(lines))
            assert typed, line
            assert typed[1] == helped
            assert helped not in found, f"{helped} is told twice"
            assert not found or all(found.values())
            kind, found[helped] = typed[2], {}
            assert (kind == "counter") == helped.endswith("_total"), line
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        assert sample[1] == helped, line
        assert (sample[2] or "") not in found[helped], line
        found[helped][sample[2] or ""] = float(sample[3])
    assert all(found.values())
    return found
