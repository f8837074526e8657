"""Work that runs as long as its process: how it ends, which of many processes does it, how often it warns."""
