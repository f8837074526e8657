"""Checks of a service and of what it depends on: `urltree doctor`."""
