"""A server in text mode: sign-up, lobby, tables, chat."""
