"""Notices: people who are away are told that it is their turn, by ways they have chosen."""
