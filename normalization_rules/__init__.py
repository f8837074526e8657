"""Data only, see README.md. A package, so that no folder of the same name can stand in for it."""
