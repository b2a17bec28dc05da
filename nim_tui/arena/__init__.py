"""Games between bots: one after another, or a round robin in several processes."""
