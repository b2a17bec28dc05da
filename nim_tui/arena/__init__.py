"""Games between bots: one after the other, or a round robin in several processes."""
