"""What the moves and views of each game are as numbers: a module a game, by its name."""
