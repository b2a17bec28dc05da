"""The screen of Himalaya: its boards, and all it says, which needs no screen."""
