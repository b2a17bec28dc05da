"""The games, a folder each: bots and judge, the board in words, and the encoding for research."""
