"""The moving picture of README.md: drawn from the record of a game that bots have played."""
