"""What runs for as long as a process does."""
