"""Whether all is well with a service and what it stands on: `urltree doctor`."""
