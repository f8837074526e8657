"""The periods and buckets in which is counted."""
