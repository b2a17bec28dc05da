"""The screen of Bataille sous les mers: its boards, and its sentences, which need no screen."""
