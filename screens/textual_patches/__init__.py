"""What Textual does that we cannot use as it is, mended in one place, each with a test."""
