"""The periods and buckets in which the service counts."""
