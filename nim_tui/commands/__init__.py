"""The commands of `nim-tui`. Importing them loads click alone; the rest loads when they run."""
