"""A tournament: who plays whom when, and how it stands. It knows no clock and no database."""
