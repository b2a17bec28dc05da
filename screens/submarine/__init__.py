"""The screen of Submarine: its boards, and its sentences, which need no screen."""
