"""The bots of Bataille sous les mers."""
