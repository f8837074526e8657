"""Commands of the service, beside `serve`."""
