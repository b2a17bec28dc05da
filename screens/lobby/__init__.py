"""The lobby of a server: tables, people, talk."""
