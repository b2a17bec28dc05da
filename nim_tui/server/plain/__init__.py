"""A server by lines: name, lobby, tables, talk, without a screen."""
