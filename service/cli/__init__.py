"""Commands of the service; `serve`, and those of packages that have a command of their own, are elsewhere."""
