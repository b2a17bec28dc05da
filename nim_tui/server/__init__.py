"""Playing over SSH: the house that many people visit with nothing but an `ssh` client."""
