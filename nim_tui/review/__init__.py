"""What a game that is over looks like afterwards: chances to win, costly moves, luck, accuracy."""
