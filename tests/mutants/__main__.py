"""`python -m tests.mutants`: plant mutants, find the tests that reach each, and try them.

All is done in a copy of the project, `.mutants/tree`: with the quick tests first, and with the slow
ones where none of those noticed. What is found is kept beside it, so that a run that was stopped
goes on where it was: the tests that reach each mutant, then what came of each.
`tests/mutants/table.tsv` is the outcome.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.mutants.planting import Mutant, drawn, plant

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / ".mutants"
TREE, LIST = KEPT / "tree", KEPT / "mutants.json"
TABLE: Final = Path(__file__).with_name("table.tsv")
EQUIVALENT: Final = Path(__file__).with_name("equivalent.txt")
"""Ranks of mutants that change nothing anybody could notice, each with why; others are drawn."""
STAGES: Final = {"quick": "not slow and not nightly", "slow": "slow and not nightly"}
COLUMNS: Final = (
    "rank", "where", "kind", "was", "became", "reached by", "caught by", "first", "why not",
)  # fmt: skip


def lay_out(number: int, seed: int) -> list[Mutant]:
    """Copy what git knows of into a tree of its own, and plant mutants there, unless it is done."""
    if LIST.exists():
        return [Mutant(**each) for each in json.loads(LIST.read_text("utf-8"))]
    shutil.rmtree(KEPT, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, TREE / name)
    replaced = frozenset(line.split()[0] for line in EQUIVALENT.read_text("utf-8").splitlines())
    mutants = drawn(TREE, number, seed, replaced)
    plant(TREE, mutants)
    LIST.write_text(json.dumps([asdict(mutant) for mutant in mutants]), "utf-8")
    return mutants


class Stage:
    """Some of the tests, which of them reach each mutant, and which caught it."""

    def __init__(self, name: str, marks: str) -> None:
        self.marks = marks
        self._notes = KEPT / name
        self._notes.mkdir(exist_ok=True)
        self._asked = count()

    def _start(self, asked: Mapping[str, Any], *more: str) -> subprocess.Popen[bytes]:
        """Start pytest in the tree with the plug-in, asked to do this."""
        hits = self._notes / "processes.tsv"
        told = self._notes / f"asked.{next(self._asked)}.json"
        told.write_text(json.dumps({"notes": str(self._notes), **asked}), "utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": str(TREE),
            "NIM_TUI_MUTANTS_DO": str(told),
            "NIM_TUI_MUTANT_HITS": "" if "tried" in asked else str(hits),
        }
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "-m", self.marks]
        options = ["--timeout", "0", "--most", "99", *more]
        return subprocess.Popen([*command, *options], cwd=TREE, env=environment)

    def note_who_reaches(self) -> None:
        """Run all of them once, unless it is done."""
        if not (self._notes / "reached").exists():
            self._start({}, "-n", "2", "--dist", "worksteal").wait()
            (self._notes / "reached").touch()

    def try_all(self, numbers: Iterable[int], most: int) -> None:
        """Try so many of the mutants that are left of these (0: all)."""
        reaching = self.who_reaches()
        left = sorted({*numbers} & reaching.keys() - self.tried())[: most or None]
        halves = [{number: reaching[number] for number in left[half::2]} for half in (0, 1)]
        running = [self._start({"tried": half}) for half in halves if half]
        for process in running:
            process.wait()

    def who_reaches(self) -> dict[int, list[str]]:
        """The tests that reach each mutant and pass without it, those that take least first.

        What a process reached that a test of a file had started counts for all tests of that file.
        """
        tests = {note["test"]: note for note in self._notes_of_tests() if note["passed"]}
        by_file: dict[str, list[str]] = defaultdict(list)
        reaching: dict[int, set[str]] = defaultdict(set)
        for test, note in tests.items():
            by_file[test.partition("::")[0]].append(test)
            for number in note["reached"]:
                reaching[number].add(test)
        processes = self._notes / "processes.tsv"
        for line in processes.read_text("utf-8").splitlines() if processes.exists() else ():
            number, _, test = line.partition("\t")
            reaching[int(number)].update(by_file[test.partition("::")[0]])
        return {
            number: sorted(found, key=lambda test: float(tests[test]["seconds"]))
            for number, found in reaching.items()
        }

    def _notes_of_tests(self) -> Iterator[dict[str, Any]]:
        for path in sorted(self._notes.glob("reached.*.jsonl")):
            yield from map(json.loads, path.read_text("utf-8").splitlines())

    def tried(self) -> set[int]:
        """The numbers of mutants that were tried."""
        notes = self._notes / "tried.jsonl"
        lines = notes.read_text("utf-8").splitlines() if notes.exists() else []
        return {json.loads(line)["number"] for line in lines}

    def caught(self, number: int) -> list[str]:
        """The tests that caught a mutant, in order."""
        notes = self._notes / f"failed.{number}"
        return notes.read_text("utf-8").splitlines() if notes.exists() else []


def known_reasons() -> dict[str, str]:
    """By rank: why a mutant was not caught, as far as the table tells."""
    lines = TABLE.read_text("utf-8").splitlines() if TABLE.exists() else []
    rows = [line.split("\t") for line in lines[1:]]
    return {row[0]: row[-1] for row in rows if len(row) == len(COLUMNS) and row[-1]}


def write_table(mutants: Sequence[Mutant], stages: Sequence[Stage], seed: int) -> None:
    """Write what came of each mutant, and tell how many were caught.

    Why one was not stays as it was written by hand, as long as none catches it.
    """
    reaching, known = [stage.who_reaches() for stage in stages], known_reasons()
    lines, caught = ["\t".join(COLUMNS)], 0
    for number, mutant in enumerate(mutants, start=1):
        by = [test for stage in stages for test in stage.caught(number)]
        caught += bool(by)
        rank = mutant.rank(seed)[:12]
        fields = (
            rank, f"{mutant.path}:{mutant.line} {mutant.place}", mutant.kind,
            mutant.was, mutant.became, sum(len(tests.get(number, ())) for tests in reaching),
            len(by), by[0] if by else "-", "" if by else known.get(rank, ""),
        )  # fmt: skip
        lines.append("\t".join(" ".join(str(field).split())[:160] for field in fields))
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{caught} of {len(mutants)} mutants caught; see {TABLE.relative_to(ROOT)}")


def main() -> None:
    """Do what is left of it."""
    parser = ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=0, help="try so many, and end (0: all)")
    asked = parser.parse_args()
    mutants = lay_out(asked.count, asked.seed)
    left = {*range(1, len(mutants) + 1)}
    stages = [Stage(name, marks) for name, marks in STAGES.items()]
    for stage in stages:
        stage.note_who_reaches()
        stage.try_all(left, asked.most)
        left = {number for number in left if not stage.caught(number)}
    write_table(mutants, stages, asked.seed)


if __name__ == "__main__":
    main()
