"""Tests of games between bots."""
