"""The screen of Der Schwarm, and its sentences, which need no screen."""
