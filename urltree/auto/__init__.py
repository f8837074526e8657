"""The heuristic `auto`: its inputs, its decisions, and the reasons for them."""
