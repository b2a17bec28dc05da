"""Tables: games being played, their seats, records and bots."""
