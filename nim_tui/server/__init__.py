"""Playing over SSH: the server that many people visit with nothing but an `ssh` client."""

import logging

# Whoever serves sets a log up; a command says what it has to say in one line of its own.
logging.getLogger(__name__).addHandler(logging.NullHandler())
