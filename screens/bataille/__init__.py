"""The screen of Bataille sous les mers: its boards, and all it says, which needs no screen."""
