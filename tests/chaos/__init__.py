"""A server that is killed, stopped, cut off and run out of disk while people play: `make chaos`."""
