"""HTTP, whatever the route: what is asked and answered, and what goes wrong."""
