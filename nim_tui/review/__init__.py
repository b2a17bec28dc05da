"""Review of a finished game: win probabilities, mistakes, luck and accuracy."""
