"""The screen of Submarine, and its sentences, which need no screen."""
