"""The screen of Himalaya: its boards, and its sentences, which need no screen."""
