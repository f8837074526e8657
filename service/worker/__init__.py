"""The workers: items off the queue, documents onto the stream."""
