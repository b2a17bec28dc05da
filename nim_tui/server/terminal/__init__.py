"""A session over any transport: input, output, apps and text mode."""
