"""A folder of streams as the web sites that it was taken from."""
