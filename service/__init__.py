"""The network and the processes around the `urltree` library."""
