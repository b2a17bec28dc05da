"""The screen of Bataille sous les mers, and its sentences, which need no screen."""
