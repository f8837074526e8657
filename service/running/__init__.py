"""Work that goes on for as long as a process: how it ends, who of many does it, how often it warns."""
