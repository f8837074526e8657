"""A folder of streams, served as the web sites that it was taken from."""
