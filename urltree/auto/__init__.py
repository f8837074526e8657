"""The heuristic `auto`: its inputs, its decisions, and the reasons for them.

How its constants were chosen: docs/experiments.md.
"""
