"""The commands of `nim-tui`. Importing them loads click alone; the rest comes when they run."""
