"""Tables: games being played, their seats, their records, and who moves for bots."""
