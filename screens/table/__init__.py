"""The screen that all games share: moves, playback, replay, hints, results."""
