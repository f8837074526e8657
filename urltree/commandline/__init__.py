"""What all commands share: help texts, arguments, output and exit codes."""
