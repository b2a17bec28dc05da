"""Planted mutants: which small faults of the code the tests notice, and which test does first.

`make mutants` draws 200 of them with a fixed seed, plants them all in a copy of the project, each
behind a switch, finds out which test reaches which, and then turns one on after the other.
"""
