"""The parts of commands: choices, help, completion, language and errors."""
