"""What operators choose, where it is found, and the logs that they configure."""
