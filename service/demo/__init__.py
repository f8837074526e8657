"""The demo: a sample site that is all our own, and a live view of its pages being cleaned."""
