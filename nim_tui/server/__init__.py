"""The server: play over SSH with nothing but an `ssh` client."""

import logging

# The server sets up a log; commands report in one line of their own.
logging.getLogger(__name__).addHandler(logging.NullHandler())
