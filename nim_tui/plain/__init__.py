"""Text mode: lines in, sentences out, without a screen. Nothing here needs Textual."""
