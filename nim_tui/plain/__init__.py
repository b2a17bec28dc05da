"""Playing by lines: lines in, sentences out, without a screen. Nothing here needs Textual."""
