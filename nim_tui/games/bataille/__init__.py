"""The bots of *Bataille sous les mers*, its board in words, and its encoding."""
