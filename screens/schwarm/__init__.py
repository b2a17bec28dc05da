"""The screen of Der Schwarm: its boards, and all it says, which needs no screen."""
