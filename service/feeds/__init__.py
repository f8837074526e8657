"""Feeds: found, read, subscribed to and polled."""
