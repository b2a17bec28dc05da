"""The screen of Himalaya, and its sentences, which need no screen."""
