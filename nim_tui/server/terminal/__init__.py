"""A session, whatever connection carries it: input, output, apps and text mode."""
