"""A server in text mode: name, lobby, tables, chat, without a screen."""
