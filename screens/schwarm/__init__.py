"""The screen of Der Schwarm: its boards, and its sentences, which need no screen."""
