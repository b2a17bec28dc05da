"""The frame of every game's screen: moves, playback, replay, hints, results."""
