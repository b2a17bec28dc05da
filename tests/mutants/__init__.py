"""Planted mutants: which small faults of the code the tests notice, and which test does first.

`make mutants` draws 200 of them with a fixed seed, plants them all in a copy of the project, each
behind a switch, finds out which test reaches which, and then turns one on after the other.

`table.tsv` is the outcome for commit 81f15e25, whose paths and lines it names, tried with the quick
tests and then the slow ones: 154 of 200 were caught. Its last column says why no test caught a
fault: `equivalent`, nothing that anybody could notice changes; `gates`, only they tell what it
costs a bot; `now`, this test catches it since; `at import`, this test catches it where it is there
before its module is read; `hangs`, this test never ends.
"""
