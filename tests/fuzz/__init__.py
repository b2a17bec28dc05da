"""Everything that a stranger can send, drawn at random: `make fuzz`, on loopback alone."""
