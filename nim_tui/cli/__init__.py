"""The parts that commands are made of: choices, help, completion, language and errors."""
