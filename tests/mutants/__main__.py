"""`python -m tests.mutants`: plant mutants, find the tests that reach each, and try them.

All is done in a copy of the project, `.mutants/tree`. What is found is kept beside it, so that a
run that was stopped goes on where it was: the tests that reach each mutant first, then what came of
each. `tests/mutants/table.tsv` is the outcome.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tests.mutants.planting import Mutant, drawn, plant

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / ".mutants"
TREE, NOTES, LIST = KEPT / "tree", KEPT / "notes", KEPT / "mutants.json"
TABLE: Final = Path(__file__).with_name("table.tsv")
EQUIVALENT: Final = Path(__file__).with_name("equivalent.txt")
"""Ranks of mutants that change nothing anybody could notice, each with why; others are drawn."""
COLUMNS: Final = ("rank", "where", "kind", "was", "became", "reached by", "caught by", "first")


def lay_out(count: int, seed: int) -> list[Mutant]:
    """Copy what git knows of into a tree of its own, and plant mutants there, unless it is done."""
    if LIST.exists():
        return [Mutant(**each) for each in json.loads(LIST.read_text("utf-8"))]
    shutil.rmtree(KEPT, ignore_errors=True)
    NOTES.mkdir(parents=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, TREE / name)
    replaced = frozenset(line.split()[0] for line in EQUIVALENT.read_text("utf-8").splitlines())
    mutants = drawn(TREE, count, seed, replaced)
    plant(TREE, mutants)
    LIST.write_text(json.dumps([asdict(mutant) for mutant in mutants]), "utf-8")
    return mutants


def run_pytest(asked: Mapping[str, Any], chosen: Sequence[str]) -> None:
    """Run pytest in the tree with the plug-in, asked to do this."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(TREE),
        "NIM_TUI_MUTANTS_DO": json.dumps({"notes": str(NOTES), **asked}),
        "NIM_TUI_MUTANT_HITS": str(NOTES / "processes.tsv") if "tried" not in asked else "",
    }
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "--timeout", "0"]
    subprocess.run([*command, *chosen], cwd=TREE, env=environment, check=False)


def notes_of_tests() -> Iterator[dict[str, Any]]:
    """What is noted of each test."""
    for path in sorted(NOTES.glob("reached.*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def who_reaches() -> dict[int, list[str]]:
    """The tests that reach each mutant and pass without it, those that take least first.

    What a process reached that a test of a file had started counts for all tests of that file.
    """
    tests = {note["test"]: note for note in notes_of_tests() if note["passed"]}
    by_file: dict[str, list[str]] = defaultdict(list)
    reaching: dict[int, set[str]] = defaultdict(set)
    for test, note in tests.items():
        by_file[test.partition("::")[0]].append(test)
        for number in note["reached"]:
            reaching[number].add(test)
    processes = NOTES / "processes.tsv"
    for line in processes.read_text("utf-8").splitlines() if processes.exists() else ():
        number, _, test = line.partition("\t")
        reaching[int(number)].update(by_file[test.partition("::")[0]])

    def cost(test: str) -> tuple[bool, float]:
        note = tests[test]
        return bool({"slow", "nightly"} & {*note["marks"]}), note["seconds"]

    return {number: sorted(found, key=cost) for number, found in reaching.items()}


def was_tried() -> set[int]:
    """The numbers of mutants that were tried."""
    notes = NOTES / "tried.jsonl"
    lines = notes.read_text("utf-8").splitlines() if notes.exists() else []
    return {json.loads(line)["number"] for line in lines}


def failed(number: int) -> list[str]:
    """The tests that caught a mutant, in order."""
    notes = NOTES / f"failed.{number}"
    return notes.read_text("utf-8").splitlines() if notes.exists() else []


def write_table(mutants: Sequence[Mutant], seed: int) -> int:
    """Write what came of each mutant that was tried, and tell how many were caught."""
    reaching, tried, lines, caught = who_reaches(), was_tried(), ["\t".join(COLUMNS)], 0
    for number, mutant in enumerate(mutants, start=1):
        if number not in tried and number in reaching:
            continue
        by = failed(number)
        caught += bool(by)
        fields = (
            mutant.rank(seed)[:12], f"{mutant.path}:{mutant.line} {mutant.place}", mutant.kind,
            mutant.was, mutant.became, len(reaching.get(number, ())), len(by), by[0] if by else "-",
        )  # fmt: skip
        lines.append("\t".join(" ".join(str(field).split())[:160] for field in fields))
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{caught} of {len(lines) - 1} mutants caught; see {TABLE.relative_to(ROOT)}")
    return caught


def main() -> None:
    """Do what is left of it."""
    parser = ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--marks", default="not nightly", help="the tests that may catch one")
    parser.add_argument("--most", type=int, default=0, help="try so many, and end (0: all)")
    asked = parser.parse_args()
    mutants = lay_out(asked.count, asked.seed)
    if not (NOTES / "reached").exists():
        run_pytest({}, ["-n", "2", "--dist", "worksteal", "-m", asked.marks])
        (NOTES / "reached").touch()
    tried = was_tried()
    left = {str(n): tests for n, tests in who_reaches().items() if n not in tried}
    chosen = dict([*left.items()][: asked.most or None])
    if chosen:
        run_pytest({"tried": chosen}, ["-m", asked.marks])
    write_table(mutants, asked.seed)


if __name__ == "__main__":
    main()
