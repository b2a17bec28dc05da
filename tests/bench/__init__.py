"""How fast the program is, as ratios against peers measured in the same run."""
