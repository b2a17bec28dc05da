"""The lobby of a server: tables, people, chat."""
