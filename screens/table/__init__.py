"""The screen shared by all games: moves, playback, replay, hints, results."""
