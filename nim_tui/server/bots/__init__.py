"""Bots of other people on a server: their accounts, their sessions, their games."""
