"""Work that runs as long as its process: how it ends, which process does it, how often it reads and warns."""
