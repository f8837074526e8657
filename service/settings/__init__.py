"""What operators choose, where it is found, and the logs that are as they choose."""
