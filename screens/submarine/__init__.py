"""The screen of Submarine: its boards, and all it says, which needs no screen."""
