"""The bot protocol: lines of JSON between a table and a program that plays one of its seats."""
