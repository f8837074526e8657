"""The heuristic `auto`: what it is told, what it decides, and why."""
